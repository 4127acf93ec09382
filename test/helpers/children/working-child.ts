/** A thread that answers a few calls of its own, to try the way there and back. */
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { TieoutError } from "../../../src/core/errors.ts";
import { forgetReading, unreadable } from "../ledgers/unreadable.ts";
import { answerCalls } from "../../../src/main/services/shared/thread.ts";
import type { ServiceContext } from "../../../src/main/services/shared/thread-messages.ts";

let stopped = 0;

export const CALLS = {
  add: ({ a, b }: { readonly a: number; readonly b: number }) => a + b,
  now: async ({ afterMs }: { readonly afterMs: number }, context: ServiceContext) => {
    await wait(afterMs);
    return context.now();
  },
  refuse: () => {
    throw new TieoutError("LEDGER_BUSY", "It is busy", { file: "x.tieout", record: "pull 1" });
  },
  break: () => {
    throw new Error("canary-key-11");
  },
  die: () => {
    process.exit(3);
  },
  dieOfError: () => {
    setImmediate(() => {
      throw new Error("canary-key-11");
    });
    return new Promise<never>(() => undefined);
  },
  /** Counts as fast as it can, and never gives anybody a turn. */
  count: ({ to }: { readonly to: number }, { onProgress }: ServiceContext) => {
    for (const phase of ["First", "Second"]) {
      for (let done = 0; done <= to; done += 1) onProgress?.({ phase, done, total: to, unit: "steps" });
    }
  },
  /** Goes on until it is told to stop. */
  wait: async (_: null, { signal }: ServiceContext) => {
    await once(signal ?? new EventTarget(), "abort");
    throw new TieoutError("CANCELLED", "It was interrupted");
  },
  tellAndWait: async (_: null, { signal, onProgress }: ServiceContext) => {
    onProgress?.({ phase: "Waiting", done: 0, total: 1, unit: "steps" });
    await once(signal ?? new EventTarget(), "abort");
    stopped += 1;
  },
  /** How many of those were told to stop. */
  stopped: () => stopped,
  spin: () => {
    for (;;);
  },
  columns: ({ rows }: { readonly rows: number }) => ({
    whole: new Float64Array(rows).fill(7),
    part: new Uint8Array(1000).subarray(10, 20),
  }),
  unspeakable: () => () => 1,
  /** From now on what `unreadable` makes cannot be read here. */
  forgetReading: () => void forgetReading(),
  unreadable: () => unreadable(),
};

// The table is looked at by the thread that asks, too, which is none itself.
if (parentPort !== null) answerCalls(parentPort, CALLS);
