/** The rows of one sheet that came back, each paired with the exported one, or inserted, or deleted. */
import type { CellKind } from "../../../core/report/sheet/model.ts";
import { codePointOf } from "../../../core/text.ts";
import type { ExcelValue } from "../workbook/rows.ts";
import type { FoundCell, FoundRow } from "../read/found-rows.ts";
import {
  shortened,
  shownCell,
  type ComparingSetting,
  foundValue,
  isSameResult,
  isSameValue,
  MOST_CHARACTERS,
} from "./same-value.ts";
import { columnLetters } from "../../../core/report/sheet/place.ts";
import type { FoundFormula } from "../read/references.ts";
import { type RowsNow, canonicalFormula } from "../read/canonical-formula.ts";
import { type ExpectedCell, type ExpectedRow, KEY_COLUMNS } from "./expected-rows.ts";
import type { MovedRows } from "./moved-rows.ts";
import { type LookSetting, SheetLook } from "./sheet-look.ts";
import type { FoundLook } from "../read/found-look.ts";

// What was found in a cell, shown so that a person sees how it differs from what was exported, also where the
// two look alike.

const BLANK_ENDS = /^\s|\s$/u;
const PLAIN = /^[\u0020-\u007E\n]$/u;
const MOST_SIGNS = 5;

/** As `shownCell`, with a remark where it would read as what was exported. */
export function shownFound(
  exported: ExcelValue | null,
  found: FoundCell["value"],
  kind: CellKind,
  decimals: number,
): string {
  if (exported === null || exported === "" || found === null) return shownCell(found, kind, decimals);
  if (typeof found === "string") {
    return typeof exported === "string"
      ? shownBeside(exported, found)
      : `"${shortened(found)}" typed as a text`;
  }
  const shown = shownCell(found, kind, decimals);
  if (typeof exported === "string") return `${shown} typed as a number`;
  return shown === shownCell(exported, kind, decimals) ? `${shown} (${String(found)})` : shown;
}

/** Letters of another alphabet and signs that cannot be seen are named, blanks at the ends are quoted. */
function shownBeside(exported: string, found: string): string {
  const shown = shortened(found);
  const signs = strangeIn(exported, found);
  if (signs.length > 0) return `${shown} (with ${signs.slice(0, MOST_SIGNS).map(codePointOf).join(", ")})`;
  if (found.trim() === exported.trim() || (BLANK_ENDS.test(found) && !BLANK_ENDS.test(exported))) {
    return `"${shown}"`;
  }
  if (shown !== shortened(exported)) return shown;
  let at = 0;
  while (found[at] === exported[at]) at += 1;
  return `${shown} (another from character ${at + 1} on)`;
}

/** Signs by which a text differs that has look-alikes or unseen signs; none of another text altogether. */
function strangeIn(exported: string, found: string): string[] {
  const own = new Set(exported);
  const letters = Array.from(found);
  const strange = [...new Set(letters)].filter((sign) => !PLAIN.test(sign) && !own.has(sign));
  const rest = letters.filter((sign) => !strange.includes(sign));
  const isReplaced = letters.length === Array.from(exported).length && rest.length * 2 >= letters.length;
  return isReplaced || rest.join("") === exported ? strange : [];
}

// The cells of one sheet that came back, each compared with the one that was exported.

interface SheetSetting extends ComparingSetting, LookSetting {
  /** Which rows are which; null while nothing says that any moved. */
  readonly moved: MovedRows | null;
  /** Where exported rows of any sheet stand now. */
  readonly exportedRows: RowsNow;
  /** The file's own rows. */
  readonly foundRows: RowsNow;
}

/** How much longer a program may spell a formula that was exported: with quotes, blanks and sheet names. */
const SPELT_LONGER = 4;
const SPELT_MORE = 100;

class CellComparison {
  readonly #setting: SheetSetting;
  readonly #look: SheetLook;

  /** @param look receives the links that were exported, and each cell whose value is as exported */
  constructor(setting: SheetSetting, look: SheetLook) {
    this.#setting = setting;
    this.#look = look;
  }

  /**
   * Compares one cell and notes what differs.
   *
   * @param row as which its row is taken, from 1 on; columns from 0 on
   * @param exported null where nothing was exported; `cell` null where nothing stands
   */
  compare(row: number, column: number, exported: ExpectedCell | null, cell: FoundCell | null): void {
    const { differences, from1904 } = this.#setting;
    differences.cellsCompared += 1;
    const link = exported?.link ?? null;
    if (link !== null) {
      this.#look.takeLink(row, column, link);
      // Some programs move rows and leave links where they were.
      const before = this.#setting.moved?.was(row) ?? row;
      if (before !== row) this.#look.takeLink(before, column, link);
    }
    const kind = exported?.kind ?? "text";
    const value = foundValue(cell?.value ?? null, kind, from1904);
    const formula = cell?.formula ?? null;
    if (exported !== null && exported.formula !== null) {
      const isSame = this.#compareFormula(
        row,
        column,
        { ...exported, formula: exported.formula },
        value,
        formula,
      );
      if (isSame && cell !== null) this.#look.takeCell(row, column, exported, cell);
      return;
    }
    const before = exported?.value ?? null;
    if (formula === null && isSameValue(before, value, kind)) {
      if (exported !== null && cell !== null) this.#look.takeCell(row, column, exported, cell);
      return;
    }
    differences.changed.add(this.#setting.sheet, row, column + 1);
    if (exported?.isInput === true && before === null) {
      differences.filledIn += 1;
      return;
    }
    const { decimals } = this.#setting;
    const shown = formula === null ? shownFound(before, value, kind, decimals) : this.#shownFormula(formula);
    this.#tell(row, column, exported, before === null ? "added" : "value", this.shown(before, kind), shown);
  }

