/** Rows and cells for a clipboard or a CSV file: a table that Excel takes as numbers, dates and texts. */
import { type CsvFields, spreadsheetId, spreadsheetText } from "../../core/csv-text.ts";
import { inertText, plainAmount, plainInstant } from "../../core/plain-text.ts";
import type { GridColumn, GridWording } from "./columns.ts";

type Copied<R> = Pick<GridColumn<R>, "kind" | "value" | "title">;

/**
 * One cell: amounts as plain digits with the ledger's decimals, instants on the ledger's wall clock, texts
 * inert (one that a spreadsheet would work out begins with an apostrophe).
 */
export function copiedCell<R>(column: Copied<R>, row: R, wording: GridWording): string {
  return plainCell(column, row, wording, COPIED);
}

const COPIED: Pick<CsvFields, "text" | "id" | "amount"> = {
  text: copiedText,
  id: String,
  amount: plainAmount,
};

function plainCell<R>(
  { kind, value: valueOf }: Copied<R>,
  row: R,
  { decimals, clock }: GridWording,
  { text, id, amount }: Pick<CsvFields, "text" | "id" | "amount">,
): string {
  const value = valueOf(row);
  if (value === null) return "";
  if (typeof value === "string") return text(value);
  if (kind === "amount") return amount(value, decimals);
  return kind === "instant" ? plainInstant(clock.wallMs(value)) : id(value);
}

/** The beginning of a CSV file: the titles of the columns. */
export function csvTitles<R>(columns: readonly Copied<R>[], { beginning, line, text }: CsvFields): string {
  return beginning + line(columns.map(({ title }) => text(title)));
}

/** A row as a line of a CSV file. */
export function csvRow<R>(
  columns: readonly Copied<R>[],
  row: R,
  wording: GridWording,
  fields: CsvFields,
): string {
  return fields.line(columns.map((column) => plainCell(column, row, wording, fields)));
}

/** Rows go into a spreadsheet, which must keep the digits of ids. */
const PASTED: typeof COPIED = {
  text: (text) => quoted(spreadsheetText(text)),
  id: (id) => quoted(spreadsheetId(id)),
  amount: plainAmount,
};

/** Rows under one another, cells between tabs, with a line of titles or without. */
export function copiedRows<R>(
  columns: readonly Copied<R>[],
  rows: readonly R[],
  wording: GridWording,
  withTitles: boolean,
): string {
  const lines = rows.map((row) =>
    columns.map((column) => plainCell(column, row, wording, PASTED)).join("\t"),
  );
  if (withTitles) lines.unshift(columns.map(({ title }) => copiedText(title)).join("\t"));
  return lines.join("\r\n");
}

/** A text as a cell: inert, and quoted where it must be. */
export function copiedText(text: string): string {
  return quoted(inertText(text));
}

/** A text that holds what parts cells and rows, between quotes, as Excel writes it. */
function quoted(text: string): string {
  return /[\t\r\n"]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
