/** Sorting many rows by numbers: in time that grows with their number alone, and never moving equal ones. */

const DIGITS = 65_536;

/**
 * Positions 0 … length − 1, sorted by keys of 32 bits each, the first the most significant; equal ones stay
 * in order.
 */
export function sortPositions(length: number, ...keys: readonly Uint32Array[]): Int32Array<ArrayBuffer> {
  let order = new Int32Array(length);
  for (let at = 0; at < length; at += 1) order[at] = at;
  let spare = new Int32Array(length);
  const counts = new Int32Array(DIGITS);
  for (const key of keys.toReversed()) {
    for (const shift of [0, 16]) {
      if (!countDigits(key, length, shift, counts)) continue;
      for (let at = 0; at < length; at += 1) {
        const position = order[at] as number;
        const digit = ((key[position] as number) >>> shift) & 0xffff;
        const place = counts[digit] as number;
        spare[place] = position;
        counts[digit] = place + 1;
      }
      [order, spare] = [spare, order];
    }
  }
  return order;
}

/** Fills in where each digit begins. @returns whether there is more than one digit */
function countDigits(key: Uint32Array, length: number, shift: number, counts: Int32Array): boolean {
  counts.fill(0);
  for (let at = 0; at < length; at += 1) {
    const digit = ((key[at] as number) >>> shift) & 0xffff;
    counts[digit] = (counts[digit] as number) + 1;
  }
  if (length === 0 || counts[((key[0] as number) >>> shift) & 0xffff] === length) return false;
  let before = 0;
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const here = counts[digit] as number;
    counts[digit] = before;
    before += here;
  }
  return true;
}

/**
 * Rows sorted by a number each; rows without one (NaN) come last either way, equal ones stay in their order.
 *
 * @param valueAt by row
 */
export function sortByNumber(
  rows: Int32Array,
  valueAt: (row: number) => number,
  descending: boolean,
): Int32Array<ArrayBuffer> {
  const values = new Float64Array(rows.length);
  // Adding 0 makes one zero of both.
  for (let at = 0; at < rows.length; at += 1) values[at] = valueAt(rows[at] as number) + 0;
  const words = new Uint32Array(values.buffer);
  const high = new Uint32Array(rows.length);
  const low = new Uint32Array(rows.length);
  const turned = descending ? 0xffffffff : 0;
  for (let at = 0; at < rows.length; at += 1) {
    if (Number.isNaN(values[at])) {
      high[at] = 0xffffffff;
      low[at] = 0xffffffff;
      continue;
    }
    // The bits of a double in the order of its value: turned over below zero, else above all of those.
    const top = words[2 * at + 1] as number;
    const flip = top >>> 31 === 1 ? 0xffffffff : 0;
    high[at] = (top ^ (flip | 0x80000000) ^ turned) >>> 0;
    low[at] = ((words[2 * at] as number) ^ flip ^ turned) >>> 0;
  }
  const positions = sortPositions(rows.length, high, low);
  for (let at = 0; at < positions.length; at += 1) positions[at] = rows[positions[at] as number] as number;
  return positions;
}
