/** Review as a use case: the decisions on a check's findings, deciding, and undoing. */
import { type OfMoment, ofMoment } from "../shared/shown-now.ts";
import { TieoutError } from "../../../core/errors.ts";
import type { Causes } from "../../../core/reconcile/input/cause.ts";
import type { NamedFinding } from "../../../core/reconcile/input/findings.ts";
import { type Decision, type DecisionStatus, asDecided } from "../../../core/review/decisions/decision.ts";
import type { Review } from "../../../core/review/decisions/review.ts";
import { nameOf, noteOf } from "../../../core/review/decisions/note-rules.ts";
import type { Period } from "../../../core/time.ts";
import {
  type DecisionPage,
  decidedFinder,
  decisionOf,
  holdsDecision,
  listDecisions,
  readDecisionsAfter,
  saveManyDecisions,
  undoDecisions,
  newestIdFinder,
} from "../../ledger/acts/decision.ts";
import type { LetterWait } from "../../../core/review/letters/letters.ts";
import { waitsOf } from "../close/letter-waits.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import { type GivenOptions, checkLedger, type CheckRequest, reviewOf, runCheck } from "../check/check.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import type { PeriodRequest } from "../../../core/reconcile/input/asked-period.ts";
import { type SignedRequest, writeLookedAt, readProven } from "../shared/use-ledger.ts";
import { type Raised, recordsUnder } from "./records-under.ts";
import type { CheckResult } from "../../../core/reconcile/input/result.ts";
import { oncePer } from "../../../core/once-per.ts";
import { FingerprintIndex } from "../../../core/review/decisions/fingerprints.ts";
import type { ReadableLedger, WritableLedger } from "../../ledger/file/connection.ts";
import { newestAct } from "../../ledger/trail/acts.ts";

export interface ReviewRequest {
  readonly ledger: string;
  /** null reviews the whole history. */
  readonly period: PeriodRequest | null;
  readonly options: GivenOptions;
}

export interface ReviewReport extends Review, OfMoment {
  /** Of the same check. */
  readonly causes: Causes;
  readonly period: Period | null;
  /** By fingerprint, the letters that findings wait under. */
  readonly waits: ReadonlyMap<string, LetterWait>;
}

interface UndoRequest extends SignedRequest {
  /** All of them or none. One named twice counts once. */
  readonly items: readonly ReviewItem[];
}

export interface DecideRequest extends UndoRequest, ReviewRequest {
  readonly status: DecisionStatus;
}

/** A finding with what is decided on it. */
export interface OwnDecision extends ReviewItem {
  readonly status: DecisionStatus;
  readonly note: string;
}

interface DecideEachRequest extends ReviewRequest {
  /** All of them or none. One named twice counts once. */
  readonly items: readonly OwnDecision[];
  readonly by: string;
}

/**
 * Checks a ledger, and returns every finding with its review status.
 *
 * @throws TieoutError whatever reading the ledger can raise; SUM_OVERFLOW from the engine
 */
export function readReview(
  { ledger, period, options }: ReviewRequest,
  context: ServiceContext,
): ReviewReport {
  return readProven(ledger, (db) => {
    const { input, result } = checkLedger(db, { period, options }, context);
    const { review } = reviewOf(db, { input, result });
    return {
      ...review,
      ...ofMoment(db, ledger),
      waits: waitsOf(db, input, result, review.findings),
      period: result.period,
      causes: result.causes,
    };
  });
}

/**
 * Decides the same on findings, all or none. A finding must be one of the check of the period, or of the
 * whole history.
 *
 * @returns the decisions, in the order of the items
 * @throws TieoutError DECISION_INVALID, FINDING_NOT_FOUND, FINDING_AMBIGUOUS, DECISION_CONFLICT; LEDGER_* as
 *   opening for writing raises; SUM_OVERFLOW from the engine
 */
export async function decide(request: DecideRequest, context: ServiceContext): Promise<Decision[]> {
  const { status, note } = request;
  const items = request.items.map((item) => ({ ...item, status, note }));
  return decideEach({ ...request, items }, context);
}

/**
 * Decides on findings, on each what is decided on it, all or none; otherwise as `decide`.
 *
 * @throws TieoutError as `decide`; DECISION_INVALID also when one finding is named twice and not decided the
 *   same
 */
export async function decideEach(request: DecideEachRequest, context: ServiceContext): Promise<Decision[]> {
  return [...(await decideMany(request, context)).all()];
}

export interface TakenDecisions {
  readonly ids: readonly number[];
  /** Of the findings that they are on, each once. */
  readonly fingerprints: readonly string[];
  /** Each, made again when it is asked for: a million with all that they depend on would take gigabytes. */
  readonly all: () => Iterable<Decision>;
}

