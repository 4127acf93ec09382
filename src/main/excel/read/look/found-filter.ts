/** The filter that a sheet was left under: what its rows are shown by. */
import { isTrue } from "../package/xml-events.ts";

/** Rows that a filter may hide, both ends included, from 1 on: those below its header. */
export interface FoundFilter {
  readonly first: number;
  readonly last: number;
  /** What it asks for, as far as that can be told from the values alone. */
  readonly asked: readonly AskedValues[];
}

/** The values of one column that a filter shows. */
interface AskedValues {
  /** 0 for A. */
  readonly column: number;
  /** As shown; `*` and `?` stand for others. */
  readonly values: string[];
  /** Whether it asks for more than that, so that no row can be said to be left out. */
  isMore: boolean;
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

type Attributes = Readonly<Record<string, string>>;

/** Takes what follows a sheet's rows; a reader's own views, which hold filters too, are not what is shown. */
export class FilterReader {
  #rows: Omit<FoundFilter, "asked"> | null = null;
  #firstColumn = 0;
  #isWithin = false;
  #count = 0;
  #hasCriteria = false;
  readonly #asked: AskedValues[] = [];

  /**
   * The filter, once the sheet is read; null where none hides anything, or where programs would differ in
   * which one does.
   */
  get filter(): FoundFilter | null {
    if (!this.#hasCriteria || this.#count !== 1 || this.#rows === null) return null;
    return { ...this.#rows, asked: this.#asked };
  }

  open(name: string, attributes: Attributes, depth: number): void {
    if (depth === 2) {
      this.#isWithin = name === "autoFilter";
      if (this.#isWithin) this.#openFilter(attributes);
      return;
    }
    if (!this.#isWithin) return;
    if (name === "filterColumn") {
      const column = this.#firstColumn + Number(attributes["colId"] ?? 0);
      this.#asked.push({ column, values: [], isMore: false });
    } else if (depth === 4 && CRITERIA.has(name)) this.#openCriteria(name, attributes);
    else if (depth === 5) this.#openValue(name, attributes);
  }

  #openFilter({ ref = "" }: Attributes): void {
    this.#count += 1;
    const [, column = "A", first, last] = /^\$?([A-Z]+)\$?(\d+):\$?[A-Z]+\$?(\d+)$/u.exec(ref) ?? [];
    this.#rows = first === undefined ? null : { first: Number(first) + 1, last: Number(last) };
    this.#firstColumn = column.split("").reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  }

  #openCriteria(name: string, { blank }: Attributes): void {
    this.#hasCriteria = true;
    const asked = this.#asked.at(-1);
    if (asked !== undefined && ((name !== "filters" && name !== "customFilters") || isTrue(blank)))
      asked.isMore = true;
  }

  #openValue(name: string, { val, operator = "equal" }: Attributes): void {
    const asked = this.#asked.at(-1);
    if (asked === undefined) return;
    const isValue = (name === "filter" || name === "customFilter") && val !== undefined;
    if (isValue && operator === "equal") asked.values.push(val);
    else asked.isMore = true;
  }
}
