/** The records of a body, block by block and normalised. */
import type { Entry } from "../../core/records/entry.ts";
import { type FieldReader, type RawFields, fieldNames } from "./field-reader.ts";
import {
  walletEntrySchema,
  crowdPayDataSchema,
  milestoneDataSchema,
  milestoneTaskSchema,
  oneTimeDataSchema,
  customerSchema,
  feeSchema,
  summarySchema,
  transactionSchema,
} from "./schemas.ts";
import { escapeUnstorable } from "../../core/text.ts";
import type {
  CrowdPayDetail,
  MilestoneDetail,
  MilestoneTask,
  OneTimeDetail,
  TransactionDetail,
  UnknownDetail,
  Customer,
  Transaction,
} from "../../core/records/transaction.ts";
import { BlockReader, type RecordReader, idOf, parseList } from "./block-records.ts";
import { BlockSource, type ListBody, type ListEndpoint } from "./list-body.ts";

// From an element of the wallet history to an `Entry`.

const ENTRY = fieldNames(walletEntrySchema.shape, ["datePaid"]);

/** Reads one entry; `reader.failed` says whether the interface allows it, else the result means nothing. */
export function readEntry(record: unknown, reader: FieldReader): Entry {
  const raw: RawFields<keyof typeof walletEntrySchema.shape> = reader.object(record);
  reader.optionalText(raw.datePaid_alt);
  reader.optionalText(raw.dateCreated_alt);
  return {
    walletID: reader.integer(raw.walletID),
    userID: reader.integer(raw.userID),
    businessID: reader.integer(raw.businessID),
    credit: reader.integer(raw.credit_balance),
    debit: reader.integer(raw.debit_balance),
    balance: reader.integer(raw.balance),
    action: reader.optionalText(raw.action),
    description: reader.optionalText(raw.description),
    sessionID: reader.optionalText(raw.sessionID),
    payref: reader.text(raw.payref),
    isApproved: reader.optionalInteger(raw.is_approved),
    isBonus: reader.optionalInteger(raw.is_bonus),
    datePaidAtMs: reader.optionalTime(raw.datePaid),
    dateCreatedAtMs: reader.time(raw.dateCreated),
    extra: reader.extra(raw, ENTRY),
  };
}

// From a transaction's `data` to its detail, whose shape follows the cycle.

const ONE_TIME = fieldNames(oneTimeDataSchema.shape, ["dateAdded"]);
const MILESTONE = fieldNames(milestoneDataSchema.shape, ["dateAdded"]);
const TASK = fieldNames(milestoneTaskSchema.shape, ["dateCompleted"]);
const CROWD_PAY = fieldNames(crowdPayDataSchema.shape, ["dateCreated"]);

/** Reads `data` as the cycle shapes it; that of a cycle the interface does not name is kept whole. */
function readDetail(cycle: string, data: unknown, reader: FieldReader): TransactionDetail {
  if (cycle === "one-time") return readOneTime(data, reader);
  if (cycle === "milestone") return readMilestone(data, reader);
  if (cycle === "crowd-pay") return readCrowdPay(data, reader);
  return readUnknown(data, reader);
}

function readOneTime(data: unknown, reader: FieldReader): OneTimeDetail {
  const raw: RawFields<keyof typeof oneTimeDataSchema.shape> = reader.object(data);
  return {
    cycle: "one-time",
    type: reader.optionalText(raw.type),
    reference: reader.optionalText(raw.reference),
    duration: reader.optionalText(raw.duration),
    itemname: reader.optionalText(raw.itemname),
    itemquantity: reader.optionalInteger(raw.itemquantity),
    itemamount: reader.integer(raw.itemamount),
    deliverydate: reader.optionalText(raw.deliverydate),
    escrowCharge: reader.integer(raw.escrow_charge),
    terms: reader.optionalText(raw.terms),
    dateAddedAtMs: reader.optionalTime(raw.dateAdded),
    extra: reader.extra(raw, ONE_TIME),
  };
}

