/** The conclusion of a check in a few sentences, the same in the terminal, the workbook and the window. */
import { capitalised } from "../sentence.ts";
import { formatAmount, formatCount } from "../money.ts";
import { type CountedCauses, breakCauses } from "../reconcile/input/cause.ts";
import type { CheckResult, WalletResult } from "../reconcile/input/result.ts";
import { isReordered, type Finding } from "../reconcile/input/findings.ts";
import type { RuleId } from "../reconcile/input/rules.ts";
import { monthOfPeriod, periodTitle } from "./month.ts";
import { orderWords } from "./evidence.ts";
import type { CheckOptions } from "../options.ts";
import { ZoneClock, sayInstant } from "../time.ts";
import { IN_NO_CURRENCY } from "./currency.ts";

/** What the conclusion is about: of a history that begins after its start only what was received. */
function judgedTitle({ period, capped }: Pick<Judged, "period" | "capped">): string {
  return period === null && capped ? "The history received" : periodTitle(period);
}

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

/** Its first sentence, and what that rests on. */
export function verdictLead(result: Judged, decimals: number, earlier: EarlierErrors = NONE_EARLIER) {
  const found = foundIn(result, decimals);
  return {
    /** @example `October 2026` */
    title: judgedTitle(result),
    lead: leadOf(result, found, earlier),
    /** Whether the period has entries and each balance of it follows. */
    isFollowing: isFollowing(result, found),
    /** Where clocks contradict each other or the records, and where the period was not over at the newest pull. */
    clocks: clockSentences(result),
  };
}

/** Whether the period ties out: it has entries, every balance follows as entries were applied, no error. */
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

/** The first sentence, in large letters: never `0 too high`, nor only what is right among errors. */
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

