import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import exceljs from "exceljs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReportInput } from "../../../src/core/report/input.ts";
import type { Workbook } from "../../../src/core/report/model.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { writeWorkbook } from "../../../src/main/excel/write-workbook.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale, wallet } from "../../helpers/records.ts";
import { RUN_AT_MS, reportInput, variedRecords } from "../../helpers/report.ts";
import { type ReadWorkbook, readTable, readXlsx, recalculate } from "../../helpers/xlsx.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tieout-excel-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
async function written(workbook: Workbook): Promise<{ path: string; read: ReadWorkbook }> {
  count += 1;
  const path = join(folder, `${count}.xlsx`);
  await writeWorkbook(workbook, path, { atMs: RUN_AT_MS });
  return { path, read: await readXlsx(path) };
}

const october = (): ReportInput => reportInput({ records: variedRecords(), month: "2026-10" });

/** Two wallets, mixed actions, and texts that other programs could take for something else. */
function oddRecords() {
  const texts = [
    "=1+1",
    "+49 30",
    "-5",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "_x0041_",
    "a\uFFFEb\u0001c",
    "<&>\"'",
    " pad ",
  ];
  const entries = wallet(
    texts.map((_, at) => 100 + at),
    (at) => ({
      description: texts[at]!,
      sessionID: "00123",
      payref: `=P${at}`,
      action: at % 2 === 0 ? "a*" : "A*",
    }),
  );
  const other = { userID: 2, businessID: 9, dateCreatedAtMs: OCTOBER_MS + 50 * HOUR_MS };
  return {
    entries: [
      ...entries,
      entry(500, { ...other, debit: 40, balance: 40 }),
      entry(501, { ...other, credit: 15, balance: 25 }),
    ],
    transactions: texts.map((_, at) => sale(at + 1, 100 + at, { payref: `=P${at}` })),
  };
}

