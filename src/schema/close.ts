/** What preparing a month froze. */
import { z } from "zod";
import {
  type FrozenMonth,
  type FrozenOutstanding,
  type FrozenProof,
  type FrozenRoll,
  type FrozenWallet,
  OBSTACLES,
  OUTSTANDING_KINDS,
  type Obstacle,
} from "../core/review/close/close.ts";
import { count, integer, listOf, mapOf, objectOf, text } from "./parts.ts";
import { decimals, usedOptions } from "./values.ts";

/** The figures of a wallet, as a month froze them or a kept run has them. */
export const walletFigures = objectOf<FrozenWallet>({
  userID: integer,
  businessID: integer.nullable(),
  currency: text.nullable(),
  entries: count,
  opening: integer,
  inflow: integer,
  outflow: integer,
  breakDifference: integer,
  closing: integer,
});

const decidedCount = objectOf<FrozenMonth["errors"]>({ total: count, decided: count });
const obstacle = objectOf<Obstacle>({ kind: z.enum(OBSTACLES), sentence: text });

export const frozenMonth = objectOf<FrozenMonth>({
  runId: count,
  checkSha256: text,
  rulesVersion: text,
  appVersion: text,
  options: usedOptions,
  decimals,
  pullId: count,
  decisionId: count,
  matchId: count,
  decisionsSha256: text.optional(),
  termsId: count.optional(),
  termsSha256: text.optional(),
  stepId: count,
  wallets: listOf(walletFigures),
  errors: decidedCount,
  warnings: decidedCount,
  outstanding: listOf(
    objectOf<FrozenOutstanding>({
      currency: text.nullable().optional(),
      kind: z.enum(OUTSTANDING_KINDS),
      items: count,
      amount: integer,
      roll: objectOf<FrozenRoll>({
        broughtForward: integer,
        added: integer,
        cleared: integer,
        reclassified: integer,
        ageing: listOf(integer),
      }).optional(),
    }),
  ),
  proofs: listOf(objectOf<FrozenProof>({ currency: text.nullable(), amounts: mapOf(integer) })).optional(),
  overridden: listOf(obstacle),
});
