/**
 * The check: the records it reads, the run that is kept, a record in all its versions, the files that show
 * it.
 */
import { z } from "zod";
import { EXPORT_FORMATS } from "../../core/report/format.ts";
import { TABLES, snapshotHead } from "../columns.ts";
import { BATCH_ROWS, TABLE_NAMES } from "../../core/reconcile/snapshot.ts";
import { job } from "../jobs.ts";
import { asOf, checkOptions, count, handle, instant, json, nothing, period, shortText } from "../values.ts";
import type { Methods } from "./method.ts";

const version = z.object({
  /** The pull that brought it; atMs is null for files, which carry no clock. */
  pull: z.object({ id: count, source: z.enum(["service", "files"]), atMs: instant.nullable() }),
  /** Under the interface's names, without `_alt` fields; null where the pull no longer had the record. */
  document: json.nullable(),
});
const record = z.object({
  /** Oldest first. */
  versions: z.array(version),
  /** The record as the service sent it last, to the byte; null when the answer was pruned. */
  raw: z.string().nullable(),
});
export type RecordFacts = z.infer<typeof record>;

export const CHECK_METHODS = {
  "check.open": { input: z.strictObject({ asOf }), output: snapshotHead },
  "check.read": {
    input: z.strictObject({
      snapshot: shortText,
      table: z.enum(TABLE_NAMES),
      from: count,
      count: z.int().min(1).max(BATCH_ROWS),
    }),
    output: z.union(Object.values(TABLES)),
  },
  /**
   * What a window showed last of the open ledger as it stands, asked for the same; null where that is not
   * known.
   */
  "check.recall": { input: z.strictObject({ request: shortText }), output: z.object({ shown: json }) },
  /**
   * Keeps that for the next opening.
   *
   * `head` and `decisions` are from the ledger's facts on which it is based; it is dropped if either has
   * changed since.
   */
  "check.remember": {
    input: z.strictObject({ request: shortText, head: shortText, decisions: count, shown: json }),
    output: nothing,
  },
  /**
   * Checks again in main and keeps the run: what the renderer computed is never believed, it must only agree.
   */
  "check.save": {
    input: z.strictObject({ period, options: checkOptions }),
    output: z.object({ runId: count, findings: count, errors: count }),
  },

  "record.entry": { input: z.strictObject({ walletID: z.int(), asOf }), output: record },
  "record.transaction": { input: z.strictObject({ payID: z.int(), asOf }), output: record },

  "export.start": {
    input: z.strictObject({
      target: handle,
      period,
      options: checkOptions,
      format: z.enum(EXPORT_FORMATS),
    }),
    output: job,
  },
} as const satisfies Methods;
