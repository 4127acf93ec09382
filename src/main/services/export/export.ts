/** Exporting the workbook or its tables, as a use case: check, keep the run, write, record, of one moment. */
import { earlierErrorsIn } from "../../../core/review/decisions/earlier-errors.ts";
import { TieoutError } from "../../../core/errors.ts";
import {
  WORKBOOK_LAYOUT,
  isDocument,
  isFolderFormat,
  tableEnding,
} from "../../../core/report/sheet/format.ts";
import { formatCount } from "../../../core/money.ts";
import { monthOfPeriod, monthTitle } from "../../../core/words/month.ts";
import { verdictOf } from "../../../core/words/verdict.ts";
import { buildWorkbook } from "../../../core/report/workbook.ts";
import { inTurn } from "../../excel/output/in-turn.ts";
import {
  type ExportShape,
  type NamedFile,
  type WrittenExport,
  writeExport,
} from "../../excel/write-export.ts";
import type { ReadableLedger, WritableLedger } from "../../ledger/file/connection.ts";
import { type ExportRecord, recordExport } from "../../ledger/acts/export.ts";
import { frozenDecimalsOf, insertRun, runOf } from "../../ledger/acts/run.ts";
import { goOn } from "../shared/pacing.ts";
import { type GatheredCheck, type GivenOptions, checkLedger } from "../check/check.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { refuseEdited } from "./refuse-edited-target.ts";
import { assertTarget } from "./export-target.ts";
import type { PeriodRequest } from "../../../core/reconcile/input/asked-period.ts";
import { reportInputOf } from "../close/report-input.ts";
import { type OpenTwice, writeAfterReading } from "../shared/use-ledger.ts";

interface ExportRequest extends ExportShape {
  readonly ledger: string;
  /** null exports the whole history. */
  readonly period: PeriodRequest | null;
  readonly options: GivenOptions;
  /** The path of the file or folder. */
  readonly out: string;
  /** Whether an earlier export is replaced also where this ledger did not write it so; no when left out. */
  readonly replace?: boolean;
}

export interface ExportReport extends WrittenExport {
  /** Of which moment it is, in words. */
  readonly shows: string;
  /** What the check found. */
  readonly verdict: string;
  /** The conclusion in one sentence, as the Lead says it. */
  readonly conclusion: string;
  /** Undecided errors of the period. */
  readonly undecidedErrors: number;
  readonly runId: number;
  /** Whether an earlier export was there. */
  readonly replaced: boolean;
  /** The link of the audit trail that the export prints: its run's. */
  readonly audit: { readonly sequence: number; readonly head: string };
}

/**
 * Exports a period. What it prints is the ledger of one moment and the run kept right after it, whoever
 * writes to the ledger meanwhile; docs/decisions/0008.
 *
 * @throws TieoutError LEDGER_* as opening for writing raises, CLOSE_STATE for a prepared month in other
 *   decimals, PRINT_FAILED for a binder, EXPORT_TARGET,
 *   EXPORT_EDITED, EXPORT_VALUE, CANCELLED; what was at the path before stays, and the error says when a run
 *   was kept
 */
export async function exportLedger(request: ExportRequest, context: ServiceContext): Promise<ExportReport> {
  await lookFirst(request);
  return writeAfterReading(request.ledger, context, {
    look: (db) => {
      refuseOtherDecimals(db, request);
      return checkLedger(db, request, context);
    },
    keep: (db, { result }) => insertRun(db, runOf(result, context.now())),
    finish: async (ledger, gathered, run) => exportRun(ledger, request, { gathered, run }, context),
  });
}

/** Looks before anything is computed; tables in their folder's turn, so a killed export is finished first. */
async function lookFirst(request: ExportRequest): Promise<void> {
  const { ledger, out, format } = request;
  if (!assertTarget(out, request, ledger) || isDocument(format) || !isFolderFormat(request)) {
    await refuseTarget(request);
  } else await inTurn(out, tableEnding(format), async () => refuseTarget(request));
}

