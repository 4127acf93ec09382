/**
 * A process that packs a wallet's answer in a thread, stops it after the first batch, and says so once the thread has ended.
 * Arguments: the answer's file, the thread's program.
 */
import { pathToFileURL } from "node:url";
import { SavedAnswers } from "../../../src/main/api/saved.ts";
import { PackingThread } from "../../../src/main/services/import/packing-thread.ts";

const [file = "", program = ""] = process.argv.slice(2);
const saved = new SavedAnswers({ stdin: process.stdin });
// Copies of one list: more than the thread may send ahead, so that it waits where it is stopped.
const list = await saved.scan(file, "wallet");
const packing = new PackingThread(pathToFileURL(program)).pack(
  { wallet: Array.from({ length: 100 }, () => list), transactions: [] },
  true,
);
for (const part of packing.entries ?? []) {
  if (!(part instanceof Promise)) break;
  await part;
}
await packing.stop();
saved.dispose();
process.stdout.write("stopped\n");
