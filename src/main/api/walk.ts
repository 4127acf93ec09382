/** The innermost loop of the scanner: walks the bytes of the records. */

const QUOTE = 1;
const OPEN = 2;
const CLOSE = 3;
const COMMA = 4;
const COLON = 5;
const POINT = 6;
const EXPONENT = 7;

/** What each byte means outside a string; 0: nothing to the scanner. */
const KIND = new Uint8Array(256);
for (const [characters, kind] of [
  ['"', QUOTE],
  ["{[", OPEN],
  ["}]", CLOSE],
  [",", COMMA],
  [":", COLON],
  [".", POINT],
  ["eE", EXPONENT],
] as const) {
  for (const character of characters) KIND[character.charCodeAt(0)] = kind;
}

const QUOTE_BYTE = 0x22;
const ZERO = 0x30;
const NINE = 0x39;

/** Where a walk stands; it may pause between any two bytes. */
export interface Walk {
  inString: boolean;
  /** Levels open inside the list. */
  depth: number;
  /** Records ended. */
  records: number;
  /** Colons outside strings. */
  colons: number;
  /** Some number may have a fraction or an exponent. */
  roundable: boolean;
}

/**
 * Walks bytes in which no quote is escaped, from `from` on, until the chunk or the list ends, a record ends at or after
 * `fullAt`, or more than `maxDepth` levels are open. Every byte of a body passes this loop, so it calls nothing and counts in
 * local variables: either costs half the speed.
 *
 * @returns the position it stopped at (a comma, a bracket), or the chunk's length
 */
export function walkRecords(
  walk: Walk,
  plain: Uint8Array,
  from: number,
  fullAt: number,
  maxDepth: number,
): number {
  const end = plain.length;
  let { inString, depth, records, colons, roundable } = walk;
  let at = from;
  while (at < end) {
    if (inString) {
      while (at < end && plain[at] !== QUOTE_BYTE) at += 1;
      if (at === end) break;
      inString = false;
      at += 1;
      continue;
    }
    const kind = KIND[plain[at] as number];
    if (kind === 0) {
      at += 1;
      continue;
    }
    if (kind === QUOTE) inString = true;
    else if (kind === COLON) colons += 1;
    else if (kind === COMMA) {
      if (depth === 0) {
        records += 1;
        if (at >= fullAt) break;
      }
    } else if (kind === OPEN) {
      depth += 1;
      if (depth > maxDepth) break;
    } else if (kind === CLOSE) {
      if (depth === 0) break;
      depth -= 1;
    } else if (kind === POINT) roundable = true;
    else if (kind === EXPONENT) {
      // The letter e also stands in true and false, but never after a digit there.
      const before = at === 0 ? ZERO : (plain[at - 1] as number);
      if (before >= ZERO && before <= NINE) roundable = true;
    }
    at += 1;
  }
  walk.inString = inString;
  walk.depth = depth;
  walk.records = records;
  walk.colons = colons;
  walk.roundable = roundable;
  return at;
}
