/** Whether a cell that came back holds what was exported, whichever program kept it. */
import { oneLineEnd } from "../../../../core/text/clean-text.ts";
import type { CellKind } from "../../../../core/report/model.ts";
import type { ExcelValue } from "../../workbook/excel-values.ts";
import { unescapedText } from "../file/cell-text.ts";
import type { FoundCell } from "../file/found-rows.ts";

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

/**
 * A text that holds `_x0041_` itself loses it in each program that takes it for an escape and writes it as a
 * character.
 */
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
