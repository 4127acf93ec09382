/** How far back pulls covered the history, in words: the same in terminal, window and workbook. */
import { type LastLook, type LastLooks, notReached } from "../restate/last-looks.ts";
import { ZoneClock } from "../../time.ts";
import { monthTitle } from "../../words/month.ts";

/**
 * Which signed months the newest wallet history did not cover, and when each was last covered in full,
 * without the full stop.
 *
 * @returns '' where it covered all of them
 * @example
 *   `Pull 3 asked for no entries before 2026-08-30 (walletID 118120): August 2026, signed off, was last covered in full by pull 1 of 2026-09-01`
 */
export function reachWords(looks: LastLooks, timeZone: string): string {
  const { newest } = looks;
  const left = notReached(looks);
  if (newest === null || newest.oldest === null || left.length === 0) return "";
  const clock = new ZoneClock(timeZone);
  const { walletID, atMs } = newest.oldest;
  const what = newest.source === "service" ? "asked for no entries" : "had no entries";
  const months = [...Map.groupBy(left, ({ pullId }) => pullId).values()].map((of) => lookWords(of, clock));
  return `Pull ${newest.pullId} ${what} before ${clock.day(atMs)} (walletID ${walletID}): ${months.join("; ")}`;
}

/** Of months that the same pull covered last. */
function lookWords(months: readonly LastLook[], clock: ZoneClock): string {
  const [first] = months;
  const last = months.at(-1);
  if (first === undefined || last === undefined) return "";
  const isOne = months.length === 1;
  const which = isOne
    ? `${monthTitle(first.month)}, signed off, was`
    : `the ${months.length} signed months from ${monthTitle(first.month)} to ${monthTitle(last.month)} were`;
  if (first.pullId === null) return `${which} never covered in full by one pull`;
  const day = first.atMs === null ? ", from files" : ` of ${clock.day(first.atMs)}`;
  return `${which} last covered in full by pull ${first.pullId}${day}`;
}
