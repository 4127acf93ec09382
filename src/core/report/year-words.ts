/** A year in words: the same in the terminal, the window and on the sheet. */
import { formatAmount, formatCount } from "../money.ts";
import { stateWords } from "../review/close/close-rules.ts";
import type { Month } from "../review/close/close.ts";
import { muchWords } from "../review/close/since.ts";
import { ZoneClock, sayInstant } from "../time.ts";
import { monthTitle } from "../words/month.ts";
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

/** What the year comes to: whether each month opens on the closing before, and what was restated. */
export function yearVerdict({ months }: Year): string {
  const off = months.filter(({ figures }) => !figures.every(opensOnClosing));
  if (months.every(({ figures }) => figures.length === 0)) return "No record reaches these months.";
  const carried =
    off.length === 0
      ? "Every month opens on the closing of the month before."
      : `${monthsWords(off)} ${off.length === 1 ? "does" : "do"} not open on the closing of the month before.`;
  return `${carried} ${sinceWords(months)}`;
}

/** Each signed month that is different now is named once, by the figure that says most. */
function sinceWords(months: readonly YearMonth[]): string {
  const closings = months.filter((month) => isRestated(month, "closing"));
  const movements = months.filter((month) => !closings.includes(month) && isRestated(month, "movements"));
  const others = months.filter((month) => !closings.includes(month) && !movements.includes(month));
  const unresolved = others.filter((month) => isRestated(month, "unresolved"));
  const sentences = [
    closings.length === 0 ? "" : `The signed closing of ${monthsWords(closings)} changed since.`,
    movements.length === 0
      ? ""
      : `The movements of ${monthsWords(movements)} changed since, with the same closing.`,
    unresolved.length === 0 ? "" : `What is unresolved of ${monthsWords(unresolved)} changed since.`,
  ].filter((sentence) => sentence !== "");
  return sentences.length === 0 ? "No signed figure changed since." : sentences.join(" ");
}

function isRestated({ figures }: YearMonth, figure: keyof ReturnType<typeof restatedBy>): boolean {
  return figures.some((of) => restatedBy(of)[figure] !== 0);
}

/** How many of the months are signed off. */
export function yearProgress({ months }: Year): string {
  const signed = months.filter((month) => month.signed !== null).length;
  return `${formatAmount(signed)} of ${formatCount(months.length, "month")} signed off.`;
}

const BEFORE_RECORDS = "before the oldest record";

/** A month's state, and why figures are missing or may still change. @example `open, not over yet` */
export function monthStateWords(month: Pick<YearMonth, "state" | "reach" | "prepared">): string {
  const { state, reach } = month;
  switch (reach) {
    case "before-records":
      return state === "open" ? BEFORE_RECORDS : `${stateWords(month)}, ${BEFORE_RECORDS}`;
    case "not-reached":
      return "after the newest records";
    case "not-over":
      return `${stateWords(month)}, not over yet`;
    case "whole":
      return stateWords(month);
  }
}

/**
 * How much of a signed month changed since, as `muchWords`; '' for nothing. It is of the month, not of one of its
 * currencies.
 *
 * @example `7 changes since`
 */
export function changedWords({ changes, effects }: Pick<YearMonth, "changes" | "effects">): string {
  const much = muchWords({ count: changes, effects });
  return much === "" ? "" : `${much} since`;
}

/** What of a signed month differs now, one phrase each. @example `movements changed since by −160,826` */
export function restatedWords(of: YearFigures, say: (amount: number) => string): string[] {
  const { closing, movements, unresolved } = restatedBy(of);
  const by = (amount: number) => `${amount > 0 ? "+" : ""}${say(amount)}`;
  return [
    closing === 0 ? "" : `closing changed since by ${by(closing)}, to ${say(of.closing + closing)}`,
    // A closing that moved by the same amount says so already.
    movements === closing ? "" : `movements changed since by ${by(movements)}`,
    unresolved === 0
      ? ""
      : `unresolved changed since by ${by(unresolved)}, to ${say(of.unresolved.amount + unresolved)}`,
  ].filter((phrase) => phrase !== "");
}

/** That wallets open apart from their closings and it cancels out; '' where none do. */
export function apartWords(of: YearFigures): string {
  if (of.walletsApart === 0 || carriedOff(of) !== 0) return "";
  return `${formatCount(of.walletsApart, "wallet")} open apart from their closings before, and the differences cancel each other`;
}

/** What of the year is not known, one sentence each. */
export function yearLimits(year: YearReport): string[] {
  const { months, totals } = year;
  const first = months.find(({ figures, reach }) => figures.length > 0 && reach !== "before-records");
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
    ...zoneWords(year),
    ...decimalsWords(year),
    ...(partial === undefined ? [] : [partialWords(partial, year)]),
    ...(late.length === 0 ? [] : [`Nothing is known of ${monthsWords(late)}: ${newestWords(year)}.`]),
    ...(totals.some(({ currency, wallets }) => currency === null && wallets > 1)
      ? [
          "Wallets whose currency is not stated are added up as one: a check of the arithmetic, not a balance.",
        ]
      : []),
  ];
}

/** Where months are cut in another zone, neighbours may miss or share the entries of some hours. */
function zoneWords({ months, timeZone }: YearReport): string[] {
  const others = months.filter((month) => month.timeZone !== null && month.timeZone !== timeZone);
  const zones = [...new Set(others.map((month) => month.timeZone))].join(", ");
  if (others.length === 0) return [];
  return [
    `The days of ${monthsWords(others)} are in ${zones}, as signed; those of other months are in ${timeZone}. So an entry near midnight may count in two months, or in none.`,
  ];
}

/** A year has one scale; a month that was prepared in another says so. */
function decimalsWords({ months, decimals }: YearReport): string[] {
  const others = months.filter((month) => month.decimals !== null && month.decimals !== decimals);
  if (others.length === 0) return [];
  const then = [...new Set(others.map((month) => month.decimals))].join(" or ");
  return [
    `${monthsWords(others)} ${others.length === 1 ? "was" : "were"} prepared with ${then} decimals; all amounts here have ${decimals}.`,
  ];
}

function partialWords({ month }: YearMonth, year: YearReport): string {
  return year.pull.source === "service"
    ? `${monthTitle(month)} was not over when ${newestWords(year)}: its figures will change.`
    : `${monthTitle(month)} has the newest record, and files do not say how far they reach: its figures may change.`;
}

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
