/** Fills the engine's columns from the tables, some rows at a time; texts are read only when asked for. */
import { freeMemory } from "../../../core/memory.ts";
import {
  ARRAYS,
  type ColumnArray,
  type Columns,
  ENTRY,
  type HeldNumbers,
  type TASK,
  TRANSACTION,
} from "../../../core/reconcile/input/column-kinds.ts";
import {
  CYCLE,
  type CheckInput,
  type EntryColumns,
  NO_TEXT,
  type TextColumn,
  type TransactionColumns,
  extremesIn,
} from "../../../core/reconcile/input/input.ts";
import { countedInput } from "../../../core/reconcile/input/counted-dates.ts";
import { type SessionsOf, numberSessions } from "../../../core/reconcile/input/one-session.ts";
import { type DatedRecords, findDatesAhead } from "../../../core/reconcile/chain/dates-ahead.ts";
import { type RaisedInPull, pullClocksOf, pulledAt } from "../../../core/reconcile/input/pull-clocks.ts";
import { findUser, listBusinesses } from "../trail/caller.ts";
import { type ReadableLedger, query } from "../file/connection.ts";
import { readTexts, type PackedTexts, readPackedTexts } from "../tables/packed-texts.ts";
import { ENTRY_TABLE, parseCheckedTasks, CUSTOMER_ID, PAYMENT_TABLE } from "../tables/record-table.ts";
import { readJudgements } from "../acts/judgements.ts";
import { assertRecordsThere, readHistory } from "./history.ts";
import { readColumns, recordPages } from "./engine-columns.ts";
import type { CheckedTask } from "../../../schema/transaction.ts";
import { rowFinder } from "../tables/current-record.ts";
import { isCapped, listStampedPulls, readRemarks } from "../trail/pull.ts";
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
  const read = () => readAll(db, { onRead, datedBy, isWhole: false });
  return guarded(db.name, () => db.transaction(read).deferred());
}

/** What a check needs, all of it in memory. */
export interface WholeInput extends CheckInput {
  readonly payrefs: PackedTexts;
  readonly labels: PackedTexts;
  readonly transactions: TransactionColumns & Columns<typeof TRANSACTION>;
}

/** As `readCheckInput`, to be used when the ledger is closed, too. */
export function readWholeInput(db: ReadableLedger, onRead: OnRead = () => {}): WholeInput {
  const read = () => ({
    ...readAll(db, { onRead, datedBy: "pulls", isWhole: true }),
    payrefs: readPackedTexts(db, "payref"),
    labels: readPackedTexts(db, "label"),
  });
  return guarded(db.name, () => db.transaction(read).deferred()) as WholeInput;
}

interface HowRead {
  readonly onRead: OnRead;
  readonly datedBy: DatedBy;
  /** Whether what few checks ask for is read at once. */
  readonly isWhole: boolean;
}

function readAll(db: ReadableLedger, how: HowRead): CheckInput {
  const { datedBy } = how;
  const payrefs = readTexts(db, "payref");
  const labels = readTexts(db, "label");
  const pulls = listStampedPulls(db);
  assertRecordsThere(db, ENTRY_TABLE);
  assertRecordsThere(db, PAYMENT_TABLE);
  const [first, ...later] = pulls;
  const pullOf = first !== undefined && later.length === 0 ? { all: first.id } : { sql: "pull_id" };
  const { entries, session, ...ofEntries } = readEntries(db, how, pullOf);
  const { transactions, transactionPull } = readTransactions(db, labels, how, pullOf);
  const dated = { entries, ...ofEntries, transactions, transactionPull };
  const { ahead, slow } = findDatesAhead(dated, datedBy === "pulls" ? pulls : null);
  freeMemory(dated.entryPaidAtMs.buffer);
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
  numberSessions(input, session, sessionsIn(db, entries));
  const newest = pulls.at(-1);
  const remarks = newest === undefined ? null : readRemarks(db)(newest.id);
  if (newest === undefined || remarks?.torn !== true) return input;
  const tornRaised = remarks.tornRaised ?? raisedIn(newest.id, input, transactionPull);
  return { ...input, pullClocks: { ...input.pullClocks, ...tornAfter(input), tornRaised } };
}

