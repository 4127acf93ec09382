/** Interned texts: payrefs and labels are stored once, compared as integers. Ids run from 0 without gaps. */
import type { WritableLedger } from "../../file/connection.ts";
import type { TextNumbers } from "../numbering.ts";
import { RowInserter } from "../row-inserter.ts";

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
    this.#next = db.prepare<[], number>(`SELECT coalesce(max(id) + 1, 0) FROM ${name}`).pluck().get() ?? 0;
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
