/** A ledger's settings from the command line: shown, changed, gone by, and in the audit trail. */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
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

function shown({ zone = "UTC", decimals = "0", tolerance = "0" }): string {
  return `Time zone    ${zone}
Decimals     ${decimals}
Convention   auto
Basis        auto
Tolerance    ${tolerance}
Cut-off      3 days
Chain scope  user
`;
}

test("keeps the options of a check, and check, review and export use them by default", async () => {
  const ledger = await ledgerAtMidnight();
  const flags = "--convention bank --basis payable --tolerance 7 --cutoff-days 1 --chain-scope business";
  const unsigned = await tieout(["settings", ledger, ...flags.split(" ")]);
  expect(unsigned).toMatchObject({ status: 2, stdout: "" });
  expect(unsigned.stderr).toMatch(/^USAGE: Changing check settings needs --by NAME and --note TEXT/u);
  const signed = ["--by", "Ada Obi", "--note", "As agreed with the provider"];
  const set = await tieout(["settings", ledger, ...flags.split(" "), ...signed]);
  expect(set.stdout).toContain(
    "Convention   bank\nBasis        payable\nTolerance    7\nCut-off      1 day\nChain scope  business\nThe settings were changed",
  );
  const kept = { convention: "bank", settlementBasis: "payable", cutoffDays: 1, chainScope: "business" };
  const optionsOf = async (...args: string[]) => {
    const run = await tieout(["check", ledger, "--json", ...args]);
    return (JSON.parse(run.stdout) as { options: object }).options;
  };
  expect(await optionsOf()).toMatchObject({ ...kept, tolerance: 7 });
  expect(await optionsOf("--tolerance", "0", "--convention", "auto")).toMatchObject({
    ...kept,
    tolerance: 0,
    convention: "auto",
  });
  // The one entry of 12,345 is a debit: as a bank reads it, it left a wallet that held as much before.
  const exceptions = async (...args: string[]) => {
    const run = await tieout(["review", ledger, "--json", ...args]);
    return (JSON.parse(run.stdout) as { exceptions: object[] }).exceptions.length;
  };
  expect([await exceptions(), await exceptions("--convention", "asset")]).toEqual([1, 0]);
  const out = join(temporaryFolder(), "all");
  await tieout(["export", ledger, "--all", "--format", "json", "--folder", "--out", out]);
  const about = readdirSync(out).map((name) => readFileSync(join(out, name), "utf8"));
  expect(about.some((text) => text.includes("--convention bank"))).toBe(true);
  expect((await tieout(["verify", ledger])).status).toBe(0);
  const db = new Database(ledger, { readonly: true });
  const text = db.prepare<[], string>("SELECT payload FROM audit WHERE kind = 'setting'").pluck().get() ?? "";
  db.close();
  expect(JSON.parse(text)).toMatchObject({
    by: "Ada Obi",
    note: "As agreed with the provider",
    before: { convention: "auto", settlementBasis: "auto", tolerance: 0, cutoffDays: 3, chainScope: "user" },
    options: { convention: "bank" },
  });
});

test("shows settings, changes them one at a time, uses them, and proves them", async () => {
  const ledger = await ledgerAtMidnight();
  const first = await tieout(["settings", ledger]);
  expect(first).toEqual({ status: 0, stderr: "", stdout: shown({}) });
  expect(await november(ledger)).toEqual({ entries: 0, zone: "UTC" });

  const zone = await tieout(["settings", ledger, "--time-zone", "Africa/Lagos"]);
  expect(zone.stdout).toBe(
    `${shown({ zone: "Africa/Lagos" })}The settings were changed. The audit trail records it.\n`,
  );
  expect(await november(ledger)).toEqual({ entries: 1, zone: "Africa/Lagos" });

  const decimals = await tieout(["settings", ledger, "--decimals", "2"]);
  expect(decimals.stdout).toContain(shown({ zone: "Africa/Lagos", decimals: "2", tolerance: "0 (0.00)" }));
  expect((await tieout(["check", ledger])).stdout).toContain("123.45");

  const again = await tieout(["settings", ledger, "--decimals", "2"]);
  expect(again.stdout).toMatch(/\nThese settings were already in force\. Nothing was written\.\n$/u);
  // Made, imported, and two changes.
  expect((await tieout(["verify", ledger])).stdout).toMatch(
    /The ledger is intact: .*4 links of the audit trail/u,
  );
});

test.each([
  [["--time-zone", "Mars/Olympus"], /^USAGE: --time-zone takes an IANA zone/u],
  [["--decimals", "7"], /^USAGE: --decimals takes a whole number from 0 to 6/u],
  [[], /^LEDGER_NOT_FOUND: /u],
  [["--decimals", "2"], /^LEDGER_NOT_FOUND: /u],
])("refuses %j of a missing ledger in one line", async (args, words) => {
  const run = await tieout(["settings", join(temporaryFolder(), "none.tieout"), ...args]);
  expect(run).toMatchObject({ status: 2, stdout: "" });
  expect(run.stderr).toMatch(words);
});
