import { describe, expect, it } from "vitest";
import type { ReportInput } from "../../../../src/core/report/sheet/input.ts";
import { columnLetters } from "../../../../src/core/report/sheet/place.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import {
  manyCurrencies,
  october,
  oddRecords,
  reportInput,
  variedRecords,
} from "../../../helpers/workbook/report.ts";
import { type ReadSheet, readTable, rowOf, writtenWorkbook } from "../../../helpers/workbook/xlsx.ts";

async function read(input: ReportInput) {
  return (await writtenWorkbook(buildWorkbook(input))).read;
}

/** The links of a sheet: from a cell to a cell of a sheet. */
function linksOf({ xml }: ReadSheet): { from: string; name: string; to: string }[] {
  const found = xml.matchAll(/<hyperlink ref="([A-Z]+\d+)" location="&apos;([^&]+)&apos;!([A-Z]+\d+)"/gu);
  return [...found].map(([, from = "", name = "", to = ""]) => ({ from, name, to }));
}

/** The parts of a worksheet in the order of ECMA-376, CT_Worksheet, as far as they can occur. */
const SCHEMA_ORDER = [
  "sheetPr",
  "dimension",
  "sheetViews",
  "sheetFormatPr",
  "cols",
  "sheetData",
  "sheetProtection",
  "autoFilter",
  "mergeCells",
  "conditionalFormatting",
  "dataValidations",
  "hyperlinks",
  "printOptions",
  "pageMargins",
  "pageSetup",
  "headerFooter",
  "rowBreaks",
  "colBreaks",
  "ignoredErrors",
  "drawing",
  "legacyDrawing",
];

/** The names of the outermost elements of a piece of XML, each once where the same follow each other. */
function childrenOf(piece: string): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [, end, name = "", closed] of piece.matchAll(
    /<(\/?)([A-Za-z][\w:]*)(?:"[^"]*"|[^>"])*?(\/?)>/gu,
  )) {
    if (name === "worksheet") continue;
    if (depth === 0 && end === "" && names.at(-1) !== name) names.push(name);
    if (end === "/") depth -= 1;
    else if (closed === "") depth += 1;
  }
  return names;
}

