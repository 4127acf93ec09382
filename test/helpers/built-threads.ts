/**
 * A backend's threads, started from what was built: a bundle is loaded in a fraction of the time that its hundreds of sources
 * take.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { SandboxTable } from "../../src/main/backend/threads/sandbox-table.ts";
import type { ServiceTable, Threads } from "../../src/main/backend/threads/services.ts";
import { Thread, type ThreadSettings } from "../../src/main/services/shared/thread.ts";
import { builtFolder } from "./built.ts";

const MAIN = join(await builtFolder(), "main");
/** The program of the threads for ledgers. */
export const SERVICES = pathToFileURL(join(MAIN, "service.worker.js"));
const SANDBOX = pathToFileURL(join(MAIN, "sandbox.worker.js"));

/** As `createThreads` of main. */
export function builtThreads(settings: ThreadSettings, onLost: () => void): Threads {
  return {
    long: new Thread<ServiceTable>(SERVICES, settings),
    quick: new Thread<ServiceTable>(SERVICES, { ...settings, onLost }),
    checks: [new Thread<ServiceTable>(SERVICES, settings), new Thread<ServiceTable>(SERVICES, settings)],
    sandbox: new Thread<SandboxTable>(SANDBOX, settings),
  };
}
