/** A moment of the ledger, put together from the batches in which it crosses the bridge. */
import { ENTRY, TASK, TRANSACTION, ColumnFiller } from "../../../core/reconcile/input/column-kinds.ts";
import type { CheckInput } from "../../../core/reconcile/input/input.ts";
import type { TableBatch } from "../../../ipc/values.ts";
import { CHECKED_TABLES, type SnapshotHead, type TableName } from "../../../core/reconcile/input/snapshot.ts";
import { ascends } from "../../../core/sorted.ts";
import { TextStore } from "./text-search.ts";
import { sha256 as digest } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Sha256 } from "../../../core/canonical.ts";

/** What a check reads, and the texts it does not. */
export interface Snapshot {
  readonly input: CheckInput;
  /** The input's dictionaries, as they are stored. */
  readonly payrefs: TextStore;
  readonly labels: TextStore;
  readonly descriptions: TextStore;
  readonly customers: TextStore;
}

/** Columns of their final length, filled in any order of batches; texts may come after the check. */
export class SnapshotIntake {
  readonly #head: SnapshotHead;
  readonly #entries;
  readonly #transactions;
  readonly #taskStart: Int32Array;
  readonly #tasks;
  readonly #texts;
  readonly #missing: Record<TableName, number>;
  readonly #fillers: { readonly [T in TableName]: (batch: TableBatch<T>, from: number) => void };

  constructor(head: SnapshotHead) {
    const { rows } = head;
    this.#head = head;
    this.#missing = { ...rows };
    this.#entries = new ColumnFiller(ENTRY, rows.entries);
    this.#transactions = new ColumnFiller(TRANSACTION, rows.transactions);
    this.#taskStart = new Int32Array(rows.transactions + 1);
    this.#tasks = new ColumnFiller(TASK, rows.tasks);
    this.#texts = {
      payrefs: new TextStore(rows.payrefs),
      labels: new TextStore(rows.labels),
      descriptions: new TextStore(rows.descriptions),
      customers: new TextStore(rows.customers),
    };
    const { payrefs, labels, descriptions, customers } = this.#texts;
    this.#fillers = {
      entries: (batch, from) => this.#entries.write(batch, from),
      transactions: (batch, from) => {
        this.#transactions.write(batch, from);
        this.#taskStart.set(batch.taskEnd, from + 1);
      },
      tasks: (batch, from) => this.#tasks.write(batch, from),
      payrefs: (batch, from) => payrefs.add(from, batch),
      labels: (batch, from) => labels.add(from, batch),
      descriptions: (batch, from) => descriptions.addToSearch(from, batch),
      customers: (batch, from) => customers.addToSearch(from, batch),
    };
  }

  /** Takes in the rows of a table from row `from` on. A batch that does not fit is a defect. */
  add<T extends TableName>(table: T, from: number, batch: TableBatch<T>): void {
    const length = lengthOf(batch);
    if (from + length > this.#head.rows[table])
      throw new Error(`${table} has no rows up to ${from + length}`);
    this.#missing[table] -= length;
    this.#fillers[table](batch, from);
  }

  /** What a check reads, all of it; rows still missing are a defect. */
  finish(): Snapshot {
    for (const table of CHECKED_TABLES) {
      if (this.#missing[table] !== 0) throw new Error(`${this.#missing[table]} rows of ${table} are missing`);
    }
    const { snapshot: _, rows, latestDatePaidAtMs, ...head } = this.#head;
    const { descriptions, customers, payrefs, labels } = this.#texts;
    const entries = this.#entries.columns;
    const transactions = this.#transactions.columns;
    // Rows are found by halving.
    if (!ascends(entries.walletID)) throw new Error("walletID does not ascend");
    if (!ascends(transactions.payID)) throw new Error("payID does not ascend");
    const input = {
      ...head,
      entries: { length: rows.entries, ...entries, latestDatePaidAtMs },
      transactions: {
        length: rows.transactions,
        ...transactions,
        taskStart: this.#taskStart,
        tasks: { length: rows.tasks, ...this.#tasks.columns },
      },
      payrefs,
      labels,
    };
    return { input, payrefs, labels, descriptions, customers };
  }
}

function lengthOf(batch: TableBatch<TableName>): number {
  if ("ends" in batch) return batch.ends.length;
  const columns: readonly ArrayLike<number>[] = Object.values(batch);
  return columns[0]?.length ?? 0;
}

// The hash that core is lent in a browser, where the platform's own only comes by a promise.

const encoder = new TextEncoder();

export const sha256OfText: Sha256 = (text) => bytesToHex(digest(encoder.encode(text)));
