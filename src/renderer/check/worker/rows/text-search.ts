/** Which texts contain a word, in either case, without making a text of every row. */
import { foldCase } from "../../../../core/text/text.ts";
import type { TextBlock, TextStore } from "./text-store.ts";

const encoder = new TextEncoder();

/**
 * Marks the rows whose text contains a word: exactly those of which `foldCase` of the text includes
 * `foldCase` of the word.
 *
 * @param marks by row; 1 is set where the word is found, nothing is ever cleared
 */
export function markContaining(store: TextStore, word: string, marks: Uint8Array): void {
  const folded = foldCase(word);
  const needle = encoder.encode(folded);
  const isAscii = needle.length === folded.length;
  for (const block of store.blocks) {
    if (isAscii) markAscii(block, needle, marks);
    if (!isAscii || holdsOddLetters(block)) markDecoded(store, block, folded, isAscii, marks);
  }
}

/** A word as the beginnings of texts are compared with it. */
export interface SoughtWord {
  readonly folded: string;
  /** Its bytes; null where it goes beyond ASCII. */
  readonly bytes: Uint8Array | null;
}

export function soughtWord(word: string): SoughtWord {
  const folded = foldCase(word);
  const bytes = encoder.encode(folded);
  return { folded, bytes: bytes.length === folded.length ? bytes : null };
}

/** Whether a text is a word, or begins with it, in either case; null for neither, and for the empty word. */
export function howItBegins(
  store: TextStore,
  row: number,
  { folded, bytes: needle }: SoughtWord,
): "whole" | "begins" | null {
  if (folded === "") return null;
  if (needle === null) {
    const text = foldCase(store.at(row));
    return text === folded ? "whole" : text.startsWith(folded) ? "begins" : null;
  }
  const { from, bytes, ends } = store.blockAt(row);
  const start = row === from ? 0 : (ends[row - from - 1] as number);
  const length = (ends[row - from] as number) - start;
  const isBegun =
    length >= needle.length &&
    foldByte(bytes[start] as number) === needle[0] &&
    startsWith(bytes, start, needle);
  return isBegun ? (length === needle.length ? "whole" : "begins") : null;
}

/** A byte as it is compared: letters A to Z in lower case. */
export function foldByte(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

/** Boyer, Moore and Horspool's search over the texts of a block as if they were one. */
function markAscii({ from, bytes, ends }: TextBlock, needle: Uint8Array, marks: Uint8Array): void {
  const last = needle.length - 1;
  if (last === -1) {
    marks.fill(1, from, from + ends.length);
    return;
  }
  const shifts = shiftsOf(needle);
  let row = 0;
  for (let at = 0; at + last < bytes.length;) {
    const byte = bytes[at + last] as number;
    const shift = shifts[byte] as number;
    const isFound =
      foldByte(byte) === needle[last] &&
      foldByte(bytes[at] as number) === needle[0] &&
      startsWith(bytes, at, needle);
    if (isFound) {
      while ((ends[row] as number) <= at) row += 1;
      const end = ends[row] as number;
      const isInOneText = at + last < end;
      if (isInOneText) marks[from + row] = 1;
      at = isInOneText ? end : at + shift;
    } else at += shift;
  }
}

/** By the byte under a needle's end, how far the needle may move on: to where it holds that byte, if it does. */
function shiftsOf(needle: Uint8Array): Int32Array {
  const last = needle.length - 1;
  const shifts = new Int32Array(256).fill(needle.length);
  for (let at = 0; at < last; at += 1) {
    const byte = needle[at] as number;
    shifts[byte] = last - at;
    if (byte >= 0x61 && byte <= 0x7a) shifts[byte - 0x20] = last - at;
  }
  return shifts;
}

function startsWith(bytes: Uint8Array, at: number, needle: Uint8Array): boolean {
  for (let offset = 1; offset < needle.length; offset += 1) {
    if (foldByte(bytes[at + offset] as number) !== needle[offset]) return false;
  }
  return true;
}

/**
 * Looks at texts for which bytes do not tell: for a word beyond ASCII all that hold a byte beyond it, else
 * the few that hold a letter which folds into ASCII.
 */
function markDecoded(
  store: TextStore,
  block: TextBlock,
  folded: string,
  isAscii: boolean,
  marks: Uint8Array,
): void {
  const { from, bytes, ends } = block;
  let row = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] as number) < 0x80 || (isAscii && !foldsIntoAscii(bytes, at))) continue;
    while ((ends[row] as number) <= at) row += 1;
    if (marks[from + row] === 0 && foldCase(store.at(from + row)).includes(folded)) marks[from + row] = 1;
    at = (ends[row] as number) - 1;
  }
}

const oddLetters = new WeakMap<TextBlock, boolean>();

/**
 * Whether any text of a block holds a letter that folds into ASCII; hardly one ever does, and it is looked
 * for once.
 */
function holdsOddLetters(block: TextBlock): boolean {
  const known = oddLetters.get(block);
  if (known !== undefined) return known;
  const { bytes } = block;
  let holds = false;
  for (let at = 0; at < bytes.length && !holds; at += 1)
    holds = (bytes[at] as number) >= 0x80 && foldsIntoAscii(bytes, at);
  oddLetters.set(block, holds);
  return holds;
}

/** The letters beyond ASCII that fold into it, e.g. ß into ss and the Kelvin sign into k. */
const ODD_LETTERS = "ßİŉſǰẖẗẘẙẚẞ\u212Aﬀﬁﬂﬃﬄﬅﬆ";
/** Their bytes, by the first one. */
const ODD_BYTES = Map.groupBy(
  Array.from(ODD_LETTERS, (letter) => encoder.encode(letter)),
  (letter) => letter[0],
);

/** Whether one of these letters begins there. */
function foldsIntoAscii(bytes: Uint8Array, at: number): boolean {
  const letters = ODD_BYTES.get(bytes[at]);
  return letters?.some((letter) => letter.every((byte, offset) => bytes[at + offset] === byte)) === true;
}
