/** What of a signed month is different now from what it was at an earlier moment. */
import { formatCount } from "../../money.ts";
import type { Finding, NamedFinding } from "../../reconcile/result/findings.ts";
import type { Review, ReviewStatus, ReviewedFinding } from "../decisions/review.ts";
import { type ChangedSince, type RecordsSince, isUnchanged } from "./changed-since.ts";

/** A finding that one check raised. */
export type FindingSince = NamedFinding & Pick<Finding, "severity">;

/** Findings of the month, in the order of the check that raises them. */
export interface FindingsSince {
  /** Raised then, and not now. */
  readonly gone: readonly FindingSince[];
  /** Raised now, and not then. */
  readonly appeared: readonly FindingSince[];
  /** Raised then and now, with another status now. */
  readonly redecided: readonly FindingSince[];
}

/** What is different now, by id and in words. */
export interface Since {
  /** Of the whole ledger; what appeared is dated in the month. `changed` has those of the month alone. */
  readonly entries: RecordsSince;
  readonly transactions: RecordsSince;
  readonly findings: FindingsSince;
  readonly changed: ChangedSince;
  /**
   * Of a signature: what the same check finds otherwise than was frozen, one phrase each. Empty where it is
   * what was signed; null of a pull, which froze nothing.
   */
  readonly unlikeSigned: readonly string[] | null;
}

/** @param then the review of the month as of the moment; `now` by the ledger's own options */
export function findingsSince(then: Pick<Review, "findings">, now: Pick<Review, "findings">): FindingsSince {
  const [before, after] = [statusesOf(then), statusesOf(now)];
  const statusNow = ({ finding }: ReviewedFinding) => after.get(finding.fingerprint);
  return {
    gone: named(then.findings.filter((one) => statusNow(one) === undefined)),
    appeared: named(now.findings.filter(({ finding }) => !before.has(finding.fingerprint))),
    redecided: named(then.findings.filter((one) => (statusNow(one) ?? one.status) !== one.status)),
  };
}

function statusesOf({ findings }: Pick<Review, "findings">): Map<string, ReviewStatus> {
  return new Map(findings.map(({ finding, status }) => [finding.fingerprint, status]));
}

function named(findings: readonly ReviewedFinding[]): FindingSince[] {
  return findings.map(({ finding: { fingerprint, rule, severity, walletID, payref, payID, userID } }) => ({
    fingerprint,
    rule,
    severity,
    walletID,
    payref,
    payID,
    userID,
  }));
}

/** Whether nothing at all is different now. */
export function isSameNow({ entries, transactions, findings, changed }: Since): boolean {
  const lists = [...Object.values(entries), ...Object.values(transactions), ...Object.values(findings)];
  return isUnchanged(changed) && lists.every((list: readonly unknown[]) => list.length === 0);
}

/**
 * All of it in one sentence.
 *
 * @example `Since then: 4 changes, closing unchanged.`
 */
export function sinceSentence(since: Since): string {
  const { changed, findings } = since;
  if (!isUnchanged(changed) || findings.redecided.length === 0) return changed.sentence;
  // Notices, whose decisions no month depends on.
  return `Since then: the status of ${formatCount(findings.redecided.length, "notice")}.`;
}
