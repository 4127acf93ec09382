/** Ledger files of the sandbox's worlds, for what works on a file and not on an open ledger. */
import { join } from "node:path";
import type { ServiceContext } from "../../../src/main/services/shared/thread-messages.ts";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import type { World } from "../../../sandbox/world.ts";
import { temporaryFolder } from "../cli.ts";
import { saveWorld } from "./world-check.ts";

export const CONTEXT: ServiceContext = { now: () => Date.UTC(2027, 0, 1), appVersion: "test" };

/** Imports a world's answers into a ledger, made when absent. */
export async function importWorld(ledger: string, world: World): Promise<void> {
  await importIntoLedger({ ledger, files: saveWorld(world, temporaryFolder()) }, CONTEXT);
}

/** A ledger in a folder of its own that imported each of the worlds, whole and in turn. */
export async function worldLedger(...worlds: readonly World[]): Promise<string> {
  const ledger = join(temporaryFolder(), "wallet.tieout");
  for (const world of worlds) await importWorld(ledger, world);
  return ledger;
}
