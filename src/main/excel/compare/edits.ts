/** Edits that were found, listed up to a limit and counted beyond it. */

type EditKind =
  /** A value that is another one now. */
  | "value"
  /** A formula that is another one now. */
  | "formula"
  /** A value, or nothing, where a formula was. */
  | "overwritten-formula"
  /** A formula's result that neither its formula nor another edit explains. */
  | "result"
  /** Something where nothing was. */
  | "added"
  | "inserted-rows"
  | "deleted-rows"
  | "missing-sheet"
  | "added-sheet"
  /** Sheets that stand in another order. */
  | "moved-sheets"
  /** What is not shown any more: a sheet, rows, columns, figures under a rule. */
  | "hidden"
  /** A link that leads elsewhere. */
  | "link"
  /** Another way in which the workbook calculates or is shown. */
  | "setting"
  /** Another number format, which shows something else. */
  | "format"
  /** Something that the workbook carries beside its cells. */
  | "attached";

/** Values as a person would read them, '' for an empty cell. */
export interface Edit {
  /** '' for the workbook as such. */
  readonly sheet: string;
  /** e.g. `H14` as it stands now; the first of deleted rows as exported; `H14:H20`; '' for a sheet. */
  readonly cell: string;
  /** The column's header, or what the edit is about; null where there is none. */
  readonly what: string | null;
  readonly kind: EditKind;
  readonly exported: string;
  readonly found: string;
}

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
