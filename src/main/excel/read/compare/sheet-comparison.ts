/** The rows of one sheet that came back, each paired with the exported one, or inserted, or deleted. */
import type { FoundRow } from "../file/found-rows.ts";
import type { FoundLook } from "../look/found-look.ts";
import { CellComparison, type SheetSetting } from "./cell-comparison.ts";
import type { ExpectedRow } from "./expected-rows.ts";
import { KEY_COLUMNS } from "./row-keys.ts";
import { foundValue, isSameValue } from "./same-value.ts";
import { SheetLook } from "./sheet-look.ts";
import { shortened } from "./shown-value.ts";

/** Rows that belong together in one edit. */
interface ShownRun {
  readonly row: number;
  readonly shown: string;
  count: number;
}

export class SheetComparison {
  readonly #setting: SheetSetting;
  readonly #expected: Iterator<ExpectedRow>;
  readonly #look: SheetLook;
  readonly #cells: CellComparison;
  #next: ExpectedRow | null;
  #inserted: ShownRun | null = null;
  #deleted: ShownRun | null = null;
  /** Whether rows do not stand where they were exported; asked where `moved` is null. */
  #isMoved = false;

  constructor(setting: SheetSetting, expected: Iterable<ExpectedRow>) {
    this.#setting = setting;
    this.#look = new SheetLook(setting.sheet, setting.margins, setting.differences);
    this.#cells = new CellComparison(setting, this.#look);
    this.#expected = expected[Symbol.iterator]();
    this.#next = this.#advance();
  }

  /** Whether rows seem inserted or deleted, so that comparing on makes no sense before it is known which. */
  get isMoved(): boolean {
    return this.#isMoved;
  }

  /** Takes the next row of the file. */
  take(found: FoundRow): void {
    this.#look.takeRow(found);
    while (this.#next !== null && !this.#isMoved) {
      const now = this.#now(this.#next.row);
      if (now === found.row) {
        this.#pair(this.#next, found);
        this.#next = this.#advance();
        return;
      }
      if (now !== null && now > found.row) break;
      this.#leaveOut(this.#next, now);
      this.#next = this.#advance();
    }
    if (!this.#isMoved) this.#takeExtra(found);
  }

  /** After the last row of the file. */
  finish(look: FoundLook): void {
    for (; this.#next !== null && !this.#isMoved; this.#next = this.#advance()) {
      this.#leaveOut(this.#next, this.#now(this.#next.row));
    }
    this.#tellInserted();
    this.#tellDeleted();
    this.#look.finish(look, this.#setting.exportedRows);
  }

  #advance(): ExpectedRow | null {
    const step = this.#expected.next();
    return step.done === true ? null : step.value;
  }

