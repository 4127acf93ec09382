/** Interned texts: payrefs and labels stand once and are compared as integers. Ids run from 0 without gaps. */
import type { TextColumn } from "../../core/reconcile/input.ts";
import type { ReadableLedger, WritableLedger } from "./connection.ts";

export type DictionaryName = "payref" | "label";

/** Texts remembered at most before the table is asked again: memory stays bounded. */
const REMEMBERED = 1_000_000;

export class Dictionary {
  readonly #remembered = new Map<string, number>();
  readonly #find;
  readonly #insert;
  /** Whether every text of the table is remembered, so that an unknown one need not be looked up. */
  #complete: boolean;
  #next: number;
  /** The first id this dictionary added. */
  readonly firstNew: number;

  constructor(db: WritableLedger, name: DictionaryName) {
    this.#find = db.prepare<[string], number>(`SELECT id FROM ${name} WHERE text = ?`).pluck();
    this.#insert = db.prepare<[number, string]>(`INSERT INTO ${name} (id, text) VALUES (?, ?)`);
    this.#next = db.prepare<[], number>(`SELECT coalesce(max(id) + 1, 0) FROM ${name}`).pluck().get() ?? 0;
    this.firstNew = this.#next;
    if (name === "payref") this.#remembered.set("", 0);
    this.#complete = this.#next === this.#remembered.size;
  }

  /** The id the next new text will get. */
  get next(): number {
    return this.#next;
  }

  /** The id of a text, given one when it is new. */
  idOf(text: string): number {
    const known = this.#remembered.get(text);
    if (known !== undefined) return known;
    const stored = this.#complete ? undefined : this.#find.get(text);
    const id = stored ?? this.#add(text);
    if (this.#remembered.size >= REMEMBERED) {
      this.#remembered.clear();
      this.#complete = false;
    }
    this.#remembered.set(text, id);
    return id;
  }

  /** The id of a text, null for null. */
  idOrNull(text: string | null): number | null {
    return text === null ? null : this.idOf(text);
  }

  #add(text: string): number {
    const id = this.#next;
    this.#insert.run(id, text);
    this.#next += 1;
    return id;
  }
}

/** All texts of a dictionary by id. They are read when the first one is asked for: most checks ask for few or none. */
export function readTexts(db: ReadableLedger, name: DictionaryName): TextColumn {
  const count = db.prepare<[], number>(`SELECT count(*) FROM ${name}`).pluck();
  const get = db.prepare<[number], string>(`SELECT text FROM ${name} WHERE id = ?`).pluck();
  let all: readonly string[] | null = null;
  let asked = 0;
  return {
    get length() {
      return count.get() ?? 0;
    },
    at(id) {
      asked += 1;
      if (asked > FEW) all ??= db.prepare<[], string>(`SELECT text FROM ${name} ORDER BY id`).pluck().all();
      const text = all?.[id] ?? get.get(id);
      if (text === undefined) throw new RangeError(`there is no ${name} ${id}`);
      return text;
    },
  };
}

/** Up to this many texts are fetched one by one. */
const FEW = 1000;