/** What is written with decisions, in their transaction. */
export type WrittenWith = (db: WritableLedger, find: (digits: string) => Raised | null, atMs: number) => void;

/**
 * As `decideEach`, for findings by the million.
 *
 * @param also is written with them, all or none
 * @throws TieoutError as `decideEach`
 */
export async function decideMany(
  request: DecideEachRequest,
  context: ServiceContext,
  also: WrittenWith = () => {},
): Promise<TakenDecisions> {
  const by = nameOf(request.by);
  const items = request.items.map((item) => ({ ...item, note: noteOf(item.note, item.status) }));
  const began = new WhenBegun();
  return writeLookedAt(request.ledger, context, {
    look: (db) => {
      const seenOf = began.seenFinder(db);
      const find = findingFinder(db, request, context);
      const named = targets(items, find, notRaised(db));
      refuseContradiction(items, named, find);
      const recordsOf = recordsUnder(
        db,
        named.map(({ found }) => found),
      );
      const seen = named.map(({ item, found: { fingerprint } }) => seenOf(item, fingerprint));
      const decisionAt = ({ item, found: { finding } }: Target<Raised, OwnDecision>, at: number) => ({
        fingerprint: finding.fingerprint,
        status: item.status,
        note: item.note,
        by,
        finding: { ...asDecided(finding), records: recordsOf(finding) },
        seen: seen[at] ?? null,
      });
      return { named, decisionAt, find };
    },
    keep: (db, { named, decisionAt, find }) => {
      const atMs = context.now();
      also(db, find, atMs);
      const ids = saveManyDecisions(db, mapped(named, decisionAt), atMs);
      return {
        ids,
        fingerprints: named.map(({ found: { fingerprint } }) => fingerprint),
        all: () => mapped(named, (one, at) => decisionOf(decisionAt(one, at), ids[at] ?? 0, atMs)),
      };
    },
  });
}

/** What becomes of each, one at a time. */
function* mapped<T, R>(items: readonly T[], to: (item: T, at: number) => R): Generator<R> {
  for (const [at, item] of items.entries()) yield to(item, at);
}

/** @throws TieoutError DECISION_INVALID when two items decide otherwise on one finding */
function refuseContradiction(
  items: readonly OwnDecision[],
  named: readonly Target<Raised, OwnDecision>[],
  find: (digits: string) => Raised | null,
): void {
  if (named.length === items.length) return;
  const taken = new Map(named.map(({ item, found }) => [found.fingerprint, item]));
  for (const { fingerprint, status, note } of items) {
    const first = taken.get(find(fingerprint)?.fingerprint ?? "");
    if (first === undefined || (first.status === status && first.note === note)) continue;
    throw new TieoutError("DECISION_INVALID", "One finding has two different decisions", {
      record: `fingerprint ${fingerprint}`,
    });
  }
}

/**
 * Undoes the decision in force on findings, all or none; what was decided before it counts again. The
 * findings need not be raised any more.
 *
 * @returns the reversals, in the order of the items
 * @throws TieoutError DECISION_INVALID, DECISION_NOT_FOUND, FINDING_AMBIGUOUS, DECISION_CONFLICT; LEDGER_* as
 *   opening for writing raises
 */
export async function undo(request: UndoRequest, context: ServiceContext): Promise<Decision[]> {
  const [note, by] = [noteOf(request.note, null), nameOf(request.by)];
  const began = new WhenBegun();
  return writeLookedAt(request.ledger, context, {
    look: (db) => {
      const seenOf = began.seenFinder(db);
      const findDecided = decidedFinder(db);
      const find = (digits: string) => {
        const fingerprint = findDecided(digits);
        return fingerprint === null ? null : { fingerprint };
      };
      return targets(request.items, find, notDecided).map(({ item, found: { fingerprint } }) => ({
        fingerprint,
        note,
        by,
        seen: seenOf(item, fingerprint),
      }));
    },
    keep: (db, reversals) => undoDecisions(db, reversals, context.now()),
  });
}

/**
 * All decisions and reversals of a ledger, in the order in which they were taken.
 *
 * @throws TieoutError when the ledger cannot be opened
 */
export function listLedgerDecisions(ledger: string): Decision[] {
  return readProven(ledger, listDecisions);
}

interface NewerRequest {
  readonly ledger: LedgerAt;
  /** The newest decision that is known; null for none. */
  readonly after: Pick<Decision, "id" | "fingerprint" | "atMs"> | null;
}

