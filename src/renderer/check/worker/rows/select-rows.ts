/**
 * From filters, search and sort to the rows that are shown, in their order. The last few answers are
 * remembered.
 */
import type { RowsRequest, Sort, DisplayFormat } from "../../protocol.ts";
import { sortByNumber } from "./radix.ts";
import { keepFound, keepMatching } from "./row-filters.ts";
import type { RowColumn, RowTable } from "./row-table.ts";
import { searchWords } from "./search-words.ts";
import { ranksOf } from "./text-order.ts";

export type RowsAsked = Omit<RowsRequest, "from" | "count">;

/** Rows that pass, in the order asked for. */
export function selectRows(table: RowTable, asked: RowsAsked, wording: DisplayFormat): Int32Array {
  const passing = new Uint8Array(table.length).fill(1);
  if (asked.onlyPeriod) passing.set(table.inPeriod);
  if (asked.onlyFlagged) {
    for (let row = 0; row < passing.length; row += 1) if (!table.isFlagged(row)) passing[row] = 0;
  }
  for (const [key, filter] of Object.entries(asked.filters)) {
    keepMatching(table, columnOf(table, key), filter, wording, passing);
  }
  for (const word of searchWords(asked.search, wording)) keepFound(table, word, passing);
  return sortRows(table, asked.sort, rowsWhere(passing));
}

/** Rows of which a column says 1, in their order. */
export function rowsWhere(passing: Uint8Array): Int32Array {
  let count = 0;
  for (const passes of passing) count += passes;
  const rows = new Int32Array(count);
  let at = 0;
  for (let row = 0; row < passing.length; row += 1) {
    if (passing[row] === 0) continue;
    rows[at] = row;
    at += 1;
  }
  return rows;
}

/** The last sort first: equal rows keep their order in each that follows. */
function sortRows(table: RowTable, sort: readonly Sort[], rows: Int32Array): Int32Array {
  let sorted = rows;
  for (const { column, descending } of sort.toReversed()) {
    sorted = sortByNumber(sorted, sortKey(columnOf(table, column)), descending);
  }
  return sorted;
}

function sortKey(column: RowColumn): (row: number) => number {
  switch (column.is) {
    case "number":
      return column.at;
    case "truth":
      return (row) => (column.at(row) ? 1 : 0);
    case "marks":
      return column.rank;
    case "text": {
      const { ids } = column;
      const ranks = ranksOf(column.texts);
      if (ids === null) return (row) => ranks[row] as number;
      return (row) => ranks[ids[row] as number] ?? Number.NaN;
    }
  }
}

function columnOf(table: RowTable, key: string): RowColumn {
  const column = Object.hasOwn(table.columns, key) ? table.columns[key] : undefined;
  if (column === undefined) throw new Error(`there is no column ${key}`);
  return column;
}

const REMEMBERED = 6;

/** Rows as they were selected last, so that paging through them costs nothing. */
export class RememberedRows {
  readonly #rows = new Map<string, Int32Array>();

  of(table: RowTable, asked: RowsAsked, wording: DisplayFormat): Int32Array {
    const key = JSON.stringify([
      asked.sort,
      asked.filters,
      asked.search,
      asked.onlyFlagged,
      asked.onlyPeriod,
    ]);
    const rows = this.#rows.get(key) ?? selectRows(table, asked, wording);
    this.#rows.delete(key);
    this.#rows.set(key, rows);
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > REMEMBERED && oldest !== undefined) this.#rows.delete(oldest);
    return rows;
  }
}
