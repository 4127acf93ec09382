/** Fills the engine's columns from the tables, some rows at a time; texts are read only when asked for. */
import {
  ARRAYS,
  type ColumnArray,
  type ColumnKinds,
  type Columns,
  ENTRY,
  type TASK,
  TRANSACTION,
  allocateColumns,
  columnNames,
} from "../../../core/reconcile/column-kinds.ts";
import {
  CYCLE,
  type CheckInput,
  type EntryColumns,
  NO_TEXT,
  type TextColumn,
  type TransactionColumns,
} from "../../../core/reconcile/input.ts";
import { findUser, listBusinesses } from "../pulls/caller.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { readTexts } from "./texts/stored-texts.ts";
import { ENTRY_TABLE } from "./entry-table.ts";
import { readJudgements } from "../people/judgements.ts";
import { assertRecordsThere, type Revisions, countLive, readHistory, readRevisions } from "./history.ts";
import type { CheckedTask } from "../../../schema/transaction.ts";
import { parseCheckedTasks } from "./payment-documents.ts";
import { PAYMENT_TABLE } from "./payment-table.ts";
import { type PullRecord, isCapped, listPulls } from "../pulls/pull.ts";
import type { RecordTable, StoredRow } from "./record-table.ts";
import { guarded } from "../file/sqlite-error.ts";
import { walkTable } from "./walk.ts";

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
    latestPullAtMs: latestOf(pulls),
    capped: isCapped(pulls),
  };
}

function latestOf(pulls: readonly PullRecord[]): number | null {
  return pulls.reduce<number | null>(
    (latest, { finishedAtMs: at }) => (at !== null && (latest === null || at > latest) ? at : latest),
    null,
  );
}

/** Takes one value of each row of a page into a column, from row `at` on. */
type ReadColumn = (rows: readonly StoredRow[], index: number, into: ColumnArray, at: number) => void;

/** Where a column of the engine comes from: an SQL expression over the row, and how its values are read. */
interface Source {
  readonly column: string;
  readonly read: ReadColumn;
}

type Sources<K extends ColumnKinds> = { readonly [Name in keyof K]: Source };

/** Reads values one by one. Each reader is a loop of its own, so that it stays one that is quick. */
const number: ReadColumn = (rows, index, into, at) => {
  for (let n = 0; n < rows.length; n += 1) into[at + n] = rows[n]?.[index] as number;
};
const numberOrNaN: ReadColumn = (rows, index, into, at) => {
  for (let n = 0; n < rows.length; n += 1) into[at + n] = (rows[n]?.[index] as number | null) ?? Number.NaN;
};
const textId: ReadColumn = (rows, index, into, at) => {
  for (let n = 0; n < rows.length; n += 1) into[at + n] = (rows[n]?.[index] as number | null) ?? NO_TEXT;
};
/** What is no id is none of a label's. */
const labelId: ReadColumn = (rows, index, into, at) => {
  for (let n = 0; n < rows.length; n += 1) {
    const id = rows[n]?.[index] as number;
    into[at + n] = (id | 0) === id ? id : NO_TEXT;
  }
};
const isOne: ReadColumn = (rows, index, into, at) => {
  for (let n = 0; n < rows.length; n += 1) into[at + n] = rows[n]?.[index] === 1 ? 1 : 0;
};
const isZero: ReadColumn = (rows, index, into, at) => {
  for (let n = 0; n < rows.length; n += 1) into[at + n] = rows[n]?.[index] === 0 ? 1 : 0;
};

const ENTRY_SOURCES: Sources<typeof ENTRY> = {
  walletID: { column: "wallet_id", read: number },
  userID: { column: "user_id", read: number },
  businessID: { column: "business_id", read: number },
  credit: { column: "credit", read: number },
  debit: { column: "debit", read: number },
  balance: { column: "balance", read: number },
  dateCreatedAtMs: { column: "date_created_ms", read: number },
  payref: { column: "payref_id", read: number },
  action: { column: "action_id", read: textId },
  unapproved: { column: "is_approved", read: isZero },
};

/** A cycle's code follows from its text. */
const { cycle: _, ...STORED_TRANSACTION } = TRANSACTION;

