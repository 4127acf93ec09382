/** Many texts as UTF-8 in one buffer: strings would take several times the memory, and cross no thread. */
import { TieoutError } from "../../../core/errors.ts";
import type { TextBytes, TextColumn } from "../../../core/reconcile/input/input.ts";
import { type ReadableLedger, query } from "../file/connection.ts";
import type { DictionaryName } from "./dictionary.ts";

/** Texts of consecutive rows, in their own memory. */
export interface TextRun {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Text i ends at byte `ends[i]` and begins where the one before ends. */
  readonly ends: Int32Array<ArrayBuffer>;
  /** 1 where there is no text at all. */
  readonly missing: Uint8Array<ArrayBuffer>;
}

const PAGE_TEXTS = 1000;

/** Bytes of the first buffer where nobody knows how many there will be. */
const FIRST_BYTES = 16_384;

const COMMA = ",".charCodeAt(0);
const ZERO = "0".charCodeAt(0);

export class TextPacker {
  #bytes: Buffer<ArrayBuffer>;
  #ends: Int32Array<ArrayBuffer>;
  #missing: Uint8Array<ArrayBuffer>;
  #length = 0;
  #count = 0;

  /**
   * Room for what is expected is made at once; more texts find room, too.
   *
   * @param count how many texts are expected
   * @param bytes how many bytes they are expected to have together
   */
  constructor(count: number, bytes: number = FIRST_BYTES) {
    this.#bytes = Buffer.alloc(bytes);
    this.#ends = new Int32Array(count);
    this.#missing = new Uint8Array(count);
  }

  add(text: string | null): void {
    this.#makeRoom(text === null ? 0 : Buffer.byteLength(text));
    if (text !== null) this.#length += this.#bytes.write(text, this.#length);
    this.#ends[this.#count] = this.#length;
    this.#missing[this.#count] = text === null ? 1 : 0;
    this.#count += 1;
  }

