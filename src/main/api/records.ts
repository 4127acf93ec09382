/** The records of a body, block by block and normalised. */
import { ENTRY_FIELDS, type Entry } from "../../core/records/entry.ts";
import { type DeclaredField, type DeclaredFields, wireFields } from "../../core/records/fields.ts";
import {
  type Customer,
  type MilestoneTask,
  TRANSACTION_FIELDS,
  type Transaction,
  type TransactionDetail,
  type UnknownDetail,
} from "../../core/records/transaction.ts";
import { functionOf } from "../../core/function-of.ts";
import { type FieldReader, type RawFields, fieldNames } from "./field-reader.ts";
import { transactionSchema, walletEntrySchema } from "./schemas.ts";
import { escapeUnstorable } from "../../core/text.ts";
import { BlockReader, type RecordReader, idOf, parseList } from "./block-records.ts";
import { BlockSource, type ListBody, type ListEndpoint } from "./list-body.ts";

// Readers of declared fields, as code: it is run for each of a million records.

/** How a field of each kind is read: what may be null, and what may not. */
const METHODS = {
  integer: ["optionalInteger", "integer"],
  text: ["optionalText", "text"],
  time: ["optionalTime", "time"],
} as const satisfies Record<DeclaredField["kind"], readonly (keyof FieldReader)[]>;

/** The code that reads the fields of an object, by property. */
function reads(fields: DeclaredFields, object = "raw"): Readonly<Record<string, string>> {
  return Object.fromEntries(
    wireFields(fields).map(({ property, wire, kind, isSent }) => [
      property,
      `reader.${METHODS[kind][isSent ? 1 : 0]}(${object}.${wire})`,
    ]),
  );
}

type Reads<T> = (raw: RawFields, reader: FieldReader, ...objects: readonly RawFields[]) => T;

/**
 * Makes what reads one object. Its own times are read right before its `extra`, which says what became of them: what
 * is inside it is read first.
 *
 * @param code of each property, in the order in which they are read
 * @param given what the code uses, by name
 * @param objects names of those inside it whose fields become its own
 */
function readerFrom<T>(
  code: Readonly<Record<string, string>>,
  given: Readonly<Record<string, unknown>>,
  objects: readonly string[] = [],
): Reads<T> {
  const members = Object.entries(code).map(([property, value]) => `${property}: ${value}`);
  return functionOf(
    given,
    `(${["raw", "reader", ...objects].join(", ")}) => ({ ${members.join(", ")} })`,
  ) as Reads<T>;
}

const EXTRA = { extra: "reader.extra(raw, names)" };

/** Names and code of what an object holds beside declared fields. */
interface OtherFields {
  readonly others?: readonly string[] | undefined;
  readonly code?: Readonly<Record<string, string>>;
}

function objectReader<T>(fields: DeclaredFields, { others = [], code = {} }: OtherFields = {}): Reads<T> {
  const given = { names: fieldNames(fields, others), readTasks };
  return readerFrom<T>({ ...code, ...reads(fields), ...EXTRA }, given);
}

// From an element of the wallet history to an `Entry`.

const ALT_TIMES = ["datePaid_alt", "dateCreated_alt"];

function checkAltTimes(raw: RawFields, reader: FieldReader): void {
  for (const name of ALT_TIMES) reader.optionalText(raw[name]);
}

const entry = objectReader<Entry>(ENTRY_FIELDS, { others: ALT_TIMES });

/** Reads one entry; `reader.failed` says whether the interface allows it, else the result means nothing. */
export function readEntry(record: unknown, reader: FieldReader): Entry {
  const raw = reader.object(record);
  checkAltTimes(raw, reader);
  return entry(raw, reader);
}

// From a transaction's `data` to its detail, whose shape follows the cycle.

const { head, summary, data, task, customer, fee, state } = TRANSACTION_FIELDS;

const taskOf = objectReader<MilestoneTask>(task);

function readTasks(list: unknown, reader: FieldReader): MilestoneTask[] {
  if (Array.isArray(list)) {
    return list.map((one: unknown) => taskOf(reader.object(one), reader));
  }
  if (list === null) reader.unusual = true;
  else reader.failed = true;
  return [];
}

