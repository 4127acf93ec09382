/** Edits that were found, listed up to a limit and counted beyond it. */
import type { Edit, EditKind } from "../../../core/report/edits.ts";

export const MOST_EDITS = 2000;

/** What comes first: what cells hold, then what cannot be seen or does not follow, then how figures look. */
const RANK: Readonly<Record<EditKind, 0 | 1 | 2>> = {
  value: 0,
  formula: 0,
  "overwritten-formula": 0,
  added: 0,
  "inserted-rows": 0,
  "deleted-rows": 0,
  "missing-sheet": 0,
  "added-sheet": 0,
  result: 1,
  hidden: 1,
  link: 1,
  setting: 1,
  attached: 1,
  format: 2,
  "moved-sheets": 2,
};

/** Where an edit stands, to tell them in the order of the file. */
interface PlacedEdit {
  readonly edit: Edit;
  readonly row: number;
  readonly column: number;
}

export class EditList {
  /** By rank: many of a later one take no room from an earlier one. */
  readonly #told: readonly PlacedEdit[][] = [[], [], []];
  #count = 0;

  /** All of them, those not told too. */
  get count(): number {
    return this.#count;
  }

  /** @param row from 1 on @param column 0 for A */
  add(edit: Edit, row: number, column: number): void {
    this.#count += 1;
    const told = this.#told[RANK[edit.kind]];
    if (told !== undefined && told.length < MOST_EDITS) told.push({ edit, row, column });
  }

  /** Counts edits that cannot be told any more. */
  addUntold(count: number): void {
    this.#count += count;
  }

  /** Real edits first; each kind sheet by sheet, then row by row. */
  inOrder(sheets: Iterable<string>): Edit[] {
    const order = new Map(Array.from(sheets, (sheet, at) => [sheet, at]));
    const sheetOf = ({ edit: { sheet } }: PlacedEdit) => order.get(sheet) ?? 0;
    return this.#told
      .flatMap((told) =>
        told.toSorted((a, b) => sheetOf(a) - sheetOf(b) || a.row - b.row || a.column - b.column),
      )
      .slice(0, MOST_EDITS)
      .map(({ edit }) => edit);
  }
}
