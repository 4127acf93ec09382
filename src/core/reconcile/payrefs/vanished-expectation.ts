/** The amount that a vanished transaction was expected to move. */
import { addAmounts } from "../../money.ts";
import { oncePer } from "../../once-per.ts";
import type { SettlementBasis } from "../../options.ts";
import { foldCase, unescapeUnstorable } from "../../text.ts";
import type { MilestoneTask, Transaction } from "../../records/transaction.ts";
import { type CheckState, endOf } from "../chain/check-state.ts";
import { expectationName, inflowOn, raisedLess } from "./settlement.ts";

/**
 * The expected movement of a transaction by its last version, as at the check's end.
 *
 * @returns + inflow; null where the amount is unknown (a cycle that the interface does not name, a
 *   contribution)
 * @throws TieoutError SUM_OVERFLOW naming the transaction
 */
export function expectedOfVanished(
  state: CheckState,
  record: Transaction,
  basis: SettlementBasis,
): number | null {
  const { detail, traderStatus, payableamount, payID, scrowfee: escrow, taxfee: tax } = record;
  if (detail.cycle === "unknown") return null;
  if (traderStatus === null || foldCase(unescapeUnstorable(traderStatus)) !== "seller") {
    return detail.cycle === "crowd-pay" ? null : 0 - payableamount;
  }
  const charged = chargedOf(state, record);
  if (charged === null) return 0;
  const payable = detail.cycle === "one-time" ? payableamount : null;
  return inflowOn(basis, charged, { escrow, tax, payable }, () => expectationName(payID));
}

/** What it charges as at the check's end; null where nothing is due yet. */
function chargedOf(state: CheckState, { detail, chargedamount, payref, payID }: Transaction): number | null {
  if (detail.cycle === "milestone") return sumOfComplete(state, detail.tasks, payID);
  if (detail.cycle !== "crowd-pay") return chargedamount;
  const { currentRaised } = detail;
  const raised =
    state.period === null ? currentRaised : raisedLess(currentRaised, movedLater(state, payref), payID);
  return raised === 0 ? null : raised;
}

function sumOfComplete(state: CheckState, tasks: readonly MilestoneTask[], payID: number): number | null {
  const endMs = endOf(state.period);
  const complete = tasks.filter(
    ({ isComplete, dateCompletedAtMs }) => isComplete === 1 && (dateCompletedAtMs ?? -Infinity) <= endMs,
  );
  if (complete.length === 0) return null;
  return complete.reduce((sum, one) => addAmounts(sum, one.taskamount, () => `tasks of payID ${payID}`), 0);
}

/** What entries of a payref moved after the check's end. */
function movedLater(state: CheckState, payref: string): number {
  return movedByPayref(state).get(payref) ?? 0;
}

/** Read only where a crowd-pay vanished: a check does without the texts of payrefs. */
const movedByPayref = oncePer(({ movedLater: moved, input: { payrefs } }: CheckState) => {
  const byPayref = new Map<string, number>();
  for (const [id, amount] of moved.entries()) if (amount !== 0) byPayref.set(payrefs.at(id), amount);
  return byPayref;
});
