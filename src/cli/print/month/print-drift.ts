/** The note on each prepared or signed month that has changed since. */
import { formatCount } from "../../../core/money.ts";
import { differsWords } from "../../../core/review/close/close-changes.ts";
import { STATE_WORDS } from "../../../core/review/close/close-rules.ts";
import { monthTitle } from "../../../core/report/words/verdict.ts";
import type { DriftedMonth } from "../../../main/services/close/drifted-months.ts";
import { harmless } from "../../terminal.ts";

const MOST_TOLD = 3;

/**
 * @example
 *   `Note: October 2026 is signed off, but differs from what was signed: 1 exception has a different decision.`
 */
export function driftWords(drifted: readonly DriftedMonth[]): string {
  const told = drifted.slice(0, MOST_TOLD).map(({ month, state, changes }) => {
    const differs = harmless(differsWords(state, changes));
    return `Note: ${monthTitle(month)} is ${STATE_WORDS[state]}, but ${differs}.\n`;
  });
  const more = drifted.length - told.length;
  const rest =
    more === 0
      ? []
      : [`Note: ${formatCount(more, "later month")} also ${more === 1 ? "differs" : "differ"}.\n`];
  return [...told, ...rest].join("");
}
