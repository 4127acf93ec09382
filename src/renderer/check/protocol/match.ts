/** What may be matched by hand, with the arithmetic of each choice. */
import type { MatchGroup, MatchSums } from "../../../core/review/match/match-candidates.ts";
import type { TiedByPayref } from "../../../core/review/match/tied-by-payref.ts";
import type { WalletRow, TransactionRow } from "./rows.ts";

/** Records of both sides by their ids. */
export interface MatchSides {
  readonly walletIDs: readonly number[];
  readonly payIDs: readonly number[];
}

/** What somebody is about to match by hand, and which side of it is looked for. */
export interface MatchCandidatesRequest {
  /** Entries chosen so far; those that are not held are left out. */
  readonly walletIDs: readonly number[];
  /** Transactions chosen so far. */
  readonly payIDs: readonly number[];
  readonly side: "entries" | "transactions";
  /**
   * Words that must all be in the row, as in RowsRequest; '' for the likely ones alone: entries that are tied
   * to no transaction, payments that are open. With words any record can be found that is in no match yet.
   */
  readonly search: string;
}

/** A record of the side looked for, with what choosing it as well would leave. */
export interface MatchCandidate<Row> {
  readonly row: Row;
  /**
   * What it adds to its side: an entry's movement; what of a payment is still expected, null where that is
   * not judged.
   */
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
  /** Which of the chosen transactions have entries by their payrefs already. */
  readonly tied: readonly TiedByPayref[];
  /** The likeliest first, at most 50; that of the other side is empty. */
  readonly entries: readonly MatchCandidate<WalletRow>[];
  readonly transactions: readonly MatchCandidate<TransactionRow>[];
  /** How many pass in all. */
  readonly total: number;
  /** What a cause of the check ties together with all that is chosen; null for nothing. */
  readonly group: MatchGroup | null;
  /** As of `RankedRows`. */
  readonly isEqual: boolean;
}

/**
 * What the records of a match come to, as the check of the period has them; those that it does not hold are
 * left out.
 */
export interface MatchedAmounts {
  /** Movements, by ascending walletID. */
  readonly entries: readonly { readonly walletID: number; readonly movement: number }[];
  /** By ascending payID. */
  readonly transactions: readonly {
    readonly payID: number;
    /** null where amounts are not judged. */
    readonly expected: number | null;
    /** Whether another of its match stands for it, and expects what all of them do. */
    readonly isWithAnother: boolean;
  }[];
}
