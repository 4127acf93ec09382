/** The sandbox: the service on this machine with made-up records, so that everything can be tried with nothing set up. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import type { Desk } from "../desk.ts";
import type { Handlers } from "../handlers.ts";
import { asFarAsItCan } from "../stored-file.ts";
import { openFilled } from "./ledger.ts";
import { pullFrom, sandboxConnection } from "../asking.ts";

const SEED = 1;

export function sandboxHandlers(desk: Desk): Handlers<"sandbox.fill" | "sandbox.advance"> {
  const { jobs, connections, ledger, threads } = desk;
  return {
    "sandbox.fill": ({ entries }) =>
      jobs.start("sandbox", async (context) => {
        const plan = { entries, seed: SEED, months: 0 };
        const connection = await sandboxConnection(desk, plan, context);
        const path = newLedgerPath(desk.dataFolder);
        const result = await pullFrom(desk, { connection, path, full: true }, context);
        const { id } = await threads.quick.call("readFacts", { ledger: path });
        // Known before it is opened, so that the window learns at once where the next pull goes.
        await asFarAsItCan(connections.keepSandbox(id, plan));
        await openFilled(desk, path);
        return result;
      }),
    "sandbox.advance": async () => {
      jobs.refuseBusy();
      const plan = connections.sandboxOf(ledger.id);
      if (plan === null) {
        throw new TieoutError("CONNECTION_MISSING", "This ledger was not filled from the sandbox");
      }
      const moved = await threads.sandbox.call("advance", plan);
      await asFarAsItCan(connections.keepSandbox(ledger.id, moved));
      return {};
    },
  };
}

/** The first free name among the app's own ledgers. */
function newLedgerPath(dataFolder: string): string {
  const folder = join(dataFolder, "ledgers");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? "Sandbox.tieout" : `Sandbox ${number}.tieout`);
    if (!existsSync(path) && !existsSync(`${path}-wal`)) return path;
  }
}
