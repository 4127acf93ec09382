/** The thread that packs: see packing-thread.ts. */
import { type MessagePort, workerData } from "node:worker_threads";
import { RowPacker } from "../../ledger/records/row-batch.ts";
import { MOST_AHEAD, type PackerMessage, SENT, STOPPED, TAKEN } from "./packing-thread.ts";
import { type PulledLists, allLists, compressList, packEntries, packTransactions } from "./packing.ts";

const { lists, keep, port, counters } = workerData as {
  readonly lists: PulledLists;
  /** Whether the responses are asked for, too. */
  readonly keep: boolean;
  readonly port: MessagePort;
  readonly counters: Int32Array;
};

/** @throws when the other side wants no more */
function send(message: PackerMessage): void {
  const sent = Atomics.load(counters, SENT);
  for (;;) {
    const taken = Atomics.load(counters, TAKEN);
    if (Atomics.load(counters, STOPPED) === 1) throw new Error("stopped");
    if (sent - taken < MOST_AHEAD) break;
    Atomics.wait(counters, TAKEN, taken);
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
  if (keep) {
    for (const list of allLists(lists)) sendEach(compressList(list), (piece) => ({ kind: "piece", piece }));
  }
} catch {
  // The thread that waits reads again and finds what was wrong.
  if (Atomics.load(counters, STOPPED) === 0) send({ kind: "failed" });
}
