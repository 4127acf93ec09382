/** The state of review: what of a check's findings is decided, what is not, and what was decided on other numbers. */
import type { Finding } from "../reconcile/findings.ts";
import type { DecidedFinding, Decision, DecisionStatus } from "./decision.ts";
import { type Standing, standings } from "./standing.ts";

/** `reopened`: it was decided on, and its numbers are others now. */
export const REVIEW_STATUSES = ["open", "explained", "accepted", "raised", "reopened"] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export interface ReviewedFinding {
  readonly finding: Finding;
  readonly status: ReviewStatus;
  /** The decision in force on exactly these numbers; null when there is none. */
  readonly decision: Decision | null;
  /** Where reopened: the decision taken on other numbers; its `finding` has those of then. */
  readonly before: Decision | null;
  /** The id of the newest decision or undoing on this fingerprint, for the next to decide; null when there is none. */
  readonly seen: number | null;
}

export interface Progress {
  readonly reviewed: number;
  readonly total: number;
}

/** Counts of exceptions: findings of severity error or warning. Infos may be decided on, too, but nobody waits for it. */
export interface ReviewProgress extends Progress {
  readonly bySeverity: Readonly<Record<"error" | "warning", Progress>>;
  /** Every status, zeros too. */
  readonly byStatus: Readonly<Record<ReviewStatus, number>>;
}

export interface Review {
  /** In the order of the findings given. */
  readonly findings: readonly ReviewedFinding[];
  readonly progress: ReviewProgress;
}

/** Whether a finding waits for a decision. */
export function isException(finding: Finding): boolean {
  return finding.severity !== "info";
}

/**
 * Holds all decisions of a ledger against the findings of one check. A decision holds on to its fingerprint; where the
 * finding of the same rule and record has another one now, it is reopened. Takes time in proportion to both.
 *
 * @param findings all of the check: one that is still raised reopens no other
 * @param decisions in any order
 */
export function reviewFindings(findings: readonly Finding[], decisions: readonly Decision[]): Review {
  const standing = standings(decisions);
  const lapsed = lapsedDecisions(findings, standing);
  const reviewed = findings.map((finding): ReviewedFinding => {
    const { inForce = null, newestId: seen = null } = standing.get(finding.fingerprint) ?? {};
    if (inForce !== null) return { finding, status: inForce.status, decision: inForce, before: null, seen };
    const before = lapsed.get(exceptionKey(finding)) ?? null;
    return { finding, status: before === null ? "open" : "reopened", decision: null, before, seen };
  });
  return { findings: reviewed, progress: progressOf(reviewed) };
}

/** By rule and record, the newest decision in force on a finding that is no longer raised; `open` is none. */
function lapsedDecisions(
  findings: readonly Finding[],
  standing: ReadonlyMap<string, Standing>,
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
function exceptionKey({ rule, walletID, payID, payref }: DecidedFinding): string {
  if (walletID !== null) return `${rule} walletID ${walletID}`;
  return payID === null ? `${rule} payref ${payref}` : `${rule} payID ${payID}`;
}

const REVIEWED: ReadonlySet<ReviewStatus> = new Set<DecisionStatus>(["explained", "accepted", "raised"]);

/** Whether a finding that stands so is done with. */
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
