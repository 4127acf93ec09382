/** SQLite's answer where another connection is in the way. */
import Database from "better-sqlite3";

/** Whether SQLite gave up because another connection is in the way. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(?:BUSY|LOCKED)/u.test(error.code);
}
