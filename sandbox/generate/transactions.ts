/** Faults within a transaction. Its money reached the wallet as it should. */
import type { Payment } from "./transaction.ts";
import type { PlantedFinding, WorldTransaction } from "../world.ts";
import type { FaultRecipe, Scenario } from "./fault.ts";
import type { Site } from "./site.ts";

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
