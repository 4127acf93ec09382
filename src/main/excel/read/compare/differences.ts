/** The result of comparing a file with its export: edits, what followed from them, what was filled in. */
import { ChangedCells } from "./changed-cells.ts";
import { type Edit, EditList } from "./edits.ts";
import type { FoundFormula } from "../file/found-formula.ts";
import { type References, referencesOf } from "./references.ts";

/** A result that is another one now, though its formula stands. */
interface OtherResult {
  readonly edit: Edit;
  readonly row: number;
  /** 0 for A. */
  readonly column: number;
  readonly formula: FoundFormula;
}

/** A sheet of which a filter hides rows. */
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
    for (const { edit, row, column } of left) this.edits.add(edit, row, column);
    if (!this.changed.isEmpty) this.#followed += this.#untraced;
    else this.edits.addUntold(this.#untraced);
  }

  #follows({ references, edit, row, column }: OtherResult & { readonly references: References }): boolean {
    const { ranges, isBroken } = references;
    if (!(isBroken && this.isSomethingGone) && !ranges.some((range) => this.changed.touches(range)))
      return false;
    this.changed.add(edit.sheet, row, column + 1);
    this.#followed += 1;
    return true;
  }
}
