/** Fills the engine's columns from the tables, some rows at a time; texts are read only when asked for. */
import {
  ARRAYS,
  type ColumnArray,
  type Columns,
  ENTRY,
  type TASK,
  TRANSACTION,
  allocateColumns,
} from "../../../core/reconcile/column-kinds.ts";
import {
  CYCLE,
  type CheckInput,
  type EntryColumns,
  NO_TEXT,
  type TextColumn,
  type TransactionColumns,
} from "../../../core/reconcile/input.ts";
import { pullClocksOf } from "../../../core/reconcile/pull-clocks.ts";
import { findUser, listBusinesses } from "../pulls/caller.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { readTexts } from "./texts/stored-texts.ts";
import { ENTRY_TABLE } from "./entry-table.ts";
import { readJudgements } from "../people/judgements.ts";
import { assertRecordsThere, readHistory } from "./history.ts";
import { type RowTaker, readNewest } from "./newest-rows.ts";
import type { CheckedTask } from "../../../schema/transaction.ts";
import { parseCheckedTasks } from "./payment-documents.ts";
import { PAYMENT_TABLE } from "./payment-table.ts";
import { type PullRecord, isCapped, listPulls } from "../pulls/pull.ts";
import { readRemarks } from "../pulls/remarks.ts";
import { createdAt } from "./entry-dates.ts";
import { guarded } from "../file/sqlite-error.ts";

/** Told now and then how many records of a table are read, of how many. */
export type OnRead = (table: "entries" | "transactions", done: number, total: number) => void;

/**
 * Reads everything a check needs, as of one moment.
 *
 * @throws TieoutError LEDGER_CORRUPT, AUDIT_MISMATCH, LEDGER_BUSY
 */
export function readCheckInput(db: ReadableLedger, onRead: OnRead = () => {}): CheckInput {
  return guarded(db.name, () => db.transaction(() => readAll(db, onRead)).deferred());
}

function readAll(db: ReadableLedger, onRead: OnRead): CheckInput {
  const payrefs = readTexts(db, "payref");
  const labels = readTexts(db, "label");
  const pulls = listPulls(db);
  assertRecordsThere(db, ENTRY_TABLE);
  assertRecordsThere(db, PAYMENT_TABLE);
  return {
    entries: readEntries(db, onRead),
    transactions: readTransactions(db, labels, onRead),
    payrefs,
    labels,
    user: findUser(db),
    businesses: listBusinesses(db),
    history: readHistory(db, { payrefs, labels }),
    human: readJudgements(db),
    pulledAtMs: pulls.at(-1)?.finishedAtMs ?? null,
    pullClocks: { ...pullClocksOf(pulls), ...tornOf(db, pulls.at(-1)) },
    capped: isCapped(pulls),
  };
}

/** Where the newest pull is torn. */
function tornOf(
  db: ReadableLedger,
  newest: PullRecord | undefined,
): Pick<CheckInput["pullClocks"], "tornAfterMs"> {
  if (newest === undefined || !readRemarks(db)(newest.id).torn || newest.highestWalletID === null) return {};
  return { tornAfterMs: createdAt(db, newest.highestWalletID) ?? undefined };
}

/** What is read of an entry, in the order of the parameters of what takes it. */
const ENTRY_READ = [
  "wallet_id",
  "user_id",
  "business_id",
  "credit",
  "debit",
  "balance",
  "date_created_ms",
  "date_paid_ms",
  "payref_id",
  "action_id",
  "is_approved",
];

function readEntries(db: ReadableLedger, onRead: OnRead): EntryColumns {
  const onRows = (done: number, total: number) => onRead("entries", done, total);
  return readNewest(db, ENTRY_TABLE, ENTRY_READ, takeEntries, onRows);
}

/** Typed as the ledger was written; an array of numbers makes a number of whatever else is there. */
type EntryRow = [
  id: number,
  user: number,
  business: number,
  credit: number,
  debit: number,
  balance: number,
  created: number,
  paid: number | null,
  payref: number,
  action: number | null,
  isApproved: number | null,
];

function takeEntries(total: number, next: () => number): RowTaker<EntryRow, EntryColumns> {
  const columns = allocateColumns(ENTRY, total);
  const { walletID, userID, businessID, credit, debit, balance, dateCreatedAtMs } = columns;
  const { payref, action, unapproved } = columns;
  let latestDatePaidAtMs = Number.NaN;
  return {
    take: (id, user, business, plus, minus, after, created, paid, payrefId, actionId, isApproved) => {
      const at = next();
      walletID[at] = id;
      userID[at] = user;
      businessID[at] = business;
      credit[at] = plus;
      debit[at] = minus;
      balance[at] = after;
      dateCreatedAtMs[at] = created;
      payref[at] = payrefId;
      action[at] = actionId ?? NO_TEXT;
      unapproved[at] = isApproved === 0 ? 1 : 0;
      if (typeof paid === "number" && !(paid <= latestDatePaidAtMs)) latestDatePaidAtMs = paid;
      return 0;
    },
    finish: () => ({ length: total, ...columns, latestDatePaidAtMs }),
  };
}
/** What is read of a transaction, in the order of the parameters of what takes it. */
const TRANSACTION_READ = [
  "pay_id",
  "business_id",
  "user_id",
  "payref_id",
  "cycle_id",
  "role_id",
  "currency_id",
  "chargedamount",
  "scrowfee",
  "taxfee",
  "payableamount",
  "is_deleted",
  "is_flagged",
  "date_paid_ms",
  "date_created_ms",
  "type_id",
  "reference_id",
  "url_mismatch",
  "stated_amount",
  "itemquantity",
  "current_raised",
  "escrow_charge",
  "tasks",
];

