/** The differences between a month's check as it was prepared and as it is now, and how its exceptions stood then. */
import { formatAmount, formatCount } from "../../money.ts";
import type { Finding } from "../../reconcile/input/findings.ts";
import { RULES_VERSION } from "../../options.ts";
import { type FrozenMonth, type FrozenWallet, isUnused } from "./close.ts";
import { type Review, isException, type ReviewedFinding, isDecided } from "../decisions/review.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import type { Decision } from "../decisions/decision.ts";
import { walletOf, walletWords } from "../../words/wallet.ts";

/** A month's check, as far as it is compared, and the decisions that counted. */
export interface PerformedMonth {
  /** SHA-256 of the check's document. */
  readonly checkSha256: string;
  readonly wallets: readonly FrozenWallet[];
  readonly findings: readonly ComparedFinding[];
  /** The decision that counted on each fingerprint. */
  readonly decisions: CountingDecisions;
}

type ComparedFinding = Pick<Finding, "fingerprint" | "severity" | "match">;
type RaisedFindings = Pick<PerformedMonth, "findings">;

/** Of findings that come one by one, what is compared. */
export function comparedOf(findings: Iterable<ComparedFinding>): ComparedFinding[] {
  return Array.from(findings, ({ fingerprint, severity, match }) => {
    return match === undefined ? { fingerprint, severity } : { fingerprint, severity, match };
  });
}

/** Ids of decisions by the fingerprint they are on. */
type CountingDecisions = ReadonlyMap<string, number>;

interface MonthNow extends PerformedMonth {
  /** The decision on each fingerprint that no longer counts, as one of its records says something else. */
  readonly lapsed: CountingDecisions;
}

/** The decisions that count in a review, and those that were taken on other contents of their records. */
export function countingIn({ findings }: Pick<Review, "findings">): Pick<MonthNow, "decisions" | "lapsed"> {
  const decisions = new Map<string, number>();
  const lapsed = new Map<string, number>();
  for (const { finding, decision, before } of findings) {
    if (decision !== null) decisions.set(finding.fingerprint, decision.id);
    else if (before?.fingerprint === finding.fingerprint) lapsed.set(finding.fingerprint, before.id);
  }
  return { decisions, lapsed };
}

/** So many of one kind are different, in one phrase. */
export interface CountedPhrase {
  /** At least 1. */
  readonly count: number;
  readonly words: string;
}

/** What is different in a month, one phrase each, by what it is. */
export interface MonthChanges {
  /** What the check finds otherwise: figures first, then exceptions and notices, then what lapsed. */
  readonly effects: readonly string[];
  /** What people decided otherwise: matches by hand, then decisions. */
  readonly decisions: readonly CountedPhrase[];
}

/** Says what is different, by kind. @param decimals display only, see `formatAmount` */
export function changesByKind(then: PerformedMonth, now: MonthNow, decimals: number): MonthChanges {
  const isSame = then.checkSha256 === now.checkSha256;
  const inCheck = isSame ? [] : [...figureWords(then, now, decimals), ...raisedWords(then, now)];
  const matches = isSame ? [] : matchPhrases(then, now);
  const { lapsed, others } = decisionPhrases(then, now);
  const effects = [...inCheck, ...lapsed];
  const decisions = [...matches, ...others];
  const isTold = isSame || effects.length + decisions.length > 0;
  return { effects: isTold ? effects : [OTHER_BASIS], decisions };
}

/** Where nothing that is compared differs, and what the check was made from does. */
export const OTHER_BASIS =
  "the records or options of the check changed, with the same figures and exceptions";

/** All phrases of them, effects before decisions. */
export function phrasesOf({ effects, decisions }: MonthChanges): string[] {
  return [...effects, ...decisions.map(({ words }) => words)];
}

/** As `changesByKind`, all of it; empty when the month is what it was. */
export function changesSince(then: PerformedMonth, now: MonthNow, decimals: number): string[] {
  return phrasesOf(changesByKind(then, now, decimals));
}

/**
 * What differs, as the end of a sentence, the same in terminal and window.
 *
 * @param changes as `changesSince` gives them, at least one
 * @example `differs from what was signed: 1 exception has a different decision`
 */
