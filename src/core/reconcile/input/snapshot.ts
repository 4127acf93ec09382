/** One moment of a ledger's records as a window reads them: tables of rows, and a head with the rest. */
import type { CheckInput } from "./input.ts";

export const CHECKED_TABLES = ["entries", "transactions", "tasks", "payrefs", "labels"] as const;
/** Texts that only people read, row by row: `descriptions` of entries, `customers` of transactions. */
export const TEXT_TABLES = ["descriptions", "customers"] as const;
export const TABLE_NAMES = [...CHECKED_TABLES, ...TEXT_TABLES] as const;
export type TableName = (typeof TABLE_NAMES)[number];

/** Everything but the tables' rows. */
export interface SnapshotHead extends Pick<
  CheckInput,
  "user" | "businesses" | "history" | "human" | "ahead" | "pulledAtMs" | "pullClocks" | "capped"
> {
  /** Names the moment; a ledger whose records are the same gives the same. */
  readonly snapshot: string;
  readonly rows: Readonly<Record<TableName, number>>;
  /** Milliseconds UTC, NaN when no entry has one. */
  readonly latestDatePaidAtMs: number;
}

/** The most rows of one batch of a table: a few megabytes. */
export const BATCH_ROWS = 50_000;
