/**
 * What the page asks of the check worker. The worker holds the columns, the result and the review; the page
 * only ever gets what it shows: a screenful of rows, counts, one finding.
 */
import type { BankAnswer } from "../../core/bank/accepted.ts";
import type { Causes, Cause } from "../../core/reconcile/input/cause.ts";
import type { Finding } from "../../core/reconcile/input/findings.ts";
import type { Judgements, RecordIds } from "../../core/reconcile/input/input.ts";
import type { Decision, DecisionStatus } from "../../core/review/decisions/decision.ts";
import type { TableBatch } from "../../ipc/values.ts";
import type { SnapshotHead, TableName } from "../../core/reconcile/input/snapshot.ts";
import type { DisplayFormat } from "../ui/values.tsx";
import type { RowsAsReadRequest, RowsRequest, WalletRow, TransactionRow, Rows } from "./rows.ts";
import type { ComingCheck, RunRequest, CheckSummary, ReviewSummary } from "./summary.ts";
import type { RuleId, Severity } from "../../core/reconcile/input/rules.ts";
import type { ClassAmounts } from "../../core/report/exceptions/class-words.ts";
import type { ReviewedFinding, ReviewStatus } from "../../core/review/decisions/review.ts";
import type { MatchGroup, MatchSums } from "../../core/review/decisions/match-candidates.ts";
import type { RankedRow, RankedRows } from "../../core/review/decisions/match-ranking.ts";
import type { TiedByPayref } from "../../core/review/decisions/tied-by-payref.ts";

export type {
  AskedFigure,
  ColumnFilter,
  Flag,
  Rows,
  RowsRequest,
  Sort,
  TransactionRow,
  WalletRow,
} from "./rows.ts";
export type { DisplayFormat } from "../ui/values.tsx";
export type { ComingCheck, CheckSummary, AskedPeriod, ReviewSummary, RunRequest } from "./summary.ts";

/** Calls that show or search texts which a check does not read: they wait until those are there. */
export const CALLS_WITH_TEXTS: ReadonlySet<keyof WorkerCalls> = new Set([
  "entries",
  "transactions",
  "find",
  "lookUp",
  "emptyColumns",
  "totals",
  "entry",
  "transaction",
  "matchCandidates",
]);

/** A check, and how its amounts and times are worded. */
export interface WordedRun extends RunRequest {
  readonly wording: DisplayFormat;
}

interface CallShape<In, Out> {
  readonly input: In;
  readonly output: Out;
}

/** Every call of the worker: what goes in and comes out. One that is superseded is told so. */
export interface WorkerCalls {
  readonly begin: CallShape<{ readonly head: SnapshotHead }, null>;
  readonly add: CallShape<
    { readonly table: TableName; readonly from: number; readonly batch: TableBatch<TableName> },
    null
  >;
  /** Takes in what people decided that the next check goes by, for records that are held already. */
  readonly human: CallShape<{ readonly human: Judgements }, null>;
  /** What is known of a check before it is made. */
  readonly coming: CallShape<RunRequest, ComingCheck>;
  readonly asRead: CallShape<RowsAsReadRequest, Rows<WalletRow>>;
  /** Checks, keeps the result for all other calls, and forgets the one before. */
  readonly run: CallShape<WordedRun, CheckSummary>;
  /** Checks beside the kept result, which stays. */
  readonly whatIf: CallShape<WordedRun, CheckSummary>;
  /** Takes in decisions that follow the first `from` of those it holds; it forgets what came after these. */
  readonly decided: CallShape<{ readonly from: number; readonly decisions: readonly Decision[] }, null>;
  /** Compares the kept result with the decisions that were taken in. */
  readonly review: CallShape<null, ReviewSummary>;
  readonly entries: CallShape<RowsRequest, Rows<WalletRow>>;
  readonly transactions: CallShape<RowsRequest, Rows<TransactionRow>>;
  readonly find: CallShape<
    { readonly table: "entries" | "transactions"; readonly id: number; readonly rows: RowsRequest },
    { readonly index: number }
  >;
  readonly lookUp: CallShape<LookUpRequest, LookedUp>;
  /** Records that a later pull no longer has, in which all words are; newest first. */
  readonly vanished: CallShape<{ readonly words: string }, readonly VanishedRecord[]>;
  /** Columns that are empty in every row that passes: no value, or one that repeats another column's. */
  readonly emptyColumns: CallShape<
    Pick<TotalsRequest, "table" | "rows">,
    { readonly columns: readonly string[] }
  >;
  readonly totals: CallShape<TotalsRequest, readonly CurrencyTotal[]>;
  readonly exceptions: CallShape<ExceptionsRequest, ExceptionRows>;
  /** Everything that passes, in the order asked for whatever `from` and `count` say, for bulk decisions. */
  readonly selectable: CallShape<ExceptionsRequest & LikeRequest, readonly SelectableException[]>;
  readonly exception: CallShape<{ readonly fingerprint: string }, ExceptionRow | null>;
  readonly entry: CallShape<{ readonly walletID: number }, EntryContext | null>;
  /** What the bank's statements say of an entry; null where they are not asked about it. */
  readonly bankAnswer: CallShape<
    { readonly walletID: number },
    { readonly answer: BankAnswer; readonly places: number } | null
  >;
  readonly transaction: CallShape<{ readonly payID: number }, TransactionContext | null>;
  readonly matchCandidates: CallShape<MatchCandidatesRequest, MatchCandidates>;
  readonly matchedAmounts: CallShape<RecordIds, MatchedAmounts>;
  readonly balance: CallShape<{ readonly points: number }, BalanceHistory>;
  readonly findings: CallShape<null, readonly Finding[]>;
  readonly causes: CallShape<null, Causes>;
}

