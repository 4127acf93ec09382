/** The note on each prepared or signed month that has changed since, in the sentence of every place. */
import { formatCount } from "../../../core/money.ts";
import { type ChangedSince, changedKinds } from "../../../core/review/close/since.ts";
import { STATE_WORDS } from "../../../core/review/close/close-rules.ts";
import { monthTitle } from "../../../core/words/month.ts";
import type { DriftedMonth } from "../../../main/services/close/months.ts";
import { harmless } from "../../terminal.ts";

const MOST_TOLD = 3;

/**
 * @example
 *   `Note: October 2026 is signed off. Since then: 1 change, closing unchanged.`
 *   `  Decisions: 1 exception has a different decision`
 */
export function driftWords(drifted: readonly DriftedMonth[]): string {
  const told = drifted.slice(0, MOST_TOLD).map(({ month, state, changedSince }) => {
    const lines = kindLines(changedSince).map((line) => `  ${line}\n`);
    return `Note: ${monthTitle(month)} is ${STATE_WORDS[state]}. ${harmless(changedSince.sentence)}\n${lines.join("")}`;
  });
  const more = drifted.length - told.length;
  const rest =
    more === 0
      ? []
      : [`Note: ${formatCount(more, "later month")} also ${more === 1 ? "differs" : "differ"}.\n`];
  return [...told, ...rest].join("");
}

/** What changed, a line for each kind. */
export function kindLines(changed: ChangedSince): string[] {
  return changedKinds(changed).map(({ title, phrases }) => `${title}: ${harmless(phrases.join("; "))}`);
}

/** As JSON documents hold it; null where it could not be determined. */
export function driftDocument(drifted: readonly DriftedMonth[] | null) {
  if (drifted === null) return null;
  return drifted.map(({ month, state, changedSince }) => {
    const { sentence, records, decisions, options, effects } = changedSince;
    return { month, state, sentence, records, decisions, options, effects };
  });
}
