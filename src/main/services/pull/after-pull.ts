/** The effect of a new pull on closed months, as a use case: which changed, and which it did not reach. */
import type { LastLooks } from "../../../core/review/restate/last-looks.ts";
import type { SignedChange } from "../../../core/review/restate/register-timeline.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type DriftedMonth, driftedMonths } from "../close/changed-since.ts";
import { changedByPull } from "../close/register.ts";
import { readLastLooks } from "../../ledger/pulls/restatements.ts";
import { readLedger } from "../shared/use-ledger.ts";

export interface AfterPull {
  /** What the pull changed of signed months. */
  readonly signedChanges: readonly SignedChange[];
  /** Prepared and signed months of which it changed anything, with all that changed since. */
  readonly drifted: readonly DriftedMonth[];
  readonly lastLooks: LastLooks;
  /** The ledger's. */
  readonly timeZone: string;
}

/**
 * Says it of a pull.
 *
 * @throws TieoutError as reading a ledger and checking a month raise
 */
export function lookAfterPull(ledger: string, pullId: number, context: ServiceContext): AfterPull {
  const after = readLedger(ledger, (db) => ({
    signedChanges: changedByPull(db, pullId),
    lastLooks: readLastLooks(db),
    timeZone: readSettings(db).timeZone,
  }));
  return { ...after, drifted: driftedMonths(ledger, { pullId }, context) };
}
