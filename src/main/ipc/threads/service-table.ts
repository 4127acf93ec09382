/** What the threads that work on ledgers do, by name: the services, each with what crosses to it and back. */
import { type ActivityRequest, listActivity } from "../../services/about/activity.ts";
import { type AnswersLook, lookAtAnswers } from "../../services/pull/guess-import-kind.ts";
import { type CheckRequest, checkRecords } from "../../services/check/check.ts";
import type { ServiceContext } from "../../services/shared/context.ts";
import { type LedgerFacts, readLedgerFacts } from "../../services/about/ledger-facts.ts";
import { readEntryRecord, readTransactionRecord } from "../../services/check/record.ts";
import { changeSettings } from "../../services/about/settings.ts";
import {
  type BatchRequest,
  type InLedger,
  letGo,
  openRecords,
  readRecords,
  remembering,
  takeAndRead,
} from "./held-ledger.ts";
import { LONG_SERVICES } from "./long-services.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";
import { REVIEW_SERVICES } from "./review-services.ts";

type Period = CheckRequest["period"];
type Options = CheckRequest["options"];

const READING_SERVICES = {
  readFacts: ({ ledger }: InLedger): LedgerFacts => readLedgerFacts(ledger),
  openLedger: ({ ledger, isAgain }: InLedger & { readonly isAgain?: boolean }, context: ServiceContext) =>
    takeAndRead(ledger, context, isAgain),
  closeLedger: (): void => {
    letGo();
  },
  changeSettings: async (
    { ledger, settings }: InLedger & { readonly settings: Parameters<typeof changeSettings>[1] },
    context: ServiceContext,
  ) => retryWhileBusy(context, async (patient) => changeSettings(ledger, settings, patient)),

  openSnapshot: ({ ledger }: InLedger) => openRecords(ledger),
  readBatch: (request: BatchRequest) => readRecords(request),
  saveCheck: async (
    { ledger, period, options }: InLedger & { readonly period: Period; readonly options: Options },
    context: ServiceContext,
  ) => {
    const request = { source: { ledger }, period, options, save: true };
    const { result, runId } = await retryWhileBusy(remembering(context), async (patient) =>
      checkRecords(request, patient),
    );
    if (runId === null) throw new Error("a run was to be kept");
    const errors = result.findings.filter(({ severity }) => severity === "error").length;
    return { runId, findings: result.findings.length, errors };
  },

  listActivity: ({ ledger, ...request }: InLedger & ActivityRequest) => listActivity(ledger, request),
  readEntry: ({ ledger, id }: InLedger & { readonly id: number }) => readEntryRecord(ledger, id),
  readTransaction: ({ ledger, id }: InLedger & { readonly id: number }) => readTransactionRecord(ledger, id),
  lookAtAnswers: ({ paths }: { readonly paths: readonly string[] }): AnswersLook[] =>
    paths.map(lookAtAnswers),
};

export const SERVICES = { ...READING_SERVICES, ...REVIEW_SERVICES, ...LONG_SERVICES };
export type ServiceTable = typeof SERVICES;
