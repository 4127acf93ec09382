/** What break differences consist of, the same on A1 and in the window's overview. */
import { formatAmount } from "../../money.ts";
import type { RuleId } from "../../reconcile/rules.ts";

/** The rules that find breaks, each with what its rows are. */
export const BREAK_PARTS = [
  { rule: "chain-break", words: "wrong balances" },
  { rule: "pending-entry", words: "not in the balance yet" },
  { rule: "history-gap", words: "gaps between pulls" },
] as const satisfies readonly { readonly rule: RuleId; readonly words: string }[];
export type BreakPart = (typeof BREAK_PARTS)[number];

/** @example `of which wrong balances (9)` */
export function breakPartTitle({ words }: BreakPart, rows: number): string {
  return `of which ${words} (${formatAmount(rows)})`;
}
