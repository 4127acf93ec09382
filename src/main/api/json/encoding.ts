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

/** Whether bytes begin so. */
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