  /** @returns whether the formula stands, whatever its result is */
  #compareFormula(
    row: number,
    column: number,
    exported: ExpectedCell & { readonly formula: string },
    value: FoundCell["value"],
    found: FoundFormula | null,
  ): boolean {
    const { differences, sheet } = this.#setting;
    if (found === null || !this.#isSameFormula(exported.formula, found)) {
      differences.changed.add(sheet, row, column + 1);
      const kind = found === null ? "overwritten-formula" : "formula";
      const shown = found === null ? this.shown(value, exported.kind) : this.#shownFormula(found);
      this.#tell(row, column, exported, kind, shortened(`=${exported.formula}`), shown);
      return false;
    }
    if (isSameResult(exported.value, value, this.#setting, exported.kind)) return true;
    if (value === null) {
      differences.withoutResult += 1;
      return true;
    }
    const place = placeIn(this.#setting, row);
    const edit = {
      sheet,
      cell: `${columnLetters(column)}${place}`,
      what: exported.what,
      kind: "result" as const,
      exported: this.shown(exported.value, exported.kind),
      found: shownFound(exported.value, value, exported.kind, this.#setting.decimals),
    };
    differences.addResult({ edit, row, place, column, formula: found });
    return true;
  }

  #isSameFormula(exported: string, found: FoundFormula): boolean {
    const { sheet, moved, exportedRows, foundRows } = this.#setting;
    const { text, down, right } = found;
    if (down === 0 && right === 0 && text === exported) return true;
    // No program spells one formula so much longer; reading each of many long ones would take minutes.
    if (text.length > SPELT_LONGER * exported.length + SPELT_MORE) return false;
    const now = canonicalFormula(text, { sheet, down, right, rows: foundRows });
    const as = (rows: RowsNow) => canonicalFormula(exported, { sheet, down: 0, right: 0, rows });
    if (as(exportedRows) === now) return true;
    // Some programs move rows and leave formulas as they were: no cell was edited there either.
    return moved !== null && as(foundRows) === now;
  }

  #tell(
    row: number,
    column: number,
    cell: ExpectedCell | null,
    kind: "value" | "added" | "formula" | "overwritten-formula",
    exported: string,
    found: string,
  ): void {
    const { differences, sheet } = this.#setting;
    const place = placeIn(this.#setting, row);
    const edit = { sheet, cell: `${columnLetters(column)}${place}`, what: cell?.what ?? null, kind };
    differences.edits.add({ ...edit, exported, found }, place, column);
  }

  /** A value as a person would read it. */
  shown(value: FoundCell["value"], kind: ExpectedCell["kind"]): string {
    return shownCell(value, kind, this.#setting.decimals);
  }

  #shownFormula(formula: FoundFormula): string {
    const { sheet, foundRows } = this.#setting;
    const { text, down, right } = formula;
    const stands = (down === 0 && right === 0) || text.length > MOST_CHARACTERS;
    return shortened(`=${stands ? text : canonicalFormula(text, { sheet, down, right, rows: foundRows })}`);
  }
}

/** Where a row stands in the file. */
function placeIn({ places }: Pick<SheetSetting, "places">, row: number): number {
  return places.get(row) ?? row;
}

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
    this.#look = new SheetLook(setting);
    this.#cells = new CellComparison(setting, this.#look);
    this.#expected = expected[Symbol.iterator]();
    this.#next = this.#advance();
  }

  /** Whether rows seem inserted or deleted, so that comparing on makes no sense before it is known which. */
  get isMoved(): boolean {
    return this.#isMoved;
  }

  /** Takes the next row of the file as it is seen, whichever row it is compared with. */
  see(found: FoundRow): void {
    this.#look.takeRow(found);
  }

  /** Takes the next row to compare. */
  take(found: FoundRow): void {
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
    const edit = {
      what: count === 1 ? "row inserted" : `${count} rows inserted`,
      kind: "inserted-rows" as const,
      exported: "",
      found: shown,
    };
    this.#setting.differences.edits.add({ sheet: this.#setting.sheet, cell: `A${row}`, ...edit }, row, 0);
  }

  #tellDeleted(): void {
    if (this.#deleted === null) return;
    const { differences, sheet, moved } = this.#setting;
    const { row, shown, count } = this.#deleted;
    this.#deleted = null;
    const edit = {
      what: count === 1 ? "row deleted" : `${count} rows deleted`,
      kind: "deleted-rows" as const,
      exported: shown,
      found: "",
    };
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
