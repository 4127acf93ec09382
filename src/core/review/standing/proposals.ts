/**
 * Standing explanations: what was decided before on findings alike is proposed for those that are undecided.
 * A proposal decides nothing: a person accepts it, or does not.
 */
import type { Month } from "../close/close.ts";
import type { DecisionStatus } from "../decisions/decision.ts";
import { NOTE_LIMIT } from "../decisions/note-rules.ts";
import { type ReviewedFinding, isDecided, isException } from "../decisions/review.ts";
import type { Party } from "./circumstances.ts";
import { type Alike, type KnownDecisions, precedentsByLikeness } from "./precedents.ts";
import { repeatedNote } from "./repeated-note.ts";
import { type AlikeSize, type Likeness, likenessesOf } from "./shape.ts";

/** What a person may accept for one finding. */
export interface StandingProposal {
  readonly status: DecisionStatus;
  /** The earlier note, in its own words. */
  readonly words: string;
  /** The note as it is saved: where it comes from, then the words. */
  readonly note: string;
  /** The newest earlier decision on a finding like it, of the last month that has one. */
  readonly from: {
    readonly decision: number;
    readonly fingerprint: string;
    /** Of the finding that was decided on; null where that has no date. */
    readonly month: Month | null;
    readonly by: string;
    /** When it was decided, milliseconds UTC. */
    readonly atMs: number;
  };
  /** How many of the earlier decisions have this note, `from` among them. All have this status. */
  readonly agree: number;
  /** How many earlier decisions there are on findings like it. */
  readonly earlier: number;
  /** What is the same, besides rule, cause, kind, currency and direction. */
  readonly same: { readonly party: Party; readonly size: AlikeSize };
}

/**
 * Why nothing is proposed: it was decided and has changed since; its record is not held; who it is with is
 * not known; nothing like it was decided; the statuses decided differ; the notes of the last month with such
 * decisions differ; or the note with its origin is too long.
 */
export const WITHHELD = [
  "reopened",
  "no-record",
  "party-unknown",
  "none-alike",
  "statuses-differ",
  "notes-differ",
  "too-long",
] as const;
export type Withheld = (typeof WITHHELD)[number];

/** An undecided exception with its proposal, or why it has none. */
export type StandingAnswer = { readonly reviewed: ReviewedFinding } & (
  | { readonly proposal: StandingProposal; readonly withheld: null }
  | { readonly proposal: null; readonly withheld: Withheld }
);

/**
 * Proposes for the exceptions of a check that nobody decided on. Takes time in proportion to decisions and
 * findings. Nothing depends on the order of the decisions, on a clock or on a locale.
 *
 * @param findings of a check, in any order
 * @returns undecided exceptions, each fingerprint once, in the order of the findings
 */
export function proposeStanding(
  findings: readonly ReviewedFinding[],
  known: KnownDecisions,
): StandingAnswer[] {
  const precedents = precedentsByLikeness(known);
  const answers = new Map<string, StandingAnswer>();
  for (const reviewed of findings) {
    const { finding, status } = reviewed;
    if (isDecided(status) || !isException(finding) || answers.has(finding.fingerprint)) continue;
    const answer = answerFor(reviewed, known, precedents);
    answers.set(
      finding.fingerprint,
      typeof answer === "string"
        ? { reviewed, proposal: null, withheld: answer }
        : { reviewed, proposal: answer, withheld: null },
    );
  }
  return [...answers.values()];
}

function answerFor(
  { finding, status }: ReviewedFinding,
  { circumstancesOf }: KnownDecisions,
  precedents: ReadonlyMap<string, Alike>,
): StandingProposal | Withheld {
  // Whoever decides again has to look at what changed.
  if (status === "reopened") return "reopened";
  const circumstances = circumstancesOf(finding);
  if (circumstances === null) return "no-record";
  const likenesses = likenessesOf(finding, circumstances);
  if (likenesses.length === 0) return "party-unknown";
  const found = likenesses.flatMap((likeness) => {
    const alike = precedents.get(likeness.key);
    return alike === undefined ? [] : [{ likeness, alike }];
  });
  const [closest] = found;
  if (closest === undefined) return "none-alike";
  const statuses = new Set(found.map(({ alike }) => alike.newest.status));
  if (statuses.size > 1 || found.some(({ alike }) => !alike.oneStatus)) return "statuses-differ";
  if (!closest.alike.oneNote) return "notes-differ";
  return proposalFrom(closest.likeness, closest.alike);
}

function proposalFrom(
  { party, size }: Likeness,
  { newest, count, notes }: Alike,
): StandingProposal | "too-long" {
  const { id, fingerprint, status, words, month, by, atMs } = newest;
  const note = repeatedNote(id, month, words);
  if (note.length > NOTE_LIMIT) return "too-long";
  const from = { decision: id, fingerprint, month, by, atMs };
  return { status, words, note, from, agree: notes.get(words) ?? 0, earlier: count, same: { party, size } };
}
