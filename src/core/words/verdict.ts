/** The conclusion of a check in a few sentences, the same in the terminal, the workbook and the window. */
import { capitalised } from "../text/sentence.ts";
import { formatAmount, formatCount } from "../money.ts";
import { type CountedCauses, breakCauses } from "../reconcile/causes/break-causes.ts";
import type { CheckResult } from "../reconcile/result/result.ts";
import { isReordered } from "../reconcile/result/findings.ts";
import type { RuleId } from "../reconcile/rules.ts";
import { monthOfPeriod, periodTitle } from "./month.ts";
import { type Clocked, clockSentences } from "./clock.ts";
import { orderWords } from "./evidence.ts";
import {
  type BalanceDifferences,
  type Differing,
  type DifferingFinding,
  differencesOf,
  directionWords,
  grossWords,
  movementWords,
} from "./differences.ts";

/** What the conclusion is about: of a history that begins after its start only what was received. */
function judgedTitle({ period, capped }: Pick<Judged, "period" | "capped">): string {
  return period === null && capped ? "The history received" : periodTitle(period);
}

/** What of a check the conclusion is drawn from. */
export interface Judged extends Differing, Clocked {
  readonly counts: Pick<CheckResult["counts"], "entries" | "transactions" | "bySeverity">;
  /** null for a check that was kept before causes were: how many explain it is left out. */
  readonly causes: CountedCauses | null;
  /** Whether the history begins after its start. */
  readonly capped: boolean;
  /** Absent from a check that was kept before it was measured. */
  readonly order?: CheckResult["order"];
}

/** How many of the exceptions are reviewed. */
export interface ReviewedCount {
  readonly reviewed: number;
  readonly total: number;
}

/** How many errors an earlier period left open. */
export interface EarlierErrors {
  readonly errors: number;
  /** How many of them are raised with the provider; null where statuses may change beside the words. */
  readonly raised: number | null;
}

/** How far the review is, and what of the errors an earlier period left open, where that is known. */
export interface VerdictProgress extends Partial<ReviewedCount> {
  readonly earlier?: EarlierErrors;
}

const NONE_EARLIER: EarlierErrors = { errors: 0, raised: 0 };

/**
 * Says in its first sentence whether the period ties out, and if not, by how much, in which direction and at
 * how many rows; then what explains it, what else was found, and how far the review is.
 *
 * @param decimals display only, see `formatAmount`
 * @param progress of the review; counts are left out where nobody could have decided, or where they are not known
 * @example
 *   `October 2026: the stated balance is 12,500 NGN too high across 3 entries. 2 of 5 causes explain it. 4 other errors, 1 warning; none reviewed.`
 */
