/**
 * Packs records in a separate thread while this one writes rows to the ledger. Batches cross one at a time,
 * and the packer waits when it is far ahead, so memory stays bounded. This thread never blocks, and notices
 * at once when the other dies.
 */
import { MessageChannel, type MessagePort, Worker, receiveMessageOnPort } from "node:worker_threads";
import type { ListBody } from "../../api/json/list-body.ts";
import { type RowBatch, RowPacker } from "../../ledger/records/row-batch.ts";
import {
  type Packing,
  type PulledLists,
  allLists,
  compressList,
  orNone,
  packEntries,
  packTransactions,
} from "./packing.ts";
import { workerFile } from "../shared/worker-file.ts";

/** What the packer sends: parts of the list at hand, the list's end, or that something went wrong. */
export type PackerMessage =
  | { readonly kind: "batch"; readonly batch: RowBatch }
  | { readonly kind: "piece"; readonly piece: Uint8Array }
  | { readonly kind: "end" }
  | { readonly kind: "failed" };

/** What both threads see: how many messages were sent, how many taken, and whether the packer is to stop. */
export const SENT = 0;
export const TAKEN = 1;
export const STOPPED = 2;

/** How many messages may be queued between the threads. */
export const MOST_AHEAD = 32;

/** Records live for a moment: room for few of them is enough, and more would be wasted. */
const YOUNG_MB = 16;

/**
 * Packs beside this thread; the iterations throw as those of `packHere`. Stop it in the end.
 *
 * @param keep whether the responses are asked for, too
 * @param file the thread's program
 */
export function packBeside(
  lists: PulledLists,
  keep: boolean,
  file: URL = workerFile("packing", import.meta.url),
): Packing {
  const thread = new PackingThread(lists, keep, file);
  return {
    entries: orNone(lists.wallet, thread.parts(batchIn)),
    transactions: orNone(lists.transactions, thread.parts(batchIn)),
    nextAnswer: () => thread.parts(pieceIn),
    stop: () => thread.stop(),
  };
}

class PackingThread {
  readonly #lists: PulledLists;
  readonly #counters = new Int32Array(new SharedArrayBuffer(12));
  readonly #port: MessagePort;
  readonly #worker: Worker;
  /** Kept when the thread has ended, in whatever way. */
  readonly #ended: Promise<void>;
  #hasEnded = false;

  constructor(lists: PulledLists, keep: boolean, file: URL) {
    this.#lists = lists;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(file, {
      workerData: { lists: withoutRedaction(lists), keep, port: port2, counters: this.#counters },
      transferList: [port2],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.#hasEnded = true;
        resolve();
      };
      // Why it died is found by reading again; here it only matters that nobody waits for it.
      this.#worker.once("error", end).once("exit", end);
    });
  }

  /** The parts of the next list, whatever that is. */
  *parts<T>(partIn: (message: PackerMessage) => T): Generator<T | Promise<void>> {
    for (;;) {
      const message = this.#take();
      if (message === null) {
        if (this.#hasEnded) throw failureOf(this.#lists);
        yield this.#nextOrEnd();
        continue;
      }
      if (message.kind === "end") return;
      if (message.kind === "failed") throw failureOf(this.#lists);
      yield partIn(message);
    }
  }

  /**
   * Tells the packer to stop and waits until it has, so that nobody takes its files away before. It is never
   * terminated: V8 ends the whole process when that happens while a module is being loaded that waits for
   * another one.
   */
  async stop(): Promise<void> {
    Atomics.store(this.#counters, STOPPED, 1);
    // Also what a packer compares that is just about to wait.
    Atomics.add(this.#counters, TAKEN, 1);
    Atomics.notify(this.#counters, TAKEN);
    await this.#ended;
    this.#port.close();
  }

  /** The next message, or null when none has come yet. */
  #take(): PackerMessage | null {
    const received = receiveMessageOnPort(this.#port);
    if (received === undefined) return null;
    Atomics.add(this.#counters, TAKEN, 1);
    Atomics.notify(this.#counters, TAKEN);
    return received.message as PackerMessage;
  }

  async #nextOrEnd(): Promise<void> {
    const taken = Atomics.load(this.#counters, TAKEN);
    await Promise.race([Atomics.waitAsync(this.#counters, SENT, taken).value, this.#ended]);
  }
}

/** Knowledge of secrets stays in this thread. */
function withoutRedaction({ wallet, transactions }: PulledLists): PulledLists {
  return { wallet: wallet.map(bareList), transactions: transactions.map(bareList) };
}

function bareList({ origin: { name, kind }, ...list }: ListBody): ListBody {
  return { ...list, origin: { name, kind } };
}

/**
 * What went wrong in the packing thread: everything is read once more here, because only this thread can take
 * secrets out of what an error quotes.
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
