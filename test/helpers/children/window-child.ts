/**
 * A process that is the app without a window, with a ledger open: it decides on findings again and again, all of them each time,
 * having seen its own last decision, and says `ready` before the first and how many there are after each, until it is killed.
 * Arguments: its data folder, the ledger's path, fingerprints.
 */
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import type { Output } from "../../../src/ipc/contract.ts";
import type { Envelope } from "../../../src/ipc/envelope.ts";
import { createBackend } from "../../../src/main/backend/backend.ts";

const [dataFolder = "", ledger = "", ...fingerprints] = process.argv.slice(2);
const unused = async () => Promise.reject(new Error("not in this test"));
const backend = await createBackend({
  platform: {
    host: "electron",
    os: "linux",
    chooseToOpen: unused,
    chooseToSave: unused,
    reveal: unused,
    view: null,
    noteRecent: () => undefined,
    secrets: { protect: unused, reveal: unused },
  },
  dataFolder,
  appVersion: "test",
  now: () => 9000,
  send: () => undefined,
});
const opened = await backend.openPath(ledger);
if (!opened.ok || opened.value.readOnly !== null) throw new Error(JSON.stringify(opened));
let items = fingerprints.map((fingerprint) => ({ fingerprint, seen: null as number | null }));
flushCompileCache();
writeSync(1, "ready\n");
for (let taken = 0; ;) {
  const request = {
    period: null,
    options: DEFAULT_OPTIONS,
    items,
    status: "accepted",
    note: "Yes.",
    by: "Ada",
  };
  const reply = (await backend.call("review.decide", request)) as Envelope<Output<"review.decide">>;
  if (!reply.ok) throw new Error(JSON.stringify(reply.fault));
  const { first } = reply.value;
  items = items.map(({ fingerprint }, at) => ({ fingerprint, seen: first + at }));
  taken += items.length;
  writeSync(1, `${taken}\n`);
}
