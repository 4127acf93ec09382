/** The finding of a decision, as it was when it was decided on. */
import { z } from "zod";
import { BREAK_CAUSES, MISMATCH_KINDS } from "../core/reconcile/result/findings.ts";
import { RULES } from "../core/reconcile/rules.ts";
import type { DecidedFinding } from "../core/review/decisions/decision.ts";
import { boundRecords } from "./match.ts";
import { integer, objectOf, text } from "./parts.ts";

export const rule = z.enum(RULES.map((one) => one.id));

export const decidedFinding = objectOf<DecidedFinding>({
  rule,
  walletID: integer.nullable(),
  payref: text.nullable(),
  payID: integer.nullable(),
  userID: integer.nullable(),
  businessID: integer.nullable(),
  expected: integer.exactOptional(),
  actual: integer.exactOptional(),
  difference: integer.exactOptional(),
  cause: z.enum(BREAK_CAUSES).exactOptional(),
  kind: z.enum(MISMATCH_KINDS).exactOptional(),
  message: text,
  records: boundRecords.exactOptional(),
});
