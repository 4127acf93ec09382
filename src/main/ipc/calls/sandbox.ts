/** The sandbox: the service on this machine with made-up records, to try everything with nothing set up. */
import { TieoutError } from "../../../core/errors.ts";
import { pullFrom, sandboxConnection } from "../asking.ts";
import { openFilled } from "../open-for-window.ts";
import { placeForLedger } from "../stores/own-ledgers.ts";
import { asFarAsItCan } from "../stores/stored-file.ts";
import type { Calls } from "./call.ts";

const SEED = 1;

export const SANDBOX_CALLS = {
  "sandbox.fill": {
    on: "here",
    run: ({ entries }, app) =>
      app.jobs.start("sandbox", async (context) => {
        const plan = { entries, seed: SEED, months: 0 };
        const connection = await sandboxConnection(app, plan, context);
        const path = placeForLedger(app.dataFolder, "Sandbox");
        const result = await pullFrom(app, { connection, path, full: true }, context);
        const { id } = await app.threads.quick.call("readFacts", { ledger: path });
        // Known before it is opened, so that the window learns at once where the next pull goes.
        await asFarAsItCan(app.connections.keepSandbox(id, plan));
        await openFilled(app, path);
        return result;
      }),
  },
  "sandbox.advance": {
    on: "here",
    run: async (_, { connections, jobs, ledger, threads }) =>
      jobs.aside(async () => {
        // Another ledger may be opened meanwhile.
        const { id } = ledger;
        const plan = connections.sandboxOf(id);
        if (plan === null) {
          throw new TieoutError("CONNECTION_MISSING", "This ledger was not filled from the sandbox");
        }
        const moved = await threads.sandbox.call("advance", plan);
        await asFarAsItCan(connections.keepSandbox(id, moved));
        return {};
      }),
  },
} satisfies Calls;
