/** The history of one record: its versions by pull, and the service's own text. */
import { canonicalJson } from "../../../core/canonical.ts";
import { TieoutError } from "../../../core/errors.ts";
import { findRecordTexts, readRecordText } from "../../api/find-record.ts";
import type { RecordReader } from "../../api/block-records.ts";
import { ENTRIES, TRANSACTIONS } from "../../api/records.ts";
import type { BodyEndpoint } from "../../ledger/trail/pull-payload.ts";
import { listBodies, readBody } from "../../ledger/pulls/body.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { type FoundRecord, findRecord } from "../../ledger/records/history.ts";
import { ENTRY_TABLE, PAYMENT_TABLE, type RecordTable } from "../../ledger/tables/record-table.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import { readLedger } from "../shared/use-ledger.ts";

/** An entry's versions and the service's text of it. @throws TieoutError when the ledger cannot be read */
export function readEntryRecord({
  ledger,
  walletID,
}: {
  readonly ledger: LedgerAt;
  readonly walletID: number;
}) {
  return readStory(ledger, walletID, { table: ENTRY_TABLE, kind: ENTRIES, endpoint: "wallet" });
}

/** A transaction's; as `readEntryRecord`. */
export function readTransactionRecord({
  ledger,
  payID,
}: {
  readonly ledger: LedgerAt;
  readonly payID: number;
}) {
  return readStory(ledger, payID, { table: PAYMENT_TABLE, kind: TRANSACTIONS, endpoint: "transactions" });
}

interface RecordSubject<R> {
  readonly table: RecordTable<R>;
  readonly kind: RecordReader<R>;
  readonly endpoint: BodyEndpoint;
}

function readStory<R extends object>(ledger: LedgerAt, id: number, subject: RecordSubject<R>) {
  return readLedger(ledger, (db) => {
    const found = findRecord(db, subject.table, id);
    const versions = found.versions.map(({ pull, record }) => ({
      pull: { id: pull.id, source: pull.source, atMs: pull.finishedAtMs },
      document: record === null ? null : subject.table.document(record),
    }));
    return { versions, raw: rawText(db, id, subject, found) };
  });
}

function rawText<R extends object>(
  db: ReadableLedger,
  id: number,
  { table, kind, endpoint }: RecordSubject<R>,
  { versions, lastSeen, repeated }: FoundRecord<R>,
): string | null {
  const inUse = versions.findLast(({ record }) => record !== null)?.record ?? null;
  if (lastSeen === null || inUse === null) return null;
  const content = canonicalJson(table.document(inUse));
  const saysIt = (text: string) => {
    const record = readRecordText(text, kind);
    return record !== null && canonicalJson(table.document(record)) === content;
  };
  for (const text of textsIn(db, id, kind, lastSeen.id, endpoint)) if (!repeated || saysIt(text)) return text;
  return null;
}

/** The record's texts in the responses of a pull, as far as they were not pruned. */
function* textsIn<R extends object>(
  db: ReadableLedger,
  id: number,
  kind: RecordReader<R>,
  pull: number,
  endpoint: BodyEndpoint,
): Generator<string> {
  for (const body of listBodies(db)) {
    if (body.pullId !== pull || body.endpoint !== endpoint || body.pruned) continue;
    try {
      yield* findRecordTexts(readBody(db, body), kind, id);
    } catch (error) {
      if (error instanceof TieoutError && error.code === "LEDGER_CORRUPT") throw error;
      throw new TieoutError(
        "LEDGER_CORRUPT",
        "A stored response cannot be read",
        { file: db.name, record: `response ${body.id}` },
        error,
      );
    }
  }
}
