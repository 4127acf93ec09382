/** Closing a month: what its steps froze, how it stands, and the report of it. */
import { z } from "zod";
import type { CurrencyProof, MonthItem, MonthReport, MonthRoll } from "../core/report/month-report.ts";
import type { ComparedPulls, UncomparedPulls } from "../core/words/proof.ts";
import {
  CLOSE_STATES,
  CLOSE_STEPS,
  type CloseStep,
  type FrozenMonth,
  type FrozenOutstanding,
  type FrozenProof,
  type FrozenRoll,
  type FrozenWallet,
  OBSTACLES,
  OUTSTANDING_KINDS,
  type Obstacle,
} from "../core/review/close/close.ts";
import type { MonthFacts, ProvenStep } from "../core/review/close/months.ts";
import { point } from "./attachment.ts";
import { count, id, integer, listOf, mapOf, objectOf, oneOf, text } from "./parts.ts";
import { decimals, moment, month, signer, usedOptions } from "./values.ts";

export const rollFigures = {
  currency: text.nullable(),
  entries: count,
  opening: integer,
  inflow: integer,
  outflow: integer,
  breakDifference: integer,
  closing: integer,
};

/** The figures of a wallet, as a month froze them or a kept run has them. */
export const walletFigures = objectOf<FrozenWallet>({
  userID: integer,
  businessID: integer.nullable(),
  ...rollFigures,
});

const decidedCount = objectOf<FrozenMonth["errors"]>({ total: count, decided: count });
const obstacle = objectOf<Obstacle>({ kind: z.enum(OBSTACLES), sentence: text });
const kind = z.enum(OUTSTANDING_KINDS);

/** How outstanding amounts came about. */
const rolled = { broughtForward: integer, added: integer, cleared: integer, reclassified: integer };

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
      kind,
      items: count,
      amount: integer,
      roll: objectOf<FrozenRoll>({ ...rolled, ageing: listOf(integer) }).optional(),
    }),
  ),
  proofs: listOf(objectOf<FrozenProof>({ currency: text.nullable(), amounts: mapOf(integer) })).optional(),
  overridden: listOf(obstacle),
});

/** The fields of a step, in the order of its columns: a row holds them, and the bridge carries them. */
export const stepFields = {
  month,
  step: oneOf(CLOSE_STEPS),
  by: signer,
  note: text,
  atMs: moment,
  frozen: frozenMonth.nullable(),
};

const closeStep = objectOf<CloseStep>({ id, ...stepFields });

const monthFields = {
  month,
  state: z.enum(CLOSE_STATES),
  steps: listOf(closeStep),
  isOver: z.boolean(),
};

export const monthFacts = objectOf<MonthFacts>(monthFields);

/** A month after a step that rests on its pulls. */
export const provenStep = objectOf<ProvenStep>({
  ...monthFields,
  pulls: objectOf<ComparedPulls>({
    compared: count,
    notCompared: listOf(
      objectOf<UncomparedPulls>({
        from: count,
        to: count,
        why: z.enum(["pruned", "missing", "rules"]),
        sentence: text,
      }),
    ),
  }),
});

const monthRoll = objectOf<MonthRoll>({
  currency: text.nullable(),
  kind,
  items: count,
  ...rolled,
  carriedForward: integer,
  ageing: z.array(integer).length(4),
});

const monthItem = objectOf<MonthItem>({
  currency: text.nullable(),
  kind,
  walletID: integer.nullable(),
  payID: integer.nullable(),
  payref: text,
  who: text.nullable(),
  atMs: z.number().nullable(),
  days: count.nullable(),
  ...rolled,
  carriedForward: integer,
});

const currencyProof = objectOf<CurrencyProof>({
  currency: text.nullable(),
  wallets: count,
  lines: listOf(
    objectOf<CurrencyProof["lines"][number]>({
      name: text,
      text,
      amount: integer,
      kind: z.enum(["line", "total", "difference", "title"]),
    }),
  ),
  unexplained: integer,
});

export const monthReport = objectOf<MonthReport>({
  facts: monthFacts,
  options: usedOptions,
  wallets: listOf(walletFigures),
  errors: decidedCount,
  warnings: decidedCount,
  obstacles: listOf(obstacle),
  refusal: text.nullable(),
  raised: objectOf<MonthReport["raised"]>({ total: count, unasked: count }),
  points: listOf(point),
  changes: listOf(text),
  outstanding: listOf(monthRoll),
  outstandingItems: listOf(monthItem),
  proofs: listOf(currencyProof),
});
