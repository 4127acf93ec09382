/** Starts the check's thread. */
import type { WorkerThread } from "./check-session.ts";

export function startCheckWorker(): WorkerThread {
  const worker = new Worker(new URL("check.worker.ts", import.meta.url), { type: "module", name: "check" });
  return {
    port: worker,
    onLost: (listener) => {
      worker.addEventListener("error", listener);
      worker.addEventListener("messageerror", listener);
    },
    end: () => worker.terminate(),
  };
}
