/** Digests over the rows that a pull adds: as they are inserted for the audit trail, and from the tables for comparison with it. */
import { type Hash, createHash } from "node:crypto";
import type { StoredRow, RecordTable } from "../tables/record-table.ts";
import type { ReadableLedger } from "../file/connection.ts";

// A running SHA-256 over rows, so that one changed bit in any of them shows: integers as IEEE doubles row by
// row, texts one after the other, each after its length. Batches of any size give the same digest.

/** The rows of a block of numbers, too (docs/decisions/0062): another number is another schema. */
const ROWS_AT_ONCE = 2048;

/** So many characters of texts are hashed at once: V8 keeps and frees longer ones by themselves, which takes five times as long. */
const CHARACTERS_AT_ONCE = 16_000;

/** Gets the integers of some rows, row by row, NaN for null; they are overwritten afterwards. */
export type OnNumbers = (numbers: Float64Array, rows: number) => void;

export class RowDigest {
  readonly #integers: number;
  readonly #numberHash: Hash = createHash("sha256");
  readonly #textHash: Hash = createHash("sha256");
  readonly #numbers: Float64Array;
  readonly #onNumbers: OnNumbers;
  #texts = "";
  #rows = 0;
  #pending = 0;

  /**
   * @param integers how many leading columns of a row are integers; the rest are texts
   * @param onNumbers gets the integers of ROWS_AT_ONCE rows at a time, the last time of those that are left
   */
  constructor(integers: number, onNumbers: OnNumbers = () => {}) {
    this.#integers = integers;
    this.#onNumbers = onNumbers;
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
    if (this.#texts.length >= CHARACTERS_AT_ONCE) this.#hashTexts();
    this.#rows += 1;
    this.#pending += 1;
    if (this.#pending === ROWS_AT_ONCE) this.#flush();
  }

  /** Rows added and their digest, `<numbers>.<texts>` in hex. No row may be added after. */
  finish(): { readonly rows: number; readonly digest: string } {
    this.#flush();
    this.#hashTexts();
    return {
      rows: this.#rows,
      digest: `${this.#numberHash.digest("hex")}.${this.#textHash.digest("hex")}`,
    };
  }

  #flush(): void {
    if (this.#pending === 0) return;
    const numbers = this.#numbers.subarray(0, this.#pending * this.#integers);
    this.#numberHash.update(numbers);
    this.#onNumbers(numbers, this.#pending);
    this.#pending = 0;
  }

  #hashTexts(): void {
    this.#textHash.update(this.#texts);
    this.#texts = "";
  }
}

type TableShape = Pick<RecordTable<never>, "name" | "idColumn" | "columns" | "integers">;

/** The four tables of a kind of record: first contents, later ones, comings and goings, copies. */
export const TABLE_SUFFIXES = ["", "_version", "_presence", "_copy"] as const;
export type TableSuffix = (typeof TABLE_SUFFIXES)[number];

/** How the rows of one table are digested. */
export interface DigestShape {
  readonly table: string;
  /** In digest order, integers first. */
  readonly columns: readonly string[];
  readonly integers: number;
  /** Which column says the pull that brought a row. */
  readonly pullAt: number;
  /** The order of a pull's rows. */
  readonly order: string;
}

export function shapeOf(
  { name, idColumn: id, columns, integers }: TableShape,
  suffix: TableSuffix,
): DigestShape {
  const table = `${name}${suffix}`;
  switch (suffix) {
    case "":
      return { table, columns, integers, pullAt: 1, order: id };
    case "_version": {
      const rest = columns.slice(1);
      return {
        table,
        columns: [id, "version", ...rest],
        integers: integers + 1,
        pullAt: 2,
        order: `${id}, version`,
      };
    }
    case "_presence":
      return {
        table,
        columns: [id, "pull_id", "present"],
        integers: 3,
        pullAt: 1,
        order: `${id}, pull_id`,
      };
    case "_copy":
      return {
        table,
        columns: ["pull_id", id, "n", "conflicting", "unused"],
        integers: 4,
        pullAt: 0,
        order: `pull_id, ${id}, n`,
      };
  }
}

export interface RowsDigest {
  readonly rows: number;
  readonly digest: string;
}

export function digestOfRows(
  db: ReadableLedger,
  table: TableShape,
  suffix: TableSuffix,
  pullId: number,
): RowsDigest {
  const shape = shapeOf(table, suffix);
  const digest = new RowDigest(shape.integers);
  const rows = db
    .prepare<[number], StoredRow>(
      `SELECT ${shape.columns.join(", ")} FROM ${shape.table} WHERE pull_id = ? ORDER BY ${shape.order}`,
    )
    .raw();
  for (const row of rows.iterate(pullId)) digest.add(row);
  return digest.finish();
}
