/** What a desk of decisions shows, and what it needs. */
import type { Decision } from "../../../core/review/decisions/decision.ts";
import type { StandingMatch } from "../../../core/review/match/manual-match.ts";
import type { Api } from "../../api.ts";
import type { DecisionStack } from "./decision-stack.ts";
import type { Outbox, UnsavedDecision } from "./outbox.ts";
import type { AskedPeriod, RunRequest } from "../protocol.ts";
import type { DecisionStates } from "./decision-states.ts";

export interface DeskView {
  readonly stack: DecisionStack;
  /** Writes under way and waiting: decisions, reversals. */
  readonly pending: number;
  /** How findings stand by what was decided here and may not have reached the check. */
  readonly decisionStates: DecisionStates;
  /** In the order in which they failed, until they are decided again or dismissed. */
  readonly unsaved: readonly UnsavedDecision[];
}

export interface DeskSettings {
  readonly api: Pick<Api, "review.decide" | "review.undo" | "match.decide" | "match.undo">;
  /** Reads what was decided since the list was read last, shows it, and gives the whole list. */
  readonly readNewer: () => Promise<readonly Decision[]>;
  readonly outbox: Outbox;
}

/** Who decides on the findings of which check. */
export interface Deciders {
  /** @returns null when nobody wants to say who they are */
  readonly whoDecides: () => Promise<string | null>;
  readonly period: AskedPeriod;
  /** null before the first check, when there is nothing to decide on. */
  readonly options: RunRequest["options"] | null;
}

/** What was written; null when there was nothing to write, or nobody said who decides. */
export type Written = readonly Decision[] | null;

/** What undoing or redoing the last thing wrote: decisions, or a match as it stands now. */
export type Stepped = Written | StandingMatch;
