/** A month as of one moment: what it comes to, and for a signed one, what is different now from that moment. */
import { TieoutError } from "../../../core/errors.ts";
import { monthTitle } from "../../../core/words/month.ts";
import { type Month, type CloseStep, figuresOfWallet } from "../../../core/review/close/close.ts";
import { type AskedMoment, type Moment, findMoment, momentTitle } from "../../../core/review/close/moment.ts";
import { standingPoints, monthStandingIn } from "../../ledger/acts/close-step.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { linksOf } from "../../ledger/trail/acts.ts";
import { listPulls, newestPullID } from "../../ledger/trail/pull.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { readLedgerFacts } from "../shared/ledger-facts.ts";
import { readLedger, readProven } from "../shared/use-ledger.ts";
import {
  type ChangedSince,
  type Since,
  findingsSince,
  momentBasis,
} from "../../../core/review/close/since.ts";
import { monthDays } from "../../../core/time.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { CheckMemory } from "../shared/check-memory.ts";
import { type CheckReport, checkRecords } from "../check/check.ts";
import { changedFrom, changedOfMonth, unlikeFrozen } from "./changed-since.ts";
import { changesFrom, changesOfMonth } from "./differences.ts";
import { comparedRecords } from "./records-of-month.ts";
import { type CheckedMonth, checkMonth, optionsOfMonth, freeze, shownMonth, proofOf } from "./month-check.ts";
import { questionsOf } from "../../../core/report/questions.ts";
import type { ExaminerQuestion } from "../../../core/review/file/examined.ts";
import type { ReportInput } from "../../../core/report/sheet/input.ts";
import { type MonthStatement, statementOf } from "../../../core/report/month-statement.ts";
import { unkeptInputOf } from "./report-input.ts";
import { bankCountsOf } from "../../../core/reconcile/bank-support.ts";
import type { MonthReport } from "../../../core/report/month-report.ts";
import { factsOfMonth } from "./months.ts";
import { preparingRefusal } from "./file-of-month.ts";
import { raisedCounts } from "./letter-waits.ts";
import { standingLetters } from "../../ledger/acts/month-file.ts";

/**
 * The signature in force on a month, then the pulls since, oldest first. None for a month that is not signed.
 *
 * @throws TieoutError as `readProven`; LEDGER_CORRUPT
 */
export function listMoments({
  ledger,
  month,
}: {
  readonly ledger: LedgerAt;
  readonly month: Month;
}): Moment[] {
  return readProven(ledger, (db) => momentsOf(db, month));
}

/** As `listMoments`, of a ledger that is open. */
function momentsOf(db: ReadableLedger, month: Month): Moment[] {
  const { signed } = monthStandingIn(db, month);
  if (signed === null) return [];
  const sequence = linksOf(db, "close").get(signed.id);
  if (sequence === undefined) return [];
  const links = linksOf(db, "pull");
  const pulls = listPulls(db).flatMap(({ id: pullId, source, finishedAtMs, startedAtMs }): Moment[] => {
    const link = links.get(pullId);
    return link === undefined || link < sequence
      ? []
      : [{ is: "pull", sequence: link, atMs: finishedAtMs ?? startedAtMs, pullId, source }];
  });
  return [{ is: "signed", sequence, atMs: signed.atMs, by: signed.by }, ...pulls];
}

/**
 * The moment that is asked for.
 *
 * @throws TieoutError CLOSE_STATE where the month is not signed; USAGE where the pull is none since its
 *   signature
 */
function getMoment(db: ReadableLedger, month: Month, asked: AskedMoment): Moment {
  const moments = momentsOf(db, month);
  const title = monthTitle(month);
  if (moments.length === 0) {
    throw new TieoutError("CLOSE_STATE", `${title} is not signed off, so there is no signed state to show`, {
      file: db.name,
    });
  }
  const moment = findMoment(moments, asked);
  if (moment !== null) return moment;
  const pulls = moments.flatMap((one) => (one.is === "pull" ? [one.pullId] : []));
  const known = pulls.length === 0 ? "there is none" : `the pulls since are ${pulls.slice(-12).join(", ")}`;
  throw new TieoutError("USAGE", `Pull ${asked} did not come after ${title} was signed: ${known}`, {
    file: db.name,
  });
}

/**
 * A ledger's facts as of a link. Its settings are those that a month was signed under, where it is signed by
 * then.
 *
 * @throws TieoutError as `readProven`
 */
export function readFactsThen(
  { ledger, month }: { readonly ledger: LedgerAt; readonly month: Month },
  { memory }: Pick<ServiceContext, "memory">,
) {
  const { settings, ...facts } = readLedgerFacts(ledger, memory);
  const { prepared } = readProven(ledger, (db) => monthStandingIn(db, month));
  if (prepared === null) return { ...facts, settings };
  const { timeZone, ...options } = prepared.frozen.options;
  return { ...facts, settings: { timeZone, decimals: prepared.frozen.decimals, options } };
}

