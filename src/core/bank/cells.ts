/** Amounts and days as banks write them. */
import type { DecimalMark } from "../csv-text.ts";
import { isDay, MONTH_NAMES, type Day } from "../time.ts";

export const DATE_ORDERS = ["day-first", "month-first", "year-first"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const MARKS: Readonly<Record<DecimalMark, { readonly mark: string; readonly group: RegExp }>> = {
  point: { mark: ".", group: /^\d{1,3}(?:,\d{2,3})*,\d{3}$/u },
  comma: { mark: ",", group: /^\d{1,3}(?:[.' ]\d{3})+$/u },
};

/**
 * An amount as a bank writes it: with or without groups, a currency before or after it, a minus or brackets
 * for below zero, `DR` or `CR` after it.
 *
 * @param places decimals that the result counts
 * @returns the integer, below 0 also where `DR` says so; null when it is no amount, or has more decimals
 * @example parseBankAmount("(1,234.50)", "point", 2) // −123450
 */
export function parseBankAmount(text: string, decimalMark: DecimalMark, places: number): number | null {
  const bare = text.normalize("NFKC").replaceAll(/\s+/gu, " ").trim();
  const found =
    /^(\()?([-+\u2212])?(?:[A-Z]{3}|\p{Sc})?\s?([-+\u2212])?([\d., ']+?)\s?([-\u2212])?(\))?\s?(?:[A-Z]{3}|(DR|CR))?$/iu.exec(
      bare,
    );
  if (found === null) return null;
  const [, bracket, sign, innerSign, digits = "", after, closed, letters] = found;
  if ((bracket === undefined) !== (closed === undefined)) return null;
  const amount = digitsIn(digits.trim(), decimalMark, places);
  if (amount === null) return null;
  const signs = [sign, innerSign, after].filter((one) => one !== undefined && one !== "+");
  const isBelow = bracket !== undefined || signs.length > 0 || letters?.toUpperCase() === "DR";
  return isBelow ? 0 - amount : amount;
}

/** The same of a cell: a number of a worksheet is an amount as it stands, in whole units. */
export function bankAmountIn(cell: string | number, decimalMark: DecimalMark, places: number): number | null {
  if (typeof cell === "string") return parseBankAmount(cell, decimalMark, places);
  const scaled = cell * 10 ** places;
  const amount = Math.round(scaled);
  // What programs calculate is off by the last bits of a double.
  return Number.isSafeInteger(amount) && Math.abs(scaled - amount) < 1e-4 ? amount + 0 : null;
}

function digitsIn(text: string, decimalMark: DecimalMark, places: number): number | null {
  const { mark, group } = MARKS[decimalMark];
  const at = text.lastIndexOf(mark);
  const whole = at === -1 ? text : text.slice(0, at);
  const fraction = (at === -1 ? "" : text.slice(at + 1)).replace(/0+$/u, "");
  if (!/^\d*$/u.test(fraction) || fraction.length > places) return null;
  if (!/^\d+$/u.test(whole) && !group.test(whole) && !(whole === "" && fraction !== "")) return null;
  const amount = Number(`${whole.replaceAll(/\D/gu, "")}${fraction.padEnd(places, "0")}`);
  return Number.isSafeInteger(amount) ? amount : null;
}

/**
 * A day as a bank writes it: `31/08/2026`, `31-Aug-2026`, `2026-08-31`, each also with a time after it.
 *
 * @param order which of the figures comes first where all are figures
 * @returns null when it is no such day
 */
export function parseBankDay(text: string, order: DateOrder): Day | null {
  const bare = text.normalize("NFKC").trim();
  const found = /^(\d{1,4}|\p{L}{3,9})[-/. ,]+(\d{1,2}|\p{L}{3,9})[-/. ,]+(\d{4}|\d{1,2})(?:[T ,].*)?$/u.exec(
    bare,
  );
  if (found === null) return null;
  const [, one = "", two = "", three = ""] = found;
  if (/\p{L}/u.test(two)) return dayOf(three, monthNamed(two), one);
  if (/\p{L}/u.test(one)) return dayOf(three, monthNamed(one), two);
  if (one.length === 4) return order === "year-first" ? dayOf(one, Number(two), three) : null;
  if (order === "year-first" || one.length > 2) return null;
  return order === "day-first" ? dayOf(three, Number(two), one) : dayOf(three, Number(one), two);
}

/** From 1 on; 0 for none. */
function monthNamed(text: string): number {
  const short = text.slice(0, 3).toLowerCase();
  return MONTH_NAMES.findIndex((name) => name.toLowerCase() === short) + 1;
}

/** Two digits of a year are of this century: no statement of an earlier one is reconciled. */
function dayOf(year: string, month: number, day: string): Day | null {
  const full = year.length === 2 ? `20${year}` : year;
  const text = `${full}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(text) ? text : null;
}
