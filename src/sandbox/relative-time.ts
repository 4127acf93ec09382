/** Relative times in words: the `_alt` texts, of which the interface shows only two. */

const MINUTE_MS = 60_000;

const UNITS: readonly { readonly ms: number; readonly name: string }[] = [
  { ms: 365 * 24 * 60 * MINUTE_MS, name: "year" },
  { ms: 30 * 24 * 60 * MINUTE_MS, name: "month" },
  { ms: 24 * 60 * MINUTE_MS, name: "day" },
  { ms: 60 * MINUTE_MS, name: "hour" },
  { ms: MINUTE_MS, name: "minute" },
];

/**
 * How long ago an instant was, in its largest whole unit.
 *
 * @param thenMs milliseconds UTC; a time ahead counts as now
 * @param nowMs milliseconds UTC
 * @example relativeTime(0, 3 * 86_400_000) // '3 days ago'
 */
export function relativeTime(thenMs: number, nowMs: number): string {
  const passedMs = nowMs - thenMs;
  const unit = UNITS.find(({ ms }) => passedMs >= ms);
  if (unit === undefined) return "Just now";
  const count = Math.floor(passedMs / unit.ms);
  return `${count} ${unit.name}${count === 1 ? "" : "s"} ago`;
}
