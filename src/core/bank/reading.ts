/** How a statement's file is read: found out, shown, and kept with it, so that it is read so ever after. */
import type { SeparatorName } from "../csv-text.ts";
import { COLUMN_WORDS, type TableLayout } from "./table.ts";

export const STATEMENT_FORMATS = ["csv", "xlsx", "mt940", "camt"] as const;

export interface StatementTable extends TableLayout {
  /** Between the columns of a text file; null of a workbook. */
  readonly separator: SeparatorName | null;
  /** The sheet of a workbook; null of a text file. */
  readonly sheet: string | null;
}

export interface StatementReading {
  readonly format: (typeof STATEMENT_FORMATS)[number];
  /** null of what has no rows and columns. */
  readonly table: StatementTable | null;
}

/** How a file is read, in sentences that whoever has it can compare with it. */
export function readingWords({ format, table }: StatementReading): readonly string[] {
  if (table === null) return [format === "camt" ? "ISO 20022 (camt.052 or camt.053)" : "MT940"];
  const { titlesAt, columns, dateOrder, decimalMark, newestFirst, separator, sheet } = table;
  const where = sheet === null ? `Text, separated by ${separator ?? ""}s` : `Sheet ${sheet}`;
  const order = dateOrder.replace("-", " ");
  const lines = newestFirst ? "newest line first" : "oldest line first";
  return [
    `${where}; titles in row ${titlesAt}; ${order} in dates; decimals after a ${decimalMark}; ${lines}`,
    columns.map(({ title, holds }) => `${COLUMN_WORDS[holds]} from "${title.trim()}"`).join(", "),
  ];
}
