/** Backups beside a ledger: listed, made, and put in its place. */
import { backedUpWords } from "../../../core/words/proof.ts";
import type { Fixed } from "../../../ipc/contract/method.ts";
import type { JobResult } from "../../../ipc/jobs.ts";
import type { HandlerContext } from "../handler-context.ts";
import type { JobContext } from "../jobs.ts";
import { openFilled } from "../open-for-window.ts";
import { placeInWords } from "../place-in-words.ts";
import type { Calls } from "./call.ts";

export const BACKUP_CALLS = {
  "backups.list": {
    on: "here",
    run: async ({ ledger: handle }, app) => {
      const { backups, handles, threads } = app;
      const found = await threads.quick.call("listBackups", { ledger: pathOf(handle, app) });
      return {
        backups: found.backups.map(({ path, ...facts }) => ({ ...handles.issue(path, "read"), ...facts })),
        inFolder: placeInWords(found.folder),
        fault: handle === null ? backups.fault : null,
      };
    },
  },
  "backups.make": {
    on: "here",
    run: (_, { backups, handles, jobs, ledger: { path: ledger }, preferences, threads }) => {
      const { keep } = preferences.value.backups;
      return jobs.start("back-up", async (context) => {
        await backups.settle();
        const made = await threads.long.call("backUpBeside", { ledger, keep }, context);
        const { bytes, pulls } = made;
        const file = handles.issue(made.path, "read");
        return { is: "backed-up", file, bytes, compared: backedUpWords(pulls) };
      });
    },
  },
  "backups.restore": {
    on: "here",
    run: ({ backup, ledger }, app) => {
      const request = { ledger: pathOf(ledger, app), backup: app.handles.path(backup, "read") };
      return app.jobs.start("restore", async (context) => restore(app, request, context));
    },
  },
} satisfies Calls;

function pathOf(handle: string | null, { handles, ledger }: HandlerContext): string {
  return handle === null ? ledger.path : handles.path(handle, "read");
}

/** The open ledger is closed while the files change places; where that fails, it is opened again. */
async function restore(
  app: HandlerContext,
  request: { readonly ledger: string; readonly backup: string },
  context: JobContext,
): Promise<Fixed<JobResult>> {
  const { backups, handles, ledger, threads } = app;
  await backups.settle();
  const openAs = ledger.facts === null ? null : ledger.path;
  const isOpen = openAs !== null && (await truePath(app, openAs)) === (await truePath(app, request.ledger));
  const prepared = await threads.long.call("prepareRestore", request, context);
  if (isOpen) await ledger.close();
  try {
    const { keptAs, head } = await threads.long.call("finishRestore", prepared, context);
    await openFilled(app, isOpen ? openAs : request.ledger);
    return { is: "restored", kept: keptAs === null ? null : handles.issue(keptAs, "read"), head };
  } catch (error) {
    if (isOpen && ledger.facts === null) await openFilled(app, openAs);
    throw error;
  }
}

/** Where a ledger lies, by whatever name it is opened. */
async function truePath({ threads }: HandlerContext, ledger: string): Promise<string> {
  return (await threads.quick.call("listBackups", { ledger })).path;
}
