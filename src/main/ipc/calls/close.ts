/** Closing months: how they stand, the steps that people take, and what pulls changed of signed ones. */
import { LEFT_TO_VERIFY_LINE } from "../../../core/words/proof.ts";
import { yearVerdict } from "../../../core/report/year/year-words.ts";
import { reachWords } from "../../../core/review/close/reach-words.ts";
import { type Calls, jobCall, readCall, writeCall } from "./call.ts";

const closing = async () => import("../../services/close/close.ts");
const moments = async () => import("../../services/close/moments.ts");
const since = async () => ({
  ...(await import("../../services/close/moments.ts")),
  ...(await import("../threads/held-ledger.ts")),
});
const months = async () => ({
  ...(await import("../../services/close/months.ts")),
  ...(await import("../../services/close/differences.ts")),
});
const monthReport = async () => import("../../services/close/moments.ts");
const changed = async () => import("../../services/close/differences.ts");
const statement = async () => import("../../services/close/moments.ts");
const year = async () => import("../../services/close/year.ts");
const restatements = async () => import("../../services/close/register.ts");

export const CLOSE_CALLS = {
  "close.list": readCall(months, ({ listMonths, monthsChangedSince }) => ({ ledger }, { memory }) => ({
    months: listMonths(ledger, memory),
    changed: monthsChangedSince(ledger),
  })),
  "close.read": readCall(monthReport, ({ readMonth }) => readMonth),
  "close.statement": readCall(statement, ({ readStatement }) => readStatement),
  "close.year": readCall(year, ({ readYear }) => async (request, context) => ({
    year: await readYear(request, context),
  })),
  "close.writeYear": jobCall("export", {
    ask: ({ target, to }, { handles, ledger: { path: ledger } }) => ({
      ledger,
      to,
      out: handles.path(target, "write"),
      // Whoever chose the place was asked whether what stands there may be replaced.
      replace: true,
    }),
    run: async (request, context) => (await year()).writeYear(request, context),
    answer: (written, { handles }, { out }) => {
      if (written === null) throw new Error("a year is written where one is shown");
      const { bytes, sha256 } = written.file;
      const file = handles.issue(out, "read");
      const verdict = yearVerdict(written.year);
      return { is: "written", file, bytes, sha256, verdict, compared: LEFT_TO_VERIFY_LINE };
    },
  }),
  "close.changed": readCall(changed, ({ readChangedSince }) => (request, context) => ({
    changed: readChangedSince(request, context),
  })),
  "close.moments": readCall(moments, ({ listMoments }) => (request) => ({ moments: listMoments(request) })),
  "close.since": readCall(since, ({ readSince, remembering }) => (request, context) => {
    const { ledger: path, sequence } = request;
    return readSince(request, context, remembering(context, { path, sequence }));
  }),
  "close.review": writeCall(closing, ({ beginReview }) => beginReview),
  "close.prepare": writeCall(closing, ({ prepareMonth }) => prepareMonth),
  "close.signOff": writeCall(closing, ({ signOffMonth }) => signOffMonth),
  "close.reopen": writeCall(closing, ({ reopenMonth }) => reopenMonth),

  "restatements.list": readCall(restatements, ({ readRestatements }) => ({ ledger, month }) => {
    const { lastLooks, timeZone, ...register } = readRestatements(ledger, { month });
    return { ...register, reach: reachWords(lastLooks, timeZone) };
  }),
} satisfies Calls;
