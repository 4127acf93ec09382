/** What becomes of a tick and a note that a reviewer typed into a workbook: pure rules, so that every case is named. */
import { TieoutError } from "../errors.ts";
import type { Decision, DecisionStatus } from "./decision.ts";
import { TICKS_UNDERSTOOD, meaningOfTick } from "./reviewer-tick.ts";
import type { ReviewStatus } from "./review.ts";
import { noteOf } from "./wording.ts";

/** What was typed beside one finding, and all that bears on whether it can be taken in. */
export interface TypedFinding {
  readonly tick: string;
  readonly note: string;
  /** Whether a formula was typed instead of a text. */
  readonly isFormula: boolean;
  /** Where it was typed, e.g. `October.xlsx, Exceptions row 12`: the note of a tick without one. */
  readonly place: string;
  /** Columns of its row that are not as they were exported, by their headers. */
  readonly edited: readonly string[];
  /** How the finding stands now; null when the check raises it no more. */
  readonly status: ReviewStatus | null;
  /** The decision in force on it now, null without one. */
  readonly decision: Decision | null;
  /** The newest decision or undoing that came since the export, null when none did. */
  readonly since: Decision | null;
  /** The row above in which the same finding was typed on already, null as a rule. */
  readonly before: string | null;
  /** A row below in which the same finding was typed on and something else said, null as a rule. */
  readonly otherwise: string | null;
}

export interface Proposal {
  /** What it would be taken in as; null when it cannot. */
  readonly proposed: { readonly status: DecisionStatus; readonly note: string } | null;
  /** Why it cannot be taken in, or what to look at first, in one sentence; null when nothing stands against it. */
  readonly caution: string | null;
}

/** Judges one row: what stands in the way comes before what is only to be looked at. */
export function proposalOf(typed: TypedFinding): Proposal {
  const { before, status, isFormula } = typed;
  if (status === null) {
    return refused("The check raises this finding no more: its numbers are others since the export.");
  }
  if (before !== null) return refused(`The same finding was typed on in ${before}, too; that row counts.`);
  if (isFormula) return refused("A formula stands there; a tick and a note are taken as text alone.");
  const decided = decidedIn(typed);
  if ("caution" in decided) return decided;
  if (saysAlready(typed, decided)) {
    return refused(`Decision ${typed.decision?.id ?? ""} says so already.`);
  }
  try {
    noteOf(decided.note, decided.status);
  } catch (error) {
    if (error instanceof TieoutError) return refused(`${error.message}.`);
    throw error;
  }
  return { proposed: decided, caution: cautionOf(typed) };
}

function refused(caution: string): { readonly proposed: null; readonly caution: string } {
  return { proposed: null, caution };
}

type Decided = NonNullable<Proposal["proposed"]>;

function decidedIn({ tick, note, place, status }: TypedFinding): Decided | ReturnType<typeof refused> {
  const meaning = meaningOfTick(tick);
  if (meaning === "unclear") {
    return refused(`The tick is not one that is understood: ${TICKS_UNDERSTOOD}.`);
  }
  if (meaning === "nothing") {
    if (note === "") return refused("The box is not ticked, and no note stands beside it.");
    return isOpen(status)
      ? { status: "explained", note }
      : refused(`A note without a tick, and the finding is ${status ?? ""} already.`);
  }
  return { status: meaning, note: note === "" && meaning !== "open" ? `Ticked in ${place}` : note };
}

function isOpen(status: ReviewStatus | null): boolean {
  return status === "open" || status === "reopened";
}

/** Whether the decision in force is what was typed: the workbook was taken in before. */
function saysAlready({ decision, status }: TypedFinding, { status: wanted, note }: Decided): boolean {
  return decision !== null && status === wanted && decision.note === note;
}

function cautionOf({ edited, since, tick, otherwise }: TypedFinding): string | null {
  const cautions = [
    ...(edited.length > 0
      ? [
          `${edited.map((header) => `"${header}"`).join(", ")} ${edited.length === 1 ? "was" : "were"} edited in its row: the reviewer saw something else than the check says.`,
        ]
      : []),
    ...(since === null ? [] : [meanwhile(since)]),
    ...(otherwise === null
      ? []
      : [`The same finding stands in ${otherwise}, too, and something else was typed there.`]),
    ...(meaningOfTick(tick) === "nothing" ? ["A note without a tick: taken as explained."] : []),
  ];
  return cautions.length === 0 ? null : cautions.join(" ");
}

function meanwhile({ id, by, status, undoes }: Decision): string {
  const what = undoes === null ? status : "undone";
  return `Since the export ${by} decided otherwise: decision ${id}, ${what}.`;
}
