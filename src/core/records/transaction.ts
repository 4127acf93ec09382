/**
 * A payment transaction, normalised: what the ledger holds of one element of `data.histories` in the
 * transaction list. Its shape follows `cycle`, never `data.type`, so that a type that disagrees can be seen.
 */
import type { JsonValue } from "../canonical.ts";
import type { Sent } from "../sent.ts";
import { formatServiceTime } from "../time.ts";

type Extra = { readonly [field: string]: JsonValue };

export interface MilestoneTask {
  readonly businessID: number | null;
  readonly userID: number | null;
  readonly taskname: string | null;
  readonly taskamount: number;
  readonly token: string | null;
  readonly isComplete: number | null;
  /** Milliseconds UTC. */
  readonly dateCompletedAtMs: number | null;
  readonly extra: Extra | null;
}

/** What every detail has. */
interface DetailHead {
  readonly type: string | null;
  readonly reference: string | null;
}

/** What every detail of a known cycle has, too. */
interface KnownDetail extends DetailHead {
  readonly extra: Extra | null;
}

export interface OneTimeDetail extends KnownDetail {
  readonly cycle: "one-time";
  readonly duration: string | null;
  readonly itemname: string | null;
  readonly itemquantity: number | null;
  readonly itemamount: number;
  readonly deliverydate: string | null;
  readonly escrowCharge: number;
  readonly terms: string | null;
  readonly dateAddedAtMs: number | null;
}

export interface MilestoneDetail extends KnownDetail {
  readonly cycle: "milestone";
  readonly taskname: string | null;
  readonly amount: number;
  readonly escrowCharge: number;
  readonly terms: string | null;
  readonly dateAddedAtMs: number | null;
  readonly tasks: readonly MilestoneTask[];
}

export interface CrowdPayDetail extends KnownDetail {
  readonly cycle: "crowd-pay";
  readonly purpose: string | null;
  readonly projectName: string | null;
  readonly projectGoal: number;
  readonly currentRaised: number;
  readonly contributorCount: number | null;
  readonly projectDescription: string | null;
  readonly dateCreatedAtMs: number | null;
}

/** A cycle the interface does not name: kept whole, no amount rules; `type` and `reference` only if texts. */
export interface UnknownDetail extends DetailHead {
  readonly cycle: "unknown";
  /** The whole `data` as the service wrote it, without `_alt` fields; null when null. */
  readonly document: JsonValue;
}

export type TransactionDetail = OneTimeDetail | MilestoneDetail | CrowdPayDetail | UnknownDetail;

export interface Customer {
  readonly userID: number | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly extra: Extra | null;
}

export interface Transaction extends Sent {
  readonly payID: number;
  readonly businessID: number;
  readonly userID: number;
  readonly payhash: string | null;
  readonly payref: string;
  /** As the service wrote it. */
  readonly cycle: string;
  /** `transaction.name`, a label per cycle. */
  readonly label: string | null;
  /** `transaction.status_alt`: shown, never compared. */
  readonly statusAlt: string | null;
  /** `transaction.trader_status`. */
  readonly traderStatus: string | null;
  readonly isActive: string | null;
  readonly paymentURL: string | null;
  readonly summaryExtra: Extra | null;
  readonly detail: TransactionDetail;
  readonly customer: Customer | null;
  readonly currency: string | null;
  readonly chargedamount: number;
  readonly scrowfee: number;
  readonly taxfee: number;
  readonly payableamount: number;
  readonly feeExtra: Extra | null;
  readonly status: number | null;
  readonly isDeleted: number | null;
  readonly isFlagged: number | null;
  /** Milliseconds UTC; null while unpaid. */
  readonly datePaidAtMs: number | null;
  /** Milliseconds UTC. */
  readonly dateCreatedAtMs: number | null;
  readonly extra: Extra | null;
}

function time(atMs: number | null): string | null {
  return atMs === null ? null : formatServiceTime(atMs);
}

function taskDocument(task: MilestoneTask): JsonValue {
  return {
    businessID: task.businessID,
    userID: task.userID,
    taskname: task.taskname,
    taskamount: task.taskamount,
    token: task.token,
    is_complete: task.isComplete,
    dateCompleted: time(task.dateCompletedAtMs),
    ...task.extra,
  };
}

function detailDocument(detail: TransactionDetail): JsonValue {
  switch (detail.cycle) {
    case "one-time":
      return {
        type: detail.type,
        reference: detail.reference,
        duration: detail.duration,
        itemname: detail.itemname,
        itemquantity: detail.itemquantity,
        itemamount: detail.itemamount,
        deliverydate: detail.deliverydate,
        escrow_charge: detail.escrowCharge,
        terms: detail.terms,
        dateAdded: time(detail.dateAddedAtMs),
        ...detail.extra,
      };
    case "milestone":
      return {
        type: detail.type,
        reference: detail.reference,
        taskname: detail.taskname,
        amount: detail.amount,
        escrow_charge: detail.escrowCharge,
        terms: detail.terms,
        dateAdded: time(detail.dateAddedAtMs),
        list: detail.tasks.map(taskDocument),
        ...detail.extra,
      };
    case "crowd-pay":
      return {
        type: detail.type,
        reference: detail.reference,
        purpose: detail.purpose,
        project_name: detail.projectName,
        project_goal: detail.projectGoal,
        current_raised: detail.currentRaised,
        contributor_count: detail.contributorCount,
        project_description: detail.projectDescription,
        dateCreated: time(detail.dateCreatedAtMs),
        ...detail.extra,
      };
    case "unknown":
      return detail.document;
  }
}

/** The customer under the interface's field names, or null. */
function customerDocument(customer: Customer | null): JsonValue {
  return customer === null
    ? null
    : { userID: customer.userID, name: customer.name, phone: customer.phone, ...customer.extra };
}

/** The transaction under the interface's own field names, without `_alt` fields. See `entryDocument`. */
export function transactionDocument(transaction: Transaction): { [field: string]: JsonValue } {
  return {
    payID: transaction.payID,
    businessID: transaction.businessID,
    userID: transaction.userID,
    payhash: transaction.payhash,
    payref: transaction.payref,
    cycle: transaction.cycle,
    transaction: {
      name: transaction.label,
      trader_status: transaction.traderStatus,
      is_active: transaction.isActive,
      paymentURL: transaction.paymentURL,
      ...transaction.summaryExtra,
    },
    data: detailDocument(transaction.detail),
    customer: customerDocument(transaction.customer),
    fee: {
      currency: transaction.currency,
      chargedamount: transaction.chargedamount,
      scrowfee: transaction.scrowfee,
      taxfee: transaction.taxfee,
      payableamount: transaction.payableamount,
      ...transaction.feeExtra,
    },
    status: transaction.status,
    is_deleted: transaction.isDeleted,
    is_flagged: transaction.isFlagged,
    datePaid: time(transaction.datePaidAtMs),
    dateCreated: time(transaction.dateCreatedAtMs),
    ...transaction.extra,
  };
}
