/** Pure rules for a tick and a note in a workbook: the decision and the point that they become, and their cautions. */
import { DECISION_STATUSES, type DecisionStatus, type Decision } from "./decision.ts";
import { TieoutError } from "../../errors.ts";
import { uncapitalised } from "../../sentence.ts";
import type { Period } from "../../time.ts";
import { agreementNote, type ReviewStatus } from "./review.ts";
import { noteOf, reasonOf } from "./note-rules.ts";

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
  /** As it is there; the note too. */
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
  /** The texts of the points on the finding. What was answered before the export is left out: typed after it, the same is asked anew. */
  readonly points: readonly string[];
  /** Why a note makes no point, in one sentence; null where it does. */
  readonly noPoint: string | null;
  /** The row above in which the same finding was typed on already, null as a rule. */
  readonly before: string | null;
  /** A row below in which the same finding was typed on and something else said, null as a rule. */
  readonly otherwise: string | null;
}

export interface Proposal {
  /** The decision that it would become; null without one. */
  readonly proposed: { readonly status: DecisionStatus; readonly note: string } | null;
  /** The point that its note would make; null without one. Where both are null it cannot be imported. */
  readonly point: string | null;
  /** Why it cannot be imported, or what to check first, in one sentence; null when there is no objection. */
  readonly caution: string | null;
}

/** What a reviewer typed beside one finding, and what would become of it. */
export interface ProposedReview extends Proposal, Pick<TypedFinding, "tick" | "note" | "status"> {
  readonly fingerprint: string;
  /** The row on C1. */
  readonly row: number;
  readonly rule: string;
  readonly message: string;
  /** The newest decision on it now, null without one. */
  readonly seen: number | null;
}

/** What a reviewer typed into a workbook. */
export interface ReviewedWorkbook {
  readonly fileName: string;
  /** The run that the workbook shows. */
  readonly run: number;
  readonly period: Pick<Period, "from" | "to"> | null;
  /** Who reviewed, as the workbook says; '' when it does not, or says no name. */
  readonly by: string;
  readonly items: readonly ProposedReview[];
  readonly notes: readonly string[];
}

/** Judges one row: obstacles come before cautions. */
export function proposalOf(typed: TypedFinding): Proposal {
  const { before, status, isFormula } = typed;
  if (status === null) {
    return refused("The check no longer raises this finding. Its numbers changed since the export.");
  }
  if (before !== null) return refused(`The same finding is also filled in at ${before}. That row counts.`);
  if (isFormula) return refused("The cell holds a formula. Ticks and notes must be plain text.");
  const said = saidIn(typed);
  if ("caution" in said) return said;
  const isDecided = said.decided !== null && saysAlready(typed, said.decided);
  const isMade = said.point !== null && isPointMade(typed, said.point);
  const decided = isDecided ? null : said.decided;
  const point = isMade || typed.noPoint !== null ? null : said.point;
  const noPoint = said.point !== null && !isMade ? typed.noPoint : null;
  if (decided === null && point === null) return refused(noPoint ?? importedWords(typed, said));
  try {
    if (decided !== null) noteOf(decided.note, decided.status);
    if (point !== null) reasonOf(point, "A point needs a text", "point");
  } catch (error) {
    if (error instanceof TieoutError) return refused(`${error.message}.`);
    throw error;
  }
  const cautions = [cautionOf(typed), noPoint].filter((caution) => caution !== null);
  return { proposed: decided, point, caution: cautions.length === 0 ? null : cautions.join(" ") };
}

type Refused = Proposal & { readonly proposed: null; readonly point: null; readonly caution: string };

function refused(caution: string): Refused {
  return { proposed: null, point: null, caution };
}

type Decided = NonNullable<Proposal["proposed"]>;

interface Said {
  readonly decided: Decided | null;
  readonly point: string | null;
}

/**
 * A tick, or the word for what was decided, agrees with the decision that the sheet showed; where it showed none or
 * another, it accepts. A note is the reason of what the reviewer decides; any other note is a point.
 */
function saidIn(typed: TypedFinding): Said | Refused {
  const { tick, note, place, status, decision, since } = typed;
  const meaning = meaningOfTick(tick);
  if (meaning === "unclear") {
    return refused(
      CROSSES.has(wordOf(tick))
        ? `A cross can mean agreed or wrong. Ask the reviewer, then write one of: ${TICKS_UNDERSTOOD}.`
        : `The tick is not understood. Use one of: ${TICKS_UNDERSTOOD}.`,
    );
  }
  const point = note === "" ? null : note;
  if (meaning === "nothing") {
    return point === null
      ? refused("The box is not ticked, and there is no note.")
      : { decided: null, point };
  }
  const standing = status === null || status === "open" || status === "reopened" ? null : status;
  const wanted = meaning === "agreed" ? "accepted" : meaning;
  const reason = note === "" && wanted !== "open" ? `Ticked in ${place}` : note;
  // Where a word stands beside it, the decision may be the one that this line made when it was imported before.
  const isAgreed = meaning === "agreed" ? since === null : meaning === standing && decision?.note !== reason;
  if (standing !== null && decision !== null && isAgreed)
    return { decided: { status: standing, note: agreementNote(decision.id, place) }, point };
  return { decided: { status: wanted, note: reason }, point: null };
}

/** Whether the decision in force equals what was typed, because the workbook was imported before. */
function saysAlready(
  { decision, status, tick, note: typed, place, endorsements }: TypedFinding,
  { status: wanted, note }: Decided,
): boolean {
  if (decision === null) return false;
  // Earlier versions wrote the note after it.
  if (endorsements.some((one) => one.startsWith(note)) && note.startsWith(agreementNote(decision.id, place)))
    return true;
  const isTickAlone = meaningOfTick(tick) === "agreed" && typed === "";
  // Older versions said so in a decision that took the place of the one before.
  if (isTickAlone && decision.note.endsWith(`(ticked in ${place})`)) return true;
  return status === wanted && decision.note === note;
}

/** Whether a note is a point on the finding, or was kept as a remark by an earlier version. */
function isPointMade({ points, endorsements }: TypedFinding, point: string): boolean {
  return points.includes(point) || endorsements.some((one) => one.endsWith(`): ${point}`));
}

function importedWords({ decision, place }: TypedFinding, { decided, point }: Said): string {
  if (point !== null) return "Imported already: its point is made.";
  const agreed = decision === null ? "" : agreementNote(decision.id, place);
  return decided?.note === agreed
    ? `Imported already: ${uncapitalised(agreed)}.`
    : `Decision ${decision?.id ?? ""} already says this.`;
}

function cautionOf(typed: TypedFinding): string | null {
  const { edited, isHidden, restsOnOther, since, otherwise } = typed;
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
  ];
  return cautions.length === 0 ? null : cautions.join(" ");
}

function meanwhile({ id, by, status, undoes }: Decision): string {
  const what = undoes === null ? status : "undone";
  return `${by} decided it since the export: decision ${id}, ${what}.`;
}
