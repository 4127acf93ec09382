import { join } from "node:path";
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close.ts";
import { prepareMonth } from "../../../src/main/services/close.ts";
import type { ServiceContext } from "../../../src/main/services/context.ts";
import { type LedgerClosing, closeFolder } from "../../../src/main/services/practice.ts";
import { changeSettings } from "../../../src/main/services/settings.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { brokenWallet, importWallet } from "../../helpers/review-ledger.ts";
import { failureOf } from "../../helpers/saved-files.ts";

const CONTEXT = { now: () => Date.UTC(2026, 9, 31, 12, 30), appVersion: "test" };

async function closed(
  folder: string,
  month: Month | "last",
  context: ServiceContext = CONTEXT,
  out = folder,
) {
  const done: LedgerClosing[] = [];
  for await (const one of closeFolder({ folder, out, month, accessTo: null }, context)) done.push(one);
  return done;
}

test("last is the month before today's in each ledger's zone, in the order of the names' bytes", async () => {
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

test("a month that is prepared is shown under what was frozen with it", async () => {
  const folder = temporaryFolder();
  const ledger = join(folder, "a.tieout");
  await importWallet(ledger, brokenWallet(9));
  const month = "2026-10" as Month;
  await prepareMonth({ ledger, month, by: "Ada", override: "Yes." }, CONTEXT);
  await changeSettings(ledger, { options: { tolerance: 500 } }, CONTEXT);
  expect(await closed(folder, month)).toMatchObject([
    { state: "prepared", verdict: "October 2026 is off by 9 at 1 row; 1 other error.", undecidedErrors: 2 },
  ]);
});

test("a defect in one ledger is told as such, and the next gets its turn; being interrupted ends it all", async () => {
  const folder = temporaryFolder();
  for (const name of ["a", "b"]) await importWallet(join(folder, `${name}.tieout`), brokenWallet(0));
  const broken = {
    ...CONTEXT,
    onProgress: ({ phase }: { readonly phase: string }) => {
      if (phase.startsWith("a.tieout:")) throw new Error("the progress line broke");
    },
  };
  expect(await closed(folder, "2026-10" as Month, broken)).toMatchObject([
    { ledger: "a.tieout", failure: { code: "DEFECT", sentence: "the progress line broke" }, workbook: null },
    { ledger: "b.tieout", failure: null, workbook: "b 2026-10.xlsx" },
  ]);
  const stopped = { ...CONTEXT, signal: AbortSignal.abort() };
  expect((await failureOf(closed(folder, "2026-10" as Month, stopped))).code).toBe("CANCELLED");
});

test("a folder for workbooks that is not there is told before anything is done", async () => {
  const folder = temporaryFolder();
  await importWallet(join(folder, "a.tieout"), brokenWallet(0));
  const nowhere = closed(folder, "last", CONTEXT, join(folder, "none"));
  expect((await failureOf(nowhere)).code).toBe("EXPORT_TARGET");
});
