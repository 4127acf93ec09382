/** Setting a pull aside, as if it had never been made, and putting it back, as use cases. */
import {
  type PullStep,
  type PullStepKind,
  assertPullStep,
  pullStepWords,
} from "../../../core/review/restate/restatements.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { type PullRecord, pullsAside } from "../../ledger/trail/pull.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import { listAllPulls } from "../../ledger/trail/counting.ts";
import { refuseForged } from "../../ledger/proof/rows.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type SignedRequest, readProven, writeLedger } from "../shared/use-ledger.ts";
import { insertAct } from "../../ledger/trail/acts.ts";

interface PullStepRequest extends SignedRequest {
  readonly pullId: number;
  readonly step: PullStepKind;
}

/**
 * Sets a pull aside or puts it back. Nothing of a pull is ever removed.
 *
 * @throws TieoutError PULL_STEP where the pull is none, or set aside already, or not, or the only one that
 *   counts; DECISION_INVALID for a name or note that is refused; AUDIT_BROKEN, AUDIT_MISMATCH; what opening for
 *   writing raises
 */
export async function takePullStep(
  { ledger, pullId, step, by, note }: PullStepRequest,
  context: ServiceContext,
): Promise<PullStep> {
  const words = pullStepWords({ by, note });
  return writeLedger(ledger, context, (db) => {
    refuseForged(db);
    const pulls = listAllPulls(db).map(({ id }) => id);
    assertPullStep({ pullId, step }, pulls, pullsAside(db));
    return insertAct(db, "pull-step", { pullId, step, ...words, atMs: context.now() });
  });
}

export interface ListedPull extends PullRecord {
  /** The step that set it aside; null while it counts. */
  readonly aside: PullStep | null;
}

/** All pulls of a ledger, oldest first, those that are set aside, too. @throws TieoutError as `readProven` */
export function readPulls(ledger: LedgerAt) {
  return readProven(ledger, (db) => {
    const aside = pullsAside(db);
    const pulls = listAllPulls(db).map((pull): ListedPull => ({
      ...pull,
      aside: aside.get(pull.id) ?? null,
    }));
    return { pulls, timeZone: readSettings(db).timeZone };
  });
}
