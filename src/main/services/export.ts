/** The month's workbook, or its tables, as a use case: check, keep the run, write, record. */
import type { ExportFormat } from "../../core/report/format.ts";
import { verdictOf } from "../../core/report/verdict.ts";
import { buildWorkbook } from "../../core/report/workbook.ts";
import { type WrittenExport, writeExport } from "../excel/write-export.ts";
import { auditHead } from "../ledger/audit.ts";
import { recordExport } from "../ledger/export.ts";
import { closeLedger } from "../ledger/close.ts";
import { openForWriting } from "../ledger/open.ts";
import { type GivenOptions, checkLedger, keepRun } from "./check.ts";
import type { ServiceContext } from "./context.ts";
import { assertTarget } from "./export-target.ts";
import type { PeriodRequest } from "./period.ts";
import { reportInputOf } from "./report-input.ts";

export interface ExportRequest {
  readonly ledger: string;
  /** null exports the whole history. */
  readonly period: PeriodRequest | null;
  readonly options: GivenOptions;
  readonly format: ExportFormat;
  /** The workbook's path, or the folder of the tables. */
  readonly out: string;
}

export interface ExportReport extends WrittenExport {
  /** The conclusion in one sentence. */
  readonly verdict: string;
  readonly runId: number;
  /** The audit trail's newest link as the export prints it. */
  readonly audit: { readonly sequence: number; readonly head: string };
}

/**
 * Exports a period.
 *
 * @throws TieoutError LEDGER_* as opening for writing raises, EXPORT_TARGET, EXPORT_VALUE, CANCELLED; what stood at the
 *   path before stands then
 */
export async function exportLedger(request: ExportRequest, context: ServiceContext): Promise<ExportReport> {
  assertTarget(request.out, request.format, request.ledger);
  const db = await openForWriting(request.ledger);
  try {
    const gathered = checkLedger(db, request, context);
    const atMs = context.now();
    const run = { id: keepRun(db, gathered.result, context), atMs };
    const { sequence, hash: head } = auditHead(db);
    const audit = { sequence, head };
    const decimals = request.options.decimals ?? gathered.settings.decimals;
    const report = reportInputOf(db, gathered, { decimals, run, audit, appVersion: context.appVersion });
    const written = await writeExport(buildWorkbook(report), request.format, request.out, {
      atMs,
      onProgress: (done, total) => context.onProgress?.({ phase: "Writing", done, total, unit: "rows" }),
      ...(context.signal === undefined ? {} : { signal: context.signal }),
    });
    const { name: file, sha256, bytes } = written.proof;
    recordExport(db, context.now(), { file, sha256, bytes, run: run.id });
    return { ...written, verdict: verdictOf(gathered.result, decimals), runId: run.id, audit };
  } finally {
    closeLedger(db);
  }
}
