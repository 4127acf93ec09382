/** Findings: their shape, order and identity. */
import { type JsonValue, type Sha256, canonicalJson } from "../../canonical.ts";
import type { LinePlace } from "../../bank/accepted.ts";
import type { ChainScope } from "../../options.ts";
import type { Entry } from "../../records/entry.ts";
import type { Transaction } from "../../records/transaction.ts";
import { RULES, type RuleId, type Severity } from "./rules.ts";

/** The numbers of the pulls before and after a change. */
export type PullPair = readonly [number, number];

/** Why a link of the chain broke; the first test that fits, in this order. */
export const BREAK_CAUSES = [
  "out-of-sequence",
  "read-late",
  "recovery",
  "misstated-balance",
  "overwritten",
  "not-applied",
  "wrong-sign",
  "applied-twice",
  "missing-entry",
] as const;
export type BreakCause = (typeof BREAK_CAUSES)[number];

export const MISMATCH_KINDS = ["direction", "fee-missing", "over", "under"] as const;
export type MismatchKind = (typeof MISMATCH_KINDS)[number];

export interface FieldChange {
  /** The interface's path, e.g. `fee.chargedamount`; of a field it does not name, down to its own name. */
  readonly field: string;
  /** Times as RFC 3339; left out where the field was absent. */
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/** A field in which copies of one record differ. */
export interface CopiedField {
  readonly field: string;
  /** As each copy was sent, that of the copy used first; null where it has no such field. */
  readonly values: readonly JsonValue[];
}

/** Neighbouring rows: the walletIDs of the first and the last, how many they are, and what they moved. */
export interface RowsWithout {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly movement: number;
}

/** Neighbouring rows of which each states what follows in another order, or once others are applied, too. */
export interface RowStretch {
  /** Ascending. */
  readonly walletIDs: readonly number[];
  /** The same in the first order that fits. */
  readonly order: readonly number[];
}

/** The fields of a record by whose dates a check goes. */
export type DateField = "dateCreated" | "datePaid";

/** One finding. Keys after the subject are only where the rule has them. Amounts in the service's unit. */
export interface Finding {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly walletID: number | null;
  readonly payref: string | null;
  readonly payID: number | null;
  readonly userID: number | null;
  readonly businessID: number | null;
  readonly expected?: number;
  readonly actual?: number;
  /** actual − expected. */
  readonly difference?: number;
  readonly cause?: BreakCause;
  readonly kind?: MismatchKind;
  /** On every chain-break. */
  readonly transposition?: boolean;
  /** walletID of the row that an overwritten balance goes on from. */
  readonly continuesFrom?: number;
  /** The rows between that one and its own. */
  readonly without?: RowsWithout;
  /** On out-of-sequence and read-late. */
  readonly stretch?: RowStretch;
  /** Payrefs, at most 5. */
  readonly candidates?: readonly string[];
  readonly skipped?: { readonly from: number; readonly to: number; readonly count: number };
  /** Payrefs, at most 3. */
  readonly suggestions?: readonly string[];
  readonly changes?: readonly FieldChange[];
  /** On copies that conflict. */
  readonly copies?: readonly CopiedField[];
  /** The fields whose dates cannot be, on date-ahead. */
  readonly fields?: readonly DateField[];
  /** Id of the manual match, on matched-by-hand and settled-by-hand. */
  readonly match?: number;
  /** Lines of a bank's statement, on findings that are about some; by evidence, then place. */
  readonly lines?: readonly LinePlace[];
  /** The amount at stake in the service's unit, 0 or more: it ranks findings and is never added up. */
  readonly atStake: number;
  /** One line of plain English with the numbers in it. */
  readonly message: string;
  /** SHA-256, 64 hex digits: the same across runs as long as the numbers are. */
  readonly fingerprint: string;
}

/** Whether rows are only listed in another order than they were applied: each balance is right. */
export function isReordered({ cause }: Pick<Finding, "cause">): boolean {
  return cause === "out-of-sequence";
}

/** What became of an entry's movement, as the amount of its break tells; null where it tells nothing. */
export function causeByAmount(
  movement: number,
  difference: number,
): Extract<BreakCause, "not-applied" | "wrong-sign" | "applied-twice"> | null {
  if (difference === 0 - movement) return "not-applied";
  if (difference === -2 * movement) return "wrong-sign";
  return difference === movement ? "applied-twice" : null;
}

/** Whether a break's cause is told by its amount alone: other records may tell more. */
export function isByAmount(cause: BreakCause | undefined): boolean {
  return (
    cause === "missing-entry" ||
    cause === "not-applied" ||
    cause === "wrong-sign" ||
    cause === "applied-twice"
  );
}

/** Which finding it is and what it is about, as other documents name it. */
export type NamedFinding = Pick<Finding, "fingerprint" | "rule" | "walletID" | "payref" | "payID" | "userID">;

/** A finding before it has its identity, with what decides whether it belongs to the period. */
export interface FindingDraft {
  readonly finding: Omit<Finding, "fingerprint" | "atStake">;
  /** The entry's row, where it is about one that is held. */
  readonly entryRow?: number;
  /** The transaction's row, where it is about one that is held. */
  readonly transactionRow?: number;
  /** Outstanding items stay in every later period until cleared. */
  readonly outstanding?: boolean;
  /** The movement that is missing, in the service's unit: an entry without a payref may be it. */
  readonly lacks?: number;
  /** The entry itself, of one that is gone or came back. */
  readonly entry?: Entry;
  /** The transaction itself, of one that is gone. */
  readonly transaction?: Transaction;
  /** Period date of a record that is no longer held, milliseconds UTC; null when it has none. */
  readonly atMs?: number | null;
  /** SHA-256 of the changed versions. */
  readonly versions?: readonly string[];
  /** The pulls before and after a change: the same change made again later is another one. */
  readonly pulls?: PullPair;
}

/**
 * Gives a draft its fingerprint and its amount at stake; its keys are in the order in which `Finding`
 * declares them. The amount is no part of the identity.
 *
 * @param atStake whole number of the service's unit, 0 or more
 */
export function identify(
  { finding, versions, pulls }: FindingDraft,
  atStake: number,
  sha256: Sha256,
): Finding {
  const { rule, severity, walletID, payref, payID, userID, businessID, message, ...numbers } = finding;
  const subject = { walletID, payref, payID, userID, businessID };
  const identity = canonicalJson({
    actual: finding.actual,
    cause: finding.cause,
    difference: finding.difference,
    expected: finding.expected,
    kind: finding.kind,
    lines: finding.lines?.map(({ evidence, at }) => [evidence, at]),
    pulls,
    rule,
    subject,
    versions,
  });
  return {
    rule,
    severity,
    ...subject,
    ...numbers,
    atStake,
    message: onOneLine(message),
    fingerprint: sha256(identity),
  };
}

/** A message may quote a text of the service, and that may hold line breaks. */
function onOneLine(message: string): string {
  return message.replaceAll(/[\n\v\f\r\u0085\u2028\u2029]+/gu, " ");
}

function compare<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Entries by wallet, walletID and rule; then transactions by payID and rule. */
export function orderFindings(findings: readonly Finding[], scope: ChainScope): Finding[] {
  const subjectOf = new Map(RULES.map(({ id, subject }) => [id, subject]));
  const rank = ({ rule, walletID }: Finding) => {
    const subject = subjectOf.get(rule);
    return subject === "entry" || (subject === "record" && walletID !== null) ? 0 : 1;
  };
  return findings.toSorted((a, b) => {
    const kinds = rank(a) - rank(b);
    if (kinds !== 0) return kinds;
    const subjects =
      rank(a) === 0
        ? compare(a.userID ?? 0, b.userID ?? 0) ||
          (scope === "business" ? compare(a.businessID ?? 0, b.businessID ?? 0) : 0) ||
          compare(a.walletID ?? 0, b.walletID ?? 0)
        : compare(a.payID ?? 0, b.payID ?? 0);
    return subjects || compare(a.rule, b.rule) || compare(a.fingerprint, b.fingerprint);
  });
}
