import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, test, vi } from "vitest";
import { SavedAnswers } from "../../../../src/main/api/saved.ts";
import type { NewBody, Parts } from "../../../../src/main/ledger/pulls/body.ts";
import { type WritableLedger, closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openInPassing } from "../../../../src/main/ledger/file/make.ts";
import { publishRows } from "../../../../src/main/ledger/pulls/publish.ts";
import {
  PackingThread,
  type Packing,
  type PulledLists,
  SharedPieces,
  allLists,
  compressList,
  packHere,
} from "../../../../src/main/services/import/packing-thread.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { sha256 } from "../../../helpers/records.ts";
import { type WireRecord, histories, wireEntry, wireTransaction } from "../../../helpers/wire-records.ts";

const ENTRIES = 4000;
const PACKER = new URL("../../../../src/main/services/import/packing.worker.ts", import.meta.url);

function entries(last: WireRecord = {}): WireRecord[] {
  return Array.from({ length: ENTRIES }, (_, at) =>
    wireEntry({ walletID: ENTRIES - at, payref: `P-${at % 7}`, ...(at === ENTRIES - 1 ? last : {}) }),
  );
}

async function scanned(records: readonly WireRecord[]): Promise<{ lists: PulledLists; done: () => void }> {
  const folder = temporaryFolder();
  const wallet = join(folder, "wallet.json");
  const transactions = join(folder, "transactions.json");
  writeFileSync(wallet, histories(records));
  writeFileSync(
    transactions,
    histories(Array.from({ length: 300 }, (_, at) => wireTransaction({ payID: at + 1, payref: `P-${at}` }))),
  );
  const saved = new SavedAnswers({ stdin: process.stdin });
  return {
    lists: {
      wallet: [await saved.scan(wallet, "wallet")],
      transactions: [await saved.scan(transactions, "transactions")],
    },
    done: () => saved.dispose(),
  };
}

function* bodiesOf(packing: Packing, lists: PulledLists): Generator<NewBody> {
  for (const { endpoint, sha256: digest, bytes } of allLists(lists)) {
    yield { endpoint, name: endpoint, sha256: digest, bytes, compressed: packing.nextAnswer() };
  }
}

/** Publishes as a pull does, and returns what the trail says of it. */
async function publishWith(packing: Packing, lists: PulledLists, signal?: AbortSignal): Promise<unknown> {
  const db: WritableLedger = openInPassing({ ledgerId: "test", atMs: 0 });
  try {
    await publishRows(
      db,
      {
        source: "files",
        startedAtMs: 1,
        finishedAtMs: null,
        baseUrl: null,
        limit: null,
        user: null,
        businesses: [],
        entries: packing.entries,
        transactions: packing.transactions,
        bodies: bodiesOf(packing, lists),
      },
      { atMs: 2, sha256, signal },
    );
    return db.prepare("SELECT payload FROM audit WHERE kind = 'pull'").pluck().get();
  } finally {
    await packing.stop();
    closeLedger(db);
  }
}

test("a packing thread gives the same bytes as this thread", async () => {
  const { lists, done } = await scanned(entries());
  const beside = await publishWith(new PackingThread().pack(lists, true), lists);
  expect(beside).toBe(await publishWith(packHere(lists), lists));
  expect(JSON.parse(String(beside))).toMatchObject({
    rows: { entry: { rows: ENTRIES }, payment: { rows: 300 } },
  });
  done();
});

test("names an unreadable record as this thread does, and publishes nothing", async () => {
  const { lists, done } = await scanned(entries({ balance: 1.5 }));
  await expect(publishWith(new PackingThread().pack(lists, true), lists)).rejects.toThrow(
    expect.objectContaining({
      code: "PAYLOAD_AMOUNT",
      facts: expect.objectContaining({ record: "walletID 1", field: "balance" }) as unknown,
    }),
  );
  done();
});

test("keeps secrets out of echoed responses, though the packing thread knows none", async () => {
  const { lists, done } = await scanned(entries({ balance: "sk-canary" }));
  const redact = (text: string) => text.replaceAll("sk-canary", "[redacted]");
  const wallet = lists.wallet.map((list) => ({ ...list, origin: { ...list.origin, redact } }));
  const answers = { ...lists, wallet };
  await expect(publishWith(new PackingThread().pack(answers, true), answers)).rejects.toThrow(
    /\[redacted\]/u,
  );
  done();
});

