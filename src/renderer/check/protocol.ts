/**
 * What the page asks of the check worker. The worker holds the columns, the result and the review; the page only ever
 * gets what it shows: a screenful of rows, counts, one finding.
 */
import type { Business, User } from "../../core/business.ts";
import type { CheckOptions } from "../../core/options.ts";
import type { Finding } from "../../core/reconcile/findings.ts";
import type { HumanInput } from "../../core/reconcile/input.ts";
import type { CheckResult, Settlement } from "../../core/reconcile/result.ts";
import type { RuleId, Severity } from "../../core/reconcile/rules.ts";
import type { Decision, DecisionStatus } from "../../core/review/decision.ts";
import type { MatchSums } from "../../core/review/match-candidates.ts";
import type { ReviewProgress, ReviewStatus, ReviewedFinding } from "../../core/review/review.ts";
import type { Day, Period } from "../../core/time.ts";
import type { SnapshotHead, TableBatch, TableName } from "../../ipc/columns.ts";

/** Days, both inclusive; null leaves an end open, no period at all is the whole history. */
export type PeriodRequest = { readonly from: Day | null; readonly to: Day | null } | null;

export interface RunRequest {
  readonly options: CheckOptions;
  /** `newest-month` is the month of the newest entry; the summary says which that was. */
  readonly period: PeriodRequest | "newest-month";
}

/** What a check concludes, without rows and columns. Amounts in the service's unit. */
export interface CheckSummary extends Omit<
  CheckResult,
  "findings" | "entryOutcomes" | "transactionOutcomes" | "period"
> {
  readonly period: Period | null;
  /** `October 2026`, `The whole history` */
  readonly title: string;
  /** The conclusion in one sentence, as terminal and workbook word it. */
  readonly verdict: string;
  /** Σ of the wallets, by currency. */
  readonly rollForward: readonly {
    readonly currency: string | null;
    readonly wallets: number;
    readonly opening: number;
    readonly inflow: number;
    readonly outflow: number;
    readonly breakDifference: number;
    readonly closing: number;
  }[];
  /** Entries of the period that carry a payref or are matched by hand, and how many of them have their transaction. */
  readonly matched: { readonly withPayref: number; readonly tied: number };
  /** Transactions of the period by how they stand, at the index that SETTLEMENT gives each; zeros too. */
  readonly settlements: readonly number[];
  /** Months that have entries, `YYYY-MM`, newest first, in the ledger's zone. */
  readonly months: readonly string[];
  readonly user: User | null;
  readonly businesses: readonly Business[];
  /** How long the engine took, milliseconds. */
  readonly tookMs: number;
}

/** How the exceptions stand, from the newest decisions. */
export interface ReviewSummary {
  readonly progress: ReviewProgress;
  /** By rule and severity, in the order of RULES; those without findings are left out. */
  readonly rules: readonly {
    readonly rule: RuleId;
    readonly severity: Severity;
    readonly findings: number;
    readonly reviewed: number;
    /** Σ of differences; null where the rule has none, or they come to more than is held exactly. */
    readonly difference: number | null;
  }[];
}

/** Rows without a value in the column come last, whichever way it is sorted; equal rows by their id. */
export interface Sort {
  /** A key of WalletRow or TransactionRow, or `status`: the one of its flags that waits most for a decision. */
  readonly column: string;
  readonly descending: boolean;
}

/**
 * A filter on one column, as the grid words it. Amounts are integers in the service's unit, days `YYYY-MM-DD`, ends
 * inclusive. `contains` looks at texts as they are and at numbers as they are written without grouping, in either case.
 * `set` compares texts ('' for none), numbers in digits, truths as `true` and `false`, `flags` by rule and `status` by
 * review status, of which one must be among the values.
 */
export type ColumnFilter =
  | { readonly kind: "text"; readonly contains: string }
  | { readonly kind: "number"; readonly least: number | null; readonly most: number | null }
  | { readonly kind: "day"; readonly from: Day | null; readonly to: Day | null }
  | { readonly kind: "set"; readonly values: readonly string[] };

export interface RowsRequest {
  readonly sort: readonly Sort[];
  readonly filters: Readonly<Record<string, ColumnFilter>>;
  /**
   * Words that must all be in the row, in either case: in a text, in an id, or as one of its amounts, days or months as
   * they are shown; '' for all.
   */
  readonly search: string;
  readonly onlyFlagged: boolean;
  /** Only rows of the period of the check, or the whole history. */
  readonly onlyPeriod: boolean;
  readonly from: number;
  readonly count: number;
}

