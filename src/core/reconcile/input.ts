/**
 * What the engine is given: columns, not objects, so that a million entries fit and are quick to walk.
 *
 * Records may stand in any order; the findings never depend on it. Numbers are Float64 because amounts are safe
 * integers; NaN stands for null where null is allowed. Texts are interned: a column holds ids of one of two
 * dictionaries, `payrefs` (large) and `labels` (small).
 */
import type { Business, User } from "../business.ts";
import type { Entry } from "../entry.ts";
import type { ChainScope } from "../options.ts";
import type { Day } from "../time.ts";
import type { CopiedField } from "./result/findings.ts";
import type { Transaction } from "../transaction.ts";

/** A dictionary of texts by id, 0 … length − 1. */
export interface TextColumn {
  readonly length: number;
  /** @throws RangeError when the id is not in the dictionary */
  at(id: number): string;
}

/** The id of '' in `payrefs`, always. */
export const NO_PAYREF = 0;

/** The id that stands for null in columns of label ids. */
export const NO_TEXT = -1;

/** The newest version of every live entry, one row per walletID. */
export interface EntryColumns {
  readonly length: number;
  readonly walletID: Float64Array;
  readonly userID: Float64Array;
  readonly businessID: Float64Array;
  readonly credit: Float64Array;
  readonly debit: Float64Array;
  readonly balance: Float64Array;
  readonly dateCreatedAtMs: Float64Array;
  /** Id in `payrefs`; NO_PAYREF where no transaction is tied to the entry. */
  readonly payref: Int32Array;
  /** Id in `labels`, or NO_TEXT. */
  readonly action: Int32Array;
  /** 1 where is_approved is 0, else 0. */
  readonly unapproved: Uint8Array;
  /**
   * The latest datePaid among all entries, NaN when none has one. Only a check of files asks for it: without a clock
   * of its own, its as-of is the latest time in the records.
   */
  readonly latestDatePaidAtMs: number;
}

export const CYCLE = { oneTime: 0, milestone: 1, crowdPay: 2, unknown: 3 } as const;

/** The newest version of every live transaction, one row per payID. */
export interface TransactionColumns {
  readonly length: number;
  readonly payID: Float64Array;
  readonly businessID: Float64Array;
  readonly userID: Float64Array;
  /** Id in `payrefs`. */
  readonly payref: Int32Array;
  /** One of CYCLE. */
  readonly cycle: Uint8Array;
  /** Id in `labels`: the cycle as written. */
  readonly cycleText: Int32Array;
  /** Id in `labels`, or NO_TEXT: trader_status as written. */
  readonly role: Int32Array;
  /** Id in `labels`, or NO_TEXT: fee.currency. */
  readonly currency: Int32Array;
  readonly chargedamount: Float64Array;
  readonly scrowfee: Float64Array;
  readonly taxfee: Float64Array;
  readonly payableamount: Float64Array;
  /** 1 where is_deleted is 1. */
  readonly deleted: Uint8Array;
  /** 1 where is_flagged is 1. */
  readonly flagged: Uint8Array;
  /** NaN while unpaid. */
  readonly datePaidAtMs: Float64Array;
  /** NaN when null. */
  readonly dateCreatedAtMs: Float64Array;
  /** Id in `labels`, or NO_TEXT: data.type. */
  readonly type: Int32Array;
  /** Id in `payrefs`, or NO_TEXT: data.reference. */
  readonly reference: Int32Array;
  /** 1 where paymentURL is a text that does not end in `/pay/` + payref. */
  readonly urlMismatch: Uint8Array;
  /** One-time: itemamount; milestone: data.amount; crowd-pay: project_goal; unknown: NaN. */
  readonly statedAmount: Float64Array;
  /** One-time: itemquantity; NaN when null or of another cycle. */
  readonly itemquantity: Float64Array;
  /** Crowd-pay: current_raised; NaN for other cycles. */
  readonly currentRaised: Float64Array;
  /** One-time and milestone: data.escrow_charge; NaN for other cycles. */
  readonly escrowCharge: Float64Array;
  /** Tasks of row i are rows taskStart[i] … taskStart[i + 1] − 1 of `tasks`; length + 1 numbers. */
  readonly taskStart: Int32Array;
  readonly tasks: TaskColumns;
}