  /** Takes texts in a row, UTF-8. @param lengths the bytes of each, in decimal, with commas between */
  addRun(bytes: Uint8Array, lengths: string): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    let length = 0;
    for (let at = 0; at <= lengths.length; at += 1) {
      const code = at === lengths.length ? COMMA : lengths.charCodeAt(at);
      if (code !== COMMA) length = length * 10 + code - ZERO;
      else {
        this.#makeRoom(0);
        this.#length += length;
        this.#ends[this.#count] = this.#length;
        this.#count += 1;
        length = 0;
      }
    }
  }

  finish(): TextRun {
    const isExact = this.#length === this.#bytes.length && this.#count === this.#ends.length;
    const bytes = new Uint8Array(this.#bytes.buffer, 0, this.#length);
    const [ends, missing] = [this.#ends.subarray(0, this.#count), this.#missing.subarray(0, this.#count)];
    if (isExact) return { bytes, ends, missing };
    return { bytes: bytes.slice(), ends: ends.slice(), missing: missing.slice() };
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(needed, 2 * this.#bytes.length));
      this.#bytes.copy(larger);
      this.#bytes = larger;
    }
    if (this.#count < this.#ends.length) return;
    const ends = new Int32Array(2 * this.#count + 1);
    const missing = new Uint8Array(ends.length);
    ends.set(this.#ends);
    missing.set(this.#missing);
    [this.#ends, this.#missing] = [ends, missing];
  }
}

/** All texts of a dictionary as of one moment, by id. They stay readable when the ledger is closed. */
export class PackedTexts implements TextColumn {
  readonly #run: TextRun;
  readonly #buffer: Buffer;

  constructor(run: TextRun) {
    this.#run = run;
    this.#buffer = Buffer.from(run.bytes.buffer, run.bytes.byteOffset, run.bytes.length);
  }

  get length(): number {
    return this.#run.ends.length;
  }

  at(id: number): string {
    const { from, to } = this.bytesOf(id);
    return this.#buffer.toString("utf8", from, to);
  }

  bytesOf(id: number): TextBytes {
    const to = this.#run.ends[id];
    if (to === undefined) throw new RangeError(`there is no text ${id}`);
    return { bytes: this.#buffer, from: this.#startOf(id), to };
  }

  /** A copy of the texts `from` … `to` − 1; ids past the last are left out. */
  slice(from: number, to: number): TextRun {
    const start = this.#startOf(from);
    const ends = this.#run.ends.slice(from, to).map((end) => end - start);
    return {
      bytes: this.#run.bytes.slice(start, start + (ends.at(-1) ?? 0)),
      ends,
      missing: new Uint8Array(ends.length),
    };
  }

  #startOf(id: number): number {
    return id === 0 ? 0 : (this.#run.ends[id - 1] ?? 0);
  }
}

/** A page: how many of its texts are texts, these one after the other in UTF-8, and how many bytes each has. */
type TextPage = [texts: number, run: Uint8Array | null, lengths: string | null];

/**
 * Reads all texts of a dictionary, a page of them at once: a string for each would take twice as long.
 *
 * @param size where it was measured already
 * @throws TieoutError LEDGER_CORRUPT
 */
export function readPackedTexts(
  db: ReadableLedger,
  name: DictionaryName,
  size = measureTexts(db, name),
): PackedTexts {
  // By rowid, so that the texts come in ascending order: with that and their number no id is left out.
  const page = db
    .prepare<[number, number], TextPage>(
      `SELECT total(typeof(text) = 'text'), CAST(group_concat(text, '') AS BLOB), group_concat(octet_length(text))
       FROM ${name} NOT INDEXED WHERE id BETWEEN ? AND ?`,
    )
    .raw();
  const oneByOne = db
    .prepare<[number, number], [number, unknown]>(
      `SELECT id, text FROM ${name} WHERE id >= ? ORDER BY id LIMIT ?`,
    )
    .raw();
  // In another encoding the bytes are others than those of UTF-8. A pragma is refused while rows are walked through.
  const isUtf8 = query<string>(db).value("SELECT encoding FROM pragma_encoding") === "UTF-8";
  const packer = new TextPacker(size.count, size.bytes);
  for (let from = 0; from < size.count; from += PAGE_TEXTS) {
    const count = Math.min(PAGE_TEXTS, size.count - from);
    const [texts, run, lengths] = page.get(from, from + count - 1) as TextPage;
    if (isUtf8 && texts === count && run !== null && lengths !== null) packer.addRun(run, lengths);
    else {
      for (const [at, [id, text]] of oneByOne.all(from, count).entries()) {
        packer.add(storedText(db, name, from + at, id === from + at ? text : null));
      }
    }
  }
  return new PackedTexts(packer.finish());
}

/** How many texts a dictionary has, and how many bytes they have together. */
function measureTexts(
  db: ReadableLedger,
  name: DictionaryName,
): { readonly count: number; readonly bytes: number } {
  const size = `SELECT count(*) AS count, coalesce(sum(octet_length(text)), 0) AS bytes FROM ${name}`;
  return query<{ readonly count: number; readonly bytes: number }>(db).row(size) ?? { count: 0, bytes: 0 };
}

/** A dictionary's text by its id. @throws TieoutError LEDGER_CORRUPT where there is none */
function storedText(db: ReadableLedger, name: DictionaryName, id: number, text: unknown): string {
  if (typeof text === "string") return text;
  const sentence = "A text in the ledger differs from what was written";
  throw new TieoutError("LEDGER_CORRUPT", sentence, { file: db.name, record: `${name} ${id}` });
}

// A dictionary's texts as somebody needs them: a few, or all.

/** Up to this many texts, or an eighth of all, are fetched one by one: all of them cost time and memory. */
const FEW = 1000;

/** The first labels are those that most records have: so many texts of a dictionary are kept as such once asked for. */
const KEPT_TEXTS = 256;

/** The texts of records by their ids, as `readTexts`. */
export function recordTexts(db: ReadableLedger): {
  readonly payrefs: TextColumn;
  readonly labels: TextColumn;
} {
  return { payrefs: readTexts(db, "payref"), labels: readTexts(db, "label") };
}

/** All texts of a dictionary by id. Read when the first is needed: most checks need few or none. */
export function readTexts(db: ReadableLedger, name: DictionaryName): TextColumn {
  const get = db.prepare<[number]>(`SELECT text FROM ${name} WHERE id = ?`).pluck();
  let all: PackedTexts | null = null;
  const kept = new Map<number, string>();
  let asked = 0;
  let measured: ReturnType<typeof measureTexts> | null = null;
  // Who walks a million rows asks it for each of them.
  const size = () => (measured ??= measureTexts(db, name));
  const length = () => size().count;
  const isMany = () => asked > FEW && asked > length() / 8;
  const packed = () => (all ??= readPackedTexts(db, name, size()));
  return {
    get length() {
      return length();
    },
    at(id) {
      const known = kept.get(id);
      if (known !== undefined) return known;
      asked += 1;
      if (isMany()) packed();
      const isPacked = all !== null && id >= 0 && id < all.length;
      const text = isPacked ? (all as PackedTexts).at(id) : storedText(db, name, id, get.get(id));
      if (id < KEPT_TEXTS) kept.set(id, text);
      return text;
    },
    bytesOf: (id) => packed().bytesOf(id),
  };
}
