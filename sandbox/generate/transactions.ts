/** Faults within a transaction. Its money reached the wallet as it should. */
import type { Payment } from "./transaction.ts";
import type { PlantedFinding, WorldTransaction } from "../world.ts";
import type { FaultRecipe, Scenario } from "./fault.ts";
import type { Site } from "./site.ts";
import { DAY_MS } from "../../src/core/time.ts";
import { HOUR_MS, endOfMonth } from "./caller.ts";

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

/** For a payment that is wrong by itself. */
const unchanged: TransactionChange = (record) => record;

/** A settled sale whose record says something that is not so. */
function settled(
  site: Site,
  { payment, due, change }: { payment: Payment; due: number; change: TransactionChange },
  told: string,
  finding: Pick<PlantedFinding, "rule" | "severity" | "difference">,
): Scenario {
  payment.alter = change;
  const { rule, severity, ...rest } = finding;
  return {
    steps: [site.step(site.post(payment, due))],
    tell: () => `payID ${payment.payID} ${told}`,
    findings: () => [site.onPayment(payment, rule, severity, rest)],
  };
}

/** A fault of a settled one-time sale. */
function ofSale(
  rule: string,
  severity: PlantedFinding["severity"],
  told: string,
  change: TransactionChange,
  difference?: number,
): FaultRecipe {
  const finding = difference === undefined ? { rule, severity } : { rule, severity, difference };
  return {
    word: rule,
    plant(site) {
      const payment = site.sale();
      return settled(site, { payment, due: payment.charged, change }, told, finding);
    },
  };
}

