/** Months of several ledgers are exported at once, in this thread and in others. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { MonthExports, exportThreads } from "../../../../src/main/services/practice/practice.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { CONTEXT, brokenWallet, importWallet } from "../../../helpers/ledgers/review-ledger.ts";
import { failureOf } from "../../../helpers/workbook/saved-files.ts";

const NAMES = ["a", "b", "c", "d", "e"];
const month = "2026-10" as Month;

async function folderOfLedgers(): Promise<string> {
  const folder = temporaryFolder();
  for (const [at, name] of NAMES.entries())
    await importWallet(join(folder, `${name}.tieout`), brokenWallet(at));
  return folder;
}

function exportsWith(threads: number, threadFile?: URL): MonthExports {
  const exports = new MonthExports(threads, CONTEXT, threadFile);
  onTestFinished(async () => exports.close());
  exports.load();
  return exports;
}

test("each thread gives what this one gives", async () => {
  const results = [];
  for (const threads of [0, 2]) {
    const folder = await folderOfLedgers();
    const exports = exportsWith(threads);
    results.push(
      await Promise.all(
        NAMES.map(async (name) =>
          exports.export({ folder, ledger: `${name}.tieout`, month, out: folder }, CONTEXT),
        ),
      ),
    );
    const written = readdirSync(folder).filter((file) => file.endsWith(".xlsx"));
    expect(written).toEqual(NAMES.map((name) => `${name} 2026-10.xlsx`));
    for (const file of written) expect(readFileSync(join(folder, file)).readUInt32BE(0)).toBe(0x504b0304);
  }
  const [here, beside] = results;
  expect(here?.map(({ verdict }) => verdict)).toHaveLength(NAMES.length);
  expect(beside).toEqual(here);
});

test("a failure is that ledger's alone", async () => {
  const folder = await folderOfLedgers();
  const exports = exportsWith(1);
  const ledgers = ["a.tieout", "none.tieout", "b.tieout", "nowhere.tieout", "c.tieout"];
  const all = await Promise.allSettled(
    ledgers.map(async (ledger) => exports.export({ folder, ledger, month, out: folder }, CONTEXT)),
  );
  expect(all.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});

test.each([
  ["cannot start", "throw new Error('it cannot start')"],
  ["dies at work", "setTimeout(() => process.exit(3), 300)"],
])("a thread that %s is not missed", async (_, program) => {
  const folder = await folderOfLedgers();
  const exports = exportsWith(2, new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  const done = NAMES.map(async (name) =>
    exports.export({ folder, ledger: `${name}.tieout`, month, out: folder }, CONTEXT),
  );
  expect((await Promise.all(done)).map(({ workbook }) => workbook)).toEqual(
    NAMES.map((name) => `${name} 2026-10.xlsx`),
  );
});

test("an interruption reaches all that are under way or wait", async () => {
  const folder = await folderOfLedgers();
  const exports = exportsWith(1);
  const cancelling = new AbortController();
  const context = { ...CONTEXT, signal: cancelling.signal };
  const failures = NAMES.map(async (name) =>
    failureOf(exports.export({ folder, ledger: `${name}.tieout`, month, out: folder }, context)),
  );
  cancelling.abort();
  expect((await Promise.all(failures)).map(({ code }) => code)).toEqual(NAMES.map(() => "CANCELLED"));
  expect(readdirSync(folder).filter((file) => file.includes(".xlsx"))).toEqual([]);
});

test("there are as many threads as cores and ledgers can use, and one less, because this one helps", () => {
  expect([1, 2, 3, 50].map((ledgers) => exportThreads(ledgers, 2))).toEqual([0, 1, 1, 1]);
  expect([1, 2, 3, 50].map((ledgers) => exportThreads(ledgers, 64))).toEqual([0, 1, 2, 3]);
  expect(exportThreads(50, 1)).toBe(0);
});
