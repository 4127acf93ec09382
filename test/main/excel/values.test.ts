import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXCEL_ROWS, type Workbook } from "../../../src/core/report/sheet/model.ts";
import { TablePlace, partName } from "../../../src/core/report/sheet/place.ts";
import { cleanText } from "../../../src/core/clean-text.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { writeWorkbook } from "../../../src/main/excel/workbook/write-workbook.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { closeStep, frozenMonth } from "../../helpers/ledgers/closing.ts";
import { entry, sale, wallet } from "../../helpers/records.ts";
import { RUN_AT_MS, october, reportInput } from "../../helpers/workbook/report.ts";
import { type ReadCell, recalculate, writtenWorkbook } from "../../helpers/workbook/xlsx.ts";
import { writeCsv, writeJson } from "../../helpers/workbook/written-tables.ts";

type Fields = Parameters<typeof entry>[1];

/** The workbook of one entry. */
function workbookOf(fields: Fields, given: { readonly decimals?: number } = {}): Workbook {
  const records = { entries: [entry(1, { debit: 5, balance: 5, ...fields })] };
  return buildWorkbook(reportInput({ records, ...given }));
}

/** The row of one entry on B1, by column letter. */
async function entryRow(fields: Fields, given: { readonly decimals?: number } = {}) {
  const { read } = await writtenWorkbook(workbookOf(fields, given));
  return (letter: string): ReadCell => read.sheets.get("Wallet")!.cells.get(`${letter}9`)!;
}

/** B1 of one entry as CSV and as JSON. */
async function entryFiles(fields: Fields) {
  const folder = temporaryFolder();
  await writeCsv(workbookOf(fields), folder);
  await writeJson(workbookOf(fields), folder);
  const csv = await readFile(join(folder, "B1-wallet.csv"), "utf8");
  const json = JSON.parse(await readFile(join(folder, "B1-wallet.json"), "utf8")) as Record<
    string,
    unknown
  >[];
  return { csv, json: json[1]! };
}

describe("case 73: characters that XML forbids", () => {
  const text = "a\u0000b\u0008c\uFFFEd\uFFFFe\uD800f";

  it("become U+FFFD in the workbook, which every reader then reads", async () => {
    expect((await entryRow({ description: text }))("D").value).toBe("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf");
  });

  it("become so in names, headings and formulas, too", async () => {
    const prepared = closeStep({ step: "prepare", by: "A\u0002da", frozen: frozenMonth(october()) });
    const input = october({ closeSteps: [prepared] });
    const named = { ...input, entity: { ...input.entity, name: "Salt \u0001& <Sons>\uFFFE" } };
    const { read } = await writtenWorkbook(buildWorkbook(named));
    for (const { cells } of read.sheets.values()) {
      expect(cells.get("A1")!.value).toBe("Salt \uFFFD& <Sons>\uFFFD — escrow wallet reconciliation");
      expect(cells.get("A5")!.value).toContain("Prepared by  A\uFFFDda  on  2026-11-02");
    }
    expect(recalculate(read).differences).toEqual([]);
  });

  it("are in no part of the package, footers and properties not left out", async () => {
    const input = october();
    const named = { ...input, entity: { ...input.entity, name: text } };
    const { read } = await writtenWorkbook(buildWorkbook(named));
    const unclean = [...read.parts].filter(([, xml]) => cleanText(xml) !== xml).map(([part]) => part);
    expect(unclean).toEqual([]);
  });

  it("become U+FFFD in CSV, too, and stay as they are in JSON", async () => {
    const { csv, json } = await entryFiles({ description: text });
    expect(csv).toContain(",a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf,");
    expect(json["description"]).toBe(text);
  });
});

describe("case 74: a text that looks like an escape", () => {
  it.each(["_x0041_", "a_x000D_b", "_x005F_x0041_", "__x0041__"])("%s survives", async (text) => {
    expect((await entryRow({ description: text }))("D")).toMatchObject({ value: text, type: "inlineStr" });
    const { csv, json } = await entryFiles({ description: text });
    expect(csv).toContain(`,${text},`);
    expect(json["description"]).toBe(text);
  });
});

describe("case 75: what is not a value", () => {
  const broken = (value: number | string, kind: "integer" | "amount" | "instant" | "day"): Workbook => {
    const book = buildWorkbook(october());
    const [lead, ...rest] = book.sheets;
    const rows = () => [{ tone: "plain" as const, cells: [{ value, kind }] }];
    return { ...book, sheets: [{ ...lead!, tables: [{ ...lead!.tables[0]!, count: 1, rows }] }, ...rest] };
  };
  const cases = [
    [Number.NaN, "integer"],
    [Number.POSITIVE_INFINITY, "amount"],
    [Number.NEGATIVE_INFINITY, "amount"],
    [9e15, "instant"],
  ] as const;

  it.each([...cases, ["2026-13-45", "day"] as const])(
    "refuses %s as %s, by sheet and cell",
    async (value, kind) => {
      const to = join(temporaryFolder(), "broken.xlsx");
      await expect(writeWorkbook(broken(value, kind), to, { atMs: RUN_AT_MS })).rejects.toMatchObject({
        code: "EXPORT_VALUE",
        facts: { record: "sheet Lead", field: "cell A8" },
      });
    },
  );

  it.each(cases)("refuses %s as %s in tables, by table and column", async (value, kind) => {
    for (const write of [writeCsv, writeJson]) {
      await expect(write(broken(value, kind), temporaryFolder())).rejects.toMatchObject({
        code: "EXPORT_VALUE",
        facts: { record: "conclusion", field: "conclusion" },
      });
    }
  });
});

