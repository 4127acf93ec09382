/**
 * What crosses the bridge of a workbook that comes back: what was edited in it, and what its reviewer typed.
 */
import { z } from "zod";
import { DECISION_STATUSES } from "../core/review/decisions/decision.ts";
import { REVIEW_STATUSES } from "../core/review/decisions/review.ts";
import { fingerprint } from "./decided-items.ts";
import { count, instant } from "./values.ts";

/** A cell that is not as it was exported. Values as a person would read them, '' for an empty cell. */
const editedCell = z.object({
  sheet: z.string(),
  /**
   * e.g. `H14`; where rows were deleted, of the first of them as it was exported; `H14:H20` of several; ''
   * for a whole sheet.
   */
  cell: z.string(),
  /** The column's header, or what the row is about; null where there is none. */
  what: z.string().nullable(),
  kind: z.enum([
    "value",
    "formula",
    "overwritten-formula",
    "result",
    "added",
    "inserted-rows",
    "deleted-rows",
    "missing-sheet",
    "added-sheet",
    "moved-sheets",
    "link",
    "setting",
    "hidden",
    "format",
    "attached",
  ]),
  exported: z.string(),
  found: z.string(),
});
export type EditedCell = z.infer<typeof editedCell>;

export const workbookVerdict = z.object({
  is: z.literal("workbook-verified"),
  /** Nothing was edited, and it belongs to this ledger. */
  holds: z.boolean(),
  /** Whether another version laid it out, so that what differs is not told as edited. */
  isOtherLayout: z.boolean(),
  /** Whether the file is the very one that was exported, to the byte. */
  isOriginal: z.boolean(),
  /** The run it shows and its link of the audit trail. */
  run: count,
  sequence: count,
  head: z.string(),
  period: z.object({ from: z.string(), to: z.string() }).nullable(),
  exportedAtMs: instant,
  cellsCompared: count,
  /** In the order of the sheets; at most 2,000 of them are told. */
  edits: z.array(editedCell),
  editCount: count,
  /** Formula cells whose result differs because of cells that were edited. */
  followed: count,
  /** What a person typed where the workbook asks for it: signatures, reviewer's columns. */
  filledIn: count,
  /** What must be said of it, one sentence each: it was exported by another version, say. */
  notes: z.array(z.string()),
});
export type WorkbookVerdict = z.infer<typeof workbookVerdict>;

/** What a reviewer typed beside one finding. */
const typed = z.object({
  fingerprint,
  /** The row on C1. */
  row: count,
  rule: z.string(),
  message: z.string(),
  /** What was typed, as it stands there. */
  tick: z.string(),
  note: z.string(),
  /** What it would be taken in as; null when it cannot. */
  proposed: z.object({ status: z.enum(DECISION_STATUSES), note: z.string() }).nullable(),
  /**
   * Why it cannot be taken in, or what to look at first, in one sentence; null when nothing stands against
   * it.
   */
  caution: z.string().nullable(),
  /** How the finding stands in the ledger now; null when the check raises it no more. */
  status: z.enum(REVIEW_STATUSES).nullable(),
  /** The newest decision on it now, null without one. */
  seen: count.nullable(),
});
export type TypedReview = z.infer<typeof typed>;

export const reviewRead = z.object({
  is: z.literal("review-read"),
  fileName: z.string(),
  run: count,
  period: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** Who reviewed, as the workbook's A Lead says; '' when it does not. */
  by: z.string(),
  items: z.array(typed),
  notes: z.array(z.string()),
});
export type ReviewRead = z.infer<typeof reviewRead>;
