import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { listBodies, readBody } from "../../../src/main/ledger/pulls/body.ts";
import { readCheckInput } from "../../../src/main/ledger/records/check-input.ts";
import { closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { createLedger } from "../../../src/main/ledger/file/make.ts";
import { openForReading } from "../../../src/main/ledger/file/open.ts";
import { verifyLedger } from "../../../src/main/ledger/proof/verify.ts";
import { checkRecords } from "../../../src/main/services/check/check.ts";
import { pruneLedger } from "../../../src/main/services/backup/prune.ts";
import { IS_EXHAUSTIVE } from "../../helpers/exhaustive.ts";
import { temporaryFolder, tieout } from "../../helpers/cli.ts";
import { entry } from "../../helpers/records.ts";
import { LEDGER, noise, publish, pull, tamper } from "./made.ts";
import { body } from "../../helpers/publish-pull.ts";

const CHILD = join(import.meta.dirname, "../../helpers/children/ledgers/pruning-child.ts");
const CONTEXT = { now: () => 9000, appVersion: "test" };
const PULLS = 4;
const ANSWER_BYTES = 400_000;

/** A ledger of four pulls with an answer each that compresses hardly. */
function ledgerWithAnswers(): string {
  const path = join(temporaryFolder(), "a.tieout");
  const db = createLedger(path, LEDGER);
  for (let n = 0; n < PULLS; n += 1)
    publish(db, { ...pull([entry(n + 1)]), bodies: [body(`${n + 1}.json`, noise(ANSWER_BYTES))] });
  closeLedger(db);
  return path;
}

/** The pulls whose answers are still there, after reading each of them back. */
function keptPulls(path: string): number[] {
  const db = openForReading(path);
  const kept = listBodies(db).filter((one) => !one.pruned);
  for (const one of kept) expect(Buffer.concat([...readBody(db, one)]).length).toBe(one.bytes);
  closeLedger(db);
  return kept.map((one) => one.pullId);
}

function entriesIn(path: string): number {
  const db = openForReading(path);
  const { length } = readCheckInput(db).entries;
  closeLedger(db);
  return length;
}

test("the newest pulls keep their responses, hashes stay, the file shrinks, and verify reports what was dropped", async () => {
  const path = ledgerWithAnswers();
  const before = await verifyLedger(path, null);
  const size = statSync(path).size;
  const report = await pruneLedger(path, 2, CONTEXT);
  expect(report).toMatchObject({ bodies: 2, bytes: 2 * ANSWER_BYTES, sizeBefore: size });
  expect(report?.sizeAfter).toBe(statSync(path).size);
  expect(size - (report?.sizeAfter ?? size)).toBeGreaterThan(1.2 * ANSWER_BYTES);
  expect(keptPulls(path)).toEqual([3, 4]);
  expect(entriesIn(path)).toBe(PULLS);
  const after = await verifyLedger(path, before.head);
  expect(after).toMatchObject({ ok: true, links: before.links + 1 });
  expect(after.facts).toContainEqual({ name: "stored answers", count: 2 });
  expect(after.facts).toContainEqual({ name: "pruned answers", count: 2 });
  const db = openForReading(path);
  expect(listBodies(db).map((one) => one.sha256.length)).toEqual([64, 64, 64, 64]);
  closeLedger(db);
  expect(readdirSync(dirname(path))).toEqual(["a.tieout"]);
});

test("writes nothing when there is nothing left to drop, and continues when fewer are to be kept", async () => {
  const path = ledgerWithAnswers();
  await pruneLedger(path, 2, CONTEXT);
  const { head } = await verifyLedger(path, null);
  expect(await pruneLedger(path, 2, CONTEXT)).toMatchObject({ bodies: 0, bytes: 0 });
  expect(await pruneLedger(path, 9, CONTEXT)).toMatchObject({ bodies: 0 });
  expect(await verifyLedger(path, null)).toMatchObject({ head });
  expect(await pruneLedger(path, 0, CONTEXT)).toMatchObject({ bodies: 2 });
  expect(keptPulls(path)).toEqual([]);
  expect(await verifyLedger(path, head)).toMatchObject({ ok: true });
});

test("a ledger without its responses checks the same", async () => {
  const path = ledgerWithAnswers();
  const request = { source: { ledger: path }, period: null, options: {}, save: false };
  const before = await checkRecords(request, CONTEXT);
  const run = await tieout(["prune", path, "--keep-bodies", "0"]);
  expect(run.stdout).toMatch(
    /^Dropped 4 stored responses \(1,600,000 bytes\); their hashes stay\.\nThe file is [\d,]+ bytes smaller/u,
  );
  expect(await checkRecords(request, CONTEXT)).toEqual(before);
});

test.each([
  ["dropped without a pruning", "DELETE FROM body_chunk WHERE body_id = 4", "no pruning removed it"],
  [
    "put back after a pruning",
    "INSERT INTO body_chunk SELECT 1, n, compressed FROM body_chunk WHERE body_id = 4",
    "A pruned response is back",
  ],
])("verify finds a response that is %s", async (_, sql, words) => {
  const path = ledgerWithAnswers();
  await pruneLedger(path, 1, CONTEXT);
  tamper(path, sql);
  expect((await verifyLedger(path, null)).problems).toContainEqual(
    expect.objectContaining({ code: "AUDIT_MISMATCH", sentence: expect.stringContaining(words) }),
  );
});

/** How long the log beside a ledger is when the pruning process is killed: before, while and after the file is written anew. */
const LOG_BYTES = [-1, 0, 1, 10_000, 30_000, 100_000, 250_000, 400_000];

test.runIf(IS_EXHAUSTIVE)(
  "a kill halfway leaves all responses there or reported as dropped, and the next prune shrinks the file",
  async () => {
    const original = ledgerWithAnswers();
    const small = join(temporaryFolder(), "small.tieout");
    copyFileSync(original, small);
    await pruneLedger(small, 1, CONTEXT);
    const cache = temporaryFolder();
    const left = new Set<string>();
    for (const bytes of LOG_BYTES) {
      const path = join(temporaryFolder(), "a.tieout");
      copyFileSync(original, path);
      await killWhile(path, cache, () => logBytes(path) >= bytes);
      const { problems, links } = await verifyLedger(path, null);
      expect(problems).toEqual([]);
      const kept = keptPulls(path);
      expect(kept).toEqual(links === PULLS + 1 ? [1, 2, 3, 4] : [4]);
      expect(entriesIn(path)).toBe(PULLS);
      left.add(kept.join());
      await pruneLedger(path, 1, CONTEXT);
      expect(statSync(path).size).toBe(statSync(small).size);
      expect(readdirSync(dirname(path))).toEqual(["a.tieout"]);
    }
    expect([...left]).toContain("4");
  },
);

function logBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? -1;
}

/** Starts a process that prunes, and kills it as soon as something is so; it may end before. */
async function killWhile(path: string, cache: string, isTime: () => boolean): Promise<void> {
  const child = spawn(process.execPath, [CHILD, path, "1"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
  const ended = once(child, "close");
  await once(child.stdout, "data");
  while (child.exitCode === null && !isTime()) await setImmediate();
  child.kill("SIGKILL");
  await ended;
}