describe("the file", () => {
  it("asks Excel to calculate on opening, and carries the run's time", async () => {
    const { parts } = await read(october());
    expect(parts.get("xl/workbook.xml")).toMatch(/<calcPr [^>]*fullCalcOnLoad="1"/u);
    const core = parts.get("docProps/core.xml")!;
    expect(core.match(/2026-11-01T06:00:00Z/gu)).toHaveLength(2);
    expect(core).toContain("Harbour Goods Ltd");
  });

  it("prints landscape, with repeated headers and page numbers, and headers frozen and filtered", async () => {
    const { parts, sheets } = await read(october());
    const names = parts.get("xl/workbook.xml")!;
    expect(names).toContain("&apos;Wallet&apos;!$7:$7");
    for (const { xml, name } of sheets.values()) {
      expect(xml).toMatch(/<pageSetup [^>]*orientation="landscape"[^>]*fitToWidth="\d" fitToHeight="0"/u);
      expect(xml).toContain(`${name}&amp;CHarbour Goods Ltd  ·  October 2026  ·  run 7&amp;R`);
      expect(xml).toContain("Page &amp;P of &amp;N");
      expect(xml).toMatch(/<pane [^>]*state="frozen"/u);
    }
    expect(sheets.get("Wallet")!.xml).toContain('<autoFilter ref="A7:W17"/>');
  });

  it("takes paper and pages on which no letter is below 7 points", async () => {
    const { parts, sheets } = await read(october());
    expect(parts.get("xl/styles.xml")).not.toMatch(/<sz val="[0-9](\.\d+)?"\/>/u);
    const names = parts.get("xl/workbook.xml")!;
    for (const { xml, name } of sheets.values()) {
      const paper = /<pageSetup [^>]*paperSize="(\d)"/u.exec(xml)![1]!;
      const widths: number[] = [];
      for (const [, min, max, width] of xml.matchAll(/<col min="(\d+)" max="(\d+)" width="([\d.]+)"/gu))
        for (let at = Number(min); at <= Number(max); at += 1) widths[at - 1] = Number(width) * 7;
      const letters = widths.map((_, at) => columnLetters(at));
      const areas = [
        ...names.matchAll(new RegExp(`&apos;${name}&apos;!\\$([A-Z]+)\\$\\d+:\\$([A-Z]+)\\$\\d+`, "gu")),
      ].map(([, from = "", to = ""]) => [letters.indexOf(from), letters.indexOf(to) + 1] as const);
      const line = { "9": 1045, "8": 1510 }[paper]!;
      for (const [from, to] of areas.length === 0 ? [[0, widths.length] as const] : areas) {
        const pixels = widths.slice(from, to).reduce((sum, one) => sum + one, 0);
        expect([name, from, (10 * line) / pixels >= 7]).toEqual([name, from, true]);
      }
    }
  });

  it("prints rows that there are: programs take whole columns for a million of them", async () => {
    const { parts, sheets } = await read(october());
    const areas = parts
      .get("xl/workbook.xml")!
      .matchAll(/<definedName name="_xlnm.Print_Area" localSheetId="(\d+)">([^<]*)</gu);
    const written = [...sheets.values()];
    for (const [, at, ranges = ""] of areas) {
      const rows = [...written[Number(at)]!.xml.matchAll(/<row r="(\d+)"/gu)].map(([, row]) => row);
      const [first = "", ...beside] = ranges.split(",").map((range) => /\$(\d+)$/u.exec(range)?.[1] ?? "");
      expect(first).toBe(rows.at(-1));
      // Beside, a footing has nothing.
      for (const last of beside) expect(rows.slice(-2)).toContain(last);
    }
  });

  it("begins a page before a table that would be torn", async () => {
    const { xml } = (await read(october())).sheets.get("Lead")!;
    const breaks = [...xml.matchAll(/<brk id="(\d+)" max="16383" man="1"\/>/gu)].map(([, row]) =>
      Number(row),
    );
    expect(breaks.length).toBeGreaterThan(0);
    const sheet = (await read(october())).sheets.get("Lead")!;
    for (const row of breaks) {
      expect(sheet.cells.get(`A${row}`)).toBeUndefined();
      expect(sheet.cells.get(`A${row + 1}`)!.value).not.toBeNull();
    }
  });

  it("doubles an ampersand of the entity's name in the footer", async () => {
    const input = october();
    const { sheets } = await read({ ...input, entity: { ...input.entity, name: "Salt & Sons" } });
    expect(sheets.get("Lead")!.xml).toContain("Salt &amp;&amp; Sons  ·");
  });

  it("writes each formula with its result", async () => {
    for (const input of [october(), reportInput({ records: {} }), reportInput({ records: oddRecords() })]) {
      const { sheets } = await read(input);
      const without = [...sheets.values()].flatMap(({ name, cells }) =>
        [...cells].flatMap(([reference, { formula, value }]) =>
          formula !== null && value === null ? [`${name}!${reference}`] : [],
        ),
      );
      expect(without).toEqual([]);
    }
  });

  it("highlights a proof that is FALSE, whatever program calculates it", async () => {
    const { sheets } = await read(october());
    const lead = sheets.get("Lead")!;
    const first = rowOf(lead, "Proof") + 1;
    const last = rowOf(lead, "All proofs hold");
    expect(lead.xml).toContain(`<conditionalFormatting sqref="B${first}:B${last}">`);
    expect(lead.xml).toContain(`<formula>AND(ISLOGICAL(B${first}),NOT(B${first}))</formula>`);
  });

  it("orders its parts by the schema, as Excel requires", async () => {
    for (const { xml } of (await read(october())).sheets.values()) {
      const [before = "", after = ""] = xml.split(/<sheetData>.*<\/sheetData>/su);
      const parts = [...childrenOf(before), "sheetData", ...childrenOf(after)];
      expect(parts).toEqual(SCHEMA_ORDER.filter((part) => parts.includes(part)));
      expect(parts).toEqual(expect.arrayContaining(["sheetViews", "hyperlinks", "pageSetup"]));
    }
  });

  it("asks Excel not to flag payrefs and sessions of digits, where the schema allows it", async () => {
    for (const { xml } of (await read(october())).sheets.values()) {
      expect(xml).toMatch(/<\/(?:headerFooter|rowBreaks)><ignoredErrors>.*<\/ignoredErrors><\/worksheet>$/u);
    }
  });
});

