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
  NO_TEXT,
  type EntryColumns,
  type TextColumn,
  type TransactionColumns,
} from "../../../core/reconcile/input.ts";
import { countedInput } from "../../../core/reconcile/dates/counted-dates.ts";
import { groupsOfOneSession } from "../../../core/reconcile/one-session.ts";
import { type DatedRecords, findDatesAhead } from "../../../core/reconcile/dates/dates-ahead.ts";
import { pullClocksOf, pulledAt } from "../../../core/reconcile/pull-clocks.ts";
import { findUser, listBusinesses } from "../pulls/caller.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { readTexts } from "./texts/stored-texts.ts";
import { ENTRY_TABLE } from "./entry-table.ts";
import { readJudgements } from "../people/judgements.ts";
import { assertRecordsThere, readHistory } from "./history.ts";
import { type RowTaker, readNewest } from "./newest-rows.ts";
import { recordPages } from "./record-pages.ts";
import type { CheckedTask } from "../../../schema/transaction.ts";
import { parseCheckedTasks } from "./payment-documents.ts";
import { CUSTOMER_ID, PAYMENT_TABLE } from "./payment-table.ts";
import { isCapped, listStampedPulls } from "../pulls/pull.ts";
import { readRemarks } from "../pulls/remarks.ts";
import { guarded } from "../file/sqlite-error.ts";

/** Told now and then how many records of a table are read, of how many. */
export type OnRead = (table: "entries" | "transactions", done: number, total: number) => void;

/** By what a date that cannot be is known: the pulls' times, or the records alone, as of files without a ledger. */
export type DatedBy = "pulls" | "records";

/**
 * Reads everything a check needs, as of one moment.
 *
 * @throws TieoutError LEDGER_CORRUPT, AUDIT_MISMATCH, LEDGER_BUSY
 */
export function readCheckInput(
  db: ReadableLedger,
  onRead: OnRead = () => {},
  datedBy: DatedBy = "pulls",
): CheckInput {
  return guarded(db.name, () => db.transaction(() => readAll(db, onRead, datedBy)).deferred());
}

function readAll(db: ReadableLedger, onRead: OnRead, datedBy: DatedBy): CheckInput {
  const payrefs = readTexts(db, "payref");
  const labels = readTexts(db, "label");
  const pulls = listStampedPulls(db);
  assertRecordsThere(db, ENTRY_TABLE);
  assertRecordsThere(db, PAYMENT_TABLE);
  const onEntries = (done: number, total: number) => onRead("entries", done, total);
  const { entries, ...ofEntries } = readNewest(db, ENTRY_TABLE, ENTRY_READ, takeEntries, onEntries);
  const { transactions, transactionPull } = readTransactions(db, labels, onRead);
  const dated = { entries, ...ofEntries, transactions, transactionPull };
  const { ahead, slow } = findDatesAhead(dated, datedBy === "pulls" ? pulls : null);
  const input: CheckInput = {
    entries,
    transactions,
    payrefs,
    labels,
    user: findUser(db),
    businesses: listBusinesses(db),
    history: readHistory(db, { payrefs, labels }),
    human: readJudgements(db),
    ahead,
    pulledAtMs: pulledAt(pulls),
    pullClocks: pullClocksOf(pulls, slow),
    capped: isCapped(pulls),
  };
  // Which entries have one session follows from all of them.
  entries.session.set(groupsOfOneSession(input, sessionsIn(db, entries)));
  const newest = pulls.at(-1);
  const isTorn = newest !== undefined && readRemarks(db)(newest.id).torn;
  return isTorn ? { ...input, pullClocks: { ...input.pullClocks, ...tornAfter(input) } } : input;
}

function sessionsIn(db: ReadableLedger, { walletID }: EntryColumns): (row: number) => string | null {
  const find = recordPages(db, ENTRY_TABLE, ["session_id"]);
  return (row) => textOrNone(find(walletID[row] as number)?.[0]);
}

/** A file may hold something else where a text belongs. */
function textOrNone(found: unknown): string | null {
  return typeof found === "string" ? found : null;
}

