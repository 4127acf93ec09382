/** Sentences about the clocks that a conclusion relies on. */
import type { CheckResult } from "../reconcile/result/result.ts";
import type { CheckOptions } from "../options.ts";
import { ZoneClock, sayInstant } from "../time.ts";

/** What of a check its clocks are read from; a kept one says only whether its period was over. */
export interface Clocked
  extends Pick<CheckResult, "period" | "pulledAtMs">, Partial<Pick<CheckResult, "asOfMs" | "pullClocks">> {
  readonly options: Pick<CheckOptions, "timeZone">;
}

/**
 * Says where two clocks, or a clock and the records, contradict each other, and where the period was not over
 * at the newest pull: nobody may sign what is unseen. No clock is called wrong that may be right.
 *
 * @returns '' where there is nothing to say
 */
export function clockSentences(clocked: Clocked): string {
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
