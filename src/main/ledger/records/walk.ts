/**
 * Reads a table from end to end, in one go. SQLite calls a function with the values of each row, which takes
 * less time than returning rows does.
 */
import type { ReadableLedger } from "../file/connection.ts";
import { isCounting } from "../trail/counting.ts";

/** The name of the function in SQL. */
const TAKE = "take_row";

/**
 * Hands over all rows of a table in ascending id order: it has no index that SQLite could go by instead.
 *
 * @param table of records, by their first contents: `entry` or `payment`
 * @param columns what is read of each row
 * @param take gets a row's values, one parameter for each column: a list of them would take longer. It returns
 *   what SQLite can take quickly, and cannot ask the ledger for more while the table is read
 */
export function walkTable(
  db: ReadableLedger,
  table: string,
  columns: readonly string[],
  take: (...row: never) => 0,
): void {
  db.function(TAKE, { varargs: true, directOnly: true }, take);
  try {
    // In the result, not in a condition: a view's own condition comes first.
    db.prepare(`SELECT count(${TAKE}(${columns.join(", ")})) FROM ${inOrder(db, table, columns)}`).get();
  } finally {
    // The handle keeps its functions, and this one the columns.
    db.function(TAKE, { varargs: true }, () => 0);
  }
}

/** Where pulls are set aside the view's rows come from two tables; only a limit keeps SQLite from dropping the order. */
function inOrder(db: ReadableLedger, table: string, [id = ""]: readonly string[]): string {
  return isCounting(db) ? `(SELECT * FROM ${table} ORDER BY ${id} LIMIT -1)` : table;
}
