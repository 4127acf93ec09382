import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCheckInput } from "../../../../src/main/ledger/records/check-input.ts";
import { type WritableLedger, closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { createLedger } from "../../../../src/main/ledger/file/make.ts";
import { openForReading, openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { listPulls } from "../../../../src/main/ledger/trail/pull.ts";
import { saveRun } from "../../../../src/main/ledger/acts/run.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { uncompressible } from "../../../helpers/ledgers/kept-runs.ts";
import { entry, sale } from "../../../helpers/records.ts";
import { someOf } from "../../../helpers/exhaustive.ts";
import { LEDGER, contentsOf, publish, pull } from "../made.ts";

/** SQLite's log: a header, then frames of a header and a page each. */
const LOG_HEADER = 32;
const FRAME_HEADER = 24;
const PAGE = 4096;
const FRAME = FRAME_HEADER + PAGE;

/** What is written one after the other, each acknowledged before the next begins. */
const STEPS: readonly ((db: WritableLedger) => unknown)[] = [
  (db) => publish(db, pull(entriesFrom(1), [sale(1, 100)])),
  (db) => saveRun(db, { atMs: 3000, document: `"${uncompressible(80_000)}"` }),
  (db) => publish(db, pull(entriesFrom(101), [sale(1, 100), sale(2, 50)])),
  (db) => publish(db, pull(entriesFrom(200).slice(1), null)),
  (db) => saveRun(db, { atMs: 4000, document: "{}" }),
];

function entriesFrom(first: number) {
  return Array.from({ length: 200 }, (_, at) => entry(first + at));
}

test("case 31: a log cut after or within any frame reads as a whole prefix of what was acknowledged", async () => {
  const folder = temporaryFolder();
  const [path, cut] = [join(folder, "a.tieout"), join(folder, "cut.tieout")];
  const db = createLedger(path, LEDGER);
  db.pragma("wal_autocheckpoint = 0");
  /** How long the log was, and what the ledger held, at each acknowledgement. */
  const acknowledged = [{ bytes: 0, contents: contentsOf(path) }];
  for (const step of STEPS) {
    step(db);
    acknowledged.push({ bytes: statSync(`${path}-wal`).size, contents: contentsOf(path) });
  }
  const frames = (statSync(`${path}-wal`).size - LOG_HEADER) / FRAME;
  const log = readFileSync(`${path}-wal`);
  copyFileSync(path, cut);
  closeLedger(db);
  expect(Number.isInteger(frames)).toBe(true);
  expect(frames).toBeGreaterThan(40);
  expect(new Set(acknowledged.map((one) => one.bytes)).size).toBe(STEPS.length + 1);

  const ends = Array.from({ length: frames + 1 }, (_, frame) => LOG_HEADER + frame * FRAME);
  const cuts = ends.flatMap((end) => [end, end + 1, end + FRAME_HEADER, end + FRAME_HEADER + PAGE / 2]);
  const tried = someOf(
    cuts.filter((at) => at <= log.length),
    3,
  );
  for (const bytes of [0, LOG_HEADER - 1, ...tried]) {
    writeFileSync(`${cut}-wal`, log.subarray(0, bytes));
    const last = acknowledged.findLast((one) => one.bytes <= bytes);
    expect([bytes, contentsOf(cut)]).toEqual([bytes, last?.contents]);
    expect([bytes, (await verifyLedger(cut, null)).problems]).toEqual([bytes, []]);
  }
});

test("case 31: after a cut the next writer continues from what was acknowledged", async () => {
  const path = join(temporaryFolder(), "a.tieout");
  const left = join(temporaryFolder(), "left.tieout");
  const db = createLedger(path, LEDGER);
  for (const step of STEPS) step(db);
  for (const suffix of ["", "-wal"]) copyFileSync(`${path}${suffix}`, `${left}${suffix}`);
  closeLedger(db);
  truncateSync(`${left}-wal`, statSync(`${left}-wal`).size - 1);
  const again = await openForWriting(left);
  expect(listPulls(again).length).toBe(3);
  expect(saveRun(again, { atMs: 5000, document: "{}" })).toBe(2);
  publish(again, pull(entriesFrom(300)));
  closeLedger(again);
  const reading = openForReading(left);
  expect(readCheckInput(reading).entries.walletID.at(-1)).toBe(499);
  closeLedger(reading);
  expect(await verifyLedger(left, null)).toMatchObject({ ok: true, links: 7 });
});
