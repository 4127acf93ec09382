/** Evidence: the files attached to findings, matches and months. */
import { z } from "zod";
import type {
  AttachedFinding,
  AttachmentSubject,
  Evidence,
  WithdrawnEvidence,
} from "../core/review/attached/attachment.ts";
import { namedFinding } from "./decision.ts";
import { type Schema, count, id, objectOf, oneOf, text } from "./parts.ts";
import { month, sha256Text } from "./values.ts";

/** What a file is evidence of. */
export const attachmentSubject: Schema<AttachmentSubject> = z.union([
  objectOf<AttachedFinding>({
    kind: oneOf(["finding"]),
    ...namedFinding,
  }),
  objectOf<Extract<AttachmentSubject, { kind: "match" }>>({ kind: oneOf(["match"]), match: id }),
  objectOf<Extract<AttachmentSubject, { kind: "month" }>>({ kind: oneOf(["month"]), month }),
]);

/** Evidence, and whether it was withdrawn. */
export const evidence = objectOf<Evidence>({
  id,
  subject: attachmentSubject,
  name: text,
  sha256: sha256Text,
  bytes: count,
  note: text,
  by: text,
  atMs: z.number(),
  withdrawn: objectOf<NonNullable<Evidence["withdrawn"]>>({
    by: text,
    note: text,
    atMs: z.number(),
  }).nullable(),
});

export const WITHDRAWN_EVIDENCE = { evidence: id, by: text, note: text, atMs: z.number() };
/** The withdrawal of evidence that something names. */
export const withdrawnEvidence = objectOf<WithdrawnEvidence>(WITHDRAWN_EVIDENCE);
