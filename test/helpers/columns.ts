/** The engine's columns from records, for tests without a ledger: a ledger fills columns straight from its rows. */
import type { Business, User } from "../../src/core/records/business.ts";
import type { JsonValue, Sha256 } from "../../src/core/canonical.ts";
import { type Entry, entryDocument } from "../../src/core/records/entry.ts";
import { type Transaction, transactionDocument } from "../../src/core/records/transaction.ts";
import type { RecordKind } from "../../src/core/reconcile/compare-records.ts";
import { findDatesAhead } from "../../src/core/reconcile/chain/dates-ahead.ts";
import { pullClocksOf } from "../../src/core/reconcile/input/pull-clocks.ts";
import { asSentText, copiedFields, resolveCopies } from "../../src/core/reconcile/copies.ts";
import { numberSessions } from "../../src/core/reconcile/input/one-session.ts";
import type { Sent } from "../../src/core/sent.ts";
import {
  type ColumnKinds,
  type Columns,
  ENTRY,
  TASK,
  TRANSACTION,
  allocateColumns,
  columnNames,
  narrowColumns,
} from "../../src/core/reconcile/input/column-kinds.ts";
import {
  CYCLE,
  type CheckInput,
  type EntryColumns,
  type Judgements,
  NO_TEXT,
  type RecordHistory,
  type RepeatedRecord,
  type TextBytes,
  type TextColumn,
  type TransactionColumns,
} from "../../src/core/reconcile/input/input.ts";

export const NO_HUMAN_INPUT: Judgements = { matches: [], signedPeriods: [] };

export const NO_HISTORY: RecordHistory = {
  entryVersions: [],
  entriesVanished: [],
  entriesReturned: [],
  transactionVersions: [],
  transactionsVanished: [],
  repeatedEntries: [],
  repeatedTransactions: [],
  coverage: [],
};

export interface Records {
  /** Copies of one walletID may stand in it. */
  readonly entries: readonly Entry[];
  readonly transactions: readonly Transaction[];
  readonly user?: User | null;
  readonly businesses?: readonly Business[];
  readonly history?: Partial<RecordHistory>;
  readonly human?: Partial<Judgements>;
  /** Milliseconds UTC; null for files. */
  readonly pulledAtMs?: number | null;
  readonly capped?: boolean;
}

/** Builds the input of a check from records, copies collapsed as the rules say. */
export function columnsOf(records: Records, sha256: Sha256): CheckInput {
  const payrefs = new Interned([""]);
  const labels = new Interned([]);
  const entries = collapse("entry", records.entries, (entry) => entry.walletID, entryDocument, sha256);
  const transactions = collapse(
    "transaction",
    records.transactions,
    (one) => one.payID,
    transactionDocument,
    sha256,
  );
  const session = new Int32Array(entries.records.length);
  const columns = {
    entries: { ...entryColumns(entries.records, payrefs, labels), session },
    transactions: transactionColumns(transactions.records, payrefs, labels),
  };
  const pulledAtMs = records.pulledAtMs ?? null;
  const pull = { id: 1, startedAtMs: pulledAtMs ?? 0, finishedAtMs: pulledAtMs };
  const dated = {
    ...columns,
    entryPaidAtMs: Float64Array.from(entries.records, (one) => one.datePaidAtMs ?? Number.NaN),
    entryPull: new Int32Array(columns.entries.length).fill(1),
    transactionPull: new Int32Array(columns.transactions.length).fill(1),
  };
  const { ahead, slow } = findDatesAhead(dated, pulledAtMs === null ? null : [pull]);
  const input: CheckInput = {
    ...columns,
    payrefs,
    labels,
    user: records.user ?? null,
    businesses: records.businesses ?? [],
    history: {
      ...NO_HISTORY,
      repeatedEntries: entries.repeated,
      repeatedTransactions: transactions.repeated,
      ...records.history,
    },
    human: { ...NO_HUMAN_INPUT, ...records.human },
    ahead,
    pulledAtMs,
    pullClocks: pullClocksOf([pull], slow),
    capped: records.capped ?? false,
  };
  const sessionOf = (row: number) => entries.records[row]?.sessionID ?? null;
  numberSessions(input, session, () => sessionOf);
  return input;
}

/** A text as columns of stored texts give it. */
export function textBytes(text: string): TextBytes {
  const bytes = Buffer.from(text);
  return { bytes, from: 0, to: bytes.length };
}

class Interned implements TextColumn {
  readonly #texts: string[];
  readonly #ids: Map<string, number>;

  constructor(texts: readonly string[]) {
    this.#texts = [...texts];
    this.#ids = new Map(texts.map((text, id) => [text, id]));
  }

  get length(): number {
    return this.#texts.length;
  }

  at(id: number): string {
    const text = this.#texts[id];
    if (text === undefined) throw new RangeError(`there is no text ${id}`);
    return text;
  }

  bytesOf(id: number): TextBytes {
    return textBytes(this.at(id));
  }

