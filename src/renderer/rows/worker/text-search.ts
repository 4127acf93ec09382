/** Which texts contain a word, in either case, without making a text of every row. */
import { NO_TEXT, type TextBytes, type TextColumn } from "../../../core/reconcile/input/input.ts";
import type { TextBatch } from "../../../ipc/values.ts";
import { ON_ITS_WAY } from "../../bridge/rows.ts";
import { foldCase } from "../../../core/text.ts";
import { type Day, ZoneClock, isDay, monthDays } from "../../../core/time.ts";
import type { DisplayFormat } from "../../bridge/protocol.ts";

/** Rows that came together. */
interface TextBlock extends TextBatch {
  /** The row of its first text. */
  readonly from: number;
}

interface TextPosition {
  readonly block: TextBlock;
  readonly at: number;
}

// A mark of byte order at the beginning belongs to the text.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Texts by row, kept as the UTF-8 bytes they came in: a text is only made of the few that are shown. */
export class TextStore implements TextColumn {
  readonly length: number;
  readonly #blocks: TextBlock[] = [];
  /** By row: which block holds it. */
  readonly #blockOf: Uint16Array;

  constructor(length: number) {
    this.length = length;
    this.#blockOf = new Uint16Array(length);
  }

  /** In any order. */
  get blocks(): readonly TextBlock[] {
    return this.#blocks;
  }

  /** Takes a batch of texts in, whose first is that of row `from`. */
  add(from: number, batch: TextBatch): void {
    this.#blockOf.fill(this.#blocks.length, from, from + batch.ends.length);
    this.#blocks.push({ ...batch, from });
  }

  /** The same, with what the first search would do: for texts that nobody waits for. */
  addToSearch(from: number, batch: TextBatch): void {
    this.add(from, batch);
    holdsOddLetters(this.#blocks.at(-1) as TextBlock);
  }

  at(row: number): string {
    const { bytes, from, to } = this.bytesOf(row);
    return decoder.decode(bytes.subarray(from, to));
  }

  bytesOf(row: number): TextBytes {
    const { block, at } = this.#place(row);
    const from = at === 0 ? 0 : (block.ends[at - 1] as number);
    return { bytes: block.bytes, from, to: block.ends[at] as number };
  }

  find(row: number): string | null {
    const { block, at } = this.#place(row);
    return block.missing[at] === 1 ? null : this.at(row);
  }

  /** The same as a grid shows it, ON_ITS_WAY while it is not there yet. */
  shown(row: number): string | null {
    return this.#find(row) === null ? ON_ITS_WAY : this.find(row);
  }

  blockAt(row: number): TextBlock {
    return this.#blocks[this.#blockOf[row] as number] as TextBlock;
  }

  #place(row: number): TextPosition {
    const place = this.#find(row);
    if (place === null) throw new RangeError(`there is no text ${row}`);
    return place;
  }

  #find(row: number): TextPosition | null {
    const block = this.#blocks[this.#blockOf[row] ?? -1];
    const at = row - (block?.from ?? 0);
    return block === undefined || !(at >= 0 && at < block.ends.length) ? null : { block, at };
  }
}

/** The text of an id in a dictionary, null where a column says there is none. */
export function textOf(texts: TextStore, id: number | undefined): string | null {
  return id === undefined || id === NO_TEXT ? null : texts.at(id);
}

const encoder = new TextEncoder();

/**
 * Marks the rows whose text contains a word: exactly those of which `foldCase` of the text includes
 * `foldCase` of the word.
 *
 * @param word not empty
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

/** Looks where bytes do not tell: beyond ASCII for such words, else for letters that fold into ASCII. */
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

/** Whether any text of a block holds a letter that folds into ASCII; hardly one does. Looked up once. */
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
const ODD_BYTES = Array.from(ODD_LETTERS, (letter) => encoder.encode(letter));
/** By the first two bytes, of which each has that many: 1 where one of them begins so. Dashes and quotes do not. */
const BEGINS_ODD = new Uint8Array(2 ** 16);
for (const [first = 0, second = 0] of ODD_BYTES) BEGINS_ODD[(first << 8) | second] = 1;

/** Whether one of these letters begins there. */
function foldsIntoAscii(bytes: Uint8Array, at: number): boolean {
  const begins = ((bytes[at] as number) << 8) | (bytes[at + 1] ?? 0);
  if (BEGINS_ODD[begins] === 0) return false;
  return ODD_BYTES.some((letter) => letter.every((byte, offset) => bytes[at + offset] === byte));
}

// What the words of a quick search can mean: part of a text or id, an amount, a day, a month.

export interface SearchWord {
  readonly text: string;
  /** As it stands, when it is digits alone. */
  readonly digits: string | null;
  /** Size of an amount, in the service's unit; null when it is none. */
  readonly amount: number | null;
  /** Milliseconds UTC, both inclusive; null when it is no day or month. */
  readonly span: { readonly fromMs: number; readonly toMs: number } | null;
}

export function searchWords(search: string, { decimals, timeZone }: DisplayFormat): SearchWord[] {
  const words = search.split(/\s+/u).filter((word) => word !== "");
  return words.map((text) => ({
    text,
    digits: /^\d+$/u.test(text) ? text : null,
    amount: amountOf(text, decimals),
    span: spanOf(text, timeZone),
  }));
}

/** The size of an amount as it is shown or typed, with or without grouping, sign and trailing decimals. */
function amountOf(text: string, decimals: number): number | null {
  const match = /^[-−+]?(\d[\d,]*)(?:\.(\d*))?$/u.exec(text);
  const [, whole = "", fraction = ""] = match ?? [];
  if (match === null || fraction.length > decimals) return null;
  const amount = Number(whole.replaceAll(",", "") + fraction.padEnd(decimals, "0"));
  return Number.isSafeInteger(amount) ? amount : null;
}

function spanOf(text: string, timeZone: string): SearchWord["span"] {
  const days: { from: Day; to: Day } | null = isDay(text) ? { from: text, to: text } : monthDays(text);
  return days === null ? null : daySpan(days.from, days.to, timeZone);
}

/** From the start of one day to the end of another, milliseconds UTC; null leaves an end open. */
export function daySpan(
  from: Day | null,
  to: Day | null,
  timeZone: string,
): { readonly fromMs: number; readonly toMs: number } {
  const clock = new ZoneClock(timeZone);
  return {
    fromMs: from === null ? -Infinity : clock.startOfDay(from),
    toMs: to === null ? Infinity : clock.endOfDay(to),
  };
}
