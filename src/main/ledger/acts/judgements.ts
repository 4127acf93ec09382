/** The judgements that a check uses: manual matches in force, and the closings of signed months. */
import type { Judgements } from "../../../core/reconcile/input/input.ts";
import { matchesNotUndone } from "../../../core/review/decisions/manual-match.ts";
import { signedPeriodsOf } from "../../../core/review/close/month-states.ts";
import { listCloseSteps } from "./close-step.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { holdingTest } from "../tables/current-record.ts";
import { hasAct, listActs, newestAct } from "../trail/acts.ts";

/** Reads it as of now; it takes time by the matches and steps there are, not by the records. */
export function readJudgements(db: ReadableLedger): Judgements {
  const { standing } = matchesNotUndone(listActs(db, "match"));
  const holds = standing.length === 0 ? [] : holdingTest(db)(standing.map(({ records }) => records));
  return {
    matches: standing
      .filter((_, at) => holds[at])
      .map(({ id, records }) => ({
        id,
        walletIDs: records.entries.map(({ walletID }) => walletID),
        payIDs: records.transactions.map(({ payID }) => payID),
      })),
    signedPeriods: signedPeriodsOf(listCloseSteps(db)),
  };
}

/** An id that stays the same until a match, an undo, a signature or a reopening. */
export function judgementsId(db: ReadableLedger): string {
  return hasAct(db, "close") ? `${newestAct(db, "match")}.${newestAct(db, "close")}` : "";
}
