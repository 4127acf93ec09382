/** The finding of a decision, as it was when it was decided on. */
import { z } from "zod";
import { BREAK_CAUSES, MISMATCH_KINDS, type NamedFinding } from "../core/reconcile/result/findings.ts";
import { RULES } from "../core/reconcile/rules.ts";
import type { DecidedFinding } from "../core/review/decisions/decision.ts";
import { boundRecords } from "./match.ts";
import { type ShapeOf, integer, objectOf, text } from "./parts.ts";
import { sha256Text } from "./values.ts";

export const rule = z.enum(RULES.map((one) => one.id));

const subject = {
  rule,
  walletID: integer.nullable(),
  payref: text.nullable(),
  payID: integer.nullable(),
  userID: integer.nullable(),
};

/** The fields by which other documents name a finding. */
export const namedFinding: ShapeOf<NamedFinding> = { fingerprint: sha256Text, ...subject };

export const decidedFinding = objectOf<DecidedFinding>({
  ...subject,
  businessID: integer.nullable(),
  expected: integer.exactOptional(),
  actual: integer.exactOptional(),
  difference: integer.exactOptional(),
  cause: z.enum(BREAK_CAUSES).exactOptional(),
  kind: z.enum(MISMATCH_KINDS).exactOptional(),
  message: text,
  records: boundRecords.exactOptional(),
});
