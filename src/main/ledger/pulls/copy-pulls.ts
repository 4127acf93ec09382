/** Copies the rows of a ledger's first pulls into a passing ledger, as they are. */
import { type ReadableLedger, type WritableLedger, query } from "../file/connection.ts";
import { ENTRY_TABLE, PAYMENT_TABLE, type StoredRow } from "../tables/record-table.ts";
import { TABLE_SUFFIXES, shapeOf } from "../trail/row-digests.ts";
import { hasStatements } from "../acts/bank-books.ts";
import { newestAct } from "../trail/acts.ts";
import { ACTS } from "../../../schema/acts.ts";
import { writeAlone } from "../file/audit.ts";
import { RowInserter } from "../tables/dictionary.ts";

interface FirstPulls {
  /** Id of the last one. */
  readonly last: number;
  /** How many texts there were after it. */
  readonly texts: Readonly<Record<"payref" | "label", number>>;
}

/** Copies what a further pull depends on, table by table; no link records it. @param to an empty ledger */
export function* copyPulls(
  from: ReadableLedger,
  to: WritableLedger,
  { last, texts }: FirstPulls,
): Generator<void> {
  for (const name of ["payref", "label"] as const) {
    const held = query<number>(to).value(`SELECT count(*) FROM ${name}`) ?? 0;
    copyRows(from, to, name, "id >= ? AND id < ? ORDER BY id", [held, texts[name]]);
    yield;
  }
  for (const table of [ENTRY_TABLE, PAYMENT_TABLE]) {
    for (const suffix of TABLE_SUFFIXES) {
      const { table: name, order } = shapeOf(table, suffix);
      copyRows(from, to, name, `pull_id <= ? ORDER BY ${order}`, [last]);
      yield;
    }
  }
  copyRows(from, to, "caller", "pull_id <= ?", [last]);
  copyRows(from, to, "pull", "id <= ? ORDER BY id", [last]);
  yield;
}

const DECIDED = ["decision", "match", "close"] as const;
/** Ids of the newest rows that are copied, 0 for none. */
type DecidedUpTo = Readonly<Record<(typeof DECIDED)[number] | "attachment", number>>;

/**
 * Copies decisions, matches, steps of the close and evidence up to given ids, those that were copied before apart; no
 * link records them. Of evidence the bytes are copied that a check reads: a bank's lines.
 *
 * @returns false when rows beyond these ids were copied before
 */
export function copyDecided(from: ReadableLedger, to: WritableLedger, upTo: DecidedUpTo): boolean {
  return (
    DECIDED.every((kind) => copyTable(from, to, ACTS[kind].table, upTo[kind])) &&
    (!hasStatements(from) || copyEvidence(from, to, upTo.attachment))
  );
}

function copyEvidence(from: ReadableLedger, to: WritableLedger, last: number): boolean {
  const known = newestAct(to, "attachment");
  if (!copyTable(from, to, ACTS.attachment.table, last)) return false;
  const lines = `SELECT sha256 FROM attachment WHERE subject LIKE '%"kind":"lines"%'`;
  const keepers = `SELECT min(id) FROM attachment WHERE sha256 IN (${lines}) GROUP BY sha256`;
  const where = `attachment_id IN (${keepers}) AND attachment_id > ? AND attachment_id <= ? ORDER BY attachment_id, n`;
  copyRows(from, to, "attachment_chunk", where, [known, last]);
  return true;
}

function copyTable(from: ReadableLedger, to: WritableLedger, table: string, last: number): boolean {
  const newest = query<number>(to).value(`SELECT coalesce(max(id), 0) FROM ${table}`) ?? 0;
  copyRows(from, to, table, "id > ? AND id <= ? ORDER BY id", [newest, last]);
  return newest <= last;
}

/**
 * @param where SQL that selects and orders the rows
 * @param values of its parameters
 */
function copyRows(
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
