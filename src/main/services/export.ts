/** The month's workbook as a use case: check, keep the run, write, record. */
import { basename } from "node:path";
import { RULES_VERSION } from "../../core/options.ts";
import type { CheckInput } from "../../core/reconcile/input.ts";
import { reconcile } from "../../core/reconcile/reconcile.ts";
import type { CheckResult } from "../../core/reconcile/result.ts";
import type { EntryTexts, ReportInput, ReportPull, TransactionTexts } from "../../core/report/input.ts";
import { verdictOf } from "../../core/report/verdict.ts";
import { buildWorkbook } from "../../core/report/workbook.ts";
import { type Day, ZoneClock, addDays, periodOf } from "../../core/time.ts";
import { writeWorkbook } from "../excel/write-workbook.ts";
import { auditHead, ledgerIdOf } from "../ledger/audit.ts";
import { listBodies } from "../ledger/body.ts";
import type { ReadableLedger } from "../ledger/connection.ts";
import { ENTRY_TABLE } from "../ledger/entry-table.ts";
import { recordExport } from "../ledger/export.ts";
import { recordFinder } from "../ledger/find.ts";
import { closeLedger, openForWriting } from "../ledger/open.ts";
import { PAYMENT_TABLE } from "../ledger/payment-table.ts";
import { listPulls } from "../ledger/pull.ts";
import { type GatheredCheck, type GivenOptions, checkLedger, keepRun } from "./check.ts";
import type { ServiceContext } from "./context.ts";
import type { PeriodRequest } from "./period.ts";
import { sha256 } from "./sha256.ts";

export interface ExportRequest {
  readonly ledger: string;
  /** null exports the whole history. */
  readonly period: PeriodRequest | null;
  readonly options: GivenOptions;
  /** The workbook's path. */
  readonly out: string;
}

export interface ExportReport {
  /** The conclusion in one sentence. */
  readonly verdict: string;
  readonly runId: number;
  readonly bytes: number;
  /** The audit trail's newest link as the workbook prints it. */
  readonly audit: { readonly sequence: number; readonly head: string };
}

/**
 * Writes the workbook of a period.
 *
 * @throws TieoutError LEDGER_* as opening for writing raises, EXPORT_TARGET, EXPORT_VALUE, CANCELLED; what stood at the
 *   path before stands then
 */
export async function exportLedger(request: ExportRequest, context: ServiceContext): Promise<ExportReport> {
  const db = await openForWriting(request.ledger);
  try {
    const gathered = checkLedger(db, request, context);
    const atMs = context.now();
    const run = { id: keepRun(db, gathered.result, context), atMs };
    const { sequence, hash: head } = auditHead(db);
    const audit = { sequence, head };
    const decimals = request.options.decimals ?? gathered.settings.decimals;
    const report = reportOf(db, gathered, { decimals, run, audit, appVersion: context.appVersion });
    const written = await writeWorkbook(buildWorkbook(report), request.out, {
      atMs,
      ...(context.signal === undefined ? {} : { signal: context.signal }),
    });
    recordExport(db, context.now(), {
      file: basename(request.out),
      sha256: written.sha256,
      bytes: written.bytes,
      run: run.id,
    });
    return { verdict: verdictOf(gathered.result, decimals), runId: run.id, bytes: written.bytes, audit };
  } finally {
    closeLedger(db);
  }
}

function reportOf(
  db: ReadableLedger,
  { input, result }: GatheredCheck,
  around: Pick<ReportInput, "decimals" | "run" | "audit" | "appVersion">,
): ReportInput {
  const business = input.businesses.find((one) => one.businessID === input.user?.businessID);
  return {
    ...around,
    entity: {
      name: business?.name ?? input.user?.name ?? null,
      userID: input.user?.userID ?? null,
      businesses: input.businesses,
    },
    ledgerId: ledgerIdOf(db),
    rulesVersion: RULES_VERSION,
    check: result,
    priorCheck: checkBefore(input, result),
    records: input,
    ...textsOf(db, input),
    pulls: pullsOf(db),
    preparedBy: null,
  };
}

/** The check as at the day before the period, under the conventions the period's own check decided. */
function checkBefore(
  input: CheckInput,
  { options, period, convention, settlementBasis }: CheckResult,
): CheckResult | null {
  if (period === null) return null;
  const clock = new ZoneClock(options.timeZone);
  const before = periodOf("1970-01-01" as Day, addDays(period.from, -1), clock);
  const decided = { ...options, convention: convention.used, settlementBasis: settlementBasis.used };
  return reconcile(input, decided, { period: before, sha256 });
}

const NO_ENTRY: EntryTexts = {
  description: null,
  sessionID: null,
  isApproved: null,
  isBonus: null,
  datePaidAtMs: null,
};

function textsOf(
  db: ReadableLedger,
  input: CheckInput,
): Pick<ReportInput, "entryTexts" | "transactionTexts"> {
  const findEntry = recordFinder(db, ENTRY_TABLE);
  const findTransaction = recordFinder(db, PAYMENT_TABLE);
  return {
    entryTexts: (row) => findEntry(input.entries.walletID[row] ?? Number.NaN) ?? NO_ENTRY,
    transactionTexts: (row): TransactionTexts => {
      const transaction = findTransaction(input.transactions.payID[row] ?? Number.NaN);
      return {
        label: transaction?.label ?? null,
        customerName: transaction?.customer?.name ?? null,
        statusAlt: transaction?.statusAlt ?? null,
      };
    },
  };
}

function pullsOf(db: ReadableLedger): ReportPull[] {
  const bodies = Map.groupBy(listBodies(db), (body) => body.pullId);
  return listPulls(db).map((pull) => ({
    id: pull.id,
    source: pull.source,
    startedAtMs: pull.startedAtMs,
    finishedAtMs: pull.finishedAtMs ?? pull.startedAtMs,
    baseUrl: pull.baseUrl,
    limit: pull.limit,
    entries: pull.entries ?? 0,
    transactions: pull.transactions ?? 0,
    bodies: bodies.get(pull.id) ?? [],
  }));
}
