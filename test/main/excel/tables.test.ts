import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Workbook } from "../../../src/core/report/sheet/model.ts";
import fc from "fast-check";
import { cleanText } from "../../../src/core/clean-text.ts";
import { inertText } from "../../../src/core/plain-text.ts";
import { csvStyleOf, spreadsheetFields } from "../../../src/core/csv-text.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { writeExport } from "../../../src/main/excel/write-export.ts";
import { entry, sale } from "../../helpers/records.ts";
import { reportInput, variedRecords } from "../../helpers/workbook/report.ts";
import { readCsv } from "../../helpers/workbook/csv.ts";
import { writeCsv, writeJson } from "../../helpers/workbook/written-tables.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tieout-tables-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const varied = (decimals = 0) =>
  buildWorkbook(reportInput({ records: variedRecords(), month: "2026-10", decimals }));

describe("the tables as CSV", () => {
  it("are one file per table, each with a byte order mark and as many rows as the workbook", async () => {
    const { tables: files } = await writeCsv(varied(), join(folder, "csv"));
    expect(files.map(({ name }) => name)).toContain("B1-wallet.csv");
    expect(files.map(({ name }) => name)).toContain("A1-roll-forward-days.csv");
    for (const { name, rows, bytes } of files) {
      const file = await readFile(join(folder, "csv", name));
      expect(file.length).toBe(bytes);
      expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      const read = readCsv(file.toString("utf8"));
      expect({ name, rows: read.length }).toEqual({ name, rows: rows + 1 });
      expect(new Set(read.map(({ length }) => length)).size).toBe(1);
    }
  });

  it("keep the digits of ids that a spreadsheet would take for numbers, days or times", async () => {
    const ids = [
      "00367901234567890323",
      "219E01",
      "1E5",
      "00123",
      "10:00",
      "1/2",
      "MAR2026",
      "R500",
      "10:00 am",
      "2026-10-05T14:03:22Z",
      "-1",
      "219E+01",
      "+2348012345678",
      "5 %",
    ];
    const others = [
      "PAY-10025",
      "Payment 12",
      "abc",
      "A1B2C3D4E5F6",
      "12 eggs",
      "90+",
      "A1",
      "E5",
      "103920",
      "9".repeat(256),
    ];
    const entries = [...ids, ...others].map((description, at) =>
      entry(at + 1, { description, debit: 1, balance: at + 1, payref: `0${at}` }),
    );
    await writeCsv(buildWorkbook(reportInput({ records: { entries } })), join(folder, "ids"));
    const rows = readCsv(await readFile(join(folder, "ids", "B1-wallet.csv"), "utf8"));
    const column = (title: string) => rows.slice(2).map((row) => row[rows[0]!.indexOf(title)]);
    expect(column("Description")).toEqual([...ids.map((id) => `="${id}"`), ...others]);
    expect(column("Payref").slice(0, 2)).toEqual(['="00"', '="01"']);
    expect(spreadsheetFields(csvStyleOf({})).id(1234567890123456)).toBe('"=""1234567890123456"""');
    expect(spreadsheetFields(csvStyleOf({})).id(123456789012345)).toBe("123456789012345");
  });

  it("take the separator and the decimal mark that are asked for", async () => {
    await writeCsv(varied(2), join(folder, "german"), { decimalMark: "comma" });
    const german = await readFile(join(folder, "german", "B1-wallet.csv"), "utf8");
    expect(german.split("\r\n")[0]).toContain("Credit;Debit;");
    expect(german).toContain(";-7,77;");
    await writeCsv(varied(2), join(folder, "tabs"), { separator: "tab", decimalMark: "comma" });
    expect(await readFile(join(folder, "tabs", "B1-wallet.csv"), "utf8")).toContain("\t-7,77\t");
    await writeCsv(varied(2), join(folder, "commas"), { separator: "comma", decimalMark: "comma" });
    expect(await readFile(join(folder, "commas", "B1-wallet.csv"), "utf8")).toContain(',"-7,77",');
  });

  it("are plain for programs: the keys and values of the tables as JSON, texts as they are", async () => {
    const entries = ["=1+1", "00123", 'say "a,b"\nc', "1;2"].map((description, at) =>
      entry(at + 1, { description, debit: 12345, balance: 12345 * (at + 1) }),
    );
    const book = buildWorkbook(reportInput({ records: { entries }, decimals: 2 }));
    await writeExport(book, { format: "csv-data", asFolder: true }, join(folder, "data"), { atMs: 0 });
    await writeJson(book, join(folder, "same"));
    const text = await readFile(join(folder, "data", "B1-wallet.csv"), "utf8");
    expect(text.startsWith("\uFEFF")).toBe(false);
    const [keys = [], ...rows] = readCsv(text);
    const objects = JSON.parse(await readFile(join(folder, "same", "B1-wallet.json"), "utf8")) as object[];
    expect(Object.keys(objects[0]!)).toEqual(keys);
    expect(rows).toEqual(objects.map((one) => Object.values(one).map((value) => String(value ?? ""))));
    expect(rows.map((row) => row[keys.indexOf("description")]).slice(1)).toEqual(
      entries.map((one) => one.description),
    );
  });

  it("name the first records of a cause to people, and all of them to programs", async () => {
    const ids = Array.from({ length: 25 }, (_, at) => at + 2);
    const [again, twenty] = [ids.join(", "), ids.slice(0, 20).join(", ")];
    const entries = [1, ...ids].map((id) => entry(id, { debit: 10, balance: 10 * id, payref: "PAY-1" }));
    const paid = sale(1, 10, { datePaidAtMs: entries[0]!.dateCreatedAtMs });
    const book = buildWorkbook(reportInput({ records: { entries, transactions: [paid] } }));
    await writeCsv(book, join(folder, "named"));
    await writeExport(book, { format: "csv-data", asFolder: true }, join(folder, "all"), { atMs: 0 });
    await writeJson(book, join(folder, "all-json"));
    const read = (file: string) => readFile(join(folder, file), "utf8");
    const named = await read("named/A-lead-causes.csv");
    expect(named).toContain(`"${twenty} and 5 more up to 26"`);
    expect(named).not.toContain(again);
    expect(await read("all/A-lead-causes.csv")).toContain(`"${again}"`);
    expect(JSON.parse(await read("all-json/A-lead-causes.json"))).toMatchObject([{ walletIDs: again }]);
    const table = book.sheets[0]?.tables.find(({ id }) => id === "causes");
    expect(table?.title).toContain("Of more than 20 records of a cause the first are named");
  });

  it("escape text that a spreadsheet would calculate", async () => {
    const texts = ["=1+1", "+x", "-x", "@x", "\tx", "\rx", 'say "a,b"\nc', "plain"];
    const entries = texts.map((description, at) =>
      entry(at + 1, { description, debit: 1, balance: at + 1, payref: "=A1" }),
    );
    await writeCsv(buildWorkbook(reportInput({ records: { entries } })), join(folder, "guard"));
    const text = await readFile(join(folder, "guard", "B1-wallet.csv"), "utf8");
    expect(text).toContain(`,'=A1,`);
    for (const risky of ["'=1+1", "'+x", "'-x", "'@x", "'\tx", `"'\rx"`, `"say ""a,b""\nc"`]) {
      expect(text).toContain(`,${risky},`);
    }
    const cells = readCsv(text).flat();
    expect(cells.filter((cell) => /^[=+@\t\r]|^-\D/u.test(cell) && !/^="[^"]*"$/u.test(cell))).toEqual([]);
  });

  it("escape every start of a formula, and give the text back without the apostrophes", () => {
    /** As a reader takes the escape away again. */
    const plain = (text: string) =>
      text
        .replace(/^'(?='*[\t\r\n])/u, "")
        .replaceAll(/(^|[\t\r\n\u2028\u2029;])([\p{Z}\p{C}"]*)'(?='*[=+\-@＝＋－＠])/gu, "$1$2");
    const piece = fc.constantFrom(...Array.from("=+-@＝＋－＠ \t\r\n;\"'\u00A0\u200B,xX1"), "\u2028");
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 12 }), (text) => {
        const inert = inertText(text);
        expect(plain(inert)).toBe(cleanText(text));
        // Whatever a program takes for the end of a field or of a line, no cell begins with a formula.
        for (const cell of inert.split(/[;\t\r\n\u2028\u2029]/u)) {
          expect(cell).not.toMatch(/^[\p{Z}\p{C}"]*[=+\-@＝＋－＠]/u);
        }
      }),
      { numRuns: timesOf(400, 2000) },
    );
  });

  it.each([
    ["\n=1+1", "'\n'=1+1"],
    ["  =1+1", "  '=1+1"],
    ["＝1+1", "'＝1+1"],
    ["x;=1+1", "x;'=1+1"],
    ['x\n"=1', "x\n\"'=1"],
    ["'=1", "''=1"],
    ["a=b - c", "a=b - c"],
  ])("write %j as %j", (text, written) => {
    expect(inertText(text)).toBe(written);
  });

  it("write amounts plainly, with as many decimals as are shown, never divided", async () => {
    await writeCsv(varied(2), join(folder, "decimals"));
    const rows = readCsv(await readFile(join(folder, "decimals", "B1-wallet.csv"), "utf8"));
    const column = rows[0]!.indexOf("Difference");
    expect(rows.slice(2).map((row) => row[column])).toContain("-7.77");
    expect(rows.slice(2).map((row) => row[rows[0]!.indexOf("Stated balance")])).toContain("319.73");
  });
});

describe("the tables as JSON", () => {
  it("hold the service's integers and instants under keys that never change", async () => {
    const input = reportInput({ records: variedRecords(), month: "2026-10", decimals: 2 });
    const { tables: files } = await writeJson(buildWorkbook(input), join(folder, "json"));
    for (const { name, rows } of files) {
      const read = JSON.parse(await readFile(join(folder, "json", name), "utf8")) as unknown[];
      expect({ name, rows: read.length }).toEqual({ name, rows });
    }
    const entries = JSON.parse(await readFile(join(folder, "json", "B1-wallet.json"), "utf8")) as Record<
      string,
      unknown
    >[];
    const { check, records } = input;
    const rows = check.entryOutcomes.order.filter((row) => check.entryOutcomes.inPeriod[row] === 1);
    expect(entries.slice(1).map((one) => one["balance"])).toEqual(
      [...rows].map((row) => records.entries.balance[row]),
    );
    expect(entries[1]).toMatchObject({
      walletID: 4,
      created: "2026-10-02T00:00:00.000Z",
      tick: "√",
      day: "2026-10-02",
    });
    const facts = await readFile(join(folder, "json", "D2-audit-facts.json"), "utf8");
    expect(facts).toContain(input.audit.head);
  });

  it("refuse what is not a number", async () => {
    const book = varied();
    const [lead] = book.sheets;
    const table = {
      ...lead!.tables.find(({ id }) => id === "summary")!,
      count: 1,
      rows: () => [{ tone: "plain" as const, cells: ["x", Number.NaN] }],
    };
    const broken: Workbook = { ...book, sheets: [{ ...lead!, tables: [table] }] };
    for (const write of [writeCsv, writeJson]) {
      await expect(write(broken, join(folder, "broken"))).rejects.toMatchObject({ code: "EXPORT_VALUE" });
    }
  });
});
