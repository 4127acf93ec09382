/** Adds up columns of a grid over many rows, each currency by itself. */
import { compareBytes } from "../../../../core/text/text.ts";
import type { ColumnTotal, CurrencyTotal } from "../../protocol/totals.ts";
import { ExactSum } from "../exact-sum.ts";
import type { RowTable } from "./row-table.ts";

/** What was added up of one currency so far. */
interface RunningTotals {
  rows: number;
  readonly columns: readonly { amounts: number; readonly sum: ExactSum }[];
}

/**
 * @param keys columns of amounts
 * @param currencyOf by row
 * @returns currencies in the order of their names, the unknown one last
 */
export function totalsOf(
  table: RowTable,
  rows: Int32Array,
  keys: readonly string[],
  currencyOf: (row: number) => string | null,
): CurrencyTotal[] {
  const columns = keys.map((key) => amountsOf(table, key));
  const byCurrency = new Map<string | null, RunningTotals>();
  for (const row of rows) {
    const currency = currencyOf(row);
    let running = byCurrency.get(currency);
    if (running === undefined) {
      running = { rows: 0, columns: columns.map(() => ({ amounts: 0, sum: new ExactSum() })) };
      byCurrency.set(currency, running);
    }
    running.rows += 1;
    for (let at = 0; at < columns.length; at += 1) {
      const amount = columns[at]?.(row) ?? Number.NaN;
      const column = running.columns[at];
      if (column === undefined || Number.isNaN(amount)) continue;
      column.amounts += 1;
      column.sum.add(amount);
    }
  }
  return [...byCurrency]
    .toSorted(([a], [b]) => compareCurrencies(a, b))
    .map(([currency, running]) => ({
      currency,
      rows: running.rows,
      columns: running.columns.map(({ amounts, sum }): ColumnTotal => ({ amounts, sum: sum.value })),
    }));
}

function amountsOf({ columns }: RowTable, key: string): (row: number) => number {
  const column = Object.hasOwn(columns, key) ? columns[key] : undefined;
  if (column?.is !== "number" || column.shownAs !== "amount") throw new Error(`${key} holds no amounts`);
  return column.at;
}

function compareCurrencies(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareBytes(a, b);
}
