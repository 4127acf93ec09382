/** Hashes of which two texts at distance 1 share one. */
import { LONGEST, POWERS, beginnings, hashedOn } from "./text-hash.ts";

/**
 * In UTF-16 units: a text as long is found by its ends; one longer than LONGEST cannot be one character away
 * from a shorter one.
 */
const LONG = LONGEST - 2;
const END = 100;
/** What the ends of long texts are told apart by. */
const BEGINS = 0x165667b1;
const ENDS = 0x27d4eb2f;

/** A whole number of 32 bits. Two texts may have the same: who finds one by it compares the texts. */
export function hashOf(text: string, from = 0, to = text.length): number {
  let hash = 0;
  for (let at = from; at < to; at += 1) hash = hashedOn(hash, text.charCodeAt(at));
  return hash;
}

/**
 * How many hashes `eachNearHash` gives at most for a text of so many bytes: it has no more units than bytes.
 *
 * @param unitsOf asked for the text's length where a long one could give two or many
 */
export function mostNearHashes(bytes: number, unitsOf: () => number): number {
  if (bytes < LONG) return bytes + 1;
  const units = unitsOf();
  return (units <= LONGEST ? units + 1 : 0) + 2;
}

/**
 * Gives hashes of which two texts at optimal string alignment distance 1 share one. They become equal when
 * one character is left out of either or both: so what is left of a text without one of its characters. Of a
 * long text that would be too much; there, no single slip can touch both its ends. Texts of about the length
 * where the one gives way to the other have both kinds.
 */
export function eachNearHash(text: string, take: (hash: number) => void): void {
  if (text.length <= LONGEST) eachRemainder(text, take);
  if (text.length < LONG) return;
  take(hashOf(text, 0, END) ^ BEGINS);
  take(hashOf(text, text.length - END) ^ ENDS);
}

/**
 * The hash of the text, and of what is left of it without one of its characters, once for equal neighbours.
 */
function eachRemainder(text: string, take: (hash: number) => void): void {
  const { length } = text;
  for (let at = 0; at < length; at += 1) {
    beginnings[at + 1] = hashedOn(beginnings[at] as number, text.charCodeAt(at));
  }
  const whole = beginnings[length] as number;
  take(whole);
  let last = -1;
  for (let at = 0, next = 0; at < length; at = next) {
    const character = text.codePointAt(at) as number;
    next = at + (character > 0xffff ? 2 : 1);
    if (character === last) continue;
    last = character;
    const cut = (beginnings[at] as number) - (beginnings[next] as number);
    take((Math.imul(cut, POWERS[length - next] as number) + whole) | 0);
  }
}
