import { hash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, test } from "vitest";
import { openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { unfinishedName } from "../../../../src/main/ledger/file/names.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { saveRun } from "../../../../src/main/ledger/acts/run.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { backUpLedger } from "../../../../src/main/services/backup/backup.ts";
import type { Progress, ServiceContext } from "../../../../src/main/services/shared/thread-messages.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { contentsOf, failing, filledLedger } from "../../ledger/made.ts";

const CONTEXT: ServiceContext = { now: () => 9000, appVersion: "test" };

let ledger = "";
let to = "";
/** Of the ledger as it is made. */
let links = 0;
beforeEach(async () => {
  ledger = filledLedger();
  ({ links } = await verifyLedger(ledger, null));
  to = join(temporaryFolder(), "backup.tieout");
});

test("a backup is the whole ledger in one file, and reports its size and hash", async () => {
  const before = readFileSync(ledger);
  const report = await backUpLedger(ledger, to, CONTEXT);
  const bytes = readFileSync(to);
  const pulls = { compared: 3, notCompared: [] };
  const sha256 = hash("sha256", bytes, "hex");
  expect(report).toMatchObject({ bytes: bytes.length, sha256, replaced: false, pulls });
  expect(contentsOf(to)).toBe(contentsOf(ledger));
  expect(await verifyLedger(to, null)).toMatchObject({ ok: true, links });
  expect(readFileSync(ledger)).toEqual(before);
  expect(readdirSync(dirname(to))).toEqual(["backup.tieout"]);
  expect(readdirSync(dirname(ledger))).toEqual(["a.tieout"]);
});

test("removes what killed back-ups left at its place, and nothing of a running or another machine's", async () => {
  const folder = dirname(to);
  const own = unfinishedName(to);
  const ended = (path: string) => `${path.slice(0, -12)}${(0x7f_ff_ff_f0).toString(16)}.new`;
  const kept = [
    own,
    `${to}.${"0".repeat(8)}-0000-0000-0000-${"f".repeat(12)}.new`,
    join(folder, "notes.new"),
  ];
  const left = [ended(own), `${ended(own)}-journal`, ended(unfinishedName(join(folder, "other.tieout")))];
  for (const path of [...kept, ...left]) writeFileSync(path, "half a ledger");
  await backUpLedger(ledger, to, CONTEXT);
  expect(readdirSync(folder).toSorted()).toEqual(
    [...kept.map((path) => basename(path)), "backup.tieout"].toSorted(),
  );
});

test.runIf(process.platform === "linux")("names the place where nothing can be written", async () => {
  const place = "/proc/backup.tieout";
  await expect(backUpLedger(ledger, place, CONTEXT)).rejects.toMatchObject({
    code: "EXPORT_TARGET",
    message: "Tieout cannot write there",
    facts: { file: place },
  });
});

test("a backup during a write holds what was acknowledged, log included", async () => {
  const db = await openForWriting(ledger);
  saveRun(db, { atMs: 1, document: "{}" });
  db.exec("BEGIN IMMEDIATE");
  db.exec("INSERT INTO run (at_ms) VALUES (2)");
  await backUpLedger(ledger, to, CONTEXT);
  db.exec("ROLLBACK");
  closeLedger(db);
  expect(await verifyLedger(to, null)).toMatchObject({ ok: true, links: links + 1 });
  // One file that may lie in a folder nobody can write to.
  expect(readFileSync(to)[18]).toBe(1);
});

describe("an existing file", () => {
  test("is replaced only when chosen, and then a whole ledger is", async () => {
    await backUpLedger(ledger, to, CONTEXT);
    const db = await openForWriting(ledger);
    saveRun(db, { atMs: 1, document: "{}" });
    closeLedger(db);
    const earlier = readFileSync(to);
    await expect(backUpLedger(ledger, to, CONTEXT)).rejects.toEqual(failing("EXPORT_TARGET"));
    expect(readFileSync(to)).toEqual(earlier);
    expect(await backUpLedger(ledger, to, CONTEXT, true)).toMatchObject({ replaced: true });
    expect(await verifyLedger(to, null)).toMatchObject({ ok: true, links: links + 1 });
  });

  test.each<[string, () => void]>([
    ["a workbook", () => writeFileSync(to, "PK\u0003\u0004 and more")],
    ["an empty file", () => writeFileSync(to, "")],
    ["another program's database", () => void new Database(to).exec("CREATE TABLE a (b)").close()],
    ["a folder", () => mkdirSync(to)],
    ["the log of a ledger", () => writeFileSync(`${to}-wal`, "log")],
  ])("%s is never replaced", async (_, put) => {
    put();
    const before = readdirSync(dirname(to));
    await expect(backUpLedger(ledger, to, CONTEXT, true)).rejects.toEqual(failing("EXPORT_TARGET"));
    expect(readdirSync(dirname(to))).toEqual(before);
  });

  test("refuses the ledger itself and a missing folder as the place", async () => {
    const before = readFileSync(ledger);
    for (const place of [ledger, join(dirname(ledger), ".", "a.tieout"), join(to, "none", "x.tieout")]) {
      await expect(backUpLedger(ledger, place, CONTEXT, true)).rejects.toEqual(failing("EXPORT_TARGET"));
    }
    expect(readFileSync(ledger)).toEqual(before);
  });
});

test("leaves nothing when interrupted, or of a file that is damaged or not a ledger", async () => {
  const stop = new AbortController();
  const onProgress = ({ done }: { readonly done: number }) => {
    if (done >= 0) stop.abort();
  };
  const interrupted = backUpLedger(ledger, to, { ...CONTEXT, signal: stop.signal, onProgress });
  await expect(interrupted).rejects.toEqual(failing("CANCELLED"));
  const bytes = readFileSync(ledger);
  const damaged = join(temporaryFolder(), "damaged.tieout");
  writeFileSync(damaged, Buffer.from(bytes).fill(0, bytes.length - 4096));
  await expect(backUpLedger(damaged, to, CONTEXT)).rejects.toEqual(failing("LEDGER_CORRUPT"));
  writeFileSync(damaged, "a,b,c\n");
  await expect(backUpLedger(damaged, to, CONTEXT)).rejects.toEqual(failing("LEDGER_FOREIGN"));
  expect(readdirSync(dirname(to))).toEqual([]);
});

test("reports its progress", async () => {
  const said = new Map<string, number | null>();
  const onProgress = ({ phase, total }: Progress) => said.set(phase, total);
  await backUpLedger(ledger, to, { ...CONTEXT, onProgress });
  expect([...said.keys()]).toEqual([
    "Backing up",
    "Verifying",
    "Comparing pulls with their stored responses",
  ]);
  expect(said.get("Backing up")).toBe(statSync(ledger).size / 4096);
  expect(said.get("Verifying")).toBe(6);
});
