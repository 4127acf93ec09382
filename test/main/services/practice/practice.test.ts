import { appendFileSync, linkSync, readFileSync, readdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { prepareMonth } from "../../../../src/main/services/close/close.ts";
import type { Progress, ServiceContext } from "../../../../src/main/services/shared/thread-messages.ts";
import type { LedgerClosing } from "../../../../src/core/review/clients/ledger-closing.ts";
import { usageError } from "../../../../src/core/errors.ts";
import { failureOf as lineOf } from "../../../../src/main/services/practice/ledger-failure.ts";
import { closeFolder } from "../../../../src/main/services/practice/practice.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { beganReview } from "../../../helpers/ledgers/began-review.ts";
import { brokenWallet, importWallet } from "../../../helpers/ledgers/review-ledger.ts";
import { failureOf } from "../../../helpers/workbook/saved-files.ts";

const CONTEXT = { now: () => Date.UTC(2026, 9, 31, 12, 30), appVersion: "test" };

async function closed(
  folder: string,
  month: Month | "last" | "next",
  context: ServiceContext = CONTEXT,
  out = folder,
) {
  const done: LedgerClosing[] = [];
  for await (const one of closeFolder({ folder, out, month, accessTo: null, full: false }, context))
    done.push(one);
  return done;
}

test("last is the month before today's in each ledger's zone, in byte order of the names", async () => {
  const folder = temporaryFolder();
  for (const name of ["b", "a", "Z"]) await importWallet(join(folder, `${name}.tieout`), brokenWallet(0));
  const zone = { timeZone: "Pacific/Auckland" };
  await changeSettings(join(folder, "a.tieout"), zone, CONTEXT);
  expect((await closed(folder, "last")).map(({ ledger, month }) => [ledger, month])).toEqual([
    ["Z.tieout", "2026-09"],
    ["a.tieout", "2026-10"],
    ["b.tieout", "2026-09"],
  ]);
});

test("next is the newest month that is over, also where an older one was begun", async () => {
  const folder = temporaryFolder();
  for (const name of ["a", "b"]) await importWallet(join(folder, `${name}.tieout`), brokenWallet(0));
  await beganReview(join(folder, "a.tieout"), "2026-08" as Month);
  expect((await closed(folder, "next")).map(({ ledger, month }) => [ledger, month])).toEqual([
    ["a.tieout", "2026-09"],
    ["b.tieout", "2026-09"],
  ]);
});

test("lists a prepared month with what was frozen with it", async () => {
  const folder = temporaryFolder();
  const ledger = join(folder, "a.tieout");
  await importWallet(ledger, brokenWallet(9));
  const month = "2026-10" as Month;
  await prepareMonth({ ledger, month, by: "Ada", override: "Yes." }, CONTEXT);
  await changeSettings(ledger, { options: { tolerance: 500 }, by: "Ada Obi", note: "Why so" }, CONTEXT);
  expect(await closed(folder, month)).toMatchObject([
    {
      state: "prepared",
      shows: "As of now, after import 1, 2026-11-02",
      verdict: "October 2026: the stated balance is 9 too high at 1 entry. 1 other error, 1 warning.",
      conclusion:
        "Preliminary, not signed off. Qualified: entries and payments prove 1,450, not the stated 1,459, except as follows.",
      undecidedErrors: 2,
    },
  ]);
});

test("reports a defect in one ledger, continues with the next, and stops when interrupted", async () => {
  const folder = temporaryFolder();
  for (const name of ["a", "b"]) await importWallet(join(folder, `${name}.tieout`), brokenWallet(0));
  const broken = {
    ...CONTEXT,
    onProgress: ({ ledger }: Progress) => {
      if (ledger === "a.tieout") throw new Error("the progress line broke");
    },
  };
  expect(await closed(folder, "2026-10" as Month, broken)).toMatchObject([
    {
      ledger: "a.tieout",
      failure: {
        code: "DEFECT",
        sentence: expect.stringMatching(
          /^A defect at .*onProgress \(practice\.test\.ts[^:]*:\d+:\d+\)$/u,
        ) as string,
      },
      workbook: null,
    },
    { ledger: "b.tieout", failure: null, workbook: "b 2026-10.xlsx" },
  ]);
  const stopped = { ...CONTEXT, signal: AbortSignal.abort() };
  const { code, facts } = await failureOf(closed(folder, "2026-10" as Month, stopped));
  expect([code, facts.remedy]).toEqual(["CANCELLED", expect.stringContaining("none is half done")]);
});

test("reports a missing folder for workbooks before it does anything", async () => {
  const folder = temporaryFolder();
  await importWallet(join(folder, "a.tieout"), brokenWallet(0));
  const nowhere = closed(folder, "last", CONTEXT, join(folder, "none"));
  expect((await failureOf(nowhere)).code).toBe("EXPORT_TARGET");
});

test("keeps a workbook that somebody edited, and writes the fresh one beside it under the next number", async () => {
  const folder = temporaryFolder();
  await importWallet(join(folder, "a.tieout"), brokenWallet(0));
  const month = "2026-10" as Month;
  const names = async () => (await closed(folder, month)).map(({ workbook, left }) => ({ workbook, left }));
  const untouched = { workbook: "a 2026-10.xlsx", left: [] };
  expect(await names()).toEqual([untouched]);
  // What nobody touched is replaced: each night's workbook takes the place of the one before.
  expect(await names()).toEqual([untouched]);
  const saved = join(folder, "a 2026-10.xlsx");
  appendFileSync(saved, "a reviewer's tick");
  const bytes = readFileSync(saved);
  const beside = { workbook: "a 2026-10 (2).xlsx", left: ["a 2026-10.xlsx"] };
  expect(await names()).toEqual([beside]);
  expect(await names()).toEqual([beside]);
  expect(readFileSync(saved).equals(bytes)).toBe(true);
  expect(readdirSync(folder).filter((name) => name.endsWith(".xlsx"))).toEqual([
    "a 2026-10 (2).xlsx",
    "a 2026-10.xlsx",
  ]);
});

test("two ledgers whose names differ only in the case of their ending do not overwrite each other", async () => {
  const folder = temporaryFolder();
  await importWallet(join(folder, "a.tieout"), brokenWallet(0));
  await importWallet(join(folder, "a.TIEOUT"), brokenWallet(9));
  for (let night = 0; night < 2; night += 1) {
    expect(
      (await closed(folder, "2026-10" as Month)).map(({ ledger, workbook }) => [ledger, workbook]),
    ).toEqual([
      ["a.TIEOUT", "a 2026-10.xlsx"],
      ["a.tieout", "a 2026-10 (2).xlsx"],
    ]);
  }
});

test("names each name of a file that has several, writes to none, and closes the others", async () => {
  const folder = temporaryFolder();
  await importWallet(join(folder, "a.tieout"), brokenWallet(9));
  await importWallet(join(folder, "z.tieout"), brokenWallet(0));
  for (const name of ["b", "c", "d"]) linkSync(join(folder, "a.tieout"), join(folder, `${name}.tieout`));
  const before = readFileSync(join(folder, "a.tieout"));
  const done = await closed(folder, "2026-10" as Month);
  expect(done.map(({ ledger, workbook, failure }) => [ledger, workbook, failure?.code])).toEqual([
    ...["a", "b", "c", "d"].map((name) => [`${name}.tieout`, null, "LEDGER_TWO_NAMES"]),
    ["z.tieout", "z 2026-10.xlsx", undefined],
  ]);
  expect(readFileSync(join(folder, "a.tieout"))).toEqual(before);
});

test("gives links that lead nowhere or in a circle a line each, and continues with the others", async () => {
  const folder = temporaryFolder();
  await importWallet(join(folder, "z.tieout"), brokenWallet(0));
  symlinkSync("circle.tieout", join(folder, "circle.tieout"));
  symlinkSync("gone", join(folder, "nowhere.tieout"));
  expect(await closed(folder, "2026-10" as Month)).toMatchObject([
    { ledger: "circle.tieout", failure: { code: "LEDGER_FOREIGN" } },
    { ledger: "nowhere.tieout", failure: { code: "LEDGER_FOREIGN" } },
    { ledger: "z.tieout", failure: null, workbook: "z 2026-10.xlsx" },
  ]);
});

test("a name too long for the files beside it fails only for that ledger", async () => {
  const folder = temporaryFolder();
  await importWallet(join(folder, "n.tieout"), brokenWallet(0));
  renameSync(join(folder, "n.tieout"), join(folder, `${"n".repeat(240)}.tieout`));
  expect(await closed(folder, "2026-10" as Month)).toMatchObject([
    { failure: { code: "FILE_UNREADABLE", sentence: expect.stringContaining("too long") as string } },
  ]);
});

test("last is December at the turn of the year, by each zone's own new year", async () => {
  const folder = temporaryFolder();
  for (const [name, timeZone] of [
    ["a", "Pacific/Kiritimati"],
    ["b", "UTC"],
    ["c", "America/New_York"],
  ] as const) {
    const ledger = join(folder, `${name}.tieout`);
    await importWallet(ledger, brokenWallet(0));
    await changeSettings(ledger, { timeZone }, CONTEXT);
  }
  const at = async (nowMs: number) =>
    (await closed(folder, "last", { ...CONTEXT, now: () => nowMs })).map(({ month }) => month);
  expect(await at(Date.UTC(2026, 11, 31, 12))).toEqual(["2026-12", "2026-11", "2026-11"]);
  expect(await at(Date.UTC(2027, 0, 1, 4, 59))).toEqual(["2026-12", "2026-12", "2026-11"]);
  expect(await at(Date.UTC(2027, 0, 1, 5))).toEqual(["2026-12", "2026-12", "2026-12"]);
});

test("a failure's sentence has no full stop: its line ends it", () => {
  const failure = lineOf(usageError("Credentials need an address. Add --base-url."), "a.tieout");
  expect(failure.sentence).toBe("Credentials need an address. Add --base-url");
});
