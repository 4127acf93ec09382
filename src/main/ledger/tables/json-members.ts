/** Reads a long JSON document by members, some lists by values: it holds one value, none longer than ours. */
import { newWalk, walkRecords } from "../../../core/json-walk.ts";

/** What comes of a document: a member, where one that is read value by value begins, or one of its values. */
export type JsonPart =
  | { readonly kind: "member"; readonly name: string; readonly value: unknown }
  | { readonly kind: "list"; readonly name: string }
  | { readonly kind: "item"; readonly name: string; readonly value: unknown };

/** Values are parsed in runs of about so many bytes: one by one takes twice the time. */
const RUN_BYTES = 64 * 1024;
const LONGEST_VALUE = 64 * 1024 * 1024;
const LONGEST_NAME = 100;
const MOST_DEPTH = 64;
/** Entries without a payref are counted by action, of which there may be as many as entries. */
const MOST_FIELDS = 2 ** 30;

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Reads an object.
 *
 * @param lists names of members whose values come one by one, where they are lists; one within another member
 *   is named `outer.inner`, and the others within that one are, too
 * @throws SyntaxError for what is no JSON object, or none as Tieout writes them
 */
export function* readMembers(pieces: Iterable<Uint8Array>, lists: ReadonlySet<string>): Generator<JsonPart> {
  const json = new JsonBytes(pieces);
  try {
    yield* membersOf(json, lists);
    json.expectEnd();
  } finally {
    // It need not be read to the end.
    json.close();
  }
}

function* membersOf(json: JsonBytes, lists: ReadonlySet<string>, within = ""): Generator<JsonPart> {
  json.expect(OPEN_OBJECT);
  const outer = new Set(Array.from(lists, (list) => list.split(".").slice(0, -1).join(".")));
  const seen = new Set<string>();
  let isLast = json.takesNext(CLOSE_OBJECT);
  while (!isLast) {
    const name = `${within}${json.name()}`;
    if (seen.has(name)) throw new SyntaxError("a member occurs twice");
    seen.add(name);
    if (lists.has(name) && json.takesNext(OPEN_LIST)) {
      yield { kind: "list", name };
      for (const value of valuesOf(json)) yield { kind: "item", name, value };
    } else if (outer.has(name)) yield* membersOf(json, lists, `${name}.`);
    else yield { kind: "member", name, value: JSON.parse(json.values(0).text) };
    isLast = json.takesNext(CLOSE_OBJECT);
    if (!isLast) json.expect(COMMA);
  }
}

function* valuesOf(json: JsonBytes): Generator {
  let isLast = json.takesNext(CLOSE_LIST);
  while (!isLast) {
    const { text, count } = json.values(RUN_BYTES);
    const values = JSON.parse(`[${text}]`) as readonly unknown[];
    // After the last comma of a list nothing may be missing.
    if (values.length !== count) throw new SyntaxError("a value is missing");
    yield* values;
    isLast = json.takesNext(CLOSE_LIST);
    if (!isLast) json.expect(COMMA);
  }
}

/** Bytes of JSON, read forward. */
class JsonBytes {
  readonly #pieces: Iterator<Uint8Array>;
  #piece: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(pieces: Iterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.iterator]();
  }

  close(): void {
    this.#pieces.return?.();
  }

  /** The next byte that is no white space; −1 at the end. It is not taken. */
  #next(): number {
    for (;;) {
      while (this.#at < this.#piece.length) {
        const byte = this.#piece[this.#at] as number;
        if (!SPACES.has(byte)) return byte;
        this.#at += 1;
      }
      if (!this.#turn()) return -1;
    }
  }

  /** Goes on to the next piece; false at the end. */
  #turn(): boolean {
    const { done, value } = this.#pieces.next() as IteratorResult<Uint8Array, undefined>;
    if (done === true) return false;
    this.#piece = Buffer.from(value.buffer, value.byteOffset, value.length);
    this.#at = 0;
    return true;
  }

  takesNext(byte: number): boolean {
    if (this.#next() !== byte) return false;
    this.#at += 1;
    return true;
  }

  expect(byte: number): void {
    if (!this.takesNext(byte)) throw new SyntaxError("there is an unexpected character");
  }

  expectEnd(): void {
    if (this.#next() !== -1) throw new SyntaxError("there is extra content after the end");
  }

  /** A member's name with its colon. No name of ours holds an escape. */
  name(): string {
    this.expect(QUOTE);
    const bytes: number[] = [];
    for (;;) {
      if (this.#at === this.#piece.length && !this.#turn()) throw new SyntaxError("it ends in a name");
      if (this.#at === this.#piece.length) continue;
      const byte = this.#piece[this.#at] as number;
      this.#at += 1;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH || bytes.length === LONGEST_NAME)
        throw new SyntaxError("there is a name that Tieout does not write");
      bytes.push(byte);
    }
    this.expect(COLON);
    return Buffer.from(bytes).toString();
  }

  /** Values up to a comma or bracket, not taken. @param least goes on so many bytes before it stops at one */
  values(least: number): { readonly text: string; readonly count: number } {
    const walk = newWalk(MOST_DEPTH, MOST_FIELDS);
    const parts: Buffer[] = [];
    let length = 0;
    for (;;) {
      if (this.#at === this.#piece.length && !this.#turn()) throw new SyntaxError("it ends in a value");
      const from = this.#at;
      this.#at = walkRecords(walk, this.#piece, from, from + least - length, MOST_DEPTH);
      parts.push(this.#piece.subarray(from, this.#at));
      length += this.#at - from;
      if (walk.depth > MOST_DEPTH || length > LONGEST_VALUE)
        throw new SyntaxError("there is a value that Tieout does not write");
      if (this.#at < this.#piece.length) break;
    }
    const isAtComma = this.#piece[this.#at] === COMMA;
    const text = parts.length === 1 ? (parts[0] as Buffer).toString() : Buffer.concat(parts).toString();
    return { text, count: walk.records + (isAtComma ? 0 : 1) };
  }
}
