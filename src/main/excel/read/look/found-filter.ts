/** The filter that a sheet was left under: what its rows are shown by. */

/** Rows that a filter may hide, both ends included, from 1 on: those below its header. */
export interface FoundFilter {
  readonly first: number;
  readonly last: number;
}

/** What a column is filtered by; a filter without any of them shows all rows. */
const CRITERIA: ReadonlySet<string> = new Set([
  "filters",
  "customFilters",
  "top10",
  "dynamicFilter",
  "colorFilter",
  "iconFilter",
]);

/** Takes what follows a sheet's rows; a reader's own views, which hold filters too, are not what is shown. */
export class FilterReader {
  #rows: FoundFilter | null = null;
  #isWithin = false;
  #count = 0;
  #hasCriteria = false;

  /**
   * The filter, once the sheet is read; null where none hides anything, or where programs would differ in
   * which one does.
   */
  get filter(): FoundFilter | null {
    return this.#hasCriteria && this.#count === 1 ? this.#rows : null;
  }

  open(name: string, { ref = "" }: Readonly<Record<string, string>>, depth: number): void {
    if (depth === 2) {
      this.#isWithin = name === "autoFilter";
      if (!this.#isWithin) return;
      this.#count += 1;
      const [, first, last] = /^\$?[A-Z]+\$?(\d+):\$?[A-Z]+\$?(\d+)$/u.exec(ref) ?? [];
      this.#rows = first === undefined ? null : { first: Number(first) + 1, last: Number(last) };
    } else if (depth === 4 && this.#isWithin && CRITERIA.has(name)) this.#hasCriteria = true;
  }
}
