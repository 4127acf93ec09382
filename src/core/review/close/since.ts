/**
 * What of a month is different now from what was prepared or signed, or from what it was at a later moment: by
 * id, in one count and in one sentence, the same wherever it is said.
 */
import { formatAmount, formatCount } from "../../money.ts";
import type { Finding, NamedFinding } from "../../reconcile/input/findings.ts";
import type { MonthChanges } from "./differences.ts";
import { type FrozenWallet, isUnused } from "./close.ts";
import type { Review, ReviewStatus, ReviewedFinding } from "../decisions/review.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import { ZoneClock } from "../../time.ts";
import type { FreezingStep } from "./month-states.ts";
import { type Moment, momentTitle } from "./moment.ts";
import type { CheckOptions } from "../../options.ts";
import { OPTION_NAMES, optionWords } from "../../words/options.ts";
import { currencyAmount } from "../../words/currency.ts";

/** Records of one kind, by their ids, ascending. */
export interface RecordsSince {
  /** There then and now, with other contents now. */
  readonly changed: readonly number[];
  /** There then, and not now. */
  readonly vanished: readonly number[];
  /** There now, and not then; only those dated in the month. */
  readonly appeared: readonly number[];
}

/** What later pulls changed, by the kind of record. */
export interface RecordsChanged {
  readonly entries: RecordsSince;
  readonly transactions: RecordsSince;
}

/** What changed of a month; its records are those dated in it then or now. */
export interface ChangedSince extends RecordsChanged {
  /** Records, decisions and options together. */
  readonly count: number;
  /** The same in words, one phrase for each kind. */
  readonly records: readonly string[];
  /** Decisions, matches by hand and evidence, one phrase each. */
  readonly decisions: readonly string[];
  /** Options of the check that the ledger has otherwise now, one phrase each. */
  readonly options: readonly string[];
  /** What comes of all of them in figures and exceptions, one phrase each. Not counted. */
  readonly effects: readonly string[];
  /** What the month was, e.g. `Signed by Ben Cole on 2026-11-28: closing 25,484,323.` */
  readonly basis: string;
  /** What came since, e.g. `Since then: 4 changes, closing unchanged.` */
  readonly sentence: string;
}

export interface ComparedMonth extends RecordsChanged {
  readonly basis: string;
  readonly changes: MonthChanges;
  readonly options: readonly string[];
  readonly wallets: { readonly before: readonly FrozenWallet[]; readonly now: readonly FrozenWallet[] };
  /** 0 to 6; display only. */
  readonly decimals: number;
}

export function changedSinceOf(month: ComparedMonth): ChangedSince {
  const { basis, entries, transactions, options, wallets, decimals } = month;
  const { effects, decisions } = month.changes;
  const records = [
    ...recordPhrases(entries, ["entry", "entries"]),
    ...recordPhrases(transactions, ["transaction", "transactions"]),
  ];
  const count = [...records, ...decisions].reduce((sum, one) => sum + one.count, options.length);
  const closing = closingSince(wallets.before, wallets.now, decimals);
  return {
    count,
    entries,
    transactions,
    records: records.map(({ words }) => words),
    decisions: decisions.map(({ words }) => words),
    options,
    effects,
    basis,
    sentence: sinceWords({ count, effects, closing }),
  };
}

export function isUnchanged({ count, effects }: Pick<ChangedSince, "count" | "effects">): boolean {
  return count === 0 && effects.length === 0;
}

/** How much changed, in a few words; of what changed nothing of its own, what came of it. @example `3 changes`, `1 exception gone` */
export function muchWords({ count, effects }: Pick<ChangedSince, "count" | "effects">): string {
  return count > 0 ? formatCount(count, "change") : effects.join("; ");
}

/** What changed by kind, for a list; kinds of which there is nothing are left out. */
export function changedKinds({ records, decisions, options, effects }: ChangedSince) {
  return [
    { title: "Records", phrases: records },
    { title: "Decisions", phrases: decisions },
    { title: "Options of the check", phrases: options },
    { title: "Effect", phrases: effects },
  ].filter(({ phrases }) => phrases.length > 0);
}

/** All phrases of them, by kind. */
export function phrasesSince(changed: ChangedSince): string[] {
  return changedKinds(changed).flatMap(({ phrases }) => phrases);
}

