/** Ranks of texts, from their bytes: a million are ordered without one of them being decoded. */
import { sortPositions } from "./radix.ts";
import { foldByte } from "./text-search.ts";
import type { TextStore } from "./text-store.ts";

/** Up to this many, comparing one with another is faster than counting digits. */
const FEW = 2000;
const CHUNK = 8;

const known = new WeakMap<TextStore, Float64Array>();

/**
 * The rank of each text in the order of its code points, with A to Z as a to z: equal texts have equal ranks.
 * They are found once per store, which must be whole by then.
 *
 * @returns by row; NaN for no text and for the empty one, which come after all others
 */
export function ranksOf(store: TextStore): Float64Array {
  const ranks = known.get(store) ?? rankTexts(store);
  known.set(store, ranks);
  return ranks;
}

function rankTexts(store: TextStore): Float64Array {
  const reader = new ByteReader(store);
  const order = sortRows(reader, store.length);
  const ranks = new Float64Array(store.length);
  let rank = 0;
  for (let at = 0; at < order.length; at += 1) {
    const row = order[at] as number;
    if (at > 0 && reader.compare(order[at - 1] as number, row, 0) !== 0) rank = at;
    ranks[row] = reader.lengthOf(row) === 0 ? Number.NaN : rank;
  }
  return ranks;
}

function sortRows(reader: ByteReader, length: number): Int32Array {
  const order = new Int32Array(length);
  for (let row = 0; row < length; row += 1) order[row] = row;
  const high = new Uint32Array(length);
  const low = new Uint32Array(length);
  const groups = [{ from: 0, to: length, depth: 0 }];
  for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
    const { from, to, depth } = group;
    const rows = order.subarray(from, to);
    if (rows.length <= FEW) {
      rows.sort((a, b) => reader.compare(a, b, depth));
      continue;
    }
    for (let at = 0; at < rows.length; at += 1) {
      high[at] = reader.chunk(rows[at] as number, depth);
      low[at] = reader.chunk(rows[at] as number, depth + CHUNK / 2);
    }
    const positions = sortPositions(rows.length, high, low);
    const before = rows.slice();
    let start = 0;
    for (let at = 0; at < rows.length; at += 1) {
      const position = positions[at] as number;
      rows[at] = before[position] as number;
      const next = positions[at + 1];
      if (next !== undefined && high[next] === high[position] && low[next] === low[position]) continue;
      // A zero ends a text, so what is equal and ends in one is equal altogether.
      if (at > start && ((low[position] as number) & 0xff) !== 0) {
        groups.push({ from: from + start, to: from + at + 1, depth: depth + CHUNK });
      }
      start = at + 1;
    }
  }
  return order;
}

/** Reads single bytes of texts, folded. */
class ByteReader {
  readonly #store: TextStore;

  constructor(store: TextStore) {
    this.#store = store;
  }

  lengthOf(row: number): number {
    const { from, ends } = this.#store.blockAt(row);
    return (ends[row - from] as number) - (row === from ? 0 : (ends[row - from - 1] as number));
  }

  /** Four bytes from an offset on, each one more than it is; 0 stands for what is past the text's end. */
  chunk(row: number, offset: number): number {
    const { from, bytes, ends } = this.#store.blockAt(row);
    const end = ends[row - from] as number;
    let at = (row === from ? 0 : (ends[row - from - 1] as number)) + offset;
    let word = 0;
    for (let taken = 0; taken < 4; taken += 1) {
      word = (word << 8) | (at < end ? foldByte(bytes[at] as number) + 1 : 0);
      at += 1;
    }
    return word >>> 0;
  }

  /** Compares two texts from an offset on, up to which they are equal. */
  compare(a: number, b: number, offset: number): number {
    for (let at = offset; ; at += 4) {
      const left = this.chunk(a, at);
      const right = this.chunk(b, at);
      if (left !== right) return left - right;
      if ((left & 0xff) === 0) return 0;
    }
  }
}
