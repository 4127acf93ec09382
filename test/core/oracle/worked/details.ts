/** Small transactions of each cycle for worked examples. */
import type {
  MilestoneTask,
  Transaction,
  TransactionDetail,
} from "../../../../src/core/records/transaction.ts";
import { oneTime, sale } from "../../../helpers/records.ts";

interface Fees {
  readonly escrow?: number;
  readonly tax?: number;
}

/** A one-time sale whose fees add up. */
export function saleWithFees(payID: number, amount: number, { escrow = 0, tax = 0 }: Fees = {}): Transaction {
  return sale(payID, amount, {
    scrowfee: escrow,
    taxfee: tax,
    payableamount: amount + escrow + tax,
    detail: oneTime({ payref: `PAY-${payID}`, amount, escrowCharge: escrow }),
  });
}

/** A seller's milestone whose sums agree. */
export function milestone(
  payID: number,
  tasks: readonly MilestoneTask[],
  { escrow = 0, tax = 0 }: Fees = {},
  fields: Partial<Transaction> = {},
): Transaction {
  const amount = tasks.reduce((sum, { taskamount }) => sum + taskamount, 0);
  const detail: TransactionDetail = {
    cycle: "milestone",
    type: "milestone",
    reference: `PAY-${payID}`,
    taskname: "Tasks",
    amount,
    escrowCharge: escrow,
    terms: null,
    dateAddedAtMs: null,
    tasks,
    extra: null,
  };
  const payableamount = amount + escrow + tax;
  return sale(payID, amount, {
    cycle: "milestone",
    detail,
    scrowfee: escrow,
    taxfee: tax,
    payableamount,
    ...fields,
  });
}

/** A seller's crowd-pay without a date of payment. */
export function crowdPay(
  payID: number,
  goal: number,
  raised: number,
  fields: Partial<Transaction> = {},
): Transaction {
  const detail: TransactionDetail = {
    cycle: "crowd-pay",
    type: "crowd-pay",
    reference: `PAY-${payID}`,
    purpose: "charity",
    projectName: "Well",
    projectGoal: goal,
    currentRaised: raised,
    contributorCount: 1,
    projectDescription: null,
    dateCreatedAtMs: null,
    extra: null,
  };
  return sale(payID, goal, { cycle: "crowd-pay", detail, datePaidAtMs: null, ...fields });
}
