/** The check of a month being closed: its own options, the obstacles to preparing it, and its decisions. */
import { figuresOfWallet } from "../../../core/review/close/wallet-figures.ts";
import { RULES_VERSION } from "../../../core/options.ts";
import { checkDocument } from "../../../core/reconcile/result/check-document.ts";
import type { CheckResult, WalletResult } from "../../../core/reconcile/result/result.ts";
import { concludeTheSame } from "../../../core/reconcile/result/same-conclusion.ts";
import {
  type CloseStep,
  type FrozenMonth,
  type FrozenOutstanding,
  type FrozenProof,
  type Month,
  type Obstacle,
  isUnused,
} from "../../../core/review/close/close.ts";
import {
  type CountedPhrase,
  type CountingDecisions,
  type MonthChanges,
  type PerformedMonth,
  changesByKind,
  comparedOf,
  countingIn,
  phrasesOf,
  rulesWords,
} from "../../../core/review/close/close-changes.ts";
import { countingText } from "../../../core/review/decisions/counting-decisions.ts";
import { obstaclesOf } from "../../../core/review/close/close-obstacles.ts";
import { type MonthStanding, standingOfMonth } from "../../../core/review/close/month-states.ts";
import {
  type MonthProof,
  type MonthProofLine,
  type MonthRoll,
  monthReportOf,
} from "../../../core/report/month-report.ts";
import { KnownVersions } from "../../../core/review/decisions/known-versions.ts";
import { type Review, reviewFindings } from "../../../core/review/decisions/review.ts";
import { differingOptions } from "../../../core/review/since/changed-since.ts";
import { decisionStates } from "../../../core/review/decisions/decision-state.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { closeLinks } from "../../ledger/trail/links-of.ts";
import { type RecordsThen, judgedSince, readThen } from "../../ledger/trail/then.ts";
import { auditHead } from "../../ledger/trail/audit.ts";
import { listCloseSteps } from "../../ledger/people/close-step.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { holdingTest } from "../../ledger/records/current-record.ts";
import { listDecisions } from "../../ledger/people/decision.ts";
import { frozenTerms } from "../../ledger/people/month-file.ts";
import { listManualMatches } from "../../ledger/people/manual-match.ts";
import { readSettings } from "../../ledger/people/settings.ts";
import { newestPullID } from "../../ledger/pulls/pull.ts";
import { keptCheckOf } from "../../ledger/people/run-document.ts";
import {
  type NewRun,
  type RunDocument,
  findRunDocument,
  getRunDocument,
  sha256OfTexts,
} from "../../ledger/people/run.ts";
import { TieoutError } from "../../../core/errors.ts";
import { monthDays } from "../../../core/time.ts";
import { type GatheredCheck, type GivenOptions, checkLedger, runOf } from "../check/check.ts";
import type { ServiceContext } from "../shared/context.ts";
import { lapsedSince } from "./lapsed-since.ts";
import { reportInputOf } from "../workbook/report-input.ts";
import { sha256 } from "../shared/sha256.ts";

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

/**
 * The options that a month is checked under: those that were frozen while it is prepared or signed off, else
 * the ledger's own.
 */
export function optionsOf({ prepared }: MonthStanding): GivenOptions {
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
  const steps = listCloseSteps(db);
  const standing = standingOfMonth(steps, month);
  const options = given ?? optionsOf(standing);
  const gathered = checkLedger(db, { period: monthDays(month), options }, context);
  const { input, result, decimals } = gathered;
  const decisions = listDecisions(db);
  const versions = new KnownVersions(input.history, sha256);
  const review = reviewFindings(result.findings, decisions, versions);
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

/** Everything that preparing the month freezes, but for the run it is kept as. */
export function freeze(
  db: ReadableLedger,
  { gathered, steps, decisions, review, checkSha256, obstacles }: CheckedMonth,
  context: ServiceContext,
): Omit<FrozenMonth, "runId"> {
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
    matchId: newestMatch(db),
    decisionsSha256: sha256(countingText(review)),
    ...frozenTerms(db),
    stepId: steps.at(-1)?.id ?? 0,
    wallets: result.wallets.map(figuresOfWallet),
    errors: { total: error.total, decided: error.reviewed },
    warnings: { total: warning.total, decided: warning.reviewed },
    outstanding: outstanding.map(frozenOutstanding),
    proofs: proofs.map(({ currency, lines }) => ({ currency, amounts: amountsOf(lines) })),
    overridden: obstacles,
  };
}

