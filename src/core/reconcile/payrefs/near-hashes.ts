/** Hashes of which two texts at distance 1 share one. */

/** In UTF-16 units: a text longer than this is found by its ends. */
const LONG = 256;
const END = 100;
/** Longer than this, a text cannot be one character away from one that is not long. */
const LONGEST_WHOLE = LONG + 2;

/** An odd number without a pattern: each unit moves all bits of what follows. */
const BASE = 0x2c1b3c6d;
/** What the ends of long texts are told apart by. */
const BEGINS = 0x165667b1;
const ENDS = 0x27d4eb2f;

/** Powers of the base, and the hashes of a text's beginnings: of the first unit, the first two, and so on. */
const POWERS = new Int32Array(LONGEST_WHOLE + 1).fill(1);
for (let at = 1; at < POWERS.length; at += 1) POWERS[at] = Math.imul(POWERS[at - 1] as number, BASE);
const beginnings = new Int32Array(LONGEST_WHOLE + 1);

/** A whole number of 32 bits. Two texts may have the same: who finds one by it compares the texts. */
export function hashOf(text: string, from = 0, to = text.length): number {
  let hash = 0;
  for (let at = from; at < to; at += 1) hash = (Math.imul(hash, BASE) + text.charCodeAt(at) + 1) | 0;
  return hash;
}

/** How many hashes `eachNearHash` gives for a text at most. */
export function nearHashCount(text: string): number {
  return (text.length <= LONGEST_WHOLE ? text.length + 1 : 0) + (text.length < LONG ? 0 : 2);
}

/**
 * Gives hashes of which two texts at optimal string alignment distance 1 share one. They become equal when one
 * character is left out of either or both: so what is left of a text without one of its characters. Of a long
 * text that would be too much; there, no single slip can touch both its ends. Texts of about the length where
 * the one gives way to the other have both kinds.
 */
export function eachNearHash(text: string, take: (hash: number) => void): void {
  if (text.length <= LONGEST_WHOLE) eachRemainder(text, take);
  if (text.length < LONG) return;
  take(hashOf(text, 0, END) ^ BEGINS);
  take(hashOf(text, text.length - END) ^ ENDS);
}

/** The hash of the text, and of what is left of it without one of its characters, once for equal neighbours. */
function eachRemainder(text: string, take: (hash: number) => void): void {
  const { length } = text;
  for (let at = 0; at < length; at += 1) {
    beginnings[at + 1] = (Math.imul(beginnings[at] as number, BASE) + text.charCodeAt(at) + 1) | 0;
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
