/** The check worker as the page calls it: typed promises, that can be called off. */
import { TieoutError } from "../../core/errors.ts";
import { faultOf } from "../../ipc/envelope.ts";
import { ApiError } from "../api.ts";
import type { FromWorker, HowFar, Port, ToWorker } from "./messages.ts";
import type { WorkerCall, WorkerCalls } from "./protocol.ts";

export interface CallSettings {
  /**
   * Calls it off: the promise fails with CANCELLED at once, and a call that still waits costs the worker
   * nothing.
   */
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
  /**
   * @throws ApiError with the fault the worker named; CANCELLED when called off; DEFECT when the worker is
   *   lost
   */
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
