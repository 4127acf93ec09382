/** The restatement register: changes to entries and paid transactions, and what they do to signed months. */
import type { HumanAct } from "../../human-act.ts";
import { TieoutError } from "../../errors.ts";
import { nameOf, reasonOf } from "../decisions/note-rules.ts";
import type { FieldChange } from "../../reconcile/input/findings.ts";
import type { Day } from "../../time.ts";
import type { Month } from "../close/close.ts";

// Setting a pull aside, as if it had never been made, and putting it back: the steps and their rules.

export const PULL_STEPS = ["set-aside", "put-back"] as const;
export type PullStepKind = (typeof PULL_STEPS)[number];

/** One step. None is ever changed or deleted. */
export interface PullStep extends HumanAct {
  readonly pullId: number;
  readonly step: PullStepKind;
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

/** The words as they are stored. @throws TieoutError DECISION_INVALID without a name or a reason */
export function pullStepWords({ by, note }: Pick<PullStep, "by" | "note">): Pick<PullStep, "by" | "note"> {
  return {
    by: nameOf(by, "Setting a pull aside or putting it back needs a name"),
    note: reasonOf(note, "Setting a pull aside or putting it back needs a reason"),
  };
}

/** @param aside the pulls that are set aside, of all @throws TieoutError PULL_STEP */
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

/**
 * `returned`: back after it vanished. `back-dated`: brought for the first time by a pull although an
 * earlier one should have had it, or into a month that was signed before.
 */
export const RESTATEMENT_KINDS = ["changed", "approved", "vanished", "returned", "back-dated"] as const;
export type RestatementKind = (typeof RESTATEMENT_KINDS)[number];

/** The signature in force at the pull, of the month that the change affects. */
export interface RestatedSignature {
  readonly month: Month;
  /** Of the step that signed it off. */
  readonly stepId: number;
  readonly by: string;
  /** Milliseconds UTC. */
  readonly atMs: number;
  /** Whether it is in force today; a reopened month's is not. */
  readonly stillInForce: boolean;
}

/** What a change does to one wallet of a signed month, in the service's unit. */
export interface WalletEffect {
  readonly userID: number;
  /** null when wallets were per user as the month was signed. */
  readonly businessID: number | null;
  /** As it was signed; null for a wallet that came since, or of unknown currency. */
  readonly currency: string | null;
  /** On Σ movements, under the convention that the month was signed with. */
  readonly movement: number;
  /** On the stated closing balance. */
  readonly closing: number;
}

/** The day that an entry is dated, in the zone of its months, and whether its month is signed today. */
export interface DatedElsewhere {
  readonly day: Day;
  readonly month: Month;
  readonly isSigned: boolean;
}

/** One change that a later pull brought. One that touches several signed months is once for each of them. */
export interface Restatement {
  /** The pull that brought it. */
  readonly pullId: number;
  /** Where not the pull brought it, but its being set aside or put back. */
  readonly step?: PullStepKind;
  /** When that pull ended, null for files, or that step was taken; milliseconds UTC. */
  readonly atMs: number | null;
  readonly kind: RestatementKind;
  /** null for a transaction. */
  readonly walletID: number | null;
  /** null for an entry. */
  readonly payID: number | null;
  readonly payref: string;
  readonly userID: number;
  readonly businessID: number;
  /** The record's month; before and after where they differ. Empty for a transaction without a time. */
  readonly months: readonly Month[];
  /** Of a back-dated entry that counts in another month than its date's: that date; else null. */
  readonly dated: DatedElsewhere | null;
  /** Field by field; empty for one that vanished, returned or is back-dated. */
  readonly fields: readonly FieldChange[];
  /** null where no signed month is touched. */
  readonly signature: RestatedSignature | null;
  /** Its effect on the signed month, in the service's unit; nil for none. A transaction moves no balance. */
  readonly effect: {
    /** Over all its wallets: of several arithmetic and no balance, as currencies may differ. */
    readonly movement: number;
    readonly closing: number;
    /** Of each wallet that changes, by user, then business: two where an entry goes from one to another. */
    readonly wallets: readonly WalletEffect[];
  };
}

/** A signed month's closing as it was signed and as the ledger says it now, where the two differ. */
export interface RestatedClosing {
  readonly month: Month;
  readonly userID: number;
  /** null when wallets are per user. */
  readonly businessID: number | null;
  readonly currency: string | null;
  /** Amounts in the service's unit. */
  readonly signed: number;
  readonly now: number;
}

export interface RestatementRegister {
  /** Newest pull first; within one known entries, then new ones, by walletID, then transactions alike. */
  readonly restatements: readonly Restatement[];
  /** How many there are, beyond those listed too. */
  readonly total: number;
  /** By month, then user, then business; only of signatures in force today. */
  readonly closings: readonly RestatedClosing[];
}
