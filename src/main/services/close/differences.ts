/**
 * What of a prepared or signed month is different now, by a check of it or as far as that is known without one, and of
 * which months anything is. What checks a month is not loaded by this.
 */
import { type FrozenMonth, isUnused, type CloseStep, type Month } from "../../../core/review/close/close.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import type { CheckedMonth } from "./month-check.ts";
import type { CheckOptions } from "../../../core/options.ts";
import { checkDocument } from "../../../core/reconcile/check-document.ts";
import type { CheckResult, WalletResult } from "../../../core/reconcile/input/result.ts";
import { concludeTheSame } from "../../../core/reconcile/same-conclusion.ts";
import {
  type CountedPhrase,
  type MonthChanges,
  type PerformedMonth,
  changesByKind,
  comparedOf,
  countingIn,
  otherRulesWords,
  phrasesOf,
} from "../../../core/review/close/differences.ts";
import {
  type FreezingStep,
  type MonthStanding,
  monthStates,
} from "../../../core/review/close/month-states.ts";
import { keptCheckOf, raisedOf } from "../../ledger/acts/run-document.ts";
import { linksOf } from "../../ledger/trail/acts.ts";
import { decisionsThen, readFrozenRun } from "./frozen.ts";
import { comparedSince, ownRecords } from "./records-of-month.ts";
import { differingOptions, hasRecords } from "../../../core/review/close/since.ts";
import { listCloseSteps } from "../../ledger/acts/close-step.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { restsOnTheSame, type LedgerAt } from "../../ledger/trail/as-of.ts";
import { readProven } from "../shared/use-ledger.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { decisionStates } from "../../../core/review/decisions/review.ts";
import { listDecisions } from "../../ledger/acts/decision.ts";
import { findRunDocument } from "../../ledger/acts/run.ts";
import { withdrawnIn } from "../../../core/review/file/attachment.ts";
import { marksInForce } from "../../../core/review/file/marks.ts";
import { lapseWords } from "../../../core/review/file/confirmation-words.ts";
import { listAttachments } from "../../ledger/acts/attachment.ts";
import { listFiles } from "../../ledger/acts/month-file.ts";

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
  const { prepared } = checked.standing;
  if (prepared === null) return null;
  const { effects, decisions } = checkChanges(db, checked, prepared);
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

function checkChanges(db: ReadableLedger, checked: CheckedMonth, prepared: FreezingStep): MonthChanges {
  const { frozen } = prepared;
  const { result, decimals } = checked.gathered;
  const now = monthNow(checked);
  const counting = decisionsThen(db, prepared, checked);
  const rules = otherRulesWords(frozen);
  const isOfSame = rules !== null && restsOnTheSame(db, prepared, checked.steps);
  const decisions = new Map(Array.from(counting, ([fingerprint, { id }]) => [fingerprint, id]));
  const then = performedThen(db, frozen, now, result);
  const changes = changesByKind({ ...then, decisions }, now, decimals);
  if (rules === null || then.checkSha256 === now.checkSha256) return changes;
  const why = isOfSame ? "on the same records" : "which may explain part of the difference";
  return { ...changes, effects: [`${rules}, ${why}`, ...changes.effects] };
}

type Concluded = Omit<PerformedMonth, "decisions">;

/**
 * What the check concluded when the month was prepared; where that is as now, the kept one is not read. Where a kept
 * one cannot be read, its figures are those that were frozen, and of its findings nothing is said.
 */
function performedThen(
  db: ReadableLedger,
  frozen: FrozenMonth,
  now: Concluded,
  result: CheckResult,
): Concluded {
  const { checkSha256, wallets } = frozen;
  if (checkSha256 === now.checkSha256) return now;
  const then = { checkSha256, wallets, findings: now.findings };
  const found = readFrozenRun(db, frozen, (document) => {
    const kept = keptCheckOf(document);
    // Another version may only word it otherwise.
    const isSame = concludeTheSame(withoutUnused(kept), withoutUnused(checkDocument(result, "info")));
    if (isSame) return now;
    return { ...then, wallets: kept.wallets, findings: comparedOf(kept.findings) };
  });
  return found ?? then;
}

/** A later pull's first entry of a wallet lists it in every month before, with nothing in it. */
function withoutUnused<T extends { readonly wallets: readonly WalletResult[] }>(document: T): T {
  return { ...document, wallets: document.wallets.filter((wallet) => !isUnused(wallet)) };
}

/** The options that places show figures under. */
export function optionsNow(db: ReadableLedger): CheckOptions {
  const { options, timeZone } = readSettings(db);
  return { ...options, timeZone };
}

/**
 * The signed months of which anything changed since, as far as that is known without checking them, and those
 * of which only their check can tell: what other months do to them.
 */
export function monthsChangedSince(ledger: LedgerAt): {
  readonly changed: readonly Month[];
  readonly doubtful: readonly Month[];
} {
  return readProven(ledger, (db) => {
    const steps = listCloseSteps(db);
    const standings = changedStandings(db, steps);
    const changed = signedIn(standings);
    const doubtful = signedIn(doubtfulStandings(db, steps, standings));
    return { changed, doubtful: doubtful.filter((month) => !changed.includes(month)) };
  });
}

