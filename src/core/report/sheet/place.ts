/** The position of each table on its sheet, for formulas and links. */
import { HEADING_ROWS, type CellPlace, type SheetTable } from "./model.ts";

/** The letters of a column, 0 for A. */
export function columnLetters(index: number): string {
  const letters = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? letters : columnLetters(Math.floor(index / 26) - 1) + letters;
}

/** The name of a sheet's part: `Wallet`, then `Wallet (2)`. */
export function partName(name: string, part: number): string {
  return part === 0 ? name : `${name} (${part + 1})`;
}

/** A table's sheet, its first row there, and after how many rows the sheet goes on in the next part. */
interface Stand {
  readonly sheet: string;
  /** The sheet row, from 1, of the table's first row. */
  readonly first: number;
  readonly maxRows: number;
}

/** A table's place, by the keys of its columns: row indexes count from 0 in the order of the table's rows. */
export class TablePlace<Key extends string> {
  /** With its footing. */
  readonly count: number;
  /** How many of its last rows foot those before: no range holds them unless asked for them. */
  readonly feet: number;
  readonly #keys: readonly string[];
  readonly #letters: ReadonlyMap<string, string>;
  #stand: Stand | null = null;

  /** @param keys of the columns from A on, '' where one is left empty */
  constructor(count: number, keys: readonly (Key | "")[], feet = 0) {
    this.count = count;
    this.feet = feet;
    this.#keys = keys;
    this.#letters = new Map(keys.map((key, index) => [key, columnLetters(index)]));
  }

  /** How many rows there are above the footing. */
  get records(): number {
    return this.count - this.feet;
  }

  /** Gives the table its place, once all tables of its sheet are known; no cell can be referred to before. */
  standOn(stand: Stand): void {
    this.#stand = stand;
  }

  get #standing(): Stand {
    if (this.#stand === null) throw new Error("a table is referred to before it stands on a sheet");
    return this.#stand;
  }

  /** @throws Error when the table has no such column: a defect */
  letter(key: Key): string {
    const letter = this.#letters.get(key);
    if (letter === undefined) throw new Error(`no column ${key} in a table of ${this.#stand?.sheet}`);
    return letter;
  }

  /** How many columns there are from A to this one. */
  columnsTo(key: Key): number {
    return this.#keys.indexOf(key) + 1;
  }

  /** On which part of the sheet, and in which sheet row, a row of the table stands. */
  at(index: number): { readonly part: number; readonly row: number } {
    const { first, maxRows } = this.#standing;
    const onFirst = maxRows - first + 1;
    if (index < onFirst) return { part: 0, row: first + index };
    // Later parts repeat the heading and the header line, without titles.
    const top = HEADING_ROWS + 2;
    const onNext = maxRows - top + 1;
    const past = index - onFirst;
    return { part: 1 + Math.floor(past / onNext), row: top + (past % onNext) };
  }

  link(key: Key, index: number): CellPlace {
    const { part, row } = this.at(index);
    return { sheet: partName(this.#standing.sheet, part), cell: `${this.letter(key)}${row}` };
  }

  cell(key: Key, index: number): string {
    const { sheet, cell } = this.link(key, index);
    return `'${sheet}'!${cell}`;
  }

  /** A cell for a formula in row `from` of this table: without the sheet's name when on the same part. */
  near(key: Key, index: number, from: number): string {
    const { part, row } = this.at(index);
    return part === this.at(from).part ? `${this.letter(key)}${row}` : this.cell(key, index);
  }

  /** The ranges, one per part, that hold rows `from` to `to` (both included) of a column; none when empty. */
  ranges(key: Key, from = 0, to = this.records - 1): string[] {
    const letter = this.letter(key);
    const { sheet, maxRows } = this.#standing;
    const found: string[] = [];
    for (let index = from; index <= to;) {
      const { part, row } = this.at(index);
      const last = Math.min(to, index + maxRows - row);
      found.push(`'${partName(sheet, part)}'!$${letter}$${row}:$${letter}$${row + last - index}`);
      index = last + 1;
    }
    return found;
  }

  /** The sum of one expression per part, e.g. of SUMIFS, of one range each; `0` when the table is empty. */
  overParts(
    keys: readonly Key[],
    expression: (...ranges: string[]) => string,
    from = 0,
    to = this.records - 1,
  ): string {
    const columns = keys.map((key) => this.ranges(key, from, to));
    const terms = (columns[0] ?? []).map((_, part) =>
      expression(...columns.map((ranges) => ranges[part] ?? "")),
    );
    return terms.length === 0 ? "0" : terms.join("+");
  }

  sum(key: Key, from = 0, to = this.records - 1): string {
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

/** The rows of tables below each other, one empty row between; an empty table takes one row to say so. */
export function layOut(tables: readonly Pick<SheetTable, "title" | "count">[]): TableRows[] {
  let next = HEADING_ROWS + 1;
  return tables.map(({ title, count }) => {
    const header = title === null ? next : next + 1;
    next = header + 1 + Math.max(count, 1) + 1;
    return { header, first: header + 1 };
  });
}
