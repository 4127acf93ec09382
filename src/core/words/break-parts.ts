/** What break differences consist of, the same on A1, in the window's overview and in the terminal. */
import { formatAmount } from "../money.ts";
import type { RuleId } from "../reconcile/input/rules.ts";

/** The rules that find breaks, each with what its rows are. */
export const BREAK_PARTS = [
  { rule: "chain-break", words: "balances that do not follow" },
  { rule: "pending-entry", words: "not in the balance yet" },
  { rule: "history-gap", words: "gaps between pulls" },
] as const satisfies readonly { readonly rule: RuleId; readonly words: string }[];
export type BreakPart = (typeof BREAK_PARTS)[number];

/** @example `of which balances that do not follow (9)` */
export function breakPartTitle({ words }: BreakPart, rows: number): string {
  return `of which ${words} (${formatAmount(rows)})`;
}

/** One kind of break in a roll-forward with a column for each `C`: a currency, or a wallet. */
export interface RollPart<C> {
  readonly rule: BreakPart["rule"];
  /** @example `of which balances that do not follow (9)` */
  readonly title: string;
  readonly in: (column: C) => number;
}

/**
 * Divides the break differences of a roll-forward into their kinds.
 *
 * @param columns each with the sum that its parts must come to
 * @param breaksOf how many breaks a rule found, and their sum in a column; NaN where the sum is not known
 * @returns none where there is one kind of break alone, or where the parts do not add up
 */
export function rollParts<C extends { readonly breakDifference: number }>(
  columns: readonly C[],
  breaksOf: (rule: BreakPart["rule"]) => { readonly rows: number; readonly in: (column: C) => number },
): RollPart<C>[] {
  const parts = BREAK_PARTS.flatMap((part) => {
    const { rows, in: sumIn } = breaksOf(part.rule);
    return rows === 0 ? [] : [{ rule: part.rule, title: breakPartTitle(part, rows), in: sumIn }];
  });
  const addUp = columns.every(
    (column) => parts.reduce((total, part) => total + part.in(column), 0) === column.breakDifference,
  );
  return parts.length > 1 && addUp ? parts : [];
}
