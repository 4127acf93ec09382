import { hash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { transactionsBody, userBody, walletBody } from "../helpers/bodies.ts";
import { type CliRun, temporaryFolder, tieout } from "../helpers/cli.ts";
import { variedRecords } from "../helpers/workbook/report.ts";
import { partsOf } from "../helpers/workbook/zip.ts";
import { readXlsx } from "../helpers/workbook/xlsx.ts";

const CANARY = "canary-token-4711";

/** A folder of its own and a ledger in it with something of everything. */
async function imported(): Promise<{ folder: string; ledger: string }> {
  const folder = temporaryFolder();
  const { entries = [], transactions = [] } = variedRecords();
  const files = {
    "--wallet": walletBody(entries),
    "--transactions": transactionsBody(transactions),
    "--user": userBody(CANARY),
  };
  const args = Object.entries(files).flatMap(([flag, body]) => {
    const path = join(folder, `saved${flag}.json`);
    writeFileSync(path, body);
    return [flag, path];
  });
  const ledger = join(folder, "wallet.tieout");
  expect(await tieout(["import", ledger, ...args])).toMatchObject({ status: 0, stderr: "" });
  return { folder, ledger };
}

function october(ledger: string, out: string, ...more: string[]): Promise<CliRun> {
  return tieout(["export", ledger, "--month", "2026-10", "--out", out, ...more]);
}

function sha256(path: string): string {
  return hash("sha256", readFileSync(path), "hex");
}

/** What the export said of its hashes. */
function hashesIn({ stdout }: CliRun): { proof: string; head: string } {
  const [, proof = ""] = /^SHA-256 of [^:]+: ([0-9a-f]{64})$/mu.exec(stdout) ?? [];
  const [, head = ""] = /^Head of the audit trail: ([0-9a-f]{64}) \(link \d+\)$/mu.exec(stdout) ?? [];
  return { proof, head };
}

/** Sum and number of the amounts under a key. */
function totals(rows: readonly Record<string, unknown>[], key: string): { count: number; sum: number } {
  const amounts = rows.map((row) => row[key]).filter((value) => typeof value === "number");
  return { count: amounts.length, sum: amounts.reduce((sum, amount) => sum + amount, 0) };
}

test("writes the workbook and prints its verdict, size, hash and the trail's head, all verifiable", async () => {
  const { folder, ledger } = await imported();
  const out = join(folder, "October.xlsx");
  const run = await october(ledger, out);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toMatch(
    /^October 2026: the stated balance is 777 NGN too low across 3 entries\. 2 of 6 causes explain it\. \d+ other errors.*\.\n/u,
  );
  expect(run.stdout).toContain(
    `Wrote ${out} (${readFileSync(out).length.toLocaleString("en")} bytes), run 1.`,
  );
  const { proof, head } = hashesIn(run);
  expect(proof).toBe(sha256(out));
  expect([...(await readXlsx(out)).sheets.get("Audit")!.cells.values()].map(({ value }) => value)).toContain(
    head,
  );
  expect(await tieout(["verify", ledger, "--head", head])).toMatchObject({ status: 0 });
  // The trail names the file by the same hash.
  expect(readFileSync(ledger).includes(`"file":"October.xlsx"`)).toBe(true);
  expect(readFileSync(ledger).includes(proof)).toBe(true);
});

test("writes the same tables as CSV and as JSON, and records the checksums of all files", async () => {
  const { folder, ledger } = await imported();
  for (const [format, run] of [
    ["csv", 1],
    ["json", 2],
  ] as const) {
    const out = join(folder, "October");
    const said = await october(ledger, out, "--format", format, "--folder");
    expect(said).toMatchObject({ status: 0, stderr: "" });
    expect(said.stdout).toMatch(/^October 2026: the stated balance is 777 NGN too low across 3 entries/u);
    expect(said.stdout).toContain(`SHA-256 of October/${format}.sha256: `);
    const { proof, head } = hashesIn(said);
    const list = readFileSync(join(out, `${format}.sha256`), "utf8");
    const lines = list.trimEnd().split("\n");
    for (const line of lines) {
      const [, sum, name = ""] = /^([0-9a-f]{64}) {2}(\S+)$/u.exec(line) ?? [];
      expect({ name, sum }).toEqual({ name, sum: sha256(join(out, name)) });
    }
    const tables = readdirSync(out).filter((name) => name.endsWith(`.${format}`));
    expect(lines).toHaveLength(tables.length);
    expect(said.stdout).toContain(`(${tables.length} tables, `);
    expect(said.stdout).toContain(`run ${run}.`);
    expect(proof).toBe(sha256(join(out, `${format}.sha256`)));
    expect(readFileSync(ledger).includes(`"file":"October/${format}.sha256"`)).toBe(true);
    expect(readFileSync(ledger).includes(proof)).toBe(true);
    expect(readFileSync(join(out, `D2-audit-facts.${format}`), "utf8")).toContain(head);
    expect(await tieout(["verify", ledger, "--head", head])).toMatchObject({ status: 0 });
  }
  const files = readdirSync(join(folder, "October")).map((name) => join(folder, "October", name));
  for (const path of [...files, ledger]) expect(readFileSync(path).includes(CANARY)).toBe(false);
});

test("writes the ledger's own integers as JSON, whatever decimals are shown", async () => {
  const { folder, ledger } = await imported();
  const out = join(folder, "whole");
  const args = ["--all", "--out", out, "--format", "json", "--folder", "--decimals", "2"];
  expect(await tieout(["export", ledger, ...args])).toMatchObject({ status: 0 });
  const read = (name: string) =>
    JSON.parse(readFileSync(join(out, name), "utf8")) as Record<string, unknown>[];
  const { entries = [], transactions = [] } = variedRecords();
  const rows = read("B1-wallet.json").filter((row) => row["walletID"] !== null);
  for (const key of ["credit", "debit", "balance"] as const) {
    expect(totals(rows, key)).toEqual({
      count: entries.length,
      sum: entries.reduce((sum, entry) => sum + entry[key], 0),
    });
  }
  expect(totals(read("B2-transactions.json"), "payableamount")).toEqual({
    count: transactions.length,
    sum: transactions.reduce((sum, { payableamount }) => sum + payableamount, 0),
  });
});

test("reports an unknown format or an unusable place in one line", async () => {
  const { folder, ledger } = await imported();
  const unknown = await october(ledger, join(folder, "o"), "--format", "docx");
  expect(unknown).toMatchObject({ status: 2, stdout: "" });
  expect(unknown.stderr).toBe(
    'USAGE: --format takes one of xlsx, pdf, csv, csv-data, json, not "docx". See --help.\n',
  );

  writeFileSync(join(folder, "file"), "earlier");
  mkdirSync(join(folder, "folder"));
  const cases: [string, string, RegExp][] = [
    ["csv", "file", /A file is in the place of the folder for the tables/u],
    ["json", join("missing", "October"), /does not exist .*Create the folder, or choose another place\./u],
    ["xlsx", "folder", /A folder is in the place of the export/u],
  ];
  for (const [format, to, words] of cases) {
    const more = format === "xlsx" ? [] : ["--folder"];
    const refused = await october(ledger, join(folder, to), "--format", format, ...more);
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toMatch(/^EXPORT_TARGET: [^\n]+\n$/u);
    expect(refused.stderr).toMatch(words);
  }
  expect(readFileSync(join(folder, "file"), "utf8")).toBe("earlier");
  const nowhere = await october(ledger, "");
  expect(nowhere.stderr).toMatch(/^USAGE: Name the file or folder to export to/u);
  expect(readdirSync(join(folder, "folder"))).toEqual([]);
});

test("writes tables as one zip file, which a second export replaces and an edited one keeps", async () => {
  const { folder, ledger } = await imported();
  const out = join(folder, "October.zip");
  const first = await october(ledger, out, "--format", "csv", "--decimals", "2", "--decimal-mark", "comma");
  expect(first).toMatchObject({ status: 0, stderr: "" });
  expect(first.stdout).toMatch(/^Wrote \S+October\.zip \(\d+ tables, [\d,]+ bytes\), run 1\.$/mu);
  expect(hashesIn(first).proof).toBe(sha256(out));
  expect(readFileSync(ledger).includes(`"file":"October.zip"`)).toBe(true);
  const wallet = partsOf(readFileSync(out)).find(({ name }) => name === "B1-wallet.csv")!;
  expect(wallet.bytes.toString()).toContain(";323,73;");
  expect((await october(ledger, out, "--format", "csv-data")).stdout).toContain(`Replaced ${out}`);
  writeFileSync(out, Buffer.concat([readFileSync(out), Buffer.from("x")]));
  expect((await october(ledger, out, "--format", "csv")).stderr).toMatch(
    /^EXPORT_EDITED: The tables there differ from what this ledger exported/u,
  );
});

test.each([
  [["--format", "csv", "--out", "October"], "Tables are one .zip file: end --out in .zip, or add --folder"],
  [["--format", "xlsx", "--folder", "--out", "o.xlsx"], "--folder belongs to tables"],
  [["--format", "json", "--separator", "tab", "--out", "o.zip"], "--separator and --decimal-mark belong to"],
])("refuses %j", async (args, words) => {
  const refused = await tieout(["export", "wallet.tieout", "--all", ...args]);
  expect(refused).toMatchObject({ status: 2, stdout: "" });
  expect(refused.stderr).toContain(`USAGE: ${words}`);
});
