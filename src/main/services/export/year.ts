/** Twelve months of a ledger beside each other, as a use case: each is checked as its close checks it. */
import type { CheckInput } from "../../../core/reconcile/input/input.ts";
import type { ReportInput } from "../../../core/report/sheet/input.ts";
import { type WalletOwners, ownerOfWallet, ownersWords } from "../../../core/words/wallet.ts";
import { unresolvedOfMonth, buildYear } from "../../../core/report/year-sheet.ts";
import { type YearCheck, type UnreachedMonth, type YearReport, yearOf } from "../../../core/report/year.ts";
import {
  type CloseStep,
  type FrozenMonth,
  type Month,
  figuresOfWallet,
} from "../../../core/review/close/close.ts";
import { type FreezingStep, standingOfMonth } from "../../../core/review/close/month-states.ts";
import { type MonthFacts, monthBefore, oldestMonth } from "../../../core/review/close/months.ts";
import { countingSha256 } from "../../../core/review/decisions/review.ts";
import { monthDays } from "../../../core/time.ts";
import type { WrittenFile } from "../../excel/output/pending.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { holdMoment } from "../../ledger/file/audit.ts";
import { showCounting } from "../../ledger/trail/counting.ts";
import { listCloseSteps } from "../../ledger/acts/close-step.ts";
import { sha256OfTexts, runOf } from "../../ledger/acts/run.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { linksOf } from "../../ledger/trail/acts.ts";
import { readCheckInput } from "../../ledger/records/check-input.ts";
import { type LedgerAt, openAt } from "../../ledger/trail/as-of.ts";
import { refuseForged } from "../../ledger/proof/rows.ts";
import { checkInput } from "../check/check.ts";
import { CheckMemory } from "../shared/check-memory.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { sha256 } from "../../ledger/file/sha256.ts";
import { newestPull } from "../shared/shown-now.ts";
import { readLedger, whileOpen } from "../shared/use-ledger.ts";
import { assertFree } from "./export-target.ts";
import { ownerNameOf, ownersOf, unkeptInputOf } from "../close/report-input.ts";
import { changeFinder } from "../close/changed-since.ts";
import { monthsIn, reachOf } from "../close/months.ts";

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
  return whileOpen(db, async () => {
    const audit = holdMoment(db);
    showCounting(db);
    refuseForged(db);
    const path = typeof ledger === "string" ? ledger : ledger.path;
    return yearIn({ db, path, audit: { sequence: audit.sequence, head: audit.hash }, context }, to);
  });
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
): Promise<{ readonly year: YearReport; readonly file: WrittenFile } | null> {
  const { ledger, out, replace } = request;
  assertFree(out, "xlsx", typeof ledger === "string" ? ledger : ledger.path, replace);
  const year = await readYear(request, context);
  if (year === null) return null;
  // exceljs is needed only here.
  const { writeWorkbook } = await import("../../excel/workbook/write-workbook.ts");
  const { signal } = context;
  const options = { atMs: year.pull.atMs, ...(signal === undefined ? {} : { signal }) };
  return { year, file: await writeWorkbook(buildYear(year), out, options) };
}

/** A ledger as of one moment. */
interface YearSource {
  readonly db: ReadableLedger;
  readonly path: string;
  readonly audit: YearReport["audit"];
  readonly context: ServiceContext;
}

async function yearIn(held: YearSource, to: Month | null): Promise<YearReport | null> {
  const { db, audit, context } = held;
  const steps = listCloseSteps(db);
  const facts = monthsIn(db, steps, context.memory);
  const pull = newestPull(db);
  const newest = to ?? (facts.find(({ isOver }) => isOver) ?? facts[0])?.month;
  if (newest === undefined || pull === null) return null;
  const input = context.memory?.recordsOf(db).input ?? readCheckInput(db);
  const oldest = oldestMonth(reachOf(db, context.memory));
  const changeOf = changeFinder(db, steps, { ...context, memory: new CheckMemory() });
  const checking = { ...held, input, steps, facts, oldest, changeOf };
  const months: (YearCheck | UnreachedMonth)[] = [];
  for (const [at, month] of monthsTo(newest).entries()) {
    await goOn(context);
    context.onProgress?.({ phase: "Checking", done: at, total: MONTHS + 1, unit: "months" });
    months.push(readMonthOfYear(checking, month));
  }
  const [before, ...listed] = months;
  const { timeZone, decimals } = readSettings(db);
  return {
    ...yearOf(listed, before === undefined || before.wallets === null ? null : before),
    name: ownersWords(namesOfWallets(months, ownersOf(input))) ?? ownerNameOf(input),
    userID: input.user?.userID ?? null,
    timeZone,
    decimals,
    pull: { id: pull.pullId, source: pull.source, atMs: pull.atMs },
    audit,
  };
}

