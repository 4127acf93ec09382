/** What crosses the bridge of closing a month: how months stand, what stands in their way, what changed since, matches by hand. */
import { z } from "zod";
import { CLOSE_STATES, CLOSE_STEPS, type Month, OBSTACLES } from "../core/review/close/close.ts";
import { MATCH_STATES } from "../core/review/match/manual-match.ts";
import { monthDays } from "../core/time.ts";
import { checkOptions, count, day, instant, json } from "./values.ts";

export const month = z.custom<Month>((value) => typeof value === "string" && monthDays(value) !== null);

const amount = z.int();

export const walletFigures = z.object({
  userID: z.int(),
  businessID: z.int().nullable(),
  currency: z.string().nullable(),
  entries: count,
  opening: amount,
  inflow: amount,
  outflow: amount,
  breakDifference: amount,
  closing: amount,
});
export type WalletFigures = z.infer<typeof walletFigures>;

const obstacle = z.object({ kind: z.enum(OBSTACLES), sentence: z.string() });

const progress = z.object({ total: count, decided: count });

const OUTSTANDING_KINDS = ["paid, no entry", "in transit", "orphan payref"] as const;

const frozen = z.object({
  runId: count,
  checkSha256: z.string(),
  rulesVersion: z.string(),
  appVersion: z.string(),
  options: checkOptions,
  decimals: count,
  pullId: count,
  decisionId: count,
  matchId: count,
  /** Earlier versions did not freeze it. */
  decisionsSha256: z.string().optional(),
  stepId: count,
  wallets: z.array(walletFigures),
  errors: progress,
  warnings: progress,
  outstanding: z.array(
    z.object({
      /** Older versions froze a sum over all currencies, without one. */
      currency: z.string().nullable().optional(),
      kind: z.enum(OUTSTANDING_KINDS),
      items: count,
      amount,
      /** Older versions froze the amount alone. */
      roll: z
        .object({
          broughtForward: amount,
          added: amount,
          cleared: amount,
          reclassified: amount,
          ageing: z.array(amount),
        })
        .optional(),
    }),
  ),
  /** Amounts by the names of a proof's lines. Older versions did not freeze them. */
  proofs: z
    .array(z.object({ currency: z.string().nullable(), amounts: z.record(z.string(), amount) }))
    .optional(),
  overridden: z.array(obstacle),
});

const step = z.object({
  id: count,
  month,
  step: z.enum(CLOSE_STEPS),
  by: z.string(),
  note: z.string(),
  atMs: instant,
  frozen: frozen.nullable(),
});
export type CloseStepFacts = z.infer<typeof step>;

/** How a month stands, without looking at its records. */
export const monthFacts = z.object({
  month,
  state: z.enum(CLOSE_STATES),
  /** Oldest first; a signature stays visible after the month was reopened. */
  steps: z.array(step),
  /** Whether the newest pull came after its end. */
  isOver: z.boolean(),
  /** Changes that a later pull brought to the signed month, 0 while it is not signed. */
  restatements: count,
});
export type MonthFacts = z.infer<typeof monthFacts>;

/** Brought forward + added − cleared ± reclassified = carried forward. */
const outstandingRoll = z.object({
  /** null where none is known. */
  currency: z.string().nullable(),
  kind: z.enum(OUTSTANDING_KINDS),
  items: count,
  broughtForward: amount,
  added: amount,
  cleared: amount,
  reclassified: amount,
  carriedForward: amount,
  /** 0–30, 31–60, 61–90 and more than 90 days. */
  ageing: z.array(amount).length(4),
});
export type OutstandingRoll = z.infer<typeof outstandingRoll>;

const outstandingItem = z.object({
  /** The one that it is due in; null where none is known. */
  currency: z.string().nullable(),
  kind: z.enum(OUTSTANDING_KINDS),
  walletID: z.int().nullable(),
  payID: z.int().nullable(),
  payref: z.string(),
  /** Customer or description. */
  who: z.string().nullable(),
  /** What it ages from, milliseconds UTC. */
  atMs: instant.nullable(),
  /** To the month's end; null once cleared. */
  days: count.nullable(),
  broughtForward: amount,
  added: amount,
  cleared: amount,
  reclassified: amount,
  carriedForward: amount,
});
export type OutstandingItemFacts = z.infer<typeof outstandingItem>;

