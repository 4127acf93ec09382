/** Copies decisions, matches and steps from one ledger into another that has none. */
import { ACTS } from "../../../schema/acts.ts";
import type { ReadableLedger, WritableLedger } from "../file/connection.ts";
import { writeAlone } from "../file/audit.ts";
import type { StoredRow } from "../tables/record-table.ts";
import { RowInserter } from "../tables/dictionary.ts";

const DECIDED = ["decision", "match", "close"] as const;
/** Ids of the newest rows that are copied, 0 for none. */
type DecidedUpTo = Readonly<Record<(typeof DECIDED)[number], number>>;

/**
 * Copies decisions, matches and steps of the close up to given ids, those that were copied before apart; no
 * link records them.
 *
 * @returns false when rows beyond these ids were copied before
 */
export function copyDecided(from: ReadableLedger, to: WritableLedger, upTo: DecidedUpTo): boolean {
  return DECIDED.every((kind) => copyTable(from, to, ACTS[kind].table, upTo[kind]));
}

function copyTable(from: ReadableLedger, to: WritableLedger, table: string, last: number): boolean {
  const newest = to.prepare<[], number>(`SELECT coalesce(max(id), 0) FROM ${table}`).pluck().get() ?? 0;
  copyRows(from, to, table, "id > ? AND id <= ? ORDER BY id", [newest, last]);
  return newest <= last;
}

/**
 * @param where SQL that selects and orders the rows
 * @param values of its parameters
 */
export function copyRows(
  from: ReadableLedger,
  to: WritableLedger,
  table: string,
  where: string,
  values: readonly number[],
): void {
  const select = from.prepare<number[], StoredRow>(`SELECT * FROM ${table} WHERE ${where}`);
  const names = select.columns().map(({ name }) => name);
  writeAlone(to, () => {
    const inserter = new RowInserter(to, table, names);
    for (const row of select.raw().iterate(...values)) inserter.add(row);
    inserter.flush();
  });
}