/** A finding as a row shows it. */
export interface Flag {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly status: ReviewStatus;
  readonly fingerprint: string;
}

export interface WalletRow {
  readonly walletID: number;
  readonly dateCreatedAtMs: number;
  readonly userID: number;
  readonly businessID: number;
  readonly action: string | null;
  readonly description: string | null;
  /** '' without one. */
  readonly payref: string;
  /** Movement under the convention in use: inflow or outflow as a positive amount, else null. */
  readonly inflow: number | null;
  readonly outflow: number | null;
  readonly stated: number;
  /** null where the check does not reach: it judges nothing after the end of its period. */
  readonly expected: number | null;
  /** stated − expected. */
  readonly difference: number | null;
  readonly approved: boolean;
  /** Of the transaction its payref is matched with; null without one. */
  readonly payID: number | null;
  /** Whether it lies in the period. */
  readonly inPeriod: boolean;
  readonly flags: readonly Flag[];
}

export interface TransactionRow {
  readonly payID: number;
  readonly payref: string;
  readonly cycle: string;
  readonly role: string | null;
  readonly customer: string | null;
  readonly currency: string | null;
  readonly dateCreatedAtMs: number | null;
  readonly datePaidAtMs: number | null;
  readonly charged: number;
  readonly escrowFee: number;
  readonly tax: number;
  readonly payable: number;
  /** Signed movement expected; null where amount rules are skipped. */
  readonly expected: number | null;
  /** Σ of movements of its entries. */
  readonly settled: number;
  /** settled − expected, null where nothing is expected. */
  readonly difference: number | null;
  readonly entries: number;
  /** In words: STANDING of core/report/words. */
  readonly settlement: Settlement;
  readonly deleted: boolean;
  readonly flagged: boolean;
  readonly inPeriod: boolean;
  readonly flags: readonly Flag[];
}

export interface Rows<R> {
  /** Rows that pass, before from and count. */
  readonly total: number;
  readonly rows: readonly R[];
}

export interface ExceptionsRequest {
  readonly statuses: readonly ReviewStatus[] | null;
  readonly rules: readonly RuleId[] | null;
  readonly severities: readonly Severity[];
  /** In message, payref, rule, note and ids; '' for all. */
  readonly search: string;
  readonly order: "record" | "amount" | "rule" | "newest";
  readonly from: number;
  readonly count: number;
}

/** A line of the review queue. */
export type ExceptionRow = ReviewedFinding & {
  /** When the record it is about happened, milliseconds UTC; null where it is not held. */
  readonly atMs: number | null;
  readonly currency: string | null;
};

/** As much of a line of the queue as selecting it and deciding on it needs. */
export interface SelectableException {
  readonly fingerprint: string;
  /** The newest decision on it, null without one. */
  readonly seen: number | null;
  readonly status: ReviewStatus;
  /** null where its rule has none. */
  readonly difference: number | null;
  readonly currency: string | null;
}

/** An entry in its chain. The rows around it are of the same wallet. */
export interface EntryContext {
  readonly row: WalletRow;
  /** The two before, oldest first, and the two after. */
  readonly before: readonly WalletRow[];
  readonly after: readonly WalletRow[];
  readonly findings: readonly ReviewedFinding[];
  readonly transaction: TransactionContext | null;
}

export interface TransactionContext {
  readonly row: TransactionRow;
  /** Its entries in chain order; at most 200, `row.entries` has their number. */
  readonly entries: readonly WalletRow[];
  readonly findings: readonly ReviewedFinding[];
}

/** What somebody is about to match by hand, and which side of it is looked for. */
export interface MatchCandidatesRequest {
  /** Entries chosen so far; those that are not held are left out. */
  readonly walletIDs: readonly number[];
  /** Transactions chosen so far. */
  readonly payIDs: readonly number[];
  readonly side: "entries" | "transactions";
  /**
   * Words that must all be in the row, as in RowsRequest; '' for the likely ones alone: entries that are tied to no
   * transaction, payments that are open. With words any record can be found that is in no match yet.
   */
  readonly search: string;
}

/** A record of the side looked for, with what choosing it as well would leave. */
export interface MatchCandidate<Row> {
  readonly row: Row;
  /** What it adds to its side: an entry's movement; what of a payment is still expected, null where that is not judged. */
  readonly amount: number | null;
  /** net − expected with it chosen; null where that is not judged. */
  readonly differenceLeft: number | null;
  /** In words, the weightiest first: `same amount`, `payref differs by one letter`, `2 days apart`. */
  readonly reasons: readonly string[];
}

