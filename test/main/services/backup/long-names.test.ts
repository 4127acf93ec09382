/** Names so long that what stands beside a ledger would have none: refused with a sentence, and nothing is left half made. */
import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { TieoutError } from "../../../../src/core/errors.ts";
import { backUpLedger, restoreLedger } from "../../../../src/main/services/backup/backup.ts";
import { backUpBeside } from "../../../../src/main/services/backup/backup-beside.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { listMonths } from "../../../../src/main/services/close/months.ts";
import { lookAtTarget } from "../../../../src/main/services/import/publish-answers.ts";
import { showSettings } from "../../../../src/main/services/backup/settings.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { wallet } from "../../../helpers/records.ts";
import { failureOf } from "../../../helpers/workbook/saved-files.ts";
import { CONTEXT, importRecords } from "../../../helpers/ledgers/signing.ts";

const named = (bytes: number, ending = ".tieout") => `${"x".repeat(bytes - ending.length)}${ending}`;
const unfinishedIn = (folder: string) =>
  readdirSync(folder).filter((name) => /\.(?:new|part|kept)$|-(?:wal|shm|journal)$/u.test(name));
const exportAs = async (ledger: string, out: string) =>
  exportLedger({ ledger, period: null, options: {}, format: "xlsx", out }, CONTEXT);

test("backs up, restores and exports a ledger with the longest allowed name", async () => {
  const folder = temporaryFolder();
  const ledger = join(folder, named(168));
  await importRecords(ledger, wallet([100, 20]));
  const { path: backup } = await backUpBeside(ledger, null, CONTEXT);
  await backUpLedger(ledger, join(folder, named(201)), CONTEXT);
  const { keptAs } = await restoreLedger({ ledger, backup }, CONTEXT);
  expect(existsSync(keptAs ?? "")).toBe(true);
  await exportAs(ledger, join(folder, named(220, ".xlsx")));
  expect((await verifyLedgerFile(ledger, null, CONTEXT)).problems).toEqual([]);
  const refused = await failureOf(importRecords(join(folder, named(169)), wallet([100])));
  expect([refused.code, refused.message]).toEqual([
    "EXPORT_TARGET",
    "The name is too long: 169 bytes, more than the limit of 168",
  ]);
  expect(unfinishedIn(folder)).toEqual([]);
});

test.skipIf(process.platform === "win32")(
  "refuses a path that SQLite cannot open by its length before anything is sent or made",
  async () => {
    const folder = join(temporaryFolder(), "x".repeat(200), "y".repeat(230));
    mkdirSync(folder, { recursive: true });
    const ledger = join(folder, "a.tieout");
    const bytes = Buffer.byteLength(ledger);
    const most = 511 - (255 - 168);
    expect(bytes).toBeGreaterThan(most);
    const sentence = `The path is too long: ${bytes} bytes, more than the limit of ${most}`;
    const refused = await failureOf(importRecords(ledger, wallet([100])));
    expect([refused.code, refused.message]).toEqual(["EXPORT_TARGET", sentence]);
    const pulled = await failureOf(lookAtTarget(ledger, CONTEXT));
    expect([pulled.code, pulled.message]).toEqual(["EXPORT_TARGET", sentence]);
    expect(readdirSync(folder)).toEqual([]);
    const short = join(temporaryFolder(), "a.tieout");
    await importRecords(short, wallet([100]));
    const deeper = join(folder, "z".repeat(40));
    mkdirSync(deeper);
    copyFileSync(short, join(deeper, "a.tieout"));
    const opened = await failureOf(Promise.resolve().then(() => showSettings(join(deeper, "a.tieout"))));
    expect(opened.code).toBe("FILE_UNREADABLE");
    expect(opened.message).toMatch(/^The path is too long: /u);
  },
);

test("refuses a ledger without a name, and makes nothing", async () => {
  const refused = await failureOf(importRecords("", wallet([100])));
  expect([refused.code, refused.message]).toEqual(["EXPORT_TARGET", "The ledger has no name"]);
  await expect(lookAtTarget("", CONTEXT)).rejects.toMatchObject({ code: "EXPORT_TARGET" });
  expect(readdirSync(".").filter((name) => name.endsWith(".new"))).toEqual([]);
});

test.each([169, 190, 202, 215, 240, 243, 252, 255, 256, 300])(
  "with a name of %i bytes each use case works or says why not",
  async (bytes) => {
    const folder = temporaryFolder();
    const short = join(folder, "short.tieout");
    await importRecords(short, wallet([100, 20]));
    const long = join(folder, named(bytes));
    // A copy that somebody gave that name.
    if (bytes <= 255) copyFileSync(short, long);
    const taken: Record<string, () => unknown> = {
      make: async () => importRecords(join(folder, `y${named(bytes - 1)}`), wallet([100])),
      show: () => showSettings(long),
      months: () => listMonths(long),
      verify: async () => verifyLedgerFile(long, null, CONTEXT),
      import: async () => importRecords(long, wallet([100, 20, 30])),
      backUp: async () => backUpBeside(long, 3, CONTEXT),
      copy: async () => backUpLedger(short, join(folder, `z${named(bytes - 1)}`), CONTEXT),
      restore: async () => restoreLedger({ ledger: long, backup: short }, CONTEXT),
      export: async () => exportAs(short, join(folder, named(bytes, ".xlsx"))),
    };
    for (const [name, take] of Object.entries(taken)) {
      const error = await failureIn(take);
      const isTold = error === null || (error instanceof TieoutError && !/E[A-Z]{6,}/u.test(error.message));
      expect([name, basename(String(error)), isTold]).toEqual([name, basename(String(error)), true]);
    }
    expect(unfinishedIn(folder)).toEqual([]);
  },
);

async function failureIn(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return null;
  } catch (error) {
    return error;
  }
}
