/** The ten sheets by name, reference and title, and how one is put together. */
import type { Column, Row, Sheet, TableShape } from "./model.ts";
import { type Fit, fittedWidths } from "./widths.ts";

/** What a sheet is called. */
export interface SheetName {
  /** Workpaper reference. */
  readonly ref: string;
  readonly name: string;
  readonly title: string;
}

export const SHEETS = {
  lead: { ref: "A", name: "Lead", title: "Lead schedule" },
  roll: {
    ref: "A1",
    name: "Roll-forward",
    title: "Roll-forward: opening + inflows − outflows + break differences = closing",
  },
  threeway: {
    ref: "A2",
    name: "Three-way",
    title: "Three-way: wallet, movements and transactions agree, every reconciling item by itself",
  },
  wallet: {
    ref: "B1",
    name: "Wallet",
    title: "Wallet: every entry, oldest first, each balance recomputed from the row above",
  },
  transactions: {
    ref: "B2",
    name: "Transactions",
    title: "Transactions: paid in the period or tied to its entries",
  },
  exceptions: {
    ref: "C1",
    name: "Exceptions",
    title: "Exceptions: every finding of severity error or warning",
  },
  outstanding: {
    ref: "C2",
    name: "Outstanding",
    title: "Outstanding items at the period's end, rolled forward and aged",
  },
  changes: {
    ref: "C3",
    name: "Changes",
    title: "Changes: what a later pull says differently of records seen before",
  },
  legend: {
    ref: "D1",
    name: "Legend",
    title: "Legend: tickmarks, terms and rules in words, and how to re-perform this",
  },
  audit: { ref: "D2", name: "Audit", title: "Audit: what this workbook was made from" },
} as const satisfies Record<string, SheetName>;

/** A column that only keeps others aligned. */
export const SPACER: Column = { key: "", header: "", kind: "text" };

/** Columns filled up to a number, so that a narrow table is as wide as its sheet. */
export function padded(count: number, columns: readonly Column[]): readonly Column[] {
  return [...columns, ...Array.from({ length: count - columns.length }, () => SPACER)];
}

/** How a sheet is looked at and printed. */
export interface SheetLook {
  readonly widths: readonly number[];
  /** Columns printed; all without it. */
  readonly printed?: number;
  readonly frozenColumns?: number;
  readonly filtered?: boolean;
}

/**
 * Puts a sheet together from its tables and, in the same order, what makes their rows.
 *
 * @param fit how wide its amounts, ids and payrefs are
 */
export function sheetOf(
  name: SheetName,
  fit: Fit,
  { widths, printed = widths.length, frozenColumns = 0, filtered = false }: SheetLook,
  shapes: readonly TableShape[],
  ...rows: readonly (() => Iterable<Row>)[]
): Sheet {
  const tables = shapes.map((table, at) => ({ ...table, rows: rows[at] ?? (() => []) }));
  return {
    ...name,
    widths: fittedWidths(widths, shapes, fit),
    printed,
    frozenColumns,
    filtered,
    tables,
  };
}
