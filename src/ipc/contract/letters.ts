/** Letters to the provider: written, sent, answered, and how they stand. */
import { z } from "zod";
import { lettersReport } from "../../schema/letter.ts";
import { day, month } from "../../schema/values.ts";
import { asOf, count, fileFacts, handle, nothing, shortText } from "../values.ts";
import type { Methods } from "./method.ts";

const name = z.string().max(400);
const note = z.string().max(20_000);

const step = { letter: z.string().max(40), on: day, by: name, note };

export const LETTER_METHODS = {
  /** In the order in which they were written. Checks the whole history where there are any. */
  "letter.list": { input: z.strictObject({ asOf }), output: lettersReport },
  /** Writes the document where a person chose, and records the letter. */
  "letter.write": {
    input: z.strictObject({
      month,
      by: name,
      target: handle,
      address: z
        .strictObject({ to: shortText, from: shortText, confirmTo: shortText, replyBy: day.nullable() })
        .optional(),
    }),
    output: z.object({
      questions: count,
      /** null where nothing is raised: no file is written then. */
      ref: z.string().nullable(),
      file: fileFacts.nullable(),
    }),
  },
  "letter.sent": { input: z.strictObject({ ...step, to: name, how: shortText }), output: nothing },
  "letter.answered": {
    input: z.strictObject({ ...step, file: handle.nullable(), evidence: count.nullable() }),
    output: nothing,
  },
} as const satisfies Methods;
