/** Letters to the provider: their steps, and how they stand. */
import type { AskedItem, LetterEvent } from "../core/review/letters/letter-step.ts";
import { rule } from "./decision.ts";
import { type Schema, count, id, integer, listOf, objectOf, oneOf, text } from "./parts.ts";
import { z } from "zod";
import { day, sha256 } from "./values.ts";

const askedItem = objectOf<AskedItem>({
  number: id,
  fingerprint: sha256,
  rule,
  walletID: integer.nullable(),
  payID: integer.nullable(),
  userID: integer.nullable(),
  payref: text.nullable(),
  currency: text.nullable(),
  amount: integer.nullable(),
});

type Event<K extends LetterEvent["kind"]> = Extract<LetterEvent, { readonly kind: K }>;

/** What happened to a letter. */
export const letterEvent: Schema<LetterEvent> = z.union([
  objectOf<Event<"written">>({
    kind: oneOf(["written"]),
    items: listOf(askedItem),
    file: text,
    sha256,
    bytes: count,
  }),
  objectOf<Event<"sent">>({ kind: oneOf(["sent"]), on: day, to: text, how: text }),
  objectOf<Event<"answered">>({ kind: oneOf(["answered"]), on: day, evidence: id.nullable() }),
]);
