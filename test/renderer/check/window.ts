/** The check as the window has it: the worker's own code behind a real message port, records through the bridge's parser. */
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import type { CheckInput, TextColumn } from "../../../src/core/reconcile/input/input.ts";
import { TABLES, type TableBatch, type TextBatch } from "../../../src/ipc/values.ts";
import type { SnapshotHead, TableName } from "../../../src/core/reconcile/input/snapshot.ts";
import { openSnapshot, readBatch } from "../../../src/main/services/check/snapshot.ts";
import { type CheckClient, createCheckClient, loadSnapshot } from "../../../src/renderer/rows/load.ts";
import type { RowsRequest, RunRequest, DisplayFormat } from "../../../src/renderer/bridge/protocol.ts";
import type { WorkerThread } from "../../../src/renderer/rows/check-session.ts";
import { createCalls } from "../../../src/renderer/rows/worker/calls.ts";
import { serve } from "../../../src/renderer/rows/worker/serve.ts";

export const WORDING: DisplayFormat = { decimals: 0, timeZone: "UTC" };

/** More rows than any test has, in the table's own order. */
export const ALL_ROWS: RowsRequest = {
  sort: [],
  filters: {},
  search: "",
  onlyFlagged: false,
  onlyPeriod: false,
  from: 0,
  count: 100_000,
};

/** A worker's code in this thread, reached by messages alone. */
export function startThread(): WorkerThread {
  const { port1, port2 } = new MessageChannel();
  serve(port2, createCalls());
  port1.start();
  port2.start();
  return { port: port1, onLost: () => {}, end: () => port1.close() };
}

export function startClient(): CheckClient {
  return createCheckClient(startThread().port);
}

/** `check.open` and `check.read` as main answers them, each answer parsed and copied as the bridge does. */
export function snapshotApi(ledger: string) {
  let snapshot: ReturnType<typeof openSnapshot> | null = null;
  return {
    "check.open": async () => {
      snapshot = openSnapshot(ledger);
      return structuredClone(snapshot.head);
    },
    "check.read": async (request: { table: TableName; from: number; count: number }) => {
      if (snapshot === null) throw new Error("no snapshot is open");
      const batch = readBatch(snapshot, request.table, request.from, request.count);
      return TABLES[request.table].parse(structuredClone(batch)) as TableBatch<TableName>;
    },
  };
}

/** A client whose worker holds a ledger's records. */
export async function clientOfLedger(ledger: string, client = startClient()): Promise<CheckClient> {
  const { signal } = new AbortController();
  const loaded = await loadSnapshot({
    api: snapshotApi(ledger),
    client,
    signal,
    onProgress: () => {},
    held: null,
  });
  await loaded.bringTexts?.(signal);
  return client;
}

/** A client whose worker holds records made here; both tables must ascend by id. */
export async function clientOfInput(
  input: CheckInput,
  texts: {
    readonly descriptions: readonly (string | null)[];
    readonly customers: readonly (string | null)[];
  },
): Promise<CheckClient> {
  const client = startClient();
  const { length: entries, latestDatePaidAtMs, ...entryColumns } = input.entries;
  const { length: transactions, tasks, taskStart, ...transactionColumns } = input.transactions;
  const { length: taskRows, ...taskColumns } = tasks;
  const { user, businesses, history, human, ahead, pulledAtMs, pullClocks, capped, payrefs, labels } = input;
  const head: SnapshotHead = {
    snapshot: "made here",
    rows: {
      entries,
      transactions,
      tasks: taskRows,
      payrefs: payrefs.length,
      labels: labels.length,
      descriptions: entries,
      customers: transactions,
    },
    latestDatePaidAtMs,
    user,
    businesses,
    history,
    human,
    ahead,
    pulledAtMs,
    pullClocks,
    capped,
  };
  await client.call("begin", { head });
  const tables = {
    entries: entryColumns,
    transactions: { ...transactionColumns, taskEnd: taskStart.slice(1) },
    tasks: taskColumns,
    payrefs: packed(textsOf(payrefs)),
    labels: packed(textsOf(labels)),
    descriptions: packed(texts.descriptions),
    customers: packed(texts.customers),
  } satisfies Record<TableName, object>;
  for (const [table, batch] of Object.entries(tables)) {
    await client.call("add", {
      table: table as TableName,
      from: 0,
      batch: batch as TableBatch<TableName>,
    });
  }
  return client;
}

function textsOf(column: TextColumn): string[] {
  return Array.from({ length: column.length }, (_, id) => column.at(id));
}

/** Texts as a batch. */
export function packed(texts: readonly (string | null)[]): TextBatch {
  const pieces = texts.map((text) => Buffer.from(text ?? ""));
  let end = 0;
  return {
    bytes: Uint8Array.from(Buffer.concat(pieces)),
    ends: Int32Array.from(pieces, (piece) => (end += piece.length)),
    missing: Uint8Array.from(texts, (text) => (text === null ? 1 : 0)),
  };
}

/** Checks with usual options but those given. */
export function runRequest(
  period: RunRequest["period"],
  options: Partial<RunRequest["options"]> = {},
): RunRequest & { readonly wording: DisplayFormat } {
  return { period, options: { ...DEFAULT_OPTIONS, ...options }, wording: WORDING };
}
