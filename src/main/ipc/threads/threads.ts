/**
 * The threads that work for the backend: one for long jobs, one for reading and quick writes, one that is the
 * sandbox.
 */
import { FEW_YOUNG_OBJECTS, workerFile } from "../../services/shared/places.ts";
import type { SandboxTable } from "./sandbox-table.ts";
import type { ServiceTable } from "./services.ts";
import { Thread, type ThreadSettings } from "../../services/threads/thread.ts";

export interface Threads {
  /** Pulls, imports, exports, proofs, backups. */
  readonly long: Thread<ServiceTable>;
  /** Whatever a window waits for. */
  readonly quick: Thread<ServiceTable>;
  readonly sandbox: Thread<SandboxTable>;
}

/**
 * Threads that are started when they are first needed.
 *
 * @param onLost told that the quick one died, which holds the ledger
 */
export function createThreads(settings: ThreadSettings, onLost: () => void): Threads {
  const services = workerFile("service", import.meta.url);
  return {
    long: new Thread(services, settings),
    quick: new Thread(services, { ...settings, onLost, limits: FEW_YOUNG_OBJECTS }),
    sandbox: new Thread(workerFile("sandbox", import.meta.url), settings),
  };
}

/** Lets all of them end what they do, and ends them. */
export async function closeThreads({ long, quick, sandbox }: Threads): Promise<void> {
  await Promise.all([long.close(), quick.close(), sandbox.close()]);
}