export function verdictOf(result: Judged, decimals: number, progress?: VerdictProgress): string {
  const found = foundIn(result, decimals);
  const earlier = progress?.earlier ?? NONE_EARLIER;
  const sentences = [
    leadOf(result, found, earlier),
    ...breakSentences(found.breaks, result.causes),
    reorderedSentence(result, found),
    result.order === undefined ? "" : orderWords(result.order),
    ...waitingSentences(found),
    ...openingSentences(result, found),
    countSentence(result, found, progress),
    clockSentences(result),
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/**
 * The first sentence of the conclusion, and whether it is that the period ties out: it has entries, every
 * balance follows in the order in which entries were applied, and there is no error.
 *
 * @param decimals display only, see `formatAmount`
 */
export function leadOfVerdict(
  result: Judged,
  decimals: number,
  earlier: EarlierErrors = NONE_EARLIER,
): { readonly lead: string; readonly tiesOut: boolean } {
  const found = foundIn(result, decimals);
  return { lead: leadOf(result, found, earlier), tiesOut: isTiedOut(result, found) };
}

function isTiedOut(result: Judged, found: Found): boolean {
  return isFollowing(result, found) && result.counts.bySeverity.error === 0;
}

function foundIn(result: Judged, decimals: number): Found {
  const of = (rule: RuleId, isOf: (finding: DifferingFinding) => boolean = () => true) =>
    differencesOf(result, (finding) => finding.rule === rule && isOf(finding), decimals);
  return {
    breaks: of("chain-break", (finding) => !isReordered(finding)),
    reordered: of("chain-break", isReordered).rows,
    pending: of("pending-entry"),
    gaps: of("history-gap"),
    openings: of("opening-not-carried"),
  };
}

/** Rows whose balance is not the one before plus its movement, and openings that are not what was signed. */
interface Found {
  readonly breaks: BalanceDifferences;
  /** How many rows do not follow only because they are listed in another order than they were applied. */
  readonly reordered: number;
  readonly pending: BalanceDifferences;
  readonly gaps: BalanceDifferences;
  readonly openings: BalanceDifferences;
}

const TOO_HIGH_OR_LOW = ["too high", "too low"] as const;
const HIGHER_OR_LOWER = ["higher", "lower"] as const;

/**
 * The first sentence. It stands alone in large letters, and never says that the balance is 0 too high, nor of a
 * period with errors of its own only what is right in it.
 */
function leadOf(result: Judged, found: Found, earlier: EarlierErrors): string {
  const { breaks, pending, gaps, openings } = found;
  const title = judgedTitle(result);
  const { entries, bySeverity } = result.counts;
  if (breaks.rows > 0) {
    const broken = formatCount(breaks.rows, "entry");
    const size = directionWords(breaks, TOO_HIGH_OR_LOW);
    if (size === "") return `${title}: the stated balance is wrong at ${broken}.`;
    return `${title}: the stated balance is ${size} ${breaks.rows === 1 ? "at" : "across"} ${broken}.`;
  }
  if (entries === 0) {
    const isEmpty = bySeverity.error + bySeverity.warning + pending.rows + gaps.rows === 0;
    return `${title} has no entries${isEmpty ? ": there is nothing to tie out" : ""}.`;
  }
  if (pending.rows + gaps.rows > 0) return `${title} does not tie out yet.`;
  if (openings.rows > 0) return `${title} ${openingWords(openings)}.`;
  const own = bySeverity.error - earlier.errors;
  if (own === 1) return `${title}: every balance follows, but there is 1 error.`;
  if (own > 0) return `${title}: every balance follows, but there are ${formatCount(own, "error")}.`;
  if (bySeverity.error > 0) return `${title}: every balance follows.`;
  if (found.reordered > 0)
    return `${title} ties out; rows are listed in another order than they were applied.`;
  return `${title} ties out.`;
}

/** Rows listed in another order, where the first sentence is about something else. */
function reorderedSentence(result: Judged, found: Found): string {
  if (found.reordered === 0 || isTiedOut(result, found)) return "";
  const verb = found.reordered === 1 ? "follows" : "follow";
  return `${formatCount(found.reordered, "balance")} ${verb} once rows are put in the order in which they were applied.`;
}

/**
 * What cancels out, which would hide that rows are wrong, and how many of the check's causes explain them.
 */
function breakSentences(breaks: BalanceDifferences, causes: CountedCauses | null): string[] {
  const { rows, byCurrency } = breaks;
  const cancelled = byCurrency.filter(({ net }) => net === 0);
  const isAll = cancelled.length === byCurrency.length;
  const gross = `(${grossWords(breaks, cancelled)} gross)`;
  return [
    ...(cancelled.length === 0 ? [] : [`${isAll ? "The" : "Other"} differences ${gross} cancel out.`]),
    ...(rows < 2 || causes === null ? [] : [`${explainWords(causes, rows)} ${isAll ? "them" : "it"}.`]),
  ];
}

/** @example `7 of 38 causes explain`; `At most 7 of 38 causes explain` where fewer may */
function explainWords(causes: CountedCauses, breaks: number): string {
  const own = breakCauses(causes, breaks);
  const all = formatCount(causes.count, "cause");
  const counted = own === causes.count ? all : `${formatAmount(own)} of ${all}`;
  return `${causes.complete ? counted : `At most ${counted}`} ${own === 1 ? "explains" : "explain"}`;
}

/** Rows that do not follow without being errors: what waits for an approval, and what was never seen. */
function waitingSentences({ pending, gaps }: Found): string[] {
  const missing = movementWords(pending, -1);
  const unseen = movementWords(gaps, 1);
  return [
    ...(pending.rows === 0
      ? []
      : pending.rows === 1
        ? [`One unapproved entry (${missing}) is not in the balance yet.`]
        : [`${formatAmount(pending.rows)} unapproved entries (${missing}) are not in the balance yet.`]),
    ...(gaps.rows === 0
      ? []
      : gaps.rows === 1
        ? [`One gap between pulls (${unseen}) was never seen.`]
        : [`${formatAmount(gaps.rows)} gaps between pulls (${unseen}) were never seen.`]),
  ];
}

/** @example `opens 1,000 NGN higher than was signed before` */
function openingWords(openings: BalanceDifferences): string {
  const size = directionWords(openings, HIGHER_OR_LOWER);
  if (size !== "") return `opens ${size} than was signed before`;
  return `opens with other balances than signed in ${formatCount(openings.rows, "wallet")}, but the same in total`;
}

/** The opening, where the first sentence is about something else. */
function openingSentences({ counts }: Judged, { breaks, pending, gaps, openings }: Found): string[] {
  const isFirst = breaks.rows + pending.rows + gaps.rows === 0 && counts.entries > 0;
  return openings.rows === 0 || isFirst ? [] : [`It ${openingWords(openings)}.`];
}

/** What else there is to review, and how much of everything is reviewed. */
function countSentence(result: Judged, found: Found, progress: VerdictProgress | undefined): string {
  const { error, warning } = result.counts.bySeverity;
  const reviewed = reviewedWords(progress);
  const warnings = warning === 0 ? "" : formatCount(warning, "warning");
  if (isFollowing(result, found)) {
    // Those of the period itself are in the first sentence.
    const parts = [earlierWords(progress?.earlier ?? NONE_EARLIER), warnings, reviewed];
    const said = parts.filter((part) => part !== "").join("; ");
    return said === "" ? "" : `${capitalised(said)}.`;
  }
  const others = error - found.breaks.rows - found.openings.rows;
  const counted = [
    others === 0
      ? ""
      : `${formatCount(others, others < error ? "other error" : "error")}${carriedWords(result)}`,
    warnings,
  ].filter((part) => part !== "");
  if (counted.length > 0) return `${counted.join(", ")}${reviewed === "" ? "" : `; ${reviewed}`}.`;
  return reviewed === "" ? "" : `${capitalised(reviewed)}.`;
}

/** Whether the period has entries and each balance of it follows. */
function isFollowing({ counts }: Judged, { breaks, pending, gaps, openings }: Found): boolean {
  return counts.entries > 0 && breaks.rows + pending.rows + gaps.rows + openings.rows === 0;
}

/** @example `13 errors brought forward, all raised`; '' where there are none */
function earlierWords({ errors, raised }: EarlierErrors): string {
  if (errors === 0) return "";
  if (raised === null) return `${formatCount(errors, "error")} brought forward`;
  const some = raised === 0 ? "none" : raised === errors ? "all" : formatAmount(raised);
  return `${formatCount(errors, "error")} brought forward, ${some} raised`;
}

/** Of everything that waits for a decision; '' where nothing does. */
function reviewedWords({ reviewed = 0, total = 0 }: VerdictProgress = {}): string {
  if (total === 0) return "";
  if (reviewed === 0) return "none reviewed";
  return reviewed === total ? "all reviewed" : `${formatAmount(reviewed)} of ${formatAmount(total)} reviewed`;
}

const GONE: ReadonlySet<RuleId> = new Set(["entry-vanished", "transaction-vanished"]);

/** A period in which there is nothing has only what earlier ones left open. */
function carriedWords({ period, counts, findings }: Judged): string {
  if (period === null || counts.entries + counts.transactions > 0) return "";
  if (findings.some(({ rule }) => GONE.has(rule))) return "";
  return ` brought forward from ${monthOfPeriod(period) === null ? "before" : "earlier months"}`;
}