export interface TaskColumns {
  readonly length: number;
  readonly taskamount: Float64Array;
  /** 1 where is_complete is 1. */
  readonly complete: Uint8Array;
  /** NaN when there is none. */
  readonly dateCompletedAtMs: Float64Array;
}

/** A record that came more than once in one pull. */
export interface RepeatedRecord {
  /** walletID or payID. */
  readonly id: number;
  /** How many copies came, at least 2. */
  readonly copies: number;
  /** Whether they differ in more than `_alt` fields. */
  readonly conflicting: boolean;
  /** In what they differ. */
  readonly fields: readonly CopiedField[];
}

/** walletIDs between which the ledger has seen every entry: pulls that overlap count as one. Ascending, apart. */
export interface Coverage {
  readonly from: number;
  readonly to: number;
}

/** The numbers of the two pulls that a change lies between. */
export type PullPair = readonly [number, number];

/** Consecutive versions of one record that differ. */
export interface Revision<R> {
  readonly before: R;
  readonly after: R;
  /** The pull that first had the version before, and the one that first had the other. */
  readonly pulls: PullPair;
}

/** A record that was absent, as it was last seen, or as it came back. */
export interface Absence<R> {
  readonly record: R;
  /** Gone: the pull that brought the version, and the one that no longer had it. Back: the one that did not have it, and the one that did. */
  readonly pulls: PullPair;
}

/** What earlier pulls of the same ledger say. Empty for files and for a first pull. */
export interface RecordHistory {
  /** Those of one entry in their order. */
  readonly entryVersions: readonly Revision<Entry>[];
  /** The last version seen of entries that a later pull, reaching back to them, no longer had. */
  readonly entriesVanished: readonly Absence<Entry>[];
  /** Each time that an entry was there again, as it came back. */
  readonly entriesReturned: readonly Absence<Entry>[];
  readonly transactionVersions: readonly Revision<Transaction>[];
  readonly transactionsVanished: readonly Absence<Transaction>[];
  readonly repeatedEntries: readonly RepeatedRecord[];
  readonly repeatedTransactions: readonly RepeatedRecord[];
  /** Empty means: one pull, all of it seen. */
  readonly coverage: readonly Coverage[];
}

/** Entries and transactions that a person matched by hand; their contents are those that were seen then. */
export interface MatchedRecords {
  /** Of the manual match, from 1 on. */
  readonly id: number;
  /** Ascending, at least one. */
  readonly walletIDs: readonly number[];
  /** Ascending, at least one. */
  readonly payIDs: readonly number[];
}

/** What a wallet was signed to close a period at, and so opens the next with. */
export interface SignedClosing {
  readonly userID: number;
  /** null when wallets are per user. */
  readonly businessID: number | null;
  readonly closing: number;
}

/** A period that was signed. */
export interface SignedPeriod {
  /** Its last day, and the zone in which its days were cut. */
  readonly to: Day;
  readonly timeZone: string;
  readonly chainScope: ChainScope;
  /** Of every wallet there was; none where it was signed that there is none, so that all of them stood at zero. */
  readonly closings: readonly SignedClosing[];
}

/** What people decided that the check goes by. Another record of it, and the check is another. */
export interface Judgements {
  /** In the order of their ids; no record is in two of them. */
  readonly matches: readonly MatchedRecords[];
  readonly signedPeriods: readonly SignedPeriod[];
}

export const NO_HUMAN_INPUT: Judgements = { matches: [], signedPeriods: [] };

export interface CheckInput {
  readonly entries: EntryColumns;
  readonly transactions: TransactionColumns;
  readonly payrefs: TextColumn;
  readonly labels: TextColumn;
  readonly user: User | null;
  readonly businesses: readonly Business[];
  readonly history: RecordHistory;
  readonly human: Judgements;
  /** Milliseconds UTC of the newest pull; null for files and imports, which carry no clock. */
  readonly pulledAtMs: number | null;
  /** The latest time that any pull carries, milliseconds UTC: later than the newest pull's where a clock was set back. */
  readonly latestPullAtMs: number | null;
  /** Whether the pull that reaches back furthest asked with a limit and got exactly that many. */
  readonly capped: boolean;
}

export const NO_HISTORY: RecordHistory = {
  entryVersions: [],
  entriesVanished: [],
  entriesReturned: [],
  transactionVersions: [],
  transactionsVanished: [],
  repeatedEntries: [],
  repeatedTransactions: [],
  coverage: [],
};
