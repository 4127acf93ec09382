/** Parses the parts of a payment transaction that are stored as JSON. */
import type { MilestoneTask } from "../../../core/transaction.ts";
import { type StoredPlace, parseStored } from "../../../schema/stored.ts";
import { type CheckedTask, type Rest, checkedTasks, restOf, tasks } from "../../../schema/transaction.ts";

/** @throws TieoutError AUDIT_MISMATCH */
export function parseRest(text: string, cycle: string, payID: number): Rest {
  return parseStored(text, restOf(cycle), () => placeOf(payID));
}

/** @throws TieoutError AUDIT_MISMATCH */
export function parseTasks(text: string, payID: number): readonly MilestoneTask[] {
  return parseStored(text, tasks, () => placeOf(payID));
}

/**
 * As `parseTasks`, as much of it as a check of many payments needs.
 *
 * @throws TieoutError AUDIT_MISMATCH
 */
export function parseCheckedTasks(text: string, payID: number): readonly CheckedTask[] {
  return parseStored(text, checkedTasks, () => placeOf(payID));
}

function placeOf(payID: number): StoredPlace {
  return { record: `payID ${payID}`, sentence: "The content of a transaction differs from what was written" };
}
