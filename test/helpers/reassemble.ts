/** What a window does with a snapshot: takes the batches through the bridge's own parser and puts the records together again. */
import {
  ColumnFiller,
  type ColumnKinds,
  type Columns,
  ENTRY,
  type PackedColumns,
  TASK,
  TRANSACTION,
} from "../../src/core/reconcile/input/column-kinds.ts";
import type { CheckInput, TextColumn } from "../../src/core/reconcile/input/input.ts";
import { TABLES, type TableBatch, type TextBatch } from "../../src/ipc/values.ts";
import type { TableName } from "../../src/core/reconcile/input/snapshot.ts";
import { textBytes } from "./columns.ts";
import { type HeldSnapshot, readBatch } from "../../src/main/services/check/snapshot.ts";

/** All batches of a table, each parsed, its memory given away as a thread's message would. */
function batchesOf<T extends TableName>(snapshot: HeldSnapshot, table: T, count: number): TableBatch<T>[] {
  const batches: TableBatch<T>[] = [];
  for (let from = 0; from < snapshot.head.rows[table]; from += count) {
    const batch = readBatch(snapshot, table, from, count);
    const transfer = Object.values(batch).map((column: Uint8Array<ArrayBuffer>) => column.buffer);
    batches.push(TABLES[table].parse(structuredClone(batch, { transfer })) as TableBatch<T>);
  }
  return batches;
}

function columnsOf<T extends "entries" | "transactions" | "tasks", K extends ColumnKinds>(
  kinds: K,
  rows: number,
  batches: readonly TableBatch<T>[],
  count: number,
): Columns<K> {
  const filler = new ColumnFiller(kinds, rows);
  batches.forEach((batch, at) => filler.write(batch as PackedColumns<K>, at * count));
  return filler.columns;
}

/** The texts of batches in a row; null where there is none. */
export function textsOf(batches: readonly TextBatch[]): (string | null)[] {
  return batches.flatMap(({ bytes, ends, missing }) =>
    Array.from(ends, (end, at) =>
      missing[at] === 1 ? null : Buffer.from(bytes.subarray(at === 0 ? 0 : ends[at - 1], end)).toString(),
    ),
  );
}

function columnOf(texts: readonly (string | null)[]): TextColumn {
  const at = (id: number) => {
    const text = texts[id];
    if (typeof text !== "string") throw new RangeError(`there is no text ${id}`);
    return text;
  };
  return { length: texts.length, at, bytesOf: (id) => textBytes(at(id)) };
}

/**
 * The records of a snapshot, from batches of so many rows.
 *
 * @returns the engine's input, and the texts that stay outside it
 */
export function reassembled(snapshot: HeldSnapshot, count: number) {
  const { head } = snapshot;
  const texts = (table: "payrefs" | "labels" | "descriptions" | "customers") =>
    textsOf(batchesOf(snapshot, table, count));
  const transactions = batchesOf(snapshot, "transactions", count);
  const input = {
    entries: {
      length: head.rows.entries,
      latestDatePaidAtMs: head.latestDatePaidAtMs,
      ...columnsOf(ENTRY, head.rows.entries, batchesOf(snapshot, "entries", count), count),
    },
    transactions: {
      length: head.rows.transactions,
      ...columnsOf(TRANSACTION, head.rows.transactions, transactions, count),
      taskStart: Int32Array.from([0, ...transactions.flatMap(({ taskEnd }) => [...taskEnd])]),
      tasks: {
        length: head.rows.tasks,
        ...columnsOf(TASK, head.rows.tasks, batchesOf(snapshot, "tasks", count), count),
      },
    },
    payrefs: columnOf(texts("payrefs")),
    labels: columnOf(texts("labels")),
    user: head.user,
    businesses: head.businesses,
    history: head.history,
    human: head.human,
    ahead: head.ahead,
    pulledAtMs: head.pulledAtMs,
    pullClocks: head.pullClocks,
    capped: head.capped,
  } as unknown as CheckInput;
  return { input, descriptions: texts("descriptions"), customers: texts("customers") };
}
