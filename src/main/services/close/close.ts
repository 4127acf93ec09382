/** Closing a month, as use cases: preparing, signing off, reopening. */
import { type MonthStanding } from "../../../core/review/close/month-states.ts";
import { uncapitalised } from "../../../core/sentence.ts";
import { TieoutError } from "../../../core/errors.ts";
import {
  type CloseStep,
  type CloseStepKind,
  type FrozenMonth,
  type Month,
  type ObstacleKind,
  STEPS,
} from "../../../core/review/close/close.ts";
import { assertAnswered } from "../../../core/review/close/points.ts";
import { assertStepAdmissible } from "../../../core/review/close/admission.ts";
import {
  assertAnother,
  assertMayFollow,
  reopeningNote,
  stepTaker,
} from "../../../core/review/close/close-rules.ts";
import { differsWords } from "../../../core/review/close/differences.ts";
import type { MonthFacts, ProvenStep } from "../../../core/review/close/months.ts";
import { hasWords, noteOf } from "../../../core/review/decisions/note-rules.ts";
import type { ComparedPulls } from "../../../core/words/proof.ts";
import { monthTitle } from "../../../core/words/month.ts";
import type { ReadableLedger, WritableLedger } from "../../ledger/file/connection.ts";
import { listCloseSteps, standingPoints, monthStandingIn } from "../../ledger/acts/close-step.ts";
import { refuseForgedRows } from "../../ledger/proof/rows.ts";
import { refuseUnlikeAnswers } from "../proof/compare-pulls.ts";
import { insertRun } from "../../ledger/acts/run.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { CheckMemory } from "../shared/check-memory.ts";
import { type CheckedMonth, checkMonth, freeze } from "./month-check.ts";
import { preparingRefusal } from "./file-of-month.ts";
import { factsOfMonth } from "./months.ts";
import { unlikeFrozen } from "./changed-since.ts";
import { writeAfterReading } from "../shared/use-ledger.ts";
import { insertAct } from "../../ledger/trail/acts.ts";

interface CloseStepRequest {
  readonly ledger: string;
  readonly month: Month;
  /** Who takes the step. */
  readonly by: string;
}

interface PrepareRequest extends CloseStepRequest {
  /** Why the month is prepared although something is in the way; null to be refused then. */
  readonly override: string | null;
}

interface NotedRequest extends CloseStepRequest {
  /** Of a signature it may be ''; reopening needs a reason. */
  readonly note: string;
}

/**
 * Reopens a month that was prepared or signed off; what was signed stays visible.
 *
 * @throws TieoutError CLOSE_STATE, DECISION_INVALID without a name or a reason; LEDGER_* as opening for
 *   writing raises
 */
export async function reopenMonth(request: NotedRequest, context: ServiceContext): Promise<MonthFacts> {
  const by = stepTaker(request.by);
  const note = reopeningNote(request.note);
  return takeUnchecked(request, { step: "reopen", by, note }, context);
}

/**
 * Prepares a month: checks it, keeps the run and freezes figures, options and decisions, all as of one
 * moment. What is in the way is overridden with a note, or the month is not prepared; a materiality above
 * what the month has cannot be overridden.
 *
 * @throws TieoutError CLOSE_STATE, also for a month before the oldest record; POINTS_OPEN; AUDIT_MISMATCH where a row is not what its pull brought, or what a pull
 *   brought does not follow from its stored responses; CLOSE_REFUSED naming each obstacle, DECISION_INVALID without a name; SUM_OVERFLOW from the engine; LEDGER_* as opening
 *   for writing raises
 */
export async function prepareMonth(request: PrepareRequest, context: ServiceContext): Promise<ProvenStep> {
  const { month } = request;
  const by = stepTaker(request.by);
  const note = noteOf(request.override ?? "", null);
  return takeProven(request, context, {
    assertMay: (db) => void refuseStep(db, month, "prepare"),
    look: (db, remembering) => {
      refuseStep(db, month, "prepare");
      const checked = checkMonth(db, month, remembering);
      const refusal = preparingRefusal(db, checked);
      if (refusal !== null) throw refusal;
      refuseObstacles(checked, note);
      return { ...checked, frozen: freeze(db, checked, context) };
    },
    keep: (db, { standing, run, frozen }) => {
      const { id: runId } = insertRun(db, run);
      const step = { step: "prepare" as const, by, note, frozen: { runId, ...frozen } };
      return insertStep(db, standing, step, run.atMs);
    },
  });
}

/**
 * Signs a prepared month off, as another person than who prepared it. The month is checked again under the
 * frozen options: where figures, exceptions or decisions are others than those that were prepared, nothing is
 * signed.
 *
 * @throws TieoutError CLOSE_STATE, CLOSE_SAME_PERSON, POINTS_OPEN, CLOSE_CHANGED saying what is different, AUDIT_MISMATCH
 *   as `prepareMonth`, DECISION_INVALID without a name; LEDGER_* as opening for writing raises
 */