function readMilestone(data: unknown, reader: FieldReader): MilestoneDetail {
  const raw: RawFields<keyof typeof milestoneDataSchema.shape> = reader.object(data);
  return {
    cycle: "milestone",
    type: reader.optionalText(raw.type),
    reference: reader.optionalText(raw.reference),
    taskname: reader.optionalText(raw.taskname),
    amount: reader.integer(raw.amount),
    escrowCharge: reader.integer(raw.escrow_charge),
    terms: reader.optionalText(raw.terms),
    dateAddedAtMs: reader.optionalTime(raw.dateAdded),
    tasks: readTasks(raw.list, reader),
    extra: reader.extra(raw, MILESTONE),
  };
}

function readTasks(list: unknown, reader: FieldReader): MilestoneTask[] {
  if (Array.isArray(list)) return list.map((task: unknown) => readTask(task, reader));
  if (list === null) reader.unusual = true;
  else reader.failed = true;
  return [];
}

function readTask(task: unknown, reader: FieldReader): MilestoneTask {
  const raw: RawFields<keyof typeof milestoneTaskSchema.shape> = reader.object(task);
  return {
    businessID: reader.integer(raw.businessID),
    userID: reader.integer(raw.userID),
    taskname: reader.optionalText(raw.taskname),
    taskamount: reader.integer(raw.taskamount),
    token: reader.optionalText(raw.token),
    isComplete: reader.optionalInteger(raw.is_complete),
    dateCompletedAtMs: reader.optionalTime(raw.dateCompleted),
    extra: reader.extra(raw, TASK),
  };
}

function readCrowdPay(data: unknown, reader: FieldReader): CrowdPayDetail {
  const raw: RawFields<keyof typeof crowdPayDataSchema.shape> = reader.object(data);
  return {
    cycle: "crowd-pay",
    type: reader.optionalText(raw.type),
    reference: reader.optionalText(raw.reference),
    purpose: reader.optionalText(raw.purpose),
    projectName: reader.optionalText(raw.project_name),
    projectGoal: reader.integer(raw.project_goal),
    currentRaised: reader.integer(raw.current_raised),
    contributorCount: reader.optionalInteger(raw.contributor_count),
    projectDescription: reader.optionalText(raw.project_description),
    dateCreatedAtMs: reader.optionalTime(raw.dateCreated),
    extra: reader.extra(raw, CROWD_PAY),
  };
}

function readUnknown(data: unknown, reader: FieldReader): UnknownDetail {
  if (data === undefined) reader.failed = true;
  return {
    cycle: "unknown",
    type: ownText(data, "type"),
    reference: ownText(data, "reference"),
    document: data === undefined ? null : reader.keep(data),
  };
}

function ownText(data: unknown, field: string): string | null {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, field)) return null;
  const value = (data as Record<string, unknown>)[field];
  return typeof value === "string" ? escapeUnstorable(value) : null;
}

// From an element of the transaction list to a `Transaction`.

const TRANSACTION = fieldNames(transactionSchema.shape, ["datePaid", "dateCreated"]);
const SUMMARY = fieldNames(summarySchema.shape, []);
const CUSTOMER = fieldNames(customerSchema.shape, []);
const FEE = fieldNames(feeSchema.shape, []);

const NO_SUMMARY: RawFields<keyof typeof summarySchema.shape> = {
  name: null,
  status_alt: null,
  trader_status: null,
  is_active: null,
  paymentURL: null,
};

/** Reads one transaction; it means nothing where `reader.failed` says that the interface forbids it. */
export function readTransaction(record: unknown, reader: FieldReader): Transaction {
  const raw: RawFields<keyof typeof transactionSchema.shape> = reader.object(record);
  reader.optionalText(raw.datePaid_alt);
  reader.optionalText(raw.dateCreated_alt);
  const cycle = reader.text(raw.cycle);
  const summary: typeof NO_SUMMARY = reader.optionalObject(raw.transaction) ?? NO_SUMMARY;
  if (summary === NO_SUMMARY) reader.unusual = true;
  const fee: RawFields<keyof typeof feeSchema.shape> = reader.object(raw.fee);
  return {
    payID: reader.integer(raw.payID),
    businessID: reader.integer(raw.businessID),
    userID: reader.integer(raw.userID),
    payhash: reader.optionalText(raw.payhash),
    payref: reader.text(raw.payref),
    cycle,
    label: reader.optionalText(summary.name),
    statusAlt: reader.optionalText(summary.status_alt),
    traderStatus: reader.optionalText(summary.trader_status),
    isActive: reader.optionalText(summary.is_active),
    paymentURL: reader.optionalText(summary.paymentURL),
    summaryExtra: summary === NO_SUMMARY ? null : reader.extra(summary, SUMMARY),
    detail: readDetail(cycle, raw.data, reader),
    customer: readCustomer(raw.customer, reader),
    currency: reader.optionalText(fee.currency),
    chargedamount: reader.integer(fee.chargedamount),
    scrowfee: reader.integer(fee.scrowfee),
    taxfee: reader.integer(fee.taxfee),
    payableamount: reader.integer(fee.payableamount),
    feeExtra: reader.extra(fee, FEE),
    status: reader.optionalInteger(raw.status),
    isDeleted: reader.optionalInteger(raw.is_deleted),
    isFlagged: reader.optionalInteger(raw.is_flagged),
    datePaidAtMs: reader.optionalTime(raw.datePaid),
    dateCreatedAtMs: reader.optionalTime(raw.dateCreated),
    extra: reader.extra(raw, TRANSACTION),
  };
}

