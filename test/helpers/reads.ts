/** Which columns of a ledger work reads, told by the SQL that it hands to SQLite. */
import Database from "better-sqlite3";
import { vi } from "vitest";

/** Whether work reads a column of a table. What it never reads changes nothing of what it does, whatever stands there. */
export type Reads = (table: string, column: string) => boolean;

/** Does the work, on a ledger in which nothing was changed, and listens. */
export async function readsOf(work: () => unknown): Promise<Reads> {
  const heard = (["prepare", "exec", "pragma"] as const).map((name) => vi.spyOn(Database.prototype, name));
  try {
    await work();
    return readsIn(new Set(heard.flatMap(({ mock }) => mock.calls.map(([sql]) => sql))));
  } finally {
    for (const one of heard) one.mockRestore();
  }
}

function readsIn(statements: ReadonlySet<string>): Reads {
  const words = [...statements].map((sql) => new Set(sql.replaceAll("count(*)", "").match(/\w+|\*/gu)));
  // SQLite's own checks look at every value.
  const isOfAll = words.some((said) => said.has("integrity_check") || said.has("foreign_key_check"));
  return (table, column) =>
    isOfAll || words.some((said) => said.has(table) && (said.has(column) || said.has("*")));
}