/** One line of the three-way proof of a month, as workbook.md A2 has them. */
const proofLine = z.object({
  /** By which its amount is frozen. */
  name: z.string(),
  text: z.string(),
  amount,
  kind: z.enum(["line", "total", "difference", "title"]),
});

/** The three-way proof of one currency. */
const currencyProof = z.object({
  /** null where none is known. */
  currency: z.string().nullable(),
  /** Of how many wallets; those of unknown currencies may be in different ones, and their sums are no balance. */
  wallets: count,
  lines: z.array(proofLine),
  /** Nil when it ties out. */
  unexplained: amount,
});
export type CurrencyProof = z.infer<typeof currencyProof>;

/** A month as it is now, beside what was frozen of it. */
export const monthReport = z.object({
  facts: monthFacts,
  /** Under the options that were frozen, while prepared or signed; else under the ledger's own. */
  options: checkOptions,
  wallets: z.array(walletFigures),
  errors: progress,
  warnings: progress,
  /** What stands in the way of preparing it; empty when nothing does. */
  obstacles: z.array(obstacle),
  /** What of figures, exceptions and decisions is other now than what was prepared or signed, one phrase each. */
  changes: z.array(z.string()),
  /** By currency as `proofs`, one of each kind. */
  outstanding: z.array(outstandingRoll),
  /** Those that are open first; at most 500. */
  outstandingItems: z.array(outstandingItem),
  /** One for each currency, at least one; what none is known of last. */
  proofs: z.array(currencyProof),
});
export type MonthReport = z.infer<typeof monthReport>;

const RESTATED = ["changed", "approved", "vanished", "returned", "back-dated"] as const;

/** One change of an entry or a paid transaction that a later pull brought. */
export const restatement = z.object({
  /** The pull that brought it. */
  pullId: count,
  /** When that pull ended; null for files. */
  atMs: instant.nullable(),
  kind: z.enum(RESTATED),
  walletID: z.int().nullable(),
  payID: z.int().nullable(),
  payref: z.string(),
  userID: z.int(),
  businessID: z.int(),
  /** The month that the record belongs to, before and after where they differ. */
  months: z.array(month),
  /** Of a back-dated entry that counts in another month than its date's. */
  dated: z.object({ day, month, isSigned: z.boolean() }).nullable(),
  fields: z.array(z.object({ field: z.string(), before: json.exactOptional(), after: json.exactOptional() })),
  /** The signature in force when the pull came in, if the record's month was signed then. */
  signature: z
    .object({ month, stepId: count, by: z.string(), atMs: instant, stillInForce: z.boolean() })
    .nullable(),
  /** What it does to that month, in the service's unit; a transaction moves no balance. */
  effect: z.object({
    /** On Σ movements, over all its wallets: of several arithmetic and no balance. */
    movement: amount,
    /** On the stated closing balance, likewise. */
    closing: amount,
    /** Of each wallet in which anything changes. */
    wallets: z.array(
      z.object({
        userID: z.int(),
        businessID: z.int().nullable(),
        currency: z.string().nullable(),
        movement: amount,
        closing: amount,
      }),
    ),
  }),
});
export type Restatement = z.infer<typeof restatement>;

/** A signed month's closing as it was signed and as the ledger says it now. */
export const restatedClosing = z.object({
  month,
  userID: z.int(),
  businessID: z.int().nullable(),
  currency: z.string().nullable(),
  signed: amount,
  now: amount,
});
export type RestatedClosing = z.infer<typeof restatedClosing>;

const matchedRecord = { sha256: z.string() };
export const manualMatch = z.object({
  id: count,
  state: z.enum(MATCH_STATES),
  note: z.string(),
  by: z.string(),
  atMs: instant,
  /** Who took it back, when and why; null unless undone. */
  undone: z.object({ by: z.string(), note: z.string(), atMs: instant }).nullable(),
  entries: z.array(z.object({ walletID: z.int(), ...matchedRecord })),
  transactions: z.array(z.object({ payID: z.int(), ...matchedRecord })),
  /** Where reopened: what its records say otherwise now; `field` is '(whole record)' for one that is gone. */
  changes: z.array(
    z.object({
      walletID: z.int().nullable(),
      payID: z.int().nullable(),
      field: z.string(),
      before: json.exactOptional(),
      after: json.exactOptional(),
    }),
  ),
});
export type ManualMatchFacts = z.infer<typeof manualMatch>;
