/** Faults within a transaction. Its money reached the wallet as it should. */
import { HOUR_MS, DAY_MS } from "../../src/core/time.ts";
import type { PlantedFinding, WorldTransaction } from "../world.ts";
import { type FaultRecipe, planted, wrongEntry, wrongPayment } from "./fault.ts";
import { endOfMonth } from "./caller.ts";

type TransactionChange = (record: WorldTransaction) => WorldTransaction;

const withData = (fields: (record: WorldTransaction) => WorldTransaction["data"]): TransactionChange => {
  return (record) => ({ ...record, data: { ...record.data, ...fields(record) } });
};

const withFee = (
  fields: (fee: WorldTransaction["fee"]) => Partial<WorldTransaction["fee"]>,
): TransactionChange => {
  return (record) => ({ ...record, fee: { ...record.fee, ...fields(record.fee) } });
};

const withSummary = (
  fields: (record: WorldTransaction) => Partial<WorldTransaction["transaction"]>,
): TransactionChange => {
  return (record) => ({ ...record, transaction: { ...record.transaction, ...fields(record) } });
};

/** A fault of a settled one-time sale whose record says something that is not so. */
function ofSale(
  rule: PlantedFinding["rule"],
  severity: PlantedFinding["severity"],
  told: string,
  alter: TransactionChange,
  facts: { readonly difference?: number } = {},
): FaultRecipe {
  return wrongPayment(rule, severity, {}, (site) => ({
    payment: Object.assign(site.sale(), { alter }),
    told,
    facts,
  }));
}

export const TRANSACTION_FAULTS: readonly FaultRecipe[] = [
  ofSale(
    "payable-sum",
    "error",
    "asks 250 more than its parts come to",
    withFee(({ payableamount }) => ({ payableamount: payableamount + 250 })),
    { difference: 250 },
  ),
  ofSale(
    "reference",
    "error",
    "refers to another payref in its detail",
    withData(({ payref }) => ({ reference: `${payref}-OLD` })),
  ),
  ofSale(
    "cycle",
    "error",
    "is of another type in its detail than its cycle",
    withData(() => ({ type: "milestone" })),
  ),
  ofSale(
    "payment-url",
    "warning",
    "is paid at the URL of another payref",
    withSummary(({ transaction }) => ({ paymentURL: `${transaction.paymentURL}/receipt` })),
  ),
  ofSale("unknown-cycle", "info", "is of a cycle that the interface does not name", (record) => ({
    ...record,
    cycle: "subscription",
    data: { type: "subscription", reference: record.payref, every: "month", itemamount: 0 },
  })),
  wrongPayment("currency-mismatch", "error", { times: 2 }, (site) => {
    const { businessID, secondBusinessID } = site.books.trader;
    const [business, currency] = site.turn % 2 === 0 ? [businessID, "USD"] : [secondBusinessID, "GHS"];
    const payment = site.sale({ businessID: business });
    payment.alter = withFee(() => ({ currency }));
    return { payment, told: `is in ${currency}` };
  }),
  planted("unknown-role", { entries: 2 }, (site) => {
    const payment = site.purchase();
    const role = `Agent ${payment.ordinal}`;
    payment.alter = withSummary(() => ({ trader_status: role }));
    return {
      steps: [site.fundedPurchase(payment)],
      tell: () => `payID ${payment.payID} has the role ${role}`,
      findings: () => [site.onPayment(payment, "unknown-role", "info")],
    };
  }),
  wrongPayment("charged-amount", "error", { times: 3 }, (site) => {
    const { payment, due } = site.anySale();
    payment.alter = {
      "one-time": withData(({ fee }) => ({ itemquantity: 1, itemamount: fee.chargedamount - 700 })),
      milestone: withFee(({ chargedamount, payableamount }) => ({
        chargedamount: chargedamount + 700,
        payableamount: payableamount + 700,
      })),
      "crowd-pay": withData(({ fee }) => ({ project_goal: fee.chargedamount - 700 })),
    }[payment.cycle];
    return { payment, due, told: "charges 700 more than its detail comes to", facts: { difference: 700 } };
  }),
  wrongPayment("milestone-total", "error", {}, (site) => {
    const payment = site.milestone();
    payment.alter = withData(({ fee }) => ({ amount: fee.chargedamount + 300 }));
    return { payment, told: "states 300 more than its tasks come to", facts: { difference: 300 } };
  }),
  wrongPayment("escrow-charge", "warning", { times: 2 }, (site) => {
    const payment = site.turn % 2 === 0 ? site.sale() : site.milestone();
    payment.alter = withData(({ fee }) => ({ escrow_charge: fee.scrowfee + 50 }));
    return { payment, told: "states an escrow charge that is not its fee", facts: { difference: 50 } };
  }),
  wrongPayment("crowd-pay-fee", "warning", {}, (site) => {
    const payment = site.crowdPay();
    payment.escrow = 500;
    const facts = { difference: 500 };
    return { payment, due: payment.raised, told: "is a crowd-pay with an escrow fee", facts };
  }),
  wrongPayment("task-dates", "warning", {}, (site) => {
    const payment = site.milestone();
    payment.alter = withData(({ data }) => ({
      list: (data["list"] as readonly object[]).map((task, at) =>
        at === 0 ? { ...task, dateCompleted: null } : task,
      ),
    }));
    return { payment, told: "has a complete task without a date" };
  }),
  wrongPayment("repeated-transaction", "info", {}, (site) => {
    const payment = site.sale();
    payment.copy = (record) => ({ ...record });
    return { payment, told: "is listed twice, alike" };
  }),
  wrongPayment("conflicting-transaction", "error", {}, (site) => {
    const payment = site.sale();
    payment.copy = withData(() => ({ terms: "Corrected terms." }));
    return { payment, told: "is listed twice, with different terms" };
  }),
];