export function differsWords(state: "prepared" | "signed-off", changes: readonly string[]): string {
  return `differs from what was ${state === "prepared" ? "prepared" : "signed"}: ${changes.join("; ")}`;
}

/**
 * Says that a month is checked by other rules than it was prepared under: what is different may then be no
 * change of the records. Without the stop; null where the rules are the same.
 */
export function otherRulesWords(
  { rulesVersion }: Pick<FrozenMonth, "rulesVersion">,
  now = RULES_VERSION,
): string | null {
  if (rulesVersion === now) return null;
  return `it was prepared under rules ${versionName(rulesVersion)}, and this version checks by rules ${versionName(now)}`;
}

/** A version as a file says it, which is anything once somebody has written the file again. */
export function versionName(version: unknown): string {
  return typeof version === "string" && /^[\w.+-]{1,40}$/u.test(version) ? version : "of another version";
}

function figureWords(then: PerformedMonth, now: PerformedMonth, decimals: number): string[] {
  const before = new Map(then.wallets.map((wallet) => [walletKey(wallet), wallet]));
  const after = new Map(now.wallets.map((wallet) => [walletKey(wallet), wallet]));
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const changed = keys.filter((key) => figuresText(before.get(key)) !== figuresText(after.get(key)));
  const [first] = changed;
  if (first === undefined) return [];
  if (changed.length > 1) return [`the figures of ${formatCount(changed.length, "wallet")} changed`];
  const [was, is] = [before.get(first), after.get(first)];
  if (was === undefined) return [`the ${walletOf(is as FrozenWallet)} is new`];
  const { userID, businessID } = was;
  const owner = walletWords({ userID, businessID });
  if (is === undefined) return [`the ${walletOf(was)} is gone`];
  const say = (amount: number) => formatAmount(amount, decimals);
  if (was.closing !== is.closing)
    return [`the ${walletOf(was)} closed at ${say(was.closing)} and now closes at ${say(is.closing)}`];
  const moved = movementsOf(is) - movementsOf(was);
  return moved === 0
    ? [`the figures of ${owner} changed, with the same closing balance`]
    : [
        `the movements of ${owner} changed by ${moved > 0 ? "+" : ""}${say(moved)}, with the same closing balance`,
      ];
}

function movementsOf({ inflow, outflow }: FrozenWallet): number {
  return inflow - outflow;
}

function figuresText(wallet: FrozenWallet | undefined): string {
  if (wallet === undefined || isUnused(wallet)) return "";
  const { currency, entries, opening, inflow, outflow, breakDifference, closing } = wallet;
  return JSON.stringify([currency, entries, opening, inflow, outflow, breakDifference, closing]);
}

/** Says how many exceptions, notices and manual matches came and went, one phrase each. */
export function findingWords(then: RaisedFindings, now: RaisedFindings): string[] {
  return [...raisedWords(then, now), ...matchPhrases(then, now).map(({ words }) => words)];
}

function raisedWords(then: RaisedFindings, now: RaisedFindings): string[] {
  return (["exception", "notice"] as const)
    .flatMap((noun) => cameAndWent(noun, fingerprintsOf(noun, then), fingerprintsOf(noun, now)))
    .map(({ words }) => words);
}

function matchPhrases(then: RaisedFindings, now: RaisedFindings): CountedPhrase[] {
  return cameAndWent("manual match", matchesIn(then.findings), matchesIn(now.findings));
}

/** Ids of the manual matches that findings name: others may tie the same records in another way. */
function matchesIn(findings: readonly ComparedFinding[]): ReadonlySet<number> {
  return new Set(findings.flatMap(({ match }) => match ?? []));
}

function fingerprintsOf(noun: "exception" | "notice", { findings }: RaisedFindings): ReadonlySet<string> {
  const own = findings.filter((finding) => isException(finding) === (noun === "exception"));
  return new Set(own.map(({ fingerprint }) => fingerprint));
}

