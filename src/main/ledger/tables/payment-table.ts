/**
 * Payment transactions in the ledger (`transaction` is an SQL keyword, so the table is `payment`). Fields
 * that checks, grids and workbook read have columns; the rest of the record is one JSON text in a fixed
 * order, so that equal records are equal rows.
 */
import { transactionFields } from "../../../core/records/transaction-fields.ts";
import {
  type MilestoneTask,
  type Transaction,
  type TransactionDetail,
  transactionDocument,
} from "../../../core/records/transaction.ts";
import {
  type Rest,
  type CheckedTask,
  checkedTasks,
  restOf,
  tasks,
  extra,
} from "../../../schema/transaction.ts";
import {
  derived,
  wholeNumberOf,
  integerOrNull,
  label,
  labelOrNull,
  payref,
  payrefOrNull,
  recordTable,
  storedTextOf,
  textOrNull,
  jsonOrNull,
} from "./record-table.ts";
import { type StoredPlace, parseStored } from "../../../schema/stored.ts";
import { ENTRY_FIELDS, type Entry, entryDocument } from "../../../core/records/entry.ts";

/** The columns a detail fills, and what is left of it. */
function splitDetail(detail: TransactionDetail) {
  const none = {
    statedAmount: null,
    itemquantity: null,
    currentRaised: null,
    escrowCharge: null,
    tasks: null,
  };
  switch (detail.cycle) {
    case "one-time": {
      const { cycle: _, type, reference, itemamount, itemquantity, escrowCharge, ...rest } = detail;
      const columns = { ...none, statedAmount: itemamount, itemquantity, escrowCharge };
      return { type, reference, ...columns, rest };
    }
    case "milestone": {
      const { cycle: _, type, reference, amount, escrowCharge, tasks: payTasks, ...rest } = detail;
      const columns = { ...none, statedAmount: amount, escrowCharge, tasks: JSON.stringify(payTasks) };
      return { type, reference, ...columns, rest };
    }
    case "crowd-pay": {
      const { cycle: _, type, reference, projectGoal, currentRaised, ...rest } = detail;
      const columns = { ...none, statedAmount: projectGoal, currentRaised };
      return { type, reference, ...columns, rest };
    }
    case "unknown": {
      const { cycle: _, type, reference, ...rest } = detail;
      return { type, reference, ...none, rest };
    }
  }
}

function flagMismatch(transaction: Transaction): 0 | 1 {
  const { paymentURL, payref: of } = transaction;
  return paymentURL === null || paymentURL.endsWith(`/pay/${of}`) ? 0 : 1;
}

/**
 * SQL for customer.userID, 0 without one, from where `derive` writes it in `rest`: parsing each text would take
 * twice as long.
 */
export const CUSTOMER_ID = `CAST(substr(rest, instr(rest, '"customer":') + 21, 17) AS INTEGER)`;

export const PAYMENT_TABLE = recordTable({
  name: "payment",
  idColumn: "pay_id",
  columns: {
    payID: wholeNumberOf("pay_id"),
    businessID: wholeNumberOf("business_id"),
    userID: wholeNumberOf("user_id"),
    payref: payref("payref_id"),
    cycle: label("cycle_id"),
    traderStatus: labelOrNull("role_id"),
    currency: labelOrNull("currency_id"),
    type: derived(labelOrNull("type_id")),
    reference: derived(payrefOrNull("reference_id")),
    label: labelOrNull("label_id"),
    statusAlt: labelOrNull("status_alt_id"),
    chargedamount: wholeNumberOf("chargedamount"),
    scrowfee: wholeNumberOf("scrowfee"),
    taxfee: wholeNumberOf("taxfee"),
    payableamount: wholeNumberOf("payableamount"),
    status: integerOrNull("status"),
    isDeleted: integerOrNull("is_deleted"),
    isFlagged: integerOrNull("is_flagged"),
    datePaidAtMs: integerOrNull("date_paid_ms"),
    dateCreatedAtMs: integerOrNull("date_created_ms"),
    statedAmount: derived(integerOrNull("stated_amount")),
    itemquantity: derived(integerOrNull("itemquantity")),
    currentRaised: derived(integerOrNull("current_raised")),
    escrowCharge: derived(integerOrNull("escrow_charge")),
    urlMismatch: derived(wholeNumberOf("url_mismatch")),
    tasks: derived(textOrNull("tasks")),
    customerName: derived(textOrNull("customer_name")),
    rest: derived(storedTextOf("rest")),
  },
  idOf: (transaction: Transaction) => transaction.payID,
  document: transactionDocument,
  derive(transaction) {
    const { rest: detail, ...columns } = splitDetail(transaction.detail);
    const left: Rest = {
      payhash: transaction.payhash,
      isActive: transaction.isActive,
      paymentURL: transaction.paymentURL,
      customer: transaction.customer,
      summaryExtra: transaction.summaryExtra,
      feeExtra: transaction.feeExtra,
      extra: transaction.extra,
      detail,
    };
    return {
      ...columns,
      urlMismatch: flagMismatch(transaction),
      customerName: transaction.customer?.name ?? null,
      rest: JSON.stringify(left),
    };
  },
  restore(stored): Transaction {
    const {
      type,
      reference,
      tasks: payTasks,
      urlMismatch: _,
      customerName: _name,
      rest: text_,
      ...others
    } = stored;
    const { statedAmount, itemquantity, currentRaised, escrowCharge, ...columns } = others;
    const { detail, ...rest } = parseRest(text_, columns.cycle, columns.payID);
    const inColumns = { statedAmount, itemquantity, currentRaised, escrowCharge };
    const parsed = payTasks === null ? [] : parseTasks(payTasks, columns.payID);
    return {
      ...columns,
      ...rest,
      detail: joinDetail(columns.cycle, { type, reference, ...detail }, inColumns, parsed),
    };
  },
  fields: transactionFields({}),
  laterField: (field) => `rest ->> '$.extra.${field}'`,
});

