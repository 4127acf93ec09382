/** Opening and closing ledgers, their settings, their audit trail, proving them. */
import { backedUpWords, isCompleteProof } from "../../../core/words/proof.ts";
import type { GivenSettings } from "../../services/about/settings.ts";
import type { HandlerContext } from "../handler-context.ts";
import { openLedger } from "../open-for-window.ts";
import { type Calls, jobCall, readCall } from "./call.ts";

const moments = async () => import("../../services/close/moments.ts");
const settingsOf = async () => import("../../services/about/settings.ts");
const activity = async () => import("../../services/about/activity.ts");

export const LEDGER_CALLS = {
  "ledger.recent": { on: "here", run: (_, { recent, handles }) => recent.list(handles) },
  "ledger.forget": {
    on: "here",
    run: async ({ ledger }, { recent, handles }) => {
      await recent.forget(handles.path(ledger, "read"));
      return {};
    },
  },
  "ledger.open": {
    on: "here",
    run: async ({ file }, app) => openLedger(app, app.handles.path(file, "read")),
  },
  "ledger.then": readCall(moments, ({ readFactsThen }) => readFactsThen),
  "ledger.current": { on: "here", run: (_, { ledger }) => ledger.facts },
  "ledger.close": {
    on: "here",
    run: async (_, { jobs, ledger }) => {
      await jobs.aside(async () => ledger.close());
      return {};
    },
  },
  "ledger.settingsEffect": readCall(settingsOf, ({ readSettingsEffect }) => readSettingsEffect),
  "ledger.changeSettings": { on: "here", run: async (settings, app) => changeSettings(settings, app) },
  "ledger.changeOptions": { on: "here", run: async (settings, app) => changeSettings(settings, app) },
  "ledger.verify": {
    on: "long",
    job: "verify",
    // It reads alone, in one go: ending its thread is the one way of stopping it.
    endsWhenAborted: true,
    run: async ({ ledger }, context) => {
      const { verifyLedgerFile } = await import("../../services/proof/verify.ts");
      const proof = await verifyLedgerFile(ledger, null, context);
      const { ok, verdict, problems, facts, notes, head, links } = proof;
      const isComplete = isCompleteProof(proof);
      return { is: "verified", holds: ok, verdict, isComplete, problems, facts, notes, head, links };
    },
  },
  "ledger.backUp": jobCall("back-up", {
    ask: ({ target }, { handles, ledger: { path: ledger } }) => ({
      ledger,
      to: handles.path(target, "write"),
    }),
    run: async ({ ledger, to }, context) => {
      const { backUpLedger } = await import("../../services/backup/backup.ts");
      // Whoever chose the place was asked whether what stands there may be replaced.
      return backUpLedger(ledger, to, context, true);
    },
    answer: ({ bytes, sha256, pulls }, { handles }, { to }) => ({
      is: "written",
      file: handles.issue(to, "read"),
      bytes,
      sha256,
      verdict: null,
      compared: backedUpWords(pulls),
    }),
  }),

  "activity.list": readCall(
    activity,
    ({ listActivity }) =>
      ({ ledger, ...request }) =>
        listActivity(ledger, request),
  ),
} satisfies Calls;

/** Unlike other writing it fails where the ledger cannot be read again: the answer is what was read. */
async function changeSettings(settings: GivenSettings, { ledger, threads }: HandlerContext) {
  await threads.quick.call("changeSettings", { ledger: ledger.writablePath, settings });
  return ledger.refresh();
}
