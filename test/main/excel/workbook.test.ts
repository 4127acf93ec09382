import exceljs from "exceljs";
import { describe, expect, it } from "vitest";
import type { ReportInput } from "../../../src/core/report/sheet/input.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { HOUR_MS, OCTOBER_MS, entry } from "../../helpers/records.ts";
import {
  alikeRecords,
  manyCurrencies,
  october,
  oddRecords,
  reportInput,
  variedRecords,
} from "../../helpers/workbook/report.ts";
import { currencyWorld, recordsOf, threeCurrencies } from "../../helpers/ledgers/currency-world.ts";
import { readTable, recalculate, rowOf, truthsOf, writtenWorkbook } from "../../helpers/workbook/xlsx.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

describe("the workbook, read back", () => {
  it("has the sheets of the design in order, each with the same heading", async () => {
    const { read } = await writtenWorkbook(buildWorkbook(october()));
    expect([...read.sheets.keys()]).toEqual([
      "Lead",
      "Roll-forward",
      "Three-way",
      "Wallet",
      "Transactions",
      "Tasks",
      "Exceptions",
      "Outstanding",
      "Changes",
      "Legend",
      "Audit",
      "Questions",
    ]);
    for (const { cells } of read.sheets.values()) {
      expect(cells.get("A1")?.value).toContain("Harbour Goods Ltd");
      expect(cells.get("A3")?.value).toContain("October 2026");
      expect(cells.get("A3")?.value).toContain("NGN");
      expect(cells.get("A4")?.value).toContain("pull 1");
      expect(cells.get("A5")?.value).toMatch(/Prepared by.*Reviewed by/u);
    }
  });

  it("has the check's figures of every entry", async () => {
    const input = october();
    const { check, records } = input;
    const { read } = await writtenWorkbook(buildWorkbook(input));
    const rows = check.entryOutcomes.order.filter((row) => check.entryOutcomes.inPeriod[row] === 1);
    const table = readTable(read.sheets.get("Wallet")!, 7, rows.length + 1);
    expect(table[0]!["Stated balance"]).toBe(check.wallets[0]!.opening);
    rows.forEach((row, at) => {
      const line = table[at + 1]!;
      expect(line["walletID"]).toBe(records.entries.walletID[row]);
      expect(line["Credit"]).toBe(records.entries.credit[row]);
      expect(line["Debit"]).toBe(records.entries.debit[row]);
      expect(line["Movement"]).toBe(check.entryOutcomes.movement[row]);
      expect(line["Stated balance"]).toBe(records.entries.balance[row]);
      expect(line["Difference"]).toBe(check.entryOutcomes.difference[row]);
      expect(line["Created (UTC)"]).toBe(records.entries.dateCreatedAtMs[row]! / 86_400_000 + 25_569);
    });
    expect(read.sheets.get("Wallet")!.rows).toBe(9 + rows.length);
  });

  it("has the check's figures of every transaction", async () => {
    const input = october();
    const { check, records } = input;
    const { read } = await writtenWorkbook(buildWorkbook(input));
    const rows = [...records.transactions.payID.keys()].filter(
      (row) => check.transactionOutcomes.inPeriod[row] === 1,
    );
    const table = readTable(read.sheets.get("Transactions")!, 7, rows.length);
    expect(rows.length).toBeGreaterThan(3);
    rows.forEach((row, at) => {
      const line = table[at]!;
      expect(line["payID"]).toBe(records.transactions.payID[row]);
      expect(line["Payable"]).toBe(records.transactions.payableamount[row]);
      expect(line["Expected"]).toBe(check.transactionOutcomes.expected[row]);
      expect(Number(line["Settled in period"]) + Number(line["Settled earlier"])).toBe(
        check.transactionOutcomes.net[row],
      );
    });
  });

  it("lists every error and warning with a link to its row, and every outstanding item", async () => {
    const input = october();
    const { read } = await writtenWorkbook(buildWorkbook(input));
    const found = input.check.findings.filter(({ severity }) => severity !== "info");
    const sheet = read.sheets.get("Exceptions")!;
    const table = readTable(sheet, 7, found.length);
    expect(table.map((row) => row["Fingerprint"])).toEqual(
      expect.arrayContaining(found.map(({ fingerprint }) => fingerprint)),
    );
    const links = [
      ...sheet.xml.matchAll(/<hyperlink ref="([A-Z]+\d+)" location="&apos;(\w+)&apos;!([A-Z]+\d+)"/gu),
    ];
    expect(links.length).toBeGreaterThan(5);
    for (const [, from = "", name = "", to = ""] of links) {
      if (name === "Lead") continue;
      const target = read.sheets.get(name)!.cells.get(to)!;
      expect(target.value).toBe(sheet.cells.get(from)!.value);
    }
    const outstanding = readTable(read.sheets.get("Outstanding")!, 15, 4);
    expect(
      outstanding.map((row) => [row["Item"], row["Brought forward"], row["New"], row["Carried forward"]]),
    ).toEqual([
      ["paid, no entry", 4321, 0, 4321],
      ["paid, no entry", 0, 950, 950],
      ["in transit", 0, 3000, 3000],
      ["orphan payref", 0, -1200, -1200],
    ]);
    expect(outstanding[0]!["31–60"]).toBe(4321);
  });

  it("gives exceljs's own reader the same cells", async () => {
    const { path, read } = await writtenWorkbook(buildWorkbook(reportInput({ records: oddRecords() })));
    const book = new exceljs.Workbook();
    await book.xlsx.readFile(path);
    for (const { name, cells } of read.sheets.values()) {
      const sheet = book.getWorksheet(name)!;
      for (const [reference, cell] of cells) {
        if (cell.value === null || cell.type === "n") continue;
        const theirs = sheet.getCell(reference);
        const value = cell.formula === null ? theirs.text : theirs.result;
        // Excel reads `_x005F_` in an inline text as an underscore; exceljs does so in shared ones only.
        if (String(value).includes("_x005F_")) continue;
        expect(String(value), `${name}!${reference}`).toBe(String(cell.value));
      }
    }
  });
});