/** Where at least every so many'th row is asked for, they are read a page at a time. */
const DENSE = 4;

function sessionsIn(db: ReadableLedger, { walletID }: EntryColumns): SessionsOf {
  const { idColumn, declared } = ENTRY_TABLE;
  const { column } = declared.sessionID;
  const find = rowFinder(db, { ...ENTRY_TABLE, columns: [idColumn, column] });
  const read = recordPages(db, ENTRY_TABLE, [column]);
  return (rows) => {
    const [first = 0, last = 0] = [rows[0], rows.at(-1)];
    if (last - first < DENSE * rows.length) return (row) => textOrNone(read(walletID[row] as number)?.[0]);
    const found = find(rows.map((row) => walletID[row] as number));
    return (row) => textOrNone(found.get(walletID[row] as number)?.[1]);
  };
}

/** A file may hold something else where a text belongs. */
function textOrNone(found: unknown): string | null {
  return typeof found === "string" ? found : null;
}

/** The latest time of an entry, for a newest pull that is torn: the newest entry alone may be dated back. */
function tornAfter(input: CheckInput): Pick<CheckInput["pullClocks"], "tornAfterMs"> {
  const tornAfterMs = extremesIn(countedInput(input, "user").entries.dateCreatedAtMs).lastMs;
  return tornAfterMs === -Infinity ? {} : { tornAfterMs };
}

/** By how much crowd-pays grew with a pull, those that did. */
function raisedIn(
  pullId: number,
  { transactions, history }: CheckInput,
  transactionPull: HeldNumbers,
): RaisedInPull[] {
  const before = new Map(
    history.transactionVersions.flatMap(({ before: { payID, detail }, pulls }) =>
      pulls[1] === pullId && detail.cycle === "crowd-pay" ? [[payID, detail.currentRaised] as const] : [],
    ),
  );
  const grown: RaisedInPull[] = [];
  for (let row = 0; row < transactions.length; row += 1) {
    if (transactions.cycle[row] !== CYCLE.crowdPay || transactionPull[row] !== pullId) continue;
    const payID = transactions.payID[row] as number;
    const amount = (transactions.currentRaised[row] as number) - (before.get(payID) ?? 0);
    if (amount > 0) grown.push({ payID, amount });
  }
  return grown;
}

/** What is read of an entry: all but what follows from other entries, and its pull. */
const { session: _session, ...STORED_ENTRY } = ENTRY;
const ENTRY_READ = { ...STORED_ENTRY, datePaidAtMs: "f64", pull: "id" } as const;
const ENTRY_SOURCES = { unapproved: { of: "isApproved", is: 0 } } as const;

/** All records of a ledger of one pull came by it. */
type PullColumn = { readonly all: number } | { readonly sql: string };

function readEntries(
  db: ReadableLedger,
  { onRead }: HowRead,
  pullOf: PullColumn,
): Pick<DatedRecords, "entries" | "entryPaidAtMs" | "entryPull"> & { readonly session: Int32Array } {
  const onRows = (done: number, total: number) => onRead("entries", done, total);
  const sources = { ...ENTRY_SOURCES, pull: pullOf };
  const { datePaidAtMs, pull, ...read } = readColumns(db, ENTRY_TABLE, ENTRY_READ, sources, onRows);
  const session = new Int32Array(read.length);
  const { lastMs } = extremesIn(datePaidAtMs);
  return {
    entries: { ...read, session, latestDatePaidAtMs: lastMs === -Infinity ? Number.NaN : lastMs },
    session,
    entryPaidAtMs: datePaidAtMs,
    entryPull: pull,
  };
}

