/** Rows and cells as a clipboard holds them: a table that Excel takes as numbers, dates and texts. */
import { inertText, plainAmount } from "../../../core/report/words/plain-text.ts";
import type { GridColumn, GridWording } from "../columns/columns.ts";

type Copied<R> = Pick<GridColumn<R>, "kind" | "value" | "title">;

/**
 * One cell: amounts as plain digits with the ledger's decimals, instants on the ledger's wall clock, texts
 * inert (one that a spreadsheet would work out begins with an apostrophe).
 */
export function copiedCell<R>(column: Copied<R>, row: R, { decimals, clock }: GridWording): string {
  const value = column.value(row);
  if (value === null) return "";
  if (typeof value === "string") return copiedText(value);
  if (column.kind === "amount") return plainAmount(value, decimals);
  if (column.kind === "instant") return wallText(clock.wallMs(value));
  return String(value);
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

function wallText(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 19).replace("T", " ");
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
