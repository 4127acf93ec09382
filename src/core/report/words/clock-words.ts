/** What a conclusion says of the clocks that it goes by. */
import { isDatedLater } from "../../reconcile/pull-clocks.ts";
import type { CheckResult } from "../../reconcile/result/result.ts";
import type { CheckOptions } from "../../options.ts";
import { ZoneClock, sayInstant } from "../../time.ts";

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
  return [slowSentence(clocked) ?? notOverSentence(clocked), aheadSentence(clocked)]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function slowSentence({ pulledAtMs, asOfMs = null, options }: Clocked): string | null {
  if (pulledAtMs === null || asOfMs === null || !isDatedLater(asOfMs, pulledAtMs)) return null;
  const say = saying(options);
  return `The clock at the latest pull showed ${say(pulledAtMs)}, but records are dated later. That clock was slow, or those dates are wrong. The check is as of ${say(asOfMs)}.`;
}

function notOverSentence({ period, pulledAtMs, options }: Clocked): string {
  if (period === null || pulledAtMs === null || pulledAtMs > period.toMs) return "";
  return `The latest pull was at ${saying(options)(pulledAtMs)}, before the period ended. Later records are not included.`;
}

/** Of a period that was over by either clock there is nothing to say. */
function aheadSentence({ period, pullClocks, options }: Clocked): string {
  const { newest = null, ahead = null } = pullClocks ?? {};
  if (newest === null || ahead === null || (period !== null && newest.atMs > period.toMs)) return "";
  const say = saying(options);
  return `The clock at pull ${ahead.pullId} was ahead of the clock at pull ${newest.pullId}, which came later: they showed ${say(ahead.atMs)} and ${say(newest.atMs)}. The check goes by pull ${newest.pullId}.`;
}

function saying({ timeZone }: Clocked["options"]): (atMs: number) => string {
  const clock = new ZoneClock(timeZone);
  return (atMs) => sayInstant(atMs, clock);
}
