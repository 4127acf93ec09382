/** The machine's clock, zone and language change nothing: cases 84 and 85 of the faults. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { transactionsBody, walletBody } from "../helpers/bodies.ts";
import { temporaryFolder, tieoutProcess, type CliRun } from "../helpers/cli.ts";
import { sale, wallet } from "../helpers/records.ts";

const CHILD = join(import.meta.dirname, "../helpers/printing-child.ts");

const PLACES: readonly { readonly TZ: string; readonly LANG: string }[] = [
  { TZ: "UTC", LANG: "C" },
  { TZ: "Asia/Tokyo", LANG: "ja_JP.UTF-8" },
  { TZ: "America/New_York", LANG: "en_US.UTF-8" },
  { TZ: "Europe/Berlin", LANG: "de_DE.UTF-8" },
  { TZ: "Europe/Istanbul", LANG: "tr_TR.UTF-8" },
  { TZ: "Africa/Cairo", LANG: "ar_EG.UTF-8" },
  { TZ: "Asia/Kathmandu", LANG: "ne_NP.UTF-8" },
];

const environment = (place: (typeof PLACES)[number]) => ({ ...place, LC_ALL: place.LANG });

describe("case 84 and 85", () => {
  test("the places are real: a process there has another zone and another language", () => {
    const own = PLACES.map((place) =>
      execFileSync(process.execPath, ["-p", "new Date(0).toLocaleString()"], {
        env: { PATH: process.env["PATH"], ...environment(place) },
        encoding: "utf8",
      }),
    );
    expect(new Set(own).size).toBe(PLACES.length);
  });

  test("the core writes the same bytes in all of them", () => {
    const printed = PLACES.map((place) =>
      execFileSync(process.execPath, [CHILD], {
        env: { PATH: process.env["PATH"], ...environment(place) },
        encoding: "utf8",
      }),
    );
    expect(printed[0]?.length).toBeGreaterThan(5000);
    for (const other of printed) expect(other).toBe(printed[0]);
  });

  test("and so does the command line's check, also of a period", async () => {
    const folder = temporaryFolder();
    const files = { wallet: join(folder, "wallet.json"), transactions: join(folder, "transactions.json") };
    writeFileSync(
      files.wallet,
      walletBody(wallet([500, -200, 300, 90], (at) => ({ payref: at === 2 ? "pay-1" : "" }))),
    );
    writeFileSync(
      files.transactions,
      transactionsBody([sale(1, 500, { traderStatus: "SELLER" }), sale(2, 90)]),
    );
    const check = ["check", "--wallet", files.wallet, "--transactions", files.transactions];
    for (const args of [check, [...check, "--json", "--month", "2026-10", "--time-zone", "Asia/Tokyo"]]) {
      const runs: CliRun[] = [];
      for (const place of PLACES.slice(0, 6))
        runs.push(await tieoutProcess(args, { env: environment(place) }));
      expect(runs[0]?.stderr).toBe("");
      expect(runs[0]?.stdout.length).toBeGreaterThan(100);
      for (const run of runs) expect(run).toEqual(runs[0]);
    }
  }, 120_000);
});
