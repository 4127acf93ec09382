/** Brings the ledger's records into the worker: batch by batch, a few on their way at a time. */
import { TieoutError } from "../../core/errors.ts";
import type { Judgements } from "../../core/reconcile/input/input.ts";
import type { TableBatch } from "../../ipc/values.ts";
import {
  BATCH_ROWS,
  CHECKED_TABLES,
  type SnapshotHead,
  TEXT_TABLES,
  type TableName,
} from "../../core/reconcile/input/snapshot.ts";
import { faultOf } from "../../ipc/envelope.ts";
import { type Api, ApiError } from "../bridge/api-provider.tsx";
import type { HowFar, FromWorker, Port, ToWorker } from "../bridge/messages.ts";
import type { WorkerCall, WorkerCalls } from "../bridge/protocol.ts";

/** How many batches are on their way at once: one is read while others cross. */
const IN_FLIGHT = 3;

export interface LoadSettings {
  readonly api: Pick<Api, "check.open" | "check.read">;
  readonly client: CheckClient;
  readonly signal: AbortSignal;
  /** Told of the rows of all tables that a check reads. */
  readonly onProgress: (progress: HowFar) => void;
  /** What the worker holds is about to be replaced: it holds no snapshot whole until that is done. */
  readonly onBegin?: () => void;
  /** The snapshot that the worker holds, null for none; while it is the newest it is not read again. */
  readonly held: string | null;
}

export interface Loaded {
  readonly snapshot: string;
  /** What people decided that its check goes by. */
  readonly human: Judgements;
  /**
   * Brings the texts that a check does not read; null where the worker was given them before.
   *
   * @throws as `loadSnapshot`
   */
  readonly bringTexts: ((signal: AbortSignal) => Promise<void>) | null;
}

/**
 * Reads into the worker what a check needs of the newest snapshot; of one that it holds already only what
 * people decided since. One that main has given up meanwhile is begun again, once.
 *
 * @throws ApiError CANCELLED when called off, SNAPSHOT_GONE when that happens twice, else as main and worker
 *   fail
 */
export async function loadSnapshot(settings: LoadSettings): Promise<Loaded> {
  try {
    return await loadOnce(settings);
  } catch (error) {
    if (!isGone(error)) throw error;
    return loadOnce({ ...settings, held: null });
  }
}

export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.fault.code === "SNAPSHOT_GONE";
}

async function loadOnce(settings: LoadSettings): Promise<Loaded> {
  const { api, client, signal, held, onProgress, onBegin } = settings;
  goOn(signal);
  const head = await api["check.open"]({});
  goOn(signal);
  const { snapshot, human } = head;
  if (snapshot === held) {
    await client.call("human", { human }, { signal });
    return { snapshot, human, bringTexts: null };
  }
  onBegin?.();
  await client.call("begin", { head }, { signal });
  const batches = batchesOf(head, CHECKED_TABLES);
  const total = batches.reduce((rows, { count }) => rows + count, 0);
  let done = 0;
  onProgress({ done, total });
  await bringAll(settings, snapshot, batches, (count) => {
    done += count;
    onProgress({ done, total });
  });
  const bringTexts = async (until: AbortSignal) =>
    bringAll({ api, client, signal: until }, snapshot, batchesOf(head, TEXT_TABLES), () => {});
  return { snapshot, human, bringTexts };
}

type Bringing = Pick<LoadSettings, "api" | "client" | "signal">;

/** @param onBrought told how many rows came in */
async function bringAll(
  bringing: Bringing,
  snapshot: string,
  batches: SnapshotBatch[],
  onBrought: (rows: number) => void,
): Promise<void> {
  const taken: (() => Promise<null>)[] = [];
  const work = async () => {
    for (let next = batches.shift(); next !== undefined; next = batches.shift()) {
      goOn(bringing.signal);
      taken.push(await bring(bringing, snapshot, next));
      onBrought(next.count);
    }
  };
  try {
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
    await Promise.all(taken.map(async (wait) => wait()));
  } catch (error) {
    // The others stop after the batch they are at.
    batches.length = 0;
    throw error;
  }
}

interface SnapshotBatch {
  readonly table: TableName;
  readonly from: number;
  readonly count: number;
}

