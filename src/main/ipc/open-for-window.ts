/** Opening a ledger for the window, and remembering it. */
import { resolve } from "node:path";
import type { LedgerFacts } from "../../ipc/contract.ts";
import type { HandlerContext } from "./handler-context.ts";
import { asFarAsItCan } from "./stores/stored-file.ts";

/**
 * Opens a ledger in the place of the one that is open, and remembers it.
 *
 * @throws TieoutError JOB_RUNNING, and what opening raises; the one that is open stays then
 */
export async function openLedger(app: HandlerContext, path: string): Promise<LedgerFacts> {
  return app.jobs.aside(async () => openFilled(app, resolve(path)));
}

/** Opens a ledger that a job has filled, at the end of that job. */
export async function openFilled(app: HandlerContext, path: string): Promise<LedgerFacts> {
  const facts = await app.ledger.open(path);
  await asFarAsItCan(app.recent.add(path, app.now()));
  app.platform.noteRecent(path);
  return facts;
}