/** The signed ones of them. */
export function signedIn(standings: readonly MonthStanding[]): Month[] {
  return standings.flatMap(({ month, signed }) => (signed === null ? [] : [month]));
}

/** The months, signed or prepared, of which anything changed since, as far as that is known without checking them. */
export function changedStandings(db: ReadableLedger, steps: readonly CloseStep[]): MonthStanding[] {
  const frozen = [...monthStates(steps).values()].filter(({ prepared }) => prepared !== null);
  if (frozen.length === 0) return [];
  const decided = decidedSince(db, steps);
  return frozen.filter((one) => hasChanged(db, one, decided));
}

/** As `changedStandings`, with every month that came to rest on something else since, or under other rules: only its check can tell. */
export function doubtfulStandings(
  db: ReadableLedger,
  steps: readonly CloseStep[],
  standings: readonly MonthStanding[] = changedStandings(db, steps),
): MonthStanding[] {
  const changed = new Set(standings.map(({ month }) => month));
  return [...monthStates(steps).values()].filter(({ month, prepared }) => {
    if (prepared === null || changed.has(month)) return prepared !== null;
    return otherRulesWords(prepared.frozen) !== null || !restsOnTheSame(db, prepared, steps);
  });
}

function hasChanged(
  db: ReadableLedger,
  standing: MonthStanding,
  decided: ReadonlyMap<Month, number>,
): boolean {
  const { month, prepared, signed } = standing;
  const step = signed ?? prepared;
  if (step === null) return false;
  const { frozen } = step;
  if (decided.has(month) || differingOptions(frozen.options, optionsNow(db)).length > 0) return true;
  if (lapsedSince(db, standing).length > 0) return true;
  const compared = comparedSince(db, month, step);
  // The check tells of a record that came back.
  if (compared.entries.isRestored || compared.transactions.isRestored) return true;
  const { entries, transactions } = ownRecords(db, month, compared);
  return [entries, transactions].some(hasRecords);
}

/**
 * Counts, for prepared and signed months, exceptions whose decision changed since, by what the month's kept run raised: what only a later check raises was never prepared.
 *
 * @param steps of all months
 * @returns months without any are not in it
 * @throws TieoutError LEDGER_CORRUPT, AUDIT_MISMATCH
 */
export function decidedSince(db: ReadableLedger, steps: readonly CloseStep[]): ReadonlyMap<Month, number> {
  const counts = new Map<Month, number>();
  const frozen = [...monthStates(steps).values()].flatMap(({ month, prepared }) =>
    prepared === null ? [] : [{ month, ...prepared.frozen }],
  );
  if (frozen.length === 0) return counts;
  const decisions = listDecisions(db);
  const now = inForceOf(decisions);
  for (const { month, decisionId, runId } of frozen) {
    const later = new Set(decisions.flatMap(({ id, fingerprint }) => (id > decisionId ? [fingerprint] : [])));
    if (later.size === 0) continue;
    const then = inForceOf(decisions.filter(({ id }) => id <= decisionId));
    const others = new Set([...later].filter((one) => then.get(one) !== now.get(one)));
    const document = others.size === 0 ? null : findRunDocument(db, runId);
    const count = document === null ? 0 : raisedOf(document, others).size;
    if (count > 0) counts.set(month, count);
  }
  return counts;
}

/** Ids of the decisions that were not undone, by fingerprint. */
function inForceOf(decisions: readonly Decision[]): ReadonlyMap<string, number | undefined> {
  return new Map(
    [...decisionStates(decisions)].map(([fingerprint, { inForce }]) => [fingerprint, inForce?.id]),
  );
}

/**
 * Says which confirmations of a signed month lapsed since, one phrase each. Today's versions refuse such a
 * withdrawal; earlier ones took it.
 *
 * @returns empty for a month that is not signed off
 */
function lapsedSince(
  db: ReadableLedger,
  { month, signed }: Pick<MonthStanding, "month" | "signed">,
): string[] {
  if (signed === null) return [];
  const attachments = listAttachments(db);
  const withdrawn = withdrawnIn(attachments);
  if (withdrawn.size === 0) return [];
  const signedAt = linksOf(db, "close").get(signed.id) ?? 0;
  const links = linksOf(db, "attachment");
  const later = new Set(
    attachments.flatMap(({ id, undoes }) =>
      undoes !== null && (links.get(id) ?? 0) > signedAt ? [undoes] : [],
    ),
  );
  return [...marksInForce(listFiles(db).marks).values()].flatMap((mark) => {
    const { subject } = mark;
    if (mark.month !== month || subject.kind !== "confirmation" || subject.balance === null) return [];
    const { evidence, wallet } = subject;
    const lapsed = evidence !== null && later.has(evidence) ? withdrawn.get(evidence) : undefined;
    return lapsed === undefined ? [] : [lapseWords(wallet, lapsed)];
  });
}
