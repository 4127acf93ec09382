/**
 * The text around the list of records: the envelope before and after `data.histories`, or nothing around a
 * bare list. It is small, is collected byte by byte, and is parsed separately with the list as `[]`.
 */
import type { ErrorFacts, TieoutError } from "../../../core/errors.ts";
import { isSpace } from "./encoding.ts";
import { MAX_DEPTH, MAX_FIELDS, MAX_ENVELOPE_BYTES } from "../limits.ts";
import { type Origin, foreignCode, payloadError, tooLargeCode } from "../origin.ts";
import { CLOSE_LIST, CLOSE_OBJECT, COLON, OPEN_LIST, OPEN_OBJECT, STRING } from "./tokens.ts";

const BACKSLASH = 0x5c;

/** The list of records is in `data.histories`. */
const LIST_DEPTH = 2;

/** Refuses nesting that no response of the service has and that would only exhaust the reader. */
export function assertDepth(depth: number, origin: Origin): void {
  if (depth <= MAX_DEPTH) return;
  throw payloadError("PAYLOAD_DEPTH", `The body nests more than ${MAX_DEPTH} levels deep`, origin);
}

/** The error for an object with more fields than any of the service's; reading it takes long, and memory. */
export function tooWide(origin: Origin, where: Omit<ErrorFacts, "file"> = {}): TieoutError {
  return payloadError(tooLargeCode(origin), `An object has more than ${MAX_FIELDS} fields`, origin, where);
}

export class EnvelopeScanner {
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
      foreignCode(this.#origin),
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
