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
  /** Of both tables, newest first, at most as many as were asked for of each. */
  readonly vanished: readonly VanishedRecord[];
}

/** A record that a later pull no longer has, as it was seen last. */
export interface VanishedRecord {
  readonly table: "entries" | "transactions";
  readonly id: number;
  /** Milliseconds UTC: of an entry when it was made, of a transaction when it was paid, else created. */
  readonly atMs: number | null;
  /** What the service said it is about; '' for nothing. */
  readonly words: string;
  readonly payref: string;
  /** An entry's movement, + inflow; of a transaction what was payable. */
  readonly amount: number;
  /** The first pull that no longer had it. */
  readonly gonePull: number;
}

interface Likely<Row> extends Rows<Row> {
  /** How likely the first is meant, 0 is the most; null without any. */
  readonly rank: number | null;
}
