/** Triggers of tables whose rows stay for ever. */

/** SQL that makes a table refuse a kind of change. */
export function refuse(verb: "UPDATE" | "DELETE", table: string): string {
  return `CREATE TRIGGER ${table}_no_${verb.toLowerCase()} BEFORE ${verb} ON ${table}
BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;`;
}

/** SQL that makes tables refuse UPDATE and DELETE. */
export function appendOnly(...tables: readonly string[]): string {
  return tables.map((table) => `${refuse("UPDATE", table)}\n${refuse("DELETE", table)}`).join("\n");
}
