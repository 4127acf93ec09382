import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { randomUUID } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "../../../../src/core/time.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { createLedger } from "../../../../src/main/ledger/file/make.ts";
import { openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { saveRun } from "../../../../src/main/ledger/acts/run.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { backUpBeside, backUpWhenDue } from "../../../../src/main/services/backup/backup-beside.ts";
import { isKeptBeforeRestore, listBackups } from "../../../../src/main/services/backup/backup-plan.ts";
import type { ServiceContext } from "../../../../src/main/services/shared/thread-messages.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { contentsOf, failing, filledLedger } from "../../ledger/made.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const DAILY = { every: "day", keep: 3 } as const;

let ledger = "";
let folder = "";
beforeEach(() => {
  ledger = filledLedger();
  folder = join(dirname(ledger), "a backups");
});

function at(atMs: number): ServiceContext {
  return { now: () => atMs, appVersion: "test" };
}

/** Something that changes the ledger. */
async function work(atMs = 1): Promise<void> {
  const db = await openForWriting(ledger);
  saveRun(db, { atMs, document: "{}" });
  closeLedger(db);
}

function names(): string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

test("saves a whole ledger in a folder beside it, named after the time in UTC", async () => {
  const { path } = await backUpBeside(ledger, null, at(NOON + 61_000));
  expect(path).toBe(join(folder, "a 2026-11-21 120101.tieout"));
  expect(contentsOf(path)).toBe(contentsOf(ledger));
  expect((await verifyLedger(path, null)).ok).toBe(true);
  expect(listBackups(ledger)).toEqual([
    { path, kind: "scheduled", atMs: NOON + 61_000, bytes: readFileSync(path).length },
  ]);
});

test("gives two backups of one second their own names, and lists the later one first", async () => {
  await backUpBeside(ledger, null, at(NOON));
  const { path } = await backUpBeside(ledger, null, at(NOON));
  expect(names()).toEqual(["a 2026-11-21 120000 2.tieout", "a 2026-11-21 120000.tieout"]);
  expect(listBackups(ledger)).toHaveLength(2);
  expect(path).toBe(join(folder, "a 2026-11-21 120000 2.tieout"));
});

describe("on a schedule", () => {
  test("makes one at once, and another when the interval is over and something changed", async () => {
    expect(await backUpWhenDue(ledger, DAILY, at(NOON))).not.toBeNull();
    await work();
    expect(await backUpWhenDue(ledger, DAILY, at(NOON + DAY_MS - 1))).toBeNull();
    expect(await backUpWhenDue(ledger, { ...DAILY, every: "week" }, at(NOON + DAY_MS))).toBeNull();
    expect(await backUpWhenDue(ledger, DAILY, at(NOON + DAY_MS))).not.toBeNull();
    expect(names()).toHaveLength(2);
  });

  test("makes none while nothing changed, however long ago", async () => {
    await backUpWhenDue(ledger, DAILY, at(NOON));
    expect(await backUpWhenDue(ledger, DAILY, at(NOON + 400 * DAY_MS))).toBeNull();
    expect(names()).toHaveLength(1);
  });

  test("makes none when set to never", async () => {
    expect(await backUpWhenDue(ledger, { ...DAILY, every: "never" }, at(NOON))).toBeNull();
    expect(existsSync(folder)).toBe(false);
  });

  test("case 83: makes another in spite of one from a clock set ahead, and keeps the new one", async () => {
    await backUpWhenDue(ledger, DAILY, at(NOON + 900 * DAY_MS));
    await work();
    const made = await backUpWhenDue(ledger, { ...DAILY, keep: 1 }, at(NOON));
    expect(names()).toEqual(["a 2026-11-21 120000.tieout"]);
    expect(made?.path).toBe(join(folder, "a 2026-11-21 120000.tieout"));
  });

  test("case 83: drops those from a clock set ahead by the order of the trail, and keeps newer ones", async () => {
    const daily = async (day: number) => {
      await work();
      return backUpBeside(ledger, 4, at(NOON + day * DAY_MS));
    };
    for (const day of [0, 1]) await daily(day);
    // The clock is a year ahead for two days.
    for (const day of [367, 368]) await daily(day);
    expect(names()).toHaveLength(4);
    const left: string[][] = [];
    for (const day of [4, 5, 6, 7]) {
      await daily(day);
      left.push(names().map((name) => name.slice(2, 12)));
    }
    expect(left).toEqual([
      ["2026-11-22", "2026-11-25", "2027-11-23", "2027-11-24"],
      ["2026-11-25", "2026-11-26", "2027-11-23", "2027-11-24"],
      ["2026-11-25", "2026-11-26", "2026-11-27", "2027-11-24"],
      ["2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"],
    ]);
  });

  test("case 83: drops one first whose trail the ledger does not know, as after a restore", async () => {
    const { path } = await backUpBeside(ledger, 3, at(NOON));
    await work();
    await backUpBeside(ledger, 3, at(NOON + 900 * DAY_MS));
    copyFileSync(path, ledger);
    for (const day of [1, 2]) {
      await work(day + 1);
      await backUpBeside(ledger, 3, at(NOON + day * DAY_MS));
    }
    expect(names().map((name) => name.slice(2, 12))).toEqual(["2026-11-21", "2026-11-22", "2026-11-23"]);
  });

  test("does not count a backup that cannot be read, and leaves it alone", async () => {
    const made = await backUpWhenDue(ledger, DAILY, at(NOON));
    writeFileSync(made?.path ?? "", "damaged");
    expect(await backUpWhenDue(ledger, { ...DAILY, keep: 1 }, at(NOON + 1000))).not.toBeNull();
    expect(names()).toEqual(["a 2026-11-21 120000.tieout", "a 2026-11-21 120001.tieout"]);
  });
});

describe("dropping the oldest", () => {
  test("drops those beyond the number to keep, and only this ledger's own", async () => {
    for (let day = 0; day < 3; day += 1) await backUpBeside(ledger, 3, at(NOON + day * DAY_MS));
    const other = join(folder, "a 2020-01-01 000000.tieout");
    closeLedger(createLedger(other, { ledgerId: "another", atMs: 0 }));
    copyFileSync(ledger, join(folder, "a before year end.tieout"));
    copyFileSync(ledger, join(folder, "b 2020-01-01 000000.tieout"));
    copyFileSync(ledger, join(dirname(ledger), "a 2020-01-01 000000.tieout"));
    writeFileSync(join(folder, "a 2020-01-02 000000.tieout"), "");
    symlinkSync(ledger, join(folder, "a 2020-01-03 000000.tieout"));
    mkdirSync(join(folder, "a 2020-01-04 000000.tieout"));
    await backUpBeside(ledger, 3, at(NOON + 3 * DAY_MS));
    expect(names()).toEqual([
      "a 2020-01-01 000000.tieout",
      "a 2020-01-02 000000.tieout",
      "a 2020-01-03 000000.tieout",
      "a 2020-01-04 000000.tieout",
      "a 2026-11-22 120000.tieout",
      "a 2026-11-23 120000.tieout",
      "a 2026-11-24 120000.tieout",
      "a before year end.tieout",
      "b 2020-01-01 000000.tieout",
    ]);
    expect(readdirSync(dirname(ledger)).toSorted()).toEqual([
      "a 2020-01-01 000000.tieout",
      "a backups",
      "a.tieout",
    ]);
  });

  test("drops none when the new one could not be made", async () => {
    for (let day = 0; day < 2; day += 1) await backUpBeside(ledger, 2, at(NOON + day * DAY_MS));
    const stop = { ...at(NOON + 2 * DAY_MS), signal: AbortSignal.abort() };
    await expect(backUpBeside(ledger, 2, stop)).rejects.toEqual(failing("CANCELLED"));
    expect(names()).toEqual(["a 2026-11-21 120000.tieout", "a 2026-11-22 120000.tieout"]);
  });

  test("removes a half-made copy of a killed process after a day", async () => {
    await backUpBeside(ledger, 3, at(NOON));
    const half = `a 2026-11-20 120000.tieout.${randomUUID()}.new`;
    const fresh = `a 2026-11-20 120001.tieout.${randomUUID()}.new`;
    for (const name of [half, fresh]) writeFileSync(join(folder, name), "half");
    const twoDaysAgo = new Date(Date.now() - 2 * DAY_MS);
    utimesSync(join(folder, half), twoDaysAgo, twoDaysAgo);
    await backUpBeside(ledger, 3, at(NOON + 1000));
    expect(names()).toEqual([fresh, "a 2026-11-21 120000.tieout", "a 2026-11-21 120001.tieout"].toSorted());
  });
});

describe("reports an obstacle, and changes nothing", () => {
  test("a file where the folder should be", async () => {
    writeFileSync(folder, "mine");
    await expect(backUpBeside(ledger, 3, at(NOON))).rejects.toEqual(failing("EXPORT_TARGET"));
    expect(readFileSync(folder, "utf8")).toBe("mine");
  });

  test.runIf(process.platform === "linux")("case 41: a folder that cannot be written", async () => {
    await expect(backUpBeside("/proc/version", 3, at(NOON))).rejects.toEqual(failing("LEDGER_FOREIGN"));
    symlinkSync("/proc", folder);
    await expect(backUpBeside(ledger, 3, at(NOON))).rejects.toMatchObject({
      code: "EXPORT_TARGET",
      message: "Tieout cannot write there",
    });
  });

  test("case 42: makes no backup of a damaged ledger that would push out a good one", async () => {
    const { path } = await backUpBeside(ledger, 1, at(NOON));
    const bytes = readFileSync(ledger);
    writeFileSync(ledger, Buffer.from(bytes).fill(0, bytes.length - 4096));
    await expect(backUpBeside(ledger, 1, at(NOON + 1000))).rejects.toEqual(failing("LEDGER_CORRUPT"));
    expect((await verifyLedger(path, null)).ok).toBe(true);
    expect(names()).toEqual(["a 2026-11-21 120000.tieout"]);
  });
});

test.each([
  ["a before restore 2026-11-21 120000.tieout", true],
  ["a before restore 2026-11-21 120000 2.tieout", true],
  ["a before restore.tieout", false],
  ["a before restore 2026-13-41 120000.tieout", false],
  [" before restore 2026-11-21 120000.tieout", false],
  ["a 2026-11-21 120000.tieout", false],
])("recognises in a folder of ledgers a file set aside by a restore: %s", (name, isSo) => {
  expect(isKeptBeforeRestore(name)).toBe(isSo);
});

test("keeps one set of backups for a ledger, by whatever name it is opened", async () => {
  const linked = join(temporaryFolder(), "folder");
  symlinkSync(dirname(ledger), linked);
  const link = join(linked, basename(ledger));
  await backUpBeside(link, null, at(NOON));
  expect(names()).toEqual(["a 2026-11-21 120000.tieout"]);
  expect(listBackups(link)).toEqual(listBackups(ledger));
});

test("lists backups newest first with their origin: the schedule, an update, a restore", async () => {
  await backUpBeside(ledger, null, at(NOON));
  const update = `${ledger}.schema-3.backup`;
  copyFileSync(ledger, update);
  utimesSync(update, new Date(NOON - 1000), new Date(NOON - 1000));
  copyFileSync(ledger, join(dirname(ledger), "a before restore 2026-11-21 120001.tieout"));
  // Names that are no backups of this ledger.
  for (const name of [
    "a before restore 2026-13-41 120001.tieout",
    "ab 2026-11-21 120000.tieout",
    "a 2.tieout",
  ]) {
    copyFileSync(ledger, join(dirname(ledger), name));
  }
  expect(listBackups(ledger).map(({ kind, atMs }) => [kind, atMs])).toEqual([
    ["before-restore", NOON + 1000],
    ["scheduled", NOON],
    ["before-update", NOON - 1000],
  ]);
});

test("makes every backup that starts in the same second, each under its own name", async () => {
  const made = await Promise.all(Array.from({ length: 3 }, async () => backUpBeside(ledger, null, at(NOON))));
  expect(new Set(made.map(({ path }) => path)).size).toBe(3);
  expect(made.every(({ path }) => existsSync(path))).toBe(true);
});
