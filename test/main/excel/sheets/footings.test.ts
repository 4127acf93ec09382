/** The last rows of B1, B2 and C1, which foot those above. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { dollarsInNaira, recordsOf, threeCurrencies } from "../../../helpers/ledgers/currency-world.ts";
import { OCTOBER_MS, entry, sale, task, wallet } from "../../../helpers/records.ts";
import { milestone } from "../../../core/oracle/worked/details.ts";
import { RULES, ruled } from "../../../helpers/workbook/provided-month.ts";
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
  const moved = rowsOf(read.sheets.get("Wallet")!, "walletID");
  const carried = moved.at(-1)!;
  const { closing, breakDifference } = input.check.wallets[0]!;
  expect(carried).toMatchObject({
    Description: "Carried forward: wallet of user 1, NGN",
    Credit: sum(moved.slice(0, -1), "Credit"),
    Debit: sum(moved.slice(0, -1), "Debit"),
    Movement: sum(moved.slice(0, -1), "Movement"),
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
    const words = `Total in ${currency === "not stated" ? "no stated currency" : currency}`;
    expect(total["Customer"]).toBe(
      currency === "unlike" ? "In no total: 1 payment in unlike currencies" : words,
    );
  }
});

/** The footing of B2, recalculated. */
async function footed(records: Parameters<typeof reportInput>[0]["records"], rules: "with rules" | "" = "") {
  const input = reportInput({ records, month: "2026-10" });
  const { read } = await writtenWorkbook(buildWorkbook(rules === "" ? input : ruled(input, RULES)));
  expect(recalculate(read).differences).toEqual([]);
  const feet = rowsOf(read.sheets.get("Transactions")!, "payID").filter(({ payID }) => payID === null);
  return { read, feet };
}

it("add up no two currencies that payments state, and say what is left out", async () => {
  const entries = wallet([1000, 600, 70], (at) => ({ payref: `PAY-${at + 1}` }));
  const cedis = { currency: "GHS", scrowfee: 5, taxfee: 3, payableamount: 608 };
  const transactions = [sale(1, 1000), sale(2, 600, cedis), sale(3, 70, { currency: null })];
  const { feet } = await footed({ entries, transactions });
  expect(feet).toEqual([
    expect.objectContaining({
      Customer: "Total, without what 1 payment states in GHS",
      Charged: 1070,
      "Escrow fee": 0,
      "Tax fee": 0,
      Payable: 1070,
      "Payable added up": 1070,
      Expected: 1070,
      Entries: 3,
      "Settled in period": 1670,
      Difference: 0,
    }),
  ]);
  const others = [
    sale(4, 5, { currency: "USD", datePaidAtMs: null, dateCreatedAtMs: OCTOBER_MS }),
    sale(5, 6, { currency: "GHS" }),
  ];
  const more = await footed({ entries, transactions: [...transactions, ...others] });
  expect(more.feet).toEqual([
    expect.objectContaining({
      Customer: "Total, without what 3 payments state in several currencies",
      Charged: 1070,
    }),
  ]);
});

it("tell currencies apart that differ in upper and lower case alone", async () => {
  const { feet } = await footed({ transactions: [sale(1, 1000), sale(2, 600, { currency: "ngn" })] });
  expect(feet).toEqual([
    expect.objectContaining({ Customer: "Total, without what 1 payment states in ngn", Charged: 1000 }),
  ]);
});

it("leave out what payments state where no currency is known and they state several", async () => {
  const entries = wallet([1000], () => ({ payref: "PAY-1" }));
  const transactions = [
    sale(1, 1000),
    sale(2, 600, { currency: "GHS", datePaidAtMs: null, dateCreatedAtMs: OCTOBER_MS }),
  ];
  const { feet } = await footed({ user: null, entries, transactions });
  expect(feet).toEqual([
    expect.objectContaining({
      Customer: "Total, without what payments state in several currencies",
      Charged: null,
      "Payable added up": null,
      Expected: 1000,
      "Settled in period": 1000,
    }),
  ]);
});

it("count on A3 no dollars in naira, whatever came of what is not earned yet", async () => {
  const tasks = [task(900, { isComplete: 0, dateCompletedAtMs: null })];
  const unearned = milestone(4, tasks, {}, { currency: "USD" });
  const came = entry(4, { debit: 40, balance: 2140, payref: "PAY-4" });
  const records = dollarsInNaira(600, { entries: [came], transactions: [unearned] });
  const { read, feet } = await footed(records, "with rules");
  expect(feet.map(({ Customer, Charged }) => [Customer, Charged])).toEqual([
    ["Total in NGN, without what 1 payment states in USD", 1500],
    ["In no total: 1 payment in unlike currencies", null],
  ]);
  const statement = read.sheets.get("Statement")!;
  const row = rowOf(statement, "Gross amount: sales, less purchases");
  const header = rowOf(statement, "Statement of the provider");
  expect(readTable(statement, header, row - header).at(-1)).toMatchObject({
    "One-time sales": 1500,
    "Milestone sales": 0,
    Workpaper: "B2, without what is stated in another currency",
  });
});

it("write no amount on A3 where B2 adds up none: no currency is known, and payments state several", async () => {
  const tasks = [task(900, { isComplete: 0, dateCompletedAtMs: null })];
  const unearned = milestone(2, tasks, {}, { currency: "USD" });
  const entries = wallet([1000, 40], (at) => ({ payref: `PAY-${at + 1}` }));
  const records = { user: null, entries, transactions: [sale(1, 1000), unearned] };
  const { read, feet } = await footed(records, "with rules");
  const without = "without what payments state in several currencies";
  expect(feet.map(({ Customer, Charged }) => [Customer, Charged])).toEqual([[`Total, ${without}`, null]]);
  const statement = read.sheets.get("Statement")!;
  const header = rowOf(statement, "Statement of the provider");
  const lines = readTable(statement, header, rowOf(statement, "Settled in the period") - header);
  expect(
    lines.slice(1).map((line) => [line["Statement of the provider"], line["All"], line["Workpaper"]]),
  ).toEqual([
    ["Payments", 2, "B2"],
    ["Gross amount: sales, less purchases", null, `B2, ${without}`],
    ["− escrow fee", null, `B2, ${without}`],
    ["− tax", null, `B2, ${without}`],
    [
      "    tax of the gross amount, observed",
      null,
      "a rate that the records show, not one that anybody stated",
    ],
    ["± not earned yet, or fees not taken off", null, "the settlement basis is charged"],
    ["Expected of these payments", 1000, "B2"],
    ["− paid, not in the wallet", 0, "B2"],
    ["− in transit", 0, "B2"],
    ["± settled over or short of what was expected", 40, "B2"],
    ["− settled before the period", 0, "B2"],
    ["Settled in the period", 1040, null],
  ]);
  expect(lines.find((line) => line["All"] === 1000)).toMatchObject({
    "One-time sales": 1000,
    "Milestone sales": 0,
  });
});

it("take an empty text for no currency that a payment states", async () => {
  const entries = wallet([1000], () => ({ payref: "PAY-1" }));
  const transactions = [sale(1, 1000), sale(2, 600, { currency: "" })];
  for (const known of [{}, { user: null }]) {
    const { feet } = await footed({ ...known, entries, transactions });
    expect(feet).toEqual([expect.objectContaining({ Customer: "Total", Charged: 1600 })]);
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
