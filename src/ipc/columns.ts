/** The ledger's records as they cross the bridge: columns, a batch of rows at a time. */
import { z } from "zod";
import type { Business, User } from "../core/business.ts";
import { ARRAYS, type ColumnArray, type ColumnKinds, ENTRY, TASK, TRANSACTION, columnNames } from "../core/reconcile/column-kinds.ts";
import type { CheckInput, Judgements, RecordHistory } from "../core/reconcile/input.ts";
import type { PullClocks, PullTime } from "../core/reconcile/pull-clocks.ts";
import { type SnapshotHead, TABLE_NAMES, type TableName } from "../core/reconcile/snapshot.ts";
import { count, objectOf } from "../schema/parts.ts";
import { instant } from "./values.ts";

const ids = z.instanceof(Int32Array);
const flags = z.instanceof(Uint8Array);

const packed = z.union(Object.values(ARRAYS).map((kind) => z.instanceof(kind))) as z.ZodType<ColumnArray>;

type ColumnSchemas<K extends ColumnKinds> = { readonly [Name in keyof K]: typeof packed };

/** A batch of a table's columns, see `PackedColumns`. */
function batchOf<K extends ColumnKinds>(kinds: K) {
  const schemas = columnNames(kinds).map((name) => [name, packed]);
  return z.object(Object.fromEntries(schemas) as ColumnSchemas<K>);
}

/** Texts end to end in UTF-8: text i ends at byte `ends[i]` and begins where the one before ends. */
export const textBatch = z.object({
  bytes: z.instanceof(Uint8Array),
  ends: ids,
  /** 1 where there is no text at all; the empty text is another thing. */
  missing: flags,
});
export type TextBatch = z.infer<typeof textBatch>;

/** The tables of a snapshot. `descriptions` are the entries', `customers` the transactions', row by row. */
export const TABLES = {
  /** Ascending by walletID. */
  entries: batchOf(ENTRY),
  /**
   * Ascending by payID. `taskEnd` says where the tasks of each row end, counted from the first task of all.
   */
  transactions: batchOf(TRANSACTION).extend({ taskEnd: ids }),
  tasks: batchOf(TASK),
  payrefs: textBatch,
  labels: textBatch,
  descriptions: textBatch,
  customers: textBatch,
} as const satisfies Readonly<Record<TableName, z.ZodType>>;
export type TableBatch<T extends TableName> = z.infer<(typeof TABLES)[T]>;

/**
 * One moment of the ledger, held by main until it is released; everything but the tables' rows. What main
 * wrote of it is not looked into.
 */
const pullTime = objectOf<PullTime>({ pullId: count, atMs: instant });

export const snapshotHead = objectOf<SnapshotHead>({
  snapshot: z.string(),
  rows: z.record(z.enum(TABLE_NAMES), count),
  latestDatePaidAtMs: z.number().or(z.nan()),
  user: z.custom<User | null>(),
  businesses: z.custom<readonly Business[]>(),
  history: z.custom<RecordHistory>(),
  human: z.custom<Judgements>(),
  ahead: z.custom<CheckInput["ahead"]>(),
  pulledAtMs: instant.nullable(),
  pullClocks: objectOf<PullClocks>({
    newest: pullTime.nullable(),
    ahead: pullTime.nullable(),
    slow: pullTime.nullable(),
    tornAfterMs: instant.optional(),
  }),
  capped: z.boolean(),
});
