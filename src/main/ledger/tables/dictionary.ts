/** Interned texts: payrefs and labels are stored once, compared as integers. Ids run from 0 without gaps. */
import type Database from "better-sqlite3";
import { type WritableLedger, query } from "../file/connection.ts";
import type { StoredRow } from "./record-table.ts";
import { type TextNumbers, REMEMBERED_TEXTS } from "./numbering.ts";

// Inserts rows many at a time: one statement for a full batch costs a third less than one for each row. Values are arguments of their
// own: out of a list, each would be fetched by its index, which takes as long as binding it. Binding takes longer than inserting, so
// integers and NULL that are the same in all rows of a batch are part of its statement.

const ROWS_AT_ONCE = 32;

/** So many statements for full batches are kept; then batches that none fits have all their values bound. */
const MOST_STATEMENTS = 16;

/** The statement for a full batch, and the columns whose values it takes, row by row. */
interface BatchStatement {
  readonly insert: Database.Statement<StoredRow[number][]>;
  readonly bound: readonly number[];
}

/** Inserts rows into a table, many at a time, in the order in which they are added. */
export class RowInserter {
  readonly #db: WritableLedger;
  readonly #into: string;
  readonly #width: number;
  readonly #one: BatchStatement;
  readonly #plain: BatchStatement;
  /** By the values in them. */
  readonly #kept = new Map<string, BatchStatement>();
  readonly #values: StoredRow[number][];
  #pending = 0;

  /** @param columns the first is always bound, so that some value is */
  constructor(db: WritableLedger, table: string, columns: readonly string[]) {
    this.#db = db;
    this.#into = `INSERT INTO ${table} (${columns.join(", ")})`;
    this.#width = columns.length;
    const allBound = columns.map(() => null);
    this.#one = this.#prepare(1, allBound);
    this.#plain = this.#prepare(ROWS_AT_ONCE, allBound);
    this.#kept.set(allBound.join(), this.#plain);
    this.#values = Array.from({ length: ROWS_AT_ONCE * columns.length }, () => null);
  }

  /** Takes a row, which may be used again at once. It is in the table after `flush` at the latest. */
  add(row: StoredRow): void {
    const start = this.#pending * this.#width;
    for (let at = 0; at < this.#width; at += 1) this.#values[start + at] = row[at] ?? null;
    this.#pending += 1;
    if (this.#pending < ROWS_AT_ONCE) return;
    this.#pending = 0;
    this.#insert(this.#fitting(), 0, ROWS_AT_ONCE);
  }

  /** Inserts what waits. */
  flush(): void {
    const rows = this.#pending;
    this.#pending = 0;
    for (let row = 0; row < rows; row += 1) this.#insert(this.#one, row, 1);
  }

  #insert({ insert, bound }: BatchStatement, from: number, rows: number): void {
    const given: StoredRow[number][] = [];
    for (let row = from; row < from + rows; row += 1)
      for (const column of bound) given.push(this.#values[row * this.#width + column] as StoredRow[number]);
    insert.run(...given);
  }

  /** The statement for the rows that wait. */
  #fitting(): BatchStatement {
    const same = Array.from({ length: this.#width }, (_, column) => this.#sameIn(column));
    const key = same.join();
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    if (this.#kept.size === MOST_STATEMENTS) return this.#plain;
    const made = this.#prepare(ROWS_AT_ONCE, same);
    this.#kept.set(key, made);
    return made;
  }

  /** The integer or NULL that a column has in all rows that wait, as SQL; null where there is no such value. */
  #sameIn(column: number): string | null {
    const first = this.#values[column] as StoredRow[number];
    if (column === 0 || (first !== null && !Number.isSafeInteger(first))) return null;
    for (let at = column + this.#width; at < this.#values.length; at += this.#width)
      if (this.#values[at] !== first) return null;
    return first === null ? "NULL" : String(first);
  }

  /** @param same by column the value that is part of the statement, as SQL; null where it is bound */
  #prepare(rows: number, same: readonly (string | null)[]): BatchStatement {
    const bound = [...same.keys()].filter((column) => same[column] === null);
    const list = same.map((value, column) => value ?? `column${bound.indexOf(column) + 1}`);
    const row = `(${bound.map(() => "?").join(", ")})`;
    const values = Array.from({ length: rows }, () => row).join(", ");
    return {
      insert: this.#db.prepare(`${this.#into} SELECT ${list.join(", ")} FROM (VALUES ${values})`),
      bound,
    };
  }
}

export type DictionaryName = "payref" | "label";

export class Dictionary implements TextNumbers {
  readonly #find;
  readonly #inserter: RowInserter;
  readonly #onAdd: (row: StoredRow) => void;
  /** How many texts were in the table when this was made. */
  readonly firstNew: number;
  /** The id the next new text will get. */
  #next: number;

  /** @param onAdd gets the rows of new texts, ascending */
  constructor(db: WritableLedger, name: DictionaryName, onAdd: (row: StoredRow) => void = () => {}) {
    this.#onAdd = onAdd;
    this.#find = db.prepare<[string], number>(`SELECT id FROM ${name} WHERE text = ?`).pluck();
    this.#inserter = new RowInserter(db, name, ["id", "text"]);
    this.#next = query<number>(db).value(`SELECT coalesce(max(id) + 1, 0) FROM ${name}`) ?? 0;
    this.firstNew = this.#next;
  }

  get next(): number {
    return this.#next;
  }

  idOf(text: string): number {
    this.flush();
    const stored = this.#find.get(text);
    if (stored !== undefined) return stored;
    const id = this.add(text);
    this.flush();
    return id;
  }

  idOrNull(text: string | null): number | null {
    return text === null ? null : this.idOf(text);
  }

  /** Adds a text that is known not to be there, and returns its id. It can be read after `flush`. */
  add(text: string): number {
    const id = this.#next;
    const row: StoredRow = [id, text];
    this.#inserter.add(row);
    this.#onAdd(row);
    this.#next += 1;
    return id;
  }

  flush(): void {
    this.#inserter.flush();
  }
}

// Maps a packer's numbers to the ledger's ids: each text is looked up once, when it first arrives.

export class TextIds {
  readonly #dictionary: Dictionary;
  /** Ids by number. */
  readonly #ids: number[] = [];
  /** Whether no text but the empty one was in the table: then the first to arrive is new without a look. */
  readonly #wasEmpty: boolean;

  /** @param stood how many texts a new ledger's table holds */
  constructor(dictionary: Dictionary, stood: number) {
    this.#dictionary = dictionary;
    this.#wasEmpty = dictionary.firstNew === stood;
  }

  /** Puts into the table what still waits to be, so that it can be read. */
  flush(): void {
    this.#dictionary.flush();
  }

  /** Takes the texts of a batch, whose numbers go on from the batches before. */
  learn(texts: readonly string[]): void {
    for (const text of texts) {
      const isNew = this.#wasEmpty && text !== "" && this.#ids.length < REMEMBERED_TEXTS;
      this.#ids.push(isNew ? this.#dictionary.add(text) : this.#dictionary.idOf(text));
    }
  }

  /** Puts ids in place of numbers, in one column of rows; null stays. */
  resolve(rows: Float64Array, width: number, column: number): void {
    for (let at = column; at < rows.length; at += width) {
      const number = rows[at] ?? Number.NaN;
      if (!Number.isNaN(number)) rows[at] = this.#idOf(number);
    }
  }

  #idOf(number: number): number {
    const id = this.#ids[number];
    if (id === undefined) throw new RangeError(`no text arrived with number ${number}`);
    return id;
  }
}
