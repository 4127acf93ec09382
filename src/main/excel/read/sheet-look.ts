/** What of a sheet is not shown as it was exported, though every cell may hold what it held. */
import { columnLetters } from "../../../core/report/place.ts";
import type { Differences } from "./differences.ts";
import type { ExpectedCell } from "./expected-rows.ts";
import type { FoundCell, FoundRow } from "./found-rows.ts";
import { type NumberFormat, numberFormat } from "./number-format.ts";

/** Columns next to each other, 0 for A, both ends included. */
export interface ColumnRange {
  readonly first: number;
  readonly last: number;
}

/** Rows below each other that look otherwise in the same way. */
interface Run {
  readonly first: number;
  last: number;
  count: number;
}

interface FormatRun extends Run {
  readonly exported: string;
  readonly found: string;
  readonly what: string | null;
}

export class SheetLook {
  readonly #sheet: string;
  readonly #differences: Differences;
  /** By column. */
  readonly #formats = new Map<number, FormatRun>();
  #hidden: Run | null = null;
  #columns = 0;

  constructor(sheet: string, differences: Differences) {
    this.#sheet = sheet;
    this.#differences = differences;
  }

  /** Takes the next row of the file that holds something. */
  takeRow({ row, hidden }: FoundRow): void {
    if (!hidden) {
      this.#tellHidden();
      return;
    }
    this.#hidden ??= { first: row, last: row, count: 0 };
    this.#hidden.last = row;
    this.#hidden.count += 1;
  }

  /** Takes the next cell of a column; only what holds something is shown somehow. */
  takeCell(row: number, column: number, exported: ExpectedCell, found: FoundCell): void {
    this.#columns = Math.max(this.#columns, column + 1);
    const format = numberFormat(exported.format);
    const run = this.#formats.get(column);
    if (exported.isInput || looksTheSame(format, found.format, found.value)) {
      if (run !== undefined) this.#tellFormat(column, run);
      return;
    }
    if (run?.exported === format.code && run.found === found.format.code) {
      run.last = row;
      run.count += 1;
      return;
    }
    if (run !== undefined) this.#tellFormat(column, run);
    const [before, now] = [format.code, found.format.code];
    const started = { first: row, last: row, count: 1, what: exported.what };
    this.#formats.set(column, { ...started, exported: before, found: now });
  }

  /** After the last row. */
  finish(hiddenColumns: readonly ColumnRange[]): void {
    this.#tellHidden();
    for (const [column, run] of this.#formats) this.#tellFormat(column, run);
    for (const { first, last: to } of hiddenColumns) {
      const last = Math.min(to, this.#columns - 1);
      if (first > last) continue;
      const letters = [columnLetters(first), columnLetters(last)];
      const count = last - first + 1;
      const what = count === 1 ? "column hidden" : `${count} columns hidden`;
      const edit = { what, kind: "hidden" as const, exported: "", found: "" };
      this.#differences.edits.add({ sheet: this.#sheet, cell: spanned(letters), ...edit }, 0, first);
    }
  }

  #tellHidden(): void {
    if (this.#hidden === null) return;
    const { first, last, count } = this.#hidden;
    this.#hidden = null;
    const what = count === 1 ? "row hidden" : `${count} rows hidden`;
    const edit = { what, kind: "hidden" as const, exported: "", found: "" };
    const cell = spanned([`A${first}`, `A${last}`]);
    this.#differences.edits.add({ sheet: this.#sheet, cell, ...edit }, first, 0);
  }

  #tellFormat(column: number, { first, last, exported, found, what }: FormatRun): void {
    this.#formats.delete(column);
    const letter = columnLetters(column);
    const cell = spanned([`${letter}${first}`, `${letter}${last}`]);
    const edit = { what, kind: "format" as const, exported, found };
    this.#differences.edits.add({ sheet: this.#sheet, cell, ...edit }, first, column);
  }
}

function looksTheSame(exported: NumberFormat, found: NumberFormat, value: FoundCell["value"]): boolean {
  return typeof value === "string" ? exported.texts === found.texts : exported.numbers === found.numbers;
}

/** `J12` of one cell, `J12:J40` of several. */
function spanned([first = "", last = ""]: readonly string[]): string {
  return first === last ? first : `${first}:${last}`;
}
