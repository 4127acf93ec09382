/** The numbers of a finding set as the sum an accountant would write down beside it. */
import type { Finding } from "../../../core/reconcile/input/findings.ts";
import { BREAK_RULES } from "../../../core/reconcile/input/rules.ts";
import type { EntryContext, TransactionContext, WalletRow } from "../../bridge/protocol.ts";

/** One line of a sum. Amounts are integers in the service's unit, signed as they add up. */
export interface SumLine {
  readonly words: string;
  readonly amount: number;
  /** `part` adds up, `total` closes it, `given` is what the service says, `difference` the last line. */
  readonly kind: "part" | "total" | "given" | "difference";
}

/**
 * The sum behind a finding: expected, actual and difference, with the parts of what is expected where the
 * records around it tell them. Empty where the rule has no numbers.
 *
 * @param context the entry or the transaction it is about, as the check holds it; null while it is not known
 */
export function sumOf(finding: Finding, context: EntryContext | TransactionContext | null): SumLine[] {
  const { expected, actual, difference } = finding;
  if (expected === undefined || actual === undefined || difference === undefined) return [];
  return [
    ...partsOf(finding, context, expected),
    { words: expectedWords(finding), amount: expected, kind: "total" },
    { words: actualWords(finding), amount: actual, kind: "given" },
    { words: "Difference", amount: difference, kind: "difference" },
  ];
}

/** The movement of a row under the convention in use, + raises the balance. */
export function movementOf({ inflow, outflow }: WalletRow): number {
  return (inflow ?? 0) - (outflow ?? 0);
}

/** Balance before and movement, where they come to what is expected. */
function partsOf(
  { rule }: Finding,
  context: EntryContext | TransactionContext | null,
  expected: number,
): SumLine[] {
  if (!BREAK_RULES.has(rule) || context === null || !("before" in context)) return [];
  const before = context.before.at(-1);
  const movement = movementOf(context.row);
  if (before === undefined || before.stated + movement !== expected) return [];
  return [
    { words: `Balance stated at walletID ${before.walletID}`, amount: before.stated, kind: "part" },
    { words: `Movement of walletID ${context.row.walletID}`, amount: movement, kind: "part" },
  ];
}

function expectedWords({ rule }: Finding): string {
  if (BREAK_RULES.has(rule)) return "Expected balance";
  if (rule === "opening-not-carried") return "Signed closing of the previous period";
  return rule === "opening-balance" ? "Opening, if the history were complete" : "Expected";
}

function actualWords({ rule, payID, walletID }: Finding): string {
  if (BREAK_RULES.has(rule) && walletID !== null) return `Balance stated at walletID ${walletID}`;
  if (rule === "opening-not-carried") return "Opening of the period";
  if (rule === "opening-balance") return "Opening implied by the oldest entry";
  return rule === "amount-mismatch" && payID !== null ? "Σ of its entries" : "Actual";
}