export type WorkerCall = keyof WorkerCalls;

export interface EntryContext {
  readonly row: WalletRow;
  /** The two before, oldest first, and the two after. */
  readonly before: readonly WalletRow[];
  readonly after: readonly WalletRow[];
  readonly findings: readonly ReviewedFinding[];
  readonly transaction: TransactionContext | null;
  /** The rows of the forks that it is in, oldest first; none where each balance goes on from the row before. */
  readonly fork: readonly ForkedEntry[];
}

export interface ForkedEntry {
  readonly row: WalletRow;
  /** walletID of the row that its balance goes on from; null for the oldest. */
  readonly goesOnFrom: number | null;
  /** Whether the newest balance goes back to it: what it moved is in that. */
  readonly isOnMainLine: boolean;
}

export interface TransactionContext {
  readonly row: TransactionRow;
  /** Its entries in chain order; at most 200, `row.entries` has their number. */
  readonly entries: readonly WalletRow[];
  readonly findings: readonly ReviewedFinding[];
}

export interface BalanceBreak extends Pick<Finding, "rule" | "severity" | "fingerprint" | "message"> {
  readonly walletID: number;
  /** Milliseconds UTC, by which periods are cut. */
  readonly atMs: number;
  readonly balance: number;
  readonly difference: number;
  readonly currency: string | null;
}

export interface BalanceHistory {
  /** One per wallet with entries in the period, those with most first; not every one where there are many. */
  readonly lines: readonly BalanceSeries[];
  readonly breaks: number;
  /** All of them, oldest first; where there are many, the largest, largest first. */
  readonly largest: readonly BalanceBreak[];
}

/** The balance from the period's opening as far as it is known, thinned to what a chart can show. */
export interface BalanceSeries {
  /** Milliseconds UTC, ascending. */
  readonly atMs: Float64Array;
  readonly balance: Float64Array;
  /** Every chain-break, pending entry and gap of the period, oldest first; at most 2,000 of them. */
  readonly breaks: readonly BalanceBreak[];
  /** One line per wallet that is shown; more than one only when the ledger has several. */
  readonly wallet: { readonly userID: number; readonly businessID: number | null };
}

export interface RowCause extends Pick<Cause, "kind" | "amount" | "unique"> {
  readonly place: number;
  readonly title: string;
  /** How many findings it explains, whether the queue shows them or not. */
  readonly findings: number;
}

// The review queue: its lines, what selecting and deciding on them needs.

export interface ExceptionsRequest {
  readonly statuses: readonly ReviewStatus[] | null;
  readonly rules: readonly RuleId[] | null;
  readonly severities: readonly Severity[];
  /** Whose amounts they add to: null for all, '' for what no currency is known of. */
  readonly currency: string | null;
  /** Which findings, by the first digits of their fingerprints; null for all. */
  readonly findings: readonly string[] | null;
  /** In message, payref, rule, note and ids; '' for all. */
  readonly search: string;
  /**
   * `cause`: what one cause explains together, the largest amount at stake first; `kind`: the same under the kind of
   * its cause, kinds with the largest amount first; `amount`: one by one.
   */
  readonly order: "cause" | "kind" | "record" | "amount" | "rule" | "newest";
  readonly from: number;
  readonly count: number;
}

export interface LikeRequest {
  /** The fingerprint of a finding: those whose causes are of the kind of its own. */
  readonly like?: string;
}

export interface KindHead {
  readonly line: number;
  readonly title: string;
  readonly findings: number;
  /** What is at stake in them, each event counted once. */
  readonly amounts: readonly { readonly currency: string | null; readonly amount: number }[];
}

export type ExceptionRow = ReviewedFinding & {
  /** When the record it is about happened, milliseconds UTC; null where it is not held. */
  readonly atMs: number | null;
  readonly currency: string | null;
  /** null where no cause explains it. */
  readonly cause: RowCause | null;
};