/** @returns whether an earlier export is there and will be replaced */
async function refuseTarget(request: ExportRequest): Promise<boolean> {
  const { ledger, out, replace = false } = request;
  const isThere = assertTarget(out, request, ledger);
  if (isThere && !replace) await refuseEdited(ledger, out, request);
  return isThere;
}

async function exportRun(
  { reading, writing }: OpenTwice,
  request: ExportRequest,
  { gathered, run }: { readonly gathered: GatheredCheck; readonly run: ReturnType<typeof insertRun> },
  context: ServiceContext,
): Promise<ExportReport> {
  const { id, link } = run;
  try {
    const audit = { sequence: link.sequence, head: link.hash };
    const { decimals } = gathered;
    const { appVersion } = context;
    const input = reportInputOf(reading, gathered, { run: { id, atMs: link.atMs }, audit, appVersion });
    const workbook = buildWorkbook(input);
    const shown = { run: id, format: request.format, decimals, appVersion, layout: WORKBOOK_LAYOUT };
    let replaced = false;
    const written = await writeExport(workbook, request, request.out, {
      atMs: link.atMs,
      beforePublishing: async (proof) => {
        replaced = await record(writing, request, proof, shown, context);
      },
      onProgress: (done, total) => context.onProgress?.({ phase: "Writing", done, total, unit: "rows" }),
      ...(context.signal === undefined ? {} : { signal: context.signal }),
      ...(context.printer === undefined ? {} : { printer: context.printer }),
    });
    const { error } = input.review.progress.bySeverity;
    const undecidedErrors = error.total - error.reviewed;
    const earlier = earlierErrorsIn(gathered.result, gathered.input);
    const verdict = verdictOf(gathered.result, decimals, { earlier });
    const { shows } = input;
    const { conclusion } = workbook;
    return { ...written, shows, verdict, conclusion, undecidedErrors, runId: id, replaced, audit };
  } catch (error) {
    throw sayingKept(error, id);
  }
}

/** Refuses other decimals than a prepared or signed month's. @throws TieoutError CLOSE_STATE */
function refuseOtherDecimals(db: ReadableLedger, { period, options }: ExportRequest): void {
  const month = monthOfPeriod(period);
  const frozen = frozenDecimalsOf(db, month);
  if (month === null || frozen === null || (options.decimals ?? frozen) === frozen) return;
  const sentence = `${monthTitle(month)} was prepared with ${formatCount(frozen, "decimal")} and is exported with them. Leave --decimals out`;
  throw new TieoutError("CLOSE_STATE", sentence);
}

/** How often another program is waited for once everything is written, three seconds each time. */
const PATIENCE = 20;

/**
 * Adds the link that names the file, right before the file takes its place: whatever is found there later is
 * in the trail. Writing takes its time, and somebody may have saved something there meanwhile, so that it is
 * looked at again each time.
 *
 * @returns whether an earlier export is there and will be replaced
 */
async function record(
  db: WritableLedger,
  request: ExportRequest,
  { name: file, sha256, bytes }: NamedFile,
  shown: Omit<ExportRecord, "file" | "sha256" | "bytes">,
  context: ServiceContext,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const replaced = await refuseTarget(request);
    try {
      recordExport(db, context.now(), { file, sha256, bytes, ...shown });
      return replaced;
    } catch (error) {
      const isBusy = error instanceof TieoutError && error.code === "LEDGER_BUSY";
      if (!isBusy || attempt === PATIENCE) throw error;
      await goOn(context);
    }
  }
}

/** The same error, which says also that the run stays. */
function sayingKept(error: unknown, run: number): unknown {
  if (!(error instanceof TieoutError)) return error;
  return new TieoutError(
    error.code,
    `${error.message}. The check was kept as run ${run}`,
    error.facts,
    error,
  );
}
