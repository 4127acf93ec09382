/** Whether a cell that came back holds what was exported, whichever program kept it. */
import { oneLineEnd } from "../../../core/report/clean-text.ts";
import type { CellKind } from "../../../core/report/model.ts";
import type { HeldValue } from "../held-values.ts";
import type { FoundCell } from "./found-rows.ts";

/** How many days later a calendar begins that counts from 1904 on. */
const DAYS_TO_1904 = 1462;
/** Programs keep so many digits of a number. */
const DIGITS = 15;

/** What comparing values needs to know of the file and of the workbook. */
export interface ComparingSetting {
  readonly from1904: boolean;
  /** Digits after the point of the smallest amount. */
  readonly decimals: number;
}

/** A number as it was exported: dates of files that count from 1904 on are brought to the calendar of the others. */
export function foundValue(value: FoundCell["value"], kind: CellKind, from1904: boolean): FoundCell["value"] {
  const isDate = kind === "instant" || kind === "day";
  return from1904 && isDate && typeof value === "number" ? value + DAYS_TO_1904 : value;
}

/** @param found as `foundValue` gives it */
export function isSameValue(exported: HeldValue | null, found: FoundCell["value"]): boolean {
  if (exported === null || exported === "") return found === null || found === "";
  if (found === null) return false;
  if (typeof exported === "string") return typeof found === "string" && exported === oneLineEnd(found);
  if (typeof found === "string") return false;
  // A sum passes over TRUE in the place of 1.
  if (typeof found === "boolean" && typeof exported !== "boolean") return false;
  // A program that holds TRUE as 1 and one that holds it as a truth mean the same.
  return isSameNumber(Number(exported), Number(found));
}

/** Results are worked out again by whoever saves the file: what rounding leaves over is no difference. */
export function isSameResult(
  exported: HeldValue | null,
  found: FoundCell["value"],
  { decimals }: ComparingSetting,
): boolean {
  if (isSameValue(exported, found)) return true;
  if (typeof exported !== "number" || typeof found !== "number") return false;
  return Math.abs(exported - found) < 10 ** -(decimals + 3);
}

function isSameNumber(a: number, b: number): boolean {
  return a === b || a.toPrecision(DIGITS) === b.toPrecision(DIGITS);
}
