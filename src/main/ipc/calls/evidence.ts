/** Evidence: attached, listed, withdrawn, and given out again to be saved or viewed. */
import { TieoutError } from "../../../core/errors.ts";
import { type Calls, quickCall, readCall, writeCall } from "./call.ts";

const attaching = async () => import("../../services/evidence/attach.ts");
const saving = async () => import("../../services/evidence/save-evidence.ts");
const opening = async () => import("../../services/evidence/open-evidence.ts");

export const EVIDENCE_CALLS = {
  "evidence.list": readCall(attaching, ({ listEvidence }) => ({ ledger }) => ({
    evidence: listEvidence(ledger),
  })),
  "evidence.attach": quickCall({
    load: attaching,
    writes: true,
    ask: ({ files, ...request }, { handles, ledger }) => ({
      ...request,
      ledger: ledger.writablePath,
      files: files.map((file) => ({ path: handles.path(file, "read") })),
    }),
    run: async (request, context) => (await attaching()).attachFiles(request, context),
    answer: (evidence) => ({ evidence }),
  }),
  "evidence.withdraw": writeCall(attaching, ({ withdrawEvidence }) => withdrawEvidence),
  "evidence.save": quickCall({
    load: saving,
    ask: ({ id, target }, { handles, ledger }) => ({
      ledger: ledger.path,
      id,
      out: handles.path(target, "write"),
      // Whoever chose the place was asked whether what stands there may be replaced.
      replace: true,
    }),
    run: async (request) => (await saving()).saveEvidence(request),
    answer: ({ path }, { handles }) => handles.issue(path, "read"),
  }),
  "evidence.open": quickCall({
    load: opening,
    ask: ({ id }, { ledger, platform }) => {
      if (platform.view === null)
        throw new TieoutError("IPC_FORBIDDEN", "A browser downloads the file and cannot open it");
      return { ledger: ledger.path, id };
    },
    run: async ({ ledger, id }) => (await opening()).copyToOpen(ledger, id),
    answer: async (path, { platform }) => {
      await platform.view?.(path);
      return {};
    },
  }),
} satisfies Calls;