describe("links", () => {
  it("lead to existing cells, from every sheet to A, and from A to every sheet", async () => {
    const { sheets } = await read(october());
    const [lead, ...others] = sheets.values();
    for (const sheet of sheets.values()) {
      for (const { name, to } of linksOf(sheet)) expect(sheets.get(name)!.cells.has(to)).toBe(true);
    }
    for (const sheet of others) {
      expect(linksOf(sheet)).toContainEqual({ from: "A6", name: "Lead", to: "A1" });
    }
    const fromLead = new Set(linksOf(lead!).map(({ name }) => name));
    expect([...fromLead].toSorted()).toEqual(others.map(({ name }) => name).toSorted());
  });

  it("lead from an exception to its row or item, and back", async () => {
    const { sheets } = await read(october());
    const from = (name: string) => linksOf(sheets.get(name)!).filter((link) => link.name !== "Lead");
    const fromExceptions = from("Exceptions");
    expect(new Set(fromExceptions.map(({ name }) => name))).toEqual(
      new Set(["Wallet", "Transactions", "Outstanding"]),
    );
    for (const link of fromExceptions) {
      const target = sheets.get(link.name)!.cells.get(link.to)!;
      expect(target.value).toBe(sheets.get("Exceptions")!.cells.get(link.from)!.value);
    }
    const backs = ["Wallet", "Transactions", "Outstanding", "Three-way"].flatMap((name) => from(name));
    const exceptions = new Set(backs.filter(({ name }) => name === "Exceptions").map(({ to }) => to));
    expect(exceptions.size).toBeGreaterThan(5);
    for (const cell of exceptions) {
      expect(typeof sheets.get("Exceptions")!.cells.get(cell)!.value).toBe("number");
    }
  });
});

describe("display", () => {
  it("marks flagged rows by fill and by text", async () => {
    const { cells } = (await read(october())).sheets.get("Wallet")!;
    const styles = new Map([9, 10, 14].map((row) => [row, cells.get(`A${row}`)!.style]));
    expect(new Set(styles.values()).size).toBe(3);
    expect([9, 10, 14].map((row) => cells.get(`N${row}`)!.value)).toEqual(["√", "▲", "×"]);
    expect(cells.get("O14")!.value).toBe("chain-break");
  });

  it("names the zone over every column of times, and the currency at the top", async () => {
    const { sheets } = await read(october({ options: { timeZone: "Africa/Lagos" } }));
    const headers = [...sheets.values()].flatMap(({ cells }) =>
      [...cells.values()]
        .map(({ value }) => String(value))
        .filter((text) => /\(.*Africa\/Lagos\)/u.test(text)),
    );
    expect(headers.length).toBeGreaterThan(8);
    for (const { cells } of sheets.values()) {
      expect(cells.get("A3")!.value).toMatch(/Currency: NGN.*Times in Africa\/Lagos$/u);
    }
  });

  it("never holds a number as text, nor a payref or session as number", async () => {
    const sheet = (await read(reportInput({ records: oddRecords() }))).sheets.get("Wallet")!;
    const typesIn = (columns: RegExp) =>
      new Set(
        [...sheet.cells].flatMap(([reference, { type, value }]) =>
          columns.test(reference) && value !== null ? [type] : [],
        ),
      );
    expect(typesIn(/^[HIJKLM](?:[89]|\d\d)$/u)).toEqual(new Set(["n"]));
    expect(typesIn(/^[ET](?:[89]|\d\d)$/u)).toEqual(new Set(["inlineStr"]));
    expect(sheet.cells.get("T9")!.value).toBe("00123");
  });
});

