/** The check as a use case: gather from a ledger or from files, compute in core, save when asked. */
import { nowTitle } from "../../../core/review/close/moment.ts";
import { shownNow } from "../shared/shown-now.ts";
import type { CheckOptions } from "../../../core/options.ts";
import type { CheckInput } from "../../../core/reconcile/input/input.ts";
import { CHECK_PASSES, reconcileInPasses } from "../../../core/reconcile/reconcile.ts";
import type { CheckResult } from "../../../core/reconcile/input/result.ts";
import { monthOfPeriod } from "../../../core/words/month.ts";
import { runToEnd } from "../../../core/in-passes.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { KnownVersions } from "../../../core/review/decisions/known-versions.ts";
import type { VerdictProgress } from "../../../core/words/verdict.ts";
import { earlierErrorsIn } from "../../../core/review/decisions/earlier-errors.ts";
import { reviewFindings } from "../../../core/review/decisions/review.ts";
import type { Period } from "../../../core/time.ts";
import { type DatedBy, type OnRead, readCheckInput } from "../../ledger/records/check-input.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { type LedgerAt, openAt } from "../../ledger/trail/as-of.ts";
import { listDecisions } from "../../ledger/acts/decision.ts";
import { runOf, saveRun, frozenDecimalsOf } from "../../ledger/acts/run.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import type { ImportFiles } from "../import/import.ts";
import { type PeriodRequest, resolvePeriod } from "../../../core/reconcile/input/asked-period.ts";
import { sha256 } from "../../ledger/file/sha256.ts";
import type { CheckMemory } from "../shared/check-memory.ts";
import { whileOpen, writeLookedAt, withLedger } from "../shared/use-ledger.ts";

/** What was asked for; the ledger's settings fill in the rest. */
export type GivenOptions = Partial<CheckOptions> & { readonly decimals?: number };

/** A ledger as of now or, where nothing is kept, of a link of its trail; or files. */
export type CheckSource =
  | { readonly ledger: string }
  | { readonly at: LedgerAt }
  | { readonly files: ImportFiles };

export interface CheckRequest {
  readonly source: CheckSource;
  /** null checks the whole history. */
  readonly period: PeriodRequest | null;
  readonly options: GivenOptions;
  /** Keep the run in the ledger. */
  readonly save: boolean;
}

export interface CheckReport {
  readonly result: CheckResult;
  /** Of which moment it is, as `nowTitle`; of a check as of a link, its caller knows. */
  readonly shows: string;
  readonly decimals: number;
  /** The progress of the review; null for files, which have no decisions. */
  readonly progress: VerdictProgress | null;
  /** null when the run was not kept. */
  readonly runId: number | null;
}

/** What a check reads and concludes, for callers that go on with it. */
export interface GatheredCheck {
  readonly input: CheckInput;
  readonly options: CheckOptions;
  readonly result: CheckResult;
  /** Digits after the point: as asked for, else those a prepared month was frozen with, else the ledger's. */
  readonly decimals: number;
}

/**
 * Checks a ledger, or files through a ledger of this process alone.
 *
 * @throws TieoutError whatever reading the ledger or the files can raise; SUM_OVERFLOW from the engine;
 *   CANCELLED
 */
export async function checkRecords(request: CheckRequest, context: ServiceContext): Promise<CheckReport> {
  const { source, save } = request;
  if ("files" in source) {
    // A check of a ledger need not load what reads files.
    const { readIntoPassing } = await import("../import/import.ts");
    return reportOf(await readIntoPassing(source.files, context), request, context);
  }
  if ("at" in source) return reportOf(openAt(source.at), request, context);
  if (!save) return reportOf(openAt(source.ledger), request, context);
  return writeLookedAt(source.ledger, context, {
    look: (db) => conclude(db, request, context),
    keep: (db, report) => ({ ...report, runId: saveRun(db, runOf(report.result, context.now())) }),
  });
}

