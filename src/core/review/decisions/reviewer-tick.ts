/** The status that a reviewer's tick in a workbook stands for. */
import { DECISION_STATUSES, type DecisionStatus } from "./decision.ts";

/**
 * Signs and words by which people tick off: seen, and agreed. An x is not one: on B1 and B2 a cross marks
 * what does not agree.
 */
const AGREEING: ReadonlySet<string> = new Set(["✓", "✔", "☑", "√", "ok", "yes", "y", "1", "true"]);
/** What an empty box says. */
const NOTHING: ReadonlySet<string> = new Set(["", "false", "0"]);

/** The meaning of a tick; `nothing` without one, `unclear` when it is ambiguous. */
type TickMeaning = DecisionStatus | "agreed" | "nothing" | "unclear";

/** @param typed as it is in the cell; case, blanks around it and a full stop do not matter */
export function meaningOfTick(typed: string): TickMeaning {
  const word = wordOf(typed);
  if (NOTHING.has(word)) return "nothing";
  if (AGREEING.has(word)) return "agreed";
  return DECISION_STATUSES.find((status) => status === word) ?? "unclear";
}

/** Crosses, by which some people tick off and others mark what is wrong. */
const CROSSES: ReadonlySet<string> = new Set(["x", "×", "✗", "✘", "☒", "✕", "✖"]);

/** Whether a tick is a cross, which could mean yes or no. */
export function isCross(typed: string): boolean {
  return CROSSES.has(wordOf(typed));
}

/** How a tick may be written, for people. */
export const TICKS_UNDERSTOOD = "✓, ok, yes, or one of accepted, explained, raised, open";

function wordOf(typed: string): string {
  // A sign may come with a mark that asks for it to be drawn in colour.
  return typed
    .replaceAll(/[\uFE0E\uFE0F]/gu, "")
    .trim()
    .replace(/\.$/u, "")
    .toLowerCase();
}
