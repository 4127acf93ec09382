/** What came of writing a decision: which numbers it has, and what a failure means for it. */
import type { Decision } from "../../../core/review/decisions/decision.ts";
import type { TakenFacts } from "../../../ipc/contract.ts";
import type { Fault } from "../../../ipc/envelope.ts";
import { ApiError } from "../../api.ts";
import type { DecisionDraft } from "../protocol.ts";

/** Has what others decided meanwhile before the person's eyes when a call fails for that. */
export async function readingConflicts<T>(
  readNewer: () => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isFault(error, "DECISION_CONFLICT")) await readNewer();
    throw error;
  }
}

/** Whether a step can no longer be taken and would block the ones before it. */
export function isHopeless(error: unknown): boolean {
  return isFault(
    error,
    "DECISION_CONFLICT",
    "DECISION_NOT_FOUND",
    "FINDING_NOT_FOUND",
    "MATCH_CONFLICT",
    "MATCH_NOT_FOUND",
    "MATCH_INVALID",
  );
}

/** Whether it may have been written all the same, as when the page was left (null) or main went away. */
export function isUncertain(fault: Fault | null): boolean {
  return fault?.code !== "DECISION_CONFLICT";
}

/**
 * The id of each finding's decision, as main numbers those taken at once: one for each finding, in their
 * order.
 */
export function idsOf(items: DecisionDraft["items"], first: number): Map<string, number> {
  const named = new Set(items.map(({ fingerprint }) => fingerprint));
  return new Map([...named].map((fingerprint, at) => [fingerprint, first + at]));
}

/** Of all decisions those that were taken at once. */
export function takenAmong(
  decisions: readonly Decision[],
  { first, count }: TakenFacts,
): readonly Decision[] {
  const at = decisions.findLastIndex(({ id }) => id === first);
  return at === -1 ? [] : decisions.slice(at, at + count);
}

function isFault(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof ApiError && codes.includes(error.fault.code);
}
