/** Decisions: a person's conclusion on a finding, tied to its numbers and to the records it depends on. */
import type { HumanAct } from "../../human-act.ts";
import type { Finding } from "../../reconcile/input/findings.ts";
import type { BoundRecords } from "./bound-records.ts";

/** What can be decided. `open` takes a finding back into the queue. */
export const DECISION_STATUSES = ["open", "explained", "accepted", "raised"] as const;
export type DecisionStatus = (typeof DECISION_STATUSES)[number];

/** The keys of a finding that a decision keeps; those that do not apply to its rule are absent. */
const DECIDED_KEYS = [
  "rule",
  "walletID",
  "payref",
  "payID",
  "userID",
  "businessID",
  "expected",
  "actual",
  "difference",
  "cause",
  "kind",
  "message",
] as const;

type DecidedNumbers = Pick<Finding, (typeof DECIDED_KEYS)[number]>;

/** A finding as it was decided on: its subject, its numbers and its rows. Amounts in the service's unit. */
export type DecidedFinding = DecidedNumbers & {
  /** What it depended on; decisions of earlier versions lack it, and hold on to the numbers alone. */
  readonly records?: BoundRecords;
};

/** One decision, or the undoing of one. Neither is ever changed or deleted. */
export interface Decision extends HumanAct {
  /** Of the finding, 64 hex digits. */
  readonly fingerprint: string;
  /** For an undo: the status in force again, `open` when there is none. */
  readonly status: DecisionStatus;
  /** The id of the decision that no longer counts from here on; null for a decision of its own. */
  readonly undoes: number | null;
  readonly finding: DecidedFinding;
}

/** What a decision keeps of its finding, its records apart. */
export function asDecided(finding: Finding): DecidedFinding {
  return Object.fromEntries(
    DECIDED_KEYS.flatMap((key) => (finding[key] === undefined ? [] : [[key, finding[key]]])),
  ) as DecidedNumbers;
}
