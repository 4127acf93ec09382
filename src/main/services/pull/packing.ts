/** The lists of a pull as packed rows and compressed responses. */
import type { Sent } from "../../../core/sent.ts";
import { type ListBody, refuseChanged } from "../../api/json/list-body.ts";
import { readEntries, readTransactions } from "../../api/records.ts";
import { compressFile } from "../../ledger/pulls/body.ts";
import { ENTRY_TABLE } from "../../ledger/records/entry-table.ts";
import type { Parts } from "../../ledger/pulls/parts.ts";
import { PAYMENT_TABLE } from "../../ledger/records/payment-table.ts";
import type { RecordTable } from "../../ledger/records/record-table.ts";
import { type RowBatch, RowPacker } from "../../ledger/records/row-batch.ts";

/** The lists of one pull. */
export interface PulledLists {
  readonly wallet: readonly ListBody[];
  readonly transactions: readonly ListBody[];
}

/**
 * Each list is asked for once, in this order: entries, transactions, then the compressed responses one after
 * the other.
 */
export interface Packing {
  /** null when the pull had none, so that nothing vanishes. */
  readonly entries: Parts<RowBatch> | null;
  readonly transactions: Parts<RowBatch> | null;
  /** The pieces of the next list's response, wallet histories first. Each is gone when the next is asked for. */
  readonly nextAnswer: () => Parts<Uint8Array>;
  /** Ends it early, or does nothing any more. */
  readonly stop: () => Promise<void>;
}

/** Lists in the order in which their responses are kept. */
export function allLists({ wallet, transactions }: PulledLists): readonly ListBody[] {
  return [...wallet, ...transactions];
}

/** Packs in this thread. All iterations throw what reading the records raises. */
export function packHere(lists: PulledLists): Packing {
  const packer = new RowPacker();
  const waiting = allLists(lists).values();
  return {
    entries: orNone(lists.wallet, packEntries(packer, lists)),
    transactions: orNone(lists.transactions, packTransactions(packer, lists)),
    nextAnswer() {
      const next = waiting.next();
      if (next.done === true) throw new RangeError("there is no further response");
      return compressList(next.value);
    },
    stop: () => Promise.resolve(),
  };
}

/** null for no lists. */
export function orNone<T>(lists: readonly ListBody[], batches: T): T | null {
  return lists.length === 0 ? null : batches;
}

export function packEntries(packer: RowPacker, { wallet }: PulledLists): Generator<RowBatch> {
  return packAll(packer, wallet, readEntries, ENTRY_TABLE);
}

export function packTransactions(packer: RowPacker, { transactions }: PulledLists): Generator<RowBatch> {
  return packAll(packer, transactions, readTransactions, PAYMENT_TABLE);
}

function* packAll<R extends Sent>(
  packer: RowPacker,
  lists: readonly ListBody[],
  read: (list: ListBody) => Iterable<readonly R[]>,
  table: RecordTable<R>,
): Generator<RowBatch> {
  for (const list of lists) {
    for (const records of read(list)) yield packer.pack(table, records);
  }
}

/**
 * A list's response, compressed.
 * @throws TieoutError FILE_UNREADABLE when its file was written between its scan and the first piece; what is
 *   written later is found by `publishAnswers`
 */
export function* compressList(list: ListBody): Generator<Uint8Array<ArrayBuffer>> {
  refuseChanged(list);
  yield* compressFile(list.file);
}
