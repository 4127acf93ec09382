/** Closing months: how they stand, the steps that people take, and what pulls changed of signed ones. */
import { reachWords } from "../../../core/report/words/reach-words.ts";
import { type Calls, reading, writing } from "./call.ts";

const closing = async () => import("../../services/close/close.ts");
const months = async () => import("../../services/close/months.ts");
const monthReport = async () => import("../../services/close/month-report.ts");
const signedConclusion = async () => import("../../services/close/signed-conclusion.ts");
const restatements = async () => import("../../services/close/restatements.ts");

export const CLOSE_CALLS = {
  "close.list": reading(months, ({ listMonths }) => ({ ledger }, { memory }) => ({
    months: listMonths(ledger, memory),
  })),
  "close.read": reading(monthReport, ({ readMonth }) => readMonth),
  "close.signed": reading(signedConclusion, ({ readSignedConclusion }) => readSignedConclusion),
  "close.review": writing(closing, ({ beginReview }) => beginReview),
  "close.prepare": writing(closing, ({ prepareMonth }) => prepareMonth),
  "close.signOff": writing(closing, ({ signOffMonth }) => signOffMonth),
  "close.reopen": writing(closing, ({ reopenMonth }) => reopenMonth),

  "restatements.list": reading(restatements, ({ readRestatements }) => ({ ledger, month }) => {
    const { lastLooks, timeZone, ...register } = readRestatements(ledger, { month });
    return { ...register, reach: reachWords(lastLooks, timeZone) };
  }),
} satisfies Calls;
