/** Closing a month, as use cases: taking it into review, preparing it, signing it off, reopening it. */
import { TieoutError } from "../../core/errors.ts";
import type { CloseStep, CloseStepKind, FrozenMonth, Month } from "../../core/review/close.ts";
import { assertAnother, assertMayFollow } from "../../core/review/close-rules.ts";
import type { MonthFacts } from "../../core/review/months.ts";
import { hasWords, nameOf, noteOf, reasonOf } from "../../core/review/wording.ts";
import { monthTitle } from "../../core/report/verdict.ts";
import { insertCloseStep, listCloseSteps } from "../ledger/close-step.ts";
import { insertRun } from "../ledger/run.ts";
import type { ServiceContext } from "./context.ts";
import { type CheckedMonth, changesOfMonth, checkMonth, freeze, standingOfMonth } from "./month-check.ts";
import { factsOfMonth } from "./months.ts";
import { type BothWays, keepRightAfter, openBothWays } from "./one-moment.ts";

export interface StepRequest {
  readonly ledger: string;
  readonly month: Month;
  /** Who takes the step. */
  readonly by: string;
}

export interface PrepareRequest extends StepRequest {
  /** Why the month is prepared although something stands in the way; null to be refused then. */
  readonly override: string | null;
}

export interface NotedRequest extends StepRequest {
  /** Of a signature it may be ''; reopening needs a reason. */
  readonly note: string;
}

/**
 * Takes a month into review.
 *
 * @throws TieoutError CLOSE_STATE, DECISION_INVALID without a name; LEDGER_* as opening for writing raises
 */
export async function beginReview(request: StepRequest, context: ServiceContext): Promise<MonthFacts> {
  const by = stepName(request.by);
  return takeStep(request, { step: "review", by, note: "" }, context);
}

/**
 * Reopens a month that was prepared or signed off; what was signed stays visible.
 *
 * @throws TieoutError CLOSE_STATE, DECISION_INVALID without a name or a reason; LEDGER_* as opening for writing raises
 */
export async function reopenMonth(request: NotedRequest, context: ServiceContext): Promise<MonthFacts> {
  const by = stepName(request.by);
  const note = reasonOf(request.note, "A month is reopened only with a note that says why");
  return takeStep(request, { step: "reopen", by, note }, context);
}

/**
 * Prepares a month: checks it, keeps the run and freezes figures, options and decisions, all as of one moment. What stands in the way
 * is overridden with a note, or the month is not prepared.
 *
 * @throws TieoutError CLOSE_STATE, CLOSE_REFUSED naming what stands in the way, DECISION_INVALID without a name; SUM_OVERFLOW from
 *   the engine; LEDGER_* as opening for writing raises
 */
export async function prepareMonth(request: PrepareRequest, context: ServiceContext): Promise<MonthFacts> {
  const { month } = request;
  const by = stepName(request.by);
  const note = noteOf(request.override ?? "", null);
  return closing(request, context, async (ledger) => {
    const { kept } = await keepRightAfter(ledger, context, {
      look: () => {
        refuseStep(ledger, month, "prepare");
        const checked = checkMonth(ledger.reading, month, context);
        refuseObstacles(checked, note);
        return { run: checked.run, frozen: freeze(ledger.reading, checked, context) };
      },
      keep: ({ run, frozen }) => {
        const { id: runId } = insertRun(ledger.writing, run);
        const step = { month, step: "prepare" as const, by, note, atMs: run.atMs };
        return insertCloseStep(ledger.writing, { ...step, frozen: { runId, ...frozen } });
      },
    });
    return kept;
  });
}

/**
 * Signs a prepared month off, as another person than who prepared it. The month is checked again under the frozen options: where
 * figures, exceptions or decisions are others than those that were prepared, nothing is signed.
 *
 * @throws TieoutError CLOSE_STATE, CLOSE_SAME_PERSON, CLOSE_CHANGED saying what is different, DECISION_INVALID without a name;
 *   LEDGER_* as opening for writing raises
 */
export async function signOffMonth(request: NotedRequest, context: ServiceContext): Promise<MonthFacts> {
  const { month } = request;
  const by = stepName(request.by);
  const note = noteOf(request.note, null);
  return closing(request, context, async (ledger) => {
    const { kept } = await keepRightAfter(ledger, context, {
      look: (): FrozenMonth => {
        const { prepared } = refuseStep(ledger, month, "sign-off");
        if (prepared === null) throw new Error("a month that is prepared has what was prepared");
        assertAnother(month, prepared.by, by);
        refuseChanged(ledger, checkMonth(ledger.reading, month, context));
        return prepared.frozen;
      },
      keep: (frozen) =>
        insertCloseStep(ledger.writing, { month, step: "sign-off", by, note, atMs: context.now(), frozen }),
    });
    return kept;
  });
}

function stepName(by: string): string {
  return nameOf(by, "A step of closing needs the name of who took it");
}

/** Takes a step for which nothing is checked. */
async function takeStep(
  request: StepRequest,
  taken: Pick<CloseStep, "step" | "by" | "note">,
  context: ServiceContext,
): Promise<MonthFacts> {
  const { month } = request;
  return closing(request, context, async (ledger) => {
    const { kept } = await keepRightAfter(ledger, context, {
      look: () => refuseStep(ledger, month, taken.step),
      keep: () => insertCloseStep(ledger.writing, { ...taken, month, atMs: context.now(), frozen: null }),
    });
    return kept;
  });
}

/** Takes a step of closing a month, and says how the month stands then. */
async function closing(
  { ledger, month }: StepRequest,
  context: ServiceContext,
  take: (ledger: BothWays) => Promise<CloseStep>,
): Promise<MonthFacts> {
  return openBothWays(ledger, context, async (both) => {
    const step = await take(both);
    const steps = listCloseSteps(both.writing).filter(({ id }) => id <= step.id);
    return factsOfMonth(both.writing, month, steps, context.memory);
  });
}

/** @throws TieoutError CLOSE_STATE */
function refuseStep({ reading }: BothWays, month: Month, step: CloseStepKind) {
  const standing = standingOfMonth(listCloseSteps(reading), month);
  assertMayFollow(standing, step);
  return standing;
}

/** @throws TieoutError CLOSE_REFUSED */
function refuseObstacles({ standing: { month }, obstacles }: CheckedMonth, override: string): void {
  if (obstacles.length === 0 || hasWords(override)) return;
  const words = obstacles.map(({ sentence }) => inSentence(sentence)).join("; ");
  throw new TieoutError("CLOSE_REFUSED", `${monthTitle(month)} cannot be prepared: ${words}`);
}

/** @throws TieoutError CLOSE_CHANGED */
function refuseChanged({ reading }: BothWays, checked: CheckedMonth): void {
  const { month } = checked.standing;
  const changes = changesOfMonth(reading, checked);
  if (changes.length === 0) return;
  const sentence = `${monthTitle(month)} is not what was prepared any more: ${changes.join("; ")}`;
  throw new TieoutError("CLOSE_CHANGED", sentence);
}

/** A sentence as part of another. */
function inSentence(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
