/** Twelve months of a ledger beside each other, as a use case: each is checked as its close checks it. */
import type { CheckInput } from "../../../core/reconcile/input.ts";
import { unresolvedOfMonth } from "../../../core/report/year/unresolved-of-month.ts";
import { loadWorkbookWriter } from "../../excel/workbook/load-writer.ts";
import { buildYear } from "../../../core/report/year/year-sheet.ts";
import {
  type CheckedMonth,
  type UnreachedMonth,
  type YearReport,
  yearOf,
} from "../../../core/report/year/year.ts";
import type { CloseStep, Month } from "../../../core/review/close/close.ts";
import { standingOfMonth } from "../../../core/review/close/month-states.ts";
import { type MonthFacts, monthBefore } from "../../../core/review/close/months.ts";
import { figuresOfWallet } from "../../../core/review/close/wallet-figures.ts";
import { monthDays } from "../../../core/time.ts";
import type { WrittenFile } from "../../excel/target/file-sink.ts";
import { closeLedger } from "../../ledger/file/close-handle.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { holdMoment } from "../../ledger/file/moment.ts";
import { ledgerError } from "../../ledger/file/sqlite-error.ts";
import { listCloseSteps } from "../../ledger/people/close-step.ts";
import { readSettings } from "../../ledger/people/settings.ts";
import { listPulls } from "../../ledger/pulls/pull.ts";
import { readCheckInput } from "../../ledger/records/check-input.ts";
import { type LedgerAt, openAt } from "../../ledger/trail/as-of.ts";
import { refuseForged } from "../../ledger/trail/forged.ts";
import { checkInput } from "../check/check.ts";
import { goOn } from "../shared/cancelled.ts";
import type { ServiceContext } from "../shared/context.ts";
import { assertFree } from "../workbook/export-target.ts";
import { ownerNameOf, reportInputOf } from "../workbook/report-input.ts";
import { optionsOf } from "./month-check.ts";
import { monthsIn } from "./months.ts";

const MONTHS = 12;

interface YearRequest {
  readonly ledger: LedgerAt;
  /** The last of the twelve months; null for the newest one that was over at the newest pull. */
  readonly to: Month | null;
}

/**
 * Reads the twelve months up to one, as of one moment. Nothing is written.
 *
 * @returns null while the ledger holds no records
 * @throws TieoutError when the ledger cannot be opened or read; AUDIT_BROKEN, AUDIT_MISMATCH as
 *   `refuseForged`; SUM_OVERFLOW; CANCELLED
 */
export async function readYear(
  { ledger, to }: YearRequest,
  context: ServiceContext,
): Promise<YearReport | null> {
  const db = openAt(ledger);
  try {
    const audit = holdMoment(db);
    refuseForged(db);
    return await yearIn(db, to, { sequence: audit.sequence, head: audit.hash }, context);
  } catch (error) {
    throw ledgerError(error, db.name);
  } finally {
    closeLedger(db);
  }
}

export interface WrittenYear {
  readonly year: YearReport;
  readonly file: WrittenFile;
}

/**
 * Writes the twelve months up to one as a workbook of one sheet. The same ledger gives the same bytes.
 * Nothing is written to the ledger: each figure is in its month's own workbook.
 *
 * @param request.replace whether a file that is there is replaced
 * @returns null while the ledger holds no records: no file is written then
 * @throws TieoutError EXPORT_TARGET, EXPORT_VALUE; as `readYear`
 */
export async function writeYear(
  request: YearRequest & { readonly out: string; readonly replace: boolean },
  context: ServiceContext,
): Promise<WrittenYear | null> {
  const { ledger, out, replace } = request;
  assertFree(out, "xlsx", typeof ledger === "string" ? ledger : ledger.path, replace);
  const year = await readYear(request, context);
  if (year === null) return null;
  const writeWorkbook = await loadWorkbookWriter();
  const { signal } = context;
  const options = { atMs: year.pull.atMs, ...(signal === undefined ? {} : { signal }) };
  return { year, file: await writeWorkbook(buildYear(year), out, options) };
}

async function yearIn(
  db: ReadableLedger,
  to: Month | null,
  audit: YearReport["audit"],
  context: ServiceContext,
): Promise<YearReport | null> {
  const steps = listCloseSteps(db);
  const facts = monthsIn(db, steps, context.memory);
  const pull = listPulls(db).at(-1);
  const newest = to ?? (facts.find(({ isOver }) => isOver) ?? facts[0])?.month;
  if (newest === undefined || pull === undefined) return null;
  const input = context.memory?.recordsOf(db).input ?? readCheckInput(db);
  const checking = { db, input, steps, facts, audit, context };
  const months: (CheckedMonth | UnreachedMonth)[] = [];
  for (const [at, month] of monthsTo(newest).entries()) {
    await goOn(context);
    context.onProgress?.({ phase: "Checking", done: at, total: MONTHS + 1, unit: "months" });
    months.push(readMonthOfYear(checking, month));
  }
  const [before, ...listed] = months;
  const { timeZone, decimals } = readSettings(db);
  return {
    ...yearOf(listed, before === undefined || before.wallets === null ? null : before),
    name: ownerNameOf(input),
    userID: input.user?.userID ?? null,
    timeZone,
    decimals,
    pull: { id: pull.id, source: pull.source, atMs: pull.finishedAtMs ?? pull.startedAtMs },
    audit,
  };
}

/** Twelve months up to one, and the month before them, oldest first. */
function monthsTo(newest: Month): Month[] {
  const months = [newest];
  for (let month = newest; months.length <= MONTHS; months.push(month)) month = monthBefore(month);
  return months.toReversed();
}

interface Checking {
  readonly db: ReadableLedger;
  readonly input: CheckInput;
  readonly steps: readonly CloseStep[];
  /** Newest first. */
  readonly facts: readonly MonthFacts[];
  readonly audit: YearReport["audit"];
  readonly context: ServiceContext;
}

function readMonthOfYear(
  { db, input, steps, facts, audit, context }: Checking,
  month: Month,
): CheckedMonth | UnreachedMonth {
  const standing = standingOfMonth(steps, month);
  const known = facts.find((one) => one.month === month);
  if (known === undefined) {
    const isEarlier = month < (facts.at(-1)?.month ?? month);
    return {
      month,
      reach: isEarlier ? "before-records" : "not-reached",
      restatements: 0,
      standing,
      wallets: null,
    };
  }
  // Its own memory is left to the checks that a window shows.
  const asked = { period: monthDays(month), options: optionsOf(standing) };
  const gathered = checkInput(db, input, asked, {});
  const { result, decimals } = gathered;
  const { appVersion } = context;
  const report = reportInputOf(db, gathered, { decimals, run: null, audit, appVersion });
  const { error, warning } = report.review.progress.bySeverity;
  return {
    month,
    reach: known.isOver ? "whole" : "not-over",
    restatements: known.restatements,
    standing,
    wallets: result.wallets.map(figuresOfWallet),
    unresolved: unresolvedOfMonth(report),
    undecided: { errors: error.total - error.reviewed, warnings: warning.total - warning.reviewed },
  };
}