function sinceWords({
  count,
  effects,
  closing,
}: Pick<ChangedSince, "count" | "effects"> & { readonly closing: string }): string {
  if (count > 0) return `Since then: ${formatCount(count, "change")}, ${closing}.`;
  // Other rules, or another month that this one rests on.
  return effects.length > 0
    ? `Since then: ${effects.join("; ")}; ${closing}.`
    : "Since then: nothing changed.";
}

function recordPhrases(
  { changed, vanished, appeared }: RecordsSince,
  [one, more]: readonly [string, string],
) {
  const kinds = [
    [changed.length, "changed"],
    [vanished.length, "vanished"],
    [appeared.length, "new"],
  ] as const;
  return kinds.flatMap(([count, what]) =>
    count === 0 ? [] : [{ count, words: `${formatAmount(count)} ${count === 1 ? one : more} ${what}` }],
  );
}

export type FindingSince = NamedFinding & Pick<Finding, "severity">;

/** Findings of the month, in the order of the check that raises them. */
export interface FindingsSince {
  /** Raised then, and not now. */
  readonly gone: readonly FindingSince[];
  /** Raised now, and not then. */
  readonly appeared: readonly FindingSince[];
  /** Raised then and now, with another status now. */
  readonly redecided: readonly FindingSince[];
}

/** What is different now: records of the whole ledger, but new ones of the month; `changed` of it alone. */
export interface Since extends RecordsChanged {
  readonly findings: FindingsSince;
  readonly changed: ChangedSince;
  /** What the check finds otherwise than was signed, one phrase each; null of a pull, which froze nothing. */
  readonly unlikeSigned: readonly string[] | null;
}

/** @param then the review of the month as of the moment; `now` by the ledger's own options */
export function findingsSince(then: Pick<Review, "findings">, now: Pick<Review, "findings">): FindingsSince {
  const [before, after] = [statusesOf(then), statusesOf(now)];
  const statusNow = ({ finding }: ReviewedFinding) => after.get(finding.fingerprint);
  return {
    gone: named(then.findings.filter((one) => statusNow(one) === undefined)),
    appeared: named(now.findings.filter(({ finding }) => !before.has(finding.fingerprint))),
    redecided: named(then.findings.filter((one) => (statusNow(one) ?? one.status) !== one.status)),
  };
}

function statusesOf({ findings }: Pick<Review, "findings">): Map<string, ReviewStatus> {
  return new Map(findings.map(({ finding, status }) => [finding.fingerprint, status]));
}

function named(findings: readonly ReviewedFinding[]): FindingSince[] {
  return findings.map(({ finding: { fingerprint, rule, severity, walletID, payref, payID, userID } }) => ({
    fingerprint,
    rule,
    severity,
    walletID,
    payref,
    payID,
    userID,
  }));
}

export function isSameNow({ entries, transactions, findings, changed }: Since): boolean {
  const isChanged = hasRecords(entries) || hasRecords(transactions);
  const lists: (readonly unknown[])[] = Object.values(findings);
  return isUnchanged(changed) && !isChanged && lists.every(({ length }) => length === 0);
}

/** Whether any record is among them. */
export function hasRecords({ changed, vanished, appeared }: RecordsSince): boolean {
  return changed.length + vanished.length + appeared.length > 0;
}

/** All of it in one sentence. @example `Since then: 4 changes, closing unchanged.` */
export function sinceSentence(since: Since): string {
  const { changed, findings } = since;
  if (!isUnchanged(changed) || findings.redecided.length === 0) return changed.sentence;
  // Notices, whose decisions no month depends on.
  return `Since then: the status of ${formatCount(findings.redecided.length, "notice")}.`;
}

/** What the month was. @example `Signed by Ben Cole on 2026-11-28: closing 25,484,323.` */
export function frozenBasis({ step, by, atMs, frozen }: FreezingStep, timeZone: string): string {
  const day = new ZoneClock(timeZone).day(atMs);
  const done = step === "sign-off" ? "Signed" : "Prepared";
  return `${done} by ${by} on ${day}: ${closingWords(frozen.wallets, frozen.decimals)}.`;
}

/** What the month was at a moment. @example `After pull 14, 2026-10-01: closing 25,484,323.` */
export function momentBasis(
  moment: Moment,
  { wallets, decimals, timeZone }: { readonly wallets: readonly FrozenWallet[] } & WordedBy,
): string {
  return `${momentTitle(moment, timeZone)}: ${closingWords(wallets, decimals)}.`;
}