function frozenOutstanding({
  currency,
  kind,
  items,
  carriedForward: amount,
  broughtForward,
  added,
  cleared,
  reclassified,
  ageing,
}: MonthRoll): FrozenOutstanding {
  return {
    currency,
    kind,
    items,
    amount,
    roll: { broughtForward, added, cleared, reclassified, ageing },
  };
}

/** A proof's amounts by the names of its lines; titles have none. */
function amountsOf(lines: readonly MonthProofLine[]): FrozenProof["amounts"] {
  return Object.fromEntries(
    lines.flatMap(({ name, kind, amount }) => (kind === "title" ? [] : [[name, amount]])),
  );
}

/** Outstanding items and the three-way proof of a month, as its workbook has them. */
export function proofOf(
  db: ReadableLedger,
  gathered: GatheredCheck,
  { appVersion }: ServiceContext,
): MonthProof {
  const { sequence, hash: head } = auditHead(db);
  const { decimals } = gathered;
  return monthReportOf(
    reportInputOf(db, gathered, { decimals, run: null, audit: { sequence, head }, appVersion }),
  );
}

/**
 * Says what of a prepared or signed month is different now, one phrase each.
 *
 * @returns empty when nothing is, and for a month that is neither
 * @throws TieoutError LEDGER_CORRUPT when the run that it was prepared on is gone
 */
export function changesOfMonth(db: ReadableLedger, checked: CheckedMonth): string[] {
  const changes = monthChangesOf(db, checked);
  return changes === null ? [] : phrasesOf(changes);
}

/** As `changesOfMonth`, by kind; null for a month that is neither prepared nor signed. */
export function monthChangesOf(db: ReadableLedger, checked: CheckedMonth): MonthChanges | null {
  const frozen = checked.standing.prepared?.frozen;
  if (frozen === undefined) return null;
  const { effects, decisions } = checkChanges(db, checked, frozen);
  return { effects, decisions: [...decisions, ...lapsedPhrases(db, checked)] };
}

/** Says by kind what of a month is different from what it was at a moment that froze nothing. */
export function changesFrom(
  db: ReadableLedger,
  then: Pick<CheckedMonth, "checkSha256" | "gathered" | "review">,
  now: CheckedMonth,
): MonthChanges {
  const before = { ...concludedBy(then), decisions: countingIn(then.review).decisions };
  const { effects, decisions } = changesByKind(before, monthNow(now), then.gathered.decimals);
  return { effects, decisions: [...decisions, ...lapsedPhrases(db, now)] };
}

function lapsedPhrases(db: ReadableLedger, { standing }: CheckedMonth): CountedPhrase[] {
  return lapsedSince(db, standing).map((words) => ({ count: 1, words }));
}

function concludedBy({
  checkSha256,
  gathered: { result },
}: Pick<CheckedMonth, "checkSha256" | "gathered">): Concluded {
  return { checkSha256, wallets: result.wallets, findings: result.findings };
}

function monthNow(checked: CheckedMonth) {
  return { ...concludedBy(checked), ...countingIn(checked.review) };
}

function checkChanges(db: ReadableLedger, checked: CheckedMonth, frozen: FrozenMonth): MonthChanges {
  const { result, decimals } = checked.gathered;
  const now = monthNow(checked);
  const decisions = decisionsThen(db, thenOf(db, checked.standing), frozen, checked);
  const then = performedThen(db, frozen, now, result);
  const changes = changesByKind({ ...then, decisions }, now, decimals);
  const isByOtherRules = frozen.rulesVersion !== RULES_VERSION && then.checkSha256 !== now.checkSha256;
  if (!isByOtherRules) return changes;
  const rules = rulesWords(frozen.rulesVersion, RULES_VERSION, restsOnTheSame(db, frozen, checked));
  return { ...changes, effects: [rules, ...changes.effects] };
}

