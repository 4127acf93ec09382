/** The month's workbook, or its tables, as a use case: check, keep the run, write, record. All of it shows one moment. */
import { TieoutError } from "../../core/errors.ts";
import type { ExportFormat } from "../../core/report/format.ts";
import { verdictOf } from "../../core/report/verdict.ts";
import { buildWorkbook } from "../../core/report/workbook.ts";
import { type WrittenExport, writeExport } from "../excel/write-export.ts";
import type { WritableLedger } from "../ledger/connection.ts";
import { type ExportRecord, recordExport } from "../ledger/export.ts";
import { insertRun } from "../ledger/run.ts";
import { goOn } from "./cancelled.ts";
import { type GivenOptions, checkLedger, runOf } from "./check.ts";
import type { ServiceContext } from "./context.ts";
import { refuseEdited } from "./as-written.ts";
import { assertTarget } from "./export-target.ts";
import type { PeriodRequest } from "../../core/reconcile/asked-period.ts";
import { reportInputOf } from "./report-input.ts";
import { type BothWays, keepRightAfter, openBothWays } from "./one-moment.ts";

export interface ExportRequest {
  readonly ledger: string;
  /** null exports the whole history. */
  readonly period: PeriodRequest | null;
  readonly options: GivenOptions;
  readonly format: ExportFormat;
  /** The workbook's path, or the folder of the tables. */
  readonly out: string;
  /** Whether an earlier export is replaced also where it is not as this ledger wrote it; not so when left out. */
  readonly replace?: boolean;
}

export interface ExportReport extends WrittenExport {
  /** The conclusion in one sentence. */
  readonly verdict: string;
  /** Errors of the period that nobody decided on. */
  readonly undecidedErrors: number;
  readonly runId: number;
  /** Whether an earlier export stood there. */
  readonly replaced: boolean;
  /** The link of the audit trail that the export prints: its run's. */
  readonly audit: { readonly sequence: number; readonly head: string };
}

/**
 * Exports a period. What it prints is the ledger of one moment and the run kept right after it, whoever writes to the ledger
 * meanwhile; docs/decisions/0008.
 *
 * @throws TieoutError LEDGER_* as opening for writing raises, EXPORT_TARGET, EXPORT_EDITED, EXPORT_VALUE, CANCELLED; what
 *   stood at the path before stands then, or the error says that the export is written and not recorded; it says too when a run was kept
 */
export async function exportLedger(request: ExportRequest, context: ServiceContext): Promise<ExportReport> {
  await refuseTarget(request);
  return openBothWays(request.ledger, context, async (ledger) => exportThrough(ledger, request, context));
}

/** @returns whether an earlier export stands there and will be replaced */
async function refuseTarget({ ledger, out, format, replace = false }: ExportRequest): Promise<boolean> {
  const isThere = assertTarget(out, format, ledger);
  if (isThere && !replace) await refuseEdited(ledger, out, format);
  return isThere;
}

async function exportThrough(
  ledger: BothWays,
  request: ExportRequest,
  context: ServiceContext,
): Promise<ExportReport> {
  const { reading, writing } = ledger;
  const { looked: gathered, kept: run } = await keepRightAfter(ledger, context, {
    look: () => checkLedger(reading, request, context),
    keep: ({ result }) => insertRun(writing, runOf(result, context.now())),
  });
  const { id, link } = run;
  try {
    const audit = { sequence: link.sequence, head: link.hash };
    const { decimals } = gathered;
    const around = { decimals, run: { id, atMs: link.atMs }, audit, appVersion: context.appVersion };
    const input = reportInputOf(reading, gathered, around);
    const workbook = buildWorkbook(input);
    let replaced = false;
    const written = await writeExport(workbook, request.format, request.out, {
      atMs: link.atMs,
      // Writing takes its time, and somebody may have saved something there meanwhile.
      beforePublishing: async () => {
        replaced = await refuseTarget(request);
      },
      onProgress: (done, total) => context.onProgress?.({ phase: "Writing", done, total, unit: "rows" }),
      ...(context.signal === undefined ? {} : { signal: context.signal }),
    });
    const { format } = request;
    await record(writing, written, { run: id, format, decimals, appVersion: context.appVersion }, context);
    const { error } = input.review.progress.bySeverity;
    const undecidedErrors = error.total - error.reviewed;
    const verdict = verdictOf(gathered.result, decimals);
    return { ...written, verdict, undecidedErrors, runId: id, replaced, audit };
  } catch (error) {
    throw sayingKept(error, id);
  }
}

/** How often another program is waited for once the file is in its place, three seconds each time. */
const PATIENCE = 20;

/** Adds the link that names the file. The file stands already, so it waits longer for another writer than others do. */
async function record(
  db: WritableLedger,
  { proof: { name: file, sha256, bytes } }: WrittenExport,
  shown: Pick<ExportRecord, "run" | "format" | "decimals" | "appVersion">,
  context: ServiceContext,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      recordExport(db, context.now(), { file, sha256, bytes, ...shown });
      return;
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      const unrecorded = "The export is written, and not recorded in the audit trail";
      if (error.code !== "LEDGER_BUSY" || attempt === PATIENCE)
        throw reworded(error, `${unrecorded}: ${error.message}`);
      await goOn(context, unrecorded);
    }
  }
}

/** The same error, which says also that the run stays. */
function sayingKept(error: unknown, run: number): unknown {
  if (!(error instanceof TieoutError)) return error;
  return reworded(error, `${error.message}; the check stays kept as run ${run}`);
}

function reworded(error: TieoutError, sentence: string): TieoutError {
  return new TieoutError(error.code, sentence, error.facts, error);
}
