/** A ledger's settings from the command line: shown, changed, gone by, and in the audit trail. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { walletBody } from "../helpers/bodies.ts";
import { temporaryFolder, tieout } from "../helpers/cli.ts";
import { entry } from "../helpers/records.ts";

/** A ledger with one entry, late on 31 October in UTC and already in November in Lagos. */
async function ledgerAtMidnight(): Promise<string> {
  const folder = temporaryFolder();
  const file = join(folder, "w.json");
  const lateAtMs = Date.UTC(2026, 9, 31, 23, 30);
  writeFileSync(file, walletBody([entry(1, { debit: 12_345, balance: 12_345, dateCreatedAtMs: lateAtMs })]));
  const ledger = join(folder, "a.tieout");
  expect(await tieout(["import", ledger, "--wallet", file])).toMatchObject({ status: 0 });
  return ledger;
}

async function november(ledger: string): Promise<{ entries: number; zone: string }> {
  const run = await tieout(["check", ledger, "--month", "2026-11", "--json"]);
  const { counts, options } = JSON.parse(run.stdout) as {
    counts: { entries: number };
    options: { timeZone: string };
  };
  return { entries: counts.entries, zone: options.timeZone };
}

test("settings are shown, changed one at a time, gone by, and proved", async () => {
  const ledger = await ledgerAtMidnight();
  const first = await tieout(["settings", ledger]);
  expect(first).toEqual({ status: 0, stderr: "", stdout: "Time zone  UTC\nDecimals   0\n" });
  expect(await november(ledger)).toEqual({ entries: 0, zone: "UTC" });

  const zone = await tieout(["settings", ledger, "--time-zone", "Africa/Lagos"]);
  expect(zone.stdout).toBe(
    "Time zone  Africa/Lagos\nDecimals   0\nChanged, and recorded in the audit trail.\n",
  );
  expect(await november(ledger)).toEqual({ entries: 1, zone: "Africa/Lagos" });

  const decimals = await tieout(["settings", ledger, "--decimals", "2"]);
  expect(decimals.stdout).toMatch(/^Time zone {2}Africa\/Lagos\nDecimals {3}2\nChanged/u);
  expect((await tieout(["check", ledger])).stdout).toContain("123.45");

  const again = await tieout(["settings", ledger, "--decimals", "2"]);
  expect(again.stdout).toMatch(/\nThey were so already; nothing was written\.\n$/u);
  // Made, imported, and two changes.
  expect((await tieout(["verify", ledger])).stdout).toMatch(
    /The ledger is whole: .*4 links of the audit trail/u,
  );
});

test.each([
  [["--time-zone", "Mars/Olympus"], /^USAGE: --time-zone takes an IANA zone/u],
  [["--decimals", "7"], /^USAGE: --decimals takes a whole number from 0 to 6/u],
  [[], /^LEDGER_NOT_FOUND: /u],
  [["--decimals", "2"], /^LEDGER_NOT_FOUND: /u],
])("%j of a ledger that is not there is refused in one line", async (args, words) => {
  const run = await tieout(["settings", join(temporaryFolder(), "none.tieout"), ...args]);
  expect(run).toMatchObject({ status: 2, stdout: "" });
  expect(run.stderr).toMatch(words);
});
