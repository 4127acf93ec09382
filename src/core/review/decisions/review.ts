/** The state of a review: what is decided, what is open, what was decided on other numbers or records. */
import type { Finding } from "../../reconcile/input/findings.ts";
import type { ReviewedCount } from "../../words/verdict.ts";
import type { DecidedFinding, Decision, DecisionStatus } from "./decision.ts";
import type { BoundChange } from "./bound-records.ts";
import type { KnownVersions } from "./known-versions.ts";
import { type Sha256, canonicalJson } from "../../canonical.ts";

/** `reopened`: it was decided, and its numbers, or the records it depends on, have changed. */
export const REVIEW_STATUSES = ["open", "explained", "accepted", "raised", "reopened"] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** What became of exceptions, the least settled first. */
export const REVIEW_CLASSES = ["undecided", "raised", "accepted", "explained"] as const;
export type ReviewClass = (typeof REVIEW_CLASSES)[number];

/** The class of a status: what was reopened is undecided again. */
export function classOf(status: ReviewStatus): ReviewClass {
  return status === "open" || status === "reopened" ? "undecided" : status;
}

export interface ReviewedFinding {
  readonly finding: Finding;
  readonly status: ReviewStatus;
  /** The decision in force on exactly these numbers and records; null when there is none. */
  readonly decision: Decision | null;
  /** Where reopened: the decision taken on other numbers or records; its `finding` has those of then. */
  readonly before: Decision | null;
  /** When reopened: what changed in the records of the decision; empty where only numbers changed. */
  readonly changes: readonly BoundChange[];
  /** The id of the newest decision or reversal on this fingerprint, for the next to decide; null for none. */
  readonly seen: number | null;
}

/** Counts of exceptions: findings of severity error or warning. Notices may be decided on; nobody has to. */
export interface ReviewProgress extends ReviewedCount {
  readonly bySeverity: Readonly<Record<"error" | "warning", ReviewedCount>>;
  /** Every status, zeros too. */
  readonly byStatus: Readonly<Record<ReviewStatus, number>>;
}

export interface Review {
  /** In the order of the findings given. */
  readonly findings: readonly ReviewedFinding[];
  readonly progress: ReviewProgress;
}

/** Whether a finding waits for a decision. */
export function isException(finding: Pick<Finding, "severity">): boolean {
  return finding.severity !== "info";
}

/**
 * Matches all decisions of a ledger with the findings of one check. A decision keeps to its fingerprint
 * and to what the records said that it was taken on; where the finding of the same rule and record has
 * another fingerprint now, or one of those records says something else, it is reopened. Takes time in
 * proportion to both, and to the records that decisions in force depend on.
 *
 * @param findings all of the check: one that is still raised reopens no other
 * @param decisions in any order
 * @param versions of the records that were checked
 */
export function reviewFindings(
  findings: readonly Finding[],
  decisions: readonly Decision[],
  versions: KnownVersions,
): Review {
  const standing = decisionStates(decisions);
  const lapsed = lapsedDecisions(findings, standing);
  const reviewed = findings.map((finding): ReviewedFinding => {
    const { inForce = null, newestId: seen = null } = standing.get(finding.fingerprint) ?? {};
    const before = inForce ?? lapsed.get(exceptionKey(finding)) ?? null;
    const changes = before === null ? UNCHANGED : changesSinceDecided(before, versions);
    if (inForce !== null && changes.length === 0)
      return { finding, status: inForce.status, decision: inForce, before: null, changes, seen };
    const status = before === null ? "open" : "reopened";
    return { finding, status, decision: null, before, changes, seen };
  });
  return { findings: reviewed, progress: progressOf(reviewed) };
}

const UNCHANGED: readonly BoundChange[] = [];

/** What changed in the records of a decision. Setting a finding back to open decides nothing about them. */
function changesSinceDecided(
  { status, finding: { records } }: Decision,
  versions: KnownVersions,
): readonly BoundChange[] {
  return status === "open" || records === undefined ? UNCHANGED : versions.changesOf(records);
}

/** By rule and record, the newest decision in force on a finding that is no longer raised; not `open`. */
function lapsedDecisions(
  findings: readonly Finding[],
  standing: ReadonlyMap<string, DecisionState>,
): Map<string, Decision> {
  const raised = new Set(findings.map(({ fingerprint }) => fingerprint));
  const newest = new Map<string, Decision>();
  for (const [fingerprint, { inForce }] of standing) {
    if (inForce === null || raised.has(fingerprint)) continue;
    const key = exceptionKey(inForce.finding);
    if ((newest.get(key)?.id ?? 0) < inForce.id) newest.set(key, inForce);
  }
  for (const [key, { status }] of newest) if (status === "open") newest.delete(key);
  return newest;
}

/** The rule and the record it is about, which stay the same when numbers, payref or owner change. */
export function exceptionKey({
  rule,
  walletID,
  payID,
  payref,
}: Pick<DecidedFinding, "rule" | "walletID" | "payID" | "payref">): string {
  if (walletID !== null) return `${rule} walletID ${walletID}`;
  return payID === null ? `${rule} payref ${payref}` : `${rule} payID ${payID}`;
}

/** The statuses that settle a finding; one that was raised waits for an answer. */
const RESOLVED = ["explained", "accepted"] as const satisfies readonly ReviewStatus[];

