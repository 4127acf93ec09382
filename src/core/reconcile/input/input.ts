/**
 * What the engine is given: columns, not objects, so that a million entries fit and are quick to walk.
 *
 * Records may stand in any order; the findings never depend on it. HeldNumbers are Float64 because amounts are
 * safe integers; NaN stands for null where null is allowed. Texts are interned: a column holds ids of one of
 * two dictionaries, `payrefs` (large) and `labels` (small).
 */
import { oneLineEnd } from "../../clean-text.ts";
import type { Business, User } from "../../records/business.ts";
import type { Entry } from "../../records/entry.ts";
import type { ChainScope } from "../../options.ts";
import type { Day } from "../../time.ts";
import type { Columns, ENTRY, HeldNumbers, TASK, TRANSACTION } from "./column-kinds.ts";
import type { PullClocks } from "./pull-clocks.ts";
import type { CopiedField, DateField, PullPair } from "./findings.ts";
import type { Transaction } from "../../records/transaction.ts";
import type { BankBooks } from "../../bank/accepted.ts";
import { oncePer } from "../../once-per.ts";

/** A dictionary of texts by id, 0 … length − 1. */
export interface TextColumn {
  readonly length: number;
  /** @throws RangeError when the id is not in the dictionary */
  at(id: number): string;
  /** In UTF-8: making many texts takes longer than comparing. @throws RangeError for an unknown id */
  bytesOf(id: number): TextBytes;
}

