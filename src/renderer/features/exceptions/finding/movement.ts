/** Where the queue goes: a line on, a line back, or to the next that waits for a decision. */
import type { ReviewStatus } from "../../../../core/review/decisions/review.ts";
import { WAITING } from "../../../shared/decide/queue-filters.ts";

/** @returns the index `by` lines on, within the queue; −1 where it is empty */
export function moveBy(index: number, by: number, total: number): number {
  if (total === 0) return -1;
  if (index === -1) return by > 0 ? 0 : total - 1;
  return Math.min(total - 1, Math.max(0, index + by));
}

export function isWaiting(status: ReviewStatus): boolean {
  return WAITING.includes(status);
}

/**
 * The next line that waits for a decision, after the one at `index`, then from the top; −1 when none waits.
 *
 * @param statuses of the queue in its order
 */
export function nextWaiting(statuses: readonly ReviewStatus[], index: number): number {
  const after = statuses.findIndex((status, at) => at > index && isWaiting(status));
  return after === -1 ? statuses.findIndex((status, at) => at !== index && isWaiting(status)) : after;
}

/**
 * Which line is current after what it was on has left the queue: the one that moved up into its place, else
 * the last.
 *
 * @param total lines there are now
 */
export function placeAfterLeaving(index: number, total: number): number {
  return total === 0 ? -1 : Math.min(Math.max(index, 0), total - 1);
}
