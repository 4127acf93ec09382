/**
 * A running SHA-256 over rows, so that one changed bit in any of them shows: integers as IEEE doubles row by
 * row, texts one after the other, each after its length. Batches of any size give the same digest.
 */
import { type Hash, createHash } from "node:crypto";
import type { StoredRow } from "../records/record-table.ts";

const ROWS_AT_ONCE = 512;

export class RowDigest {
  readonly #integers: number;
  readonly #numberHash: Hash = createHash("sha256");
  readonly #textHash: Hash = createHash("sha256");
  readonly #numbers: Float64Array;
  #texts = "";
  #rows = 0;
  #pending = 0;

  /** @param integers how many leading columns of a row are integers; the rest are texts */
  constructor(integers: number) {
    this.#integers = integers;
    this.#numbers = new Float64Array(integers * ROWS_AT_ONCE);
  }

  add(row: StoredRow): void {
    const integers = this.#integers;
    const start = this.#pending * integers;
    for (let at = 0; at < integers; at += 1) {
      const value = row[at] as number | null;
      this.#numbers[start + at] = value === null ? Number.NaN : value;
    }
    for (let at = integers; at < row.length; at += 1) {
      // With its length before it, no text can pass for two, nor for one that is not there.
      const text = row[at] as string | null;
      this.#texts += text === null ? "-" : `${text.length}:${text}`;
    }
    this.#rows += 1;
    this.#pending += 1;
    if (this.#pending === ROWS_AT_ONCE) this.#flush();
  }

  /** Rows added and their digest, `<numbers>.<texts>` in hex. No row may be added after. */
  finish(): { readonly rows: number; readonly digest: string } {
    this.#flush();
    return {
      rows: this.#rows,
      digest: `${this.#numberHash.digest("hex")}.${this.#textHash.digest("hex")}`,
    };
  }

  #flush(): void {
    this.#numberHash.update(this.#numbers.subarray(0, this.#pending * this.#integers));
    this.#textHash.update(this.#texts);
    this.#texts = "";
    this.#pending = 0;
  }
}
