/** Closing months: how they stand, the steps that people take, and what pulls changed of signed ones. */
import { reachWords } from "../../../core/report/words/reach-words.ts";
import { type Calls, readCall, writeCall } from "./call.ts";

const closing = async () => import("../../services/close/close.ts");
const moments = async () => import("../../services/close/moments.ts");
const since = async () => ({
  ...(await import("../../services/close/since.ts")),
  ...(await import("../threads/held-ledger.ts")),
});
const months = async () => import("../../services/close/months.ts");
const monthReport = async () => import("../../services/close/month-report.ts");
const signedConclusion = async () => import("../../services/close/signed-conclusion.ts");
const restatements = async () => import("../../services/close/restatements.ts");

export const CLOSE_CALLS = {
  "close.list": readCall(months, ({ listMonths }) => ({ ledger }, { memory }) => ({
    months: listMonths(ledger, memory),
  })),
  "close.read": readCall(monthReport, ({ readMonth }) => readMonth),
  "close.signed": readCall(signedConclusion, ({ readSignedConclusion }) => readSignedConclusion),
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
