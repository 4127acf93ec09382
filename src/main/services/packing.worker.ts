/** The thread that packs: see packing-thread.ts. */
import { type MessagePort, workerData } from "node:worker_threads";
import { RowPacker } from "../ledger/row-batch.ts";
import { MOST_AHEAD, type PackerMessage, SENT, TAKEN } from "./packing-thread.ts";
import { type PulledLists, allLists, compressList, packEntries, packTransactions } from "./packing.ts";

const { lists, port, counters } = workerData as {
  readonly lists: PulledLists;
  readonly port: MessagePort;
  readonly counters: Int32Array;
};

function send(message: PackerMessage): void {
  const sent = Atomics.load(counters, SENT);
  for (let taken = Atomics.load(counters, TAKEN); sent - taken >= MOST_AHEAD;) {
    Atomics.wait(counters, TAKEN, taken);
    taken = Atomics.load(counters, TAKEN);
  }
  port.postMessage(message, message.kind === "batch" ? [message.batch.integers.buffer] : []);
  Atomics.add(counters, SENT, 1);
  Atomics.notify(counters, SENT);
}

function sendEach<T>(parts: Iterable<T>, messageOf: (part: T) => PackerMessage): void {
  for (const part of parts) send(messageOf(part));
  send({ kind: "end" });
}

try {
  const packer = new RowPacker();
  if (lists.wallet.length > 0) sendEach(packEntries(packer, lists), (batch) => ({ kind: "batch", batch }));
  if (lists.transactions.length > 0) {
    sendEach(packTransactions(packer, lists), (batch) => ({ kind: "batch", batch }));
  }
  for (const list of allLists(lists)) sendEach(compressList(list), (piece) => ({ kind: "piece", piece }));
} catch {
  // The thread that waits reads again and finds what was wrong.
  send({ kind: "failed" });
}
