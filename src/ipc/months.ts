/** Months: their close, their files, and letters to the provider about what was raised in them. */
import { z } from "zod";
import type { LetterPreview } from "../core/report/letter.ts";
import type { MonthReport } from "../core/report/month-report.ts";
import type { MonthStatement } from "../core/report/month-statement.ts";
import type { YearReport } from "../core/report/year.ts";
import type { Moment } from "../core/review/close/moment.ts";
import type { MonthFacts, ProvenStep } from "../core/review/close/months.ts";
import { POINT_REPLIES, type Point } from "../core/review/close/points.ts";
import type { ChangedSince, Since } from "../core/review/close/since.ts";
import { JOURNAL_PARTS, JOURNAL_PROGRAMS } from "../core/review/file/journal.ts";
import { COMPARED_FIGURES } from "../core/review/file/marks.ts";
import type { MonthFile } from "../core/review/file/month-file.ts";
import type { FileTerms } from "../core/review/file/terms.ts";
import type { LettersReport } from "../core/review/letters/letters.ts";
import type { RestatedClosing, Restatement } from "../core/review/restate/restatements.ts";
import { WITHHOLDABLE } from "../core/words/pack.ts";
import { walletKeySchema } from "../schema/act-documents.ts";
import { day, month } from "../schema/values.ts";
import { job } from "./jobs.ts";
import {
  asOf,
  count,
  fileFacts,
  fingerprint,
  handle,
  declaredByCore,
  name,
  note,
  nothing,
  shortText,
} from "./values.ts";

const termsVersion = z.object({ version: count, terms: declaredByCore<FileTerms>() });
const monthFacts = declaredByCore<MonthFacts>();
const provenStep = declaredByCore<ProvenStep>();

const marked = { month, by: name, note };

const pointed = { month, by: name };
const askedPoints = z.array(z.strictObject({ text: note, fingerprint: fingerprint.nullable() })).max(200);

const letterAddress = z.strictObject({
  to: shortText,
  from: shortText,
  confirmTo: shortText,
  replyBy: day.nullable(),
});

const recordedLetter = { letter: z.string().max(40), on: day, by: name, note };

