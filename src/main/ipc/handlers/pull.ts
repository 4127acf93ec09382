/** Pulling from the service, or from the sandbox that stands for it. */
import { TieoutError } from "../../../core/errors.ts";
import type { Parsed } from "../../../ipc/contract.ts";
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";
import type { ServiceConnection } from "../service-connection.ts";
import type { JobContext } from "../jobs.ts";
import { pullFrom, sandboxConnection } from "../asking.ts";
import { completed } from "./connection.ts";
import { asFarAsItCan } from "../stores/stored-file.ts";
import { fillTarget } from "./target.ts";

export function pullHandlers(app: HandlerContext): Handlers<"pull.start"> {
  const { jobs, connections } = app;
  return {
    "pull.start": async (request) => {
      const { target, connection: given, full } = request;
      const { path, finish } = fillTarget(app, target);
      jobs.refuseBusy();
      const find = await connectionFinder(app, request);
      // Meanwhile the window may have opened another ledger, which that connection is none of.
      if (fillTarget(app, target).path !== path) {
        throw new TieoutError("LEDGER_NOT_OPEN", "Another ledger was opened meanwhile");
      }
      return jobs.start("pull", async (context) => {
        const connection = await find(context);
        const result = await pullFrom(app, { connection, path, full: full || target !== null }, context);
        const id = await finish();
        if (given !== null) {
          await asFarAsItCan(connections.keepService(id, connection));
          await app.ledger.reread();
        }
        return result;
      });
    },
  };
}

/** Whatever keeps a pull from being asked is told at once; the sandbox is only started when the job has begun. */
async function connectionFinder(
  app: HandlerContext,
  { target, connection }: Parsed<"pull.start">,
): Promise<(context: JobContext) => Promise<ServiceConnection>> {
  const { connections, ledger } = app;
  const id = target === null ? ledger.id : null;
  if (connection !== null) {
    const described = await completed(app, connection, id);
    return async () => Promise.resolve(described);
  }
  const plan = id === null ? null : connections.sandboxOf(id);
  if (plan !== null) return async (context) => sandboxConnection(app, plan, context);
  const service = await connections.serviceOf(id ?? "");
  return async () => Promise.resolve(service);
}