describe("case 76: the limits of a workbook", () => {
  it("cuts text at 32,767 characters, marks it and splits no character", async () => {
    expect((await entryRow({ description: "x".repeat(32_767) }))("D").value).toBe("x".repeat(32_767));
    const long = (await entryRow({ description: `${"x".repeat(32_758)}${"\u{1F600}".repeat(20)}` }))(
      "D",
    ).value;
    expect(String(long).length).toBeLessThanOrEqual(32_767);
    expect(String(long).endsWith("… [cut]")).toBe(true);
    expect(String(long).isWellFormed() && !String(long).includes("\uFFFD")).toBe(true);
  });

  it("continues in Wallet (2) past the last row of a sheet, and every formula still calculates", async () => {
    const movements = Array.from({ length: 200 }, (_, at) => (at % 3 === 2 ? -40 : 100));
    const records = {
      entries: wallet(movements, (at) => ({ payref: at % 5 === 0 ? `PAY-${at + 1}` : "" })),
      transactions: movements.flatMap((movement, at) => (at % 5 === 0 ? [sale(at + 1, movement)] : [])),
    };
    const { read } = await writtenWorkbook(buildWorkbook(reportInput({ records }), 80));
    expect([...read.sheets.keys()].filter((name) => name.startsWith("Wallet"))).toEqual([
      "Wallet",
      "Wallet (2)",
      "Wallet (3)",
    ]);
    expect(read.sheets.get("Wallet")!.rows).toBe(80);
    expect(read.sheets.get("Wallet (2)")!.cells.get("L8")!.formula).toBe("'Wallet'!K80+J8");
    expect(recalculate(read).differences).toEqual([]);
  });

  it("counts rows as Excel does", () => {
    expect(buildWorkbook(october()).maxRows).toBe(1_048_576);
    const place = new TablePlace(2_000_000, ["balance"]);
    place.standOn({ sheet: "Wallet", first: 8, maxRows: EXCEL_ROWS });
    expect(place.cell("balance", 1_048_568)).toBe("'Wallet'!A1048576");
    expect(place.cell("balance", 1_048_569)).toBe("'Wallet (2)'!A8");
  });

  it("keeps sheet names within 31 characters", () => {
    for (const { name } of buildWorkbook(october()).sheets) {
      expect(partName(name, 9999).length).toBeLessThanOrEqual(31);
    }
  });

  it("writes ids beyond 15 digits as text", async () => {
    const exact = await entryRow({ businessID: 999_999_999_999_999 });
    expect(exact("W")).toMatchObject({ value: 999_999_999_999_999, type: "n" });
    const beyond = await entryRow({ businessID: 9_007_199_254_740_991 });
    expect(beyond("W")).toMatchObject({ value: "9007199254740991", type: "inlineStr" });
  });

  it("keeps amounts exact integers, or divides them where decimals are shown", async () => {
    expect((await entryRow({ debit: 1_234_567, balance: 1_234_567 }))("K").value).toBe(1_234_567);
    const shown = await entryRow({ debit: 1_234_567, balance: 1_234_567 }, { decimals: 2 });
    expect(shown("K").value).toBe(12_345.67);
    expect(shown("L").formula).toMatch(/^ROUND\(.*,2\)$/u);
  });

  it("writes days that Excel lacks as text", async () => {
    const cell = (await entryRow({ dateCreatedAtMs: Date.UTC(1899, 11, 31, 10) }))("B");
    expect(cell).toMatchObject({ type: "inlineStr", value: "1899-12-31T10:00:00" });
  });
});

describe("case 77: texts that a spreadsheet could take for a formula", () => {
  it.each(["=1+1", "+1", "-1", "@x", "\tx", "\rx", '=HYPERLINK("http://example.test")', " x ", "line\nline"])(
    "%j stays text",
    async (text) => {
      const cell = (await entryRow({ description: text }))("D");
      expect(cell).toMatchObject({ value: text, type: "inlineStr", formula: null });
    },
  );

  it("begin with an apostrophe in CSV, and stay as they are in JSON", async () => {
    for (const text of ["=1+1", "+x", "-x", "@x", "\tx"]) {
      const { csv, json } = await entryFiles({ description: text, payref: "=A1" });
      expect(csv).toContain(`,'${text},'=A1,`);
      expect(json).toMatchObject({ description: text, payref: "=A1" });
    }
  });

  it("also in the entity's name, which heads every sheet and is in no formula", async () => {
    const input = october();
    const { read } = await writtenWorkbook(
      buildWorkbook({ ...input, entity: { ...input.entity, name: "=1+1" } }),
    );
    expect(read.sheets.get("Lead")!.cells.get("A1")).toMatchObject({ type: "inlineStr", formula: null });
  });
});
