/** The cells of one sheet that came back, each compared with the one that was exported. */
import { columnLetters } from "../../../../core/report/place.ts";
import type { FoundFormula } from "../file/found-formula.ts";
import type { FoundCell } from "../file/found-rows.ts";
import { type RowsNow, canonicalFormula } from "./canonical-formula.ts";
import { shownFound } from "./describe-difference.ts";
import type { Differences } from "./differences.ts";
import type { ExpectedCell } from "./expected-rows.ts";
import type { MovedRows } from "./moved-rows.ts";
import { type ComparingSetting, foundValue, isSameResult, isSameValue } from "./same-value.ts";
import type { SheetLook } from "./sheet-look.ts";
import { MOST_CHARACTERS, shortened, shownCell } from "./shown-value.ts";

export interface SheetSetting extends ComparingSetting {
  readonly sheet: string;
  /** What stands above and below its pages, as it is exported. */
  readonly margins: readonly string[];
  readonly differences: Differences;
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

export class CellComparison {
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
   * @param row where it stands in the file, from 1 on; columns from 0 on
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
    const edit = {
      sheet,
      cell: `${columnLetters(column)}${row}`,
      what: exported.what,
      kind: "result" as const,
      exported: this.shown(exported.value, exported.kind),
      found: shownFound(exported.value, value, exported.kind, this.#setting.decimals),
    };
    differences.addResult({ edit, row, column, formula: found });
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
    const place = `${columnLetters(column)}${row}`;
    differences.edits.add(
      { sheet, cell: place, what: cell?.what ?? null, kind, exported, found },
      row,
      column,
    );
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