describe("empty parts", () => {
  const texts = async (input: ReportInput): Promise<(name: string) => string[]> => {
    const { sheets } = await read(input);
    return (name) => [...sheets.get(name)!.cells.values()].map(({ value }) => String(value));
  };

  it("says so below each empty table", async () => {
    const on = await texts(reportInput({ records: {} }));
    expect(on("Wallet")).toContain("The ledger holds no entry of any wallet.");
    expect(on("Transactions")).toContain(
      "No transaction was paid in the period, and none is tied to its entries.",
    );
    expect(on("Exceptions")).toContain("None: the check found neither an error nor a warning.");
    expect(on("Changes")).toContain("None: no later pull changed a record seen before.");
    expect(on("Lead")).toContain("Nothing is open.");
  });

  it("opens and closes a month without entries at the balance before it", async () => {
    const on = await texts(reportInput({ records: variedRecords(), month: "2027-03" }));
    expect(on("Wallet")).toContain("Brought forward: wallet of user 1, NGN");
    expect(on("Lead")).toContain("3 exceptions are open, none decided; 4 items are outstanding.");
  });

  it("accepts a ledger without transactions, and one entry", async () => {
    const { entries = [] } = variedRecords();
    const on = await texts(reportInput({ records: { entries }, month: "2026-10" }));
    expect(on("Three-way")).toContain("no transaction has it");
    expect(on("Lead").join(" ")).toContain(
      "is the opening plus the movements plus the differences, which A2 lists one by one; ",
    );
    const one = await texts(reportInput({ records: { entries: entries.slice(0, 1) } }));
    expect(one("Lead").join(" ")).toContain(
      "The stated closing of NGN 10,000 is the opening plus the movements; ",
    );
  });

  it("names the owner of the one wallet of unknown currency, and why it is unknown", async () => {
    const { entries = [], businesses = [] } = manyCurrencies();
    const records = { entries: entries.filter(({ userID }) => userID !== 5), businesses };
    const on = await texts(reportInput({ records }));
    expect(on("Three-way")).toContain("No currency stated: 1 wallet, user 4");
    expect(on("Three-way")).toContain("Nothing that was pulled states its currency.");
  });

  it("names each currency of several wallets, and never adds across them", async () => {
    const input = reportInput({ records: manyCurrencies() });
    const on = await texts(input);
    expect(on("Lead").join(" ")).toContain(
      "The stated closing of each of 5 wallets, in NGN and GHS and no stated currency, is its opening plus its ",
    );
    const { sheets } = await read(input);
    const lead = sheets.get("Lead")!;
    const balances = readTable(lead, rowOf(lead, "Balance"), 16);
    expect(balances.map((row) => [row["Balance"], row["Amount"]])).toEqual([
      ["NGN: opening", 0],
      ["NGN: inflows", 101_000],
      ["NGN: outflows", 14],
      ["NGN: break differences", -2],
      ["NGN: closing, as the wallet states it", 100_984],
      ["NGN: balance per transactions", 100_986],
      ["NGN: unclassified difference", 0],
      ["GHS: opening", 0],
      ["GHS: inflows", 10_000],
      ["GHS: outflows", 7],
      ["GHS: break differences", -1],
      ["GHS: closing, as the wallet states it", 9992],
      ["GHS: balance per transactions", 9993],
      ["GHS: unclassified difference", 0],
      ["No currency stated: see A1 for 2 wallets", null],
      ["No currency stated: unclassified difference", 0],
    ]);
    const roll = sheets.get("Roll-forward")!;
    const totals = readTable(roll, rowOf(roll, "Wallet"), 9).slice(5);
    expect(totals.map((row) => [row["Wallet"], row["Entries"], row["Closing stated"]])).toEqual([
      ["All wallets in NGN", 4, 100_984],
      ["All wallets in GHS", 2, 9992],
      ["Wallets in no stated currency, check sum", 4, 10_999_979],
      ["Each currency separately", null, null],
    ]);
    expect(on("Three-way")).toContain("Proof, each currency separately");
    expect(on("Three-way")).toContain("No currency stated: 2 wallets");
    expect(on("Three-way")).toContain("They may be in different currencies: this checks arithmetic.");
  });
});

it("writes a footer's digits and ampersands as they are read", async () => {
  for (const [name, footer] of [
    ["7 & Sons", "&C7 && Sons&R"],
    ["Sons & 7", "&CSons && 7&R"],
  ] as const) {
    const workbook = { ...buildWorkbook(october()), footer: name };
    const { read: file } = await writtenWorkbook(workbook);
    expect(file.sheets.get("Lead")!.xml).toContain(footer.replaceAll("&", "&amp;"));
  }
});
