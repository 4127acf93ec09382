/** Which pulls are set aside. */
import { type PullStep, asideAfter } from "../../../core/review/pulls/pull-steps.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { listActs } from "../people/acts.ts";
import { linksOf } from "../trail/links-of.ts";

/** The pulls that are set aside, each with the step that did it. */
export function pullsAside(db: ReadableLedger): ReadonlyMap<number, PullStep> {
  return asideAfter(listActs(db, "pull-step"));
}

/** The pulls that were set aside at a link of the trail. */
export function asideAt(db: ReadableLedger, sequence: number): ReadonlySet<number> {
  const steps = linksOf(db, "pull-step");
  return new Set(
    asideAfter(listActs(db, "pull-step").filter(({ id }) => (steps.get(id) ?? Infinity) <= sequence)).keys(),
  );
}