/** Twelve months up to one, and the month before them, oldest first. */
function monthsTo(newest: Month): Month[] {
  const months = [newest];
  for (let month = newest; months.length <= MONTHS; months.push(month)) month = monthBefore(month);
  return months.toReversed();
}

interface Checking extends YearSource {
  readonly input: CheckInput;
  readonly steps: readonly CloseStep[];
  /** Newest first. */
  readonly facts: readonly MonthFacts[];
  readonly oldest: Month | null;
  readonly changeOf: ReturnType<typeof changeFinder>;
}

function readMonthOfYear(checking: Checking, month: Month): YearCheck | UnreachedMonth {
  const { db, context, input, steps, facts, oldest, changeOf } = checking;
  const isEarlier = oldest !== null && month < oldest;
  const standing = standingOfMonth(steps, month);
  const known = facts.find((one) => one.month === month);
  if (known === undefined) {
    return {
      month,
      reach: isEarlier ? "before-records" : "not-reached",
      changes: 0,
      effects: [],
      standing,
      wallets: null,
    };
  }
  // As every place shows a month of now: under the ledger's own options, with the decimals that were frozen.
  const { prepared } = standing;
  const options = prepared === null ? {} : { decimals: prepared.frozen.decimals };
  // Its own memory is left to the checks that a window shows.
  const gathered = checkInput(db, input, { period: monthDays(month), options }, {});
  const report = unkeptInputOf(db, gathered, context);
  const unresolved = unresolvedOfMonth(report);
  const { signed } = standing;
  const changed = signed === null ? null : changeOf(month);
  return {
    month,
    reach: isEarlier ? "before-records" : known.isOver ? "whole" : "not-over",
    changes: changed?.count ?? 0,
    effects: changed?.effects ?? [],
    standing,
    wallets: gathered.result.wallets.map(figuresOfWallet),
    unresolved,
    unresolvedSigned:
      signed === null
        ? null
        : isAsFrozen(report, signed.frozen)
          ? unresolved
          : unresolvedWhenSigned(checking, signed),
    undecided: signed === null ? undecidedIn(report) : undecidedThen(signed.frozen),
  };
}

/** The owners of all wallets that a month has, each wallet once. */
function namesOfWallets(months: readonly (YearCheck | UnreachedMonth)[], owners: WalletOwners) {
  const wallets = months.flatMap((month) => month.wallets ?? []);
  const ids = new Map(
    wallets.map((wallet) => [JSON.stringify([wallet.userID, wallet.businessID]), wallet] as const),
  );
  return [...ids.values()].map((wallet) => ownerOfWallet(wallet, owners));
}

/** Whether the check of now and the decisions that count are those that were frozen. */
function isAsFrozen({ check, review }: ReportInput, frozen: FrozenMonth): boolean {
  const isSameCheck = () => sha256OfTexts(runOf(check, 0).document) === frozen.checkSha256;
  return countingSha256(review, sha256) === frozen.decisionsSha256 && isSameCheck();
}

/** Reads the month as the ledger was when it was signed, which needs all of its records once more. */
function unresolvedWhenSigned(checking: Checking, { id, month, frozen }: FreezingStep) {
  const sequence = linksOf(checking.db, "close").get(id);
  if (sequence === undefined) throw new Error("a signature has a link");
  return readLedger({ path: checking.path, sequence }, (db) => {
    const options = { ...frozen.options, decimals: frozen.decimals };
    const gathered = checkInput(db, readCheckInput(db), { period: monthDays(month), options }, {});
    return unresolvedOfMonth(unkeptInputOf(db, gathered, checking.context));
  });
}

function undecidedIn({ review }: ReportInput): YearCheck["undecided"] {
  const { error, warning } = review.progress.bySeverity;
  return { errors: error.total - error.reviewed, warnings: warning.total - warning.reviewed };
}

function undecidedThen({ errors, warnings }: FrozenMonth): YearCheck["undecided"] {
  return { errors: errors.total - errors.decided, warnings: warnings.total - warnings.decided };
}
