/**
 * The check and what people decide by it: the records it reads, the run that is kept, a record in all its versions,
 * exceptions, matches by hand, evidence, and the workbook that goes out and comes back.
 */
import { DIFFERENCE_CLASSES } from "../core/bank/accepted.ts";
import { TIE_KINDS } from "../core/bank/ties.ts";
import { PULL_SOURCES } from "../core/reconcile/input/pull-clocks.ts";
import { z } from "zod";
import { BATCH_ROWS, type SnapshotHead, TABLE_NAMES } from "../core/reconcile/input/snapshot.ts";
import { EXPORT_FORMATS } from "../core/report/sheet/format.ts";
import { DECISION_STATUSES, type Decision } from "../core/review/decisions/decision.ts";
import type { StandingMatch } from "../core/review/decisions/manual-match.ts";
import type { Evidence } from "../core/review/file/attachment.ts";
import type { ProposalList } from "../core/review/standing/proposals.ts";
import { month } from "../schema/values.ts";
import {
  TABLES,
  asOf,
  checkOptions,
  count,
  fileFacts,
  fingerprint,
  handle,
  instant,
  items,
  json,
  declaredByCore,
  name,
  note,
  nothing,
  period,
  shortText,
} from "./values.ts";
import { job } from "./jobs.ts";

const manualMatch = declaredByCore<StandingMatch>();
const evidence = declaredByCore<Evidence>();

const version = z.object({
  /** The pull that brought it, or no longer had it; atMs is null for files, which carry no clock. */
  pull: z.object({ id: count, source: z.enum(PULL_SOURCES), atMs: instant.nullable() }),
  /** Under the interface's names, without `_alt` fields; null where the pull no longer had the record. */
  document: json.nullable(),
});
const record = z.object({
  /** Oldest first; none when the ledger never held the record. */
  versions: z.array(version),
  /** The record as the service sent it last, to the byte; null when the answer was pruned. */
  raw: z.string().nullable(),
});
export type RecordFacts = z.infer<typeof record>;

const decided = { items, note, by: name };
/** Those taken at once have consecutive ids, in the order of the items; one named twice counts once. */
const taken = z.object({ first: count, count });
export type TakenFacts = z.infer<typeof taken>;

const recordIds = z.array(z.int()).min(1).max(200);
const someFiles = z.array(handle).min(1).max(50);

const subject = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("finding"), fingerprint, period, options: checkOptions }),
  z.strictObject({ kind: z.literal("match"), match: count }),
  z.strictObject({ kind: z.literal("month"), month }),
]);

