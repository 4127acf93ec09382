/** Totals of a grid's rows, per currency. */
import type { RowsRequest } from "./rows.ts";

/**
 * Some of the rows that pass: a stretch of them in their order, both ends inclusive, or records by number.
 */
export type SomeRows =
  | { readonly is: "stretch"; readonly from: number; readonly to: number }
  | { readonly is: "records"; readonly ids: readonly number[] };

export interface TotalsRequest {
  readonly table: "entries" | "transactions";
  readonly rows: Omit<RowsRequest, "from" | "count">;
  /** null for all that pass. */
  readonly among: SomeRows | null;
  /** Columns of amounts, by their keys. */
  readonly columns: readonly string[];
}

export interface ColumnTotal {
  /** Rows that have an amount in the column. */
  readonly amounts: number;
  /** null where it is too large to be exact. */
  readonly sum: number | null;
}

/** The rows of one currency. */
export interface CurrencyTotal {
  /** null where the currency is not known. */
  readonly currency: string | null;
  readonly rows: number;
  /** One for each column asked for, in their order. */
  readonly columns: readonly ColumnTotal[];
}
