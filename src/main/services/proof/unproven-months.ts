/** Signed months that cannot be re-performed here: they are not wrong, but not proven. */
import { RULES_VERSION } from "../../../core/options.ts";
import { monthTitle } from "../../../core/report/words/verdict.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { versionName } from "../../../core/review/close/close-changes.ts";
import { type FreezingStep, monthStates } from "../../../core/review/close/month-states.ts";
import { listBodies } from "../../ledger/pulls/body.ts";
import { listCloseSteps } from "../../ledger/people/close-step.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import type { PullRecord } from "../../ledger/pulls/pull.ts";
import { listAllPulls } from "../../ledger/trail/counting.ts";
import { areStored } from "./stored-answers.ts";

export interface UnprovenMonth {
  readonly month: Month;
  /** `rules`: it says it was signed under others; `pruned`: responses that it depends on are gone. */
  readonly why: "rules" | "pruned";
  /** In one sentence, without the full stop. */
  readonly sentence: string;
}

/** Pulls of which a response is not stored any more. */
export function prunedPulls(db: ReadableLedger, pulls: readonly PullRecord[]): PullRecord[] {
  const byPull = Map.groupBy(listBodies(db), ({ pullId }) => pullId);
  return pulls.filter((pull) => !areStored(pull, byPull.get(pull.id) ?? []));
}

/**
 * The signed months that can be re-performed while all responses are stored that are stored now, and not any
 * more once those of all but the newest pulls are dropped. Months ascending.
 *
 * @param keep how many of the newest pulls keep their responses
 */
export function monthsUnprovenByPruning(db: ReadableLedger, keep: number): Month[] {
  const pulls = listAllPulls(db);
  const gone = prunedPulls(db, pulls);
  const holding = new Set(listBodies(db).flatMap(({ pullId, pruned }) => (pruned ? [] : [pullId])));
  const dropped = pulls.slice(0, Math.max(0, pulls.length - keep)).filter(({ id }) => holding.has(id));
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
  const { rulesVersion, appVersion, pullId } = frozen;
  if (rulesVersion !== RULES_VERSION) {
    const sentence =
      `${title} is not proven: according to the file it was signed under rules ${versionName(rulesVersion)}, and this version checks by ` +
      `rules ${RULES_VERSION}, so its figures were not re-performed. Verify it with Tieout ${versionName(appVersion)}, which prepared it`;
    return { month, why: "rules", sentence };
  }
  const gone = pruned.filter(({ id }) => id <= pullId);
  if (gone.length === 0) return null;
  const sentence = `${title} is not proven: stored responses of ${pullWords(gone)} were pruned, so its figures were not re-performed`;
  return { month, why: "pruned", sentence };
}

/** `pull 3`, `pulls 1 and 2`, `pulls 1 to 7`, `4 pulls, from 1 to 9`. */
function pullWords(pulls: readonly PullRecord[]): string {
  const [first, last] = [pulls[0]?.id ?? 0, pulls.at(-1)?.id ?? 0];
  if (pulls.length === 1) return `pull ${first}`;
  if (pulls.length !== last - first + 1) return `${pulls.length} pulls, from ${first} to ${last},`;
  return `pulls ${first} ${pulls.length === 2 ? "and" : "to"} ${last}`;
}
