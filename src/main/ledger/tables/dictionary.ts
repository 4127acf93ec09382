/** Interned texts: payrefs and labels are stored once, compared as integers. Ids run from 0 without gaps. */
import { type WritableLedger, query } from "../file/connection.ts";
import type { StoredRow } from "./record-table.ts";
import { type TextNumbers, REMEMBERED_TEXTS } from "./numbering.ts";

// Inserts rows many at a time: one statement for a full batch costs a third less than one for each row. Values are arguments of their
// own: out of a list, each would be fetched by its index, which takes as long as binding it.

const ROWS_AT_ONCE = 32;

export class RowInserter {
  readonly #width: number;
  readonly #one;
  readonly #many;
  readonly #values: StoredRow[number][];
  #pending = 0;

  constructor(db: WritableLedger, table: string, columns: readonly string[]) {
    this.#width = columns.length;
    const row = `(${columns.map(() => "?").join(", ")})`;
    const into = `INSERT INTO ${table} (${columns.join(", ")}) VALUES`;
    this.#one = db.prepare<StoredRow[number][]>(`${into} ${row}`);
    this.#many = db.prepare<StoredRow[number][]>(
      `${into} ${Array.from({ length: ROWS_AT_ONCE }, () => row).join(", ")}`,
    );
    this.#values = Array.from({ length: ROWS_AT_ONCE * columns.length }, () => null);
  }

  /** Takes a row, which may be used again at once. It is in the table after `flush` at the latest. */
  add(row: StoredRow): void {
    const start = this.#pending * this.#width;
    for (let at = 0; at < this.#width; at += 1) this.#values[start + at] = row[at] ?? null;
    this.#pending += 1;
    if (this.#pending < ROWS_AT_ONCE) return;
    this.#pending = 0;
    this.#many.run(...this.#values);
  }

  /** Inserts what waits. */
  flush(): void {
    const rows = this.#pending;
    this.#pending = 0;
    for (let row = 0; row < rows; row += 1) {
      this.#one.run(...this.#values.slice(row * this.#width, (row + 1) * this.#width));
    }
  }
}

export type DictionaryName = "payref" | "label";

export class Dictionary implements TextNumbers {
  readonly #find;
  readonly #inserter: RowInserter;
  /** How many texts were in the table when this was made. */
  readonly firstNew: number;
  /** The id the next new text will get. */
  #next: number;

  constructor(db: WritableLedger, name: DictionaryName) {
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
    this.#inserter.add([id, text]);
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