export async function signOffMonth(request: NotedRequest, context: ServiceContext): Promise<ProvenStep> {
  const { month } = request;
  const by = stepTaker(request.by);
  const note = noteOf(request.note, null);
  const mayBeSigned = (db: ReadableLedger) => {
    const standing = refuseStep(db, month, "sign-off");
    const { prepared } = standing;
    if (prepared === null) throw new Error("a month that is prepared has what was prepared");
    assertAnother(month, prepared.by, by);
    return { standing, prepared };
  };
  return takeProven(request, context, {
    assertMay: (db) => void mayBeSigned(db),
    look: (db, remembering) => {
      const { standing, prepared } = mayBeSigned(db);
      const checked = checkMonth(db, month, remembering);
      refuseChanged(db, checked, prepared.frozen, context);
      return { standing, frozen: prepared.frozen };
    },
    keep: (db, { standing, frozen }) =>
      insertStep(db, standing, { step: "sign-off", by, note, frozen }, context.now()),
  });
}

/** Adds a step by the very rules that `verify` holds its link to. */
export function insertStep(
  db: WritableLedger,
  standing: MonthStanding,
  step: Pick<CloseStep, "step" | "by" | "note" | "frozen">,
  atMs: number,
): CloseStep {
  assertStepAdmissible(standing, step, standingPoints(db).unansweredIn(standing.month));
  return insertAct(db, "close", { ...step, month: standing.month, atMs });
}

/** Takes a step for which nothing is checked. */
async function takeUnchecked(
  request: CloseStepRequest,
  taken: Pick<CloseStep, "step" | "by" | "note">,
  context: ServiceContext,
): Promise<MonthFacts> {
  return takeStep(request, context, {
    look: (db) => refuseStep(db, request.month, taken.step),
    keep: (db, standing) => insertStep(db, standing, { ...taken, frozen: null }, context.now()),
  });
}

/** A step that freezes or signs figures: the pulls they rest on are proven from their stored responses. */
interface ProvenSteps<L> extends TakenSteps<L> {
  /** Refuses the step before anything takes long. */
  readonly assertMay: (db: ReadableLedger) => void;
}

async function takeProven<L>(
  request: CloseStepRequest,
  context: ServiceContext,
  step: ProvenSteps<L>,
): Promise<ProvenStep> {
  let pulls: ComparedPulls = { compared: 0, notCompared: [] };
  const facts = await takeStep(request, context, {
    ...step,
    prove: async (db, remembering) => {
      step.assertMay(db);
      refuseForgedRows(db);
      // A month rests on the newest pull: it says what is there still, and as of when.
      pulls = await refuseUnlikeAnswers(db, remembering);
    },
  });
  return { ...facts, pulls };
}

interface TakenSteps<L> {
  readonly prove?: (db: ReadableLedger, context: ServiceContext) => Promise<void>;
  readonly look: (db: ReadableLedger, context: ServiceContext) => L;
  readonly keep: (db: WritableLedger, looked: L) => CloseStep;
}

/** Takes a step of the close, looked at and kept as of one moment, and returns the month's new state. */
async function takeStep<L>(
  { ledger, month }: CloseStepRequest,
  given: ServiceContext,
  step: TakenSteps<L>,
): Promise<MonthFacts> {
  // The records that were checked tell the month's state, too.
  const context = { ...given, memory: given.memory ?? new CheckMemory() };
  return writeAfterReading(ledger, context, {
    prove: async (db) => step.prove?.(db, context),
    look: (db) => step.look(db, context),
    keep: step.keep,
    finish: ({ writing }, _, { id: newest }) => {
      const steps = listCloseSteps(writing).filter(({ id }) => id <= newest);
      return factsOfMonth(writing, month, steps, context.memory);
    },
  });
}

/** @throws TieoutError CLOSE_STATE, POINTS_OPEN */
function refuseStep(db: ReadableLedger, month: Month, step: CloseStepKind): MonthStanding {
  const standing = monthStandingIn(db, month);
  assertMayFollow(standing, step);
  const { freezes, done } = STEPS[step];
  if (freezes) assertAnswered(month, standingPoints(db).unansweredIn(month), done);
  return standing;
}

/** @throws TieoutError CLOSE_REFUSED */
function refuseObstacles({ standing: { month }, obstacles }: CheckedMonth, override: string): void {
  if (obstacles.length === 0 || hasWords(override)) return;
  const words = obstacles.map(({ sentence }) => uncapitalised(sentence)).join("; ");
  const ways = obstacles.map(({ kind }) => WAYS_OUT[kind]);
  throw new TieoutError("CLOSE_REFUSED", `${monthTitle(month)} cannot be prepared: ${words}`, {
    remedy: `Nothing was written. ${ways.join(" ")} Or prepare it anyway with \`--override\` and a note that says why.`,
  });
}

/** What to do about an obstacle, for the terminal; the window offers it beside the obstacle. */
const WAYS_OUT: Readonly<Record<ObstacleKind, string>> = {
  "undecided-errors": "Decide on the errors with `tieout review`.",
  "not-over": "Pull or import again after the end of the month.",
  "opening-not-carried": "Find out why the opening differs, and decide on it with `tieout review`.",
};

/** @throws TieoutError CLOSE_CHANGED */
function refuseChanged(
  db: ReadableLedger,
  checked: CheckedMonth,
  prepared: FrozenMonth,
  context: ServiceContext,
): void {
  const changes = unlikeFrozen(db, checked, prepared, context);
  if (changes.length === 0) return;
  const sentence = `${monthTitle(checked.standing.month)} ${differsWords("prepared", changes)}`;
  throw new TieoutError("CLOSE_CHANGED", sentence);
}