export const REVIEW_METHODS = {
  "check.open": { input: z.strictObject({ asOf }), output: declaredByCore<SnapshotHead>() },
  "check.read": {
    input: z.strictObject({
      snapshot: shortText,
      table: z.enum(TABLE_NAMES),
      from: count,
      count: z.int().min(1).max(BATCH_ROWS),
    }),
    output: z.union(Object.values(TABLES)),
  },
  /** What a window showed last of the open ledger as it stands, asked for the same; null if not known. */
  "check.recall": { input: z.strictObject({ request: shortText }), output: z.object({ shown: json }) },
  /** Keeps that for the next opening; dropped where the ledger's `head` or `decisions` changed meanwhile. */
  "check.remember": {
    input: z.strictObject({ request: shortText, head: shortText, decisions: count, shown: json }),
    output: nothing,
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

  /** In the order taken, as many as come at once: those after one that is known, or the first of all. */
  "review.list": {
    input: z.strictObject({
      after: z.strictObject({ id: count, fingerprint, atMs: instant }).nullable().default(null),
      asOf,
    }),
    output: z.object({
      decisions: declaredByCore<readonly Decision[]>(),
      more: z.boolean(),
      /** Whether they are the first of all: what was known is another ledger's, or of another state. */
      anew: z.boolean(),
    }),
  },
  "review.decide": {
    input: z.strictObject({ period, options: checkOptions, status: z.enum(DECISION_STATUSES), ...decided }),
    output: taken,
  },
  "review.undo": { input: z.strictObject(decided), output: taken },
  /** What earlier decisions propose for undecided exceptions. Accepting one is a decision like any other. */
  "review.proposals": {
    input: z.strictObject({ period, options: checkOptions }),
    output: declaredByCore<ProposalList>(),
  },

  /** Ties entries to transactions by hand, with a reason. */
  "match.decide": {
    input: z.strictObject({ walletIDs: recordIds, payIDs: recordIds, note, by: name }),
    output: manualMatch,
  },
  "match.undo": { input: z.strictObject({ id: count, note, by: name }), output: manualMatch },
  /** Newest first. */
  "match.list": {
    input: z.strictObject({ asOf }),
    output: z.object({ matches: declaredByCore<readonly StandingMatch[]>() }),
  },

  /** How a bank's files would be read, in sentences; nothing is kept. */
  "bank.preview": {
    input: z.strictObject({ files: someFiles, account: name }),
    output: z.object({ files: z.array(z.object({ file: z.string(), words: z.array(z.string()) })) }),
  },
  /** Keeps them as evidence of a bank account, all or none. */
  "bank.add": {
    input: z.strictObject({ files: someFiles, account: name, note, by: name }),
    output: z.object({ evidence: z.array(count) }),
  },
  /** The bank accounts, with what their statements prove, in sentences. */
  "bank.list": {
    input: z.strictObject({ asOf }),
    output: z.object({
      accounts: z.array(
        z.object({
          account: z.string(),
          currency: z.string().nullable(),
          lines: count,
          words: z.array(z.string()),
        }),
      ),
    }),
  },
  /** Accepts a bank's lines for entries: each is a match by hand. */
  "bank.accept": {
    input: z.strictObject({
      choice: z.discriminatedUnion("by", [
        z.strictObject({ by: z.literal("month"), month, kind: z.enum(TIE_KINDS).nullable() }),
        z.strictObject({ by: z.literal("entries"), walletIDs: recordIds }),
        z.strictObject({
          by: z.literal("lines"),
          walletIDs: recordIds,
          lines: z
            .array(z.strictObject({ evidence: count, at: count }))
            .min(1)
            .max(200),
          difference: z.enum(DIFFERENCE_CLASSES).nullable(),
        }),
      ]),
      note,
      by: name,
    }),
    output: z.object({ matches: declaredByCore<readonly StandingMatch[]>() }),
  },

  /** Compares a workbook with the open ledger; ends with what was edited in it. */
  "workbook.verify": { input: z.strictObject({ file: handle }), output: job },
  /** Reads what a reviewer typed into a workbook; nothing is taken in yet. */
  "workbook.readReview": { input: z.strictObject({ file: handle }), output: job },
  /** Takes in what a person accepted of it, all or none. */
  "workbook.acceptReview": {
    input: z.strictObject({
      run: count,
      by: name,
      items: z
        .array(
          z.strictObject({
            fingerprint,
            seen: count.nullable(),
            proposed: z.strictObject({ status: z.enum(DECISION_STATUSES), note }).nullable(),
            point: note.nullable(),
          }),
        )
        .min(1)
        .max(20_000),
    }),
    /** Decisions are as `taken` says. */
    output: z.object({ first: count, count, points: count }),
  },

  /** In the order in which it was attached. */
  "evidence.list": {
    input: z.strictObject({ asOf }),
    output: z.object({ evidence: declaredByCore<readonly Evidence[]>() }),
  },
  /** All files or none. */
  "evidence.attach": {
    input: z.strictObject({ files: someFiles, subject, note, by: name }),
    output: z.object({ evidence: declaredByCore<readonly Evidence[]>() }),
  },
  "evidence.withdraw": { input: z.strictObject({ id: count, note, by: name }), output: evidence },
  /** Writes a file of it where a person chose. */
  "evidence.save": { input: z.strictObject({ id: count, target: handle }), output: fileFacts },
  /** Opens a copy with the system's viewer; a browser cannot. */
  "evidence.open": { input: z.strictObject({ id: count }), output: nothing },
} as const;
