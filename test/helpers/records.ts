/** Small records for tests, each with everything it must have and nothing odd unless asked for. */
import { hash } from "node:crypto";
import { DEFAULT_OPTIONS, type CheckOptions } from "../../src/core/options.ts";
import type { Entry } from "../../src/core/records/entry.ts";
import { type Records, columnsOf } from "./columns.ts";
import { reconcile } from "../../src/core/reconcile/reconcile.ts";
import type { CheckResult } from "../../src/core/reconcile/input/result.ts";
import type { Period } from "../../src/core/time.ts";
import type {
  MilestoneDetail,
  MilestoneTask,
  OneTimeDetail,
  Transaction,
} from "../../src/core/records/transaction.ts";

export const sha256 = (text: string): string => hash("sha256", text, "hex");

/** 2026-10-01T00:00:00Z. */
export const OCTOBER_MS = Date.UTC(2026, 9, 1);
export const HOUR_MS = 3_600_000;

export function entry(walletID: number, fields: Partial<Entry> = {}): Entry {
  return {
    walletID,
    userID: 1,
    businessID: 7,
    credit: 0,
    debit: 0,
    balance: 0,
    action: "API",
    description: `Entry ${walletID}`,
    sessionID: `session-${walletID}`,
    payref: "",
    isApproved: 1,
    isBonus: 0,
    datePaidAtMs: null,
    dateCreatedAtMs: OCTOBER_MS + walletID * HOUR_MS,
    extra: null,
    ...fields,
  };
}

/** A wallet that opens at zero and holds, from signed movements, under `asset`: an inflow is a debit. */
export function wallet(
  movements: readonly number[],
  fields: (at: number) => Partial<Entry> = () => ({}),
): Entry[] {
  let balance = 0;
  return movements.map((movement, at) => {
    balance += movement;
    const sides = { debit: Math.max(movement, 0), credit: Math.max(-movement, 0), balance };
    return entry(at + 1, { ...sides, ...fields(at) });
  });
}

export function oneTime(fields: Partial<OneTimeDetail> & { payref: string; amount: number }): OneTimeDetail {
  const { payref, amount, ...rest } = fields;
  return {
    cycle: "one-time",
    type: "one-time",
    reference: payref,
    duration: "2026-10-31",
    itemname: "Goods",
    itemquantity: 1,
    itemamount: amount,
    deliverydate: "2026-10-31",
    escrowCharge: 0,
    terms: null,
    dateAddedAtMs: OCTOBER_MS,
    extra: null,
    ...rest,
  };
}

export function task(taskamount: number, fields: Partial<MilestoneTask> = {}): MilestoneTask {
  return {
    businessID: 7,
    userID: 1,
    taskname: "Task",
    taskamount,
    token: "t",
    isComplete: 1,
    dateCompletedAtMs: OCTOBER_MS,
    extra: null,
    ...fields,
  };
}

/** Of what its tasks come to. */
export function milestone(
  fields: Partial<MilestoneDetail> & { payref: string; tasks: readonly MilestoneTask[] },
): MilestoneDetail {
  const { payref, ...rest } = fields;
  return {
    cycle: "milestone",
    type: "milestone",
    reference: payref,
    taskname: "Tasks",
    amount: rest.tasks.reduce((sum, { taskamount }) => sum + taskamount, 0),
    escrowCharge: 0,
    terms: null,
    dateAddedAtMs: null,
    extra: null,
    ...rest,
  };
}

/** A paid one-time sale of an amount without fees. */
export function sale(payID: number, amount: number, fields: Partial<Transaction> = {}): Transaction {
  const payref = fields.payref ?? `PAY-${payID}`;
  return {
    payID,
    businessID: 7,
    userID: 1,
    payhash: null,
    payref,
    cycle: "one-time",
    label: "One-time",
    statusAlt: "Paid",
    traderStatus: "seller",
    isActive: "active",
    paymentURL: `https://pay.example/pay/${payref}`,
    summaryExtra: null,
    detail: oneTime({ payref, amount }),
    customer: { userID: 9, name: "Ada", phone: "+2348000000000", extra: null },
    currency: "NGN",
    chargedamount: amount,
    scrowfee: 0,
    taxfee: 0,
    payableamount: amount,
    feeExtra: null,
    status: 1,
    isDeleted: 0,
    isFlagged: 0,
    datePaidAtMs: OCTOBER_MS,
    dateCreatedAtMs: OCTOBER_MS - HOUR_MS,
    extra: null,
    ...fields,
  };
}

/** Runs the engine as the command line would. */
export function check(
  records: Partial<Records>,
  options: Partial<CheckOptions> = {},
  period: Period | null = null,
): CheckResult {
  const input = columnsOf({ entries: [], transactions: [], ...records }, sha256);
  return reconcile(input, { ...DEFAULT_OPTIONS, ...options }, { period, sha256 });
}

/** Rule and subject of each finding, in order. */
export function found(result: CheckResult): string[] {
  return result.findings.map(({ rule, walletID, payID }) => `${rule} ${walletID ?? `payID ${payID}`}`);
}
