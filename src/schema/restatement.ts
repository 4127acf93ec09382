/** The restatement register: what later pulls changed, and what it does to signed months. */
import { z } from "zod";
import { PULL_STEPS } from "../core/review/pulls/pull-steps.ts";
import type { FieldChange } from "../core/reconcile/result/findings.ts";
import {
  type DatedElsewhere,
  RESTATEMENT_KINDS,
  type RestatedClosing,
  type RestatedSignature,
  type Restatement,
  type WalletEffect,
} from "../core/review/restate/restatements.ts";
import { count, integer, listOf, objectOf, text } from "./parts.ts";
import { day, json, month } from "./values.ts";

export const fieldChange = {
  field: text,
  before: json.exactOptional(),
  after: json.exactOptional(),
};

const walletEffect = objectOf<WalletEffect>({
  userID: integer,
  businessID: integer.nullable(),
  currency: text.nullable(),
  movement: integer,
  closing: integer,
});

const signature = objectOf<RestatedSignature>({
  month,
  stepId: count,
  by: text,
  atMs: z.number(),
  stillInForce: z.boolean(),
});

/** One change of an entry or a paid transaction that a later pull brought. */
export const restatement = objectOf<Restatement>({
  pullId: count,
  step: z.enum(PULL_STEPS).exactOptional(),
  atMs: z.number().nullable(),
  kind: z.enum(RESTATEMENT_KINDS),
  walletID: integer.nullable(),
  payID: integer.nullable(),
  payref: text,
  userID: integer,
  businessID: integer,
  months: listOf(month),
  dated: objectOf<DatedElsewhere>({ day, month, isSigned: z.boolean() }).nullable(),
  fields: listOf(objectOf<FieldChange>(fieldChange)),
  signature: signature.nullable(),
  effect: objectOf<Restatement["effect"]>({
    movement: integer,
    closing: integer,
    wallets: listOf(walletEffect),
  }),
});

/** A signed month's closing as it was signed and as the ledger says it now. */
export const restatedClosing = objectOf<RestatedClosing>({
  month,
  userID: integer,
  businessID: integer.nullable(),
  currency: text.nullable(),
  signed: integer,
  now: integer,
});
