/** Numbers texts as they are first seen while rows are packed; the ledger's own ids follow with the rows. */
import { randomInt } from "node:crypto";

/** How many texts a new ledger holds: the empty payref, no label. */
export const TEXTS_OF_NEW_LEDGER = { payref: 1, label: 0 } as const;

/** Where a row's texts get their numbers when it is packed. */
export interface Interning {
  readonly payrefs: TextNumbers;
  readonly labels: TextNumbers;
}

export interface TextNumbers {
  /** The number of a text, given one when it is new. */
  idOf(text: string): number;
  idOrNull(text: string | null): number | null;
}

/** Texts remembered at most, then all are forgotten: memory stays bounded, and one may get two numbers. */
export const REMEMBERED_TEXTS = 4_000_000;

/** There is room for so many texts at first, each of about so many characters. Both double. */
const FIRST_TEXTS = 1024;
const FIRST_CHARACTERS = 16 * FIRST_TEXTS;

/** Texts of characters that one byte holds, nearly all there are, are kept as bytes: a Map takes three times the memory. */
export class Numbering implements TextNumbers {
  /** One text after the other. */
  #bytes = new Uint8Array(FIRST_CHARACTERS);
  /** Text i begins at byte `starts[i]`, and ends where the one after it begins. */
  #starts = new Float64Array(FIRST_TEXTS + 1);
  #numbers = new Int32Array(FIRST_TEXTS);
  #count = 0;
  /** Texts counted from 1, each at the place of its hash or the next that was free; half of them stay free. */
  #places = new Int32Array(2 * FIRST_TEXTS);
  /** Odd. Nobody can write texts that all have one place. */
  readonly #factor = 2 * randomInt(2 ** 29, 2 ** 31) + 1;
  readonly #others = new Map<string, number>();
  readonly #remembered: number;
  #next = 0;
  #fresh: string[] = [];
  /** What was numbered last, and its number: a payment has its payref twice. */
  #last: string | null = null;
  #numberOfLast = 0;

  /** @param remembered how many texts, before all are forgotten */
  constructor(remembered = REMEMBERED_TEXTS) {
    this.#remembered = remembered;
  }

  idOf(text: string): number {
    if (text !== this.#last) {
      this.#numberOfLast = this.#find(text);
      this.#last = text;
    }
    return this.#numberOfLast;
  }

  #find(text: string): number {
    let [hash, all] = [0, 0];
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charCodeAt(at);
      hash = this.#hashedOn(hash, character);
      all |= character;
    }
    return all > 0xff ? this.#idOfOther(text) : this.#idOfBytes(text, hash);
  }

  idOrNull(text: string | null): number | null {
    return text === null ? null : this.idOf(text);
  }

  /** The texts numbered since the last call, in order. */
  takeFresh(): string[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }

  #idOfOther(text: string): number {
    const known = this.#others.get(text);
    if (known !== undefined) return known;
    const number = this.#numberOf(text);
    this.#others.set(text, number);
    return number;
  }

  #idOfBytes(text: string, hash: number): number {
    for (let place = this.#placeOf(hash); this.#places[place] !== 0; place = this.#placeOf(place + 1)) {
      const known = (this.#places[place] as number) - 1;
      if (this.#isText(known, text)) return this.#numbers[known] as number;
    }
    const number = this.#numberOf(text);
    if (this.#count === this.#numbers.length) this.#makeRoom();
    const start = this.#starts[this.#count] as number;
    while (start + text.length > this.#bytes.length)
      this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(2 * this.#bytes.length));
    for (let at = 0; at < text.length; at += 1) this.#bytes[start + at] = text.charCodeAt(at);
    this.#numbers[this.#count] = number;
    this.#starts[this.#count + 1] = start + text.length;
    this.#put(this.#count, hash);
    this.#count += 1;
    return number;
  }

  /** A new number for a text, before which all that is remembered may be forgotten. */
  #numberOf(text: string): number {
    if (this.#count + this.#others.size === this.#remembered) {
      this.#others.clear();
      this.#places.fill(0);
      this.#count = 0;
    }
    this.#fresh.push(text);
    this.#next += 1;
    return this.#next - 1;
  }

  #makeRoom(): void {
    const most = 2 * this.#count;
    this.#numbers = new Int32Array(this.#numbers.buffer.transfer(most * Int32Array.BYTES_PER_ELEMENT));
    const bytes = (most + 1) * Float64Array.BYTES_PER_ELEMENT;
    this.#starts = new Float64Array(this.#starts.buffer.transfer(bytes));
    this.#places = new Int32Array(2 * most);
    for (let known = 0; known < this.#count; known += 1) {
      let hash = 0;
      for (let at = this.#starts[known] as number; at < (this.#starts[known + 1] as number); at += 1)
        hash = this.#hashedOn(hash, this.#bytes[at] as number);
      this.#put(known, hash);
    }
  }

  #hashedOn(hash: number, character: number): number {
    const product = Math.imul(hash ^ character, this.#factor);
    return product ^ (product >>> 15);
  }

  /** How many there are is a power of two. */
  #placeOf(hash: number): number {
    return hash & (this.#places.length - 1);
  }

  #put(known: number, hash: number): void {
    let place = this.#placeOf(hash);
    while (this.#places[place] !== 0) place = this.#placeOf(place + 1);
    this.#places[place] = known + 1;
  }

  #isText(known: number, text: string): boolean {
    const start = this.#starts[known] as number;
    if ((this.#starts[known + 1] as number) - start !== text.length) return false;
    // Payrefs that differ do so at their end.
    for (let at = text.length - 1; at >= 0; at -= 1)
      if (this.#bytes[start + at] !== text.charCodeAt(at)) return false;
    return true;
  }
}
