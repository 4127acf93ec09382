/** Opening and closing ledgers, their settings, their audit trail, proving them, and their backups. */
import { backedUpWords, isCompleteProof } from "../../../core/words/proof.ts";
import type { Fixed } from "../../../ipc/contract.ts";
import type { JobResult } from "../../../ipc/jobs.ts";
import type { GivenSettings } from "../../services/about/settings.ts";
import { placeInWords } from "../stores/places.ts";
import type { JobContext } from "../threads/jobs.ts";
import { type Calls, inBackend, reads, works } from "./call.ts";
import { type HandlerContext, openFilled, openLedger } from "./desk.ts";

export const LEDGER_CALLS = {
  "ledger.recent": inBackend((_, { recent, handles }) => recent.list(handles)),
  "ledger.forget": inBackend(async ({ ledger }, { recent, handles }) => {
    await recent.forget(handles.path(ledger, "read"));
    return {};
  }),
  "ledger.open": inBackend(async ({ file }, app) => openLedger(app, app.handles.path(file, "read"))),
  "ledger.then": reads("moments", "readFactsThen"),
  "ledger.current": inBackend((_, { ledger }) => ledger.facts),
  "ledger.close": inBackend(async (_, { jobs, ledger }) => {
    await jobs.aside(async () => ledger.close());
    return {};
  }),
  "ledger.settingsEffect": reads("settings", "readSettingsEffect"),
  "ledger.changeSettings": inBackend(async (settings, app) => changeSettings(settings, app)),
  "ledger.changeOptions": inBackend(async (settings, app) => changeSettings(settings, app)),
  "ledger.verify": works("verify", "verify", {
    // It reads alone, in one go: ending its thread is the one way of stopping it.
    endsWhenAborted: true,
    ask: (_, { ledger }) => ledger.path,
    run:
      ({ verifyLedgerFile }) =>
      async (ledger, context) =>
        verifyLedgerFile(ledger, null, context),
    answer: (proof) => {
      const { ok: holds, verdict, problems, facts, notes, head, links } = proof;
      const isComplete = isCompleteProof(proof);
      return { is: "verified", holds, verdict, isComplete, problems, facts, notes, head, links };
    },
  }),
  "ledger.backUp": works("back-up", "backup", {
    ask: ({ target }, { handles, ledger: { path: ledger } }) => ({
      ledger,
      to: handles.path(target, "write"),
    }),
    run:
      ({ backUpLedger }) =>
      async ({ ledger, to }, context) =>
        // Whoever chose the place was asked whether what stands there may be replaced.
        backUpLedger(ledger, to, context, true),
    answer: ({ bytes, sha256, pulls }, { handles }, { to }) => ({
      is: "written",
      file: handles.issue(to, "read"),
      bytes,
      sha256,
      verdict: null,
      compared: backedUpWords(pulls),
    }),
  }),

  "backups.list": inBackend(async ({ ledger: handle }, app) => {
    const { backups, handles, threads } = app;
    const found = await threads.quick.call("listBackups", { ledger: pathOf(handle, app) });
    return {
      backups: found.backups.map(({ path, ...facts }) => ({ ...handles.issue(path, "read"), ...facts })),
      inFolder: placeInWords(found.folder),
      fault: handle === null ? backups.fault : null,
    };
  }),
  "backups.make": inBackend(
    (_, { backups, handles, jobs, ledger: { path: ledger }, preferences, threads }) => {
      const { keep } = preferences.value.backups;
      return jobs.start("back-up", async (context) => {
        await backups.settle();
        const made = await threads.long.call("backUpBeside", { ledger, keep }, context);
        const { bytes, pulls } = made;
        const file = handles.issue(made.path, "read");
        return { is: "backed-up", file, bytes, compared: backedUpWords(pulls) };
      });
    },
  ),
  "backups.restore": inBackend(({ backup, ledger }, app) => {
    const request = { ledger: pathOf(ledger, app), backup: app.handles.path(backup, "read") };
    return app.jobs.start("restore", async (context) => restore(app, request, context));
  }),

  "activity.list": reads(
    "activity",
    ({ listActivity }) =>
      ({ ledger, ...request }) =>
        listActivity(ledger, request),
  ),
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

/** Unlike other writing it fails where the ledger cannot be read again: the answer is what was read. */
async function changeSettings(settings: GivenSettings, { ledger, threads }: HandlerContext) {
  await threads.quick.call("changeSettings", { ledger: ledger.writablePath, settings });
  return ledger.refresh();
}