/** A text in UTF-8: `bytes[from]` … `bytes[to - 1]`. */
export interface TextBytes {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** The id of '' in `payrefs`, always. */
export const NO_PAYREF = 0;

/** The id that stands for null in columns of label ids. */
export const NO_TEXT = -1;

/** The newest version of every live entry, one row per walletID. */
export interface EntryColumns extends Columns<typeof ENTRY> {
  readonly length: number;
  /** The latest datePaid of all entries, else NaN: without a clock, as-of is the latest time in records. */
  readonly latestDatePaidAtMs: number;
}

export const CYCLE = { oneTime: 0, milestone: 1, crowdPay: 2, unknown: 3 } as const;

/** The newest version of every live transaction, one row per payID. */
export interface TransactionColumns extends Omit<Columns<typeof TRANSACTION>, "customerID"> {
  readonly length: number;
  /** By row: few are asked for, so that a ledger need not read all. */
  readonly customerID: { at(row: number): number | undefined };
  /** Tasks of row i are rows taskStart[i] … taskStart[i + 1] − 1 of `tasks`; length + 1 numbers. */
  readonly taskStart: Int32Array;
  readonly tasks: Columns<typeof TASK> & { readonly length: number };
  /** Rows that are paid though no date that counts says when; left out where every date counts. */
  readonly paidUndated?: ReadonlySet<number>;
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

/** walletIDs between which the ledger saw every entry: overlapping pulls count as one. Ascending, apart. */
export interface Coverage {
  readonly from: number;
  readonly to: number;
}

/** A date that cannot be, as it stands in the record. */
export interface AheadDate {
  readonly field: DateField;
  /** Milliseconds UTC. */
  readonly atMs: number;
  /** What it is later than: the entries that follow, the pull that brought it, or all other records. */
  readonly because:
    | { readonly kind: "following"; readonly walletIDs: readonly [number, number] }
    | { readonly kind: "pull"; readonly pulledAtMs: number }
    | { readonly kind: "records" };
}

export interface AheadRecord {
  /** walletID or payID. */
  readonly id: number;
  /** At least one, dateCreated first. */
  readonly dates: readonly AheadDate[];
}

/** The records whose dates cannot be, each list by ascending id. */
export interface DatesAhead {
  readonly entries: readonly AheadRecord[];
  readonly transactions: readonly AheadRecord[];
  /** The latest datePaid of the entries for which it can be, NaN when none has one. */
  readonly latestDatePaidAtMs: number;
}

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
  /** Gone: the version's pull, and the one without it. Back: the one without it, and the one with it. */
  readonly pulls: PullPair;
}

/** What earlier pulls of the same ledger say. Empty for files and for a first pull. */
export interface RecordHistory {
  /** Those of one entry in their order. */
  readonly entryVersions: readonly Revision<Entry>[];
  /** The last version seen of entries that a later pull, reaching back to them, no longer had. */
  readonly entriesVanished: readonly Absence<Entry>[];
  /** Each time that an entry came back, with its contents then. */
  readonly entriesReturned: readonly Absence<Entry>[];
  readonly transactionVersions: readonly Revision<Transaction>[];
  readonly transactionsVanished: readonly Absence<Transaction>[];
  readonly repeatedEntries: readonly RepeatedRecord[];
  readonly repeatedTransactions: readonly RepeatedRecord[];
  /** Empty means: one pull, all of it seen. */
  readonly coverage: readonly Coverage[];
}

/** Entries and transactions by their ids. */
export interface RecordIds {
  readonly walletIDs: readonly number[];
  readonly payIDs: readonly number[];
}

export interface RecordRows {
  readonly entries: readonly number[];
  readonly transactions: readonly number[];
}

/** What a person matched by hand, ascending, at least one of each; their contents are those that were seen then. */
export interface MatchedRecords extends RecordIds {
  /** Of the manual match, from 1 on. */
  readonly id: number;
}

/** What a wallet was signed to close a period at, and so opens the next with. */
export interface SignedClosing {
  readonly userID: number;
  /** null when wallets are per user. */
  readonly businessID: number | null;
  readonly closing: number;
}

export interface SignedPeriod {
  /** Its last day, and the zone in which its days were cut. */
  readonly to: Day;
  readonly timeZone: string;
  readonly chainScope: ChainScope;
  /** Of every wallet; none where it was signed that there is none, so that all stood at zero. */
  readonly closings: readonly SignedClosing[];
  /** The newest manual match that the signature went by; 0 for none. */
  readonly matchId: number;
}

/** What people decided that the check goes by. Another record of it, and the check is another. */
export interface Judgements {
  /** In the order of their ids; no record is in two of them. */
  readonly matches: readonly MatchedRecords[];
  readonly signedPeriods: readonly SignedPeriod[];
  /** Left out where no bank statements are kept. */
  readonly bank?: BankBooks;
}

export interface CheckInput {
  readonly entries: EntryColumns;
  readonly transactions: TransactionColumns;
  readonly payrefs: TextColumn;
  readonly labels: TextColumn;
  readonly user: User | null;
  readonly businesses: readonly Business[];
  readonly history: RecordHistory;
  readonly human: Judgements;
  /** The columns hold all dates as they stand in the records: see `countedInput`. */
  readonly ahead: Readonly<Record<ChainScope, DatesAhead>>;
  /** Milliseconds UTC of the newest pull; null for files and imports, which carry no clock. */
  readonly pulledAtMs: number | null;
  readonly pullClocks: PullClocks;
  /** Whether the pull that reaches back furthest asked with a limit and got exactly that many. */
  readonly capped: boolean;
}

// The earliest and the latest of times.

/** Milliseconds UTC. */
export interface Extremes {
  readonly firstMs: number;
  readonly lastMs: number;
}

/**
 * Of those that are not NaN, found once for each column; Infinity and −Infinity where there is none. By a loop: a million
 * numbers are no arguments.
 */
export const extremesIn = oncePer((times: Float64Array): Extremes => {
  let [firstMs, lastMs] = [Infinity, -Infinity];
  for (let row = 0; row < times.length; row += 1) {
    const atMs = times[row] as number;
    if (atMs < firstMs) firstMs = atMs;
    if (atMs > lastMs) lastMs = atMs;
  }
  return { firstMs, lastMs };
});

// The rows of records by their ids, in columns of any order.

/** Up to this many are looked for one by one, each in native code. */
const FEW = 4;

/** An action as a rule names it: '' for none, with one kind of line end. */
export function actionAt(label: number, labels: CheckInput["labels"]): string {
  return label === NO_TEXT ? "" : oneLineEnd(labels.at(label));
}

/** @returns by id the rows of those of the wanted that are held; nothing is looked at where none is wanted */
export function rowsOf(ids: HeldNumbers, wantedIds: readonly number[]): Map<number, number> {
  const rows = new Map<number, number>();
  if (wantedIds.length <= FEW) {
    for (const id of wantedIds) {
      const row = ids.lastIndexOf(id);
      if (row !== -1) rows.set(id, row);
    }
    return rows;
  }
  const wanted = new Set(wantedIds);
  for (let row = 0; row < ids.length; row += 1) {
    const id = ids[row] as number;
    if (wanted.has(id)) rows.set(id, row);
  }
  return rows;
}