/** As of an entry. */
type TransactionRow = [
  id: number,
  business: number,
  user: number,
  payref: number,
  cycle: number,
  role: number | null,
  currency: number | null,
  charged: number,
  scrow: number,
  tax: number,
  payable: number,
  isDeleted: number | null,
  isFlagged: number | null,
  paid: number | null,
  created: number | null,
  type: number | null,
  reference: number | null,
  mismatch: number,
  stated: number | null,
  quantity: number | null,
  raised: number | null,
  escrow: number | null,
  tasks: string | number | null,
];

function readTransactions(db: ReadableLedger, labels: TextColumn, onRead: OnRead): TransactionColumns {
  const onRows = (done: number, total: number) => onRead("transactions", done, total);
  const read = readNewest(db, PAYMENT_TABLE, TRANSACTION_READ, takeTransactions, onRows);
  return { ...read, cycle: cyclesOf(labels, read.cycleText) };
}

type ReadTransactions = Omit<TransactionColumns, "cycle">;

/** A cycle's code follows from its text. */
const { cycle: _, ...STORED_TRANSACTION } = TRANSACTION;

function takeTransactions(total: number, next: () => number): RowTaker<TransactionRow, ReadTransactions> {
  const columns = allocateColumns(STORED_TRANSACTION, total);
  const { payID, businessID, userID, payref, cycleText, role, currency, type, reference } = columns;
  const { chargedamount, scrowfee, taxfee, payableamount, statedAmount, itemquantity } = columns;
  const { currentRaised, escrowCharge, deleted, flagged, urlMismatch } = columns;
  const { datePaidAtMs, dateCreatedAtMs } = columns;
  const tasks: CheckedTask[] = [];
  const taskStart = new Int32Array(total + 1);
  return {
    take: (
      id,
      business,
      user,
      payrefId,
      cycleId,
      roleId,
      currencyId,
      charged,
      scrow,
      tax,
      payable,
      isDeleted,
      isFlagged,
      paid,
      created,
      typeId,
      referenceId,
      mismatch,
      stated,
      quantity,
      raised,
      escrow,
      taskText,
    ) => {
      // One by one: a milestone may have more tasks than a call takes arguments.
      if (taskText !== null) for (const task of parseCheckedTasks(String(taskText), id)) tasks.push(task);
      const at = next();
      payID[at] = id;
      businessID[at] = business;
      userID[at] = user;
      payref[at] = payrefId;
      // What is no id is none of a label's.
      cycleText[at] = (cycleId | 0) === cycleId ? cycleId : NO_TEXT;
      role[at] = roleId ?? NO_TEXT;
      currency[at] = currencyId ?? NO_TEXT;
      chargedamount[at] = charged;
      scrowfee[at] = scrow;
      taxfee[at] = tax;
      payableamount[at] = payable;
      deleted[at] = isDeleted === 1 ? 1 : 0;
      flagged[at] = isFlagged === 1 ? 1 : 0;
      datePaidAtMs[at] = paid ?? Number.NaN;
      dateCreatedAtMs[at] = created ?? Number.NaN;
      type[at] = typeId ?? NO_TEXT;
      reference[at] = referenceId ?? NO_TEXT;
      urlMismatch[at] = mismatch;
      statedAmount[at] = stated ?? Number.NaN;
      itemquantity[at] = quantity ?? Number.NaN;
      currentRaised[at] = raised ?? Number.NaN;
      escrowCharge[at] = escrow ?? Number.NaN;
      taskStart[at + 1] = tasks.length;
      return 0;
    },
    finish: () => ({
      length: total,
      ...columns,
      taskStart,
      tasks: { length: tasks.length, ...taskColumns(tasks) },
    }),
  };
}

function taskColumns(tasks: readonly CheckedTask[]): Columns<typeof TASK> {
  return {
    taskamount: Float64Array.from(tasks, (task) => task.taskamount),
    complete: Uint8Array.from(tasks, (task) => (task.isComplete === 1 ? 1 : 0)),
    dateCompletedAtMs: Float64Array.from(tasks, (task) => task.dateCompletedAtMs ?? Number.NaN),
  };
}

/** The code of each cycle, each label looked at once. */
function cyclesOf(labels: TextColumn, ids: Int32Array): ColumnArray<"u8"> {
  const known = new Map<number, number>();
  const codes = new Map<string, number>([
    ["one-time", CYCLE.oneTime],
    ["milestone", CYCLE.milestone],
    ["crowd-pay", CYCLE.crowdPay],
  ]);
  const cycles = new ARRAYS.u8(ids.length);
  for (const [row, id] of ids.entries()) {
    const code = known.get(id) ?? codes.get(labels.at(id)) ?? CYCLE.unknown;
    known.set(id, code);
    cycles[row] = code;
  }
  return cycles;
}
