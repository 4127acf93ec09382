/**
 * Compares the bytes of texts that contain U+FFFD. Bytes that are not UTF-8 are read as U+FFFD, so only the
 * bytes tell them from a stored U+FFFD. Few texts contain it.
 */
import type { ReadableLedger } from "../file/connection.ts";
import type { StoredRow } from "../records/record-table.ts";

const REPLACEMENT = "\u{fffd}";

/** Whether only the bytes of a row's texts can tell what is stored. @param from where its texts begin */
export function isDoubtful(row: StoredRow, from: number): boolean {
  for (let at = from; at < row.length; at += 1) if (mayBeOdd(row[at])) return true;
  return false;
}

function mayBeOdd(text: StoredRow[number] | undefined): text is string {
  return typeof text === "string" && text.includes(REPLACEMENT);
}

/** Compares texts of one table with their bytes. */
export class StoredTextBytes {
  readonly #columns: readonly string[];
  readonly #keys: readonly number[];
  readonly #prepare: (column: string) => (key: StoredRow) => unknown;
  readonly #finds = new Map<string, (key: StoredRow) => unknown>();

  /**
   * @param columns as the rows are read
   * @param key those columns that distinguish a row
   */
  constructor(db: ReadableLedger, table: string, columns: readonly string[], key: readonly string[]) {
    this.#columns = columns;
    this.#keys = key.map((column) => columns.indexOf(column));
    const asked = key.map((column) => `${column} = ?`).join(" AND ");
    this.#prepare = (column) => {
      const sql = `SELECT CAST(${column} AS BLOB) FROM ${table} WHERE ${asked}`;
      const find = db.prepare<[StoredRow]>(sql).pluck();
      return (values) => find.get(values);
    };
  }

  /**
   * The first column whose bytes are not those of the text that was read; null when there is none.
   *
   * @param from where the texts of a row begin
   */
  firstOdd(row: StoredRow, from = 0): string | null {
    for (let at = from; at < row.length; at += 1) {
      const text = row[at];
      if (!mayBeOdd(text)) continue;
      const column = this.#columns[at] ?? "";
      const bytes = this.#finder(column)(this.#keys.map((key) => row[key] ?? null));
      if (!(bytes instanceof Buffer && bytes.equals(Buffer.from(text)))) return column;
    }
    return null;
  }

  #finder(column: string): (key: StoredRow) => unknown {
    const known = this.#finds.get(column) ?? this.#prepare(column);
    this.#finds.set(column, known);
    return known;
  }
}