  #now(row: number): number | null {
    return this.#setting.moved === null ? row : this.#setting.moved.now(row);
  }

  /** A row that was exported and is not there. */
  #leaveOut(row: ExpectedRow, now: number | null): void {
    const filled = row.cells.filter(
      (cell) => cell !== null && (cell.value !== null || cell.formula !== null),
    );
    if (filled.length === 0) return;
    if (this.#setting.moved === null) {
      this.#isMoved = true;
      return;
    }
    if (now !== null && filled.length === 1) {
      this.#pair(row, { row: now, cells: [], hidden: null });
      return;
    }
    for (const [column, cell] of row.cells.entries()) {
      if (cell?.link) this.#look.takeLink(row.row, column, cell.link);
    }
    this.#tellInserted();
    if (this.#deleted !== null && this.#deleted.row + this.#deleted.count !== row.row) this.#tellDeleted();
    this.#deleted ??= { row: row.row, shown: this.#shownExpected(row), count: 0 };
    this.#deleted.count += 1;
  }

  /** A row of the file where none was exported. */
  #takeExtra(found: FoundRow): void {
    const { moved, differences } = this.#setting;
    if (moved === null && this.#next !== null) {
      this.#isMoved = true;
      return;
    }
    if (moved === null || moved.was(found.row) !== null) {
      this.#tellInserted();
      for (const cell of found.cells) this.#cells.compare(found.row, cell.column, null, cell);
      return;
    }
    this.#tellDeleted();
    if (this.#inserted !== null && this.#inserted.row + this.#inserted.count !== found.row)
      this.#tellInserted();
    this.#inserted ??= { row: found.row, shown: this.#shownFound(found), count: 0 };
    this.#inserted.count += 1;
    differences.changed.add(this.#setting.sheet, found.row);
  }

  #pair(expected: ExpectedRow, found: FoundRow): void {
    if (this.#setting.moved === null && !this.#looksTheSame(expected, found)) {
      this.#isMoved = true;
      return;
    }
    this.#tellInserted();
    this.#tellDeleted();
    let at = 0;
    for (let column = 0; column < expected.cells.length; column += 1) {
      const cell = found.cells[at]?.column === column ? (found.cells[at] ?? null) : null;
      if (cell !== null) at += 1;
      const exported = expected.cells[column] ?? null;
      if (exported !== null || cell !== null) this.#cells.compare(found.row, column, exported, cell);
    }
    for (; at < found.cells.length; at += 1) {
      const cell = found.cells[at];
      if (cell !== undefined) this.#cells.compare(found.row, cell.column, null, cell);
    }
  }

  /** Whether what rows are known by is what it was; columns to be filled in and formulas are not asked. */
  #looksTheSame(expected: ExpectedRow, found: FoundRow): boolean {
    for (let column = 0; column < KEY_COLUMNS; column += 1) {
      const exported = expected.cells[column] ?? null;
      if (exported !== null && (exported.isInput || exported.formula !== null)) continue;
      const cell = found.cells.find((one) => one.column === column);
      const value = foundValue(cell?.value ?? null, exported?.kind ?? "text", this.#setting.from1904);
      if (!isSameValue(exported?.value ?? null, value, exported?.kind)) return false;
    }
    return true;
  }

  #tellInserted(): void {
    if (this.#inserted === null) return;
    const { row, shown, count } = this.#inserted;
    this.#inserted = null;
    const edit = { what: rowsInserted(count), kind: "inserted-rows" as const, exported: "", found: shown };
    this.#setting.differences.edits.add({ sheet: this.#setting.sheet, cell: `A${row}`, ...edit }, row, 0);
  }

  #tellDeleted(): void {
    if (this.#deleted === null) return;
    const { differences, sheet, moved } = this.#setting;
    const { row, shown, count } = this.#deleted;
    this.#deleted = null;
    const edit = { what: rowsDeleted(count), kind: "deleted-rows" as const, exported: shown, found: "" };
    const around = [moved?.nowOrBefore(row) ?? row, moved?.nowOrNext(row + count - 1) ?? row];
    differences.edits.add({ sheet, cell: `A${row}`, ...edit }, around[1] ?? row, 0);
    for (const one of around) differences.changed.add(sheet, one);
    differences.isSomethingGone = true;
  }

  #shownExpected({ cells }: ExpectedRow): string {
    return listed(cells.flatMap((cell) => (cell === null ? [] : [this.#cells.shown(cell.value, cell.kind)])));
  }

  #shownFound({ cells }: FoundRow): string {
    return listed(cells.map(({ value }) => this.#cells.shown(value, "text")));
  }
}

/** What a row says in its first cells. */
function listed(texts: readonly string[]): string {
  return shortened(
    texts
      .filter((text) => text !== "")
      .slice(0, KEY_COLUMNS)
      .join(", "),
  );
}

function rowsInserted(count: number): string {
  return count === 1 ? "row inserted" : `${count} rows inserted`;
}

function rowsDeleted(count: number): string {
  return count === 1 ? "row deleted" : `${count} rows deleted`;
}