/** The records that a prepared month depends on. */
function thenOf(db: ReadableLedger, { prepared }: MonthStanding): RecordsThen {
  const sequence = closeLinks(db).get(prepared?.id ?? 0) ?? Number.MAX_SAFE_INTEGER;
  return { sequence, pullId: prepared?.frozen.pullId ?? newestPullID(db) };
}

/** Whether no pull, match or step of another month came since a month was prepared. */
function restsOnTheSame(
  db: ReadableLedger,
  { pullId, matchId, stepId }: FrozenMonth,
  { steps, standing }: CheckedMonth,
): boolean {
  const { month } = standing;
  return (
    newestPullID(db) === pullId &&
    judgedSince(db, thenOf(db, standing)).length === 0 &&
    newestMatch(db) === matchId &&
    steps.every((step) => step.id <= stepId || step.month === month)
  );
}

function newestMatch(db: ReadableLedger): number {
  return listManualMatches(db).at(-1)?.id ?? 0;
}

/** The decisions that counted when a month was prepared, by the records as of the pull it depends on. */
function decisionsThen(
  db: ReadableLedger,
  then: RecordsThen,
  { decisionId }: FrozenMonth,
  { decisions, versions }: CheckedMonth,
): CountingDecisions {
  const standing = decisionStates(decisions.filter(({ id }) => id <= decisionId));
  const inForce = [...standing.values()].flatMap((one) => one.inForce ?? []);
  const counting = new Map(inForce.map(({ fingerprint, id }) => [fingerprint, id]));
  const moved = inForce.flatMap(({ fingerprint, status, finding: { records } }) =>
    status === "open" || records === undefined || !versions.hasSome(records)
      ? []
      : [{ fingerprint, records }],
  );
  if (moved.length === 0) return counting;
  const bound = moved.map(({ records }) => records);
  const held = readThen(db, then, (was, pullId) => holdingTest(was, pullId)(bound));
  moved.forEach(({ fingerprint }, at) => {
    if (held[at] === false) counting.delete(fingerprint);
  });
  return counting;
}

type Concluded = Omit<PerformedMonth, "decisions">;

/** What the check concluded when the month was prepared; where that is as now, the kept one is not read. */
function performedThen(
  db: ReadableLedger,
  frozen: FrozenMonth,
  now: Concluded,
  result: CheckResult,
): Concluded {
  if (frozen.checkSha256 === now.checkSha256) return now;
  const kept = keptCheckOf(frozenRunDocument(db, frozen));
  // Another version may only word it otherwise.
  const isSame = concludeTheSame(withoutUnused(kept), withoutUnused(checkDocument(result, "info")));
  if (isSame) return now;
  return { checkSha256: frozen.checkSha256, wallets: kept.wallets, findings: comparedOf(kept.findings) };
}

/**
 * The document of the run that a month was prepared on.
 *
 * @throws TieoutError LEDGER_CORRUPT when it is gone, AUDIT_MISMATCH when it is not what was frozen
 */
export function frozenRunDocument(
  db: ReadableLedger,
  { runId, checkSha256 }: Pick<FrozenMonth, "runId" | "checkSha256">,
): RunDocument {
  if (findRunDocument(db, runId) === null) {
    const facts = { file: db.name, record: `run ${runId}` };
    throw new TieoutError("LEDGER_CORRUPT", "The run of the prepared month is missing", facts);
  }
  const sentence = "The run of the prepared month differs from what was written";
  return getRunDocument(db, runId, checkSha256, sentence);
}

/** A later pull's first entry of a wallet lists it in every month before, with nothing in it. */
function withoutUnused<T extends { readonly wallets: readonly WalletResult[] }>(document: T): T {
  return { ...document, wallets: document.wallets.filter((wallet) => !isUnused(wallet)) };
}
