/**
 * A reviewer's tick or remark on a decision: it is kept as the reviewer's own, and the decision counts as it
 * was taken, with its own note and under its own name.
 */
import type { Decision } from "./decision.ts";

/** @param remark what was typed beside the tick; '' for the tick alone */
export function agreementNote(decision: number, place: string, remark: string): string {
  return withRemark(`Agrees with decision ${decision} (ticked in ${place})`, remark);
}

export function remarkNote(decision: number, place: string, remark: string): string {
  return withRemark(`Remark on decision ${decision} (typed in ${place})`, remark);
}

function withRemark(words: string, remark: string): string {
  return remark === "" ? words : `${words}: ${remark}`;
}

const ENDORSING = /^(?:Agrees with|Remark on) decision (\d{1,15}) \((?:ticked|typed) in /u;

/** The decision that a note leaves as it is; null for the note of a decision of its own. */
export function endorsedIn(note: string): number | null {
  const found = ENDORSING.exec(note);
  return found === null ? null : Number(found[1]);
}

/**
 * Tells whether a decision only agrees with, or remarks on, an earlier one of the same finding and status.
 *
 * @param decisions all that it may be about, in any order
 */
export function endorsementTest(decisions: readonly Decision[]): (decision: Decision) => boolean {
  const endorsing = decisions.filter(({ note, undoes }) => undoes === null && endorsedIn(note) !== null);
  if (endorsing.length === 0) return () => false;
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  const isSame = ({ id, note, fingerprint, status }: Decision) => {
    const before = byId.get(endorsedIn(note) ?? 0);
    return (
      before !== undefined &&
      before.id < id &&
      before.undoes === null &&
      before.fingerprint === fingerprint &&
      before.status === status
    );
  };
  const found = new Set(endorsing.filter(isSame).map(({ id }) => id));
  return ({ id }) => found.has(id);
}
