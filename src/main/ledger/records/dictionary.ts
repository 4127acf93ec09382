/** Interned texts: payrefs and labels are stored once, compared as integers. Ids run from 0 without gaps. */
import { TieoutError } from "../../../core/errors.ts";
import type { TextColumn } from "../../../core/reconcile/input.ts";
import type { ReadableLedger, WritableLedger } from "../file/connection.ts";
import type { TextNumbers } from "./numbering.ts";
import { RowInserter } from "./row-inserter.ts";

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

/** All texts of a dictionary by id. Read when the first is needed: most checks need few or none. */
export function readTexts(db: ReadableLedger, name: DictionaryName): TextColumn {
  const count = db.prepare<[], number>(`SELECT count(*) FROM ${name}`).pluck();
  const get = db.prepare<[number], string>(`SELECT text FROM ${name} WHERE id = ?`).pluck();
  let all: readonly string[] | null = null;
  let asked = 0;
  let counted: number | null = null;
  // Who walks a million rows asks it for each of them.
  const length = () => (counted ??= count.get() ?? 0);
  const few = () => Math.max(FEW, length() / 8);
  return {
    get length() {
      return length();
    },
    at(id) {
      asked += 1;
      if (asked > few()) all ??= db.prepare<[], string>(`SELECT text FROM ${name} ORDER BY id`).pluck().all();
      const text: unknown = all?.[id] ?? get.get(id);
      if (typeof text === "string") return text;
      const sentence = "A text in the ledger differs from what was written";
      throw new TieoutError("LEDGER_CORRUPT", sentence, { file: db.name, record: `${name} ${id}` });
    },
  };
}

/** Up to this many texts, or an eighth of all, are fetched one by one: all of them cost time and memory. */
const FEW = 1000;
