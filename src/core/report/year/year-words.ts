/** A year in words: the same in the terminal, the window and on the sheet. */
import { formatAmount, formatCount } from "../../money.ts";
import { STATE_WORDS } from "../../review/close/close-rules.ts";
import type { Month } from "../../review/close/close.ts";
import { ZoneClock, sayInstant } from "../../time.ts";
import { monthTitle } from "../words/verdict.ts";
import {
  type Year,
  type YearFigures,
  type YearMonth,
  type YearReport,
  carriedOff,
  opensOnClosing,
  restatedBy,
} from "./year.ts";

/** @example `September 2025 to August 2026` */
export function yearTitle({ months }: Pick<Year, "months">): string {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) throw new Error("a year has months");
  return `${monthTitle(first.month)} to ${monthTitle(last.month)}`;
}

/**
 * What the year comes to: whether each month opens on the closing before, and which signed ones were
 * restated.
 */
export function yearVerdict({ months }: Year): string {
  const off = months.filter(({ figures }) => !figures.every(opensOnClosing));
  const restated = months.filter(({ figures }) => figures.some((of) => restatedBy(of) !== 0));
  if (months.every(({ figures }) => figures.length === 0)) return "No record reaches these months.";
  const carried =
    off.length === 0
      ? "Every month opens on the closing of the month before."
      : `${monthsWords(off)} ${off.length === 1 ? "does" : "do"} not open on the closing of the month before.`;
  const since =
    restated.length === 0
      ? "No signed closing changed since."
      : `Later pulls changed the signed closing of ${monthsWords(restated)}.`;
  return `${carried} ${since}`;
}

/** How many of the months are signed off. */
export function yearProgress({ months }: Year): string {
  const signed = months.filter((month) => month.signed !== null).length;
  return `${formatAmount(signed)} of ${formatCount(months.length, "month")} signed off.`;
}

/** A month's state, and why figures are missing or may still change. @example `open, not over yet` */
export function monthStateWords({ state, reach, restatements }: YearMonth): string {
  const changed = restatements === 0 ? "" : `, ${changedWords(restatements)}`;
  switch (reach) {
    case "before-records":
      return "before the oldest record";
    case "not-reached":
      return "after the newest records";
    case "not-over":
      return `${STATE_WORDS[state]}, not over yet${changed}`;
    case "whole":
      return `${STATE_WORDS[state]}${changed}`;
  }
}

/**
 * How often later pulls changed the records of a signed month, also where its closing stays.
 *
 * @example `7 changes since`
 */
export function changedWords(restatements: number): string {
  return `${formatCount(restatements, "change")} since`;
}

/** That wallets open apart from their closings and it cancels out; '' where none do. */
export function apartWords(of: YearFigures): string {
  if (of.walletsApart === 0 || carriedOff(of) !== 0) return "";
  return `${formatCount(of.walletsApart, "wallet")} open apart from their closings before, and the differences cancel each other`;
}

/** What of the year is not known, one sentence each. */
export function yearLimits(year: YearReport): string[] {
  const { months, totals } = year;
  const first = months.find(({ figures }) => figures.length > 0);
  const begins = first?.figures.some(({ before }) => before === null) ? first : null;
  const early = months.findLast(({ reach }) => reach === "before-records");
  const partial = months.find(({ reach }) => reach === "not-over");
  const late = months.filter(({ reach }) => reach === "not-reached");
  return [
    ...(begins === null
      ? early === undefined
        ? []
        : [`No record is dated in ${monthTitle(early.month)} or before.`]
      : [`The records begin in ${monthTitle(begins.month)}: its opening has nothing to be compared with.`]),
    ...(partial === undefined ? [] : [partialWords(partial, year)]),
    ...(late.length === 0 ? [] : [`Nothing is known of ${monthsWords(late)}: ${newestWords(year)}.`]),
    ...(totals.some(({ currency, wallets }) => currency === null && wallets > 1)
      ? [
          "Wallets whose currency is not stated are added up as one: a check of the arithmetic, not a balance.",
        ]
      : []),
  ];
}

function partialWords({ month }: YearMonth, year: YearReport): string {
  return year.pull.source === "service"
    ? `${monthTitle(month)} was not over when ${newestWords(year)}: its figures will change.`
    : `${monthTitle(month)} has the newest record, and files do not say how far they reach: its figures may change.`;
}

/** How far the records reach. */
function newestWords({ pull, timeZone }: YearReport): string {
  const at = sayInstant(pull.atMs, new ZoneClock(timeZone));
  return pull.source === "service" ? `the newest pull was made at ${at}` : "no file has a record of it";
}

const MOST_NAMED = 3;

/** @example `March 2026 and May 2026`, `4 months` */
function monthsWords(months: readonly { readonly month: Month }[]): string {
  if (months.length > MOST_NAMED) return formatCount(months.length, "month");
  const names = months.map(({ month }) => monthTitle(month));
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} and ${last}`;
}
