/** The last rows of B1, B2 and C1, which foot those above. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { recordsOf, threeCurrencies } from "../../../helpers/ledgers/currency-world.ts";
import { october, reportInput } from "../../../helpers/workbook/report.ts";
import {
  type ReadSheet,
  readTable,
  recalculate,
  rowOf,
  writtenWorkbook,
} from "../../../helpers/workbook/xlsx.ts";
import { writeCsv } from "../../../helpers/workbook/written-tables.ts";

/** The rows of a sheet's only table. */
function rowsOf(sheet: ReadSheet, first: string) {
  const header = rowOf(sheet, first);
  return readTable(sheet, header, sheet.rows - header);
}

const sum = (rows: readonly Record<string, unknown>[], key: string) =>
  rows.reduce((total, row) => total + Number(row[key] ?? 0), 0);

it("carry a wallet forward on B1, and add up payments on B2 and breaks on C1", async () => {
  const input = october();
  const { read } = await writtenWorkbook(buildWorkbook(input));
  expect(recalculate(read).differences).toEqual([]);
  const wallet = rowsOf(read.sheets.get("Wallet")!, "walletID");
  const carried = wallet.at(-1)!;
  const { closing, breakDifference } = input.check.wallets[0]!;
  expect(carried).toMatchObject({
    Description: "Carried forward: wallet of user 1, NGN",
    Credit: sum(wallet.slice(0, -1), "Credit"),
    Debit: sum(wallet.slice(0, -1), "Debit"),
    Movement: sum(wallet.slice(0, -1), "Movement"),
    "Stated balance": closing,
    "Expected balance": closing,
    Difference: breakDifference,
  });
  const payments = rowsOf(read.sheets.get("Transactions")!, "payID");
  for (const key of ["Charged", "Payable", "Expected", "Entries", "Settled in period", "Difference"])
    expect([key, payments.at(-1)![key]]).toEqual([key, sum(payments.slice(0, -1), key)]);
  const exceptions = rowsOf(read.sheets.get("Exceptions")!, "No.");
  expect(exceptions.at(-1)).toMatchObject({
    "What was found": "Break differences, and what is not explained",
    Difference: breakDifference,
    Counted: sum(exceptions.slice(0, -1), "Counted"),
  });
});

it("keep currencies apart", async () => {
  const input = reportInput({ records: recordsOf(threeCurrencies()), month: "2026-10" });
  const { read } = await writtenWorkbook(buildWorkbook(input));
  const rows = rowsOf(read.sheets.get("Wallet")!, "walletID");
  const carried = rows.slice(-input.check.wallets.length);
  expect(carried.map((row) => row["Stated balance"])).toEqual(
    input.check.wallets.map(({ closing }) => closing),
  );
  const totals = rowsOf(read.sheets.get("Transactions")!, "payID").filter(({ payID }) => payID === null);
  expect(totals.length).toBeGreaterThan(1);
  for (const total of totals) {
    const currency = String(total["Proven in"]);
    expect(total["Customer"]).toBe(`Total in ${currency === "not stated" ? "no stated currency" : currency}`);
  }
});

it("are no rows of a filter, nor of the tables as CSV", async () => {
  const workbook = buildWorkbook(october());
  const { read } = await writtenWorkbook(workbook);
  for (const name of ["Wallet", "Transactions", "Exceptions"]) {
    const { xml, rows } = read.sheets.get(name)!;
    expect([name, /<autoFilter ref="A7:[A-Z]+(\d+)"/u.exec(xml)?.[1]]).toEqual([name, String(rows - 1)]);
  }
  const folder = mkdtempSync(join(tmpdir(), "tieout-feet-"));
  await writeCsv(workbook, join(folder, "tables"));
  expect(readFileSync(join(folder, "tables", "B1-wallet.csv"), "utf8")).not.toContain("Carried forward");
  rmSync(folder, { recursive: true });
});
