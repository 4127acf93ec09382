import type { ReadableLedger } from "../file/connection.ts";

/** Whether a table of the ledger has any row. */
export function hasRows(db: ReadableLedger, table: string): boolean {
  return db.prepare<[], number>(`SELECT EXISTS (SELECT 1 FROM ${table})`).pluck().get() === 1;
}
