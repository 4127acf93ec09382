/** What sellers' milestones and crowd-pays had earned at the period's end, by their rows on B3. */
import { addAmounts } from "../../money.ts";
import { rowMovement } from "../../reconcile/chain/check-state.ts";
import { CYCLE, NO_PAYREF } from "../../reconcile/input/input.ts";
import { inflowOn, raisedLess, roleOf } from "../../reconcile/payrefs/settlement.ts";
import { oncePer } from "../../once-per.ts";
import type { Figures } from "../sheet/figures.ts";
import type { ReportInput } from "../sheet/input.ts";

export interface Earned {
  readonly count: number;
  /** By row of B3: the transaction's row. */
  readonly transaction: Int32Array;
  /** By row of B3: the task's place among all tasks, −1 for an amount raised. */
  readonly task: Int32Array;
  /** By transaction row: its first row on B3, and how many it has. */
  readonly first: ReadonlyMap<number, { readonly at: number; readonly rows: number }>;
  /** What a payref's entries after the period's end moved: taken to have been raised by then. */
  readonly movedLater: (transactionRow: number) => number;
}

type CheckOfRecords = Pick<ReportInput, "check" | "records">;

const rolesOf = oncePer(roleOf);

export function isSeller({ records }: Pick<ReportInput, "records">, row: number): boolean {
  return rolesOf(records)(row) === "seller";
}

/** Whether B3 says what a transaction had earned. */
export function isEarning(input: Pick<ReportInput, "records">, row: number): boolean {
  const cycle = input.records.transactions.cycle[row];
  return (cycle === CYCLE.milestone || cycle === CYCLE.crowdPay) && isSeller(input, row);
}

/** Of the transactions on B2, in their order. */
export function earnedOf({ input, transactionRows }: Pick<Figures, "input" | "transactionRows">): Earned {
  const { cycle, taskStart } = input.records.transactions;
  const rows: number[] = [];
  const tasks: number[] = [];
  const first = new Map<number, { at: number; rows: number }>();
  for (const row of transactionRows) {
    if (!isEarning(input, row)) continue;
    const at = rows.length;
    if (cycle[row] === CYCLE.crowdPay) {
      rows.push(row);
      tasks.push(-1);
    } else {
      for (let task = taskStart[row] as number; task < (taskStart[row + 1] as number); task += 1) {
        rows.push(row);
        tasks.push(task);
      }
    }
    first.set(row, { at, rows: rows.length - at });
  }
  return {
    count: rows.length,
    transaction: Int32Array.from(rows),
    task: Int32Array.from(tasks),
    first,
    movedLater: laterMovements(input),
  };
}

/** Of entries dated after the period's end, which the check does not count. */
const laterMovements = oncePer(({ check, records }: CheckOfRecords): Earned["movedLater"] => {
  const { entries, transactions } = records;
  if (check.period === null || check.entryOutcomes.order.length === entries.length) return () => 0;
  const counted = new Uint8Array(entries.length);
  check.entryOutcomes.order.forEach((row) => {
    counted[row] = 1;
  });
  const moved = new Map<number, number>();
  for (let row = 0; row < entries.length; row += 1) {
    const payref = entries.payref[row] as number;
    if (counted[row] === 1 || payref === NO_PAYREF) continue;
    const movement = rowMovement(entries, row, check.convention.used);
    moved.set(payref, addAmounts(moved.get(payref) ?? 0, movement, "entries after the period"));
  }
  return (row) => moved.get(transactions.payref[row] as number) ?? 0;
});

/** Whether a task was complete at the period's end; one without a date counts. */
function isComplete({ check, records }: CheckOfRecords, task: number): boolean {
  const { complete, dateCompletedAtMs } = records.transactions.tasks;
  const isLater = (dateCompletedAtMs[task] as number) > (check.period?.toMs ?? Infinity);
  return complete[task] === 1 && !isLater;
}

export function earnedAt(input: ReportInput, earned: Earned, at: number): number {
  const { transactions } = input.records;
  const [row, task] = [earned.transaction[at] as number, earned.task[at] as number];
  if (task !== -1) return isComplete(input, task) ? (transactions.tasks.taskamount[task] as number) : 0;
  return raisedAtEnd(input, row);
}

/** What a crowd-pay had raised at the period's end. @throws TieoutError SUM_OVERFLOW naming the transaction */
export function raisedAtEnd(input: CheckOfRecords, row: number): number {
  const { currentRaised, payID } = input.records.transactions;
  const raised = currentRaised[row] as number;
  return input.check.period === null
    ? raised
    : raisedLess(raised, laterMovements(input)(row), payID[row] as number);
}

/** What a transaction had earned at the period's end; 0 of what earns nothing by tasks or contributions. */
export function earnedBy(input: CheckOfRecords, row: number): number {
  if (!isEarning(input, row)) return 0;
  const { cycle, taskStart, tasks } = input.records.transactions;
  if (cycle[row] === CYCLE.crowdPay) return raisedAtEnd(input, row);
  let sum = 0;
  for (let task = taskStart[row] as number; task < (taskStart[row + 1] as number); task += 1)
    if (isComplete(input, task))
      sum = addAmounts(sum, tasks.taskamount[task] as number, "tasks of a payment");
  return sum;
}

/** Whether anything counts of a milestone's tasks, even of no amount, or of what a crowd-pay raised. */
export function hasEarned(input: CheckOfRecords, row: number, earned: number): boolean {
  const { cycle, taskStart } = input.records.transactions;
  if (cycle[row] === CYCLE.crowdPay) return earned !== 0;
  for (let task = taskStart[row] as number; task < (taskStart[row + 1] as number); task += 1)
    if (isComplete(input, task)) return true;
  return false;
}

/** What one payment is expected to move by itself: a buyer pays it out, a seller gets it by the basis. */
export function expectedBy(input: CheckOfRecords, row: number): number {
  const { chargedamount, cycle, payableamount, payID, scrowfee, taxfee } = input.records.transactions;
  if (!isSeller(input, row)) return 0 - (payableamount[row] as number);
  const charged = isEarning(input, row) ? earnedBy(input, row) : (chargedamount[row] as number);
  if (isEarning(input, row) && !hasEarned(input, row, charged)) return 0;
  const fees = {
    escrow: scrowfee[row] as number,
    tax: taxfee[row] as number,
    payable: cycle[row] === CYCLE.oneTime ? (payableamount[row] as number) : null,
  };
  return inflowOn(input.check.settlementBasis.used, charged, fees, () => `payID ${payID[row]}`);
}
