/** The thread that packs: see packing-thread.ts. */
import { type MessagePort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { type RowBatch, RowPacker } from "../../ledger/tables/row-batch.ts";
import {
  GIVEN,
  MOST_AHEAD,
  type PackerMessage,
  type PackingTask,
  SENT,
  STOPPED,
  TAKEN,
  type PulledLists,
  allLists,
  compressList,
  packEntries,
  packTransactions,
} from "./packing-thread.ts";

const { port, counters } = workerData as { readonly port: MessagePort; readonly counters: Int32Array };

/** Of compressed responses, so many bytes are held until the rows before them are taken. */
const MOST_HELD_BYTES = 8_000_000;

/** What is handed over instead of being copied. */
function moved(message: PackerMessage): ArrayBuffer[] {
  if (message.kind === "batch") return [message.batch.integers.buffer];
  return message.kind === "piece" ? [message.piece.buffer] : [];
}

/** Waits for what to pack. @returns null when stopped before */
function takeTask(): PackingTask | null {
  Atomics.wait(counters, GIVEN, 0);
  if (Atomics.load(counters, STOPPED) === 1) return null;
  return receiveMessageOnPort(port)?.message as PackingTask;
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
    if (sent - taken < MOST_AHEAD) break;
    if (!meanwhile()) Atomics.wait(counters, TAKEN, taken);
  }
  port.postMessage(message, moved(message));
  Atomics.add(counters, SENT, 1);
  Atomics.notify(counters, SENT);
}

const nothing = () => false;

function* answersOf(lists: PulledLists): Generator<PackerMessage, undefined> {
  for (const list of allLists(lists)) {
    for (const piece of compressList(list)) yield { kind: "piece", piece };
    yield { kind: "end" };
  }
}

/** Sends the rows, and compresses responses while they wait to be taken. */
function pack({ lists, keep }: PackingTask): void {
  const packer = new RowPacker();
  const answers = keep ? answersOf(lists) : [].values();
  const held: PackerMessage[] = [];
  let heldBytes = 0;
  const holdNext = () => {
    const next = heldBytes < MOST_HELD_BYTES ? answers.next().value : undefined;
    if (next === undefined) return false;
    held.push(next);
    if (next.kind === "piece") heldBytes += next.piece.length;
    return true;
  };
  const sendRows = (batches: Iterable<RowBatch>) => {
    for (const batch of batches) send({ kind: "batch", batch }, holdNext);
    send({ kind: "end" }, holdNext);
  };
  if (lists.wallet.length > 0) sendRows(packEntries(packer, lists));
  if (lists.transactions.length > 0) sendRows(packTransactions(packer, lists));
  for (const message of held) send(message, nothing);
  for (const message of answers) send(message, nothing);
}

try {
  const task = takeTask();
  if (task !== null) pack(task);
} catch {
  // The thread that waits reads again and finds what was wrong.
  if (Atomics.load(counters, STOPPED) === 0) send({ kind: "failed" }, nothing);
}
