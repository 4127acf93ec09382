/** Brings the ledger's records into the worker: batch by batch, a few on their way at a time. */
import { TieoutError } from "../../core/errors.ts";
import {
  BATCH_ROWS,
  type SnapshotHead,
  TABLE_NAMES,
  type TableBatch,
  type TableName,
} from "../../ipc/columns.ts";
import { faultOf } from "../../ipc/envelope.ts";
import { type Api, ApiError } from "../api.ts";
import type { CheckClient } from "./check-client.ts";

/** How many batches are on their way at once: one is read while one crosses and one is taken in. */
const IN_FLIGHT = 3;

export interface LoadProgress {
  /** Rows of all tables. */
  readonly done: number;
  readonly total: number;
}

export interface LoadSettings {
  readonly api: Pick<Api, "check.open" | "check.read">;
  readonly client: CheckClient;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LoadProgress) => void;
  /** The snapshot that the worker holds already, null for none; when it is still the newest it is not read again. */
  readonly held: string | null;
}

/**
 * Reads the newest snapshot into the worker. One that main has given up meanwhile is begun again, once.
 *
 * @returns the snapshot's name
 * @throws ApiError CANCELLED when called off, SNAPSHOT_GONE when that happens twice, else as main and worker fail
 */
export async function loadSnapshot(settings: LoadSettings): Promise<string> {
  try {
    return await loadOnce(settings);
  } catch (error) {
    if (!(error instanceof ApiError) || error.fault.code !== "SNAPSHOT_GONE") throw error;
    return loadOnce({ ...settings, held: null });
  }
}

async function loadOnce(settings: LoadSettings): Promise<string> {
  const { api, client, signal, held, onProgress } = settings;
  goOn(signal);
  const head = await api["check.open"]({});
  goOn(signal);
  if (head.snapshot === held) return held;
  await client.call("begin", { head }, { signal });
  const batches = batchesOf(head);
  const total = batches.reduce((rows, { count }) => rows + count, 0);
  let done = 0;
  onProgress({ done, total });
  const work = async () => {
    for (let next = batches.shift(); next !== undefined; next = batches.shift()) {
      goOn(signal);
      await bring(settings, head.snapshot, next);
      done += next.count;
      onProgress({ done, total });
    }
  };
  try {
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  } catch (error) {
    // The others stop after the batch they are at.
    batches.length = 0;
    throw error;
  }
  return head.snapshot;
}

interface BatchRequest {
  readonly table: TableName;
  readonly from: number;
  readonly count: number;
}

function batchesOf({ rows }: SnapshotHead): BatchRequest[] {
  return TABLE_NAMES.flatMap((table) =>
    Array.from({ length: Math.ceil(rows[table] / BATCH_ROWS) }, (_, at) => {
      const from = at * BATCH_ROWS;
      return { table, from, count: Math.min(BATCH_ROWS, rows[table] - from) };
    }),
  );
}

async function bring(
  { api, client, signal }: LoadSettings,
  snapshot: string,
  { table, from, count }: BatchRequest,
): Promise<void> {
  const batch = (await api["check.read"]({ snapshot, table, from, count })) as TableBatch<TableName>;
  await client.call("add", { table, from, batch }, { signal, transfer: buffersOf(batch) });
}

/** The buffers under a batch's columns, each once: a host may deliver several columns in one. */
function buffersOf(batch: TableBatch<TableName>): ArrayBuffer[] {
  const columns: readonly ArrayBufferView[] = Object.values(batch);
  return [...new Set(columns.map(({ buffer }) => buffer as ArrayBuffer))];
}

function goOn({ aborted }: AbortSignal): void {
  if (aborted) throw new ApiError(faultOf(new TieoutError("CANCELLED", "The ledger is another by now")));
}
