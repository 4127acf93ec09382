/** The months' files: what they all state, and what people mark in each. */
import { z } from "zod";
import { COMPARED_FIGURES } from "../../core/review/file/marks.ts";
import { fileTerms, monthFile, walletKey } from "../../schema/month-file.ts";
import { month } from "../../schema/values.ts";
import { asOf, count, nothing } from "../values.ts";
import type { Methods } from "./method.ts";

const name = z.string().max(400);
const note = z.string().max(20_000);
const text = z.string().max(20_000);

const termsVersion = z.object({ version: count, terms: fileTerms });

const marked = { month, by: name, note };

export const MONTH_FILE_METHODS = {
  /** Checks the month, and the one before it. */
  "file.read": { input: z.strictObject({ month, asOf }), output: monthFile },
  /** Those in force for months that are not prepared. */
  "file.terms": { input: z.strictObject({ asOf }), output: termsVersion },
  /** For all months that are not prepared; what is left out stays. */
  "file.change": {
    input: z.strictObject({
      given: z.strictObject({
        purpose: text.optional(),
        policy: text.optional(),
        procedures: text.optional(),
        materiality: z
          .array(
            z.strictObject({
              currency: z.string().max(100).nullable(),
              amount: count.nullable(),
              performance: count.nullable(),
              trivial: count.nullable(),
              basis: text,
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
      wallet: walletKey,
      balance: z.int().nullable(),
      source: text,
      evidence: count.nullable(),
    }),
    output: nothing,
  },
  "file.explain": {
    input: z.strictObject({ ...marked, wallet: walletKey, figure: z.enum(COMPARED_FIGURES) }),
    output: nothing,
  },
} as const satisfies Methods;
