/** Inserts rows many at a time: one statement for a full batch costs a third less than one for each row. */
import type { WritableLedger } from "../file/connection.ts";
import type { StoredRow } from "./record-table.ts";

const ROWS_AT_ONCE = 32;

export class RowInserter {
  readonly #width: number;
  readonly #one;
  readonly #many;
  readonly #values: StoredRow[number][];
  #pending = 0;

  constructor(db: WritableLedger, table: string, columns: readonly string[]) {
    this.#width = columns.length;
    const row = `(${columns.map(() => "?").join(", ")})`;
    const into = `INSERT INTO ${table} (${columns.join(", ")}) VALUES`;
    this.#one = db.prepare<[StoredRow]>(`${into} ${row}`);
    this.#many = db.prepare<[StoredRow]>(
      `${into} ${Array.from({ length: ROWS_AT_ONCE }, () => row).join(", ")}`,
    );
    this.#values = Array.from({ length: ROWS_AT_ONCE * columns.length }, () => null);
  }

  /** Takes a row, which may be used again at once. It is in the table after `flush` at the latest. */
  add(row: StoredRow): void {
    const start = this.#pending * this.#width;
    for (let at = 0; at < this.#width; at += 1) this.#values[start + at] = row[at] ?? null;
    this.#pending += 1;
    if (this.#pending < ROWS_AT_ONCE) return;
    this.#pending = 0;
    this.#many.run(this.#values);
  }

  /** Inserts what waits. */
  flush(): void {
    const rows = this.#pending;
    this.#pending = 0;
    for (let row = 0; row < rows; row += 1) {
      this.#one.run(this.#values.slice(row * this.#width, (row + 1) * this.#width));
    }
  }
}
