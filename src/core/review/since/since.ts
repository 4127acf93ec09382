/** What of a signed month is different now from what it was at an earlier moment. */
import { formatAmount, formatCount } from "../../money.ts";
import type { CheckOptions } from "../../options.ts";
import type { Finding, NamedFinding } from "../../reconcile/result/findings.ts";
import type { Review, ReviewStatus, ReviewedFinding } from "../decisions/review.ts";

/** Records of one kind, by their ids, ascending. */
export interface RecordsSince {
  /** There then and now, with other contents now. */
  readonly changed: readonly number[];
  /** There then, and not now. */
  readonly vanished: readonly number[];
  /** There now, and not then; only those dated in the month. */
  readonly appeared: readonly number[];
}

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
  readonly entries: RecordsSince;
  readonly transactions: RecordsSince;
  readonly findings: FindingsSince;
  /** What else is different, one phrase each: figures, exceptions, decisions, options. */
  readonly changes: readonly string[];
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

/** Whether anything is different now. */
export function isSameNow({ entries, transactions, findings, changes }: Since): boolean {
  const lists = [...Object.values(entries), ...Object.values(transactions), ...Object.values(findings)];
  return changes.length === 0 && lists.every((list: readonly unknown[]) => list.length === 0);
}

/**
 * Counts of records in words, one phrase for each kind that differs.
 *
 * @example `entries: 3 changed, 1 vanished`
 */
function recordPhrases({ entries, transactions }: Pick<Since, "entries" | "transactions">): string[] {
  return [recordPhrase("entries", entries), recordPhrase("transactions", transactions)].filter(
    (phrase) => phrase !== null,
  );
}

function recordPhrase(noun: string, { changed, vanished, appeared }: RecordsSince): string | null {
  const counts = [
    [changed.length, "changed"],
    [vanished.length, "vanished"],
    [appeared.length, "new"],
  ] as const;
  const words = counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${formatAmount(count)} ${what}`);
  return words.length === 0 ? null : `${noun}: ${words.join(", ")}`;
}

/**
 * All of it in one line.
 *
 * @example `Different now: entries: 3 changed; 2 new exceptions.`
 */
export function sinceSentence(since: Since): string {
  const phrases = [...recordPhrases(since), ...since.changes];
  if (phrases.length > 0) return `Different now: ${phrases.join("; ")}.`;
  if (isSameNow(since)) return "Nothing is different now.";
  // Notices, whose decisions no month depends on.
  return `Different now: the status of ${formatCount(since.findings.redecided.length, "notice")}.`;
}

/** What each option is called in a sentence. */
export const OPTION_WORDS: Readonly<Record<keyof CheckOptions, string>> = {
  convention: "convention",
  settlementBasis: "settlement basis",
  tolerance: "tolerance",
  cutoffDays: "cut-off days",
  chainScope: "chain scope",
  timeZone: "time zone",
};

/**
 * Says which options the check of now has otherwise, in one phrase; none where they are the same.
 *
 * @example `other options of the check: tolerance, cut-off days`
 */
export function optionPhrases(then: CheckOptions, now: CheckOptions): string[] {
  const names = (Object.keys(OPTION_WORDS) as (keyof CheckOptions)[])
    .filter((name) => then[name] !== now[name])
    .map((name) => OPTION_WORDS[name]);
  return names.length === 0 ? [] : [`other options of the check: ${names.join(", ")}`];
}
