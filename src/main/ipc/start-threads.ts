/** Starting and ending the threads that work for the backend. */
import { FEW_YOUNG_OBJECTS, workerFile } from "../services/shared/places.ts";
import { Thread, type ThreadSettings } from "../services/threads/thread.ts";
import type { Threads } from "./threads/services.ts";

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
