/** How near two payrefs are to each other. */
import { foldCase } from "../../text/text.ts";

/** What payrefs are compared by when blanks around them and upper or lower case do not count. */
export function normalise(text: string): string {
  return foldCase(text.trim());
}

/** How near two payrefs are: equal, equal after trimming and case folding, or at distance 1. */
export type PayrefLikeness = "same" | "folded" | "one-letter";

/** @returns null where they are not near each other, and where one is '' */
export function payrefLikeness(one: string, other: string): PayrefLikeness | null {
  if (one === "" || other === "") return null;
  if (one === other) return "same";
  if (normalise(one) === normalise(other)) return "folded";
  return isAtDistanceOne(one, other) ? "one-letter" : null;
}

/** Whether all but a few code units in one place are the same: of two texts at distance 1 they always are. */
function mayBeNear(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (Math.abs(one.length - other.length) > 2) return false;
  let from = 0;
  while (from < shorter && one.charCodeAt(from) === other.charCodeAt(from)) from += 1;
  let tail = 0;
  while (tail < shorter - from && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return from + tail >= shorter - 4;
}

/** Optimal string alignment distance 1: one character inserted, deleted or replaced, or two swapped. */
export function isAtDistanceOne(one: string, other: string): boolean {
  if (!mayBeNear(one, other)) return false;
  const a = Array.from(one);
  const b = Array.from(other);
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from += 1;
  let tail = 0;
  while (tail < a.length - from && tail < b.length - from && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const left = a.slice(from, a.length - tail);
  const right = b.slice(from, b.length - tail);
  if (left.length + right.length === 0) return false;
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