interface DetailColumns {
  readonly statedAmount: number | null;
  readonly itemquantity: number | null;
  readonly currentRaised: number | null;
  readonly escrowCharge: number | null;
}

/** The inverse of `splitDetail`: what it took apart was a detail of this cycle, so this gives back one. */
function joinDetail(
  cycle: string,
  rest: Readonly<Record<string, unknown>>,
  { statedAmount, itemquantity, currentRaised, escrowCharge }: DetailColumns,
  payTasks: readonly MilestoneTask[],
): TransactionDetail {
  switch (cycle) {
    case "one-time":
      return { ...rest, cycle, itemamount: statedAmount, itemquantity, escrowCharge } as TransactionDetail;
    case "milestone":
      return { ...rest, cycle, amount: statedAmount, escrowCharge, tasks: payTasks } as TransactionDetail;
    case "crowd-pay":
      return { ...rest, cycle, projectGoal: statedAmount, currentRaised } as TransactionDetail;
    default:
      return { ...rest, cycle: "unknown" } as TransactionDetail;
  }
}

// Parses the parts of a payment transaction that are stored as JSON.

/** @throws TieoutError AUDIT_MISMATCH */
function parseRest(text: string, cycle: string, payID: number): Rest {
  return parseStored(text, restOf(cycle), () => placeOf(payID));
}

/** @throws TieoutError AUDIT_MISMATCH */
function parseTasks(text: string, payID: number): readonly MilestoneTask[] {
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

// Entries in the ledger: the columns of `entry` and `entry_version`.

export const ENTRY_TABLE = recordTable({
  name: "entry",
  idColumn: "wallet_id",
  columns: {
    walletID: wholeNumberOf("wallet_id"),
    userID: wholeNumberOf("user_id"),
    businessID: wholeNumberOf("business_id"),
    credit: wholeNumberOf("credit"),
    debit: wholeNumberOf("debit"),
    balance: wholeNumberOf("balance"),
    payref: payref("payref_id"),
    action: labelOrNull("action_id"),
    isApproved: integerOrNull("is_approved"),
    isBonus: integerOrNull("is_bonus"),
    datePaidAtMs: integerOrNull("date_paid_ms"),
    dateCreatedAtMs: wholeNumberOf("date_created_ms"),
    description: textOrNull("description"),
    sessionID: textOrNull("session_id"),
    extra: jsonOrNull("extra", parseExtra),
  },
  idOf: (entry: Entry) => entry.walletID,
  document: entryDocument,
  derive: () => ({}),
  restore: (stored): Entry => stored,
  fields: ENTRY_FIELDS,
  laterField: (field) => `extra ->> '$.${field}'`,
});

function parseExtra(text: string, walletID: number): NonNullable<Entry["extra"]> {
  return parseStored(text, extra, () => ({
    record: `walletID ${walletID}`,
    sentence: "The content of an entry differs from what was written",
  }));
}