export interface NewerDecisions extends DecisionPage {
  /** Whether they are the first of the ledger: none was known, or the one that was is not of this ledger. */
  readonly anew: boolean;
}

/**
 * The decisions and undos after a known one, in order, one page at a time.
 *
 * @throws TieoutError when the ledger cannot be opened
 */
export function listNewerDecisions({ ledger, after }: NewerRequest): NewerDecisions {
  return readProven(ledger, (db) => {
    const known = after !== null && holdsDecision(db, after) ? after.id : 0;
    return { ...readDecisionsAfter(db, known), anew: known === 0 };
  });
}

// The findings that decisions and reversals name, by fingerprint, each once, with what was seen of them.

const fingerprintsOf = oncePer(({ findings }: CheckResult) => new FingerprintIndex(findings));

/** A finding somebody decides on. */
export interface ReviewItem {
  /** All of it, or its first digits, LEAST_DIGITS or more. */
  readonly fingerprint: string;
  /**
   * The id of the newest decision on this fingerprint that the person saw, null for none. Left out, it is the
   * newest when the service began, so that only what comes meanwhile is a conflict.
   */
  readonly seen?: number | null;
}

/**
 * Looks a finding up in the check of the period; what is not in it, in that of the whole history, made when
 * first needed.
 */
export function findingFinder(
  db: ReadableLedger,
  request: Pick<CheckRequest, "period" | "options">,
  context: ServiceContext,
): (digits: string) => Raised | null {
  const { input, options, result, decimals } = checkLedger(db, request, context);
  const finderIn = (check: CheckResult) => {
    const index = fingerprintsOf(check);
    return (digits: string): Raised | null => {
      const finding = index.find(digits);
      return finding === null ? null : { fingerprint: finding.fingerprint, finding, input, result: check };
    };
  };
  const own = finderIn(result);
  if (result.period === null) return own;
  let whole: typeof own | null = null;
  return (digits) => {
    const found = own(digits);
    if (found !== null) return found;
    whole ??= finderIn(runCheck(input, options, null, decimals, context));
    return whole(digits);
  };
}

interface Target<T, I extends ReviewItem> {
  readonly item: I;
  readonly found: T;
}

/** What the items name, each once. */
function targets<T extends { readonly fingerprint: string }, I extends ReviewItem>(
  items: readonly I[],
  find: (digits: string) => T | null,
  missing: (digits: string) => TieoutError,
): Target<T, I>[] {
  const named = new Map<string, Target<T, I>>();
  for (const item of items) {
    const found = find(item.fingerprint);
    if (found === null) throw missing(item.fingerprint);
    if (!named.has(found.fingerprint)) named.set(found.fingerprint, { item, found });
  }
  return [...named.values()];
}

/** The decisions that there were as a service began, also when it looks at the ledger again. */
class WhenBegun {
  #newestId: number | null = null;

  /** What a person saw of a finding: as it is said, else the newest that there was when the service began. */
  seenFinder(db: ReadableLedger): (item: ReviewItem, fingerprint: string) => number | null {
    this.#newestId ??= newestAct(db, "decision");
    const newestIdOf = newestIdFinder(db, this.#newestId);
    return ({ seen }, fingerprint) => (seen === undefined ? newestIdOf(fingerprint) : seen);
  }
}

/** As much of a finding as names it. @throws TieoutError FINDING_NOT_FOUND, FINDING_AMBIGUOUS */
export function namedFinding(
  db: ReadableLedger,
  find: ReturnType<typeof findingFinder>,
  digits: string,
): NamedFinding {
  const found = find(digits);
  if (found === null) throw notRaised(db)(digits);
  const { fingerprint, rule, walletID, payref, payID, userID } = found.finding;
  return { fingerprint, rule, walletID, payref, payID, userID };
}

/** Says why: what was decided on once and has other numbers now is another case than what was never there. */
export function notRaised(db: ReadableLedger): (digits: string) => TieoutError {
  const findDecided = decidedFinder(db);
  const newestIdOf = newestIdFinder(db);
  return (digits) => {
    const decided = findDecided(digits);
    const sentence =
      decided === null
        ? "The check raises no finding with this fingerprint"
        : `The check no longer raises this finding: since decision ${newestIdOf(decided) ?? ""} its figures changed, or it is gone`;
    return new TieoutError("FINDING_NOT_FOUND", sentence, { record: `fingerprint ${digits}` });
  };
}

function notDecided(digits: string): TieoutError {
  return new TieoutError("DECISION_NOT_FOUND", "There is no decision on a finding with this fingerprint", {
    record: `fingerprint ${digits}`,
  });
}
