/**
 * The pulls that the restatement register walks. Where a month was signed on a pull that was set aside since,
 * or without one that was put back since, the step that did it stands among the pulls: it changes what was
 * signed. Of pulls on which nothing is signed none of that shows.
 */
import type { CloseStep } from "../close/close.ts";
import { type PullStep, asideAfter } from "../pulls/pull-steps.ts";
import type { Signature } from "./signatures.ts";

/** Sequences of links, by the number of what they record. */
type LinkNumbers = ReadonlyMap<number, number>;

/** What happened to a ledger's pulls and months, with the links that record it. */
export interface PullHistory<P> {
  /** All that were made, oldest first. */
  readonly pulls: readonly P[];
  readonly pullLinks: LinkNumbers;
  /** Setting aside and putting back, in their order. */
  readonly pullSteps: readonly PullStep[];
  readonly pullStepLinks: LinkNumbers;
  /** Of the close. */
  readonly steps: readonly CloseStep[];
  readonly closeLinks: LinkNumbers;
}

/** A step that stands among the pulls. */
export interface StepBetween {
  /** Between the number of the pull before it and that of the next. */
  readonly id: number;
  /** The pull before it; 0 without one. */
  readonly afterPull: number;
  readonly step: PullStep;
}

/** The pulls and steps that the register walks, in the order of the trail. */
export interface RegisterTimeline<P> {
  /** What each brings; `counting` are the pulls that count from a step on, oldest first. */
  readonly events: readonly {
    readonly id: number;
    readonly brings: P | null;
    readonly counting: readonly P[];
  }[];
  readonly steps: readonly StepBetween[];
  /** Pulls that count at some of the events and not at others, or at none. */
  readonly touching: readonly number[];
  /** Pulls that count at none. */
  readonly aside: readonly number[];
  /** The signatures, by the events before and after them. */
  readonly signatures: readonly Signature[];
}

/** More steps than any ledger has fit between two pulls; sums of such fractions are exact. */
export const PARTS = 1_048_576;

type Happened<P> = { readonly sequence: number; readonly id: number } & (
  | { readonly pull: P }
  | { readonly between: StepBetween }
);

/** @returns null where each signature depends on pulls that count as they did then */
export function registerTimeline<P extends { readonly id: number }>(
  signatures: readonly Signature[],
  history: PullHistory<P>,
): RegisterTimeline<P> | null {
  const basisOf = new Map(signatures.map((one) => [one, preparedAt(one, history)]));
  const kept = pullsJudgedOtherwise([...basisOf.values()], history);
  if (kept.size === 0) return null;
  const aside = [...asideAfter(history.pullSteps).keys()].filter((pull) => !kept.has(pull));
  const happened = happenedTo(history, kept, aside);
  const idBefore = (sequence: number) => happened.findLast((one) => one.sequence < sequence)?.id ?? 0;
  return {
    events: eventsOf(happened),
    steps: happened.flatMap((one) => ("between" in one ? [one.between] : [])),
    touching: [...kept, ...aside],
    aside,
    signatures: signatures.map((one) => ({
      ...one,
      afterPull: idBefore(basisOf.get(one) ?? 0),
      upToPull: one.upToPull === Infinity ? Infinity : idBefore(takenBackAt(one, history)),
    })),
  };
}

type Closed = Pick<PullHistory<never>, "steps" | "closeLinks">;

/** The link of the preparation that was signed. */
function preparedAt({ month, stepId }: Signature, { steps, closeLinks }: Closed): number {
  const prepared = steps.findLast(
    ({ id, month: of, step }) => of === month && step === "prepare" && id < stepId,
  );
  return closeLinks.get(prepared?.id ?? stepId) ?? 0;
}

/** The link of the step that took a signature out of force. */
function takenBackAt({ month, stepId }: Signature, { steps, closeLinks }: Closed): number {
  const next = steps.find(({ id, month: of }) => of === month && id > stepId);
  return next === undefined ? Infinity : (closeLinks.get(next.id) ?? Infinity);
}

/** Pulls made before one of some links that counted then and do not now, or the other way round. */
function pullsJudgedOtherwise(
  links: readonly number[],
  {
    pullLinks,
    pullSteps,
    pullStepLinks,
  }: Pick<PullHistory<never>, "pullLinks" | "pullSteps" | "pullStepLinks">,
): ReadonlySet<number> {
  const now = asideAfter(pullSteps);
  const judged = new Set<number>();
  for (const link of links) {
    const then = asideAfter(pullSteps.filter(({ id }) => (pullStepLinks.get(id) ?? Infinity) <= link));
    for (const [pull, sequence] of pullLinks)
      if (sequence < link && then.has(pull) !== now.has(pull)) judged.add(pull);
  }
  return judged;
}

function happenedTo<P extends { readonly id: number }>(
  { pulls, pullLinks, pullSteps, pullStepLinks }: PullHistory<P>,
  kept: ReadonlySet<number>,
  aside: readonly number[],
): Happened<P>[] {
  const newestAt = (sequence: number) =>
    pulls.findLast(({ id }) => (pullLinks.get(id) ?? 0) < sequence)?.id ?? 0;
  return [
    ...pulls
      .filter(({ id }) => !aside.includes(id))
      .map((pull) => ({ sequence: pullLinks.get(pull.id) ?? 0, id: pull.id, pull })),
    ...pullSteps
      .filter(({ pullId }) => kept.has(pullId))
      .map((step) => {
        const sequence = pullStepLinks.get(step.id) ?? 0;
        const afterPull = newestAt(sequence);
        const id = afterPull + step.id / PARTS;
        return { sequence, id, between: { id, afterPull, step } };
      }),
  ].toSorted((a, b) => a.sequence - b.sequence);
}

function eventsOf<P extends { readonly id: number }>(
  happened: readonly Happened<P>[],
): RegisterTimeline<P>["events"] {
  const made: P[] = [];
  const aside = new Set<number>();
  return happened.map((one) => {
    if ("pull" in one) {
      made.push(one.pull);
      return { id: one.id, brings: one.pull, counting: [] };
    }
    const { step, pullId } = one.between.step;
    if (step === "set-aside") aside.add(pullId);
    else aside.delete(pullId);
    return { id: one.id, brings: null, counting: made.filter(({ id }) => !aside.has(id)) };
  });
}
