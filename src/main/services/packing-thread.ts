/**
 * Packing in a thread of its own, while this one writes rows into the ledger. What crosses is a batch at a time; the packer
 * waits when it is far ahead, so that memory stays bounded.
 */
import { MessageChannel, Worker, receiveMessageOnPort } from "node:worker_threads";
import type { ListBody } from "../api/list-body.ts";
import { type RowBatch, RowPacker } from "../ledger/row-batch.ts";
import {
  type Packing,
  type PulledLists,
  allLists,
  compressList,
  orNone,
  packEntries,
  packTransactions,
} from "./packing.ts";

/** What the packer sends: parts of the list at hand, the list's end, or that something went wrong. */
export type PackerMessage =
  | { readonly kind: "batch"; readonly batch: RowBatch }
  | { readonly kind: "piece"; readonly piece: Uint8Array }
  | { readonly kind: "end" }
  | { readonly kind: "failed" };

/** Two counters that both threads see: messages sent, messages taken. */
export const SENT = 0;
export const TAKEN = 1;

/** Messages that may lie between the threads. */
export const MOST_AHEAD = 6;

/** Records live for a moment: room for few of them is enough, and more would be taken from the machine for nothing. */
const YOUNG_MB = 16;

/** A packer that says nothing for so long is dead: a batch takes it a moment. */
const SILENCE_MS = 120_000;

/** Packs beside this thread; the iterations throw as those of `packHere`. Stop it in the end. */
export function packBeside(lists: PulledLists): Packing {
  const counters = new Int32Array(new SharedArrayBuffer(8));
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(workerFile(), {
    workerData: { lists: withoutRedaction(lists), port: port2, counters },
    transferList: [port2],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  // What goes wrong in there arrives as a message; this thread waits for that, not for events.
  worker.on("error", () => {});
  worker.unref();
  const next = () => takeMessage(port, counters);
  return {
    entries: orNone(lists.wallet, partsOfOne(next, batchIn, lists)),
    transactions: orNone(lists.transactions, partsOfOne(next, batchIn, lists)),
    nextAnswer: () => partsOfOne(next, pieceIn, lists),
    stop() {
      port.close();
      void worker.terminate();
    },
  };
}

/** Knowledge of secrets stays in this thread. */
function withoutRedaction({ wallet, transactions }: PulledLists): PulledLists {
  return { wallet: wallet.map(bareList), transactions: transactions.map(bareList) };
}

function bareList({ origin: { name, kind }, ...list }: ListBody): ListBody {
  return { ...list, origin: { name, kind } };
}

/** The parts of the next list, whatever that is. */
function* partsOfOne<T>(
  next: () => PackerMessage,
  partIn: (message: PackerMessage) => T,
  lists: PulledLists,
): Generator<T> {
  for (let message = next(); message.kind !== "end"; message = next()) {
    if (message.kind === "failed") throw failureOf(lists);
    yield partIn(message);
  }
}

/**
 * What went wrong in the packing thread: everything is read once more here, because only this thread can take secrets out of
 * what an error quotes.
 */
function failureOf(lists: PulledLists): unknown {
  const packer = new RowPacker();
  try {
    for (const _ of packEntries(packer, lists));
    for (const _ of packTransactions(packer, lists));
    for (const list of allLists(lists)) for (const _ of compressList(list));
  } catch (error) {
    return error;
  }
  return new Error("the packing thread failed where this one does not");
}

function batchIn(message: PackerMessage): RowBatch {
  if (message.kind !== "batch") throw new Error(`a batch was due, not ${message.kind}`);
  return message.batch;
}

function pieceIn(message: PackerMessage): Uint8Array {
  if (message.kind !== "piece") throw new Error(`a piece was due, not ${message.kind}`);
  return message.piece;
}

function takeMessage(port: MessageChannel["port1"], counters: Int32Array): PackerMessage {
  const taken = Atomics.load(counters, TAKEN);
  while (Atomics.load(counters, SENT) === taken) {
    if (Atomics.wait(counters, SENT, taken, SILENCE_MS) === "timed-out") {
      throw new Error("the packing thread died");
    }
  }
  const received = receiveMessageOnPort(port);
  if (received === undefined) throw new Error("a message was announced and did not come");
  Atomics.store(counters, TAKEN, taken + 1);
  Atomics.notify(counters, TAKEN);
  return received.message;
}

/** The thread's own file: TypeScript where this runs from its source, else built beside this. */
function workerFile(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./packing.worker.${extension}`, import.meta.url);
}
