/**
 * Payment transactions in the ledger (`transaction` is an SQL keyword, so the table is `payment`). Fields
 * that checks, grids and workbook read have columns; the rest of the record is one JSON text in a fixed
 * order, so that equal records are equal rows.
 */
import {
  type MilestoneTask,
  type Transaction,
  type TransactionDetail,
  transactionDocument,
} from "../../../core/transaction.ts";
import type { Rest } from "../../../schema/transaction.ts";
import { parseRest, parseTasks } from "./payment-documents.ts";
import { type RecordTable, RowReader } from "./record-table.ts";

/** The columns a detail fills, and what is left of it. */
function splitDetail(detail: TransactionDetail) {
  const none = { stated: null, quantity: null, raised: null, charge: null, tasks: null };
  switch (detail.cycle) {
    case "one-time": {
      const { cycle: _, type: _t, reference: _r, itemamount, itemquantity, escrowCharge, ...rest } = detail;
      return { ...none, stated: itemamount, quantity: itemquantity, charge: escrowCharge, rest };
    }
    case "milestone": {
      const { cycle: _, type: _t, reference: _r, amount, escrowCharge, tasks, ...rest } = detail;
      return { ...none, stated: amount, charge: escrowCharge, tasks: JSON.stringify(tasks), rest };
    }
    case "crowd-pay": {
      const { cycle: _, type: _t, reference: _r, projectGoal, currentRaised, ...rest } = detail;
      return { ...none, stated: projectGoal, raised: currentRaised, rest };
    }
    case "unknown": {
      const { cycle: _, type: _t, reference: _r, ...rest } = detail;
      return { ...none, rest };
    }
  }
}

function flagMismatch(transaction: Transaction): 0 | 1 {
  const { paymentURL, payref } = transaction;
  return paymentURL === null || paymentURL.endsWith(`/pay/${payref}`) ? 0 : 1;
}

/**
 * SQL for customer.userID, 0 without one, from where `toRow` writes it in `rest`: parsing each text would take
 * twice as long.
 */
export const CUSTOMER_ID = `CAST(substr(rest, instr(rest, '"customer":') + 21, 17) AS INTEGER)`;

export const PAYMENT_TABLE: RecordTable<Transaction> = {
  name: "payment",
  idColumn: "pay_id",
  columns: [
    "pay_id",
    "pull_id",
    "business_id",
    "user_id",
    "payref_id",
    "cycle_id",
    "role_id",
    "currency_id",
    "type_id",
    "reference_id",
    "label_id",
    "status_alt_id",
    "chargedamount",
    "scrowfee",
    "taxfee",
    "payableamount",
    "status",
    "is_deleted",
    "is_flagged",
    "date_paid_ms",
    "date_created_ms",
    "stated_amount",
    "itemquantity",
    "current_raised",
    "escrow_charge",
    "url_mismatch",
    "tasks",
    "customer_name",
    "rest",
  ],
  integers: 26,
  payrefColumns: [4, 9],
  labelColumns: [5, 6, 7, 8, 10, 11],
  idOf: (transaction) => transaction.payID,
  document: transactionDocument,
  toRow(transaction, pullId, { payrefs, labels }) {
    const { stated, quantity, raised, charge, tasks, rest } = splitDetail(transaction.detail);
    const left: Rest = {
      payhash: transaction.payhash,
      isActive: transaction.isActive,
      paymentURL: transaction.paymentURL,
      customer: transaction.customer,
      summaryExtra: transaction.summaryExtra,
      feeExtra: transaction.feeExtra,
      extra: transaction.extra,
      detail: rest,
    };
    return [
      transaction.payID,
      pullId,
      transaction.businessID,
      transaction.userID,
      payrefs.idOf(transaction.payref),
      labels.idOf(transaction.cycle),
      labels.idOrNull(transaction.traderStatus),
      labels.idOrNull(transaction.currency),
      labels.idOrNull(transaction.detail.type),
      payrefs.idOrNull(transaction.detail.reference),
      labels.idOrNull(transaction.label),
      labels.idOrNull(transaction.statusAlt),
      transaction.chargedamount,
      transaction.scrowfee,
      transaction.taxfee,
      transaction.payableamount,
      transaction.status,
      transaction.isDeleted,
      transaction.isFlagged,
      transaction.datePaidAtMs,
      transaction.dateCreatedAtMs,
      stated,
      quantity,
      raised,
      charge,
      flagMismatch(transaction),
      tasks,
      transaction.customer?.name ?? null,
      JSON.stringify(left),
    ];
  },
  fromRow(row, texts) {
    const read = new RowReader(row, texts);
    const payID = read.integer();
    read.integer();
    const businessID = read.integer();
    const userID = read.integer();
    const payref = read.payref();
    const cycle = read.label();
    const traderStatus = read.labelOrNull();
    const currency = read.labelOrNull();
    const type = read.labelOrNull();
    const reference = read.payrefOrNull();
    const label = read.labelOrNull();
    const statusAlt = read.labelOrNull();
    const amounts = {
      chargedamount: read.integer(),
      scrowfee: read.integer(),
      taxfee: read.integer(),
      payableamount: read.integer(),
    };
    const state = {
      status: read.integerOrNull(),
      isDeleted: read.integerOrNull(),
      isFlagged: read.integerOrNull(),
      datePaidAtMs: read.integerOrNull(),
      dateCreatedAtMs: read.integerOrNull(),
    };
    const columns = {
      stated: read.integerOrNull(),
      quantity: read.integerOrNull(),
      raised: read.integerOrNull(),
      charge: read.integerOrNull(),
    };
    read.integer();
    const tasks = read.textOrNull();
    read.textOrNull();
    const { detail, ...rest } = parseRest(read.text(), cycle, payID);
    const parsed = tasks === null ? [] : parseTasks(tasks, payID);
    const joined = joinDetail(cycle, { type, reference, ...detail }, columns, parsed);
    return {
      payID,
      businessID,
      userID,
      payref,
      cycle,
      traderStatus,
      currency,
      label,
      statusAlt,
      ...amounts,
      ...state,
      ...rest,
      detail: joined,
    };
  },
};

interface DetailColumns {
  readonly stated: number | null;
  readonly quantity: number | null;
  readonly raised: number | null;
  readonly charge: number | null;
}

/** The inverse of `splitDetail`: what it took apart was a detail of this cycle, so this gives back one. */
function joinDetail(
  cycle: string,
  rest: Readonly<Record<string, unknown>>,
  { stated, quantity, raised, charge }: DetailColumns,
  tasks: readonly MilestoneTask[],
): TransactionDetail {
  switch (cycle) {
    case "one-time":
      return {
        ...rest,
        cycle,
        itemamount: stated,
        itemquantity: quantity,
        escrowCharge: charge,
      } as TransactionDetail;
    case "milestone":
      return {
        ...rest,
        cycle,
        amount: stated,
        escrowCharge: charge,
        tasks,
      } as TransactionDetail;
    case "crowd-pay":
      return { ...rest, cycle, projectGoal: stated, currentRaised: raised } as TransactionDetail;
    default:
      return { ...rest, cycle: "unknown" } as TransactionDetail;
  }
}