function batchesOf({ rows }: SnapshotHead, tables: readonly TableName[]): SnapshotBatch[] {
  return tables.flatMap((table) =>
    Array.from({ length: Math.ceil(rows[table] / BATCH_ROWS) }, (_, at) => {
      const from = at * BATCH_ROWS;
      return { table, from, count: Math.min(BATCH_ROWS, rows[table] - from) };
    }),
  );
}

/** @returns waits until the worker, which may be checking, took the batch in; the next is read meanwhile */
async function bring(
  { api, client, signal }: Bringing,
  snapshot: string,
  { table, from, count }: SnapshotBatch,
): Promise<() => Promise<null>> {
  const batch = (await api["check.read"]({ snapshot, table, from, count })) as TableBatch<TableName>;
  const taken = client.call("add", { table, from, batch }, { signal, transfer: buffersOf(batch) });
  // What fails is heard of when all is waited for.
  taken.catch(() => undefined);
  return async () => taken;
}

/** The buffers under a batch's columns, each once: a host may deliver several columns in one. */
function buffersOf(batch: TableBatch<TableName>): ArrayBuffer[] {
  const columns: readonly ArrayBufferView[] = Object.values(batch);
  return [...new Set(columns.map(({ buffer }) => buffer as ArrayBuffer))];
}

function goOn({ aborted }: AbortSignal): void {
  if (aborted) throw new ApiError(faultOf(new TieoutError("CANCELLED", "The ledger has changed")));
}

interface CallSettings {
  /** Calls it off: the promise fails with CANCELLED at once, and a call that waits costs nothing more. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Of rows: they come with what is there, say what is missing of them, and never wait for the first check or
   * for texts that a check does not read. Rows that can only be told by what is missing fail with CANCELLED;
   * the view's revision changes once it is there.
   */
  readonly isEarly?: boolean | undefined;
  /** Told how far a check is that takes longer than a moment. */
  readonly onProgress?: ((howFar: HowFar) => void) | undefined;
  /** Buffers of the input that go over without being copied, and are gone here. */
  readonly transfer?: Transferable[] | undefined;
}

export interface CheckClient {
  /** @throws ApiError with the fault the worker named; CANCELLED when called off; DEFECT when it is lost */
  readonly call: <C extends WorkerCall>(
    call: C,
    input: WorkerCalls[C]["input"],
    settings?: CallSettings,
  ) => Promise<WorkerCalls[C]["output"]>;
  /** Fails everything that waits; for when the worker is lost or ended. */
  readonly close: (error: unknown) => void;
}

interface WaitingCall extends Pick<CallSettings, "onProgress"> {
  readonly resolve: (value: WorkerCalls[WorkerCall]["output"]) => void;
  readonly reject: (error: ApiError) => void;
}

/** The check worker as the page calls it: typed promises, that can be called off. */
export function createCheckClient(port: Port<ToWorker, FromWorker>): CheckClient {
  const waiting = new Map<number, WaitingCall>();
  let lost: ApiError | null = null;
  let lastId = 0;
  port.addEventListener("message", ({ data }) => {
    const call = waiting.get(data.id);
    if ("howFar" in data) {
      call?.onProgress?.(data.howFar);
      return;
    }
    waiting.delete(data.id);
    if (data.ok) call?.resolve(data.value);
    else call?.reject(new ApiError(data.fault));
  });
  return {
    call: (call, input, { signal, onProgress, transfer = [] } = {}) => {
      if (lost !== null) return Promise.reject(lost);
      if (signal?.aborted === true) return Promise.reject(calledOff());
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<WorkerCalls[WorkerCall]["output"]>();
      waiting.set(id, { resolve, reject, onProgress });
      port.postMessage({ id, call, input } as ToWorker, transfer);
      const callOff = () => {
        if (!waiting.delete(id)) return;
        port.postMessage({ abort: id }, []);
        reject(calledOff());
      };
      signal?.addEventListener("abort", callOff);
      return promise.finally(() => signal?.removeEventListener("abort", callOff));
    },
    close: (error) => {
      lost = new ApiError(faultOf(error));
      for (const { reject } of waiting.values()) reject(lost);
      waiting.clear();
    },
  };
}

/** The failure of what something newer replaced. */
export function calledOff(): ApiError {
  return new ApiError(faultOf(new TieoutError("CANCELLED", "A newer request replaced it")));
}

/** Whether a failure only says that something newer was asked for. */
export function isCancelled(error: unknown): boolean {
  return error instanceof ApiError && error.fault.code === "CANCELLED";
}
