/** Values that several methods of the bridge share; texts are bounded, so that none is parsed endlessly. */
import { z } from "zod";
import { ERROR_CODES } from "../core/error-codes.ts";
import { count, objectOf } from "../schema/parts.ts";
import { day } from "../schema/values.ts";
import type { Fault } from "./envelope.ts";
import type { VanishedCounts } from "../core/review/restate/vanishing.ts";
import {
  COLUMN_ARRAYS,
  type ColumnArray,
  type ColumnKinds,
  ENTRY,
  TASK,
  TRANSACTION,
  columnNames,
} from "../core/reconcile/input/column-kinds.ts";
import type { TableName } from "../core/reconcile/input/snapshot.ts";

export { count };
export { checkOptions, decimals, json, keptOptions, timeZone } from "../schema/values.ts";

/** Longer texts are no names, notes or addresses that anybody typed. */
const SHORT = 2000;

export const nothing = z.strictObject({});

export const shortText = z.string().max(SHORT);

/** Who does something. */
export const name = z.string().max(400);
/** Why, or what is to be known of it. */
export const note = z.string().max(20_000);

/** Stands for a file or folder that main chose or was given; the renderer never learns or names a path. */
export const handle = z.string().regex(/^[0-9a-f-]{36}$/u);

/** Milliseconds UTC. */
export const instant = z.number();

/** A link's sequence: what is asked is asked of the ledger as it was then; left out, as of now. */
export const asOf = z.int().min(1).optional();

/** Days, both inclusive; null leaves an end open, no period at all is the whole history. */
export const period = z.strictObject({ from: day.nullable(), to: day.nullable() }).nullable();

/**
 * What core makes of a ledger's records. It crosses as it is: the compiler holds it to its type, and no ledger holds a
 * secret or a path (docs/decisions/0009).
 */
export function declaredByCore<T>() {
  return z.custom<T>();
}

export const vanishedCounts = objectOf<VanishedCounts>({ entries: count, transactions: count });

export const fault: z.ZodType<Fault> = z.object({
  code: z.enum([...ERROR_CODES, "DEFECT"]),
  sentence: z.string(),
  remedy: z.string(),
  file: z.string().nullable(),
  record: z.string().nullable(),
  field: z.string().nullable(),
  vanished: vanishedCounts.exactOptional(),
});

/** A file or folder as it is shown: its name, and where it lies in words. */
export const fileFacts = z.object({ handle, name: z.string(), where: z.string() });
export type FileFacts = z.infer<typeof fileFacts>;

/** Of a finding, 64 hex digits. */
const FINGERPRINT = /^[0-9a-f]{64}$/u;
export const fingerprint = z.string().regex(FINGERPRINT);

const MOST_ITEMS = 100_000;

const item = z.strictObject({
  fingerprint,
  /** The newest decision on it that the person saw, null for none. */
  seen: count.nullable(),
});

/** The findings that a decision is taken on; so many that they are looked at by hand first. */
const parsed = z.array(item).min(1).max(MOST_ITEMS);

/** As the parser has it, in a part of the time; whatever is wrong is named by the parser. */
export const items = z.custom<z.infer<typeof item>[]>().superRefine((value, context) => {
  if (areItems(value)) return;
  const { error } = parsed.safeParse(value);
  for (const issue of error?.issues ?? []) context.issues.push({ ...issue, input: undefined });
});

function areItems(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_ITEMS) return false;
  // Not `every`: it passes over what is missing in between.
  for (const one of value as unknown[]) if (!isItem(one)) return false;
  return true;
}

function isItem(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 2) return false;
  const { fingerprint: digits, seen } = value as { readonly fingerprint?: unknown; readonly seen?: unknown };
  const isCount = seen === null || (typeof seen === "number" && Number.isSafeInteger(seen) && seen >= 0);
  return isCount && typeof digits === "string" && FINGERPRINT.test(digits);
}

// The ledger's records as they cross the bridge: columns, a batch of rows at a time.

const ids = z.instanceof(Int32Array);
const flags = z.instanceof(Uint8Array);

const packed = z.union(COLUMN_ARRAYS.map((kind) => z.instanceof(kind))) as z.ZodType<ColumnArray>;

type ColumnSchemas<K extends ColumnKinds> = { readonly [Name in keyof K]: typeof packed };

/** A batch of a table's columns, see `PackedColumns`. */
function batchOf<K extends ColumnKinds>(kinds: K) {
  const schemas = columnNames(kinds).map((tableName) => [tableName, packed]);
  return z.object(Object.fromEntries(schemas) as ColumnSchemas<K>);
}

/** Texts end to end in UTF-8: text i ends at byte `ends[i]` and begins where the one before ends. */
const textBatch = z.object({
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
  /** Ascending by payID. `taskEnd`: where the tasks of each row end, counted from the first of all. */
  transactions: batchOf(TRANSACTION).extend({ taskEnd: ids }),
  tasks: batchOf(TASK),
  payrefs: textBatch,
  labels: textBatch,
  descriptions: textBatch,
  customers: textBatch,
} as const satisfies Readonly<Record<TableName, z.ZodType>>;
export type TableBatch<T extends TableName> = z.infer<(typeof TABLES)[T]>;