export const TRANSACTION_FAULTS: readonly FaultRecipe[] = [
  ofSale(
    "payable-sum",
    "error",
    "asks 250 more than its parts come to",
    withFee(({ payableamount }) => ({ payableamount: payableamount + 250 })),
    250,
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
  {
    word: "currency-mismatch",
    times: 2,
    plant(site) {
      const { businessID, secondBusinessID } = site.books.trader;
      const [business, currency] = site.turn % 2 === 0 ? [businessID, "USD"] : [secondBusinessID, "GHS"];
      const payment = site.sale({ businessID: business });
      const change = withFee(() => ({ currency }));
      const finding = { rule: "currency-mismatch", severity: "error" } as const;
      return settled(site, { payment, due: payment.charged, change }, `is in ${currency}`, finding);
    },
  },
  {
    word: "unknown-role",
    entries: 2,
    plant(site) {
      const payment = site.purchase();
      const role = `Agent ${payment.ordinal}`;
      payment.alter = withSummary(() => ({ trader_status: role }));
      return {
        steps: [site.fundedPurchase(payment)],
        tell: () => `payID ${payment.payID} has the role ${role}`,
        findings: () => [site.onPayment(payment, "unknown-role", "info")],
      };
    },
  },
  {
    word: "charged-amount",
    times: 3,
    plant(site) {
      const { payment, due } = site.anySale();
      const change = {
        "one-time": withData(({ fee }) => ({ itemquantity: 1, itemamount: fee.chargedamount - 700 })),
        milestone: withFee(({ chargedamount, payableamount }) => ({
          chargedamount: chargedamount + 700,
          payableamount: payableamount + 700,
        })),
        "crowd-pay": withData(({ fee }) => ({ project_goal: fee.chargedamount - 700 })),
      }[payment.cycle];
      const finding = { rule: "charged-amount", severity: "error", difference: 700 } as const;
      return settled(site, { payment, due, change }, "charges 700 more than its detail comes to", finding);
    },
  },
  {
    word: "milestone-total",
    plant(site) {
      const payment = site.milestone();
      const change = withData(({ fee }) => ({ amount: fee.chargedamount + 300 }));
      const finding = { rule: "milestone-total", severity: "error", difference: 300 } as const;
      return settled(
        site,
        { payment, due: payment.charged, change },
        "states 300 more than its tasks come to",
        finding,
      );
    },
  },
  {
    word: "escrow-charge",
    times: 2,
    plant(site) {
      const payment = site.turn % 2 === 0 ? site.sale() : site.milestone();
      const change = withData(({ fee }) => ({ escrow_charge: fee.scrowfee + 50 }));
      const finding = { rule: "escrow-charge", severity: "warning", difference: 50 } as const;
      const told = "states an escrow charge that is not its fee";
      return settled(site, { payment, due: payment.charged, change }, told, finding);
    },
  },
  {
    word: "crowd-pay-fee",
    plant(site) {
      const payment = site.crowdPay();
      payment.escrow = 500;
      const finding = { rule: "crowd-pay-fee", severity: "warning", difference: 500 } as const;
      return settled(
        site,
        { payment, due: payment.raised, change: unchanged },
        "is a crowd-pay with an escrow fee",
        finding,
      );
    },
  },
  {
    word: "task-dates",
    plant(site) {
      const payment = site.milestone();
      const change = withData(({ data }) => ({
        list: (data["list"] as readonly object[]).map((task, at) =>
          at === 0 ? { ...task, dateCompleted: null } : task,
        ),
      }));
      const finding = { rule: "task-dates", severity: "warning" } as const;
      const told = "has a complete task without a date";
      return settled(site, { payment, due: payment.charged, change }, told, finding);
    },
  },
  {
    word: "repeated-transaction",
    plant(site) {
      const payment = site.sale();
      payment.copy = (record) => ({ ...record });
      return {
        steps: [site.step(site.post(payment, payment.charged))],
        tell: () => `payID ${payment.payID} is listed twice, alike`,
        findings: () => [site.onPayment(payment, "repeated-transaction", "info")],
      };
    },
  },
  {
    word: "conflicting-transaction",
    plant(site) {
      const payment = site.sale();
      payment.copy = withData(() => ({ terms: "Corrected terms." }));
      return {
        steps: [site.step(site.post(payment, payment.charged))],
        tell: () => `payID ${payment.payID} is listed twice, with different terms`,
        findings: () => [site.onPayment(payment, "conflicting-transaction", "error")],
      };
    },
  },
];

// Faults in the ties between entries and payments: missing or wrong.

/** A payref as a tired hand copies it: in small letters, with a blank, or with one letter wrong. */
function mistype(payref: string, turn: number): string {
  if (turn % 3 === 0) return payref.toLowerCase();
  if (turn % 3 === 1) return `${payref} `;
  return payref.slice(0, -1) + (payref.endsWith("7") ? "1" : "7");
}

export const PAYREF_FAULTS: readonly FaultRecipe[] = [
  {
    word: "orphan-payref",
    times: 2,
    plant(site) {
      const payref = site.books.unusedPayref();
      const posting = site.post(null, site.amount(), { alter: (entry) => ({ ...entry, payref }) });
      return site.wrongEntry(
        posting,
        "orphan-payref",
        "error",
        () => `carries the payref ${payref}, which no transaction has`,
        { payref, suggestions: [] },
      );
    },
  },
  {
    word: "mistyped-payref",
    times: 3,
    plant(site) {
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
    },
  },
  {
    word: "paid-without-entry",
    times: 3,
    entries: 0,
    plant(site) {
      const payment = site.turn % 2 === 0 ? site.sale() : site.milestone();
      return {
        tell: () => `payID ${payment.payID} is paid and never reached the wallet`,
        findings: () => [
          site.onPayment(payment, "paid-without-entry", "error", { difference: 0 - payment.charged }),
        ],
      };
    },
  },
  {
    word: "in-transit",
    times: 2,
    entries: 0,
    when: "last",
    plant(site) {
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
    },
  },
  {
    word: "entry-for-unpaid",
    plant(site) {
      const payment = site.sale({ paidAtMs: null });
      const posting = site.post(payment, payment.charged);
      return site.wrongEntry(
        posting,
        "entry-for-unpaid",
        "error",
        () => `is for payID ${payment.payID}, which is not paid`,
      );
    },
  },
  {
    word: "duplicate-entry",
    times: 2,
    entries: 2,
    plant(site) {
      const payment = site.sale();
      const first = site.post(payment, payment.charged);
      const again = site.post(payment, payment.charged);
      return {
        steps: [site.step(first), { atMs: site.atMs + 5 * HOUR_MS, postings: [again] }],
        tell: () =>
          `walletID ${again.walletID} enters payID ${payment.payID} again after walletID ${first.walletID}`,
        findings: () => [site.onEntry(again, "duplicate-entry", "error")],
      };
    },
  },
  {
    word: "wrong-business",
    plant(site) {
      const payment = site.sale();
      const businessID = site.books.trader.secondBusinessID;
      const posting = site.post(payment, payment.charged, { alter: (entry) => ({ ...entry, businessID }) });
      return site.wrongEntry(
        posting,
        "wrong-business",
        "error",
        () => `is entered for business ${businessID}, payID ${payment.payID} is not`,
      );
    },
  },
  {
    word: "wrong-user",
    plant(site) {
      const payment = site.sale();
      // Each in a wallet of its own, which so starts at zero.
      const foreignUserID = 300_000 + payment.ordinal;
      const posting = site.post(payment, payment.charged, { foreignUserID });
      return site.wrongEntry(
        posting,
        "wrong-user",
        "error",
        () => `lies in user ${foreignUserID}'s wallet, payID ${payment.payID} does not`,
      );
    },
  },
  {
    word: "before-created",
    plant(site) {
      const payment = site.sale({ createdAtMs: site.atMs + 2 * HOUR_MS, paidAtMs: site.atMs + 3 * HOUR_MS });
      const posting = site.post(payment, payment.charged);
      return site.wrongEntry(
        posting,
        "before-created",
        "warning",
        () => `is older than payID ${payment.payID}, which it is for`,
      );
    },
  },
  {
    word: "duplicate-payref",
    plant(site) {
      const payment = site.sale();
      const other = site.sale({ createdAtMs: site.atMs - DAY_MS, paidAtMs: null });
      other.payref = payment.payref;
      const posting = site.post(payment, payment.charged);
      return {
        steps: [site.step(posting)],
        tell: () => `payID ${other.payID} carries the payref of payID ${payment.payID}`,
        findings: () => [site.onPayment(other, "duplicate-payref", "error")],
      };
    },
  },
];
