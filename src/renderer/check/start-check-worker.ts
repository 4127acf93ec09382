/** Starts the check's thread. */
import type { WorkerThread } from "./check-session.ts";

let ahead: Worker | null = null;

/** Starts the first one with the page, so that its script is there when a ledger is. */
export function startCheckWorkerAhead(): void {
  ahead ??= newWorker();
}

/** A thread for one ledger: the one that was started with the page, if no ledger has it yet. */
export function startCheckWorker(): WorkerThread {
  const worker = ahead ?? newWorker();
  ahead = null;
  return {
    port: worker,
    onLost: (listener) => {
      worker.addEventListener("error", listener);
      worker.addEventListener("messageerror", listener);
    },
    end: () => worker.terminate(),
  };
}

function newWorker(): Worker {
  return new Worker(new URL("check.worker.ts", import.meta.url), { type: "module", name: "check" });
}
