/**
 * The records of a body, block by block and normalised.
 *
 * The usual block is parsed at once. Where anything is off — text that is no JSON, a key that may stand twice, a number that
 * may have been rounded, a record the interface does not allow — its records are read one by one, exactly, and the error
 * names the record.
 */
import type { z } from "zod";
import type { Entry } from "../../core/entry.ts";
import type { Transaction } from "../../core/transaction.ts";
import { duplicateKeyError, findDuplicateKey } from "./duplicate-keys.ts";
import { parseExact } from "./exact.ts";
import { explainRecord } from "./explain.ts";
import { FieldReader } from "./field-reader.ts";
import { BlockSource, type ListBody, type ListEndpoint } from "./list-body.ts";
import { readEntry } from "./normalise-entry.ts";
import { readTransaction } from "./normalise-transaction.ts";
import { payloadError } from "./origin.ts";
import type { Block } from "./scan.ts";
import { transactionSchema, walletEntrySchema } from "./schemas.ts";
import { splitRecords } from "./split.ts";

interface RecordKind<T> {
  readonly idField: "walletID" | "payID";
  readonly schema: z.ZodType;
  readonly read: (record: unknown, reader: FieldReader) => T;
}

const ENTRIES: RecordKind<Entry> = { idField: "walletID", schema: walletEntrySchema, read: readEntry };
const TRANSACTIONS: RecordKind<Transaction> = {
  idField: "payID",
  schema: transactionSchema,
  read: readTransaction,
};

/**
 * The entries of a wallet history, in batches of a block.
 *
 * A body that lists the newest first is read from its end, so that ids ascend; any other comes in its own order.
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

function* readRecords<T>(body: ListBody, kind: RecordKind<T>): Generator<T[], void, void> {
  using source = new BlockSource(body);
  if (!newestFirst(body, source, kind)) {
    for (const block of body.blocks) yield readBlock(body, source, block, kind);
    return;
  }
  for (const block of body.blocks.toReversed()) yield readBlock(body, source, block, kind).toReversed();
}

/** Whether the first record's id is above the last one's. What cannot be told is read in its own order. */
function newestFirst<T>(body: ListBody, source: BlockSource, kind: RecordKind<T>): boolean {
  const first = body.blocks[0];
  const last = body.blocks.at(-1);
  if (first === undefined || last === undefined) return false;
  const firstId = idOf(parseList(source.listText(first))?.[0], kind);
  const lastId = idOf(parseList(source.listText(last))?.at(-1), kind);
  return firstId !== null && lastId !== null && firstId > lastId;
}

function idOf<T>(record: unknown, kind: RecordKind<T>): number | null {
  const id =
    typeof record === "object" && record !== null ? (record as Record<string, unknown>)[kind.idField] : null;
  return typeof id === "number" && Number.isSafeInteger(id) ? id : null;
}

/** Whether the body's first record carries the id of an endpoint's records. */
export function firstRecordHas(body: ListBody, source: BlockSource, endpoint: ListEndpoint): boolean {
  const first = body.blocks[0];
  const record = first === undefined ? null : parseList(source.listText(first))?.[0];
  const { idField } = endpoint === "wallet" ? ENTRIES : TRANSACTIONS;
  return typeof record === "object" && record !== null && Object.hasOwn(record, idField);
}

function parseList(text: string): unknown[] | null {
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    return null;
  }
}

function readBlock<T>(body: ListBody, source: BlockSource, block: Block, kind: RecordKind<T>): T[] {
  const text = source.listText(block);
  return readAtOnce(text, block, kind) ?? readOneByOne(text, body, block, kind);
}

/** The block's records, or null when anything is off. */
function readAtOnce<T>(text: string, block: Block, kind: RecordKind<T>): T[] | null {
  if (block.roundable) return null;
  const raws = parseList(text);
  if (raws === null || raws.length !== block.records) return null;
  // The only way to a NUL or a lone surrogate.
  const escapes = text.includes(String.raw`\u`);
  return readAll(raws, block, kind, escapes, false) ?? readAll(raws, block, kind, escapes, true);
}

/**
 * The records, or null when one is not allowed or their members are not as many as the block's colons: with `unnamed` a key
 * stands twice then, without it there may also be fields the interface does not name.
 */
function readAll<T>(
  raws: readonly unknown[],
  block: Block,
  kind: RecordKind<T>,
  escapes: boolean,
  unnamed: boolean,
): T[] | null {
  const reader = new FieldReader();
  reader.escapes = escapes;
  reader.unnamed = unnamed;
  const records = raws.map((raw) => kind.read(raw, reader));
  return reader.failed || reader.keys !== block.colons ? null : records;
}

function readOneByOne<T>(text: string, body: ListBody, block: Block, kind: RecordKind<T>): T[] {
  return splitRecords(text).map(({ text: recordText, at }, index) => {
    const number = block.firstRecord + index + 1;
    const raw = parseRecord(recordText, body, number, block.start + Buffer.byteLength(text.slice(1, at)));
    const id = idOf(raw, kind);
    const label = id === null ? `record ${number}` : `${kind.idField} ${id}`;
    const duplicate = findDuplicateKey(recordText);
    if (duplicate !== null) {
      throw duplicateKeyError(duplicate, body.origin, label);
    }
    const reader = new FieldReader();
    const record = kind.read(raw, reader);
    if (reader.failed) throw explainRecord(kind.schema, raw, body.origin, label);
    return record;
  });
}

function parseRecord(text: string, body: ListBody, number: number, at: number): unknown {
  try {
    return parseExact(text);
  } catch {
    throw payloadError("PAYLOAD_NOT_JSON", `The record that begins at byte ${at} is not JSON`, body.origin, {
      record: `record ${number}`,
    });
  }
}