/** What is read of a transaction: all but the code of its cycle, which follows from the text, and its pull. */
const { cycle: _cycle, ...STORED_TRANSACTION } = TRANSACTION;
const WHOLE_READ = { ...STORED_TRANSACTION, pull: "id" } as const;
const { customerID: _customerID, ...TRANSACTION_READ } = WHOLE_READ;
const TRANSACTION_SOURCES = {
  cycleText: { of: "cycle" },
  role: { of: "traderStatus" },
  deleted: { of: "isDeleted" },
  flagged: { of: "isFlagged" },
  customerID: { sql: CUSTOMER_ID },
} as const;

function readTransactions(
  db: ReadableLedger,
  labels: TextColumn,
  { onRead, isWhole }: HowRead,
  pullOf: PullColumn,
): Pick<DatedRecords, "transactions" | "transactionPull"> {
  const onRows = (done: number, total: number) => onRead("transactions", done, total);
  let tasks: CheckedTask[] = [];
  let taskStart = new Int32Array(1);
  const beginTasks = (total: number) => {
    tasks = [];
    taskStart = new Int32Array(total + 1);
    return (at: number, id: number, value: string | number | null) => {
      // One by one: a milestone may have more tasks than a call takes arguments.
      if (value !== null) for (const task of parseCheckedTasks(String(value), id)) tasks.push(task);
      taskStart[at + 1] = tasks.length;
    };
  };
  const milestone = query<number>(db).value("SELECT id FROM label WHERE text = 'milestone'") ?? NO_TEXT;
  const values = { of: "tasks", begin: beginTasks, where: { column: "cycleText", is: milestone } } as const;
  const sources = { ...TRANSACTION_SOURCES, pull: pullOf };
  const { pull, ...read } = isWhole
    ? readColumns(db, PAYMENT_TABLE, WHOLE_READ, sources, onRows, values)
    : {
        ...readColumns(db, PAYMENT_TABLE, TRANSACTION_READ, sources, onRows, values),
        customerID: undefined,
      };
  return {
    transactions: {
      ...read,
      customerID: read.customerID ?? customersIn(db, read.payID),
      cycle: cyclesOf(labels, read.cycleText),
      taskStart,
      tasks: { length: tasks.length, ...taskColumns(tasks) },
    },
    transactionPull: pull,
  };
}

/** Up to this many customers, or an eighth of all, are looked for one by one. */
const FEW = 1000;

/** Of few payments a check asks for the customer, and to find one in its text takes as long as reading the rest. */
function customersIn(db: ReadableLedger, payID: ArrayLike<number>): TransactionColumns["customerID"] {
  const one = db
    .prepare<[{ readonly id: number }], number>(
      `SELECT coalesce(
         (SELECT ${CUSTOMER_ID} FROM payment_version WHERE pay_id = @id ORDER BY version DESC LIMIT 1),
         (SELECT ${CUSTOMER_ID} FROM payment WHERE pay_id = @id))`,
    )
    .pluck();
  let find: ReturnType<typeof recordPages> | undefined;
  let asked = 0;
  return {
    at(row) {
      const id = payID[row] as number;
      asked += 1;
      if (asked <= FEW || asked <= payID.length / 8) return one.get({ id });
      find ??= recordPages(db, PAYMENT_TABLE, [CUSTOMER_ID]);
      return Number(find(id)?.[0] ?? 0);
    },
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
function cyclesOf(labels: TextColumn, ids: ArrayLike<number>): ColumnArray<"u8"> {
  const known = new Map<number, number>();
  const codes = new Map<string, number>([
    ["one-time", CYCLE.oneTime],
    ["milestone", CYCLE.milestone],
    ["crowd-pay", CYCLE.crowdPay],
  ]);
  const cycles = new ARRAYS.u8(ids.length);
  for (let row = 0; row < ids.length; row += 1) {
    const id = ids[row] as number;
    const code = known.get(id) ?? codes.get(labels.at(id)) ?? CYCLE.unknown;
    known.set(id, code);
    cycles[row] = code;
  }
  return cycles;
}
