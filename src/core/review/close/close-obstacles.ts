/** The obstacles to preparing a month. */
import { formatAmount, formatCount } from "../../money.ts";
import type { CheckOptions } from "../../options.ts";
import type { Finding } from "../../reconcile/input/findings.ts";
import type { CheckResult } from "../../reconcile/input/result.ts";
import { ZoneClock, sayInstant } from "../../time.ts";
import type { Obstacle, ObstacleKind } from "./close.ts";
import { type Review, isDecided } from "../decisions/review.ts";
import { walletOf } from "../../words/wallet.ts";

interface ReachedCheck extends Pick<CheckResult, "period" | "pulledAtMs" | "asOfMs"> {
  readonly options: Pick<CheckOptions, "timeZone">;
}

/**
 * The obstacles, in the order of OBSTACLES; empty when there are none. Like any other error, an opening that
 * is not carried counts as none once it is decided.
 *
 * @param check of the month
 * @param review of the same check
 */
export function obstaclesOf(check: ReachedCheck, review: Review, decimals: number): Obstacle[] {
  const undecided = review.findings
    .filter(({ finding, status }) => finding.severity === "error" && !isDecided(status))
    .map(({ finding }) => finding);
  const { total } = review.progress.bySeverity.error;
  return [
    ...obstacle("undecided-errors", undecidedWords(undecided.length, total)),
    ...obstacle("not-over", notOverWords(check)),
    ...obstacle("opening-not-carried", openingWords(undecided, decimals)),
  ];
}

function obstacle(kind: ObstacleKind, sentence: string | null): Obstacle[] {
  return sentence === null ? [] : [{ kind, sentence }];
}

function undecidedWords(undecided: number, total: number): string | null {
  if (undecided === 0) return null;
  const verb = undecided === 1 ? "is" : "are";
  const of = undecided === total ? "" : ` of ${formatAmount(total)}`;
  return `${formatAmount(undecided)}${of} ${total === 1 ? "error" : "errors"} ${verb} undecided`;
}

/** A month is over when a pull came after its end, or of files, without a clock, a record. Then null. */
export function notOverWords({ period, pulledAtMs, asOfMs, options }: ReachedCheck): string | null {
  if (period === null) return null;
  const say = (atMs: number) => sayInstant(atMs, new ZoneClock(options.timeZone));
  if (pulledAtMs !== null) {
    if (pulledAtMs > period.toMs) return null;
    return `The latest pull was at ${say(pulledAtMs)}, before the month ended`;
  }
  if (asOfMs === null) return "No record is dated after the end of the month";
  if (asOfMs >= period.toMs) return null;
  return `The latest time in the records is ${say(asOfMs)}, before the month ended`;
}

function openingWords(undecided: readonly Finding[], decimals: number): string | null {
  const [first, ...others] = undecided.filter(({ rule }) => rule === "opening-not-carried");
  if (first === undefined) return null;
  const { userID, expected = 0, actual = 0 } = first;
  const say = (amount: number) => formatAmount(amount, decimals);
  const more =
    others.length === 0
      ? ""
      : `; ${formatCount(others.length, "more wallet")} also ${others.length === 1 ? "differs" : "differ"}`;
  return `The ${walletOf({ userID })} opens at ${say(actual)}, but the month before was signed to close at ${say(expected)}${more}`;
}
