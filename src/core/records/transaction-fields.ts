/** The fields that the interface names in a payment transaction, by the shape of its `data`. */
import { type Fields, flag, money, time, value } from "./fields.ts";
import type { TransactionDetail } from "./transaction.ts";

const TASK_FIELDS: Fields = {
  businessID: value(),
  userID: value(),
  taskname: value("name"),
  taskamount: money("amount"),
  token: value("token"),
  is_complete: flag("complete"),
  dateCompleted: time("completed"),
};

/** The fields of `data`, by cycle. Of a cycle that the interface does not name none is known. */
export const DATA_FIELDS: Readonly<Record<Exclude<TransactionDetail["cycle"], "unknown">, Fields>> = {
  "one-time": {
    type: value("Type"),
    reference: value("Reference"),
    duration: value("Duration"),
    itemname: value("Item"),
    itemquantity: value("Quantity"),
    itemamount: money("Item amount"),
    deliverydate: value("Delivery"),
    escrow_charge: money("Escrow charge"),
    terms: value("Terms"),
    dateAdded: time("Added"),
  },
  milestone: {
    type: value("Type"),
    reference: value("Reference"),
    taskname: value("Milestone"),
    amount: money("Milestone amount"),
    escrow_charge: money("Escrow charge"),
    terms: value("Terms"),
    dateAdded: time("Added"),
    list: { label: "Tasks", items: { fields: TASK_FIELDS } },
  },
  "crowd-pay": {
    type: value("Type"),
    reference: value("Reference"),
    purpose: value("Purpose"),
    project_name: value("Project"),
    project_goal: money("Goal"),
    current_raised: money("Raised"),
    contributor_count: value("Contributors"),
    project_description: value("Project description"),
    dateCreated: time("Project created"),
  },
};

/** The fields that the interface names in a transaction whose `data` has these. */
export function transactionFields(data: Fields): Fields {
  return {
    payID: value(),
    businessID: value(),
    userID: value(),
    payhash: value("Payment hash"),
    payref: value("Payref"),
    cycle: value("Cycle"),
    transaction: {
      label: "Summary",
      fields: {
        name: value("Label"),
        trader_status: value("Trader status"),
        is_active: value("Active"),
        paymentURL: value("Payment link"),
      },
    },
    data: { label: "Detail", fields: data },
    customer: {
      label: "Customer",
      fields: {
        userID: value("Customer's userID"),
        name: value("Customer"),
        phone: value("Customer's phone"),
      },
    },
    fee: {
      label: "Fees",
      fields: {
        currency: value("Currency"),
        chargedamount: money("Charged"),
        scrowfee: money("Escrow fee"),
        taxfee: money("Tax"),
        payableamount: money("Payable"),
      },
    },
    status: value("Status at the service"),
    is_deleted: flag("Deleted"),
    is_flagged: flag("Flagged"),
    datePaid: time("Paid"),
    dateCreated: time("Created"),
  };
}