function detailReader(
  cycle: keyof typeof data,
  { others, code }: OtherFields = {},
): Reads<TransactionDetail> {
  return objectReader(data[cycle], { others, code: { cycle: JSON.stringify(cycle), ...code } });
}

const DETAILS: ReadonlyMap<string, Reads<TransactionDetail>> = new Map([
  ["one-time", detailReader("one-time")],
  [
    "milestone",
    detailReader("milestone", { others: ["list"], code: { tasks: "readTasks(raw.list, reader)" } }),
  ],
  ["crowd-pay", detailReader("crowd-pay")],
]);

/** Reads `data` as the cycle shapes it; that of a cycle the interface does not name is kept whole. */
function readDetail(cycle: string, value: unknown, reader: FieldReader): TransactionDetail {
  const read = DETAILS.get(cycle);
  return read === undefined ? readUnknown(value, reader) : read(reader.object(value), reader);
}

function readUnknown(value: unknown, reader: FieldReader): UnknownDetail {
  if (value === undefined) reader.failed = true;
  return {
    cycle: "unknown",
    type: ownText(value, "type"),
    reference: ownText(value, "reference"),
    document: value === undefined ? null : reader.keep(value),
  };
}

function ownText(value: unknown, field: string): string | null {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, field)) return null;
  const text = (value as Record<string, unknown>)[field];
  return typeof text === "string" ? escapeUnstorable(text) : null;
}

// From an element of the transaction list to a `Transaction`.

const NO_SUMMARY: RawFields = Object.fromEntries(wireFields(summary).map(({ wire }) => [wire, null]));

const customerOf = objectReader<Customer>(customer);

const transaction = readerFrom<Transaction>(
  {
    ...reads(head),
    ...reads(summary, "summary"),
    summaryExtra: "summary === NO_SUMMARY ? null : reader.extra(summary, SUMMARY)",
    detail: "readDetail(raw.cycle, raw.data, reader)",
    customer: "readCustomer(raw.customer, reader)",
    ...reads(fee, "fee"),
    feeExtra: "reader.extra(fee, FEE)",
    ...reads(state),
    ...EXTRA,
  },
  {
    names: fieldNames({ ...head, ...state }, ["transaction", "data", "customer", "fee", ...ALT_TIMES]),
    NO_SUMMARY,
    SUMMARY: fieldNames(summary),
    FEE: fieldNames(fee),
    readDetail,
    readCustomer,
  },
  ["summary", "fee"],
);

/** Reads one transaction; it means nothing where `reader.failed` says that the interface forbids it. */
export function readTransaction(record: unknown, reader: FieldReader): Transaction {
  const raw = reader.object(record);
  checkAltTimes(raw, reader);
  const summaryOf = reader.optionalObject(raw["transaction"]) ?? NO_SUMMARY;
  if (summaryOf === NO_SUMMARY) reader.unusual = true;
  return transaction(raw, reader, summaryOf, reader.object(raw["fee"]));
}

function readCustomer(value: unknown, reader: FieldReader): Customer | null {
  const raw = reader.optionalObject(value);
  return raw === null ? null : customerOf(raw, reader);
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

/** A transaction as earlier versions read it, see `ListBody`. */
const READ_EARLIER: RecordReader<Transaction> = {
  ...TRANSACTIONS,
  read: (record, reader) => withoutLostTime(readTransaction(record, reader)),
};

/** Reading a task made the reader forget that the milestone's own time was none. */
function withoutLostTime(read: Transaction): Transaction {
  const { detail } = read;
  if (detail.cycle !== "milestone" || detail.tasks.length === 0 || detail.extra === null) return read;
  const { dateAdded: _, ...extra } = detail.extra;
  return { ...read, detail: { ...detail, extra: Object.keys(extra).length === 0 ? null : extra } };
}

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
  return readRecords(body, body.isReadEarlier === true ? READ_EARLIER : TRANSACTIONS);
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