interface SinceRequest {
  /** The ledger's path. */
  readonly ledger: string;
  readonly month: Month;
  /** Of the moment's link. */
  readonly sequence: number;
}

/** The month as of a moment. */
interface Then {
  readonly checked: CheckedMonth;
  /** The newest pull by then. */
  readonly pullId: number;
  readonly moment: Moment | null;
  readonly unlikeSigned: readonly string[] | null;
}

/**
 * Compares a month as of a moment, under the options that were frozen, with the month as of now under the
 * ledger's own.
 *
 * @param then as `context`, with what the thread remembers of that moment
 * @throws TieoutError as `readProven`; SUM_OVERFLOW from the engine
 */
export function readSince(
  { ledger, month, sequence }: SinceRequest,
  context: ServiceContext,
  then: ServiceContext,
): Since {
  const was = readProven({ path: ledger, sequence }, (db) => monthThen(db, month, sequence, then));
  return readProven(ledger, (db) => sinceOf(db, was, { month, sequence }, context));
}

function monthThen(db: ReadableLedger, month: Month, sequence: number, context: ServiceContext): Then {
  const checked = checkMonth(db, month, context);
  const { signed } = checked.standing;
  const isSignature = signed !== null && linksOf(db, "close").get(signed.id) === sequence;
  return {
    checked,
    pullId: newestPullID(db),
    moment: momentsOf(db, month).find((one) => one.sequence === sequence) ?? null,
    unlikeSigned: isSignature ? unlikeFrozen(db, checked, signed.frozen, context) : null,
  };
}

function sinceOf(
  db: ReadableLedger,
  was: Then,
  { month, sequence }: Pick<SinceRequest, "month" | "sequence">,
  context: ServiceContext,
): Since {
  const { checked: then, pullId, unlikeSigned } = was;
  const { options } = then.gathered;
  const { entries, transactions } = comparedRecords(db, month, { moment: { sequence, pullId }, options });
  return {
    entries: entries.all,
    transactions: transactions.all,
    findings: findingsSince(then.review, checkMonth(db, month, context, {}).review),
    changed: changedThen(db, was, { month, sequence }, context),
    unlikeSigned,
  };
}

/** What changed since the moment: since the signature as every place says it, else since the pull. */
function changedThen(
  db: ReadableLedger,
  { checked: then, pullId, moment }: Then,
  { month, sequence }: Pick<SinceRequest, "month" | "sequence">,
  context: ServiceContext,
): ChangedSince {
  const now = checkMonth(db, month, context, optionsOfMonth(then.standing));
  const ofSignature = moment?.is === "pull" ? null : changedOfMonth(db, now, context);
  if (ofSignature !== null) return ofSignature;
  const { decimals, result } = then.gathered;
  const { timeZone } = readSettings(db);
  const { wallets } = result;
  const basis = moment === null ? "" : momentBasis(moment, { wallets, decimals, timeZone });
  const changes = (shown: CheckedMonth) => changesFrom(db, then, shown);
  return changedFrom(db, now, { basis, pullId, sequence, wallets, changes }, context);
}

/** The ledger's zone of now, in which every place names a moment, whatever a month was checked in. */
function zoneOf(ledger: LedgerAt): string {
  const path = typeof ledger === "string" ? ledger : ledger.path;
  return readLedger(path, (db) => readSettings(db).timeZone);
}

export interface CheckedThen {
  readonly moment: Moment;
  readonly report: CheckReport;
  readonly since: Since;
}

/**
 * Checks a signed month as it was at a moment, under the options that were frozen, and says what is different
 * now.
 *
 * @throws TieoutError as `getMoment`, `readSince`; CANCELLED
 */
export async function checkThen(
  { ledger, month, asOf }: { readonly ledger: string; readonly month: Month; readonly asOf: AskedMoment },
  context: ServiceContext,
): Promise<CheckedThen> {
  const then = { ...context, memory: new CheckMemory() };
  const moment = readProven(ledger, (db) => getMoment(db, month, asOf));
  const at = { path: ledger, sequence: moment.sequence };
  const options = readProven(at, (db) => optionsOfMonth(monthStandingIn(db, month)));
  const request = { source: { at }, period: monthDays(month), options, save: false };
  const report = await checkRecords(request, then);
  const shows = momentTitle(moment, zoneOf(ledger));
  return {
    moment,
    report: { ...report, shows },
    since: readSince({ ledger, month, sequence: moment.sequence }, context, then),
  };
}

interface StatementRequest {
  readonly ledger: LedgerAt;
  readonly month: Month;
  /**
   * Who is about to sign the month: the statement is the one that would be signed. null for somebody who did
   * none of the work that it rests on. A month that is not prepared is stated as if it were, as it is now.
   */
  readonly signer?: string | null | undefined;
}

