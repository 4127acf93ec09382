/** Formulas of a sheet that are written once and shared: by the number that cells give for them. */
import { type RowsNow, canonicalFormula } from "../compare/canonical-formula.ts";
import type { FoundFormula } from "./found-formula.ts";

interface WrittenFormula {
  readonly text: string;
  readonly row: number;
  readonly column: number;
}

/** Errors for what cannot be read. */
interface FormulaRefusals {
  readonly refuse: (sentence: string) => Error;
  readonly tooMany: () => Error;
}

const WHERE_THEY_ARE: RowsNow = { has: () => true, rowNow: (_, row) => row };

export class SharedFormulas {
  readonly #most: number;
  readonly #refusals: FormulaRefusals;
  readonly #written = new Map<string, WrittenFormula>();
  #length = 0;

  /** @param most characters in all */
  constructor(most: number, refusals: FormulaRefusals) {
    this.#most = most;
    this.#refusals = refusals;
  }

  /**
   * The formula of a cell.
   *
   * @param number of the shared formula
   * @param text what the cell itself writes, '' for nothing
   */
  of(number: string, text: string, row: number, column: number): FoundFormula {
    const first = this.#written.get(number) ?? this.#write(number, { text, row, column });
    const formula = { text: first.text, down: row - first.row, right: column - first.column };
    // Some programs go by what the first cell writes, others by each cell's own.
    if (text !== "" && first.text !== text && !isSame(formula, text))
      throw this.#refusals.refuse("A cell shares a formula but has another one");
    return formula;
  }

  #write(number: string, written: WrittenFormula): WrittenFormula {
    if (written.text === "") throw this.#refusals.refuse("A cell shares a formula that no cell holds");
    this.#length += written.text.length;
    if (this.#length > this.#most) throw this.#refusals.tooMany();
    this.#written.set(number, written);
    return written;
  }
}

function isSame({ text, down, right }: FoundFormula, own: string): boolean {
  const setting = { sheet: "", rows: WHERE_THEY_ARE };
  return (
    canonicalFormula(text, { ...setting, down, right }) ===
    canonicalFormula(own, { ...setting, down: 0, right: 0 })
  );
}
