/**
 * Rows and cells as a clipboard or a CSV file holds them: a table that Excel takes as numbers, dates and
 * texts.
 */
import {
  CSV_BEGINNING,
  csvField,
  csvLine,
  inertText,
  plainAmount,
  plainInstant,
} from "../../../core/report/words/plain-text.ts";
import type { GridColumn, GridWording } from "../columns/columns.ts";

type Copied<R> = Pick<GridColumn<R>, "kind" | "value" | "title">;

/**
 * One cell: amounts as plain digits with the ledger's decimals, instants on the ledger's wall clock, texts
 * inert (one that a spreadsheet would work out begins with an apostrophe).
 */
export function copiedCell<R>(column: Copied<R>, row: R, wording: GridWording): string {
  return plainCell(column, row, wording, copiedText);
}

/** @param textOf a text as it stands in a cell */
function plainCell<R>(
  { kind, value: valueOf }: Copied<R>,
  row: R,
  { decimals, clock }: GridWording,
  textOf: (text: string) => string,
): string {
  const value = valueOf(row);
  if (value === null) return "";
  if (typeof value === "string") return textOf(value);
  if (kind === "amount") return plainAmount(value, decimals);
  if (kind === "instant") return plainInstant(clock.wallMs(value));
  return String(value);
}

/** The beginning of a CSV file: the titles of the columns. */
export function csvTitles<R>(columns: readonly Copied<R>[]): string {
  return CSV_BEGINNING + csvLine(columns.map(({ title }) => csvField(title)));
}

/** A row as a line of a CSV file. */
export function csvRow<R>(columns: readonly Copied<R>[], row: R, wording: GridWording): string {
  return csvLine(columns.map((column) => plainCell(column, row, wording, csvField)));
}

/** Rows under one another, cells between tabs, with a line of titles or without. */
export function copiedRows<R>(
  columns: readonly Copied<R>[],
  rows: readonly R[],
  wording: GridWording,
  withTitles: boolean,
): string {
  const lines = rows.map((row) => columns.map((column) => copiedCell(column, row, wording)).join("\t"));
  if (withTitles) lines.unshift(columns.map(({ title }) => copiedText(title)).join("\t"));
  return lines.join("\r\n");
}

/** A text as a cell: inert, and quoted where it must be. */
export function copiedText(text: string): string {
  return quoted(inertText(text));
}

/**
 * A text that holds what parts cells and rows, between quotes, as Excel writes it to the clipboard itself.
 */
function quoted(text: string): string {
  return /[\t\r\n"]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
