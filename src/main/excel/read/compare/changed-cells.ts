/** Which cells are not as they were exported, asked by range: what a formula's result may have followed. */
import type { CellRange } from "./references.ts";

/** So many single rows are looked up one by one before a range is looked through instead. */
const FEW_ROWS = 32;
/** Stands for all columns of a row. */
const WHOLE_ROW = 0;
/** Where more rows of a column changed all count as changed: nobody asks which of them a result followed. */
const MOST_ROWS = 50_000;

export class ChangedCells {
  /** By sheet in upper case and column from 1 on. */
  readonly #rows = new Map<string, Map<number, Set<number>>>();
  readonly #gone = new Set<string>();
  /** Sheets and columns in which more changed than is kept. */
  readonly #full = new Map<string, Set<number>>();

  /** Columns and rows from 1 on; without a column the whole row. */
  add(sheet: string, row: number, column: number = WHOLE_ROW): void {
    const key = sheet.toUpperCase();
    if (this.#full.get(key)?.has(column) === true) return;
    const columns = this.#rows.get(key) ?? new Map<number, Set<number>>();
    this.#rows.set(key, columns);
    const rows = columns.get(column) ?? new Set<number>();
    columns.set(column, rows);
    rows.add(row);
    if (rows.size <= MOST_ROWS) return;
    columns.delete(column);
    this.#full.set(key, (this.#full.get(key) ?? new Set()).add(column));
  }

  /** A sheet that is gone: whatever refers to it is not as it was. */
  addSheet(sheet: string): void {
    this.#gone.add(sheet.toUpperCase());
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0 && this.#gone.size === 0 && this.#full.size === 0;
  }

  touches({ sheet, columns: [left, right], rows: [top, bottom] }: CellRange): boolean {
    if (this.#gone.has(sheet)) return true;
    for (const column of this.#full.get(sheet) ?? []) {
      if (column === WHOLE_ROW || (column >= left && column <= right)) return true;
    }
    for (const [column, rows] of this.#rows.get(sheet) ?? []) {
      if (column !== WHOLE_ROW && (column < left || column > right)) continue;
      if (hasWithin(rows, top, bottom)) return true;
    }
    return false;
  }
}

function hasWithin(rows: ReadonlySet<number>, top: number, bottom: number): boolean {
  if (bottom - top < Math.min(FEW_ROWS, rows.size)) {
    for (let row = top; row <= bottom; row += 1) if (rows.has(row)) return true;
    return false;
  }
  for (const row of rows) if (row >= top && row <= bottom) return true;
  return false;
}
