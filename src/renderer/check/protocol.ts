/**
 * What the page asks of the check worker. The worker holds the columns, the result and the review; the page
 * only ever gets what it shows: a screenful of rows, counts, one finding.
 */
import type { Causes } from "../../core/reconcile/causes/cause.ts";
import type { Finding } from "../../core/reconcile/result/findings.ts";
import type { Judgements } from "../../core/reconcile/input.ts";
import type { Decision } from "../../core/review/decisions/decision.ts";
import type { TableBatch } from "../../ipc/columns.ts";
import type { SnapshotHead, TableName } from "../../core/reconcile/snapshot.ts";
import type { EntryContext, TransactionContext, BalanceHistory } from "./protocol/context.ts";
import type { CauseLine } from "./protocol/causes.ts";
import type {
  ExceptionsRequest,
  ExceptionRow,
  ExceptionRows,
  SelectableException,
} from "./protocol/exceptions.ts";
import type { MatchCandidatesRequest, MatchCandidates, MatchedAmounts } from "./protocol/match.ts";
import type { DisplayFormat } from "../ui/values/display-format.tsx";
import type { RowsAsReadRequest, RowsRequest, WalletRow, TransactionRow, Rows } from "./protocol/rows.ts";
import type { ComingCheck, RunRequest, CheckSummary, ReviewSummary } from "./protocol/summary.ts";
import type { LookUpRequest, VanishedRecord, LookedUp } from "./protocol/look-up.ts";
import type { CurrencyTotal, TotalsRequest } from "./protocol/totals.ts";

export type {
  BalanceBreak,
  BalanceHistory,
  BalanceSeries,
  EntryContext,
  ForkedEntry,
  TransactionContext,
} from "./protocol/context.ts";
export type { CauseLine, RowCause } from "./protocol/causes.ts";
export type {
  DecisionDraft,
  ExceptionRow,
  ExceptionRows,
  ExceptionsRequest,
  SelectableException,
} from "./protocol/exceptions.ts";
export type {
  MatchCandidate,
  MatchCandidates,
  MatchCandidatesRequest,
  MatchedAmounts,
} from "./protocol/match.ts";
export type {
  ColumnFilter,
  Flag,
  Rows,
  RowsRequest,
  Sort,
  TransactionRow,
  WalletRow,
} from "./protocol/rows.ts";
export type { DisplayFormat } from "../ui/values/display-format.tsx";
export type {
  ComingCheck,
  CheckSummary,
  AskedPeriod,
  ReviewSummary,
  RunRequest,
} from "./protocol/summary.ts";
export type { LookedUp, VanishedRecord } from "./protocol/look-up.ts";
export type { CurrencyTotal, SomeRows } from "./protocol/totals.ts";

/** Calls that show or search texts which a check does not read: they wait until those are there. */
export const CALLS_WITH_TEXTS: ReadonlySet<keyof WorkerCalls> = new Set([
  "entries",
  "transactions",
  "find",
  "lookUp",
  "totals",
  "entry",
  "transaction",
  "matchCandidates",
]);

/**
 * Every call of the worker: what goes in, what comes out. One that is superseded is told so and costs nothing
 * more.
 */
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
  readonly human: { readonly input: { readonly human: Judgements }; readonly output: null };
  /** What is known of a check before it is made. */
  readonly coming: { readonly input: RunRequest; readonly output: ComingCheck };
  /** Entries of a check before it is made; answered between its passes. */
  readonly asRead: { readonly input: RowsAsReadRequest; readonly output: Rows<WalletRow> };
  /** Checks, keeps the result for all other calls, and forgets the one before. */
  readonly run: {
    readonly input: RunRequest & { readonly wording: DisplayFormat };
    readonly output: CheckSummary;
  };
  /** Checks beside the kept result, which stays. */
  readonly whatIf: {
    readonly input: RunRequest & { readonly wording: DisplayFormat };
    readonly output: CheckSummary;
  };
  /**
   * Takes decisions in, which follow the first `from` of those it holds; what it held after these is
   * forgotten.
   */
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
  /** Records of both tables that some words may mean. */
  readonly lookUp: { readonly input: LookUpRequest; readonly output: LookedUp };
  /** Records that a later pull no longer has, in which all words are; newest first. */
  readonly vanished: {
    readonly input: { readonly words: string };
    readonly output: readonly VanishedRecord[];
  };
  /** What rows of a grid come to, each currency by itself. */
  readonly totals: { readonly input: TotalsRequest; readonly output: readonly CurrencyTotal[] };
  readonly exceptions: { readonly input: ExceptionsRequest; readonly output: ExceptionRows };
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
  /** What the records of a match come to. */
  readonly matchedAmounts: {
    readonly input: { readonly walletIDs: readonly number[]; readonly payIDs: readonly number[] };
    readonly output: MatchedAmounts;
  };
  readonly balance: { readonly input: { readonly points: number }; readonly output: BalanceHistory };
  /** All findings of the kept result, for holding the window against the command line. */
  readonly findings: { readonly input: null; readonly output: readonly Finding[] };
  /** The causes with the largest amounts, largest first, as far as the review is. */
  readonly largestCauses: {
    readonly input: { readonly count: number };
    readonly output: readonly CauseLine[];
  };
  /** The causes of the kept result, with all items. */
  readonly causes: { readonly input: null; readonly output: Causes };
}

export type WorkerCall = keyof WorkerCalls;
