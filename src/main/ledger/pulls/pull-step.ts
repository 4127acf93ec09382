/** Pulls that are set aside and put back: append-only steps, each with its link of the audit trail. */
import { type PullStep, asideAfter } from "../../../core/review/pulls/pull-steps.ts";
import type { ReadableLedger, WritableLedger } from "../file/connection.ts";
import { schemaVersion } from "../file/schema.ts";
import { appendLink } from "../trail/audit.ts";
import { linksOf } from "../trail/links-of.ts";

/** Schemas before this one know no such step. */
export const PULL_STEPS_SINCE = 9;

/** All steps, in the order in which they were taken. */
export function listPullSteps(db: ReadableLedger): PullStep[] {
  if (schemaVersion(db) < PULL_STEPS_SINCE) return [];
  return db
    .prepare<[], PullStep>(
      "SELECT id, pull_id AS pullId, step, decided_by AS by, note, at_ms AS atMs FROM pull_step ORDER BY id",
    )
    .all();
}

/** The pulls that are set aside, each with the step that did it. */
export function pullsAside(db: ReadableLedger): ReadonlyMap<number, PullStep> {
  return asideAfter(listPullSteps(db));
}

/** The pulls that were set aside at a link of the trail. */
export function asideAt(db: ReadableLedger, sequence: number): ReadonlySet<number> {
  const steps = linksOf(db, "pull-step");
  return new Set(
    asideAfter(listPullSteps(db).filter(({ id }) => (steps.get(id) ?? Infinity) <= sequence)).keys(),
  );
}

/** Adds a step, inside the transaction that made sure that it may be taken. */
export function insertPullStep(db: WritableLedger, made: Omit<PullStep, "id">): PullStep {
  const { pullId, step, by, note, atMs } = made;
  const { lastInsertRowid } = db
    .prepare("INSERT INTO pull_step (pull_id, step, decided_by, note, at_ms) VALUES (?, ?, ?, ?, ?)")
    .run(pullId, step, by, note, atMs);
  const id = Number(lastInsertRowid);
  appendLink(db, atMs, "pull-step", { pullStep: id, pull: pullId, step, by, note });
  return { ...made, id };
}
