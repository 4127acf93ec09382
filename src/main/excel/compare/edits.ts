/** Edits that were found, listed up to a limit and counted beyond it. */
import { type Edit, EDIT_RANKS } from "../../../core/report/edits.ts";

export const MOST_EDITS = 2000;

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
    const told = this.#told[EDIT_RANKS[edit.kind]];
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
