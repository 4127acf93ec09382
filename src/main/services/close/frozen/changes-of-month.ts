/** What of a month is different now from what was prepared or signed. */
import { RULES_VERSION } from "../../../../core/options.ts";
import { checkDocument } from "../../../../core/reconcile/result/check-document.ts";
import type { CheckResult, WalletResult } from "../../../../core/reconcile/result/result.ts";
import { concludeTheSame } from "../../../../core/reconcile/result/same-conclusion.ts";
import { type FrozenMonth, isUnused } from "../../../../core/review/close/close.ts";
import {
  type CountedPhrase,
  type MonthChanges,
  type PerformedMonth,
  changesByKind,
  comparedOf,
  countingIn,
  phrasesOf,
  rulesWords,
} from "../../../../core/review/close/close-changes.ts";
import type { FreezingStep } from "../../../../core/review/close/month-states.ts";
import type { ReadableLedger } from "../../../ledger/file/connection.ts";
import { keptCheckOf } from "../../../ledger/people/run-document.ts";
import { newestPullID } from "../../../ledger/pulls/pull.ts";
import { judgedSince } from "../../../ledger/trail/then.ts";
import { lapsedSince } from "../lapsed-since.ts";
import type { CheckedMonth } from "../month-check.ts";
import { decisionsThen, frozenRunDocument, thenOf } from "./frozen-review.ts";
import { newestAct } from "../../../ledger/people/acts.ts";

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
  const decisions = new Map(Array.from(counting, ([fingerprint, { id }]) => [fingerprint, id]));
  const then = performedThen(db, frozen, now, result);
  const changes = changesByKind({ ...then, decisions }, now, decimals);
  const isByOtherRules = frozen.rulesVersion !== RULES_VERSION && then.checkSha256 !== now.checkSha256;
  if (!isByOtherRules) return changes;
  const rules = rulesWords(frozen.rulesVersion, RULES_VERSION, restsOnTheSame(db, frozen, checked));
  return { ...changes, effects: [rules, ...changes.effects] };
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
    newestAct(db, "match") === matchId &&
    steps.every((step) => step.id <= stepId || step.month === month)
  );
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

/** A later pull's first entry of a wallet lists it in every month before, with nothing in it. */
function withoutUnused<T extends { readonly wallets: readonly WalletResult[] }>(document: T): T {
  return { ...document, wallets: document.wallets.filter((wallet) => !isUnused(wallet)) };
}