/** The latest time of an entry, for a newest pull that is torn: the newest entry alone may be dated back. */
function tornAfter(input: CheckInput): Pick<CheckInput["pullClocks"], "tornAfterMs"> {
  let tornAfterMs = -Infinity;
  for (const atMs of countedInput(input, "user").entries.dateCreatedAtMs)
    if (atMs > tornAfterMs) tornAfterMs = atMs;
  return tornAfterMs === -Infinity ? {} : { tornAfterMs };
}

/** What is read of an entry, in the order of the parameters of what takes it. */
const ENTRY_READ = [
  "wallet_id",
  "pull_id",
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

type ReadEntries = Pick<DatedRecords, "entries" | "entryPaidAtMs" | "entryPull">;

/** Typed as the ledger was written; an array of numbers makes a number of whatever else is there. */
type EntryRow = [
  id: number,
  pull: number,
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

function takeEntries(total: number, next: () => number): RowTaker<EntryRow, ReadEntries> {
  const columns = allocateColumns(ENTRY, total);
  const { walletID, userID, businessID, credit, debit, balance, dateCreatedAtMs } = columns;
  const { payref, action, unapproved } = columns;
  const entryPaidAtMs = new Float64Array(total);
  const entryPull = new Int32Array(total);
  let latestDatePaidAtMs = Number.NaN;
  return {
    take: (id, pull, user, business, plus, minus, after, created, paid, payrefId, actionId, isApproved) => {
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
      entryPull[at] = pull;
      entryPaidAtMs[at] = paid ?? Number.NaN;
      if (typeof paid === "number" && !(paid <= latestDatePaidAtMs)) latestDatePaidAtMs = paid;
      return 0;
    },
    finish: () => ({
      entries: { length: total, ...columns, latestDatePaidAtMs },
      entryPaidAtMs,
      entryPull,
    }),
  };
}
/** What is read of a transaction, in the order of the parameters of what takes it. */
const TRANSACTION_READ = [
  "pay_id",
  "pull_id",
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
  CUSTOMER_ID,
  "tasks",
];

/** As of an entry. */
type TransactionRow = [
  id: number,
  pull: number,
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
  customer: number,
  tasks: string | number | null,
];

function readTransactions(
  db: ReadableLedger,
  labels: TextColumn,
  onRead: OnRead,
): Pick<DatedRecords, "transactions" | "transactionPull"> {
  const onRows = (done: number, total: number) => onRead("transactions", done, total);
  const { transactionPull, ...read } = readNewest(
    db,
    PAYMENT_TABLE,
    TRANSACTION_READ,
    takeTransactions,
    onRows,
  );
  return { transactions: { ...read, cycle: cyclesOf(labels, read.cycleText) }, transactionPull };
}

type ReadTransactions = Omit<TransactionColumns, "cycle"> & Pick<DatedRecords, "transactionPull">;

/** A cycle's code follows from its text. */
const { cycle: _, ...STORED_TRANSACTION } = TRANSACTION;

function takeTransactions(total: number, next: () => number): RowTaker<TransactionRow, ReadTransactions> {
  const columns = allocateColumns(STORED_TRANSACTION, total);
  const { payID, businessID, userID, payref, cycleText, role, currency, type, reference } = columns;
  const { chargedamount, scrowfee, taxfee, payableamount, statedAmount, itemquantity } = columns;
  const { currentRaised, escrowCharge, customerID, deleted, flagged, urlMismatch } = columns;
  const { datePaidAtMs, dateCreatedAtMs } = columns;
  const tasks: CheckedTask[] = [];
  const taskStart = new Int32Array(total + 1);
  const transactionPull = new Int32Array(total);
  return {
    take: (
      id,
      pull,
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
      customer,
      taskText,
    ) => {
      // One by one: a milestone may have more tasks than a call takes arguments.
      if (taskText !== null) for (const task of parseCheckedTasks(String(taskText), id)) tasks.push(task);
      const at = next();
      payID[at] = id;
      transactionPull[at] = pull;
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
      customerID[at] = customer;
      taskStart[at + 1] = tasks.length;
      return 0;
    },
    finish: () => ({
      length: total,
      ...columns,
      taskStart,
      transactionPull,
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
