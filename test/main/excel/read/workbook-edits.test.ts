import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { walkLinks } from "../../../../src/main/ledger/file/audit.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openForReading } from "../../../../src/main/ledger/file/open.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { importIntoLedger } from "../../../../src/main/services/import/import.ts";
import { generateWorld } from "../../../../sandbox/generate/generate-world.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { entry, wallet } from "../../../helpers/records.ts";
import { reportInput } from "../../../helpers/workbook/report.ts";
import { saveWorld } from "../../../helpers/ledgers/world-check.ts";
import { readTable, recalculate, writtenWorkbook } from "../../../helpers/workbook/xlsx.ts";

const CHILD = join(import.meta.dirname, "../../../helpers/children/export-child.ts");

/** Surroundings that a process in them is compared with. */
const HOME = { TZ: "UTC", LANG: "C", LC_ALL: "C", LANGUAGE: "C" };

/** Exports the same month in every format, in a process with other surroundings; gives every file by name. */
async function exportedIn(surroundings: NodeJS.ProcessEnv): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "tieout-exported-"));
  const running = spawn(process.execPath, [CHILD, "once", "every", folder], {
    env: { ...process.env, LEDGER_ZONE: "Africa/Lagos", ...HOME, ...surroundings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await once(running, "close");
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.flatMap((one) => (one.isFile() ? [join(one.parentPath, one.name)] : []));
  const exported = files.map(
    async (file) => [relative(folder, file), (await readFile(file)).toString("base64")] as const,
  );
  const all = new Map(await Promise.all(exported));
  await rm(folder, { recursive: true });
  return all;
}

let home = new Map<string, string>();
beforeAll(async () => {
  home = await exportedIn({});
});

describe("case 83: a clock set back, and summer time", () => {
  it("orders entries by their ids, not by their times", async () => {
    const hour = (utcHour: number) => Date.UTC(2026, 9, 25, utcHour, 30);
    const times = [hour(0), hour(1), hour(0), hour(2)];
    const records = { entries: wallet([10, 10, 10, 10], (at) => ({ dateCreatedAtMs: times[at]! })) };
    const input = reportInput({ records, options: { timeZone: "Europe/Berlin" } });
    const { read } = await writtenWorkbook(buildWorkbook(input));
    const table = readTable(read.sheets.get("Wallet")!, 7, 5);
    expect(table.slice(1).map((row) => row["walletID"])).toEqual([1, 2, 3, 4]);
    // 02:30 twice: once in summer time, once in winter time.
    const clock = table.slice(1).map((row) => ((Number(row["Created (Europe/Berlin)"]) % 1) * 24).toFixed(1));
    expect(clock).toEqual(["2.5", "2.5", "2.5", "3.5"]);
    expect(input.check.counts.findings["out-of-order"]).toBe(1);
    expect(recalculate(read).differences).toEqual([]);
  });

  it("orders exports in the trail as they were made", async () => {
    const folder = temporaryFolder();
    const ledger = join(folder, "wallet.tieout");
    const world = generateWorld({ entries: 60, seed: 1, convention: "asset", faults: "none" });
    const at = (hourUtc: number) => ({ now: () => Date.UTC(2027, 0, 1, hourUtc), appVersion: "test" });
    await importIntoLedger({ ledger, files: saveWorld(world, folder) }, at(12));
    for (const [file, hourUtc] of [
      ["first.xlsx", 9],
      ["second.xlsx", 5],
      ["third.xlsx", 7],
    ] as const) {
      const ask = { ledger, period: null, options: {}, format: "xlsx" as const };
      await exportLedger({ ...ask, out: join(folder, file) }, at(hourUtc));
    }
    expect(await verifyLedger(ledger, null)).toMatchObject({ ok: true });
    const db = openForReading(ledger);
    const exports = [...walkLinks(db)].filter(({ kind }) => kind === "export");
    expect(exports.map(({ payload }) => (JSON.parse(payload) as { file: string }).file)).toEqual([
      "first.xlsx",
      "second.xlsx",
      "third.xlsx",
    ]);
    const sequences = exports.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    closeLedger(db);
  });
});

it("is byte-identical when the same run is exported twice, in each format", async () => {
  const folders = new Set([...home.keys()].map(dirname));
  expect([...folders].toSorted()).toEqual([".", "csv", "csv-data", "json"]);
  expect(await exportedIn({})).toEqual(home);
});

describe("case 84, 85: the machine's zone and language", () => {
  // A process in another zone that also speaks another language must not differ by either.
  it.each([
    { TZ: "Asia/Tokyo", locale: "de_DE.UTF-8" },
    { TZ: "America/New_York", locale: "tr_TR.UTF-8" },
    { TZ: "UTC", locale: "ar_EG.UTF-8" },
  ])(
    "move no date, change no byte and match the same payrefs, in each format: $TZ, $locale",
    async ({ TZ, locale }) => {
      const there = await exportedIn({ TZ, LANG: locale, LC_ALL: locale, LANGUAGE: locale });
      expect(there).toEqual(home);
      expect(Buffer.from(home.get("csv/B1-wallet.csv")!, "base64").toString("utf8")).toContain(
        ",2026-10-02 01:00:00,",
      );
    },
  );

  it("names the zone over the dates, which are real dates", async () => {
    const dateCreatedAtMs = Date.UTC(2026, 9, 31, 23, 30);
    const records = { entries: [entry(1, { debit: 5, balance: 5, dateCreatedAtMs })] };
    const { read } = await writtenWorkbook(
      buildWorkbook(reportInput({ records, options: { timeZone: "Asia/Tokyo" } })),
    );
    const { cells } = read.sheets.get("Wallet")!;
    expect(cells.get("B7")!.value).toBe("Created (Asia/Tokyo)");
    expect(cells.get("B9")!.type).toBe("n");
    expect(cells.get("B9")!.value).toBeCloseTo(Date.UTC(2026, 10, 1, 8, 30) / 86_400_000 + 25_569, 8);
  });
});
