/** Copies of one record within one pull, as the ledger stores them. */
import type { RecordKind } from "../../../core/reconcile/changes/compare-records.ts";
import { asSentText, copiedFields } from "../../../core/reconcile/changes/copies.ts";
import type { RepeatedRecord } from "../../../core/reconcile/input.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { type PullRecord, reaches } from "../pulls/pull.ts";
import { sha256 } from "../sha256.ts";
import type { RecordTable, StoredRow, Texts } from "./record-table.ts";

/** One that came after the first; where it differed from the one in use, what it said. */
interface Copy {
  readonly n: number;
  readonly conflicting: number;
  readonly unused: string | null;
}

/** Copies, as of the newest pull that brought the record. */
export function repeatedRecords<R>(
  db: ReadableLedger,
  table: RecordTable<R>,
  texts: Texts,
  pulls: readonly PullRecord[],
): RepeatedRecord[] {
  const { name, idColumn } = table;
  const rows = db
    .prepare<[], { pull: number; id: number; copies: number; conflicting: number }>(
      `SELECT pull_id AS pull, ${idColumn} AS id, max(n) AS copies, max(conflicting) AS conflicting
       FROM ${name}_copy GROUP BY pull_id, ${idColumn} ORDER BY ${idColumn}`,
    )
    .all();
  const broughtLater = (pull: number, id: number) =>
    pulls.some((later) => later.id > pull && reaches(later, name, id));
  const textsOf = copyReader(db, table, texts);
  const kind: RecordKind = name === "entry" ? "entry" : "transaction";
  return rows
    .filter(({ pull, id }) => !broughtLater(pull, id))
    .map(({ pull, id, copies, conflicting }) => ({
      id,
      copies,
      conflicting: conflicting === 1,
      fields: conflicting === 1 ? copiedFields(kind, textsOf(pull, id), sha256) : [],
    }));
}

/** Reads what the copies of a record said, as they were sent. */
function copyReader<R>(db: ReadableLedger, table: RecordTable<R>, texts: Texts) {
  const { name, idColumn: id, columns } = table;
  const copies = db.prepare<[number, number], Copy>(
    `SELECT n, conflicting, unused FROM ${name}_copy WHERE pull_id = ? AND ${id} = ? ORDER BY n`,
  );
  const list = columns.join(", ");
  const brought = db
    .prepare<[number, number, number, number], StoredRow>(
      `SELECT ${list} FROM (SELECT 1 AS version, ${list} FROM ${name} WHERE ${id} = ? AND pull_id = ?
       UNION ALL SELECT version, ${list} FROM ${name}_version WHERE ${id} = ? AND pull_id = ?) ORDER BY version`,
    )
    .raw();
  return (pull: number, record: number): string[] => {
    const came = copies.all(pull, record);
    const [first] = came;
    if (first?.n === 1 && first.unused !== null) return eachSaid(came, first.unused);
    // Kept before the first copy was: what the rows of the pull say, and what was not used.
    const rows = brought.all(record, pull, record, pull);
    const documents = rows.map((row) => asSentText(table.document(table.fromRow(row, texts))));
    return [...documents, ...came.flatMap(({ unused }) => unused ?? [])];
  };
}

/** What each copy said: one that says nothing itself said what the one in use did. */
function eachSaid(copies: readonly Copy[], first: string): string[] {
  let used = first;
  return copies.map(({ unused }) => {
    const said = unused ?? used;
    if (said !== used && sha256(said) < sha256(used)) used = said;
    return said;
  });
}
