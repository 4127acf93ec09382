/** Closing months: how they stand, the steps that people take, and what pulls changed of signed ones. */
import { reachWords } from "../../../core/report/words/reach-words.ts";
import type { Calls } from "./call.ts";

const closing = async () => import("../../services/close/close.ts");
const months = async () => import("../../services/close/months.ts");
const monthReport = async () => import("../../services/close/month-report.ts");
const signedConclusion = async () => import("../../services/close/signed-conclusion.ts");
const restatements = async () => import("../../services/close/restatements.ts");

export const CLOSE_CALLS = {
  "close.list": {
    on: "quick",
    load: months,
    run: async ({ ledger }, { memory }) => {
      const { listMonths } = await months();
      return { months: listMonths(ledger, memory) };
    },
  },
  "close.read": {
    on: "quick",
    load: monthReport,
    run: async (request, context) => (await monthReport()).readMonth(request, context),
  },
  "close.signed": {
    on: "quick",
    load: signedConclusion,
    run: async (request) => (await signedConclusion()).readSignedConclusion(request),
  },
  "close.review": {
    on: "quick",
    load: closing,
    writes: true,
    run: async (request, context) => (await closing()).beginReview(request, context),
  },
  "close.prepare": {
    on: "quick",
    load: closing,
    writes: true,
    run: async (request, context) => (await closing()).prepareMonth(request, context),
  },
  "close.signOff": {
    on: "quick",
    load: closing,
    writes: true,
    run: async (request, context) => (await closing()).signOffMonth(request, context),
  },
  "close.reopen": {
    on: "quick",
    load: closing,
    writes: true,
    run: async (request, context) => (await closing()).reopenMonth(request, context),
  },

  "restatements.list": {
    on: "quick",
    load: restatements,
    run: async ({ ledger, month }) => {
      const { readRestatements } = await restatements();
      const { lastLooks, timeZone, ...register } = readRestatements(ledger, { month });
      return { ...register, reach: reachWords(lastLooks, timeZone) };
    },
  },
} satisfies Calls;