function cameAndWent<T>(
  noun: "exception" | "notice" | "manual match",
  before: ReadonlySet<T>,
  after: ReadonlySet<T>,
): CountedPhrase[] {
  const added = [...after].filter((one) => !before.has(one)).length;
  const gone = [...before].filter((one) => !after.has(one)).length;
  const counted = (count: number, adjective: string) => {
    const plural = noun === "manual match" ? "manual matches" : `${noun}s`;
    return `${formatAmount(count)} ${adjective}${count === 1 ? noun : plural}`;
  };
  const count = added + gone;
  if (count === 0) return [];
  const went = added > 0 ? `, ${formatAmount(gone)} gone` : `${counted(gone, "")} gone`;
  return [{ count, words: `${added > 0 ? counted(added, "new ") : ""}${gone > 0 ? went : ""}` }];
}

/** Of exceptions that both checks raise, those whose decision lapsed, and those with another decision. */
function decisionPhrases(then: PerformedMonth, now: MonthNow) {
  const raised = new Set(now.findings.map(({ fingerprint }) => fingerprint));
  let [lapsed, others] = [0, 0];
  for (const finding of then.findings) {
    const { fingerprint } = finding;
    const before = then.decisions.get(fingerprint);
    if (!isException(finding) || !raised.has(fingerprint) || before === now.decisions.get(fingerprint))
      continue;
    if (before !== undefined && before === now.lapsed.get(fingerprint)) lapsed += 1;
    else others += 1;
  }
  return {
    lapsed: lapsed === 0 ? [] : [lapsedWords(lapsed)],
    others: others === 0 ? [] : [{ count: others, words: othersWords(others) }],
  };
}

function lapsedWords(count: number): string {
  return count === 1
    ? "1 exception reopened because a record behind its decision changed"
    : `${formatAmount(count)} exceptions reopened because records behind their decisions changed`;
}

function othersWords(count: number): string {
  return count === 1
    ? "1 exception has a different decision"
    : `${formatAmount(count)} exceptions have different decisions`;
}

interface FrozenException {
  readonly isError: boolean;
  /** The decision that counted; null for none. */
  readonly decisionId: number | null;
  /** Setting an exception back to open is a decision, and decides nothing. */
  readonly isDecided: boolean;
}

export interface FrozenReview {
  /** By fingerprint. */
  readonly exceptions: ReadonlyMap<string, FrozenException>;
  /** Ids of the manual matches that the findings name. */
  readonly matches: ReadonlySet<number>;
}

/**
 * How the exceptions of a month stood when it was prepared, each by itself: as many are not yet the same.
 *
 * @param findings of the check that the month was prepared on
 * @param counting the decision that counted on each fingerprint then
 */
export function frozenReviewOf(
  findings: Iterable<ComparedFinding>,
  counting: ReadonlyMap<string, Pick<Decision, "id" | "status">>,
): FrozenReview {
  const exceptions = new Map<string, FrozenException>();
  const matches = new Set<number>();
  for (const finding of findings) {
    const { fingerprint, severity, match } = finding;
    if (match !== undefined) matches.add(match);
    if (!isException(finding)) continue;
    const decision = counting.get(fingerprint);
    exceptions.set(fingerprint, {
      isError: severity === "error",
      decisionId: decision?.id ?? null,
      isDecided: decision !== undefined && isDecided(decision.status),
    });
  }
  return { exceptions, matches };
}

export function undecidedErrors({ exceptions }: Pick<FrozenReview, "exceptions">): ReadonlySet<string> {
  return new Set(
    Array.from(exceptions).flatMap(([fingerprint, { isError, isDecided: decided }]) =>
      isError && !decided ? [fingerprint] : [],
    ),
  );
}

/** Whether the same exceptions are raised as then, each with the same decision, and the same matches used. */
export function isSameReview(
  { exceptions, matches }: FrozenReview,
  findings: readonly Pick<ReviewedFinding, "finding" | "decision">[],
): boolean {
  const raised = findings.filter(({ finding }) => isException(finding));
  const used = new Set(findings.flatMap(({ finding: { match } }) => match ?? []));
  return (
    used.size === matches.size &&
    [...used].every((match) => matches.has(match)) &&
    raised.length === exceptions.size &&
    raised.every(({ finding, decision }) => {
      return exceptions.get(finding.fingerprint)?.decisionId === (decision?.id ?? null);
    })
  );
}