describe("the workbook, read back", () => {
  it("has the sheets of the design in order, each with the same heading", async () => {
    const { read } = await written(buildWorkbook(october()));
    expect([...read.sheets.keys()]).toEqual([
      "Lead",
      "Roll-forward",
      "Three-way",
      "Wallet",
      "Transactions",
      "Exceptions",
      "Outstanding",
      "Changes",
      "Legend",
      "Audit",
    ]);
    for (const { cells } of read.sheets.values()) {
      expect(cells.get("A1")?.value).toContain("Harbour Goods Ltd");
      expect(cells.get("A3")?.value).toContain("October 2026");
      expect(cells.get("A3")?.value).toContain("NGN");
      expect(cells.get("A4")?.value).toContain("pull 1");
      expect(cells.get("A5")?.value).toMatch(/Prepared by.*Reviewed by/u);
    }
  });

  it("holds every entry's figures as the check has them", async () => {
    const input = october();
    const { check, records } = input;
    const { read } = await written(buildWorkbook(input));
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
    expect(read.sheets.get("Wallet")!.rows).toBe(8 + rows.length);
  });

  it("holds every transaction's figures as the check has them", async () => {
    const input = october();
    const { check, records } = input;
    const { read } = await written(buildWorkbook(input));
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
    const { read } = await written(buildWorkbook(input));
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

  it("is read by exceljs's own reader to the same cells", async () => {
    const { path, read } = await written(buildWorkbook(reportInput({ records: oddRecords() })));
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

describe("an engine that is not ours", () => {
  const cases: [string, () => ReportInput][] = [
    ["a month with something of everything", october],
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
    ["two decimals", () => reportInput({ records: variedRecords(), month: "2026-10", decimals: 2 })],
  ];
  it.each(cases)("works every formula out to what the file holds: %s", async (_, input) => {
    const { read } = await written(buildWorkbook(input()));
    const { formulas, differences } = recalculate(read);
    expect(differences).toEqual([]);
    expect(formulas).toBeGreaterThan(40);
    const lead = read.sheets.get("Lead")!;
    const proofs = [...lead.cells.values()].filter(({ type }) => type === "b");
    expect(proofs.length).toBeGreaterThan(10);
    expect(proofs.filter(({ value }) => value !== true)).toEqual([]);
  });

  it("notices a figure that was tampered with: the formulas are live", async () => {
    const { read } = await written(buildWorkbook(october()));
    const sheet = read.sheets.get("Wallet")!;
    const cells = new Map(sheet.cells);
    cells.set("H12", { ...cells.get("H12")!, value: 1 });
    const sheets = new Map(read.sheets).set("Wallet", { ...sheet, cells });
    const { differences } = recalculate({ ...read, sheets });
    expect(differences.some((line) => line.startsWith("Lead!B"))).toBe(true);
  });
});

describe("more rows than a sheet holds", () => {
  it("goes on in Wallet (2), and every formula still holds", async () => {
    const movements = Array.from({ length: 200 }, (_, at) => (at % 3 === 2 ? -40 : 100));
    const records = { entries: wallet(movements, (at) => ({ payref: at % 5 === 0 ? `PAY-${at + 1}` : "" })) };
    const transactions = movements.flatMap((movement, at) => (at % 5 === 0 ? [sale(at + 1, movement)] : []));
    const { read } = await written(buildWorkbook(reportInput({ records: { ...records, transactions } }), 70));
    expect([...read.sheets.keys()].filter((name) => name.startsWith("Wallet"))).toEqual([
      "Wallet",
      "Wallet (2)",
      "Wallet (3)",
      "Wallet (4)",
    ]);
    expect(read.sheets.get("Wallet")!.rows).toBe(70);
    expect(read.sheets.get("Wallet (2)")!.cells.get("K8")!.formula).toBe("'Wallet'!J70+I8");
    expect(recalculate(read).differences).toEqual([]);
  });
});

describe("the file", () => {
  it("is the same to the byte for the same run", async () => {
    const first = await written(buildWorkbook(october()));
    const second = await written(buildWorkbook(october()));
    expect(await readFile(second.path)).toEqual(await readFile(first.path));
  });

  it("tells Excel to calculate when it opens, and carries the run's time", async () => {
    const { read } = await written(buildWorkbook(october()));
    expect(read.parts.get("xl/workbook.xml")).toMatch(/<calcPr [^>]*fullCalcOnLoad="1"/u);
    const core = read.parts.get("docProps/core.xml")!;
    expect(core.match(/2026-11-01T06:00:00Z/gu)).toHaveLength(2);
    expect(core).toContain("Harbour Goods Ltd");
  });

  it("prints landscape, one page wide, header repeated, pages numbered; header frozen and filtered", async () => {
    const { read } = await written(buildWorkbook(october()));
    const names = read.parts.get("xl/workbook.xml")!;
    expect(names).toContain("&apos;Wallet&apos;!$7:$7");
    for (const { xml } of read.sheets.values()) {
      expect(xml).toMatch(/<pageSetup [^>]*orientation="landscape"[^>]*fitToWidth="1" fitToHeight="0"/u);
      expect(xml).toContain("Page &amp;P of &amp;N");
      expect(xml).toMatch(/<pane [^>]*state="frozen"/u);
    }
    expect(read.sheets.get("Wallet")!.xml).toContain('<autoFilter ref="A7:V17"/>');
  });

  it("never holds a number as text, nor a payref or session as number", async () => {
    const { read } = await written(buildWorkbook(reportInput({ records: oddRecords() })));
    const sheet = read.sheets.get("Wallet")!;
    const typesIn = (columns: RegExp) =>
      new Set(
        [...sheet.cells].flatMap(([reference, { type, value }]) =>
          columns.test(reference) && value !== null ? [type] : [],
        ),
      );
    expect(typesIn(/^[GHIJKL](?:[89]|\d\d)$/u)).toEqual(new Set(["n"]));
    expect(typesIn(/^[ES](?:[89]|\d\d)$/u)).toEqual(new Set(["inlineStr"]));
    expect(sheet.cells.get("S9")!.value).toBe("00123");
  });

  it("marks flagged rows by fill and by text", async () => {
    const { read } = await written(buildWorkbook(october()));
    const { cells } = read.sheets.get("Wallet")!;
    const styles = new Map([9, 10, 14].map((row) => [row, cells.get(`A${row}`)!.style]));
    expect(new Set(styles.values()).size).toBe(3);
    expect([9, 10, 14].map((row) => cells.get(`M${row}`)!.value)).toEqual(["√", "▲", "×"]);
    expect(cells.get("N14")!.value).toBe("chain-break");
  });
});

describe("values that need care", () => {
  const first = async (fields: Parameters<typeof entry>[1], options = {}) => {
    const records = { entries: [entry(1, { debit: 5, balance: 5, ...fields })] };
    const { read } = await written(buildWorkbook(reportInput({ records, ...options })));
    return (letter: string) => read.sheets.get("Wallet")!.cells.get(`${letter}9`)!;
  };

  it.each(["=1+1", "+1", "-1", "@x", "\tx", "\rx", "_x0041_", "a_x000D_b", " x ", "line\nline", "\u{1F600}"])(
    "keeps %j as the text it is",
    async (text) => {
      const cell = (await first({ description: text }))("D");
      expect(cell).toMatchObject({ value: text, type: "inlineStr", formula: null });
    },
  );

  it("replaces what XML cannot hold", async () => {
    const cell = (await first({ description: "a\u0000b\u0008c\uFFFEd\uFFFFe\uD800f" }))("D");
    expect(cell.value).toBe("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf");
  });

  it("cuts text at 32,767 characters, marks it and splits no character", async () => {
    expect((await first({ description: "x".repeat(32_767) }))("D").value).toBe("x".repeat(32_767));
    const long = (await first({ description: `${"x".repeat(32_758)}${"\u{1F600}".repeat(20)}` }))("D").value;
    expect(String(long).length).toBeLessThanOrEqual(32_767);
    expect(String(long).endsWith("… [cut]")).toBe(true);
    expect(String(long).isWellFormed() && !String(long).includes("\uFFFD")).toBe(true);
  });

  it("writes ids beyond 15 digits as text", async () => {
    const exact = await first({ businessID: 999_999_999_999_999 });
    expect(exact("V")).toMatchObject({ value: 999_999_999_999_999, type: "n" });
    const beyond = await first({ businessID: 9_007_199_254_740_991 });
    expect(beyond("V")).toMatchObject({ value: "9007199254740991", type: "inlineStr" });
  });

  it("keeps amounts exact integers, or divides them where decimals are shown", async () => {
    expect((await first({ debit: 1_234_567, balance: 1_234_567 }))("J").value).toBe(1_234_567);
    const shown = await first({ debit: 1_234_567, balance: 1_234_567 }, { decimals: 2 });
    expect(shown("J").value).toBe(12_345.67);
    expect(shown("K").formula).toMatch(/^ROUND\(.*,2\)$/u);
  });

  it("writes days Excel does not have as text", async () => {
    const cell = (await first({ dateCreatedAtMs: Date.UTC(1899, 11, 31, 10) }))("B");
    expect(cell).toMatchObject({ type: "inlineStr", value: "1899-12-31T10:00:00" });
  });

  it.each([
    ["a number", Number.NaN, "integer"],
    ["a number", Number.POSITIVE_INFINITY, "amount"],
    ["a time", 9e15, "instant"],
    ["a day", "2026-13-45", "day"],
  ] as const)("refuses %s that is none: %s", async (_, value, kind) => {
    const book = buildWorkbook(october());
    const [lead, ...rest] = book.sheets;
    const table = {
      ...lead!.tables[0]!,
      count: 1,
      rows: () => [{ tone: "plain" as const, cells: [{ value, kind }] }],
    };
    const broken = { ...book, sheets: [{ ...lead!, tables: [table] }, ...rest] };
    await expect(
      writeWorkbook(broken, join(folder, "broken.xlsx"), { atMs: RUN_AT_MS }),
    ).rejects.toMatchObject({
      code: "EXPORT_VALUE",
      facts: { record: "sheet Lead", field: "cell A8" },
    });
  });
});

describe("the clock and the zone", () => {
  it("writes dates on the ledger's clock, with the zone named", async () => {
    const records = {
      entries: [entry(1, { debit: 5, balance: 5, dateCreatedAtMs: Date.UTC(2026, 9, 31, 23, 30) })],
    };
    const { read } = await written(
      buildWorkbook(reportInput({ records, options: { timeZone: "Asia/Tokyo" } })),
    );
    const { cells } = read.sheets.get("Wallet")!;
    expect(cells.get("B7")!.value).toBe("Created (Asia/Tokyo)");
    expect(cells.get("B9")!.value).toBeCloseTo(Date.UTC(2026, 10, 1, 8, 30) / 86_400_000 + 25_569, 8);
  });

  it("keeps the order by sequence where summer time ends and where the clock was set back", async () => {
    const hour = (utcHour: number) => Date.UTC(2026, 9, 25, utcHour, 30);
    const times = [hour(0), hour(1), hour(0), hour(2)];
    const records = { entries: wallet([10, 10, 10, 10], (at) => ({ dateCreatedAtMs: times[at]! })) };
    const input = reportInput({ records, options: { timeZone: "Europe/Berlin" } });
    const { read } = await written(buildWorkbook(input));
    const table = readTable(read.sheets.get("Wallet")!, 7, 5);
    expect(table.slice(1).map((row) => row["walletID"])).toEqual([1, 2, 3, 4]);
    expect(input.check.counts.findings["out-of-order"]).toBe(1);
    expect(recalculate(read).differences).toEqual([]);
  });
});
