/** The ledger's records at one moment as columns in batches of rows, in the shapes of `src/ipc/values.ts`. */
import { TieoutError } from "../../../core/errors.ts";
import {
  ENTRY,
  type HeldNumbers,
  TASK,
  TRANSACTION,
  packColumns,
} from "../../../core/reconcile/input/column-kinds.ts";
import type { SnapshotHead, TableName } from "../../../core/reconcile/input/snapshot.ts";
import { recordsId } from "../../ledger/trail/counting.ts";
import { type TextRun, TextPacker } from "../../ledger/tables/packed-texts.ts";
import { recordPages } from "../../ledger/records/engine-columns.ts";
import { ENTRY_TABLE, PAYMENT_TABLE, type RecordTable } from "../../ledger/tables/record-table.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import { readLedger } from "../shared/use-ledger.ts";
import { type CheckMemory, type HeldRecords, holdRecords } from "../shared/check-memory.ts";

/** Holds the columns in memory until it is released, and no handle of the file. */
export interface HeldSnapshot {
  readonly head: SnapshotHead;
  readonly ledger: LedgerAt;
  readonly records: HeldRecords;
}

/** Reads records as of now, or of a link. @param memory of the thread: what it holds is not read again */
export function openSnapshot(ledger: LedgerAt, memory?: CheckMemory): HeldSnapshot {
  return readLedger(ledger, (db) => {
    const records = memory?.recordsOf(db) ?? holdRecords(db);
    return { head: headOf(records), ledger, records };
  });
}

/**
 * Rows `from` … `from + count − 1` of a table; fewer at its end. The arrays are copies whose memory is nobody
 * else's, so that it can be transferred.
 *
 * @throws TieoutError SNAPSHOT_GONE when it was released, or when texts that stay in the ledger are asked for
 *   and another pull came in since; LEDGER_* when they cannot be read
 */
export function readBatch<T extends TableName>(
  snapshot: HeldSnapshot,
  table: T,
  from: number,
  count: number,
): ReturnType<(typeof READERS)[T]> {
  const { records } = snapshot;
  const held = { ...records.input, snapshot, id: records.id };
  return READERS[table](held, from, from + count) as ReturnType<(typeof READERS)[T]>;
}

function headOf({ id, input }: HeldRecords): SnapshotHead {
  const { entries, transactions, payrefs, labels } = input;
  const { user, businesses, history, human, ahead, pulledAtMs, pullClocks, capped } = input;
  return {
    snapshot: id,
    rows: {
      entries: entries.length,
      transactions: transactions.length,
      tasks: transactions.tasks.length,
      payrefs: payrefs.length,
      labels: labels.length,
      descriptions: entries.length,
      customers: transactions.length,
    },
    latestDatePaidAtMs: entries.latestDatePaidAtMs,
    user,
    businesses,
    history,
    human,
    ahead,
    pulledAtMs,
    pullClocks,
    capped,
  };
}

type HeldInput = HeldRecords["input"] & { readonly snapshot: HeldSnapshot; readonly id: string };

/** The bridge declares what each gives. */
const READERS = {
  entries: ({ entries }, from, to) => packColumns(ENTRY, entries, from, to),
  transactions: ({ transactions }, from, to) => ({
    ...packColumns(TRANSACTION, transactions, from, to),
    taskEnd: transactions.taskStart.slice(from + 1, to + 1),
  }),
  tasks: ({ transactions: { tasks } }, from, to) => packColumns(TASK, tasks, from, to),
  payrefs: ({ payrefs }, from, to) => payrefs.slice(from, to),
  labels: ({ labels }, from, to) => labels.slice(from, to),
  descriptions: (held, from, to) =>
    textsOf(held, ENTRY_TABLE, "description", held.entries.walletID.subarray(from, to)),
  customers: (held, from, to) =>
    textsOf(held, PAYMENT_TABLE, "customer_name", held.transactions.payID.subarray(from, to)),
} as const satisfies Readonly<Record<TableName, (held: HeldInput, from: number, to: number) => unknown>>;

/** Reads one text of each record from the ledger, which must still be that of the snapshot. */
function textsOf(
  { id, snapshot }: HeldInput,
  table: Pick<RecordTable<unknown>, "name" | "idColumn">,
  column: string,
  ids: HeldNumbers,
): TextRun {
  return readLedger(snapshot.ledger, (db) => {
    if (recordsId(db) !== id) {
      const { ledger } = snapshot;
      throw new TieoutError("SNAPSHOT_GONE", "Another pull was saved since the records were read", {
        file: typeof ledger === "string" ? ledger : ledger.path,
      });
    }
    const find = recordPages(db, table, [column]);
    const packer = new TextPacker(ids.length);
    for (const wanted of ids) {
      const text = find(wanted)?.[0];
      packer.add(typeof text === "string" ? text : null);
    }
    return packer.finish();
  });
}
