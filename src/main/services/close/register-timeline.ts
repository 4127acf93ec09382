/**
 * The pulls that the restatement register walks. Where a month was signed on a pull that was set aside since,
 * or without one that was put back since, the step that did it stands among the pulls: it changes what was
 * signed. Of pulls on which nothing is signed none of that shows.
 */
import type { CloseStep } from "../../../core/review/close/close.ts";
import type { PullStep } from "../../../core/review/pulls/pull-steps.ts";
import type { Signature } from "../../../core/review/restate/signatures.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { asideAt, pullsAside } from "../../ledger/pulls/pull-step.ts";
import type { PullRecord } from "../../ledger/pulls/pull.ts";
import { type StepAsPull, type Timeline, listAllPulls } from "../../ledger/trail/counting.ts";
import { actLinks, closeLinks, pullLinks } from "../../ledger/trail/links-of.ts";
import type { PullEvent } from "../../ledger/trail/records-anew.ts";
import { listActs } from "../../ledger/people/acts.ts";

export interface RegisterTimeline extends Timeline {
  /** The signatures, by the events before and after them. */
  readonly signatures: readonly Signature[];
  /** By the id that stands as the pull. */
  readonly stepAt: ReadonlyMap<number, PullStep>;
}

/** More steps than any ledger has fit between two pulls; sums of such fractions are exact. */
const PARTS = 1_048_576;

type Happened = { readonly sequence: number } & (
  | { readonly pull: PullRecord }
  | { readonly step: PullStep; readonly as: StepAsPull }
);

/**
 * @param steps of the close
 * @returns null where each signature depends on pulls that count as they did then
 */
export function registerTimeline(
  db: ReadableLedger,
  signatures: readonly Signature[],
  steps: readonly CloseStep[],
): RegisterTimeline | null {
  const pullSteps = listActs(db, "pull-step");
  if (pullSteps.length === 0 || signatures.length === 0) return null;
  const links = closeLinks(db);
  const basisOf = new Map(signatures.map((one) => [one, preparedAt(one, steps, links)]));
  const kept = pullsJudgedOtherwise(db, [...basisOf.values()]);
  if (kept.size === 0) return null;
  const aside = [...pullsAside(db).keys()].filter((pull) => !kept.has(pull));
  const happened = happenedTo(db, pullSteps, kept, aside);
  const idBefore = (sequence: number) => {
    const last = happened.findLast((one) => one.sequence < sequence);
    return last === undefined ? 0 : idOf(last);
  };
  return {
    events: eventsOf(happened),
    steps: happened.flatMap((one) => ("step" in one ? [one.as] : [])),
    touching: [...kept, ...aside],
    aside,
    stepAt: new Map(happened.flatMap((one) => ("step" in one ? [[one.as.id, one.step] as const] : []))),
    signatures: signatures.map((one) => ({
      ...one,
      afterPull: idBefore(basisOf.get(one) ?? 0),
      upToPull: one.upToPull === Infinity ? Infinity : idBefore(takenBackAt(one, steps, links)),
    })),
  };
}

/** The link of the preparation that was signed. */
function preparedAt(
  { month, stepId }: Signature,
  steps: readonly CloseStep[],
  links: ReadonlyMap<number, number>,
): number {
  const prepared = steps.findLast(
    ({ id, month: of, step }) => of === month && step === "prepare" && id < stepId,
  );
  return links.get(prepared?.id ?? stepId) ?? 0;
}

/** The link of the step that took a signature out of force. */
function takenBackAt(
  { month, stepId }: Signature,
  steps: readonly CloseStep[],
  links: ReadonlyMap<number, number>,
): number {
  const next = steps.find(({ id, month: of }) => of === month && id > stepId);
  return next === undefined ? Infinity : (links.get(next.id) ?? Infinity);
}

/** Pulls made before one of some links that counted then and do not now, or the other way round. */
function pullsJudgedOtherwise(db: ReadableLedger, links: readonly number[]): ReadonlySet<number> {
  const now = pullsAside(db);
  const made = pullLinks(db);
  const judged = new Set<number>();
  for (const link of links) {
    const then = asideAt(db, link);
    for (const [pull, sequence] of made)
      if (sequence < link && then.has(pull) !== now.has(pull)) judged.add(pull);
  }
  return judged;
}

function happenedTo(
  db: ReadableLedger,
  steps: readonly PullStep[],
  kept: ReadonlySet<number>,
  aside: readonly number[],
): Happened[] {
  const made = pullLinks(db);
  const taken = actLinks(db, "pull-step");
  const pulls = listAllPulls(db);
  const newestAt = (sequence: number) => pulls.findLast(({ id }) => (made.get(id) ?? 0) < sequence)?.id ?? 0;
  return [
    ...pulls
      .filter(({ id }) => !aside.includes(id))
      .map((pull) => ({ sequence: made.get(pull.id) ?? 0, pull })),
    ...steps
      .filter(({ pullId }) => kept.has(pullId))
      .map((step) => {
        const sequence = taken.get(step.id) ?? 0;
        const before = newestAt(sequence);
        const idSql = `(${before} + ${step.id} / ${PARTS}.0)`;
        return { sequence, step, as: { id: before + step.id / PARTS, idSql, atMs: step.atMs } };
      }),
  ].toSorted((a, b) => a.sequence - b.sequence);
}

function idOf(happened: Happened): number {
  return "pull" in happened ? happened.pull.id : happened.as.id;
}

function eventsOf(happened: readonly Happened[]): PullEvent[] {
  const made: PullRecord[] = [];
  const aside = new Set<number>();
  return happened.map((one) => {
    if ("pull" in one) {
      made.push(one.pull);
      return { id: one.pull.id, brings: one.pull, counting: [] };
    }
    const { step, pullId } = one.step;
    if (step === "set-aside") aside.add(pullId);
    else aside.delete(pullId);
    return { id: one.as.id, brings: null, counting: made.filter(({ id }) => !aside.has(id)) };
  });
}