/** Whether a finding of this status is settled. */
export function isResolved(status: ReviewStatus | undefined): boolean {
  return RESOLVED.some((settled) => settled === status);
}

const REVIEWED: ReadonlySet<ReviewStatus> = new Set<DecisionStatus>(["explained", "accepted", "raised"]);

export function isDecided(status: ReviewStatus): boolean {
  return REVIEWED.has(status);
}

function progressOf(reviewed: readonly ReviewedFinding[]): ReviewProgress {
  const byStatus = { open: 0, explained: 0, accepted: 0, raised: 0, reopened: 0 };
  const bySeverity = { error: { reviewed: 0, total: 0 }, warning: { reviewed: 0, total: 0 } };
  for (const { finding, status } of reviewed) {
    if (finding.severity === "info") continue;
    byStatus[status] += 1;
    bySeverity[finding.severity].total += 1;
    if (isDecided(status)) bySeverity[finding.severity].reviewed += 1;
  }
  const { error, warning } = bySeverity;
  return {
    reviewed: error.reviewed + warning.reviewed,
    total: error.total + warning.total,
    bySeverity,
    byStatus,
  };
}

// A reviewer's tick on a decision: it is kept as the reviewer's own, and the decision counts as it was taken, with its
// own note and under its own name. Earlier versions kept a note beside it so, too, as a remark.

export function agreementNote(decision: number, place: string): string {
  return `Agrees with decision ${decision} (ticked in ${place})`;
}

const ENDORSING = /^(?:Agrees with|Remark on) decision (\d{1,15}) \((?:ticked|typed) in /u;

/** The decision that a note leaves as it is; null for the note of a decision of its own. */
export function endorsedIn(note: string): number | null {
  const found = ENDORSING.exec(note);
  return found === null ? null : Number(found[1]);
}

/** Whether a decision only agrees with, or remarks on, an earlier one of its finding and status. */
export function endorsementTest(decisions: readonly Decision[]): (decision: Decision) => boolean {
  const endorsing = decisions.filter(({ note, undoes }) => undoes === null && endorsedIn(note) !== null);
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

// The decision in force on a finding. The order of the given decisions does not matter, because their ids say
// which is newer.

interface DecisionState {
  /** The id of the newest decision or reversal, counting or not: what the next to decide must have seen. */
  readonly newestId: number;
  /** The newest decision of its own, see `endorsementTest`, that was not undone; null when all were. */
  readonly inForce: Decision | null;
}

/** The decisions on every finding that ever had one, by fingerprint. Linear in the decisions. */
export function decisionStates(decisions: readonly Decision[]): Map<string, DecisionState> {
  const isEndorsement = endorsementTest(decisions);
  const undone = new Set<number>();
  for (const { undoes } of decisions) if (undoes !== null) undone.add(undoes);
  const found = new Map<string, DecisionState>();
  for (const decision of decisions) {
    const { id, fingerprint } = decision;
    const before = found.get(fingerprint) ?? { newestId: id, inForce: null };
    const isOwn = decision.undoes === null && !undone.has(id) && !isEndorsement(decision);
    const counts = isOwn && id >= (before.inForce?.id ?? 0);
    found.set(fingerprint, {
      newestId: Math.max(before.newestId, id),
      inForce: counts ? decision : before.inForce,
    });
  }
  return found;
}

export interface Undecided {
  /** Open and reopened ones, each fingerprint once, in the order of the findings. */
  readonly chosen: readonly ReviewedFinding[];
  /** How many others that were asked for are decided on, and so left as they are. */
  readonly decided: number;
}

/** Without notices, which nobody decides on. Takes time in proportion to the findings. */
export function chooseUndecided(
  findings: readonly ReviewedFinding[],
  isAsked: (finding: Finding) => boolean,
): Undecided {
  const chosen = new Map<string, ReviewedFinding>();
  const decided = new Set<string>();
  for (const reviewed of findings) {
    const { finding, status } = reviewed;
    if (!isException(finding) || !isAsked(finding)) continue;
    if (isDecided(status)) decided.add(finding.fingerprint);
    else if (!chosen.has(finding.fingerprint)) chosen.set(finding.fingerprint, reviewed);
  }
  return { chosen: [...chosen.values()], decided: decided.size };
}

/** Names which decision counts on each exception: the hash of number and status by fingerprint. */
export function countingSha256({ findings }: Pick<Review, "findings">, sha256: Sha256): string {
  const counting = findings.flatMap(({ finding, decision }) =>
    decision === null || !isException(finding)
      ? []
      : [[finding.fingerprint, [decision.id, decision.status]] as const],
  );
  return sha256(canonicalJson(Object.fromEntries(counting)));
}

/** Numbers of the decisions that count on another finding than the one they were taken on; ascending. */
export function strayDecisions({ findings }: Pick<Review, "findings">): number[] {
  const stray = findings.flatMap(({ finding, decision }) =>
    decision === null || identityOf(decision.finding) === identityOf(finding) ? [] : [decision.id],
  );
  return stray.toSorted((a, b) => a - b);
}

/** Rule, subject and numbers, which the fingerprint is made of. */
function identityOf(finding: DecidedFinding): string {
  const { rule, walletID, payref, payID, userID, businessID } = finding;
  const { expected, actual, difference, cause, kind } = finding;
  const numbers = [expected, actual, difference, cause, kind].map((number) => number ?? null);
  return JSON.stringify([rule, walletID, payref, payID, userID, businessID, ...numbers]);
}