function readCustomer(value: unknown, reader: FieldReader): Customer | null {
  const raw: RawFields<keyof typeof customerSchema.shape> | null = reader.optionalObject(value);
  if (raw === null) return null;
  return {
    userID: reader.integer(raw.userID),
    name: reader.optionalText(raw.name),
    phone: reader.optionalText(raw.phone),
    extra: reader.extra(raw, CUSTOMER),
  };
}

export const ENTRIES: RecordReader<Entry> = {
  idField: "walletID",
  schema: walletEntrySchema,
  read: readEntry,
};
export const TRANSACTIONS: RecordReader<Transaction> = {
  idField: "payID",
  schema: transactionSchema,
  read: readTransaction,
};

/**
 * The entries of a wallet history, in batches of a block.
 *
 * A body that lists the newest first is read from its end, so that ids ascend; any other comes in its own
 * order.
 *
 * @throws TieoutError PAYLOAD_* naming record and field, FILE_UNREADABLE
 */
export function readEntries(body: ListBody): Generator<Entry[], void, void> {
  return readRecords(body, ENTRIES);
}

/** The transactions of a transaction list; as `readEntries`. */
export function readTransactions(body: ListBody): Generator<Transaction[], void, void> {
  return readRecords(body, TRANSACTIONS);
}

function* readRecords<T extends object>(body: ListBody, kind: RecordReader<T>): Generator<T[], void, void> {
  using source = new BlockSource(body);
  const reader = new BlockReader(kind, body.origin);
  if (!newestFirst(body, source, kind)) {
    for (const block of body.blocks) yield reader.read(source.listText(block), block);
    return;
  }
  for (const block of body.blocks.toReversed()) yield reader.read(source.listText(block), block).toReversed();
}

/** Whether the first record's id is above the last one's. What is unknown is read in its own order. */
function newestFirst<T>(body: ListBody, source: BlockSource, kind: RecordReader<T>): boolean {
  const first = body.blocks[0];
  const last = body.blocks.at(-1);
  if (first === undefined || last === undefined || body.records === 1) return false;
  const firstId = idOf(parseList(source.listText(first))?.[0], kind);
  const lastId = idOf(parseList(source.listText(last))?.at(-1), kind);
  return firstId !== null && lastId !== null && firstId > lastId;
}

/** The walletIDs that a wallet history lists first and last, as listed: those of its first block and its last. */
export function outerWalletIDs(body: ListBody): number[] {
  using source = new BlockSource(body);
  const outer = new Set([body.blocks.at(0), body.blocks.at(-1)]);
  return [...outer].flatMap((block) => {
    const records = block === undefined ? [] : (parseList(source.listText(block)) ?? []);
    return records.flatMap((record) => idOf(record, ENTRIES) ?? []);
  });
}

/** Whether the body's first record carries the id of an endpoint's records. */
export function firstRecordHas(body: ListBody, source: BlockSource, endpoint: ListEndpoint): boolean {
  const first = body.blocks[0];
  const record = first === undefined ? null : parseList(source.listText(first))?.[0];
  const { idField } = endpoint === "wallet" ? ENTRIES : TRANSACTIONS;
  return typeof record === "object" && record !== null && Object.hasOwn(record, idField);
}
