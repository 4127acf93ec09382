/**
 * Kinds of records and their columns, each declared once: a row's order, what is written and read back, where
 * ids of texts stand, what is digested and what a check reads derive from the declaration.
 */
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import type { Fields } from "../../../core/records/fields.ts";
import type { TextColumn } from "../../../core/reconcile/input/input.ts";
import { functionOf } from "../../../core/function-of.ts";
import type { Interning } from "./numbering.ts";
import {
  labelledTransaction,
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
import { type StoredPlace, parseStored } from "../../../schema/stored.ts";
import { LABELLED_ENTRY, type Entry, entryDocument } from "../../../core/records/entry.ts";

/** What SQLite gives of one column. */
export type StoredValue = number | string | null;

/** A row's values in column order: id, pull_id, other integers, then texts. */
export type StoredRow = readonly StoredValue[];

/** Where a row's ids get their texts when it is read. */
export interface Texts {
  readonly payrefs: TextColumn;
  readonly labels: TextColumn;
}

/** How a value is stored: as it is, as the id of a payref or of a label, or as canonical JSON. */
type Kind = "integer" | "payref" | "label" | "text" | "json";

export interface Column<Value> {
  /** Its name in the table. */
  readonly column: string;
  readonly kind: Kind;
  readonly orNull: boolean;
  /** The value of a stored one; `id` is the record's. */
  readonly read: (stored: StoredValue, texts: Texts, id: number) => Value;
  /** Whether it is no property of the record itself, but follows from it. */
  readonly isDerived?: true;
}

function column<Value>(name: string, kind: Kind, read: Column<Value>["read"]) {
  const notNull: Column<Value> = { column: name, kind, orNull: false, read };
  const orNull: Column<Value | null> = {
    ...notNull,
    orNull: true,
    read: (stored, texts, id) => (stored === null ? null : read(stored, texts, id)),
  };
  return { notNull, orNull };
}

const integerColumn = (name: string) => column(name, "integer", Number);
const payrefColumn = (name: string) =>
  column(name, "payref", (stored, { payrefs }) => payrefs.at(Number(stored)));
const labelColumn = (name: string) =>
  column(name, "label", (stored, { labels }) => labels.at(Number(stored)));
const textColumn = (name: string) => column(name, "text", String);

/** A column of what follows from the record: see `derive` of `recordTable`. */
export function derived<Value>(from: Column<Value>): Column<Value> & { readonly isDerived: true } {
  return { ...from, isDerived: true };
}

/** By the property of the record, in the order of the table: the id first, integers before texts. */
export type ColumnSet = Readonly<Record<string, Column<unknown>>>;

/** The values of columns by property. */
export type StoredRecord<C extends ColumnSet> = {
  readonly [P in keyof C]: C[P] extends Column<infer Value> ? Value : never;
};

type DerivedNames<C extends ColumnSet> = {
  [P in keyof C]: C[P] extends { readonly isDerived: true } ? P : never;
}[keyof C];

type Derived<C extends ColumnSet> = Pick<StoredRecord<C>, DerivedNames<C>>;

export interface RecordTable<R, C extends ColumnSet = ColumnSet> {
  readonly name: "entry" | "payment";
  readonly idColumn: "wallet_id" | "pay_id";
  readonly declared: C;
  /** All columns, id and pull_id first, integers before texts. */
  readonly columns: readonly string[];
  /** How many of the columns are integers. */
  readonly integers: number;
  /** Positions of the columns that hold payrefs' ids. */
  readonly payrefColumns: readonly number[];
  /** Positions of the columns that hold labels' ids. */
  readonly labelColumns: readonly number[];
  readonly idOf: (record: R) => number;
  readonly toRow: (record: R, pullId: number, interning: Interning) => StoredRow;
  readonly fromRow: (row: StoredRow, texts: Texts) => R;
  /** The record under the interface's names, without `_alt` fields. */
  readonly document: (record: R) => JsonValue;
  /** The fields that the interface names. */
  readonly fields: Fields;
  /** SQL for one of them that came later than the tables. */
  readonly laterField: (field: string) => string;
}

/** What a kind of record declares; everything else about its table follows. */
interface TableDeclarationOf<R, C extends ColumnSet> extends Pick<
  RecordTable<R>,
  "name" | "idColumn" | "idOf" | "document" | "fields" | "laterField"
> {
  readonly columns: C;
  /** What has columns and is no property of the record. */
  readonly derive: (record: R) => Derived<C>;
  /** The record of which these are the values. */
  readonly restore: (stored: StoredRecord<C>) => R;
}

/** Where pull_id stands in a row. */
const PULL_AT = 1;

export function recordTable<C extends ColumnSet, R extends Omit<StoredRecord<C>, DerivedNames<C>>>({
  columns: declared,
  derive,
  restore,
  ...about
}: TableDeclarationOf<R, C>): RecordTable<R, C> {
  const list = Object.entries(declared);
  const ofKind = list.toSpliced(PULL_AT, 0, ["pullId", integerColumn("pull_id").notNull]).map(([, of]) => of);
  const placesOf = (kind: Kind) => ofKind.flatMap((of, place) => (of.kind === kind ? [place] : []));
  const write = rowWriter<R, Derived<C>>(declared);
  return {
    ...about,
    declared,
    columns: ofKind.map((of) => of.column),
    integers: ofKind.filter(({ kind }) => kind !== "text" && kind !== "json").length,
    payrefColumns: placesOf("payref"),
    labelColumns: placesOf("label"),
    toRow: (record, pullId, interning) => write(record, derive(record), pullId, interning),
    fromRow(row, texts) {
      const id = Number(row[0]);
      const read = (place: number, of: Column<unknown>) =>
        of.read(row[place < PULL_AT ? place : place + 1] ?? null, texts, id);
      return restore(
        Object.fromEntries(
          list.map(([property, of], place) => [property, read(place, of)]),
        ) as StoredRecord<C>,
      );
    },
  };
}

/** What is written of a value, as code. */
const WRITTEN: Readonly<Record<Kind, (value: string) => string>> = {
  integer: (value) => value,
  text: (value) => value,
  payref: (value) => `interning.payrefs.idOrNull(${value})`,
  label: (value) => `interning.labels.idOrNull(${value})`,
  json: (value) => `${value} === null ? null : canonicalJson(${value})`,
};

type RowWriter<R, D> = (record: R, derived: D, pullId: number, interning: Interning) => StoredRow;

function rowWriter<R, D>(declared: ColumnSet): RowWriter<R, D> {
  const values = Object.entries(declared)
    .map(([property, { kind, isDerived }]) =>
      WRITTEN[kind](`${isDerived ? "derived" : "record"}.${property}`),
    )
    .toSpliced(PULL_AT, 0, "pullId");
  return functionOf(
    { canonicalJson },
    `(record, derived, pullId, interning) => [${values.join(", ")}]`,
  ) as RowWriter<R, D>;
}

/** Whether two rows of one record say the same, whichever pull brought them. */
export function sameContent(a: StoredRow, b: StoredRow): boolean {
  for (let at = 2; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

// Payment transactions in the ledger.

const NO_DETAIL = {
  statedAmount: null,
  itemquantity: null,
  currentRaised: null,
  escrowCharge: null,
  tasks: null,
};

/** The columns a detail fills, and what is left of it. */
function splitDetail(detail: TransactionDetail) {
  switch (detail.cycle) {
    case "one-time": {
      const { cycle: _, type, reference, itemamount, itemquantity, escrowCharge, ...rest } = detail;
      const filled = { statedAmount: itemamount, itemquantity, escrowCharge };
      return { columns: { type, reference, ...NO_DETAIL, ...filled }, rest };
    }
    case "milestone": {
      const { cycle: _, type, reference, amount, escrowCharge, tasks: payTasks, ...rest } = detail;
      const filled = { statedAmount: amount, escrowCharge, tasks: JSON.stringify(payTasks) };
      return { columns: { type, reference, ...NO_DETAIL, ...filled }, rest };
    }
    case "crowd-pay": {
      const { cycle: _, type, reference, projectGoal, currentRaised, ...rest } = detail;
      const filled = { statedAmount: projectGoal, currentRaised };
      return { columns: { type, reference, ...NO_DETAIL, ...filled }, rest };
    }
    case "unknown": {
      const { cycle: _, type, reference, ...rest } = detail;
      return { columns: { type, reference, ...NO_DETAIL }, rest };
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
    payID: integerColumn("pay_id").notNull,
    businessID: integerColumn("business_id").notNull,
    userID: integerColumn("user_id").notNull,
    payref: payrefColumn("payref_id").notNull,
    cycle: labelColumn("cycle_id").notNull,
    traderStatus: labelColumn("role_id").orNull,
    currency: labelColumn("currency_id").orNull,
    type: derived(labelColumn("type_id").orNull),
    reference: derived(payrefColumn("reference_id").orNull),
    label: labelColumn("label_id").orNull,
    statusAlt: labelColumn("status_alt_id").orNull,
    chargedamount: integerColumn("chargedamount").notNull,
    scrowfee: integerColumn("scrowfee").notNull,
    taxfee: integerColumn("taxfee").notNull,
    payableamount: integerColumn("payableamount").notNull,
    status: integerColumn("status").orNull,
    isDeleted: integerColumn("is_deleted").orNull,
    isFlagged: integerColumn("is_flagged").orNull,
    datePaidAtMs: integerColumn("date_paid_ms").orNull,
    dateCreatedAtMs: integerColumn("date_created_ms").orNull,
    statedAmount: derived(integerColumn("stated_amount").orNull),
    itemquantity: derived(integerColumn("itemquantity").orNull),
    currentRaised: derived(integerColumn("current_raised").orNull),
    escrowCharge: derived(integerColumn("escrow_charge").orNull),
    urlMismatch: derived(integerColumn("url_mismatch").notNull),
    tasks: derived(textColumn("tasks").orNull),
    customerName: derived(textColumn("customer_name").orNull),
    rest: derived(textColumn("rest").notNull),
  },
  idOf: (transaction: Transaction) => transaction.payID,
  document: transactionDocument,
  derive(transaction) {
    const { columns, rest: detail } = splitDetail(transaction.detail);
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
    const { detail, ...rest } = parseStored(text_, restOf(columns.cycle), () => placeOf(columns.payID));
    const inColumns = { statedAmount, itemquantity, currentRaised, escrowCharge };
    const parsed = payTasks === null ? [] : parseStored(payTasks, tasks, () => placeOf(columns.payID));
    return {
      ...columns,
      ...rest,
      detail: joinDetail(columns.cycle, { type, reference, ...detail }, inColumns, parsed),
    };
  },
  fields: labelledTransaction({}),
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

/** The tasks of a payment, as much of them as a check of many needs. @throws TieoutError AUDIT_MISMATCH */
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
    walletID: integerColumn("wallet_id").notNull,
    userID: integerColumn("user_id").notNull,
    businessID: integerColumn("business_id").notNull,
    credit: integerColumn("credit").notNull,
    debit: integerColumn("debit").notNull,
    balance: integerColumn("balance").notNull,
    payref: payrefColumn("payref_id").notNull,
    action: labelColumn("action_id").orNull,
    isApproved: integerColumn("is_approved").orNull,
    isBonus: integerColumn("is_bonus").orNull,
    datePaidAtMs: integerColumn("date_paid_ms").orNull,
    dateCreatedAtMs: integerColumn("date_created_ms").notNull,
    description: textColumn("description").orNull,
    sessionID: textColumn("session_id").orNull,
    extra: column("extra", "json", (stored, _, id) => parseExtra(String(stored), id)).orNull,
  },
  idOf: (entry: Entry) => entry.walletID,
  document: entryDocument,
  derive: () => ({}),
  restore: (stored): Entry => stored,
  fields: LABELLED_ENTRY,
  laterField: (field) => `extra ->> '$.${field}'`,
});

function parseExtra(text: string, walletID: number): NonNullable<Entry["extra"]> {
  return parseStored(text, extra, () => ({
    record: `walletID ${walletID}`,
    sentence: "The content of an entry differs from what was written",
  }));
}