export interface MatchCandidates {
  /** What is chosen so far, ascending by id. */
  readonly chosen: {
    readonly entries: readonly WalletRow[];
    readonly transactions: readonly TransactionRow[];
  };
  readonly sums: MatchSums;
  /** The likeliest first, at most 50; that of the other side is empty. */
  readonly entries: readonly MatchCandidate<WalletRow>[];
  readonly transactions: readonly MatchCandidate<TransactionRow>[];
  /** How many pass in all. */
  readonly total: number;
}

/** The balance over time from the period's opening to as far as it is known, thinned to what a chart can show. */
export interface BalanceSeries {
  /** Milliseconds UTC, ascending. */
  readonly atMs: Float64Array;
  readonly balance: Float64Array;
  /** Every chain-break, pending entry and gap of the period, oldest first; at most 2,000 of them. */
  readonly breaks: readonly {
    readonly walletID: number;
    readonly atMs: number;
    readonly balance: number;
    readonly difference: number;
    readonly rule: RuleId;
    readonly fingerprint: string;
    readonly message: string;
  }[];
  /** One line per wallet that is shown; more than one only when the ledger has several. */
  readonly wallet: { readonly userID: number; readonly businessID: number | null };
}

/** Decimals and zone in which filters, searches and copied cells are worded. */
export interface Wording {
  readonly decimals: number;
  readonly timeZone: string;
}

/** Every call of the worker: what goes in, what comes out. One that is superseded is told so and costs nothing more. */
export interface WorkerCalls {
  readonly begin: { readonly input: { readonly head: SnapshotHead }; readonly output: null };
  readonly add: {
    readonly input: {
      readonly table: TableName;
      readonly from: number;
      readonly batch: TableBatch<TableName>;
    };
    readonly output: null;
  };
  /** Takes in what people decided that the next check goes by, for records that are held already. */
  readonly human: { readonly input: { readonly human: HumanInput }; readonly output: null };
  /** Checks, keeps the result for all other calls, and forgets the one before. */
  readonly run: {
    readonly input: RunRequest & { readonly wording: Wording };
    readonly output: CheckSummary;
  };
  /** Checks beside the kept result, which stays. */
  readonly whatIf: {
    readonly input: RunRequest & { readonly wording: Wording };
    readonly output: CheckSummary;
  };
  /** Takes decisions in, which follow the first `from` of those it holds; what it held after these is forgotten. */
  readonly decided: {
    readonly input: { readonly from: number; readonly decisions: readonly Decision[] };
    readonly output: null;
  };
  /** Holds the kept result against the decisions that were taken in. */
  readonly review: { readonly input: null; readonly output: ReviewSummary };
  readonly entries: { readonly input: RowsRequest; readonly output: Rows<WalletRow> };
  readonly transactions: { readonly input: RowsRequest; readonly output: Rows<TransactionRow> };
  /** Where a record stands among the rows asked for, −1 when it does not pass. */
  readonly find: {
    readonly input: {
      readonly table: "entries" | "transactions";
      readonly id: number;
      readonly rows: RowsRequest;
    };
    readonly output: { readonly index: number };
  };
  readonly exceptions: { readonly input: ExceptionsRequest; readonly output: Rows<ExceptionRow> };
  /** Everything that passes, in the order asked for whatever `from` and `count` say, for bulk decisions. */
  readonly selectable: {
    readonly input: ExceptionsRequest;
    readonly output: readonly SelectableException[];
  };
  readonly exception: {
    readonly input: { readonly fingerprint: string };
    readonly output: ExceptionRow | null;
  };
  readonly entry: { readonly input: { readonly walletID: number }; readonly output: EntryContext | null };
  readonly transaction: {
    readonly input: { readonly payID: number };
    readonly output: TransactionContext | null;
  };
  /** Ranks what may belong to the chosen records, with the arithmetic. */
  readonly matchCandidates: {
    readonly input: MatchCandidatesRequest;
    readonly output: MatchCandidates;
  };
  readonly series: { readonly input: { readonly points: number }; readonly output: readonly BalanceSeries[] };
  /** All findings of the kept result, for holding the window against the command line. */
  readonly findings: { readonly input: null; readonly output: readonly Finding[] };
}

export type WorkerCall = keyof WorkerCalls;

/** What somebody is about to decide. */
export interface DecisionDraft {
  readonly items: readonly { readonly fingerprint: string; readonly seen: number | null }[];
  readonly status: DecisionStatus;
  readonly note: string;
}
