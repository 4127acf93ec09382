/**
 * Standing explanations: what was decided before on findings alike is proposed for those that are undecided.
 * A proposal decides nothing: a person accepts it, or does not.
 */
import type { DecidedFinding, DecisionStatus, Decision } from "../decisions/decision.ts";
import type { Circumstances, Party } from "./circumstances.ts";
import type { Month } from "../close/close.ts";
import { NOTE_LIMIT } from "../decisions/note-rules.ts";
import {
  type ReviewedFinding,
  isDecided,
  isException,
  exceptionKey,
  decisionStates,
} from "../decisions/review.ts";
import { monthTitle } from "../../words/month.ts";
import type { Finding } from "../../reconcile/input/findings.ts";
import type { KnownVersions } from "../decisions/known-versions.ts";

// When two findings are alike: the same rule, cause and kind, the same party and currency, and the same
// shape.
//
// The shape is which way the record moves money, which way the finding differs, and how much it differs: by
// the same amount, or by the same share of the record's amount to a hundredth of a percent, as a fee does.
// The whole amount, or a multiple of it, is no such share: a missing payment always differs by that. A
// finding without a difference is about the record, whatever its amount. Either no later pull changed the two
// records, or one changed both: a change has an explanation of its own.
//
// Findings in the wallets of two users are alike only where the counterparty is the same and the currency is
// known; an action says too little of another user's wallet.

/** By how much findings differ alike. */
export type AlikeSize =
  /** In the service's unit, never 0. */
  | { readonly by: "amount"; readonly difference: number }
  /** Of the record's amount, in hundredths of a percent, 1 or more: 150 is 1.5 %. */
  | { readonly by: "share"; readonly hundredths: number }
  /** The rule states no difference. */
  | { readonly by: "record" };

type FindingNumbers = Pick<DecidedFinding, "rule" | "cause" | "kind" | "difference">;

/** A way in which a finding is like others: `key` is the same for all that are. */
interface Likeness {
  readonly key: string;
  readonly party: Party;
  readonly size: AlikeSize;
}

/** In which ways a finding may be like others, the closest first; none where its party is unknown. */
function likenessesOf(finding: FindingNumbers, circumstances: Circumstances): Likeness[] {
  const { party, amount, changed } = circumstances;
  if (party === null) return [];
  const { rule, cause = null, kind = null, difference = 0 } = finding;
  const directions = [Math.sign(amount), Math.sign(difference)];
  const common = [rule, cause, kind, changed, ...whose(party, circumstances), ...directions];
  return sizesOf(difference, amount).map((size) => ({
    key: JSON.stringify([...common, ...Object.values(size)]),
    party,
    size,
  }));
}

/** Party, currency, and the wallet's user where only within one wallet findings are alike. */
function whose(party: Party, { currency, userID }: Circumstances): (string | number | null)[] {
  if (party.kind === "action") return [party.kind, party.action, currency, userID];
  return [party.kind, party.userID, currency, currency === null ? userID : null];
}

function sizesOf(difference: number, amount: number): AlikeSize[] {
  if (difference === 0) return [{ by: "record" }];
  const same = { by: "amount", difference } as const;
  const hundredths = shareOf(difference, amount);
  return hundredths % WHOLE === 0 ? [same] : [same, { by: "share", hundredths }];
}

/** The whole amount, in hundredths of a percent. */
const WHOLE = 10_000;

/** In hundredths of a percent, rounded half up; 0 where there is no amount. */
function shareOf(difference: number, amount: number): number {
  if (amount === 0) return 0;
  const [part, whole] = [BigInt(Math.abs(difference)), BigInt(Math.abs(amount))];
  return Number((part * 20_000n + whole) / (2n * whole));
}

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

/** Why nothing is proposed, each as a sentence without its full stop. */
export const WITHHELD_WORDS = {
  reopened: "It was decided before and has changed since",
  "no-record": "No record of it is in the newest pull",
  "party-unknown": "The other party is not known",
  "none-alike": "No earlier decision is on a finding like it",
  "statuses-differ": "Earlier decisions differ in status",
  /** Those of the last month that has such decisions. */
  "notes-differ": "Earlier decisions of one month differ in their notes",
  /** With its origin. */
  "too-long": "The earlier note is too long to repeat",
} as const;
export type Withheld = keyof typeof WITHHELD_WORDS;
export const WITHHELD = Object.keys(WITHHELD_WORDS) as readonly Withheld[];

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

interface KnownDecisions {
  /** All of the ledger, in any order. */
  readonly decisions: readonly Decision[];
  /** The ids of those whose numbers or records have changed since. */
  readonly reopened: ReadonlySet<number>;
  /** null where the record is not held any more. */
  readonly circumstancesOf: (finding: DecidedFinding) => Circumstances | null;
}