/** What cancels out, which would hide that rows are wrong, and how many of the causes explain them. */
function breakSentences(breaks: BalanceDifferences, causes: CountedCauses | null): string[] {
  const { rows, byCurrency } = breaks;
  const cancelled = byCurrency.filter(({ net }) => net === 0);
  const isAll = cancelled.length === byCurrency.length;
  const gross = cancelled.map((one) => breaks.money(one.gross, one.currency)).join(" and ");
  return [
    ...(cancelled.length === 0
      ? []
      : [`${isAll ? "The" : "Other"} differences (${gross} gross) cancel out.`]),
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

/** @example `13 errors brought forward, all raised`, `1 error brought forward, raised`; '' where there are none */
function earlierWords({ errors, raised }: EarlierErrors): string {
  if (errors === 0) return "";
  const brought = `${formatCount(errors, "error")} brought forward`;
  if (raised === null) return brought;
  if (errors === 1) return `${brought}, ${raised === 1 ? "raised" : "not raised"}`;
  const some = raised === 0 ? "none" : raised === errors ? "all" : formatAmount(raised);
  return `${brought}, ${some} raised`;
}

/** Of everything that waits for a decision; '' where nothing does. */
function reviewedWords({ reviewed = 0, total = 0 }: VerdictProgress = {}): string {
  if (total === 0) return "";
  if (total === 1) return reviewed === 1 ? "reviewed" : "not reviewed";
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

// Sentences about the clocks that a conclusion relies on.

/** What of a check its clocks are read from; a kept one says only whether its period was over. */
interface Clocked
  extends Pick<CheckResult, "period" | "pulledAtMs">, Partial<Pick<CheckResult, "asOfMs" | "pullClocks">> {
  readonly options: Pick<CheckOptions, "timeZone">;
}

/**
 * Says where two clocks, or a clock and the records, contradict each other, and where the period was not over
 * at the newest pull: nobody may sign what is unseen. No clock is called wrong that may be right.
 *
 * @returns '' where there is nothing to say
 */
function clockSentences(clocked: Clocked): string {
  return [
    notBelievedSentence(clocked),
    slowSentence(clocked),
    notOverSentence(clocked),
    aheadSentence(clocked),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** Of a period that was over by this computer's clock, too, there is nothing to say. */
function notBelievedSentence({ period, pullClocks, options }: Clocked): string {
  const { statedAtMs, clockAtMs, pullId } = pullClocks?.notBelieved ?? {};
  if (statedAtMs === undefined || clockAtMs === undefined) return "";
  if (period !== null && clockAtMs > period.toMs) return "";
  const say = saying(options);
  return `The service's clock or this computer's is wrong: at pull ${pullId} the service stated ${say(statedAtMs)}, more than a day later than this computer's ${say(clockAtMs)}, and is not believed.`;
}

/** Of a period that was over by the slow clock, too, there is nothing to say. */
function slowSentence({ period, pullClocks, asOfMs = null, options }: Clocked): string {
  const slow = pullClocks?.slow ?? null;
  if (slow === null || (period !== null && slow.atMs > period.toMs)) return "";
  const say = saying(options);
  const asOf = asOfMs === null ? "" : ` The check is as of ${say(asOfMs)}.`;
  return `The clock was slow at pull ${slow.pullId}: it showed ${say(slow.atMs)}, but most of what that pull brought is dated more than a day later.${asOf}`;
}

function notOverSentence({ period, pulledAtMs, pullClocks, options }: Clocked): string {
  if (period === null || pulledAtMs === null || pulledAtMs > period.toMs) return "";
  // A slow clock is no reason to believe that the period was not over.
  if (pullClocks?.slow?.atMs === pulledAtMs) return "";
  return `The latest pull was at ${saying(options)(pulledAtMs)}, before the period ended. Later records are not included.`;
}

/** Of a period that was over by either clock there is nothing to say. */
function aheadSentence({ period, pulledAtMs, asOfMs = null, pullClocks, options }: Clocked): string {
  const { newest = null, ahead = null } = pullClocks ?? {};
  if (newest === null || ahead === null || (period !== null && newest.atMs > period.toMs)) return "";
  const say = saying(options);
  const counts = pulledAtMs !== null && asOfMs !== null && asOfMs > newest.atMs;
  const goesBy = counts
    ? `The check goes by pull ${ahead.pullId}: a record is dated later than pull ${newest.pullId}.`
    : `The check goes by pull ${newest.pullId}.`;
  return `The clock at pull ${ahead.pullId} was ahead of the clock at pull ${newest.pullId}, which came later: they showed ${say(ahead.atMs)} and ${say(newest.atMs)}. ${goesBy}`;
}

function saying({ timeZone }: Clocked["options"]): (atMs: number) => string {
  const clock = new ZoneClock(timeZone);
  return (atMs) => sayInstant(atMs, clock);
}

// The differences of one kind of finding, summed per currency, with sign, unit and direction.

interface Differing {
  readonly wallets: readonly Pick<WalletResult, "userID" | "businessID" | "currency">[];
  readonly findings: readonly DifferingFinding[];
}
type DifferingFinding = Pick<Finding, "rule" | "cause" | "userID" | "businessID" | "difference">;

/** The differences of one kind in one currency. */
interface CurrencyDifference {
  /** null where none is known. */
  readonly currency: string | null;
  /** Signed: above zero where more is stated than follows. */
  readonly net: number;
  /** The sum without signs. */
  readonly gross: number;
}

interface BalanceDifferences {
  readonly rows: number;
  /** In the order of the findings. */
  readonly byCurrency: readonly CurrencyDifference[];
  /** An amount with its currency, `12.34 NGN`; without one where none is known and there is no other. */
  readonly money: (amount: number, currency: string | null) => string;
}

/** Finds the currency of the wallet that a finding is in; null where none is known. */
export function walletCurrencyFinder(
  wallets: Differing["wallets"],
): (finding: Pick<Finding, "userID" | "businessID">) => string | null {
  const currencies = new Map(
    wallets.map(({ userID, businessID, currency }) => [`${userID} ${businessID ?? ""}`, currency]),
  );
  return ({ userID, businessID }) =>
    currencies.get(`${userID} `) ?? currencies.get(`${userID} ${businessID ?? ""}`) ?? null;
}

/** @param isOf whether a finding is of the kind asked for @param decimals display only */
function differencesOf(
  { findings, wallets }: Differing,
  isOf: (finding: DifferingFinding) => boolean,
  decimals: number,
): BalanceDifferences {
  const currencyOf = walletCurrencyFinder(wallets);
  const sums = new Map<string | null, { net: number; gross: number }>();
  let rows = 0;
  for (const finding of findings) {
    if (!isOf(finding)) continue;
    const { difference = 0 } = finding;
    const currency = currencyOf(finding);
    const { net, gross } = sums.get(currency) ?? { net: 0, gross: 0 };
    sums.set(currency, { net: net + difference, gross: gross + Math.abs(difference) });
    rows += 1;
  }
  const isMixed = new Set(wallets.map(({ currency }) => currency)).size > 1;
  return {
    rows,
    byCurrency: [...sums].map(([currency, sum]) => ({ currency, ...sum })),
    money: (amount, currency) => {
      const unit = currency ?? (isMixed ? IN_NO_CURRENCY : "");
      return `${formatAmount(amount, decimals)}${unit === "" ? "" : ` ${unit}`}`;
    },
  };
}

/**
 * The net difference in the words of its direction, currencies that cancel out left out.
 *
 * @returns '' where all cancel out
 * @example directionWords(breaks, ["too high", "too low"]) // '2,097,694 NGN too high and 30 GHS too low'
 */
function directionWords(
  { byCurrency, money }: BalanceDifferences,
  [above, below]: readonly [string, string],
): string {
  return byCurrency
    .filter(({ net }) => net !== 0)
    .map(({ currency, net }) => `${money(Math.abs(net), currency)} ${net > 0 ? above : below}`)
    .join(" and ");
}

/** What moved. @param sign −1: the stated balance lacks it; 1: the balance holds it without a row */
function movementWords({ byCurrency, money }: BalanceDifferences, sign: 1 | -1): string {
  // Zero plus, for there is no −0 on paper.
  return byCurrency.map(({ currency, net }) => money(0 + sign * net, currency)).join(" and ");
}
