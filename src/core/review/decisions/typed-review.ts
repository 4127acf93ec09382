/** Pure rules for a tick and a note in a workbook: the decision that each becomes, and its cautions. */
import { DECISION_STATUSES, type DecisionStatus, type Decision } from "./decision.ts";
import { TieoutError } from "../../errors.ts";
import { uncapitalised } from "../../sentence.ts";
import { agreementNote, endorsedIn, remarkNote, type ReviewStatus } from "./review.ts";
import { noteOf } from "./note-rules.ts";

// The status that a reviewer's tick in a workbook stands for.

/** Signs and words that tick off as seen and agreed. Not an x: on B1 and B2 a cross marks disagreement. */
const AGREEING: ReadonlySet<string> = new Set(["✓", "✔", "☑", "√", "ok", "yes", "y", "1", "true"]);
/** What an empty box says. */
const NOTHING: ReadonlySet<string> = new Set(["", "false", "0"]);

/** The meaning of a tick; `nothing` without one, `unclear` when it is ambiguous. */
type TickMeaning = DecisionStatus | "agreed" | "nothing" | "unclear";

/** @param typed as it is in the cell; case, blanks around it and a full stop do not matter */
export function meaningOfTick(typed: string): TickMeaning {
  const word = wordOf(typed);
  if (NOTHING.has(word)) return "nothing";
  if (AGREEING.has(word)) return "agreed";
  return DECISION_STATUSES.find((status) => status === word) ?? "unclear";
}

/** Crosses, by which some people tick off and others mark what is wrong. */
const CROSSES: ReadonlySet<string> = new Set(["x", "×", "✗", "✘", "☒", "✕", "✖"]);

/** How a tick may be written, for people. */
const TICKS_UNDERSTOOD = "✓, ok, yes, or one of accepted, explained, raised, open";

function wordOf(typed: string): string {
  // A sign may come with a mark that asks for it to be drawn in colour.
  return typed
    .replaceAll(/[\uFE0E\uFE0F]/gu, "")
    .trim()
    .replace(/\.$/u, "")
    .toLowerCase();
}

/** What was typed beside one finding, and everything that decides whether it can be imported. */
export interface TypedFinding {
  readonly tick: string;
  readonly note: string;
  readonly isFormula: boolean;
  /** Where it was typed, e.g. `October.xlsx, Exceptions row 12`: the note of a tick without one. */
  readonly place: string;
  /** Columns of its row that are not as they were exported, by their headers. */
  readonly edited: readonly string[];
  /** Whether its row is hidden. */
  readonly isHidden: boolean;
  /** Whether a record that the finding depends on said something else at the export, or was not there. */
  readonly restsOnOther: boolean;
  /** The finding's current status; null when the check no longer raises it. */
  readonly status: ReviewStatus | null;
  /** The decision in force on it now, null without one. */
  readonly decision: Decision | null;
  /** The newest decision of its own, or reversal, that came since the export; null when none did. */
  readonly since: Decision | null;
  /** The notes of those that agree with the decision in force, or remark on it. */
  readonly endorsements: readonly string[];
  /** The row above in which the same finding was typed on already, null as a rule. */
  readonly before: string | null;
  /** A row below in which the same finding was typed on and something else said, null as a rule. */
  readonly otherwise: string | null;
}

export interface Proposal {
  /** The decision that it would become; null when it cannot be imported. */
  readonly proposed: { readonly status: DecisionStatus; readonly note: string } | null;
  /** Why it cannot be imported, or what to check first, in one sentence; null when there is no objection. */
  readonly caution: string | null;
}

/** Judges one row: obstacles come before cautions. */
export function proposalOf(typed: TypedFinding): Proposal {
  const { before, status, isFormula } = typed;
  if (status === null) {
    return refused("The check no longer raises this finding. Its numbers changed since the export.");
  }
  if (before !== null) return refused(`The same finding is also filled in at ${before}. That row counts.`);
  if (isFormula) return refused("The cell holds a formula. Ticks and notes must be plain text.");
  const decided = decidedIn(typed);
  if ("caution" in decided) return decided;
  if (saysAlready(typed, decided)) {
    const isEndorsed = endorsedIn(decided.note) !== null;
    return refused(
      isEndorsed
        ? `Imported already: ${uncapitalised(decided.note)}.`
        : `Decision ${typed.decision?.id ?? ""} already says this.`,
    );
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

/** A tick agrees with the decision that the sheet showed; where it showed none or another, it accepts. */
function decidedIn(typed: TypedFinding): Decided | ReturnType<typeof refused> {
  const { tick, note, place, status, decision, since } = typed;
  const meaning = meaningOfTick(tick);
  if (meaning === "unclear") {
    return refused(
      CROSSES.has(wordOf(tick))
        ? `A cross can mean agreed or wrong. Ask the reviewer, then write one of: ${TICKS_UNDERSTOOD}.`
        : `The tick is not understood. Use one of: ${TICKS_UNDERSTOOD}.`,
    );
  }
  const standing = standingStatus(status);
  if (meaning === "nothing") {
    if (note === "") return refused("The box is not ticked, and there is no note.");
    if (standing === null || decision === null) return { status: "explained", note };
    return { status: standing, note: remarkNote(decision.id, place, note) };
  }
  // A word alone that says what was decided changes nothing of it either.
  if (meaning === "agreed" || (meaning === standing && note === "")) {
    if (standing === null || decision === null || since !== null)
      return { status: "accepted", note: note === "" ? `Ticked in ${place}` : note };
    return { status: standing, note: agreementNote(decision.id, place, note) };
  }
  return { status: meaning, note: note === "" && meaning !== "open" ? `Ticked in ${place}` : note };
}

/** The decided status in force; null while the finding is open or reopened. */
function standingStatus(status: ReviewStatus | null): DecisionStatus | null {
  return status === null || status === "open" || status === "reopened" ? null : status;
}

/** Whether the decision in force equals what was typed, because the workbook was imported before. */
function saysAlready(
  { decision, status, tick, note: typed, place, endorsements }: TypedFinding,
  { status: wanted, note }: Decided,
): boolean {
  if (decision === null) return false;
  if (endorsements.includes(note)) return true;
  const isTickAlone = meaningOfTick(tick) === "agreed" && typed === "";
  // Older versions said so in a decision that took the place of the one before.
  if (isTickAlone && decision.note.endsWith(`(ticked in ${place})`)) return true;
  return status === wanted && decision.note === note;
}

function cautionOf(typed: TypedFinding): string | null {
  const { edited, isHidden, restsOnOther, since, tick, otherwise, status } = typed;
  const cautions = [
    ...(edited.length > 0
      ? [
          `${edited.map((header) => `"${header}"`).join(", ")} ${edited.length === 1 ? "was" : "were"} edited in this row. The reviewer did not see what the check says.`,
        ]
      : []),
    ...(isHidden ? ["The row is hidden. Whoever opens the workbook does not see it."] : []),
    ...(restsOnOther
      ? ["A record behind it changed since the export. The reviewer has not seen the change."]
      : []),
    ...(since === null ? [] : [meanwhile(since)]),
    ...(otherwise === null ? [] : [`The same finding is filled in differently at ${otherwise}.`]),
    ...(meaningOfTick(tick) === "nothing" && standingStatus(status) === null
      ? ["A note without a tick: imported as explained."]
      : []),
  ];
  return cautions.length === 0 ? null : cautions.join(" ");
}

function meanwhile({ id, by, status, undoes }: Decision): string {
  const what = undoes === null ? status : "undone";
  return `${by} decided it since the export: decision ${id}, ${what}.`;
}
