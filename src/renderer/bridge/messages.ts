/** Messages between the page and its check worker. */
import type { Fault } from "../../ipc/envelope.ts";
import type { WorkerCall, WorkerCalls } from "./protocol.ts";

export type ToWorker =
  | {
      readonly [C in WorkerCall]: {
        readonly id: number;
        readonly call: C;
        readonly input: WorkerCalls[C]["input"];
      };
    }[WorkerCall]
  | { readonly abort: number };

export type FromWorker =
  | { readonly id: number; readonly ok: true; readonly value: WorkerCalls[WorkerCall]["output"] }
  | { readonly id: number; readonly ok: false; readonly fault: Fault }
  | { readonly id: number; readonly howFar: HowFar };

/** How far something is: rows that were read, passes of a check. */
export interface HowFar {
  readonly done: number;
  readonly total: number;
}

/** An end of the way between them: a worker, a worker's own scope, a port. */
export interface Port<Sent, Received> {
  postMessage: (message: Sent, transfer: Transferable[]) => void;
  addEventListener: (type: "message", listener: (event: { readonly data: Received }) => void) => void;
}
