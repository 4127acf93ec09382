/** Letters to the provider: listed with a check, written where a person chose, and recorded. */
import { type Calls, quickCall, readCall, writeCall } from "./call.ts";

const standing = async () => import("../../services/letter/letter-standing.ts");
const writing = async () => import("../../services/letter/letter.ts");
const steps = async () => import("../../services/letter/letter-steps.ts");

export const LETTER_CALLS = {
  "letter.list": readCall(standing, ({ readLetters }) => readLetters),
  "letter.write": quickCall({
    load: writing,
    writes: true,
    ask: ({ target, ...request }, { handles, ledger }) => ({
      ...request,
      ledger: ledger.writablePath,
      out: handles.path(target, "write"),
      // Whoever chose the place was asked whether what stands there may be replaced.
      replace: true,
    }),
    run: async (request, context) => (await writing()).writeLetter(request, context),
    answer: ({ questions, ref, file }, { handles }, { out }) => ({
      questions,
      ref,
      file: file === null ? null : handles.issue(out, "read"),
    }),
  }),
  "letter.sent": writeCall(steps, ({ recordSent }) => async (request, context) => {
    await recordSent(request, context);
    return {};
  }),
  "letter.answered": quickCall({
    load: steps,
    writes: true,
    ask: ({ file, ...request }, { handles, ledger }) => ({
      ...request,
      ledger: ledger.writablePath,
      file: file === null ? null : { path: handles.path(file, "read") },
    }),
    run: async (request, context) => (await steps()).recordAnswer(request, context),
    answer: () => ({}),
  }),
} satisfies Calls;