describe("actions that a cell cannot distinguish", () => {
  const LABELS = [
    "(no action)",
    '""(no action)""',
    '"(3 other actions)"',
    '"(no action)"',
    "A\uFFFD",
    "a\nb",
  ];
  const long = `${"x".repeat(32_760)}… [cut]`;

  it("are one line on A1 and A2, and one named like a label of ours is quoted", async () => {
    const { read } = await writtenWorkbook(buildWorkbook(reportInput({ records: alikeRecords() })));
    const roll = read.sheets.get("Roll-forward")!;
    const lines = readTable(roll, rowOf(roll, "Action"), 8);
    expect(lines.map((line) => line["Action"])).toEqual([...LABELS, long, "All actions"]);
    expect(lines.map((line) => line["Entries"])).toEqual([4, 2, 2, 2, 4, 6, 4, 24]);
    const items = read.sheets.get("Three-way")!;
    const without = readTable(items, rowOf(items, "Reconciling item"), 19).filter(
      (item) => item["Reconciling item"] === "without payref",
    );
    expect(without.map((item) => item["Payref or action"])).toEqual([...LABELS, long]);
  });
});

describe("an independent engine", () => {
  const cases: [string, () => ReportInput][] = [
    ["a month with something of everything", () => october()],
    ["the whole history", () => reportInput({ records: variedRecords() })],
    ["the month before", () => reportInput({ records: variedRecords(), month: "2026-09" })],
    ["a month without entries", () => reportInput({ records: variedRecords(), month: "2027-03" })],
    ["an empty ledger", () => reportInput({ records: {} })],
    ["odd texts and two wallets", () => reportInput({ records: oddRecords() })],
    [
      "the bank's convention",
      () => reportInput({ records: variedRecords(), options: { convention: "bank" } }),
    ],
    [
      "wallets per business",
      () => reportInput({ records: oddRecords(), options: { chainScope: "business" } }),
    ],
    ["wallets in several currencies", () => reportInput({ records: manyCurrencies() })],
    [
      "a month in several currencies, with payments in others",
      () => reportInput({ records: recordsOf(threeCurrencies()), month: "2026-10", decimals: 2 }),
    ],
    ["actions that look alike", () => reportInput({ records: alikeRecords() })],
    ["two decimals", () => october({ decimals: 2 })],
  ];
  it.each(cases)("calculates every formula to what the file holds: %s", async (_, input) => {
    const { read } = await writtenWorkbook(buildWorkbook(input()));
    const { formulas, differences } = recalculate(read);
    expect(differences).toEqual([]);
    expect(formulas).toBeGreaterThan(40);
    const truths = truthsOf(read);
    expect(truths.filter(({ at }) => at.startsWith("Lead!")).length).toBeGreaterThan(10);
    expect(truths.filter(({ value }) => value !== true)).toEqual([]);
  });
});

it("proves each currency by itself whatever the records, and calculates every formula to what the file holds", async () => {
  let split = 0;
  for (let seed = 1; seed <= timesOf(5, 16); seed += 1) {
    const records = recordsOf(currencyWorld(seed));
    const input = reportInput({ records, ...(seed % 2 === 0 ? { month: "2026-10" } : {}) });
    const { read } = await writtenWorkbook(buildWorkbook(input));
    expect(recalculate(read).differences, `seed ${seed}`).toEqual([]);
    const lead = truthsOf(read).filter(({ at, value }) => at.startsWith("Lead!") && value !== true);
    expect(lead, `seed ${seed}`).toEqual([]);
    const cells = [...read.sheets.get("Three-way")!.cells.values()].map(({ value }) => value);
    if (cells.includes("Proof, each currency separately")) split += 1;
  }
  expect(split).toBeGreaterThan(timesOf(2, 5));
});

it("sums each day from its own rows of B1 where searching all of it for each would take minutes", async () => {
  const days = 8_000;
  const of = (userID: number, at: number) => ({
    userID,
    debit: userID,
    balance: userID * (at + 1),
    dateCreatedAtMs: OCTOBER_MS - (days - at) * 24 * HOUR_MS,
  });
  const entries = [1, 2, 3, 4].flatMap((userID) =>
    Array.from({ length: days }, (_, at) => entry(userID * days + at, of(userID, at))),
  );
  const { sheets } = buildWorkbook(reportInput({ records: { entries, user: null } }));
  const rows = [...sheets[1]!.tables.find(({ id }) => id === "days")!.rows()];
  expect(rows).toHaveLength(days + 1);
  const [first, , third] = [0, 1, 2].map((at) => rows[at]!.cells[2]);
  const spans = (at: number) =>
    [0, 1, 2, 3].map(
      (wallet) => `'Wallet'!$R$${9 + at + wallet * (days + 1)}:$R$${9 + at + wallet * (days + 1)}`,
    );
  expect(first).toMatchObject({ value: 4, formula: expect.stringContaining(spans(0)[0]!) as string });
  for (const span of spans(2)) {
    expect(third).toMatchObject({ value: 4, formula: expect.stringContaining(span) as string });
  }
});
