/** Where tables stand on their sheets: what formulas and links refer to. */
import { HEADING_ROWS, type Place, type TableShape } from "./model.ts";

/** The letters of a column, 0 for A. */
export function columnLetters(index: number): string {
  const letters = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? letters : columnLetters(Math.floor(index / 26) - 1) + letters;
}

/** The name of a sheet's part: `Wallet`, then `Wallet (2)`. */
export function partName(name: string, part: number): string {
  return part === 0 ? name : `${name} (${part + 1})`;
}

/** A table's place: row indexes count from 0 in the order the table yields them. */
export class TablePlace {
  readonly #sheet: string;
  readonly #first: number;
  readonly #count: number;
  readonly #maxRows: number;
  readonly #letters: ReadonlyMap<string, string>;

  /** @param first the sheet row (from 1) of the table's first row */
  constructor(sheet: string, first: number, count: number, keys: readonly string[], maxRows: number) {
    this.#sheet = sheet;
    this.#first = first;
    this.#count = count;
    this.#maxRows = maxRows;
    this.#letters = new Map(keys.map((key, index) => [key, columnLetters(index)]));
  }

  get count(): number {
    return this.#count;
  }

  /** @throws Error when the table has no such column: a defect */
  letter(key: string): string {
    const letter = this.#letters.get(key);
    if (letter === undefined) throw new Error(`no column ${key} in a table of ${this.#sheet}`);
    return letter;
  }

  /** On which part of the sheet, and in which sheet row, a row of the table stands. */
  at(index: number): { readonly part: number; readonly row: number } {
    const onFirst = this.#maxRows - this.#first + 1;
    if (index < onFirst) return { part: 0, row: this.#first + index };
    // Later parts repeat the heading and the header line, without titles.
    const top = HEADING_ROWS + 2;
    const onNext = this.#maxRows - top + 1;
    const past = index - onFirst;
    return { part: 1 + Math.floor(past / onNext), row: top + (past % onNext) };
  }

  /** A cell for a link. */
  place(key: string, index: number): Place {
    const { part, row } = this.at(index);
    return { sheet: partName(this.#sheet, part), cell: `${this.letter(key)}${row}` };
  }

  /** A cell for a formula anywhere in the workbook. */
  cell(key: string, index: number): string {
    const { sheet, cell } = this.place(key, index);
    return `'${sheet}'!${cell}`;
  }

  /** A cell for a formula in row `from` of this table: without the sheet's name when on the same part. */
  near(key: string, index: number, from: number): string {
    const { part, row } = this.at(index);
    return part === this.at(from).part ? `${this.letter(key)}${row}` : this.cell(key, index);
  }

  /** The ranges, one per part, that hold rows `from` to `to` (both included) of a column; none when empty. */
  ranges(key: string, from = 0, to = this.#count - 1): string[] {
    const letter = this.letter(key);
    const found: string[] = [];
    for (let index = from; index <= to;) {
      const { part, row } = this.at(index);
      const last = Math.min(to, index + this.#maxRows - row);
      found.push(`'${partName(this.#sheet, part)}'!$${letter}$${row}:$${letter}$${row + last - index}`);
      index = last + 1;
    }
    return found;
  }

  /** The sum of one expression per part, e.g. of SUMIFS, which take one range each; `0` when the table is empty. */
  overParts(
    keys: readonly string[],
    expression: (...ranges: string[]) => string,
    from = 0,
    to = this.#count - 1,
  ): string {
    const columns = keys.map((key) => this.ranges(key, from, to));
    const terms = (columns[0] ?? []).map((_, part) =>
      expression(...columns.map((ranges) => ranges[part] ?? "")),
    );
    return terms.length === 0 ? "0" : terms.join("+");
  }

  sum(key: string, from = 0, to = this.#count - 1): string {
    const ranges = this.ranges(key, from, to);
    return ranges.length === 0 ? "0" : `SUM(${ranges.join(",")})`;
  }
}

/** Where the parts of a table stand on a sheet's first part, as sheet rows from 1. */
interface TableRows {
  readonly header: number;
  /** The first row below the header: its first record, or the line that says there is none. */
  readonly first: number;
}

/** The rows of tables below each other, one empty row between; an empty table takes one row for the line that says so. */
export function layOut(tables: readonly TableShape[]): TableRows[] {
  let next = HEADING_ROWS + 1;
  return tables.map(({ title, count }) => {
    const header = title === null ? next : next + 1;
    next = header + 1 + Math.max(count, 1) + 1;
    return { header, first: header + 1 };
  });
}

/** Places the tables of one sheet; by the tables' ids. */
export function placeTables<Id extends string>(
  sheet: string,
  tables: readonly (TableShape & { readonly id: Id })[],
  maxRows: number,
): Record<Id, TablePlace> {
  const places: Partial<Record<Id, TablePlace>> = {};
  for (const [at, { first }] of layOut(tables).entries()) {
    const table = tables[at];
    if (table === undefined) continue;
    const keys = table.columns.map(({ key }) => key);
    places[table.id] = new TablePlace(sheet, first, table.count, keys, maxRows);
  }
  return places as Record<Id, TablePlace>;
}
