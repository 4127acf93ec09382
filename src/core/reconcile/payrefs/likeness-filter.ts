/** Rules out, in one pass over its characters, most texts that are like none of a few others. */
import type { TextBytes } from "../input/input.ts";
import { BASE, POWERS, beginnings, hashedOn } from "../input/text-hash.ts";
import { foldCase } from "../../text.ts";

/** 2^32 divided by the golden ratio: spreads hashes that are near each other. */
export const SPREAD = 0x9e3779b1;
/** Another odd number without a pattern. */
const OTHER_SPREAD = 0x85ebca6b;
/** So many bits for each hash that is kept: about one in so many others hits a bit of one. */
const SPARE = 64;
/** In UTF-16 units: texts as long, or longer, are not ruled out. */
const LONG = 254;
const HASHES_OF_ONE = 5;

/**
 * Knows the hashes of some texts. A text that equals one of them after trimming and case folding has the same
 * letters; one at distance 1 has the same first or the same second half, of which one has no slip in it.
 */
export class LikenessFilter {
  readonly #bits: Int32Array;
  readonly #shift: number;
  /** Whether a character of two units is known: what a slip does to it is not looked for. */
  #rulesNoneOut = false;

  /** @param most how many texts it can know */
  constructor(most: number) {
    const bits = Math.max(5, Math.ceil(Math.log2(most * HASHES_OF_ONE * SPARE + 1)));
    this.#bits = new Int32Array(2 ** (bits - 5));
    this.#shift = 32 - bits;
  }

  add(text: string): void {
    if (/[\u{d800}-\u{dfff}\u{10000}-\u{10ffff}]/u.test(text)) this.#rulesNoneOut = true;
    const folded = normalise(text);
    if (folded.length < LONG && readUnits(folded)) this.#set(letters);
    if (text.length > LONG) return;
    readUnits(text);
    for (const longer of [text.length, text.length + 1]) {
      this.#set(firstHalf(longer));
      this.#set(secondHalf(longer, text.length));
    }
  }

  /** Whether a text, as it is stored, may be like one of those that were added; false is certain. */
  mayBeLike({ bytes, from, to }: TextBytes): boolean {
    const length = to - from;
    if (this.#rulesNoneOut || length >= LONG || !readBytes(bytes, from, to)) return true;
    return (
      this.#has(letters) ||
      this.#has(firstHalf(length)) ||
      this.#has(secondHalf(length, length)) ||
      this.#has(firstHalf(length + 1)) ||
      this.#has(secondHalf(length + 1, length))
    );
  }

  #set(hash: number): void {
    this.#setBit(Math.imul(hash, SPREAD));
    this.#setBit(Math.imul(hash, OTHER_SPREAD));
  }

  /** Looks at two bits: few hashes that are not known hit one of a known one, and next to none hit two. */
  #has(hash: number): boolean {
    return this.#hasBit(Math.imul(hash, SPREAD)) && this.#hasBit(Math.imul(hash, OTHER_SPREAD));
  }

  #setBit(spread: number): void {
    const bit = spread >>> this.#shift;
    this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] as number) | (1 << (bit & 31));
  }

  #hasBit(spread: number): boolean {
    const bit = spread >>> this.#shift;
    return (((this.#bits[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1;
  }
}

/** By ASCII character: a number without a pattern, equal for small letter and capital, 0 for a blank. */
const LETTERS = Int32Array.from({ length: 0x80 }, (_, unit) => {
  if (unit <= 0x20) return 0;
  const code = String.fromCharCode(unit).toLowerCase().charCodeAt(0);
  const spread = Math.imul(code, SPREAD);
  return Math.imul(spread ^ (spread >>> 15), BASE);
});

/** Of the text read last: the sum of its characters' numbers, whatever their order. */
let letters = 0;

/** Reads a text into `beginnings` and `letters`, which says nothing where false: not all is ASCII. */
function readUnits(text: string): boolean {
  let [hash, sum, all] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    hash = hashedOn(hash, unit);
    beginnings[at + 1] = hash;
    all |= unit;
    sum = (sum + (LETTERS[unit & 0x7f] as number)) | 0;
  }
  letters = sum;
  return all < 0x80;
}

const BACKSLASH = 0x5c;

/** As `readUnits`, of a stored text; false where it is not ASCII, or has the backslash of an escape. */
function readBytes(bytes: Uint8Array, from: number, to: number): boolean {
  let [hash, sum] = [0, 0];
  for (let at = from; at < to; at += 1) {
    const unit = bytes[at] as number;
    if (unit >= 0x80 || unit === BACKSLASH) return false;
    hash = hashedOn(hash, unit);
    beginnings[at - from + 1] = hash;
    sum = (sum + (LETTERS[unit] as number)) | 0;
  }
  letters = sum;
  return true;
}

/*
 * One slip moves or replaces at most two neighbours of the longer text. So either what is before its middle
 * is the same in both, or what is after the unit there is.
 */

/** @param longer how long the longer of two texts is */
function firstHalf(longer: number): number {
  return (beginnings[longer >> 1] as number) ^ Math.imul(2 * longer, SPREAD);
}

/** @param length of the text read last */
function secondHalf(longer: number, length: number): number {
  const units = longer - (longer >> 1) - 1;
  const before = Math.imul(beginnings[length - units] as number, POWERS[units] as number);
  return ((beginnings[length] as number) - before) ^ Math.imul(2 * longer + 1, SPREAD);
}

// How near two payrefs are to each other.

/** What payrefs are compared by when blanks around them and upper or lower case do not count. */
export function normalise(text: string): string {
  return foldCase(text.trim());
}

/** How near two payrefs are: equal, equal after trimming and case folding, or at distance 1. */
export type PayrefLikeness = "same" | "folded" | "one-letter";

/** @returns null where they are not near each other, and where one is '' */
export function payrefLikeness(one: string, other: string): PayrefLikeness | null {
  if (one === "" || other === "") return null;
  if (one === other) return "same";
  if (normalise(one) === normalise(other)) return "folded";
  return isAtDistanceOne(one, other) ? "one-letter" : null;
}

/** Whether all but a few code units in one place are the same: of two texts at distance 1 they always are. */
function mayBeNear(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (Math.abs(one.length - other.length) > 2) return false;
  let from = 0;
  while (from < shorter && one.charCodeAt(from) === other.charCodeAt(from)) from += 1;
  let tail = 0;
  while (tail < shorter - from && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return from + tail >= shorter - 4;
}

/** Optimal string alignment distance 1: one character inserted, deleted or replaced, or two swapped. */
export function isAtDistanceOne(one: string, other: string): boolean {
  if (!mayBeNear(one, other)) return false;
  const a = Array.from(one);
  const b = Array.from(other);
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from += 1;
  let tail = 0;
  while (tail < a.length - from && tail < b.length - from && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const left = a.slice(from, a.length - tail);
  const right = b.slice(from, b.length - tail);
  if (left.length + right.length === 0) return false;
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
