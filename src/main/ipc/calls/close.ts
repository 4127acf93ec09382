/**
 * Closing months: how they stand, the steps that people take, and what later pulls changed of signed ones.
 */
import { reachWords } from "../../../core/report/words/reach-words.ts";
import type { Calls } from "./call.ts";

const closing = async () => import("../../services/close/close.ts");

export const CLOSE_CALLS = {
  "close.list": {
    on: "quick",
    run: async ({ ledger }, { memory }) => {
      const { listMonths } = await import("../../services/close/months.ts");
      return { months: listMonths(ledger, memory) };
    },
  },
  "close.read": {
    on: "quick",
    run: async (request, context) =>
      (await import("../../services/close/month-report.ts")).readMonth(request, context),
  },
  "close.signed": {
    on: "quick",
    run: async (request) =>
      (await import("../../services/close/signed-conclusion.ts")).readSignedConclusion(request),
  },
  "close.review": {
    on: "quick",
    writes: true,
    run: async (request, context) => (await closing()).beginReview(request, context),
  },
  "close.prepare": {
    on: "quick",
    writes: true,
    run: async (request, context) => (await closing()).prepareMonth(request, context),
  },
  "close.signOff": {
    on: "quick",
    writes: true,
    run: async (request, context) => (await closing()).signOffMonth(request, context),
  },
  "close.reopen": {
    on: "quick",
    writes: true,
    run: async (request, context) => (await closing()).reopenMonth(request, context),
  },

  "restatements.list": {
    on: "quick",
    run: async ({ ledger, month }) => {
      const { readRestatements } = await import("../../services/close/restatements.ts");
      const { lastLooks, timeZone, ...register } = readRestatements(ledger, { month });
      return { ...register, reach: reachWords(lastLooks, timeZone) };
    },
  },
} satisfies Calls;