test("notices at once when a packing thread dies, and publishes nothing", async () => {
  const { lists, done } = await scanned(entries());
  const dying = new URL("data:text/javascript,process.exit(3)");
  await expect(publishWith(new PackingThread(dying).pack(lists, true), lists)).rejects.toThrow(
    "the packing thread died",
  );
  done();
});

test("says what a packing thread died of", async () => {
  const { lists, done } = await scanned(entries());
  const dying = new URL("data:text/javascript,throw new Error('out of memory')");
  await expect(publishWith(new PackingThread(dying).pack(lists, true), lists)).rejects.toMatchObject({
    cause: { message: "out of memory" },
  });
  done();
});

test("the search for why it failed gives a turn after each part, and reads no response that is not kept", async () => {
  const { lists, done } = await scanned(entries());
  const parts = packHere(lists);
  const rowParts = [...parts.entries!, ...parts.transactions!].length;
  const [unkept, kept] = [await turnsOfSearch(lists, false), await turnsOfSearch(lists, true)];
  expect(rowParts).toBeGreaterThan(2);
  expect(unkept).toBe(rowParts);
  expect(kept).toBeGreaterThan(rowParts);
  done();
});

/** How often the search gave others a turn. */
async function turnsOfSearch(lists: PulledLists, keep: boolean): Promise<number> {
  const program = `
    import { workerData } from "node:worker_threads";
    workerData.port.postMessage({ kind: "failed" });`;
  const failing = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
  const thread = new PackingThread(failing);
  // Its message is there by then.
  await setTimeout(500);
  const packing = thread.pack(lists, keep);
  let turns = 0;
  const reading = async () => {
    for (const part of packing.entries!) {
      turns += 1;
      await part;
    }
  };
  await expect(reading()).rejects.toThrow("the packing thread failed where this one does not");
  await packing.stop();
  return turns;
}

test("waits without work when a message comes before it is counted, and notices that its thread dies then", async () => {
  const { lists, done } = await scanned(entries());
  const program = `
    import { workerData } from "node:worker_threads";
    workerData.port.postMessage({ kind: "end" });
    setTimeout(() => process.exit(3), 1000);`;
  const dying = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
  const packing = new PackingThread(dying).pack(lists, true);
  // The message is there by then, and nothing says so.
  await setTimeout(500);
  expect(await allOf(packing.entries!)).toEqual([]);
  let waits = 0;
  const waiting = async () => {
    for (const part of packing.transactions!) {
      waits += 1;
      if (waits > 100) break;
      await part;
    }
  };
  await expect(waiting()).rejects.toThrow("the packing thread died");
  expect(waits).toBeLessThan(5);
  await packing.stop();
  done();
});

test("a response can be cancelled up to its last piece", async () => {
  const { lists, done } = await scanned(entries());
  const stop = new AbortController();
  const packing = new PackingThread().pack(lists, true);
  const stopping: Packing = {
    ...packing,
    nextAnswer() {
      stop.abort();
      return packing.nextAnswer();
    },
  };
  await expect(publishWith(stopping, lists, stop.signal)).rejects.toMatchObject({ code: "CANCELLED" });
  done();
});

/** What comes of parts, in their order. */
async function allOf<T>(parts: Parts<T>): Promise<T[]> {
  const all: T[] = [];
  for (const part of parts) {
    if (part instanceof Promise) await part;
    else all.push(structuredClone(part));
  }
  return all;
}

test("a packing thread that is far ahead compresses responses meanwhile, and they come whole and in order", async () => {
  const { lists, done } = await scanned(entries());
  const [wallet] = lists.wallet;
  const [transactions] = lists.transactions;
  const many: PulledLists = {
    wallet: Array.from({ length: 60 }, () => wallet!),
    transactions: Array.from({ length: 60 }, () => transactions!),
  };
  const packing = new PackingThread().pack(many, true);
  // Until it is as far ahead as it may be, and compresses.
  await setTimeout(500);
  const batches = [...(await allOf(packing.entries!)), ...(await allOf(packing.transactions!))];
  expect(batches.reduce((sum, { rows }) => sum + rows, 0)).toBe(60 * (ENTRIES + 300));
  for (const list of allLists(many)) {
    expect(Buffer.concat(await allOf(packing.nextAnswer()))).toEqual(Buffer.concat([...compressList(list)]));
  }
  await packing.stop();
  done();
});

