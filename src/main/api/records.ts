/** The records of a body, block by block and normalised. */
import type { Entry } from "../../core/entry.ts";
import type { Transaction } from "../../core/transaction.ts";
import { BlockReader, type RecordReader, idOf, parseList } from "./json/block-records.ts";
import { BlockSource, type ListBody, type ListEndpoint } from "./json/list-body.ts";
import { readEntry } from "./normalise-entry.ts";
import { readTransaction } from "./normalise-transaction.ts";
import { transactionSchema, walletEntrySchema } from "./schemas.ts";

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
