/** The check of a month being closed: its own options, the obstacles to preparing it, and its decisions. */
import {
  figuresOfWallet,
  type CloseStep,
  type FrozenFigures,
  type FrozenProof,
  type Month,
  type Obstacle,
} from "../../../core/review/close/close.ts";
import { RULES_VERSION } from "../../../core/options.ts";
import { obstaclesOf } from "../../../core/review/close/close-obstacles.ts";
import { type MonthStanding, standingOfMonth } from "../../../core/review/close/month-states.ts";
import { type MonthProof, type MonthProofLine, monthReportOf } from "../../../core/report/month-report.ts";
import type { KnownVersions } from "../../../core/review/decisions/known-versions.ts";
import { type Review, countingSha256 } from "../../../core/review/decisions/review.ts";
import { differingOptions } from "../../../core/review/close/since.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listCloseSteps } from "../../ledger/acts/close-step.ts";
import { listDecisions } from "../../ledger/acts/decision.ts";
import { frozenTerms } from "../../ledger/acts/month-file.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { newestPullID } from "../../ledger/trail/pull.ts";
import { type NewRun, sha256OfTexts, runOf } from "../../ledger/acts/run.ts";
import { monthDays } from "../../../core/time.ts";
import { type GatheredCheck, type GivenOptions, checkLedger, reviewOf } from "../check/check.ts";
import type { HeldActs } from "../shared/check-memory.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { unkeptInputOf } from "./report-input.ts";
import { sha256 } from "../../ledger/file/sha256.ts";
import { newestAct } from "../../ledger/trail/acts.ts";

/** A month as the ledger has it at one moment. */
export interface CheckedMonth {
  readonly standing: MonthStanding;
  /** Of all months. */
  readonly steps: readonly CloseStep[];
  readonly gathered: GatheredCheck;
  readonly decisions: readonly Decision[];
  readonly versions: KnownVersions;
  readonly review: Review;
  /** What the check would be kept as. */
  readonly run: NewRun;
  /** SHA-256 of the check's document, 64 hex digits. */
  readonly checkSha256: string;
  readonly obstacles: readonly Obstacle[];
}

/** @throws TieoutError AUDIT_MISMATCH or LEDGER_CORRUPT where an act cannot be read */
export function readActs(db: ReadableLedger): HeldActs {
  return { steps: listCloseSteps(db), decisions: listDecisions(db) };
}

/**
 * The options that a month is checked under: those that were frozen while it is prepared or signed off, else
 * the ledger's own.
 */
export function optionsOfMonth({ prepared }: MonthStanding): GivenOptions {
  return prepared === null ? {} : { ...prepared.frozen.options, decimals: prepared.frozen.decimals };
}

/**
 * Checks a month: under the options that were frozen while it is prepared or signed off, else under the
 * ledger's own.
 *
 * @param given options to check it under instead; those left out are the ledger's own
 * @throws TieoutError LEDGER_CORRUPT, LEDGER_BUSY; SUM_OVERFLOW from the engine
 */
export function checkMonth(
  db: ReadableLedger,
  month: Month,
  context: ServiceContext,
  given?: GivenOptions,
): CheckedMonth {
  const { steps, decisions } = context.memory?.actsOf(db, readActs) ?? readActs(db);
  const standing = standingOfMonth(steps, month);
  const options = given ?? optionsOfMonth(standing);
  const gathered = checkLedger(db, { period: monthDays(month), options }, context);
  const { result, decimals } = gathered;
  const { versions, review } = reviewOf(db, gathered, decisions);
  const run = runOf(result, context.now());
  return {
    standing,
    steps,
    gathered,
    decisions,
    versions,
    review,
    run,
    checkSha256: sha256OfTexts(run.document),
    obstacles: obstaclesOf(result, review, decimals),
  };
}

/**
 * A month that was checked under frozen options, under the ledger's own: as every check of now is. It keeps
 * its decimals, and is checked again only where the options are others.
 *
 * @throws TieoutError as `checkMonth`
 */
export function underOwnOptions(
  db: ReadableLedger,
  asFrozen: CheckedMonth,
  context: ServiceContext,
): CheckedMonth {
  const { options, timeZone } = readSettings(db);
  const { result, decimals } = asFrozen.gathered;
  if (differingOptions(result.options, { ...options, timeZone }).length === 0) return asFrozen;
  return checkMonth(db, asFrozen.standing.month, context, { decimals });
}

/**
 * A month as it is shown: as of now under the ledger's own options, as of a link under those that were frozen
 * by then.
 *
 * @throws TieoutError as `checkMonth`
 */
export function shownMonth(
  db: ReadableLedger,
  ledger: LedgerAt,
  asFrozen: CheckedMonth,
  context: ServiceContext,
): CheckedMonth {
  return typeof ledger === "string" ? underOwnOptions(db, asFrozen, context) : asFrozen;
}

/** Everything that preparing the month freezes, but for the run it is kept as. */
export function freeze(
  db: ReadableLedger,
  { gathered, steps, decisions, review, checkSha256, obstacles }: CheckedMonth,
  context: ServiceContext,
): FrozenFigures {
  const { result, decimals } = gathered;
  const { error, warning } = review.progress.bySeverity;
  const { outstanding, proofs } = proofOf(db, gathered, context);
  return {
    checkSha256,
    rulesVersion: RULES_VERSION,
    appVersion: context.appVersion,
    options: result.options,
    decimals,
    pullId: newestPullID(db),
    decisionId: decisions.at(-1)?.id ?? 0,
    matchId: newestAct(db, "match"),
    decisionsSha256: countingSha256(review, sha256),
    ...frozenTerms(db),
    stepId: steps.at(-1)?.id ?? 0,
    wallets: result.wallets.map(figuresOfWallet),
    errors: { total: error.total, decided: error.reviewed },
    warnings: { total: warning.total, decided: warning.reviewed },
    outstanding: outstanding.map(({ currency, kind, items, carriedForward: amount, ...roll }) => ({
      currency,
      kind,
      items,
      amount,
      roll,
    })),
    proofs: proofs.map(({ currency, lines }) => ({ currency, amounts: amountsOf(lines) })),
    overridden: obstacles,
  };
}

/** A proof's amounts by the names of its lines; titles have none. */
function amountsOf(lines: readonly MonthProofLine[]): FrozenProof["amounts"] {
  return Object.fromEntries(
    lines.flatMap(({ name, kind, amount }) => (kind === "title" ? [] : [[name, amount]])),
  );
}

/** Outstanding items and the three-way proof of a month, as its workbook has them. */
export function proofOf(db: ReadableLedger, gathered: GatheredCheck, context: ServiceContext): MonthProof {
  return monthReportOf(unkeptInputOf(db, gathered, context));
}