/** Checks the whole history by the ledger's own settings, to be remembered. */
export function checkAhead(ledger: string, memory: CheckMemory): void {
  const db = openAt(ledger);
  // No transaction around it: a pull that begins while the check computes would wait for its end.
  withLedger(db, () => checkLedger(db, { period: null, options: {} }, { memory }));
}

/** Runs the engine over what an open ledger holds. */
export function checkLedger(
  db: ReadableLedger,
  request: Pick<CheckRequest, "period" | "options"> & { readonly datedBy?: DatedBy },
  context: Pick<ServiceContext, "memory" | "onProgress">,
): GatheredCheck {
  const phase = "Reading the ledger";
  context.onProgress?.({ phase, done: 0, total: null, unit: "entries" });
  const onRead: OnRead = (unit, done, total) => context.onProgress?.({ phase, done, total, unit });
  const input = context.memory?.recordsOf(db, onRead).input ?? readCheckInput(db, onRead, request.datedBy);
  return checkInput(db, input, request, context);
}

/** As `checkLedger`, over records that were read before. */
export function checkInput(
  db: ReadableLedger,
  input: CheckInput,
  request: Pick<CheckRequest, "period" | "options">,
  context: Pick<ServiceContext, "memory" | "onProgress">,
): GatheredCheck {
  const settings = readSettings(db);
  const { decimals: asked, ...given } = request.options;
  const options = { ...settings.options, timeZone: settings.timeZone, ...given };
  const period = resolvePeriod(request.period, input, options);
  const decimals = asked ?? frozenDecimalsOf(db, monthOfPeriod(period)) ?? settings.decimals;
  const result = runCheck(input, options, period, decimals, context);
  return { input, options, result, decimals };
}

/** The check of records; a remembered one is not made again. @param decimals for amounts in messages */
export function runCheck(
  input: CheckInput,
  options: CheckOptions,
  period: Period | null,
  decimals: number,
  { memory, onProgress }: Pick<ServiceContext, "memory" | "onProgress">,
): CheckResult {
  const check = () =>
    runToEnd(reconcileInPasses(input, options, { period, sha256, decimals }), (done) =>
      onProgress?.({ phase: "Checking", done, total: CHECK_PASSES, unit: "steps" }),
    );
  return memory?.resultOf(input, options, period, decimals, check) ?? check();
}

/** What is decided on a check's findings, and the contents of records that it is held against. */
export function reviewOf(
  db: ReadableLedger,
  { input, result }: Pick<GatheredCheck, "input" | "result">,
  decisions: readonly Decision[] = listDecisions(db),
) {
  const versions = new KnownVersions(input.history, sha256);
  return { decisions, versions, review: reviewFindings(result.findings, decisions, versions) };
}

/** The progress of a check's review. Without any decisions nothing is compared. */
function progressOf(db: ReadableLedger, input: CheckInput, result: CheckResult): VerdictProgress {
  const decisions = listDecisions(db);
  if (decisions.length > 0) {
    const { findings, progress } = reviewOf(db, { input, result }, decisions).review;
    return { ...progress, earlier: earlierErrorsIn(result, input, (at) => findings[at]?.status ?? "open") };
  }
  const { error, warning } = result.counts.bySeverity;
  return { reviewed: 0, total: error + warning, earlier: earlierErrorsIn(result, input, () => "open") };
}

/** Checks what a ledger holds and closes it. */
async function reportOf(
  db: ReadableLedger,
  request: CheckRequest,
  context: ServiceContext,
): Promise<CheckReport> {
  return whileOpen(db, async () => {
    await goOn(context);
    const report = conclude(db, request, context);
    await goOn(context);
    return { ...report, runId: null };
  });
}

function conclude(
  db: ReadableLedger,
  request: CheckRequest,
  context: ServiceContext,
): Omit<CheckReport, "runId"> {
  const datedBy = "files" in request.source ? "records" : "pulls";
  const { input, result, decimals } = checkLedger(db, { ...request, datedBy }, context);
  const progress = "files" in request.source ? null : progressOf(db, input, result);
  const shows = "files" in request.source ? nowTitle(null, result.options.timeZone) : shownNow(db);
  return { result, shows, decimals, progress };
}
