/** The ledger's records as they cross the bridge: columns, a batch of rows at a time. */
import { z } from "zod";
import type { Business, User } from "../core/business.ts";
import type { Judgements, RecordHistory } from "../core/reconcile/input.ts";
import { count, instant } from "./values.ts";

const numbers = z.instanceof(Float64Array);
const ids = z.instanceof(Int32Array);
const flags = z.instanceof(Uint8Array);

/** Texts end to end in UTF-8: text i ends at byte `ends[i]` and begins where the one before ends. */
export const textBatch = z.object({
  bytes: z.instanceof(Uint8Array),
  ends: ids,
  /** 1 where there is no text at all; the empty text is another thing. */
  missing: flags,
});
export type TextBatch = z.infer<typeof textBatch>;

/** Columns as in `EntryColumns` of core/reconcile/input, ascending by walletID. */
export const entryBatch = z.object({
  walletID: numbers,
  userID: numbers,
  businessID: numbers,
  credit: numbers,
  debit: numbers,
  balance: numbers,
  dateCreatedAtMs: numbers,
  payref: ids,
  action: ids,
  unapproved: flags,
});

/** Columns as in `TransactionColumns`, ascending by payID; `taskStart` counts from the first task of all. */
export const transactionBatch = z.object({
  payID: numbers,
  businessID: numbers,
  userID: numbers,
  payref: ids,
  cycle: flags,
  cycleText: ids,
  role: ids,
  currency: ids,
  chargedamount: numbers,
  scrowfee: numbers,
  taxfee: numbers,
  payableamount: numbers,
  deleted: flags,
  flagged: flags,
  datePaidAtMs: numbers,
  dateCreatedAtMs: numbers,
  type: ids,
  reference: ids,
  urlMismatch: flags,
  statedAmount: numbers,
  itemquantity: numbers,
  currentRaised: numbers,
  escrowCharge: numbers,
  /** Where the tasks of each row end. */
  taskEnd: ids,
});

export const taskBatch = z.object({ taskamount: numbers, complete: flags, dateCompletedAtMs: numbers });

/** The tables of a snapshot. `descriptions` are the entries', `customers` the transactions', row by row. */
export const TABLES = {
  entries: entryBatch,
  transactions: transactionBatch,
  tasks: taskBatch,
  payrefs: textBatch,
  labels: textBatch,
  descriptions: textBatch,
  customers: textBatch,
} as const;
export type TableName = keyof typeof TABLES;
export type TableBatch<T extends TableName> = z.infer<(typeof TABLES)[T]>;
export const TABLE_NAMES = Object.keys(TABLES) as [TableName, ...TableName[]];

/** The most rows of one batch: a few megabytes, taken in without anybody waiting. */
export const BATCH_ROWS = 50_000;

/** One moment of the ledger, held by main until it is released; everything but the tables' rows. */
export const snapshotHead = z.object({
  /** Names the moment; a ledger whose records are the same gives the same. */
  snapshot: z.string(),
  rows: z.record(z.enum(TABLE_NAMES), count),
  latestDatePaidAtMs: z.number().or(z.nan()),
  user: z.custom<User | null>(),
  businesses: z.custom<readonly Business[]>(),
  history: z.custom<RecordHistory>(),
  human: z.custom<Judgements>(),
  pulledAtMs: instant.nullable(),
  latestPullAtMs: instant.nullable(),
  capped: z.boolean(),
});
export type SnapshotHead = z.infer<typeof snapshotHead>;
