/** Whether a cell that came back holds what was exported, whichever program kept it. */
import { oneLineEnd } from "../../../core/clean-text.ts";
import type { CellKind } from "../../../core/report/sheet/model.ts";
import { type ExcelValue, EPOCH_DAYS } from "../workbook/rows.ts";
import { unescapedText } from "../read/shared-texts.ts";
import type { FoundCell } from "../read/found-rows.ts";
import { formatAmount } from "../../../core/money.ts";
import { DAY_MS } from "../../../core/time.ts";

/** How many days later a calendar begins that counts from 1904 on. */
const DAYS_TO_1904 = 1462;
/** Programs keep so many digits of a number. */
const DIGITS = 15;
/** So many programs may have saved a file after each other. */
const MOST_PROGRAMS = 3;

/** What comparing values needs to know of the file and of the workbook. */
export interface ComparingSetting {
  readonly from1904: boolean;
  /** Digits after the point of the smallest amount. */
  readonly decimals: number;
}

/** A number as it was exported: dates counted from 1904 on are brought to the usual calendar. */
export function foundValue(value: FoundCell["value"], kind: CellKind, from1904: boolean): FoundCell["value"] {
  return from1904 && isDate(kind) && typeof value === "number" ? value + DAYS_TO_1904 : value;
}

/**
 * @param found as `foundValue` gives it
 * @param kind dates are the same to the second: programs keep fewer digits of their fractions of a day
 */
export function isSameValue(
  exported: ExcelValue | null,
  found: FoundCell["value"],
  kind: CellKind = "text",
): boolean {
  if (exported === null || exported === "") return found === null || found === "";
  if (found === null) return false;
  if (typeof exported === "string")
    return typeof found === "string" && isSameText(exported, oneLineEnd(found));
  if (typeof found === "string") return false;
  // A sum passes over TRUE in the place of 1.
  if (typeof found === "boolean" && typeof exported !== "boolean") return false;
  // A program that holds TRUE as 1 and one that holds it as a truth mean the same.
  const [before, now] = [Number(exported), Number(found)];
  return isSameNumber(before, now) || (isDate(kind) && secondOf(before) === secondOf(now));
}

/** OpenDocument has no tabs within a cell: LibreOffice leaves them out. */
function isSameText(exported: string, found: string): boolean {
  if (exported === found || (exported.includes("\t") && exported.replaceAll("\t", "") === found)) return true;
  return exported.includes("_x") && isUnescapedMore(exported, found);
}

/** A text holding `_x0041_` loses it in programs that take it for an escape and write the character. */
function isUnescapedMore(exported: string, found: string): boolean {
  let text = exported;
  for (let level = 0; level < MOST_PROGRAMS; level += 1) {
    text = unescapedText(text);
    if (oneLineEnd(text) === found) return true;
  }
  return false;
}

function isDate(kind: CellKind): boolean {
  return kind === "instant" || kind === "day";
}

/** The second that a date's serial number names. */
export function secondOf(serial: number): number {
  return Math.round(serial * 86_400);
}

/** Results are worked out again by whoever saves the file: what rounding leaves over is no difference. */
export function isSameResult(
  exported: ExcelValue | null,
  found: FoundCell["value"],
  { decimals }: ComparingSetting,
  kind: CellKind = "text",
): boolean {
  if (isSameValue(exported, found, kind)) return true;
  if (typeof exported !== "number" || typeof found !== "number") return false;
  return Math.abs(exported - found) < 10 ** -(decimals + 3);
}

function isSameNumber(a: number, b: number): boolean {
  // Some programs round what a number is, LibreOffice what its shortest digits say, 5 upwards.
  return a === b || a.toPrecision(DIGITS) === b.toPrecision(DIGITS) || keptDigits(a) === keptDigits(b);
}

/**
 * A number with as many digits as programs keep, rounded from its shortest digits.
 *
 * @example keptDigits(46239.22971064815) // 46239.2297106482, though the number is a little less than its
 *   digits say
 */
export function keptDigits(value: number): number {
  const [mantissa = "", exponent = "0"] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  if (digits.length <= DIGITS) return value;
  const kept = Number(digits.slice(0, DIGITS)) + (digits.charAt(DIGITS) >= "5" ? 1 : 0);
  return Math.sign(value) * Number(`${kept}e${Number(exponent) - DIGITS + 1}`);
}

// Values of cells as a person would read them.

/** A text is told so far: one of 32,767 characters helps nobody. */
export const MOST_CHARACTERS = 300;

/** @param value amounts divided, dates as days since 1899-12-30 @returns '' for an empty cell */
export function shownCell(value: FoundCell["value"], kind: CellKind, decimals: number): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "string") return shortened(value);
  if (kind === "day" || kind === "instant") return shownDate(value, kind) ?? String(value);
  if (kind === "truth" && (value === 0 || value === 1)) return value === 1 ? "TRUE" : "FALSE";
  return kind === "amount" ? shownAmount(value, decimals) : String(value);
}

export function shortened(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  return `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…`;
}

function shownAmount(value: number, decimals: number): string {
  const units = Math.round(value * 10 ** decimals);
  const isWhole = Number.isSafeInteger(units) && Math.abs(value * 10 ** decimals - units) < 1e-6;
  return isWhole ? formatAmount(units, decimals) : String(value);
}

/** @returns a time of day alone for a serial below 1, which is no day */
export function shownDate(serial: number, kind: "day" | "instant"): string | null {
  const at = new Date(Math.round((serial - EPOCH_DAYS) * DAY_MS));
  if (Number.isNaN(at.getTime())) return null;
  const text = at.toISOString();
  if (serial >= 0 && serial < 1) return text.slice(11, 19).replace(/:00$/u, "");
  return kind === "day" && text.endsWith("T00:00:00.000Z")
    ? text.slice(0, 10)
    : text.slice(0, 19).replace("T", " ");
}
