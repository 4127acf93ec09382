/** The innermost loop of the readers of JSON bytes: walks values up to the end of a list or an object. */

const OPEN = 1;
const CLOSE = 2;
const COLON = 3;
const ROUNDING = 4;

/** What a byte means outside a string, unless a quote, comma or digit; 0: nothing to the scanner. */
const KIND = new Uint8Array(256);
for (const [characters, kind] of [
  ["{[", OPEN],
  ["}]", CLOSE],
  [":", COLON],
  [".eE", ROUNDING],
] as const) {
  for (const character of characters) KIND[character.charCodeAt(0)] = kind;
}

const QUOTE_BYTE = 0x22;
const COMMA_BYTE = 0x2c;
const COLON_BYTE = 0x3a;
const BACKSLASH_BYTE = 0x5c;
const ZERO = 0x30;
const NINE = 0x39;

/** The position of a walk; it may pause between any two bytes. */
export interface Walk {
  inString: boolean;
  /** In a string, the next byte belongs to an escape that has begun. */
  escaped: boolean;
  /** Levels open inside the list. */
  depth: number;
  /** Records ended. */
  records: number;
  /** Colons outside strings. */
  colons: number;
  /** Those of them that are no fields of the innermost open object itself. */
  elsewhere: number;
  /** Fields so far of the objects that are open around it, by depth. */
  readonly around: Int32Array;
  readonly maxFields: number;
  /** Some number may have a fraction or an exponent. */
  roundable: boolean;
}

/** Begins a walk in which so many levels may be open, and an object may have so many fields. */
export function newWalk(maxDepth: number, maxFields: number): Walk {
  return {
    inString: false,
    escaped: false,
    depth: 0,
    records: 0,
    colons: 0,
    elsewhere: 0,
    around: new Int32Array(maxDepth + 1),
    maxFields,
    roundable: false,
  };
}

/** Whether the innermost open object has more fields than it may. */
export function isTooWide({ colons, elsewhere, maxFields }: Walk): boolean {
  return colons - elsewhere > maxFields;
}

/** Begins to count again, between two records. */
export function restart(walk: Walk): void {
  walk.records = 0;
  walk.colons = 0;
  walk.elsewhere = 0;
  walk.roundable = false;
}

/** The next quote at or after `from`, escaped or not, or `end`. Four bytes a turn: most of a body is text. */
function nextQuote(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at + 4 <= end) {
    if (bytes[at] === QUOTE_BYTE) return at;
    if (bytes[at + 1] === QUOTE_BYTE) return at + 1;
    if (bytes[at + 2] === QUOTE_BYTE) return at + 2;
    if (bytes[at + 3] === QUOTE_BYTE) return at + 3;
    at += 4;
  }
  while (at < end && bytes[at] !== QUOTE_BYTE) at += 1;
  return at;
}

/** Whether an odd run of backslashes is before `at`, none of them before `from`. */
function isEscaped(bytes: Uint8Array, at: number, from: number): boolean {
  let slash = at - 1;
  while (slash >= from && bytes[slash] === BACKSLASH_BYTE) slash -= 1;
  return (at - slash) % 2 === 0;
}

/** Goes on with a string that began in an earlier chunk; returns where the chunk goes on after it. */
function endString(walk: Walk, bytes: Uint8Array): number {
  const end = bytes.length;
  const start = Number(walk.escaped);
  let at = nextQuote(bytes, start, end);
  while (at < end && isEscaped(bytes, at, start)) at = nextQuote(bytes, at + 1, end);
  walk.inString = at === end;
  walk.escaped = walk.inString && isEscaped(bytes, end, start);
  return walk.inString ? end : at + 1;
}

/**
 * Walks bytes, from `from` on (0 inside a string), until the chunk or the list ends, a record ends at or
 * after `fullAt`, or more than `maxDepth` levels are open. Every byte of a body passes this loop, so it
 * counts in local variables and looks where it can at what is there nearly always: a colon after a string.
 *
 * @returns the position it stopped at (a comma, a bracket), or the chunk's length
 */
export function walkRecords(
  walk: Walk,
  bytes: Uint8Array,
  from: number,
  fullAt: number,
  maxDepth: number,
): number {
  const end = bytes.length;
  const { around, maxFields } = walk;
  let { depth, records, colons, elsewhere, roundable } = walk;
  let at = walk.inString ? endString(walk, bytes) : from;
  while (at < end) {
    const byte = bytes[at] as number;
    if (byte === QUOTE_BYTE) {
      const start = at + 1;
      at = nextQuote(bytes, start, end);
      while (at < end && bytes[at - 1] === BACKSLASH_BYTE && isEscaped(bytes, at, start))
        at = nextQuote(bytes, at + 1, end);
      if (at === end) {
        walk.inString = true;
        walk.escaped = isEscaped(bytes, end, start);
        break;
      }
      at += 1;
      if (at < end && bytes[at] === COLON_BYTE) {
        colons += 1;
        at += 1;
      }
    } else if (byte === COMMA_BYTE) {
      if (depth === 0) {
        records += 1;
        if (at >= fullAt) break;
      }
      at += 1;
    } else if (byte >= ZERO && byte <= NINE) {
      at += 1;
      while (at < end && (bytes[at] as number) >= ZERO && (bytes[at] as number) <= NINE) at += 1;
      if (at < end && KIND[bytes[at] as number] === ROUNDING) roundable = true;
    } else {
      const kind = KIND[byte] as number;
      if (kind === OPEN) {
        if (colons - elsewhere > maxFields) break;
        around[depth] = colons - elsewhere;
        elsewhere = colons;
        depth += 1;
        if (depth > maxDepth) break;
      } else if (kind === CLOSE) {
        if (depth === 0 || colons - elsewhere > maxFields) break;
        depth -= 1;
        elsewhere = colons - (around[depth] as number);
      } else if (kind === COLON) colons += 1;
      // A number may have begun in the chunk before; the letter e also is in true and false.
      else if (kind === ROUNDING && at === 0) roundable = true;
      at += 1;
    }
  }
  walk.depth = depth;
  walk.records = records;
  walk.colons = colons;
  walk.elsewhere = elsewhere;
  walk.roundable = roundable;
  return at;
}