const TRANSACTION_SOURCES: Sources<typeof STORED_TRANSACTION> = {
  payID: { column: "pay_id", read: number },
  businessID: { column: "business_id", read: number },
  userID: { column: "user_id", read: number },
  payref: { column: "payref_id", read: number },
  cycleText: { column: "cycle_id", read: labelId },
  role: { column: "role_id", read: textId },
  currency: { column: "currency_id", read: textId },
  chargedamount: { column: "chargedamount", read: number },
  scrowfee: { column: "scrowfee", read: number },
  taxfee: { column: "taxfee", read: number },
  payableamount: { column: "payableamount", read: number },
  deleted: { column: "is_deleted", read: isOne },
  flagged: { column: "is_flagged", read: isOne },
  datePaidAtMs: { column: "date_paid_ms", read: numberOrNaN },
  dateCreatedAtMs: { column: "date_created_ms", read: numberOrNaN },
  type: { column: "type_id", read: textId },
  reference: { column: "reference_id", read: textId },
  urlMismatch: { column: "url_mismatch", read: number },
  statedAmount: { column: "stated_amount", read: numberOrNaN },
  itemquantity: { column: "itemquantity", read: numberOrNaN },
  currentRaised: { column: "current_raised", read: numberOrNaN },
  escrowCharge: { column: "escrow_charge", read: numberOrNaN },
};

function readEntries(db: ReadableLedger, onRead: OnRead): EntryColumns {
  let latestDatePaidAtMs = Number.NaN;
  const aside = (paid: StoredRow[number]) => {
    if (typeof paid === "number" && !(paid <= latestDatePaidAtMs)) latestDatePaidAtMs = paid;
  };
  const onRows = (done: number, total: number) => onRead("entries", done, total);
  const columns = readTable(db, ENTRY_TABLE, ENTRY, ENTRY_SOURCES, "date_paid_ms", aside, onRows);
  return { length: columns.walletID.length, ...columns, latestDatePaidAtMs };
}

function readTransactions(db: ReadableLedger, labels: TextColumn, onRead: OnRead): TransactionColumns {
  const tasks: CheckedTask[] = [];
  const ends = [0];
  const kinds = STORED_TRANSACTION;
  const aside = (text: StoredRow[number], payID: number) => {
    // One by one: a milestone may have more tasks than a call takes arguments.
    if (text !== null) for (const task of parseCheckedTasks(String(text), payID)) tasks.push(task);
    ends.push(tasks.length);
  };
  const onRows = (done: number, total: number) => onRead("transactions", done, total);
  const columns = readTable(db, PAYMENT_TABLE, kinds, TRANSACTION_SOURCES, "tasks", aside, onRows);
  return {
    length: columns.payID.length,
    ...columns,
    cycle: cyclesOf(labels, columns.cycleText),
    taskStart: Int32Array.from(ends),
    tasks: { length: tasks.length, ...taskColumns(tasks) },
  };
}

function taskColumns(tasks: readonly CheckedTask[]): Columns<typeof TASK> {
  return {
    taskamount: Float64Array.from(tasks, (task) => task.taskamount),
    complete: Uint8Array.from(tasks, (task) => (task.isComplete === 1 ? 1 : 0)),
    dateCompletedAtMs: Float64Array.from(tasks, (task) => task.dateCompletedAtMs ?? Number.NaN),
  };
}

/** After so many rows it is told how far it is. */
const TOLD_ROWS = 20_000;

/**
 * Fills the columns of a table with the newest version of each live record, in ascending id order.
 *
 * @param aside a column that the engine has none for, handed over with each record's id
 * @param onRows told now and then how many are read
 */
function readTable<R, K extends ColumnKinds>(
  db: ReadableLedger,
  table: RecordTable<R>,
  kinds: K,
  sources: Sources<K>,
  aside: string,
  take: (value: StoredRow[number], id: number) => void,
  onRows: (done: number, total: number) => void,
): Columns<K> {
  const names = columnNames(kinds);
  // The id comes first, and every column once.
  const read = [...new Set([table.idColumn, aside, ...names.map((name) => sources[name].column)])];
  const revisions = readRevisions(db, table, read);
  const total = countLive(db, table, revisions.gone.size);
  const columns = allocateColumns(kinds, total);
  let at = 0;
  let told = 0;
  walkTable(db, table, read, (stored) => {
    const rows = newestOf(stored, revisions);
    for (const row of rows) take(row[1] ?? null, row[0] as number);
    for (const name of names) {
      const { column, read: readColumn } = sources[name];
      readColumn(rows, read.indexOf(column), columns[name], at);
    }
    at += rows.length;
    if (at - told < TOLD_ROWS) return;
    onRows(at, total);
    told = at;
  });
  return columns;
}

/** The newest version of each record that is still there, from rows that begin with its id. */
function newestOf(rows: readonly StoredRow[], { newest, gone }: Revisions): readonly StoredRow[] {
  if (newest.size === 0 && gone.size === 0) return rows;
  return rows.filter((row) => !gone.has(Number(row[0]))).map((row) => newest.get(Number(row[0])) ?? row);
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
