/** Points of a reviewer on a month, as use cases: making and answering them, and returning the month with them. */
import { assertMayReturn } from "../../../core/review/close/admission.ts";
import { assertMayFollow, stepTaker } from "../../../core/review/close/close-rules.ts";
import type { Month } from "../../../core/review/close/close.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import {
  type Point,
  type PointReplyKind,
  type PointStep,
  pointWords,
} from "../../../core/review/close/points.ts";
import type { NamedFinding } from "../../../core/reconcile/input/findings.ts";
import { monthDays } from "../../../core/time.ts";
import type { NewAct } from "../../../schema/acts.ts";
import { listCloseSteps, standingPoints, monthStandingIn } from "../../ledger/acts/close-step.ts";
import type { ReadableLedger, WritableLedger } from "../../ledger/file/connection.ts";
import { insertAct } from "../../ledger/trail/acts.ts";
import { insertStep } from "../close/close.ts";
import { optionsOfMonth } from "../close/month-check.ts";
import { factsOfMonth, refuseUnknownMonth } from "../close/months.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type LedgerAt, readProven, writeLedger, writeLookedAt } from "../shared/use-ledger.ts";
import { findingFinder, namedFinding } from "./review.ts";

export interface AskedPoint {
  readonly text: string;
  /** Of the finding that it is about, all digits or the first of them; null for the month as a whole. */
  readonly fingerprint: string | null;
}

interface MakeRequest {
  readonly ledger: string;
  readonly month: Month;
  readonly by: string;
  /** All of them or none. */
  readonly points: readonly AskedPoint[];
}

interface ReplyRequest {
  readonly ledger: string;
  /** The month that it is said to be on; null where only the number is said. */
  readonly month: Month | null;
  readonly point: number;
  readonly kind: PointReplyKind;
  readonly by: string;
  readonly text: string;
}

/**
 * The points on a month or on all, in the order in which they were made, with all that was said on each.
 *
 * @throws TieoutError as `readProven`; CLOSE_STATE for a month that the ledger does not have
 */
export function listPoints({
  ledger,
  month,
}: {
  readonly ledger: LedgerAt;
  readonly month: Month | null;
}): Point[] {
  return readProven(ledger, (db) => {
    if (month !== null) refuseUnknownMonth(db, month);
    return standingPoints(db).list(month);
  });
}

/**
 * Makes points on a month or on its findings.
 *
 * @returns in the order in which they were given
 * @throws TieoutError CLOSE_STATE, also for a month that the ledger does not have; CLOSE_SAME_PERSON,
 *   FINDING_NOT_FOUND, FINDING_AMBIGUOUS, DECISION_INVALID; LEDGER_* as opening for writing raises
 */
export async function makePoints(request: MakeRequest, context: ServiceContext): Promise<Point[]> {
  const words = wordsOf(request);
  const { ledger, month } = request;
  return writeLookedAt(ledger, context, {
    look: (db) => findingsOf(db, request, context),
    keep: (db, findings) => {
      const made = insertPointSteps(db, month, madeSteps(words, findings, context.now()));
      const points = standingPoints(db);
      return made.map(({ id }) => points.get(id));
    },
  });
}

/**
 * Returns a prepared month to its preparer, with points to answer: those that are given, and those that wait already.
 *
 * @throws TieoutError POINT_INVALID without any; otherwise as `makePoints`
 */
export async function returnMonth(request: MakeRequest, context: ServiceContext): Promise<MonthFacts> {
  const by = stepTaker(request.by);
  const words = wordsOf(request);
  const { ledger, month } = request;
  const standingIn = (db: ReadableLedger) => {
    const standing = monthStandingIn(db, month);
    assertMayFollow(standing, "return");
    assertMayReturn(standing, by);
    return standing;
  };
  return writeLookedAt(ledger, context, {
    look: (db) => {
      standingIn(db);
      return findingsOf(db, request, context);
    },
    keep: (db, findings) => {
      const atMs = context.now();
      insertPointSteps(db, month, madeSteps(words, findings, atMs));
      insertStep(db, standingIn(db), { step: "return", by, note: "", frozen: null }, atMs);
      return factsOfMonth(db, month, listCloseSteps(db), context.memory);
    },
  });
}

/**
 * Answers a point, or makes it again where an answer is not enough.
 *
 * @throws TieoutError POINT_NOT_FOUND, POINT_INVALID, CLOSE_STATE, CLOSE_SAME_PERSON, DECISION_INVALID; LEDGER_* as
 *   opening for writing raises
 */
export async function replyToPoint(
  { ledger, month: said, point, kind, by, text }: ReplyRequest,
  context: ServiceContext,
): Promise<Point> {
  const words = pointWords({ by, note: text }, kind);
  return writeLedger(ledger, context, (db) => {
    const month = said ?? standingPoints(db).get(point).month;
    insertPointSteps(db, month, [{ event: { kind, point }, ...words, atMs: context.now() }]);
    return standingPoints(db).get(point);
  });
}

/** Adds steps of one month's points, in their order, by the very rules that `verify` holds their links to. */
export function insertPointSteps(
  db: WritableLedger,
  month: Month,
  steps: readonly Omit<NewAct<"point">, "month">[],
): PointStep[] {
  const points = standingPoints(db);
  const standing = monthStandingIn(db, month);
  return steps.map((step) => {
    const made = { ...step, month };
    points.admit(made, standing);
    const taken = insertAct(db, "point", made);
    points.take(taken);
    return taken;
  });
}

type SaidWords = Pick<PointStep, "by" | "note">;

function wordsOf({ by, points }: Pick<MakeRequest, "by" | "points">): SaidWords[] {
  return points.map(({ text }) => pointWords({ by, note: text }, "made"));
}

/** A point of each words and finding, as it is made. */
function madeSteps(words: readonly SaidWords[], findings: readonly (NamedFinding | null)[], atMs: number) {
  return words.map((said, at) => ({
    ...said,
    event: { kind: "made", finding: findings[at] ?? null } as const,
    atMs,
  }));
}

/** The findings that points are about, null for the month. The month is checked only where one is named. */
function findingsOf(
  db: ReadableLedger,
  { month, points }: Pick<MakeRequest, "month" | "points">,
  context: ServiceContext,
): (NamedFinding | null)[] {
  refuseUnknownMonth(db, month, context.memory);
  const options = optionsOfMonth(monthStandingIn(db, month));
  let find: ReturnType<typeof findingFinder> | undefined;
  return points.map(({ fingerprint }) => {
    if (fingerprint === null) return null;
    find ??= findingFinder(db, { period: monthDays(month), options }, context);
    return namedFinding(db, find, fingerprint);
  });
}