interface WordedBy {
  readonly decimals: number;
  readonly timeZone: string;
}

/** A sentence has room for the closings of so many currencies. */
const MOST_NAMED = 4;

/** The closing by currency; null where that cannot be said: of several wallets in no known currency. */
function closingsOf(wallets: readonly FrozenWallet[]): ReadonlyMap<string | null, number> | null {
  const used = wallets.filter((wallet) => !isUnused(wallet));
  const byCurrency = Map.groupBy(used, ({ currency }) => currency);
  if (byCurrency.size > MOST_NAMED || (byCurrency.get(null)?.length ?? 0) > 1) return null;
  const closings = Array.from(byCurrency, ([currency, of]) => [currency, sumOfClosings(of)] as const);
  return closings.every(([, closing]) => Number.isSafeInteger(closing)) ? new Map(closings) : null;
}

/** NaN where it leaves the range of exact integers on the way. */
function sumOfClosings(wallets: readonly FrozenWallet[]): number {
  return wallets.reduce((sum, { closing }) => {
    return Number.isSafeInteger(sum + closing) ? sum + closing : Number.NaN;
  }, 0);
}

function closingWords(wallets: readonly FrozenWallet[], decimals: number): string {
  const closings = closingsOf(wallets);
  if (closings === null) return `${formatCount(wallets.length, "wallet")} closed`;
  if (closings.size === 0) return "nothing in it";
  const words = Array.from(closings, ([currency, closing]) =>
    sumWords(currency, closing, closings, decimals),
  );
  return `closing ${words.join(" and ")}`;
}

/** One currency alone needs no name. */
function sumWords(
  currency: string | null,
  amount: number,
  beside: ReadonlyMap<string | null, number>,
  decimals: number,
): string {
  const words = formatAmount(amount, decimals);
  return beside.size === 1 ? words : currencyAmount(currency, words);
}

/**
 * @param verb what becomes of it
 * @example `closing unchanged`, `closing now 24,242,550 (−1,241,773)`
 */
export function closingSince(
  then: readonly FrozenWallet[],
  now: readonly FrozenWallet[],
  decimals: number,
  verb: "now" | "becomes" = "now",
): string {
  const [before, after] = [closingsByWallet(then), closingsByWallet(now)];
  const keys = new Set([...before.keys(), ...after.keys()]);
  const moved = [...keys].filter((key) => (before.get(key) ?? 0) !== (after.get(key) ?? 0)).length;
  if (moved === 0) return "closing unchanged";
  const [was, is] = [closingsOf(then), closingsOf(now)];
  const words =
    was === null || is === null
      ? []
      : Array.from(new Map([...was, ...is]).keys()).flatMap((currency) => {
          const [amount, earlier] = [is.get(currency) ?? 0, was.get(currency) ?? 0];
          if (amount === earlier) return [];
          const by = `${amount > earlier ? "+" : ""}${formatAmount(amount - earlier, decimals)}`;
          return [`${sumWords(currency, amount, is.size > was.size ? is : was, decimals)} (${by})`];
        });
  // Between wallets of one currency, a closing may move without its sum.
  if (words.length === 0) return `another closing of ${formatCount(moved, "wallet")}`;
  return `closing ${verb} ${words.join(" and ")}`;
}

function closingsByWallet(wallets: readonly FrozenWallet[]): Map<string, number> {
  return new Map(wallets.map((wallet) => [walletKey(wallet), wallet.closing]));
}

/** The options that one check has otherwise than another, in the order in which they are shown. */
export function differingOptions(then: CheckOptions, now: CheckOptions): (keyof CheckOptions)[] {
  return (Object.keys(OPTION_NAMES) as (keyof CheckOptions)[]).filter((name) => then[name] !== now[name]);
}

/** @param by who changed each last @example `Time zone: UTC → Pacific/Auckland, by Ada Obi` */
export function optionChanges(
  then: CheckOptions,
  now: CheckOptions,
  { by, decimals }: { readonly by: ReadonlyMap<string, string>; readonly decimals: number },
): string[] {
  return differingOptions(then, now).map((name) => {
    const [was, is] = [optionWords(then, name, decimals), optionWords(now, name, decimals)];
    const who = by.get(name);
    return `${OPTION_NAMES[name]}: ${was} → ${is}${who === undefined ? "" : `, by ${who}`}`;
  });
}
