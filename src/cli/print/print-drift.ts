/** What must be said of prepared and signed months that are not what they were any more. */
import { formatCount } from "../../core/money.ts";
import { differsWords } from "../../core/review/close/close-changes.ts";
import { STATE_WORDS } from "../../core/review/close/close-rules.ts";
import { monthTitle } from "../../core/report/words/verdict.ts";
import type { DriftedMonth } from "../../main/services/close/drifted-months.ts";
import { harmless } from "../terminal.ts";

const MOST_TOLD = 3;

/** @example `Note: October 2026 is signed off, and no longer what was signed: another decision stands on 1 exception.` */
export function driftWords(drifted: readonly DriftedMonth[]): string {
  const told = drifted.slice(0, MOST_TOLD).map(({ month, state, changes }) => {
    const differs = harmless(differsWords(state, changes));
    return `Note: ${monthTitle(month)} is ${STATE_WORDS[state]}, and ${differs}.\n`;
  });
  const more = drifted.length - told.length;
  const rest =
    more === 0 ? [] : [`Note: So ${more === 1 ? "is" : "are"} ${formatCount(more, "later month")}.\n`];
  return [...told, ...rest].join("");
}
