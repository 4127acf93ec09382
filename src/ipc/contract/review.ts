/**
 * What people decide: on exceptions, on matches by hand, on a month; and the workbook that comes back from a
 * reviewer.
 */
import { z } from "zod";
import { DECISION_STATUSES, type Decision } from "../../core/review/decisions/decision.ts";
import type { ProposalList } from "../../core/review/standing/proposals.ts";
import { monthFacts, monthReport, provenStep } from "../../schema/close.ts";
import { manualMatch } from "../../schema/match.ts";
import { changedSince, signedMoment, since } from "../../schema/since.ts";
import { monthStatement } from "../../schema/statement.ts";
import { restatedClosing, restatement } from "../../schema/restatement.ts";
import { month } from "../../schema/values.ts";
import { yearReport } from "../../schema/year.ts";
import { fingerprint, items } from "../decided-items.ts";
import { job } from "../jobs.ts";
import { asOf, checkOptions, count, handle, instant, period } from "../values.ts";
import type { Methods } from "./method.ts";

const name = z.string().max(400);
const note = z.string().max(20_000);

const decided = { items, note, by: name };
/**
 * Those taken at once have ids that follow each other, in the order of the items; one named twice counts
 * once.
 */
const taken = z.object({ first: count, count });
export type TakenFacts = z.infer<typeof taken>;

const matchTargets = {
  walletIDs: z.array(z.int()).min(1).max(200),
  payIDs: z.array(z.int()).min(1).max(200),
};

export const REVIEW_METHODS = {
  /**
   * In the order in which they were taken, as many as come at once: those after one that is known, or the
   * first of all.
   */
  "review.list": {
    input: z.strictObject({
      after: z.strictObject({ id: count, fingerprint, atMs: instant }).nullable().default(null),
      asOf,
    }),
    output: z.object({
      decisions: z.array(z.custom<Decision>()),
      more: z.boolean(),
      /**
       * Whether they are the first of all: what was known is of another ledger, or of another state of this
       * one.
       */
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
    output: z.object({
      proposals: z.array(z.custom<ProposalList["proposals"][number]>()),
      withheld: z.array(z.custom<ProposalList["withheld"][number]>()),
      left: count,
    }),
  },

  /** Ties entries to transactions by hand, with a reason. */
  "match.decide": {
    input: z.strictObject({ ...matchTargets, note, by: name }),
    output: manualMatch,
  },
  "match.undo": { input: z.strictObject({ id: count, note, by: name }), output: manualMatch },
  /** Newest first. */
  "match.list": { input: z.strictObject({ asOf }), output: z.object({ matches: z.array(manualMatch) }) },

  /** Newest first. */
  "close.list": {
    input: z.strictObject({ asOf }),
    /** `changed` are signed months of which anything changed since. */
    output: z.object({ months: z.array(monthFacts), changed: z.array(month) }),
  },
  /** Checks the month in main and says how it stands. */
  "close.read": { input: z.strictObject({ month, asOf }), output: monthReport },
  /**
   * What a month comes to, with its sentences ready; with a signer as it would be signed, an open one as if
   * prepared before, null by somebody who did none of its work. Checks the month in main.
   */
  "close.statement": {
    input: z.strictObject({ month, signer: name.nullable().optional(), asOf }),
    output: monthStatement,
  },
  /** The twelve months up to one, null for the newest that was over; null while there are no records. */
  "close.year": {
    input: z.strictObject({ to: month.nullable(), asOf }),
    output: z.object({ year: yearReport.nullable() }),
  },
  /** Writes them as a workbook of one sheet. */
  "close.writeYear": { input: z.strictObject({ target: handle, to: month.nullable() }), output: job },
  /** What changed of a month since it was prepared or signed; null where it is neither. Checks it in main. */
  "close.changed": {
    input: z.strictObject({ month, asOf }),
    output: z.object({ changed: changedSince.nullable() }),
  },
  /**
   * The signature in force on a month, then the pulls since, oldest first; none for one that is not signed.
   */
  "close.moments": { input: z.strictObject({ month }), output: z.object({ moments: z.array(signedMoment) }) },
  /** What of a signed month is different now from what it was at a moment; `sequence` is of its link. */
  "close.since": { input: z.strictObject({ month, sequence: count }), output: since },
  "close.review": { input: z.strictObject({ month, by: name }), output: monthFacts },
  /** What stands in the way is overridden with a note, or refused. */
  "close.prepare": {
    input: z.strictObject({ month, by: name, override: note.nullable() }),
    output: provenStep,
  },
  "close.signOff": { input: z.strictObject({ month, by: name, note }), output: provenStep },
  "close.reopen": { input: z.strictObject({ month, by: name, note }), output: monthFacts },
  /** What later pulls changed, newest first, at most 2,000 of them; of one month or of all. */
  "restatements.list": {
    input: z.strictObject({ month: month.nullable(), asOf }),
    output: z.object({
      restatements: z.array(restatement),
      total: count,
      closings: z.array(restatedClosing),
      /**
       * Which signed months the newest wallet history did not reach over, without the full stop; '' where it
       * did over all.
       */
      reach: z.string(),
    }),
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
            status: z.enum(DECISION_STATUSES),
            note,
          }),
        )
        .min(1)
        .max(20_000),
    }),
    output: taken,
  },
} as const satisfies Methods;
