/** Signed months that cannot be re-performed here: they are not wrong, but not proven. */
import { pullsWords } from "../../../core/words/proof.ts";
import { monthTitle } from "../../../core/words/month.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { otherRulesWords, versionName } from "../../../core/review/close/differences.ts";
import { type FreezingStep, monthStates } from "../../../core/review/close/month-states.ts";
import { listCloseSteps } from "../../ledger/acts/close-step.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import type { PullRecord } from "../../ledger/trail/pull.ts";
import { areStored, listStoredPulls } from "../proof/stored-answers.ts";

export interface UnprovenMonth {
  readonly month: Month;
  /** `rules`: it says it was signed under others; `pruned`: responses that it depends on are gone. */
  readonly why: "rules" | "pruned";
  /** In one sentence, without the full stop. */
  readonly sentence: string;
}

/**
 * The signed months that can be re-performed while all responses are stored that are stored now, and not any
 * more once those of all but the newest pulls are dropped. Months ascending.
 *
 * @param keep how many of the newest pulls keep their responses
 */
export function monthsUnprovenByPruning(db: ReadableLedger, keep: number): Month[] {
  const pulls = listStoredPulls(db);
  const gone = pulls.filter((pull) => !areStored(pull));
  const dropped = pulls
    .slice(0, Math.max(0, pulls.length - keep))
    .filter(({ bodies }) => bodies.some(({ pruned }) => !pruned));
  return [...monthStates(listCloseSteps(db)).values()].flatMap(({ month, signed }) => {
    if (signed === null) return [];
    const restsOn = ({ id }: PullRecord) => id <= signed.frozen.pullId;
    return !gone.some(restsOn) && dropped.some(restsOn) ? [month] : [];
  });
}

/** Why a signed month cannot be re-performed though nothing wrong was found; null when it can. */
export function unprovenMonth(
  { month, frozen }: FreezingStep,
  pruned: readonly PullRecord[],
): UnprovenMonth | null {
  const title = monthTitle(month);
  const { appVersion, pullId } = frozen;
  const rules = otherRulesWords(frozen);
  if (rules !== null) {
    const sentence =
      `${title} is not proven: according to the file, ${rules}, so its figures were not re-performed. ` +
      `Verify it with Tieout ${versionName(appVersion)}, which prepared it`;
    return { month, why: "rules", sentence };
  }
  const gone = pruned.filter(({ id }) => id <= pullId);
  if (gone.length === 0) return null;
  const sentence = `${title} is not proven: stored responses of ${pullWords(gone)} were pruned, so its figures were not re-performed`;
  return { month, why: "pruned", sentence };
}

/** As `pullsWords`, or `4 pulls, from 1 to 9`. */
function pullWords(pulls: readonly PullRecord[]): string {
  const [first, last] = [pulls[0]?.id ?? 0, pulls.at(-1)?.id ?? 0];
  if (pulls.length !== last - first + 1) return `${pulls.length} pulls, from ${first} to ${last},`;
  return pullsWords(first, last);
}
