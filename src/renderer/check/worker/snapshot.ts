/** A moment of the ledger, put together from the batches in which it crosses the bridge. */
import type { CheckInput } from "../../../core/reconcile/input.ts";
import type { SnapshotHead, TableBatch, TableName, TextBatch } from "../../../ipc/columns.ts";
import { TextStore } from "./rows/text-store.ts";

/** What a check reads, and the texts it does not. */
export interface Snapshot {
  readonly input: CheckInput;
  /** The input's dictionaries, as they are stored. */
  readonly payrefs: TextStore;
  readonly labels: TextStore;
  /** Descriptions by entry row. */
  readonly descriptions: TextStore;
  /** Names of customers by transaction row. */
  readonly customers: TextStore;
}

type TextTable = "payrefs" | "labels" | "descriptions" | "customers";
type Column = Float64Array | Int32Array | Uint8Array;

/** Columns of their final length, filled batch by batch, in any order of batches. */
export class SnapshotIntake {
  readonly #head: SnapshotHead;
  readonly #entries;
  readonly #transactions;
  readonly #taskStart: Int32Array;
  readonly #tasks;
  readonly #texts;
  readonly #missing: Record<TableName, number>;

  constructor(head: SnapshotHead) {
    const { rows } = head;
    this.#head = head;
    this.#missing = { ...rows };
    this.#entries = entryColumns(rows.entries);
    this.#transactions = transactionColumns(rows.transactions);
    this.#taskStart = new Int32Array(rows.transactions + 1);
    this.#tasks = {
      taskamount: new Float64Array(rows.tasks),
      complete: new Uint8Array(rows.tasks),
      dateCompletedAtMs: new Float64Array(rows.tasks),
    };
    this.#texts = {
      payrefs: new TextStore(rows.payrefs),
      labels: new TextStore(rows.labels),
      descriptions: new TextStore(rows.descriptions),
      customers: new TextStore(rows.customers),
    };
  }

  /** Takes in the rows of a table from row `from` on. A batch that does not fit is a defect. */
  add<T extends TableName>(table: T, from: number, batch: TableBatch<T>): void {
    const given = batch as Readonly<Record<string, Column>>;
    const length = lengthOf(given);
    if (from + length > this.#head.rows[table])
      throw new Error(`${table} has no rows up to ${from + length}`);
    this.#missing[table] -= length;
    if (table === "entries") fill(this.#entries, from, given);
    else if (table === "tasks") fill(this.#tasks, from, given);
    else if (table === "transactions") {
      fill(this.#transactions, from, given);
      this.#taskStart.set(given["taskEnd"] ?? [], from + 1);
    } else this.#texts[table as TextTable].add(from, batch as TextBatch);
  }

  /** What came in, all of it; rows still missing are a defect. */
  finish(): Snapshot {
    for (const [table, rows] of Object.entries(this.#missing)) {
      if (rows !== 0) throw new Error(`${rows} rows of ${table} are missing`);
    }
    const { rows, latestDatePaidAtMs, user, businesses, history, human, pulledAtMs, latestPullAtMs, capped } =
      this.#head;
    const { descriptions, customers, payrefs, labels } = this.#texts;
    assertAscending(this.#entries.walletID, "walletID");
    assertAscending(this.#transactions.payID, "payID");
    const input = {
      entries: { length: rows.entries, ...this.#entries, latestDatePaidAtMs },
      transactions: {
        length: rows.transactions,
        ...this.#transactions,
        taskStart: this.#taskStart,
        tasks: { length: rows.tasks, ...this.#tasks },
      },
      payrefs,
      labels,
      user,
      businesses,
      history,
      human,
      pulledAtMs,
      latestPullAtMs,
      capped,
    };
    return { input, payrefs, labels, descriptions, customers };
  }
}

function entryColumns(length: number) {
  return {
    walletID: new Float64Array(length),
    userID: new Float64Array(length),
    businessID: new Float64Array(length),
    credit: new Float64Array(length),
    debit: new Float64Array(length),
    balance: new Float64Array(length),
    dateCreatedAtMs: new Float64Array(length),
    payref: new Int32Array(length),
    action: new Int32Array(length),
    unapproved: new Uint8Array(length),
  };
}

function transactionColumns(length: number) {
  return {
    payID: new Float64Array(length),
    businessID: new Float64Array(length),
    userID: new Float64Array(length),
    payref: new Int32Array(length),
    cycle: new Uint8Array(length),
    cycleText: new Int32Array(length),
    role: new Int32Array(length),
    currency: new Int32Array(length),
    chargedamount: new Float64Array(length),
    scrowfee: new Float64Array(length),
    taxfee: new Float64Array(length),
    payableamount: new Float64Array(length),
    deleted: new Uint8Array(length),
    flagged: new Uint8Array(length),
    datePaidAtMs: new Float64Array(length),
    dateCreatedAtMs: new Float64Array(length),
    type: new Int32Array(length),
    reference: new Int32Array(length),
    urlMismatch: new Uint8Array(length),
    statedAmount: new Float64Array(length),
    itemquantity: new Float64Array(length),
    currentRaised: new Float64Array(length),
    escrowCharge: new Float64Array(length),
  };
}

function lengthOf(batch: Readonly<Record<string, Column>>): number {
  const [first] = batch["ends"] === undefined ? Object.values(batch) : [batch["ends"]];
  return first?.length ?? 0;
}

function fill(
  columns: Readonly<Record<string, Column>>,
  from: number,
  batch: Readonly<Record<string, Column>>,
): void {
  for (const [name, column] of Object.entries(columns)) {
    const given = batch[name];
    if (given === undefined) throw new Error(`the batch has no ${name}`);
    column.set(given, from);
  }
}

/** Rows are found by halving. */
function assertAscending(ids: Float64Array, name: string): void {
  for (let row = 1; row < ids.length; row += 1) {
    if (!((ids[row - 1] as number) < (ids[row] as number))) throw new Error(`${name} does not ascend`);
  }
}

/** The row of an id in a column that ascends; −1 when there is none. */
export function rowOf(ids: Float64Array, id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id ? low : -1;
}
