/**
 * Scans a body of many records once, as bytes, without holding it: finds the list, cuts it into blocks of
 * whole records, and notes for each block what the reader needs to be both fast and exact.
 */
import { isUtf8 } from "node:buffer";
import type { ErrorFacts, TieoutError } from "../../core/errors.ts";
import {
  isSpace,
  MAX_DEPTH,
  MAX_FIELDS,
  MAX_ENVELOPE_BYTES,
  BYTE_ORDER_MARK,
  ENCODING_BYTES,
  Utf8Check,
  beginsWith,
  describeForeign,
  BLOCK_BYTES,
  MAX_RECORD_BYTES,
} from "./encoding.ts";
import {
  type Origin,
  foreignCode,
  payloadError,
  tooLargeCode,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  OPEN_LIST,
  OPEN_OBJECT,
  STRING,
  QUOTED_FROM_BYTES,
  beginsWithWords,
  foreignWords,
  truncatedCode,
  COMMA,
} from "./origin.ts";
import { isJsonText } from "./envelope.ts";
import { type Walk, isTooWide, newWalk, restart, walkRecords } from "../../core/json-walk.ts";

// The text around the list of records: the envelope before and after `data.histories`, or nothing around a
// bare list. It is small, is collected byte by byte, and is parsed separately with the list as `[]`.

const BACKSLASH = 0x5c;

/** The list of records is in `data.histories`. */
const LIST_DEPTH = 2;

/** Refuses nesting that no response of the service has and that would only exhaust the reader. */
function assertDepth(depth: number, origin: Origin): void {
  if (depth <= MAX_DEPTH) return;
  throw payloadError("PAYLOAD_DEPTH", `The body nests more than ${MAX_DEPTH} levels deep`, origin);
}

/** The error for an object with more fields than any of the service's; reading it takes long, and memory. */
function tooWide(origin: Origin, where: Omit<ErrorFacts, "file"> = {}): TieoutError {
  return payloadError(tooLargeCode(origin), `An object has more than ${MAX_FIELDS} fields`, origin, where);
}

class EnvelopeScanner {
  readonly #origin: Origin;
  #text = Buffer.alloc(256);
  #length = 0;
  /** The key of a value, by depth. */
  readonly #keys: (string | undefined)[] = [];
  /** Fields of the objects that are open, by depth. */
  readonly #fields: number[] = [0];
  #depth = 0;
  #inString = false;
  #escaped = false;
  #stringStart = 0;
  #lastString = "";
  #listSeen = false;

  constructor(origin: Origin) {
    this.#origin = origin;
  }

  /** Levels open around what comes next. */
  get depth(): number {
    return this.#depth;
  }

  /** Whether a value has been opened and closed again. */
  get complete(): boolean {
    return this.#depth === 0 && this.#length > 0;
  }

  /** The text around the list. */
  text(): string {
    return this.#text.toString("utf8", 0, this.#length);
  }