test("each piece of the responses is made by one of two threads, whoever has time when", async () => {
  const { lists, done } = await scanned(entries());
  const all = allLists({
    wallet: Array.from({ length: 4 }, () => lists.wallet[0]!),
    transactions: lists.transactions,
  });
  const whole = all.flatMap((list) => [...compressList(list)]);
  expect(whole.length).toBeGreaterThan(8);
  // How often either holds another piece before the next is taken.
  for (const [here, there] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
    [1, 3],
    [3, 1],
  ] as const) {
    const counters = new Int32Array(5);
    const [mine, others] = [new SharedPieces(all, counters), new SharedPieces(all, counters)];
    const taken = whole.map(() => {
      for (let n = 0; n < there; n += 1) others.hold();
      for (let n = 0; n < here; n += 1) mine.hold();
      return mine.takeNext() ?? others.takeOwn();
    });
    expect(taken).toEqual(whole);
    expect([mine.takeOwn(), others.takeOwn(), mine.hold()]).toEqual([null, null, false]);
  }
  done();
});

test("a packing thread packs the wallet histories before it is given the rest, and gives the same bytes", async () => {
  const { lists, done } = await scanned(entries());
  const folder = temporaryFolder();
  const sent = join(folder, "sent");
  const program = join(folder, "program.mjs");
  writeFileSync(
    program,
    `import { appendFileSync } from "node:fs";
    import { workerData } from "node:worker_threads";
    const { port } = workerData;
    const post = port.postMessage.bind(port);
    port.postMessage = (message, moved) => {
      post(message, moved);
      appendFileSync(${JSON.stringify(sent)}, message.kind + " ");
    };
    await import(${JSON.stringify(PACKER.href)});`,
  );
  const thread = new PackingThread(pathToFileURL(program));
  thread.begin(lists.wallet);
  await vi.waitFor(() => expect(readFileSync(sent, "utf8")).toMatch(/^(?:batch )+end $/u), 30_000);
  expect(await publishWith(thread.pack(lists, true), lists)).toBe(await publishWith(packHere(lists), lists));
  done();
});

test("a packing thread that began ends when it is stopped instead of given the rest", async () => {
  const { lists, done } = await scanned(entries());
  for (const copies of [1, 100]) {
    const thread = new PackingThread();
    thread.begin(Array.from({ length: copies }, () => lists.wallet[0]!));
    await setTimeout(500);
    await expect(thread.stop()).resolves.toBeUndefined();
  }
  done();
});

test("a packing thread that is given nothing ends when it is stopped, at once or later", async () => {
  await expect(new PackingThread().stop()).resolves.toBeUndefined();
  const thread = new PackingThread();
  await setTimeout(300);
  await expect(thread.stop()).resolves.toBeUndefined();
  await expect(thread.stop()).resolves.toBeUndefined();
});

test("a packing thread stopped halfway ends by itself, also while its modules wait for one another", async () => {
  const folder = temporaryFolder();
  const wallet = join(folder, "wallet.json");
  writeFileSync(wallet, histories(entries()));
  writeFileSync(join(folder, "slow.mjs"), "await new Promise((resolve) => setTimeout(resolve, 1));");
  const program = join(folder, "program.ts");
  const text = readFileSync(PACKER, "utf8").replaceAll(
    /from "(?<path>\.[^"]+)"/gu,
    (_, path: string) => `from ${JSON.stringify(new URL(path, PACKER).href)}`,
  );
  writeFileSync(program, `import "./slow.mjs";\n${text}`);
  // Where it is terminated instead, V8 ends the whole process: it is one of its own.
  const child = join(import.meta.dirname, "../../../helpers/children/stopped-packing-child.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [child, wallet, program], {
    encoding: "utf8",
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "stopped\n", stderr: "" });
});
