/** Detects what a body is by its first bytes, and checks that it is UTF-8, chunk by chunk. */
import { isUtf8 } from "node:buffer";

/** Counts the bytes at the end of a chunk that begin a character the chunk does not finish: 0 to 3. */
function unfinishedTail(chunk: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back += 1) {
    const byte = chunk[chunk.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return wanted > back ? back : 0;
    }
  }
  return 0;
}

/** The position of the first byte that begins no character. */
function firstWrong(bytes: Uint8Array): number {
  let at = 0;
  for (let length = 1; length <= 4; length += 1) {
    if (!isUtf8(bytes.subarray(at, at + length))) continue;
    at += length;
    length = 0;
  }
  return at;
}

/** Checks UTF-8 across chunks. */
export class Utf8Check {
  #tail: Uint8Array = new Uint8Array(0);

  /**
   * Takes the next bytes.
   *
   * @returns null while all so far can be UTF-8, else the position in the chunk of the first wrong byte,
   *   below zero when it is in an earlier one
   */
  push(chunk: Uint8Array): number | null {
    const before = this.#tail.length;
    const bytes = before === 0 ? chunk : Buffer.concat([this.#tail, chunk]);
    const tail = unfinishedTail(bytes);
    this.#tail = Uint8Array.from(bytes.subarray(bytes.length - tail));
    return isUtf8(bytes.subarray(0, bytes.length - tail)) ? null : firstWrong(bytes) - before;
  }

  /** Whether the last character was finished. */
  finished(): boolean {
    return this.#tail.length === 0;
  }
}

const SIGNATURES: readonly ByteSignature[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: "a zip archive or an Excel workbook" },
  { bytes: [0x1f, 0x8b], what: "a gzip archive" },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: "a PDF document" },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], what: "a SQLite database" },
  { bytes: [0xff, 0xfe], what: "text in UTF-16" },
  { bytes: [0xfe, 0xff], what: "text in UTF-16" },
  { bytes: [0x7b, 0x00], what: "text in UTF-16" },
  { bytes: [0x5b, 0x00], what: "text in UTF-16" },
  { bytes: [0x00, 0x7b], what: "text in UTF-16" },
  { bytes: [0x00, 0x5b], what: "text in UTF-16" },
  { bytes: [0x3c], what: "an HTML or XML page", isText: true },
];

/** What bytes begin with that are not JSON. */
interface ByteSignature {
  readonly bytes: readonly number[];
  readonly what: string;
  /** Whether they can be read as UTF-8. */
  readonly isText?: true;
}

/** Whether JSON passes over a byte between its tokens. */
export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** How many bytes at the beginning show what a body is. */
export const ENCODING_BYTES = 8;

/** The bytes of a UTF-8 byte order mark, which some editors put before a saved body. */
export const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

export function beginsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

/**
 * What bytes that are not JSON seem to be, given those from the first that is not white space.
 *
 * @returns what, null where that is unknown; and the text to quote, '' where they are none
 */
export function describeForeign(bytes: Uint8Array): { readonly what: string | null; readonly text: string } {
  const signature = SIGNATURES.find(({ bytes: start }) => beginsWith(bytes, start));
  const isText = signature === undefined || signature.isText === true;
  return { what: signature?.what ?? null, text: isText ? Buffer.from(bytes).toString("utf8") : "" };
}

// The largest sizes that are read, in bytes, and the deadlines of requests.

/** The service's own responses nest six levels deep. */
export const MAX_DEPTH = 64;

/** Fields of one object; the service's own have about twenty, and what grows with a payment is in a list. */
export const MAX_FIELDS = 10_000;

/** The most text around a list of records. */
export const MAX_ENVELOPE_BYTES = 4 * 1024 * 1024;

/** One record; a milestone transaction of ten thousand tasks has about 2 MB. */
export const MAX_RECORD_BYTES = 64 * 1024 * 1024;

/** A response of one record: login, user, business. */
export const MAX_RECORD_BODY_BYTES = 4 * 1024 * 1024;

/** A list: wallet history or transactions, before and after decompression. About two million entries. */
const MAX_LIST_BODY_BYTES = 2 * 1024 * 1024 * 1024;

/**
 * Records are parsed in blocks of about this size: text and records of one stay in the processor's cache, and the text is below 128 KB
 * at two bytes a character. V8 keeps and frees longer ones by themselves, which takes twice as long as parsing.
 */
export const BLOCK_BYTES = 60_000;

/** How long one request may take, milliseconds. */
export interface Timing {
  /** To connect, TLS included. */
  readonly connectMs: number;
  /** From the request to the response's headers. */
  readonly headersMs: number;
  /** Between two pieces of the response's body. */
  readonly bodyMs: number;
  /** All attempts and waits together, for a response of one record. */
  readonly recordDeadlineMs: number;
  /** The same for a list. */
  readonly listDeadlineMs: number;
}

export const DEFAULT_TIMING: Timing = {
  connectMs: 10_000,
  headersMs: 30_000,
  bodyMs: 30_000,
  recordDeadlineMs: 60_000,
  listDeadlineMs: 30 * 60_000,
};

/** How large a response may be, in bytes, before and after decompression. */
export interface SizeCaps {
  readonly recordBytes: number;
  readonly listBytes: number;
}

export const DEFAULT_CAPS: SizeCaps = { recordBytes: MAX_RECORD_BODY_BYTES, listBytes: MAX_LIST_BODY_BYTES };

export const MAX_HEADER_BYTES = 16 * 1024;
