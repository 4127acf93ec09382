/** One record with what stands around it, and the balance over time. */
import type { RuleId, Severity } from "../../../core/reconcile/rules.ts";
import type { ReviewedFinding } from "../../../core/review/decisions/review.ts";
import type { WalletRow, TransactionRow } from "./rows.ts";

/** An entry in its chain. The rows around it are of the same wallet. */
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

/** A row where balances go on from other rows than the one before. */
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

/** An entry whose stated balance does not follow. */
export interface BalanceBreak {
  readonly walletID: number;
  /** Milliseconds UTC, by which periods are cut. */
  readonly atMs: number;
  readonly balance: number;
  readonly difference: number;
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly fingerprint: string;
  readonly message: string;
}

/** The balance of the wallets over time, and the breaks of all of them. */
export interface BalanceHistory {
  /**
   * One per wallet with entries in the period, those with most entries first; not of every wallet where there
   * are many.
   */
  readonly lines: readonly BalanceSeries[];
  /** How many breaks there are, of wallets with a line or without. */
  readonly breaks: number;
  /** All of them, oldest first; where there are many, the largest, largest first. */
  readonly largest: readonly BalanceBreak[];
}

/**
 * The balance over time from the period's opening to as far as it is known, thinned to what a chart can show.
 */
export interface BalanceSeries {
  /** Milliseconds UTC, ascending. */
  readonly atMs: Float64Array;
  readonly balance: Float64Array;
  /** Every chain-break, pending entry and gap of the period, oldest first; at most 2,000 of them. */
  readonly breaks: readonly BalanceBreak[];
  /** One line per wallet that is shown; more than one only when the ledger has several. */
  readonly wallet: { readonly userID: number; readonly businessID: number | null };
}
