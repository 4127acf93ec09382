/** Opening and closing ledgers, their settings, proving them, backing them up. */
import { resolve } from "node:path";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";
import { asFarAsItCan } from "../stores/stored-file.ts";

type Methods =
  | "ledger.recent"
  | "ledger.forget"
  | "ledger.open"
  | "ledger.current"
  | "ledger.close"
  | "ledger.changeSettings"
  | "ledger.changeOptions"
  | "ledger.verify"
  | "ledger.backUp";

export function ledgerHandlers(app: HandlerContext): Handlers<Methods> {
  const { handles, jobs, ledger, recent, threads } = app;
  return {
    "ledger.recent": () => recent.list(handles),
    "ledger.forget": async ({ ledger: handle }) => {
      await recent.forget(handles.path(handle, "read"));
      return {};
    },
    "ledger.open": async ({ file }) => openLedger(app, handles.path(file, "read")),
    "ledger.current": () => ledger.facts,
    "ledger.close": async () => {
      await jobs.aside(async () => ledger.close());
      return {};
    },
    "ledger.changeSettings": async (settings) => {
      await threads.quick.call("changeSettings", { ledger: ledger.writablePath, settings });
      return ledger.refresh();
    },
    "ledger.changeOptions": async (settings) => {
      await threads.quick.call("changeSettings", { ledger: ledger.writablePath, settings });
      return ledger.refresh();
    },
    "ledger.verify": () => {
      const { path } = ledger;
      return jobs.start("verify", async (context) => {
        // It reads alone, in one go: ending its thread is the one way of stopping it.
        return threads.long.call("verify", { ledger: path }, { ...context, endsWhenAborted: true });
      });
    },
    "ledger.backUp": ({ target }) => {
      const { path } = ledger;
      const to = handles.path(target, "write");
      return jobs.start("back-up", async (context) => {
        const { bytes, sha256 } = await threads.long.call("backUp", { ledger: path, to }, context);
        return { is: "written", file: handles.issue(to, "read"), bytes, sha256, verdict: null };
      });
    },
  };
}

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
