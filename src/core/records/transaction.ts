/**
 * A payment transaction, normalised: what the ledger holds of one element of `data.histories` in the
 * transaction list. Its shape follows `cycle`, never `data.type`, so that a type that disagrees can be seen.
 */
import type { JsonValue } from "../canonical.ts";
import type { Sent } from "../sent.ts";
import {
  type DeclaredRecord,
  FIELD,
  type Fields,
  type Unnamed,
  documentWriter,
  labelledFields,
} from "./fields.ts";

const TASK = {
  businessID: FIELD.otherId(),
  userID: FIELD.otherId(),
  taskname: FIELD.text("name"),
  taskamount: FIELD.amount("amount"),
  token: FIELD.text("token"),
  isComplete: FIELD.flag("complete", "is_complete"),
  dateCompletedAtMs: FIELD.time("completed", "dateCompleted"),
};

/** What every detail has. */
const DETAIL = { type: FIELD.text("Type"), reference: FIELD.text("Reference") };

const ONE_TIME = {
  ...DETAIL,
  duration: FIELD.text("Duration"),
  itemname: FIELD.text("Item"),
  itemquantity: FIELD.number("Quantity"),
  itemamount: FIELD.amount("Item amount"),
  deliverydate: FIELD.text("Delivery"),
  escrowCharge: FIELD.amount("Escrow charge", "escrow_charge"),
  terms: FIELD.text("Terms"),
  dateAddedAtMs: FIELD.time("Added", "dateAdded"),
};

const MILESTONE = {
  ...DETAIL,
  taskname: FIELD.text("Milestone"),
  amount: FIELD.amount("Milestone amount"),
  escrowCharge: FIELD.amount("Escrow charge", "escrow_charge"),
  terms: FIELD.text("Terms"),
  dateAddedAtMs: FIELD.time("Added", "dateAdded"),
};

const CROWD_PAY = {
  ...DETAIL,
  purpose: FIELD.text("Purpose"),
  projectName: FIELD.text("Project", "project_name"),
  projectGoal: FIELD.amount("Goal", "project_goal"),
  currentRaised: FIELD.amount("Raised", "current_raised"),
  contributorCount: FIELD.number("Contributors", "contributor_count"),
  projectDescription: FIELD.text("Project description", "project_description"),
  dateCreatedAtMs: FIELD.time("Project created", "dateCreated"),
};

/** The fields that the interface names in the objects of a transaction. `data` is by its cycle. */
export const TRANSACTION_FIELDS = {
  head: {
    payID: FIELD.id(),
    businessID: FIELD.id(),
    userID: FIELD.id(),
    payhash: FIELD.text("Payment hash"),
    payref: FIELD.someText("Payref"),
    /** As the service wrote it. */
    cycle: FIELD.someText("Cycle"),
  },
  /** Of `transaction`. */
  summary: {
    /** A label per cycle. */
    label: FIELD.text("Label", "name"),
    /** Shown, never compared. */
    statusAlt: FIELD.text(undefined, "status_alt"),
    traderStatus: FIELD.text("Trader status", "trader_status"),
    isActive: FIELD.text("Active", "is_active"),
    paymentURL: FIELD.text("Payment link"),
  },
  data: { "one-time": ONE_TIME, milestone: MILESTONE, "crowd-pay": CROWD_PAY },
  task: TASK,
  customer: {
    userID: FIELD.otherId("Customer's userID"),
    name: FIELD.text("Customer"),
    phone: FIELD.text("Customer's phone"),
  },
  fee: {
    currency: FIELD.text("Currency"),
    chargedamount: FIELD.amount("Charged"),
    scrowfee: FIELD.amount("Escrow fee"),
    taxfee: FIELD.amount("Tax"),
    payableamount: FIELD.amount("Payable"),
  },
  state: {
    status: FIELD.number("Status at the service"),
    isDeleted: FIELD.flag("Deleted", "is_deleted"),
    isFlagged: FIELD.flag("Flagged", "is_flagged"),
    /** null while unpaid. */
    datePaidAtMs: FIELD.time("Paid", "datePaid"),
    dateCreatedAtMs: FIELD.time("Created", "dateCreated"),
  },
};

type PartOf<Name extends Exclude<keyof typeof TRANSACTION_FIELDS, "data">> = DeclaredRecord<
  (typeof TRANSACTION_FIELDS)[Name]
