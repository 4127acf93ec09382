/** Earlier decisions, grouped by what they were alike in, so that a finding finds those like it at once. */
import type { Month } from "../close/close.ts";
import type { Decision, DecidedFinding, DecisionStatus } from "../decisions/decision.ts";
import { decisionStates } from "../decisions/decision-state.ts";
import type { Circumstances } from "./circumstances.ts";
import { ownWords } from "./repeated-note.ts";
import { likenessesOf } from "./shape.ts";

/** What is known of earlier decisions. */
export interface KnownDecisions {
  /** All of the ledger, in any order. */
  readonly decisions: readonly Decision[];
  /** The ids of those whose numbers or records have changed since. */
  readonly reopened: ReadonlySet<number>;
  /** null where the record is not held any more. */
  readonly circumstancesOf: (finding: DecidedFinding) => Circumstances | null;
}

/** An earlier decision that may be repeated. */
export interface Precedent {
  readonly id: number;
  readonly fingerprint: string;
  readonly status: DecisionStatus;
  /** Its own words, without those that say where it came from. */
  readonly words: string;
  readonly by: string;
  /** Milliseconds UTC. */
  readonly atMs: number;
  /** Of the finding that it is on; null where that has no date. */
  readonly month: Month | null;
}

/** Earlier decisions on findings that are alike. */
export interface Alike {
  /** The newest of them, by id, on findings of the last month that they are on. */
  readonly newest: Precedent;
  /** Whether those on findings of that month have one note. */
  readonly oneNote: boolean;
  /** How many there are, of every month. */
  readonly count: number;
  /** Whether all have one status. */
  readonly oneStatus: boolean;
  /** How many have a note, by the note. */
  readonly notes: ReadonlyMap<string, number>;
}

/**
 * The decisions in force that say something, by the keys of `likenessesOf`. Left out are those that were
 * undone, taken back to open, replaced or reopened, and those whose record or party is not known. Takes time
 * in proportion to the decisions; their order changes nothing.
 */
export function precedentsByLikeness(known: KnownDecisions): Map<string, Alike> {
  const words = ownWords(known.decisions);
  const alike = new Map<string, Growing>();
  for (const decision of decisionsThatHold(known)) {
    const circumstances = known.circumstancesOf(decision.finding);
    if (circumstances === null) continue;
    const { id, fingerprint, status, note, by, atMs, finding } = decision;
    const { month } = circumstances;
    const precedent = { id, fingerprint, status, words: words.get(id) ?? note, by, atMs, month };
    for (const { key } of likenessesOf(finding, circumstances)) add(alike, key, precedent);
  }
  return alike;
}

/** The decisions in force, but `open` and those that were reopened. */
export function decisionsThatHold({
  decisions,
  reopened,
}: Pick<KnownDecisions, "decisions" | "reopened">): Decision[] {
  return [...decisionStates(decisions).values()].flatMap(({ inForce }) =>
    inForce === null || inForce.status === "open" || reopened.has(inForce.id) ? [] : [inForce],
  );
}

interface Growing extends Alike {
  newest: Precedent;
  oneNote: boolean;
  count: number;
  oneStatus: boolean;
  readonly notes: Map<string, number>;
}

function add(alike: Map<string, Growing>, key: string, precedent: Precedent): void {
  const { status, words } = precedent;
  const known = alike.get(key);
  if (known === undefined) {
    const notes = new Map([[words, 1]]);
    alike.set(key, { newest: precedent, oneNote: true, count: 1, oneStatus: true, notes });
    return;
  }
  known.count += 1;
  known.oneStatus &&= known.newest.status === status;
  known.notes.set(words, (known.notes.get(words) ?? 0) + 1);
  // What has no date comes before every month.
  const [month, lastMonth] = [precedent.month ?? "", known.newest.month ?? ""];
  if (month < lastMonth) return;
  known.oneNote = month > lastMonth || (known.oneNote && known.newest.words === words);
  if (month > lastMonth || precedent.id > known.newest.id) known.newest = precedent;
}
