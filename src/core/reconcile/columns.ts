/** The engine's columns from records, for callers that hold records. A ledger fills columns straight from its rows. */
import type { Business, User } from "../business.ts";
import type { JsonValue, Sha256 } from "../canonical.ts";
import { type Entry, entryDocument } from "../entry.ts";
import { type Transaction, transactionDocument } from "../transaction.ts";
import type { RecordKind } from "./changes/compare-records.ts";
import { type Sent, asSentText, copiedFields, resolveCopies } from "./changes/copies.ts";
import {
  CYCLE,
  type CheckInput,
  type EntryColumns,
  type Judgements,
  NO_HISTORY,
  NO_HUMAN_INPUT,
  NO_TEXT,
  type RecordHistory,
  type RepeatedRecord,
  type TextColumn,
  type TransactionColumns,
} from "./input.ts";

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
  return {
    entries: entryColumns(entries.records, payrefs, labels),
    transactions: transactionColumns(transactions.records, payrefs, labels),
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
    pulledAtMs: records.pulledAtMs ?? null,
    latestPullAtMs: records.pulledAtMs ?? null,
    capped: records.capped ?? false,
  };
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

function entryColumns(entries: readonly Entry[], payrefs: Interned, labels: Interned): EntryColumns {
  const numbers = (of: (entry: Entry) => number) => Float64Array.from(entries, of);
  return {
    length: entries.length,
    walletID: numbers((entry) => entry.walletID),
    userID: numbers((entry) => entry.userID),
    businessID: numbers((entry) => entry.businessID),
    credit: numbers((entry) => entry.credit),
    debit: numbers((entry) => entry.debit),
    balance: numbers((entry) => entry.balance),
    dateCreatedAtMs: numbers((entry) => entry.dateCreatedAtMs),
    payref: Int32Array.from(entries, (entry) => payrefs.idOf(entry.payref)),
    action: Int32Array.from(entries, (entry) => labels.idOf(entry.action)),
    unapproved: Uint8Array.from(entries, (entry) => (entry.isApproved === 0 ? 1 : 0)),
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
  const numbers = (of: (one: Transaction) => number | null) =>
    Float64Array.from(transactions, (one) => of(one) ?? Number.NaN);
  const texts = (of: (one: Transaction) => string | null) =>
    Int32Array.from(transactions, (one) => labels.idOf(of(one)));
  const flags = (of: (one: Transaction) => boolean) =>
    Uint8Array.from(transactions, (one) => (of(one) ? 1 : 0));
  const details = transactions.map(detailNumbers);
  const tasksOf = transactions.map(({ detail }) => (detail.cycle === "milestone" ? detail.tasks : []));
  const tasks = tasksOf.flat();
  const taskStart = new Int32Array(transactions.length + 1);
  tasksOf.forEach((list, row) => {
    taskStart[row + 1] = (taskStart[row] as number) + list.length;
  });
  return {
    length: transactions.length,
    payID: numbers((one) => one.payID),
    businessID: numbers((one) => one.businessID),
    userID: numbers((one) => one.userID),
    payref: Int32Array.from(transactions, (one) => payrefs.idOf(one.payref)),
    cycle: Uint8Array.from(details, (detail) => detail.cycle),
    cycleText: texts((one) => one.cycle),
    role: texts((one) => one.traderStatus),
    currency: texts((one) => one.currency),
    chargedamount: numbers((one) => one.chargedamount),
    scrowfee: numbers((one) => one.scrowfee),
    taxfee: numbers((one) => one.taxfee),
    payableamount: numbers((one) => one.payableamount),
    deleted: flags((one) => one.isDeleted === 1),
    flagged: flags((one) => one.isFlagged === 1),
    datePaidAtMs: numbers((one) => one.datePaidAtMs),
    dateCreatedAtMs: numbers((one) => one.dateCreatedAtMs),
    type: texts((one) => one.detail.type),
    reference: Int32Array.from(transactions, ({ detail }) => payrefs.idOf(detail.reference)),
    urlMismatch: flags(
      ({ paymentURL, payref }) => paymentURL !== null && !paymentURL.endsWith(`/pay/${payref}`),
    ),
    statedAmount: Float64Array.from(details, (detail) => detail.stated),
    itemquantity: Float64Array.from(details, (detail) => detail.quantity),
    currentRaised: Float64Array.from(details, (detail) => detail.raised),
    escrowCharge: Float64Array.from(details, (detail) => detail.charge),
    taskStart,
    tasks: {
      length: tasks.length,
      taskamount: Float64Array.from(tasks, (task) => task.taskamount),
      complete: Uint8Array.from(tasks, (task) => (task.isComplete === 1 ? 1 : 0)),
      dateCompletedAtMs: Float64Array.from(tasks, (task) => task.dateCompletedAtMs ?? Number.NaN),
    },
  };
}
