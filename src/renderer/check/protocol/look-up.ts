/** Finding records from anywhere by what a person remembers of them. */
import type { Rows, TransactionRow, WalletRow } from "./rows.ts";

export interface LookUpRequest {
  /** Words that must all be in the record, as in RowsRequest. */
  readonly words: string;
  /** The most records of each table. */
  readonly count: number;
}

/**
 * Of the whole history, the likeliest first: whole ids, payrefs and names, then amounts, then what begins so.
 */
export interface LookedUp {
  readonly entries: Likely<WalletRow>;
  readonly transactions: Likely<TransactionRow>;
}

interface Likely<Row> extends Rows<Row> {
  /** How likely the first is meant, 0 is the most; null without any. */
  readonly rank: number | null;
}