export interface ExceptionRows extends Rows<ExceptionRow> {
  /** Lines at which a cause of several findings begins, or a kind, ascending; none but in the orders by these. */
  readonly heads: Int32Array;
  readonly kinds: readonly KindHead[];
  /** What all exceptions that pass come to, each event counted once, by currency. */
  readonly amounts: readonly ClassAmounts[];
  /** Σ of the differences where only breaks of the balance pass, by currency; none where others do, too. */
  readonly breaks: readonly { readonly currency: string | null; readonly difference: number }[];
}

export interface SelectableException extends Pick<Finding, "fingerprint" | "severity" | "atStake" | "cause"> {
  readonly seen: number | null;
  readonly status: ReviewStatus;
  /** The cause that explains it, by its place; null where none does. */
  readonly event: Pick<RowCause, "place" | "kind" | "amount"> | null;
  readonly currency: string | null;
}

export interface DecisionDraft {
  readonly items: readonly { readonly fingerprint: string; readonly seen: number | null }[];
  readonly status: DecisionStatus;
  readonly note: string;
  /** What it is about, in words: a record, or how many findings. */
  readonly about: string;
}

export interface MatchCandidatesRequest extends RecordIds {
  readonly side: "entries" | "transactions";
  /**
   * Words that must all be in the row, as in RowsRequest; '' for the likely ones alone: entries that are tied
   * to no transaction, payments that are open. With words any record can be found that is in no match yet.
   */
  readonly search: string;
}

export interface MatchCandidate<Row> extends Pick<RankedRow, "amount" | "differenceLeft" | "reasons"> {
  readonly row: Row;
}

export interface MatchCandidates extends Pick<RankedRows, "total" | "isEqual"> {
  /** What is chosen so far, ascending by id. */
  readonly chosen: {
    readonly entries: readonly WalletRow[];
    readonly transactions: readonly TransactionRow[];
  };
  readonly sums: MatchSums;
  /** Which of the chosen transactions have entries by their payrefs already. */
  readonly tied: readonly TiedByPayref[];
  /** The likeliest first, at most 50; that of the other side is empty. */
  readonly entries: readonly MatchCandidate<WalletRow>[];
  readonly transactions: readonly MatchCandidate<TransactionRow>[];
  /** What a cause of the check ties together with all that is chosen; null for nothing. */
  readonly group: MatchGroup | null;
}

export interface MatchedAmounts {
  /** Movements, by ascending walletID. */
  readonly entries: readonly { readonly walletID: number; readonly movement: number }[];
  readonly transactions: readonly {
    readonly payID: number;
    /** null where amounts are not judged. */
    readonly expected: number | null;
    /** Whether another of its match stands for it, and expects what all of them do. */
    readonly isWithAnother: boolean;
  }[];
}

export interface LookUpRequest {
  /** Words that must all be in the record, as in RowsRequest. */
  readonly words: string;
  readonly count: number;
}

/** Of the whole history, the likeliest first: whole ids, payrefs and names, amounts, then beginnings. */
export interface LookedUp {
  readonly entries: Likely<WalletRow>;
  readonly transactions: Likely<TransactionRow>;
  /** Of both tables, newest first, at most as many as were asked for of each. */
  readonly vanished: readonly VanishedRecord[];
}

/** What a record is named by, beside others. */
export interface NamedRecord {
  readonly id: number;
  /** Milliseconds UTC: of an entry when it was made, of a transaction when it was paid, else created. */
  readonly atMs: number | null;
  /** What the service says it is about; '' for nothing. */
  readonly words: string;
  readonly payref: string;
}

export interface VanishedRecord extends NamedRecord {
  readonly table: "entries" | "transactions";
  /** An entry's movement, + inflow; of a transaction what was payable. */
  readonly amount: number;
  /** The first pull that no longer had it. */
  readonly gonePull: number;
}

interface Likely<Row> extends Rows<Row> {
  /** How likely the first is meant, 0 is the most; null without any. */
  readonly rank: number | null;
}

/** Some of the rows that pass: a stretch in their order, both ends inclusive, or records by number. */
export type SomeRows =
  | { readonly is: "stretch"; readonly from: number; readonly to: number }
  | { readonly is: "records"; readonly ids: readonly number[] };

interface TotalsRequest {
  readonly table: "entries" | "transactions";
  readonly rows: Omit<RowsRequest, "from" | "count">;
  readonly among: SomeRows | null;
  readonly columns: readonly string[];
}

export interface ColumnTotal {
  /** Rows that have an amount in the column. */
  readonly amounts: number;
  /** null where it is too large to be exact. */
  readonly sum: number | null;
}

export interface CurrencyTotal {
  readonly currency: string | null;
  readonly rows: number;
  readonly columns: readonly ColumnTotal[];
}
