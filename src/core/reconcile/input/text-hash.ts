/** A hash of texts of which parts are known: before a unit, after it, and without it. */

/** An odd number without a pattern: each unit moves all bits of what follows. */
export const BASE = 0x2c1b3c6d;

/** In UTF-16 units: the longest text of which parts are hashed. */
export const LONGEST = 258;

export const POWERS = new Int32Array(LONGEST + 1).fill(1);
for (let at = 1; at < POWERS.length; at += 1) POWERS[at] = Math.imul(POWERS[at - 1] as number, BASE);

/** Hashes of the beginnings of the text hashed last: of none, the first unit, the first two, and so on. */
export const beginnings = new Int32Array(LONGEST + 1);

/** The hash of what begins with one more unit: a whole number of 32 bits. */
export function hashedOn(hash: number, unit: number): number {
  return (Math.imul(hash, BASE) + unit + 1) | 0;
}
