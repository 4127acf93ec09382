/** Transaction rules: one transaction against itself. */
import type { Transaction } from "../../../src/core/records/transaction.ts";
import type { Report } from "./report.ts";
import type { Extra } from "./terms.ts";

export function reportTransactions(report: Report): void {
  for (const one of report.world.transactions) {
    reportSums(report, one);
    reportWriting(report, one);
  }
}

function unequal(expected: bigint, actual: number): Extra | null {
  const difference = BigInt(actual) - expected;
  return difference === 0n ? null : { expected: Number(expected), actual, difference: Number(difference) };
}

function reportSums(report: Report, one: Transaction): void {
  const { detail } = one;
  const sum = BigInt(one.chargedamount) + BigInt(one.scrowfee) + BigInt(one.taxfee);
  flag(report, "payable-sum", "error", one, unequal(sum, one.payableamount));
  flag(report, "charged-amount", "error", one, chargedAmount(one));
  if (detail.cycle === "milestone") {
    flag(report, "milestone-total", "error", one, unequal(taskTotal(detail.tasks), detail.amount));
  }
  if (detail.cycle === "one-time" || detail.cycle === "milestone") {
    flag(report, "escrow-charge", "warning", one, unequal(BigInt(one.scrowfee), detail.escrowCharge));
  }
  if (detail.cycle === "crowd-pay") flag(report, "crowd-pay-fee", "warning", one, unequal(0n, one.scrowfee));
}

function taskTotal(tasks: readonly { readonly taskamount: number }[]): bigint {
  return tasks.reduce((sum, { taskamount }) => sum + BigInt(taskamount), 0n);
}

function chargedAmount({ detail, chargedamount }: Transaction): Extra | null {
  switch (detail.cycle) {
    case "one-time": {
      const amount = BigInt(detail.itemamount);
      const product = detail.itemquantity === null ? null : amount * BigInt(detail.itemquantity);
      if (product !== null && product === BigInt(chargedamount)) return null;
      return unequal(amount, chargedamount);
    }
    case "milestone":
      return unequal(taskTotal(detail.tasks), chargedamount);
    case "crowd-pay":
      return unequal(BigInt(detail.projectGoal), chargedamount);
    case "unknown":
      return null;
  }
}

/** Rules that carry no numbers. */
function reportWriting(report: Report, one: Transaction): void {
  const { detail, payref, paymentURL } = one;
  const note = (rule: string, severity: "error" | "warning", wrong: boolean) => {
    flag(report, rule, severity, one, wrong ? {} : null);
  };
  note("reference", "error", detail.reference !== null && detail.reference !== payref);
  note("cycle", "error", detail.type !== null && detail.type !== one.cycle);
  note("payment-url", "warning", paymentURL !== null && !paymentURL.endsWith(`/pay/${payref}`));
  const undated =
    detail.cycle === "milestone" &&
    detail.tasks.some((task) => task.isComplete === 1 && task.dateCompletedAtMs === null);
  note("task-dates", "warning", undated);
}

function flag(
  report: Report,
  rule: string,
  severity: "error" | "warning",
  one: Transaction,
  extra: Extra | null,
): void {
  if (extra !== null) report.transaction(rule, severity, one, extra);
}
