/** Ids by hashes, in flat arrays: a Map of as many keys takes several times the memory, and ends at 2^24. */

const NONE = -1;
/** 2^32 divided by the golden ratio: spreads hashes that are near each other. */
const SPREAD = 0x9e3779b1;

export class HashIndex {
  readonly #newest: Int32Array;
  readonly #older: Int32Array;
  readonly #hashes: Int32Array;
  readonly #ids: Int32Array;
  readonly #shift: number;
  #count = 0;

  /** @param most how many ids it can hold */
  constructor(most: number) {
    const bits = Math.max(1, Math.ceil(Math.log2(most + 1)));
    this.#shift = 32 - bits;
    this.#newest = new Int32Array(2 ** bits).fill(NONE);
    this.#older = new Int32Array(most);
    this.#hashes = new Int32Array(most);
    this.#ids = new Int32Array(most);
  }

  /** @param hash a whole number of 32 bits; it may have several ids */
  add(hash: number, id: number): void {
    const at = this.#count++;
    const bucket = this.#bucketOf(hash);
    this.#hashes[at] = hash;
    this.#ids[at] = id;
    this.#older[at] = this.#newest[bucket] as number;
    this.#newest[bucket] = at;
  }

  /** Gives the ids of a hash, the newest first. */
  each(hash: number, take: (id: number) => void): void {
    for (let at = this.#newest[this.#bucketOf(hash)] as number; at !== NONE; at = this.#older[at] as number) {
      if (this.#hashes[at] === hash) take(this.#ids[at] as number);
    }
  }

  #bucketOf(hash: number): number {
    return Math.imul(hash, SPREAD) >>> this.#shift;
  }
}
