/** What a pull did to the records of the pulls that count before it. */
import { compareEntries } from "../../../core/reconcile/changes.ts";
import type { RecordEffect } from "../../../core/review/restate/import-preview.ts";
import type { RecordChange } from "../../../core/review/restate/restatement-builder.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { ENTRY_TABLE, PAYMENT_TABLE, type RecordTable } from "../tables/record-table.ts";
import { readTexts } from "../tables/packed-texts.ts";
import { walkChanges } from "./changes-by-pull.ts";
import type { PullRecord } from "../trail/pull.ts";

/** Of entries; null where the pull had no wallet history. */
export function entryEffect(db: ReadableLedger, pull: PullRecord): RecordEffect | null {
  return effectOf(db, ENTRY_TABLE, pull.id, pull.entries, ({ before, after }) =>
    before === null || after === null ? false : compareEntries(before, after).approved,
  );
}

/** Of transactions; null where the pull had no list of them. */
export function transactionEffect(db: ReadableLedger, pull: PullRecord): RecordEffect | null {
  return effectOf(db, PAYMENT_TABLE, pull.id, pull.transactions, () => false);
}

function effectOf<R>(
  db: ReadableLedger,
  table: RecordTable<R>,
  pullId: number,
  received: number | null,
  isApproval: (change: RecordChange<R>) => boolean,
): RecordEffect | null {
  if (received === null) return null;
  const { name, idColumn: id } = table;
  const count = (sql: string) => db.prepare<[number], number>(sql).pluck().get(pullId) ?? 0;
  const effect = {
    received,
    inserted: count(`SELECT count(*) FROM ${name} WHERE pull_id = ?`),
    repeated: count(`SELECT count(DISTINCT ${id}) FROM ${name}_copy WHERE pull_id = ?`),
    changed: 0,
    vanished: 0,
    returned: 0,
    approved: 0,
  };
  const texts = { payrefs: readTexts(db, "payref"), labels: readTexts(db, "label") };
  for (const change of walkChanges(db, table, texts)) {
    if (change.pullId !== pullId) continue;
    effect[change.kind] += 1;
    if (isApproval(change)) effect.approved += 1;
  }
  return effect;
}