/**
 * States a month as of now or of a link. As of now it is checked under the ledger's own options, as every
 * check of now is; as of a link, and for a signer, under those that were frozen while it is prepared or
 * signed. Decimals are always the frozen ones.
 *
 * @throws TieoutError as `readProven`; LEDGER_CORRUPT when the run that was prepared is gone; SUM_OVERFLOW
 *   from the engine
 */
export function readStatement(
  { ledger, month, signer }: StatementRequest,
  context: ServiceContext,
): MonthStatement {
  return readProven(ledger, (db) =>
    stateMonth(db, { ledger, asFrozen: checkMonth(db, month, context), signer }, context),
  );
}

/** As `readStatement`, of an open ledger and a month that was checked under frozen options. */
export function stateMonth(
  db: ReadableLedger,
  { ledger, asFrozen, signer }: Omit<StatementRequest, "month"> & { readonly asFrozen: CheckedMonth },
  context: ServiceContext,
): MonthStatement {
  const input = statedInput(db, { ledger, asFrozen, signer }, context);
  const moment = momentAt(db, asFrozen.standing.month, ledger);
  return statementOf(input, { moment, changedSince: changedOfMonth(db, asFrozen, context) });
}

/** What an examiner asks of a month as of one moment, in words. @throws TieoutError as `readStatement` */
export function readQuestions(
  { ledger, month }: Omit<StatementRequest, "signer">,
  context: ServiceContext,
): { readonly shows: string; readonly questions: readonly ExaminerQuestion[] } {
  return readProven(ledger, (db) => {
    const input = statedInput(db, { ledger, asFrozen: checkMonth(db, month, context) }, context);
    return { shows: input.shows, questions: questionsOf(input) };
  });
}

/** What a month is stated from, as of now or of a link. */
function statedInput(
  db: ReadableLedger,
  { ledger, asFrozen, signer }: Omit<StatementRequest, "month"> & { readonly asFrozen: CheckedMonth },
  context: ServiceContext,
): ReportInput {
  const checked = signer === undefined ? shownMonth(db, ledger, asFrozen, context) : asFrozen;
  const moment = momentAt(db, asFrozen.standing.month, ledger);
  return unkeptInputOf(db, checked.gathered, context, {
    closeSteps: [...checked.steps, ...stepsToSign(db, signer, checked, context)],
    ...(moment === null ? {} : { shows: momentTitle(moment, zoneOf(ledger)) }),
  });
}

/** The steps that are still to be taken until the month is signed. */
function stepsToSign(
  db: ReadableLedger,
  signer: string | null | undefined,
  checked: CheckedMonth,
  context: ServiceContext,
): CloseStep[] {
  const { standing, steps } = checked;
  const { month, prepared, signed } = standing;
  if (signer === undefined || signed !== null) return [];
  const id = (steps.at(-1)?.id ?? 0) + 1;
  const frozen = prepared?.frozen ?? { ...freeze(db, checked, context), runId: 0 };
  const about = { month, note: "", atMs: context.now(), frozen };
  const signature: CloseStep = { ...about, id: id + 1, step: "sign-off", by: signer ?? "" };
  return prepared === null ? [{ ...about, id, step: "prepare", by: "" }, signature] : [signature];
}

/** The moment of the link that is asked for; null as of now, and where the link is none of the month's. */
function momentAt(db: ReadableLedger, month: Month, ledger: LedgerAt): Moment | null {
  if (typeof ledger === "string") return null;
  return momentsOf(db, month).find(({ sequence }) => sequence === ledger.sequence) ?? null;
}

/**
 * Checks a month as of one moment and returns its state: its figures as every place shows them at that moment,
 * and what stands in its way, or changed of it, under the options that were frozen.
 *
 * @throws TieoutError when the ledger cannot be opened or read; AUDIT_BROKEN, AUDIT_MISMATCH as
 *   `refuseForged`; SUM_OVERFLOW from the engine
 */
export function readMonth(
  { ledger, month }: { readonly ledger: LedgerAt; readonly month: Month },
  context: ServiceContext,
): MonthReport {
  return readProven(ledger, (db) => {
    const asFrozen = checkMonth(db, month, context);
    const { gathered, review } = shownMonth(db, ledger, asFrozen, context);
    const { error, warning } = review.progress.bySeverity;
    const proof = proofOf(db, gathered, context);
    return {
      facts: factsOfMonth(db, month, asFrozen.steps, context.memory),
      options: gathered.result.options,
      wallets: gathered.result.wallets.map(figuresOfWallet),
      errors: { total: error.total, decided: error.reviewed },
      warnings: { total: warning.total, decided: warning.reviewed },
      obstacles: asFrozen.obstacles,
      refusal: preparingRefusal(db, asFrozen)?.message ?? null,
      raised: raisedCounts(gathered, review, standingLetters(db).letters.values()),
      bank: bankCountsOf(gathered.result),
      points: standingPoints(db).list(month),
      changes: changesOfMonth(db, asFrozen),
      ...proof,
    };
  });
}
