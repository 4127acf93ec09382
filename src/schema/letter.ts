/** Letters to the provider: their steps, and how they stand. */
import type { AskedItem, LetterAddress, LetterEvent } from "../core/review/letters/letter-step.ts";
import {
  ITEM_STATES,
  type LetterStanding,
  type LettersReport,
  type RecordedLetter,
} from "../core/review/letters/letters.ts";
import { withdrawnEvidence } from "./attachment.ts";
import { namedFinding } from "./decision.ts";
import { type Schema, count, id, integer, listOf, objectOf, oneOf, text } from "./parts.ts";
import { z } from "zod";
import { day, month, sha256Text } from "./values.ts";

const askedItem = objectOf<AskedItem>({
  number: id,
  ...namedFinding,
  currency: text.nullable(),
  amount: integer.nullable(),
});

const address = objectOf<LetterAddress>({
  to: text,
  from: text,
  confirmTo: text,
  replyBy: day.nullable(),
}).optional();

type LetterEventOfKind<K extends LetterEvent["kind"]> = Extract<LetterEvent, { readonly kind: K }>;

/** What happened to a letter. */
export const letterEvent: Schema<LetterEvent> = z.union([
  objectOf<LetterEventOfKind<"written">>({
    kind: oneOf(["written"]),
    items: listOf(askedItem),
    file: text,
    sha256: sha256Text,
    bytes: count,
    address,
  }),
  objectOf<LetterEventOfKind<"sent">>({ kind: oneOf(["sent"]), on: day, to: text, how: text }),
  objectOf<LetterEventOfKind<"answered">>({ kind: oneOf(["answered"]), on: day, evidence: id.nullable() }),
]);

const SAID = { by: text, note: text, atMs: z.number() };

/** Letters as they stand. */
export const lettersReport = objectOf<LettersReport>({
  asOf: day.nullable(),
  letters: listOf(
    objectOf<LetterStanding>({
      letter: objectOf<RecordedLetter>({
        ref: text,
        month,
        items: listOf(askedItem),
        file: text,
        sha256: sha256Text,
        bytes: count,
        address,
        written: objectOf<RecordedLetter["written"]>(SAID),
        sent: objectOf<NonNullable<RecordedLetter["sent"]>>({
          ...SAID,
          on: day,
          to: text,
          how: text,
        }).nullable(),
        answers: listOf(
          objectOf<RecordedLetter["answers"][number]>({ ...SAID, on: day, evidence: id.nullable() }),
        ),
      }),
      states: listOf(oneOf(ITEM_STATES)),
      days: count.nullable(),
      withdrawn: listOf(withdrawnEvidence),
    }),
  ),
});