  idOf(text: string | null): number {
    if (text === null) return NO_TEXT;
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    this.#ids.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }
}

function collapse<R extends Sent>(
  kind: RecordKind,
  records: readonly R[],
  idOf: (record: R) => number,
  documentOf: (record: R) => JsonValue,
  sha256: Sha256,
): { readonly records: R[]; readonly repeated: RepeatedRecord[] } {
  const repeated: RepeatedRecord[] = [];
  const used: R[] = [];
  for (const [id, copies] of Map.groupBy(records, idOf)) {
    if (copies.length === 1) {
      used.push(...copies);
      continue;
    }
    const texts = copies.map((copy) => asSentText(documentOf(copy), copy));
    const { index, conflicting } = resolveCopies(texts, sha256);
    used.push(copies[index] as R);
    const fields = conflicting ? copiedFields(kind, texts, sha256) : [];
    repeated.push({ id, copies: copies.length, conflicting, fields });
  }
  return { records: used, repeated };
}

/** What each column of a table says of a record; null is none. */
type Values<K extends ColumnKinds, R> = {
  readonly [Name in keyof K]: (record: R) => number | boolean | null;
};

function filled<K extends ColumnKinds, R>(kinds: K, records: readonly R[], values: Values<K, R>): Columns<K> {
  const columns = allocateColumns(kinds, records.length);
  for (const name of columnNames(kinds)) {
    records.forEach((record, row) => {
      columns[name][row] = Number(values[name](record) ?? Number.NaN);
    });
  }
  return narrowColumns(kinds, columns);
}

/** All but what follows from other entries. */
const { session: _session, ...OWN_ENTRY } = ENTRY;

function entryColumns(
  entries: readonly Entry[],
  payrefs: Interned,
  labels: Interned,
): Omit<EntryColumns, "session"> {
  return {
    length: entries.length,
    ...filled(OWN_ENTRY, entries, {
      walletID: (entry) => entry.walletID,
      userID: (entry) => entry.userID,
      businessID: (entry) => entry.businessID,
      credit: (entry) => entry.credit,
      debit: (entry) => entry.debit,
      balance: (entry) => entry.balance,
      dateCreatedAtMs: (entry) => entry.dateCreatedAtMs,
      payref: (entry) => payrefs.idOf(entry.payref),
      action: (entry) => labels.idOf(entry.action),
      unapproved: (entry) => entry.isApproved === 0,
    }),
    latestDatePaidAtMs: entries.reduce(
      (latest, { datePaidAtMs: at }) => (at !== null && !(at <= latest) ? at : latest),
      Number.NaN,
    ),
  };
}

/** What the engine reads of a detail, by cycle; NaN where the cycle has no such field. */
function detailNumbers({ detail }: Transaction) {
  const none = { stated: Number.NaN, quantity: Number.NaN, raised: Number.NaN, charge: Number.NaN };
  switch (detail.cycle) {
    case "one-time":
      return {
        ...none,
        cycle: CYCLE.oneTime,
        stated: detail.itemamount,
        quantity: detail.itemquantity ?? Number.NaN,
        charge: detail.escrowCharge,
      };
    case "milestone":
      return { ...none, cycle: CYCLE.milestone, stated: detail.amount, charge: detail.escrowCharge };
    case "crowd-pay":
      return { ...none, cycle: CYCLE.crowdPay, stated: detail.projectGoal, raised: detail.currentRaised };
    case "unknown":
      return { ...none, cycle: CYCLE.unknown };
  }
}

function transactionColumns(
  transactions: readonly Transaction[],
  payrefs: Interned,
  labels: Interned,
): TransactionColumns {
  const tasksOf = transactions.map(({ detail }) => (detail.cycle === "milestone" ? detail.tasks : []));
  const tasks = tasksOf.flat();
  const taskStart = new Int32Array(transactions.length + 1);
  tasksOf.forEach((list, row) => {
    taskStart[row + 1] = (taskStart[row] as number) + list.length;
  });
  return {
    length: transactions.length,
    ...filled(TRANSACTION, transactions, {
      payID: (one) => one.payID,
      businessID: (one) => one.businessID,
      userID: (one) => one.userID,
      payref: (one) => payrefs.idOf(one.payref),
      cycle: (one) => detailNumbers(one).cycle,
      cycleText: (one) => labels.idOf(one.cycle),
      role: (one) => labels.idOf(one.traderStatus),
      currency: (one) => labels.idOf(one.currency),
      chargedamount: (one) => one.chargedamount,
      scrowfee: (one) => one.scrowfee,
      taxfee: (one) => one.taxfee,
      payableamount: (one) => one.payableamount,
      deleted: (one) => one.isDeleted === 1,
      flagged: (one) => one.isFlagged === 1,
      datePaidAtMs: (one) => one.datePaidAtMs,
      dateCreatedAtMs: (one) => one.dateCreatedAtMs,
      type: (one) => labels.idOf(one.detail.type),
      reference: ({ detail }) => payrefs.idOf(detail.reference),
      urlMismatch: ({ paymentURL, payref }) => paymentURL !== null && !paymentURL.endsWith(`/pay/${payref}`),
      statedAmount: (one) => detailNumbers(one).stated,
      itemquantity: (one) => detailNumbers(one).quantity,
      currentRaised: (one) => detailNumbers(one).raised,
      escrowCharge: (one) => detailNumbers(one).charge,
      customerID: (one) => one.customer?.userID ?? 0,
    }),
    taskStart,
    tasks: {
      length: tasks.length,
      ...filled(TASK, tasks, {
        taskamount: (task) => task.taskamount,
        complete: (task) => task.isComplete === 1,
        dateCompletedAtMs: (task) => task.dateCompletedAtMs,
      }),
    },
  };
}
