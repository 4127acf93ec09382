/** How many records of signed months differ now from what was signed. */
import type { CloseStep, Month } from "../../../core/review/close/close.ts";
import type { Restatement } from "../../../core/review/restate/restatements.ts";
import { NetChanges } from "../../../core/review/restate/net-changes.ts";
import { isInForce, standsAt } from "../../../core/review/restate/signatures.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { readSignatures } from "../../ledger/people/signatures.ts";
import type { CheckMemory } from "../check/check-memory.ts";
import { walkRegister } from "./register-walk.ts";

/**
 * How many records of each month whose signature is in force differ now from what was signed; months without
 * any are not in it.
 *
 * @param memory of the thread: what it counted over the same pulls and signatures is not counted again
 * @throws TieoutError LEDGER_CORRUPT, LEDGER_BUSY; SUM_OVERFLOW
 */
export function countSince(db: ReadableLedger, memory?: CheckMemory): ReadonlyMap<Month, number> {
  return memory?.countsOf(db, () => countAnew(db)) ?? countAnew(db);
}

function countAnew(db: ReadableLedger): ReadonlyMap<Month, number> {
  return countBrought(db).changes;
}

function addOne(counts: Map<Month, number>, month: Month): void {
  counts.set(month, (counts.get(month) ?? 0) + 1);
}

/** What later pulls brought to months whose signature is in force; months without any are in neither. */
interface BroughtSince {
  /** Records that differ now from what was signed. */
  readonly changes: ReadonlyMap<Month, number>;
  /**
   * Entries that are dated in the month and count in another: the register lists them, and they change
   * nothing of what was signed.
   */
  readonly countedElsewhere: ReadonlyMap<Month, number>;
}

/**
 * Counts both at once.
 *
 * @param steps of the close, where they were read already
 * @throws TieoutError LEDGER_CORRUPT, LEDGER_BUSY; SUM_OVERFLOW
 */
export function countBrought(db: ReadableLedger, steps?: readonly CloseStep[]): BroughtSince {
  const changes = new NetChanges();
  const countedElsewhere = new Map<Month, number>();
  const all = readSignatures(db, steps);
  const signatures = all.filter(isInForce);
  if (signatures.length === 0) return { changes: changes.counts(), countedElsewhere };
  const tell = (restatement: Restatement) => {
    const { dated, pullId } = restatement;
    changes.add(restatement);
    const datedIn = signatures.find((one) => one.month === dated?.month && standsAt(one, pullId));
    if (datedIn !== undefined) addOne(countedElsewhere, datedIn.month);
  };
  walkRegister(db, tell, () => all);
  return { changes: changes.counts(), countedElsewhere };
}