  /**
   * Takes bytes from `at` on, until the chunk ends or the list of records opens.
   *
   * @param base bytes of the body before the chunk
   * @returns the position after the last byte taken, and whether the list opened there
   */
  take(chunk: Uint8Array, at: number, base: number): { readonly at: number; readonly listOpens: boolean } {
    for (let next = at; next < chunk.length; next += 1) {
      const byte = chunk[next] ?? 0;
      if (this.complete && !isSpace(byte)) throw this.#goesOn(base + next);
      this.#keep(byte);
      if (this.#inString) this.#takeInString(byte);
      else if (this.#takeOutside(byte)) return { at: next + 1, listOpens: true };
    }
    return { at: chunk.length, listOpens: false };
  }

  /** Notes that the list was closed: its bracket belongs to the text around it. */
  closeList(): void {
    this.#keep(CLOSE_LIST);
    this.#depth -= 1;
  }

  #keep(byte: number): void {
    if (this.#length === MAX_ENVELOPE_BYTES) throw this.#tooLarge();
    if (this.#length === this.#text.length) this.#text = Buffer.concat([this.#text], this.#length * 2);
    this.#text[this.#length] = byte;
    this.#length += 1;
  }

  #takeInString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === STRING) {
      this.#inString = false;
      if (this.#depth <= LIST_DEPTH) this.#lastString = this.#string();
    }
  }

  /** Says whether the byte opens the list of records. */
  #takeOutside(byte: number): boolean {
    if (byte === STRING) {
      this.#inString = true;
      this.#stringStart = this.#length - 1;
    } else if (byte === COLON) {
      this.#keys[this.#depth] = this.#lastString;
      const fields = (this.#fields[this.#depth] ?? 0) + 1;
      if (fields > MAX_FIELDS) throw tooWide(this.#origin);
      this.#fields[this.#depth] = fields;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      const opensList = byte === OPEN_LIST && this.#atList();
      this.#depth += 1;
      this.#keys[this.#depth] = undefined;
      this.#fields[this.#depth] = 0;
      assertDepth(this.#depth, this.#origin);
      return opensList;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      this.#depth -= 1;
    }
    return false;
  }

  /** The string that has just ended; '' for an invalid one, which the parse of the whole will report. */
  #string(): string {
    try {
      return String(JSON.parse(this.#text.toString("utf8", this.#stringStart, this.#length)));
    } catch {
      return "";
    }
  }

  #atList(): boolean {
    const bare = this.#depth === 0;
    const named = this.#depth === LIST_DEPTH && this.#keys[1] === "data" && this.#keys[2] === "histories";
    if (!bare && !named) return false;
    if (this.#listSeen) {
      throw payloadError("PAYLOAD_DUPLICATE_KEY", "The key data.histories appears twice", this.#origin, {
        field: "data.histories",
      });
    }
    this.#listSeen = true;
    return true;
  }

  #goesOn(at: number): TieoutError {
    return payloadError(
      foreignCode(this.#origin, false),
      `The body continues after the end of its JSON, at byte ${at}`,
      this.#origin,
    );
  }

  #tooLarge(): TieoutError {
    return payloadError(
      tooLargeCode(this.#origin),
      `The body holds more than ${MAX_ENVELOPE_BYTES} bytes outside data.histories`,
      this.#origin,
    );
  }
}

/** A run of whole records: bytes start … end − 1 of the body are what is between two commas of the list. */
export interface Block {
  readonly start: number;
  readonly end: number;
  readonly records: number;
  /** How many records are before it. */
  readonly firstRecord: number;
  /** Colons outside strings: as many as there are members in its objects, unless a key occurs twice. */
  readonly colons: number;
  /** Some number may have a fraction or an exponent, which JSON.parse could round without a trace. */
  readonly roundable: boolean;
}

export interface ScannedList {
  readonly records: number;
  readonly blocks: readonly Block[];
  /** The text around the list, the list standing in it as `[]`. */
  readonly envelope: string;
  /** Whether there was a list of records at all. */
  readonly listFound: boolean;
}

export class ListScanner {
  readonly #origin: Origin;
  readonly #utf8 = new Utf8Check();
  readonly #envelope: EnvelopeScanner;
  readonly #blocks: Block[] = [];
  #phase: "before" | "around" | "list-start" | "list" | "foreign" = "before";
  /** The first bytes, while they are too few to tell what the body is, or to quote what is none. */
  #head: Buffer = Buffer.alloc(0);
  /** Bytes of the body before the chunk at hand. */
  #base = 0;
  #listFound = false;
  readonly #walk: Walk = newWalk(MAX_DEPTH, MAX_FIELDS);
  #blockStart = 0;
  #recordsBefore = 0;

  constructor(origin: Origin) {
    this.#origin = origin;
    this.#envelope = new EnvelopeScanner(origin);
  }

  get listBegun(): boolean {
    return this.#listFound;
  }

  /** The blocks that are complete so far, in the body's order. */
  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  /**
   * Takes the next bytes.
   *
   * @throws TieoutError PAYLOAD_ENCODING, PAYLOAD_NOT_JSON, PAYLOAD_DEPTH, PAYLOAD_DUPLICATE_KEY,
   *   IMPORT_FORMAT, IMPORT_TOO_LARGE, NET_TOO_LARGE
   */
  push(chunk: Uint8Array): void {
    if (this.#phase !== "before") {
      this.#take(chunk);
      return;
    }
    const head = Buffer.concat([this.#head, chunk]);
    this.#head = head.length < ENCODING_BYTES ? head : Buffer.alloc(0);
    if (head.length >= ENCODING_BYTES) this.#take(head);
  }

  /**
   * Ends the body.
   *
   * @throws TieoutError PAYLOAD_EMPTY when nothing but white space came; NET_TRUNCATED or IMPORT_FORMAT when
   *   it ends in the middle; PAYLOAD_SCHEMA, PAYLOAD_NOT_JSON or IMPORT_FORMAT when it is neither an object nor a list
   */
  finish(): ScannedList {
    if (this.#phase !== "foreign") this.#take(this.#head);
    if (this.#phase === "foreign") throw this.#foreign(isUtf8(this.#head));
    if (this.#phase === "before") throw payloadError("PAYLOAD_EMPTY", "The body is empty", this.#origin);
    if (!this.#utf8.finished() || this.#phase !== "around" || !this.#envelope.complete) {
      throw payloadError(
        truncatedCode(this.#origin),
        `The body is cut off after ${this.#base} bytes`,
        this.#origin,
      );
    }
    return {
      records: this.#recordsBefore,
      blocks: this.#blocks,
      envelope: this.#envelope.text(),
      listFound: this.#listFound,
    };
  }

  #take(chunk: Uint8Array): void {
    let at = this.#phase === "before" ? this.#begin(chunk) : 0;
    if (this.#phase === "foreign") return this.#hold(chunk.subarray(at));
    const wrong = this.#utf8.push(chunk);
    if (wrong !== null) throw this.#encodingError(this.#base + wrong);
    while (at < chunk.length) at = this.#advance(chunk, at);
    this.#base += chunk.length;
  }

  /** Finds the first byte that counts, and refuses what cannot be a response. */
  #begin(chunk: Uint8Array): number {
    let at = this.#base === 0 && beginsWith(chunk, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
    while (at < chunk.length && isSpace(chunk[at] ?? 0)) at += 1;
    if (at === chunk.length) return at;
    const first = chunk[at];
    // No JSON goes on with a NUL.
    const isJson = (first === OPEN_OBJECT || first === OPEN_LIST) && chunk[at + 1] !== 0;
    this.#phase = isJson ? "around" : "foreign";
    if (!isJson) this.#head = Buffer.alloc(0);
    return at;
  }

  /** Takes more of a body that is no response, until it is enough to say what it is. */
  #hold(bytes: Uint8Array): void {
    this.#head = Buffer.concat([this.#head, bytes]);
    if (this.#head.length >= QUOTED_FROM_BYTES) throw this.#foreign(false);
  }

  /** @param isWhole whether all of the body is held, as text: of a part nobody knows whether it is JSON */
  #foreign(isWhole: boolean): TieoutError {
    const { what, text } = describeForeign(this.#head.subarray(0, QUOTED_FROM_BYTES));
    const isJson = isWhole && what === null && isJsonText(text);
    const sentence = `${foreignWords(this.#origin, what, isJson)}${beginsWithWords(text, this.#origin)}`;
    return payloadError(foreignCode(this.#origin, isJson), sentence, this.#origin);
  }

  #advance(chunk: Uint8Array, at: number): number {
    if (this.#phase === "list") return this.#scanRecords(chunk, at);
    if (this.#phase === "list-start") return this.#startList(chunk, at);
    const taken = this.#envelope.take(chunk, at, this.#base);
    if (taken.listOpens) {
      this.#phase = "list-start";
      this.#listFound = true;
    }
    return taken.at;
  }

  /** Distinguishes an empty list from one with records. */
  #startList(chunk: Uint8Array, at: number): number {
    let next = at;
    while (next < chunk.length && isSpace(chunk[next] ?? 0)) next += 1;
    if (next === chunk.length) return next;
    if (chunk[next] === CLOSE_LIST) {
      this.#envelope.closeList();
      this.#phase = "around";
      return next + 1;
    }
    this.#blockStart = this.#base + next;
    this.#phase = "list";
    return next;
  }

  /** Takes whole records, and the beginning of one that the next chunk goes on with. */
  #scanRecords(chunk: Uint8Array, from: number): number {
    const maxDepth = MAX_DEPTH - this.#envelope.depth;
    let at = from;
    for (;;) {
      const fullAt = this.#blockStart + BLOCK_BYTES - this.#base;
      at = walkRecords(this.#walk, chunk, at, fullAt, maxDepth);
      if (isTooWide(this.#walk)) throw tooWide(this.#origin, this.#recordAtHand());
      if (at === chunk.length) {
        this.#assertRecordSize(this.#base + at);
        return at;
      }
      if (this.#walk.depth > maxDepth) assertDepth(MAX_DEPTH + 1, this.#origin);
      if (chunk[at] !== COMMA) return this.#endList(chunk[at] ?? 0, at);
      this.#endBlock(this.#base + at);
      at += 1;
    }
  }

  #endList(byte: number, at: number): number {
    if (byte !== CLOSE_LIST) {
      throw payloadError(
        "PAYLOAD_NOT_JSON",
        `The body is not JSON: the bracket at byte ${this.#base + at} has no opening`,
        this.#origin,
      );
    }
    this.#walk.records += 1;
    this.#endBlock(this.#base + at);
    this.#envelope.closeList();
    this.#phase = "around";
    return at + 1;
  }

  #endBlock(at: number): void {
    this.#assertRecordSize(at);
    this.#blocks.push({
      start: this.#blockStart,
      end: at,
      records: this.#walk.records,
      firstRecord: this.#recordsBefore,
      colons: this.#walk.colons,
      roundable: this.#walk.roundable,
    });
    this.#recordsBefore += this.#walk.records;
    this.#blockStart = at + 1;
    restart(this.#walk);
  }

  #assertRecordSize(at: number): void {
    if (at - this.#blockStart <= MAX_RECORD_BYTES) return;
    throw payloadError(
      tooLargeCode(this.#origin),
      `A record is longer than ${MAX_RECORD_BYTES} bytes`,
      this.#origin,
      this.#recordAtHand(),
    );
  }

  #recordAtHand(): { readonly record: string } {
    return { record: `record ${this.#recordsBefore + this.#walk.records + 1}` };
  }

  #encodingError(at: number): Error {
    return payloadError(
      "PAYLOAD_ENCODING",
      `The body is not UTF-8: byte ${at} starts no character`,
      this.#origin,
    );
  }
}
