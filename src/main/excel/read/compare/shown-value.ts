/** Values of cells as a person would read them. */
import { formatAmount } from "../../../../core/money.ts";
import type { CellKind } from "../../../../core/report/model.ts";
import { DAY_MS } from "../../../../core/time.ts";
import { EPOCH_DAYS } from "../../workbook/excel-values.ts";
import type { FoundCell } from "../file/found-rows.ts";

/** A text is told so far: one of 32,767 characters helps nobody. */
export const MOST_CHARACTERS = 300;

/**
 * @param value as a cell holds it: amounts divided, dates as days since 1899-12-30
 * @returns '' for an empty cell
 */
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
