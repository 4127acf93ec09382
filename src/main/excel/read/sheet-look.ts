/** What of a sheet is not shown as it was exported, though every cell may hold what it held. */
import { columnLetters } from "../../../core/report/place.ts";
import type { Differences } from "./differences.ts";
import type { ExpectedCell } from "./expected-rows.ts";
import { MOST_EDITS } from "./edits.ts";
import type { FoundFilter } from "./found-filter.ts";
import type { FoundCell, FoundRow } from "./found-rows.ts";
import { HiddenRows } from "./hidden-rows.ts";
import { type NumberFormat, numberFormat } from "./number-format.ts";

/** Columns next to each other, 0 for A, both ends included. */
export interface ColumnRange {
  readonly first: number;
  readonly last: number;
}

/** Cells below each other that look otherwise in the same way. */
interface FormatRun {
  readonly first: number;
  last: number;
  count: number;
  readonly exported: string;
  readonly found: string;
  readonly what: string | null;
}

export class SheetLook {
  readonly #sheet: string;
  readonly #differences: Differences;
  /** By column. */
  readonly #formats = new Map<number, FormatRun>();
  readonly #rows = new HiddenRows();
  #columns = 0;

  constructor(sheet: string, differences: Differences) {
    this.#sheet = sheet;
    this.#differences = differences;
  }

  /** Takes the next row of the file that holds something. */
  takeRow(row: FoundRow): void {
    this.#rows.take(row);
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
  finish(hiddenColumns: readonly ColumnRange[], filter: FoundFilter | null): void {
    this.#tellHiddenRows(filter);
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

  #tellHiddenRows(filter: FoundFilter | null): void {
    const { byHand, byFilter } = this.#rows.byWhom(filter, MOST_EDITS);
    for (const { first, last, count } of byHand) {
      const what = count === 1 ? "row hidden" : `${count} rows hidden`;
      const edit = { what, kind: "hidden" as const, exported: "", found: "" };
      const cell = spanned([`A${first}`, `A${last}`]);
      this.#differences.edits.add({ sheet: this.#sheet, cell, ...edit }, first, 0);
    }
    if (byFilter > 0) this.#differences.filtered.push({ sheet: this.#sheet, rows: byFilter });
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