>;

interface WithUnnamed {
  /** See `extra` of an entry. */
  readonly extra: Unnamed;
}

export interface MilestoneTask extends WithUnnamed, PartOf<"task"> {}

export interface OneTimeDetail extends WithUnnamed, DeclaredRecord<typeof ONE_TIME> {
  readonly cycle: "one-time";
}

export interface MilestoneDetail extends WithUnnamed, DeclaredRecord<typeof MILESTONE> {
  readonly cycle: "milestone";
  readonly tasks: readonly MilestoneTask[];
}

export interface CrowdPayDetail extends WithUnnamed, DeclaredRecord<typeof CROWD_PAY> {
  readonly cycle: "crowd-pay";
}

/** A cycle the interface does not name: kept whole, no amount rules; `type` and `reference` only if texts. */
export interface UnknownDetail extends DeclaredRecord<typeof DETAIL> {
  readonly cycle: "unknown";
  /** The whole `data` as the service wrote it, without `_alt` fields; null when null. */
  readonly document: JsonValue;
}

export type TransactionDetail = OneTimeDetail | MilestoneDetail | CrowdPayDetail | UnknownDetail;

export interface Customer extends WithUnnamed, PartOf<"customer"> {}

export interface Transaction
  extends Sent, WithUnnamed, PartOf<"head">, PartOf<"summary">, PartOf<"fee">, PartOf<"state"> {
  readonly summaryExtra: Unnamed;
  readonly detail: TransactionDetail;
  readonly customer: Customer | null;
  readonly feeExtra: Unnamed;
}

/** The fields of `data`, by cycle. Of a cycle that the interface does not name none is known. */
export const LABELLED_DATA: Readonly<Record<Exclude<TransactionDetail["cycle"], "unknown">, Fields>> = {
  "one-time": labelledFields(ONE_TIME),
  milestone: {
    ...labelledFields(MILESTONE),
    list: { label: "Tasks", items: { fields: labelledFields(TASK) } },
  },
  "crowd-pay": labelledFields(CROWD_PAY),
};

/** The fields that the interface names in a transaction whose `data` has these. */
export function labelledTransaction(data: Fields): Fields {
  const { head, summary, customer, fee, state } = TRANSACTION_FIELDS;
  return {
    ...labelledFields(head),
    transaction: { label: "Summary", fields: labelledFields(summary) },
    data: { label: "Detail", fields: data },
    customer: { label: "Customer", fields: labelledFields(customer) },
    fee: { label: "Fees", fields: labelledFields(fee) },
    ...labelledFields(state),
  };
}

const WRITE = {
  head: documentWriter(TRANSACTION_FIELDS.head),
  summary: documentWriter(TRANSACTION_FIELDS.summary),
  "one-time": documentWriter(ONE_TIME),
  milestone: documentWriter(MILESTONE),
  "crowd-pay": documentWriter(CROWD_PAY),
  task: documentWriter(TASK),
  customer: documentWriter(TRANSACTION_FIELDS.customer),
  fee: documentWriter(TRANSACTION_FIELDS.fee),
  state: documentWriter(TRANSACTION_FIELDS.state),
};

function detailDocument(detail: TransactionDetail): JsonValue {
  switch (detail.cycle) {
    case "one-time":
      return WRITE["one-time"](detail, detail.extra);
    case "milestone": {
      const list = detail.tasks.map((task) => WRITE.task(task, task.extra));
      return WRITE.milestone(detail, { list, ...detail.extra });
    }
    case "crowd-pay":
      return WRITE["crowd-pay"](detail, detail.extra);
    case "unknown":
      return detail.document;
  }
}

/** The transaction under the interface's own field names, without `_alt` fields. See `entryDocument`. */
export function transactionDocument(transaction: Transaction): { [field: string]: JsonValue } {
  const { customer } = transaction;
  return WRITE.head(transaction, {
    transaction: WRITE.summary(transaction, transaction.summaryExtra),
    data: detailDocument(transaction.detail),
    customer: customer === null ? null : WRITE.customer(customer, customer.extra),
    fee: WRITE.fee(transaction, transaction.feeExtra),
    ...WRITE.state(transaction, transaction.extra),
  });
}
