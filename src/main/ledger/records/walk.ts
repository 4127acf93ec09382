/**
 * Reads a table from end to end, in one go. SQLite calls a function with the values of each row, which takes
 * less time than returning rows does.
 */
import type { ReadableLedger } from "../file/connection.ts";
import type { RecordTable, StoredRow } from "./record-table.ts";

/** The name of the function in SQL. */
const TAKE = "take_row";

/** So few that they are still in the processor's cache when they are read. */
const PAGE_ROWS = 500;

/**
 * Hands over all rows of a table in ascending id order: it has no index that SQLite could go by instead.
 *
 * @param columns what is read of each row
 * @param take gets some rows at a time; it cannot ask the ledger for more while the table is read
 */
export function walkTable(
  db: ReadableLedger,
  { name }: Pick<RecordTable<unknown>, "name">,
  columns: readonly string[],
  take: (rows: readonly StoredRow[]) => void,
): void {
  let rows: StoredRow[] = [];
  db.function(TAKE, { varargs: true, directOnly: true }, (...row: StoredRow) => {
    if (rows.push(row) < PAGE_ROWS) return 0;
    take(rows);
    rows = [];
    return 0;
  });
  try {
    // In the result, not in a condition: a view's own condition comes first.
    db.prepare(`SELECT count(${TAKE}(${columns.join(", ")})) FROM ${name}`).get();
    take(rows);
  } finally {
    // The handle keeps its functions, and this one the columns.
    db.function(TAKE, { varargs: true }, () => 0);
  }
}
