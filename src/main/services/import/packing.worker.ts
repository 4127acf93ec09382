/** The thread that packs: see packing-thread.ts. */
import { type MessagePort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { type RowBatch, RowPacker } from "../../ledger/tables/row-batch.ts";
import type { ListBody } from "../../api/list-body.ts";
import {
  GIVEN,
  MOST_AHEAD,
  MOST_AHEAD_AT_FIRST,
  type OtherTask,
  type PackerMessage,
  SENT,
  STOPPED,
  TAKEN,
  SharedPieces,
  allLists,
  packEntries,
  packTransactions,
} from "./packing-thread.ts";

const { port, counters } = workerData as { readonly port: MessagePort; readonly counters: Int32Array };

/** What is handed over instead of being copied. */
function moved(message: PackerMessage): ArrayBuffer[] {
  if (message.kind === "batch") return [message.batch.integers.buffer];
  return message.kind === "piece" ? [message.piece.buffer] : [];
}

let tasks = 0;

/** Waits for what it is given next. @throws when the other side wants no more */
function takeTask(): unknown {
  Atomics.wait(counters, GIVEN, tasks);
  if (Atomics.load(counters, STOPPED) === 1) throw new Error("stopped");
  tasks += 1;
  return receiveMessageOnPort(port)?.message;
}

/**
 * Sends as soon as there is room for it.
 *
 * @param meanwhile does a piece of later work, if there is any
 * @throws when the other side wants no more
 */
function send(message: PackerMessage, meanwhile: () => boolean): void {
  const sent = Atomics.load(counters, SENT);
  for (;;) {
    const taken = Atomics.load(counters, TAKEN);
    if (Atomics.load(counters, STOPPED) === 1) throw new Error("stopped");
    if (sent - taken < Math.max(MOST_AHEAD, MOST_AHEAD_AT_FIRST - taken / 4)) break;
    if (!meanwhile()) Atomics.wait(counters, TAKEN, taken);
  }
  port.postMessage(message, moved(message));
  Atomics.add(counters, SENT, 1);
  Atomics.notify(counters, SENT);
}

const nothing = () => false;

/** Sends the rows, and compresses responses while they wait to be taken. */
function pack(): void {
  const packer = new RowPacker();
  const wallet = takeTask() as readonly ListBody[];
  const takeOthers = () => {
    const { transactions, keep } = takeTask() as OtherTask;
    return {
      transactions,
      pieces: new SharedPieces(keep ? allLists({ wallet, transactions }) : [], counters),
    };
  };
  let others: ReturnType<typeof takeOthers> | undefined;
  const hold = () => (others ??= takeOthers()).pieces.hold();
  const sendRows = (batches: Iterable<RowBatch>) => {
    for (const batch of batches) send({ kind: "batch", batch }, hold);
    send({ kind: "end" }, hold);
  };
  if (wallet.length > 0) sendRows(packEntries(packer, wallet));
  const { transactions, pieces } = (others ??= takeOthers());
  if (transactions.length > 0) sendRows(packTransactions(packer, transactions));
  for (let piece = pieces.takeOwn(); piece !== null; piece = pieces.takeOwn())
    send({ kind: "piece", piece }, nothing);
}

try {
  pack();
} catch {
  // The thread that waits reads again and finds what was wrong.
  if (Atomics.load(counters, STOPPED) === 0) send({ kind: "failed" }, nothing);
}
