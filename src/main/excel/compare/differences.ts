/** The result of comparing a file with its export: edits, what followed from them, what was filled in. */
import { type CellRange, type References, referencesOf, type FoundFormula } from "../read/references.ts";
import type { Edit } from "../../../core/report/edits.ts";
import { EditList } from "./edits.ts";

// Which cells are not as they were exported, asked by range: what a formula's result may have followed.

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
  /** Of sheets in another order the first and the last row that stands elsewhere. */
  readonly #orders = new Map<string, readonly [first: number, last: number]>();

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

  /** A sheet whose rows stand in another order. @param rows that stand elsewhere, at least one */
  addOrder(sheet: string, rows: Iterable<number>): void {
    let [first, last] = [Infinity, 0];
    for (const row of rows) [first, last] = [Math.min(first, row), Math.max(last, row)];
    this.#orders.set(sheet.toUpperCase(), [first, last]);
  }

  /** Whether these are some rows of a sorted list: what a formula makes of them follows from their order. */
  isPartOfSorted({ sheet, rows: [top, bottom] }: CellRange): boolean {
    const [first, last] = this.#orders.get(sheet) ?? [Infinity, 0];
    return bottom >= first && top <= last && (top > first || bottom < last);
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

/** A result that is another one now, though its formula stands. */
interface OtherResult {
  readonly edit: Edit;
  readonly row: number;
  /** The row that it stands in. */
  readonly place: number;
  /** 0 for A. */
  readonly column: number;
  readonly formula: FoundFormula;
}

export interface FilteredSheet {
  readonly sheet: string;
  readonly rows: number;
}

/** So many are traced to what they follow from; beyond, one edit anywhere explains them. */
const TRACED = 100_000;
/** How often all results are gone through: figures of one sheet rest on another's, a few sheets deep. */
const PASSES = 50;

export class Differences {
  readonly edits = new EditList();
  readonly changed = new ChangedCells();
  readonly filtered: FilteredSheet[] = [];
  /** Whether rows or sheets were deleted: formulas that referred to them are broken then. */
  isSomethingGone = false;
  cellsCompared = 0;
  filledIn = 0;
  withoutResult = 0;
  #followed = 0;
  #results: OtherResult[] = [];
  #untraced = 0;

  get followed(): number {
    return this.#followed;
  }

  addResult(result: OtherResult): void {
    if (this.#results.length < TRACED) this.#results.push(result);
    else this.#untraced += 1;
  }

  /** Tells results that follow from edits, or from what was filled in, from those that were typed over. */
  trace(): void {
    let left = this.#results.map((result) => ({
      ...result,
      references: referencesOf(result.formula, result.edit.sheet),
    }));
    this.#results = [];
    for (let pass = 0; pass < PASSES && left.length > 0; pass += 1) {
      const before = left.length;
      left = left.filter((result) => !this.#follows(result));
      if (left.length === before) break;
    }
    for (const { edit, place, column } of left) this.edits.add(edit, place, column);
    if (!this.changed.isEmpty) this.#followed += this.#untraced;
    else this.edits.addUntold(this.#untraced);
  }

  #follows({ references, edit, row, column }: OtherResult & { readonly references: References }): boolean {
    const { ranges, isBroken } = references;
    const isOwn = ({ sheet, rows: [top, bottom] }: CellRange) =>
      top === row && bottom === row && sheet === edit.sheet.toUpperCase();
    const isOther = (range: CellRange) =>
      this.changed.touches(range) || (this.changed.isPartOfSorted(range) && !isOwn(range));
    if (!(isBroken && this.isSomethingGone) && !ranges.some(isOther)) return false;
    this.changed.add(edit.sheet, row, column + 1);
    this.#followed += 1;
    return true;
  }
}
