/** Setting a pull aside, as if it had never been made, and putting it back: the steps and their rules. */
import { TieoutError } from "../../errors.ts";
import { nameOf, reasonOf } from "../decisions/note-rules.ts";

export const PULL_STEPS = ["set-aside", "put-back"] as const;
export type PullStepKind = (typeof PULL_STEPS)[number];

/** One step. None is ever changed or deleted. */
export interface PullStep {
  /** From 1 on in the order in which they were taken, over all pulls. */
  readonly id: number;
  readonly pullId: number;
  readonly step: PullStepKind;
  readonly by: string;
  /** Why. */
  readonly note: string;
  /** Milliseconds UTC, as the machine's clock said. */
  readonly atMs: number;
}

/** The pulls that are set aside after steps, each with the step that did it. */
export function asideAfter(steps: readonly PullStep[]): ReadonlyMap<number, PullStep> {
  const aside = new Map<number, PullStep>();
  for (const step of steps) {
    if (step.step === "set-aside") aside.set(step.pullId, step);
    else aside.delete(step.pullId);
  }
  return aside;
}

/**
 * The words of a step, as they are stored.
 *
 * @throws TieoutError DECISION_INVALID without a name or a reason
 */
export function pullStepWords({ by, note }: Pick<PullStep, "by" | "note">): Pick<PullStep, "by" | "note"> {
  return {
    by: nameOf(by, "Setting a pull aside or putting it back needs a name"),
    note: reasonOf(note, "Setting a pull aside or putting it back needs a reason"),
  };
}

/**
 * Refuses a step that may not follow.
 *
 * @param pulls the numbers of all pulls
 * @param aside those that are set aside
 * @throws TieoutError PULL_STEP
 */
export function assertPullStep(
  { pullId, step }: Pick<PullStep, "pullId" | "step">,
  pulls: readonly number[],
  aside: { readonly size: number; has(pullId: number): boolean },
): void {
  const refuse = (sentence: string) => {
    throw new TieoutError("PULL_STEP", sentence, { record: `pull ${pullId}` });
  };
  if (!pulls.includes(pullId)) refuse("The ledger has no pull with this number");
  if (step === "put-back") {
    if (!aside.has(pullId)) refuse("The pull is not set aside");
    return;
  }
  if (aside.has(pullId)) refuse("The pull is set aside already");
  if (pulls.length - aside.size === 1)
    refuse("This is the only pull that counts, and a ledger needs one. Import the right files first");
}