// Faults in the ties between entries and payments: missing or wrong.

/** A payref as a tired hand copies it: in small letters, with a blank, or with one letter wrong. */
function mistype(payref: string, turn: number): string {
  if (turn % 3 === 0) return payref.toLowerCase();
  if (turn % 3 === 1) return `${payref} `;
  return payref.slice(0, -1) + (payref.endsWith("7") ? "1" : "7");
}

export const PAYREF_FAULTS: readonly FaultRecipe[] = [
  wrongEntry("orphan-payref", "error", { times: 2 }, (site) => {
    const payref = site.books.unusedPayref();
    const posted = site.post(null, site.amount(), { alter: (entry) => ({ ...entry, payref }) });
    const told = () => `carries the payref ${payref}, which no transaction has`;
    return { posted, told, facts: { payref, suggestions: [] } };
  }),
  planted("mistyped-payref", { times: 3 }, (site) => {
    const payment = site.sale();
    const payref = mistype(payment.payref, site.turn);
    const posting = site.post(null, payment.charged, { alter: (entry) => ({ ...entry, payref }) });
    return {
      steps: [site.step(posting)],
      tell: () => `walletID ${posting.walletID} is for payID ${payment.payID}, but its payref is mistyped`,
      findings: () => [
        site.onEntry(posting, "orphan-payref", "error", { payref, suggestions: [payment.payref] }),
        site.onPayment(payment, "paid-without-entry", "error", { difference: 0 - payment.charged }),
      ],
    };
  }),
  planted("paid-without-entry", { times: 3, entries: 0 }, (site) => {
    const payment = site.turn % 2 === 0 ? site.sale() : site.milestone();
    return {
      tell: () => `payID ${payment.payID} is paid and never reached the wallet`,
      findings: () => [
        site.onPayment(payment, "paid-without-entry", "error", { difference: 0 - payment.charged }),
      ],
    };
  }),
  planted("in-transit", { times: 2, entries: 0, when: "last" }, (site) => {
    const paidAtMs = endOfMonth(site.month) - (8 + (site.turn % 36)) * HOUR_MS;
    const payment = site.sale({ createdAtMs: paidAtMs - DAY_MS, paidAtMs });
    const told = { difference: 0 - payment.charged };
    return {
      tell: () => `payID ${payment.payID} is paid just before the month's end and is not in the wallet yet`,
      findings: () => [
        {
          ...site.onPayment(payment, "in-transit", "info", told),
          later: site.onPayment(payment, "paid-without-entry", "error", told).finding,
        },
      ],
      next: (after) => {
        const posting = after.post(payment, payment.charged);
        return {
          steps: [after.step(posting)],
          tell: () =>
            `payID ${payment.payID}, in transit a month before, came as walletID ${posting.walletID}`,
        };
      },
    };
  }),
  wrongEntry("entry-for-unpaid", "error", {}, (site) => {
    const payment = site.sale({ paidAtMs: null });
    const posted = site.post(payment, payment.charged);
    return { posted, told: () => `is for payID ${payment.payID}, which is not paid` };
  }),
  planted("duplicate-entry", { times: 2, entries: 2 }, (site) => {
    const payment = site.sale();
    const first = site.post(payment, payment.charged);
    const again = site.post(payment, payment.charged);
    return {
      steps: [site.step(first), { atMs: site.atMs + 5 * HOUR_MS, postings: [again] }],
      tell: () =>
        `walletID ${again.walletID} enters payID ${payment.payID} again after walletID ${first.walletID}`,
      findings: () => [site.onEntry(again, "duplicate-entry", "error")],
    };
  }),
  wrongEntry("wrong-business", "error", {}, (site) => {
    const payment = site.sale();
    const businessID = site.books.trader.secondBusinessID;
    const posted = site.post(payment, payment.charged, { alter: (entry) => ({ ...entry, businessID }) });
    return { posted, told: () => `is entered for business ${businessID}, payID ${payment.payID} is not` };
  }),
  wrongEntry("wrong-user", "error", {}, (site) => {
    const payment = site.sale();
    // Each in a wallet of its own, which so starts at zero.
    const foreignUserID = 300_000 + payment.ordinal;
    const posted = site.post(payment, payment.charged, { foreignUserID });
    return { posted, told: () => `lies in user ${foreignUserID}'s wallet, payID ${payment.payID} does not` };
  }),
  wrongEntry("before-created", "warning", {}, (site) => {
    const payment = site.sale({ createdAtMs: site.atMs + 2 * HOUR_MS, paidAtMs: site.atMs + 3 * HOUR_MS });
    const posted = site.post(payment, payment.charged);
    return { posted, told: () => `is older than payID ${payment.payID}, which it is for` };
  }),
  planted("duplicate-payref", {}, (site) => {
    const payment = site.sale();
    const other = site.sale({ createdAtMs: site.atMs - DAY_MS, paidAtMs: null });
    other.payref = payment.payref;
    const posting = site.post(payment, payment.charged);
    return {
      steps: [site.step(posting)],
      tell: () => `payID ${other.payID} carries the payref of payID ${payment.payID}`,
      findings: () => [site.onPayment(other, "duplicate-payref", "error")],
    };
  }),
];
