/** What a pull did to the records of the pulls that count before it. */
import { compareEntries } from "../../../core/reconcile/changes.ts";
import type { RecordEffect } from "../../../core/review/restate/import-preview.ts";
import type { RecordChange } from "../../../core/review/restate/restatement-builder.ts";
import { type ReadableLedger, query } from "../file/connection.ts";
import { ENTRY_TABLE, PAYMENT_TABLE, type RecordTable } from "../tables/record-table.ts";
import { recordTexts } from "../tables/packed-texts.ts";
import { walkChanges } from "./changes-by-pull.ts";
import { type PullRecord, pullsAside, readProvenance, readRemarks } from "../trail/pull.ts";
import type { ReportPull } from "../../../core/report/sheet/input.ts";
import { listBodies } from "./body.ts";
import { listAllPulls } from "../trail/counting.ts";

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
  const count = (sql: string) => query<number>(db).value(sql, pullId) ?? 0;
  const effect = {
    received,
    inserted: count(`SELECT count(*) FROM ${name} WHERE pull_id = ?`),
    repeated: count(`SELECT count(DISTINCT ${id}) FROM ${name}_copy WHERE pull_id = ?`),
    changed: 0,
    vanished: 0,
    returned: 0,
    approved: 0,
  };
  const texts = recordTexts(db);
  for (const change of walkChanges(db, table, texts)) {
    if (change.pullId !== pullId) continue;
    effect[change.kind] += 1;
    if (isApproval(change)) effect.approved += 1;
  }
  return effect;
}

/** All of them, oldest first, those that are set aside, too. */
export function listReportPulls(db: ReadableLedger): ReportPull[] {
  const bodies = Map.groupBy(listBodies(db), (body) => body.pullId);
  const aside = pullsAside(db);
  const remarksOf = readRemarks(db);
  const provenanceOf = readProvenance(db);
  return listAllPulls(db).map((pull) => {
    const step = aside.get(pull.id);
    const { torn, accepted, providedBy, entries: effect } = remarksOf(pull.id);
    const provenance = provenanceOf(pull.id);
    return {
      ...(step === undefined ? {} : { aside: { by: step.by, note: step.note } }),
      ...(torn ? { torn } : {}),
      ...(accepted === null ? {} : { accepted }),
      providedBy,
      effect,
      id: pull.id,
      source: pull.source,
      startedAtMs: pull.startedAtMs,
      finishedAtMs: pull.finishedAtMs ?? pull.startedAtMs,
      baseUrl: pull.baseUrl,
      limit: pull.limit,
      entries: pull.entries ?? 0,
      transactions: pull.transactions ?? 0,
      bodies: (bodies.get(pull.id) ?? []).map((body, at) => ({
        ...body,
        provenance: provenance[at] ?? null,
      })),
    };
  });
}