/** An earlier decision that may be repeated. */
interface Precedent {
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

/** Decisions that are alike, counted as they come. */
interface Growing {
  /** The newest of them, by id, on findings of the last month that they are on. */
  newest: Precedent;
  oneNote: boolean;
  /** How many there are, of every month. */
  count: number;
  oneStatus: boolean;
  /** How many have a note, by the note. */
  readonly notes: Map<string, number>;
}
type Alike = Readonly<Growing>;

/**
 * The decisions in force that say something, by the keys of `likenessesOf`. Left out are those that were
 * undone, taken back to open, replaced or reopened, and those whose record or party is not known. Takes time
 * in proportion to the decisions; their order changes nothing.
 */
function precedentsByLikeness(known: KnownDecisions): Map<string, Alike> {
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

/**
 * The note with which a person repeats a decision: where it comes from, then its words.
 *
 * @param month of the finding that was decided on; null where it has no date
 * @param words of that decision, see `ownWords`
 * @example `As in decision 12 (August 2026): Posted twice by the provider.`
 */
export function repeatedNote(decision: number, month: Month | null, words: string): string {
  const when = month === null ? "" : ` (${monthTitle(month)})`;
  return `As in decision ${decision}${when}: ${words}`;
}

const REPEATED = /^As in decision (\d+)(?: \([^)]*\))?: /u;

/**
 * The words of decisions without where they came from, so that a note repeated every month does not grow. A
 * beginning that only looks like it stays: the decision that it names must be earlier and have these words.
 * Takes time in proportion to the decisions and their notes.
 *
 * @param decisions all of a ledger, in any order
 * @returns by id
 */
export function ownWords(decisions: readonly Pick<Decision, "id" | "note">[]): Map<number, string> {
  const words = new Map<number, string>();
  for (const { id, note } of decisions.toSorted((a, b) => a.id - b.id)) {
    const [said = "", named = ""] = REPEATED.exec(note) ?? [];
    const rest = note.slice(said.length);
    words.set(id, said !== "" && words.get(Number(named)) === rest ? rest : note);
  }
  return words;
}

/** As much of a finding as accepting a proposal for it needs, and naming it before. */
export interface ProposedFinding extends Pick<
  Finding,
  "fingerprint" | "rule" | "walletID" | "payID" | "payref" | "userID"
> {
  /** The id of the newest decision or undo on it, null for none. */
  readonly seen: number | null;
  /** null where its rule states none. */
  readonly difference: number | null;
}

/** Proposals as a window lists them: each once, with the findings that it is for, and why others have none. */
export interface ProposalList {
  /** In the order of their first finding; the findings in theirs. */
  readonly proposals: readonly {
    readonly proposal: StandingProposal;
    readonly findings: readonly ProposedFinding[];
  }[];
  /** Findings without a proposal, by the reason; reasons without findings are left out. */
  readonly withheld: readonly { readonly reason: Withheld; readonly fingerprints: readonly string[] }[];
  /** How many undecided exceptions are not in the list, because it is full. */
  readonly left: number;
}

/** Lists the first `most` of what was answered. Takes time in proportion to all. */
export function proposalList(answers: readonly StandingAnswer[], most: number): ProposalList {
  const listed = answers.slice(0, most);
  const proposing = listed.filter((answer) => answer.proposal !== null);
  const without = listed.filter((answer) => answer.withheld !== null);
  const alike = Map.groupBy(proposing, ({ proposal }) => JSON.stringify(proposal));
  const reasons = Map.groupBy(without, ({ withheld }) => withheld);
  return {
    proposals: Array.from(alike.values(), (some) => ({
      proposal: (some[0] as (typeof some)[number]).proposal,
      findings: some.map(proposedFinding),
    })),
    withheld: Array.from(reasons, ([reason, some]) => ({
      reason,
      fingerprints: some.map(({ reviewed }) => reviewed.finding.fingerprint),
    })),
    left: answers.length - listed.length,
  };
}

function proposedFinding({ reviewed: { finding, seen } }: StandingAnswer): ProposedFinding {
  const { fingerprint, rule, walletID, payID, payref, userID, difference = null } = finding;
  return { fingerprint, rule, walletID, payID, payref, userID, difference, seen };
}

/**
 * The decisions of a ledger that were reopened, whether or not somebody decided again since. A decision is
 * reopened where a record that it depends on says something else now, or where its rule raises the same record
 * with other numbers. One whose finding is simply gone is not: it was settled. Takes time in proportion to
 * findings and decisions.
 *
 * @param findings of the check of the whole history, and of the period that is reviewed
 * @param decisions in any order
 * @returns ids
 */
export function reopenedDecisions(
  findings: Iterable<Finding>,
  decisions: readonly Decision[],
  versions: KnownVersions,
): Set<number> {
  const raised = { fingerprints: new Set<string>(), keys: new Set<string>() };
  for (const finding of findings) {
    raised.fingerprints.add(finding.fingerprint);
    raised.keys.add(exceptionKey(finding));
  }
  const reopened = new Set<number>();
  for (const [fingerprint, { inForce }] of decisionStates(decisions)) {
    if (inForce === null) continue;
    const { finding, id } = inForce;
    const isRaised = raised.fingerprints.has(fingerprint);
    const isOtherwise = !isRaised && raised.keys.has(exceptionKey(finding));
    const { records } = finding;
    if (isOtherwise || (records !== undefined && versions.changesOf(records).length > 0)) reopened.add(id);
  }
  return reopened;
}