export const MONTH_METHODS = {
  /** Newest first. */
  "close.list": {
    input: z.strictObject({ asOf }),
    /** `changed` are signed months of which anything changed since; of the `doubtful` only `close.changed` can tell. */
    output: z.object({ months: z.array(monthFacts), changed: z.array(month), doubtful: z.array(month) }),
  },
  /** Checks the month in main and says how it stands. */
  "close.read": { input: z.strictObject({ month, asOf }), output: declaredByCore<MonthReport>() },
  /**
   * What a month comes to, with its sentences ready; with a signer as it would be signed, an open one as if
   * prepared before, null by somebody who did none of its work. Checks the month in main.
   */
  "close.statement": {
    input: z.strictObject({ month, signer: name.nullable().optional(), asOf }),
    output: declaredByCore<MonthStatement>(),
  },
  /** The twelve months up to one, null for the newest that was over; null while there are no records. */
  "close.year": {
    input: z.strictObject({ to: month.nullable(), asOf }),
    output: z.object({ year: declaredByCore<YearReport | null>() }),
  },
  /** Writes them as a workbook of one sheet. */
  "close.writeYear": { input: z.strictObject({ target: handle, to: month.nullable() }), output: job },
  /**
   * What changed of a month since it was prepared or signed; null where it is neither, and where a pull is named that
   * brought none of it. Checks it in main.
   */
  "close.changed": {
    input: z.strictObject({ month, pullId: count.optional(), asOf }),
    output: z.object({ changed: declaredByCore<ChangedSince | null>() }),
  },
  /** The signature in force on a month, then the pulls since, oldest first; none where none is in force. */
  "close.moments": {
    input: z.strictObject({ month }),
    output: z.object({ moments: declaredByCore<readonly Moment[]>() }),
  },
  /** What of a signed month is different now from what it was at a moment; `sequence` is of its link. */
  "close.since": { input: z.strictObject({ month, sequence: count }), output: declaredByCore<Since>() },
  /** Obstacles are overridden with a note, or the step is refused. */
  "close.prepare": {
    input: z.strictObject({ month, by: name, override: note.nullable() }),
    output: provenStep,
  },
  "close.signOff": { input: z.strictObject(marked), output: provenStep },
  /** With the points that are given, and those that wait already. */
  "close.return": { input: z.strictObject({ ...pointed, points: askedPoints }), output: monthFacts },
  /** In the order in which they were made. */
  "point.list": {
    input: z.strictObject({ month, asOf }),
    output: z.object({ points: declaredByCore<readonly Point[]>() }),
  },
  "point.make": { input: z.strictObject({ ...pointed, points: askedPoints.min(1) }), output: nothing },
  "point.reply": {
    input: z.strictObject({ ...pointed, point: count, kind: z.enum(POINT_REPLIES), text: note }),
    output: nothing,
  },
  "close.reopen": { input: z.strictObject(marked), output: monthFacts },
  /** What later pulls changed, newest first, at most 2,000 of them; of one month or of all. */
  "restatements.list": {
    input: z.strictObject({ month: month.nullable(), asOf }),
    output: z.object({
      restatements: declaredByCore<readonly Restatement[]>(),
      total: count,
      closings: declaredByCore<readonly RestatedClosing[]>(),
      /** Signed months that the newest wallet history did not reach, without full stop; '' for none. */
      reach: z.string(),
    }),
  },

  /** Checks the month, and the one before it. */
  "file.read": { input: z.strictObject({ month, asOf }), output: declaredByCore<MonthFile>() },
  /** Those in force for months that are not prepared. */
  "file.terms": { input: z.strictObject({ asOf }), output: termsVersion },
  /** For all months that are not prepared; what is left out stays. */
  "file.change": {
    input: z.strictObject({
      given: z.strictObject({
        purpose: note.optional(),
        policy: note.optional(),
        procedures: note.optional(),
        materiality: z
          .array(
            z.strictObject({
              currency: z.string().max(100).nullable(),
              amount: count.nullable(),
              performance: count.nullable(),
              trivial: count.nullable(),
              basis: note,
            }),
          )
          .max(200)
          .optional(),
        fluctuation: z.strictObject({ amount: count, percent: count }).nullable().optional(),
        checklist: z.array(z.string().max(1000)).max(200).optional(),
      }),
      by: name,
      note,
      /** On screen: its closing balance and inflows limit the materiality. */
      month,
    }),
    output: termsVersion,
  },
  "file.tick": { input: z.strictObject({ ...marked, step: count, done: z.boolean() }), output: nothing },
  "file.confirm": {
    input: z.strictObject({
      ...marked,
      wallet: walletKeySchema,
      balance: z.int().nullable(),
      source: note,
      evidence: count.nullable(),
    }),
    output: nothing,
  },
  "file.explain": {
    input: z.strictObject({ ...marked, wallet: walletKeySchema, figure: z.enum(COMPARED_FIGURES) }),
    output: nothing,
  },

  /** In the order in which they were written. Checks the whole history where there are any. */
  "letter.list": { input: z.strictObject({ asOf }), output: declaredByCore<LettersReport>() },
  /** The letter as it would be written now. */
  "letter.preview": {
    input: z.strictObject({ month, address: letterAddress }),
    output: declaredByCore<LetterPreview>(),
  },
  /** Writes the document where a person chose, and records the letter. */
  "letter.write": {
    input: z.strictObject({ month, by: name, target: handle, address: letterAddress.optional() }),
    output: z.object({
      questions: count,
      /** null where nothing is raised: no file is written then. */
      ref: z.string().nullable(),
      file: fileFacts.nullable(),
    }),
  },
  /** Writes a month's journal where a person chose, and releases it. */
  "journal.release": {
    input: z.strictObject({
      month,
      program: z.enum(JOURNAL_PROGRAMS),
      each: z.enum(JOURNAL_PARTS),
      /** null where wallets of one currency moved. */
      currency: shortText.nullable(),
      taxRate: shortText.nullable(),
      target: handle,
      by: name,
      note,
    }),
    output: z.object({
      /** @example `2026-08/1` */
      release: shortText,
      /** Whether it was not written for this program before. */
      isNew: z.boolean(),
      file: fileFacts,
    }),
  },
  /** Packs a signed month for somebody without its ledger. */
  "close.pack": {
    input: z.strictObject({ month, target: handle, without: z.array(z.enum(WITHHOLDABLE)).max(9) }),
    output: job,
  },
  /** Pulls anew into a file of its own, compares that with what a month was signed on, and writes the page to sign. */
  "close.ownPull": { input: z.strictObject({ month, target: handle }), output: job },
  "letter.sent": { input: z.strictObject({ ...recordedLetter, to: name, how: shortText }), output: nothing },
  "letter.answered": {
    input: z.strictObject({ ...recordedLetter, file: handle.nullable(), evidence: count.nullable() }),
    output: nothing,
  },
} as const;
