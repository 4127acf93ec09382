/** A workbook that comes back: saved again by another program it is no edit, and what hides or restyles a figure is one. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { verifyWorkbook } from "../../../../src/main/services/export/verify-workbook.ts";
import { IS_EXHAUSTIVE } from "../../../helpers/exhaustive.ts";
import { changedWorkbook } from "../../../helpers/workbook/changed-workbook.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import {
  allSavedByOffice,
  cellXml,
  changeSheet,
  convertedByOffice,
  hasOffice,
  sheetPart,
  typeOver,
  withoutResults,
} from "../../../helpers/workbook/edited-workbook.ts";
import { CONTEXT, exportedOctober } from "../../../helpers/ledgers/review-ledger.ts";
import { columnsAt, readXlsx } from "../../../helpers/workbook/xlsx.ts";
import { changeParts } from "../../../helpers/workbook/zip.ts";

const run = promisify(execFile);
/** Debian's python3-openpyxl, for the system's own Python. */
const python = ["/usr/bin/python3", "python3"].find(
  (path) => spawnSync(path, ["-c", "import openpyxl"], { stdio: "ignore" }).status === 0,
);
if (python === undefined)
  console.log("skipped: openpyxl is not installed, what it leaves out is taken out by hand");

let ledger = "";
let workbook = "";
/** Letters of the columns of B1 in the place of their headers, `{Stated balance}10`. */
let named: (text: string) => string;

/** The columns of B1 of every test's workbook, which are copies of one. */
let letters: ReadonlyMap<string, string> | null = null;

beforeEach(async () => {
  ({ ledger, workbook } = await exportedOctober());
  const columns = (letters ??= columnsAt((await readXlsx(workbook)).sheets.get("Wallet")!, 7));
  named = (text) => text.replaceAll(/\{(.*?)\}/gu, (_, header: string) => columns.get(header) ?? "?");
});

const verify = (file: string) => verifyWorkbook({ ledger, file }, CONTEXT);

async function edits(file: string): Promise<string[]> {
  const report = await verify(file);
  expect(report.holds).toBe(report.editCount === 0);
  return report.edits.map(({ sheet, cell, what, kind }) => `${sheet}!${cell} ${what ?? "-"}: ${kind}`);
}

/** Changes parts of the workbook whose names end so. */
function changed(ending: string, change: (xml: string) => string): string {
  const to = join(temporaryFolder(), basename(workbook));
  let changes = 0;
  changeParts(workbook, to, (name, xml) => {
    const now = name.endsWith(ending) ? change(xml) : xml;
    if (now !== xml) changes += 1;
    return now;
  });
  expect(changes).toBe(1);
  return to;
}

/** Changes B1, which must be another one then. */
function inWallet(change: (xml: string) => string): string {
  return changeSheet(workbook, "Wallet", (xml) => {
    const now = change(xml);
    if (now === xml) throw new Error("nothing was changed");
    return now;
  });
}

async function savedByOpenpyxl(path: string): Promise<string> {
  const to = join(temporaryFolder(), basename(path));
  const script = "import sys, openpyxl; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[2])";
  await run(python!, ["-c", script, path, to], { timeout: 60_000 });
  return to;
}

interface SavedByOffice {
  readonly plain: string;
  readonly throughOpenDocument: string;
  /** Null where there is no openpyxl. */
  readonly afterOpenpyxl: string | null;
}

/** What LibreOffice saves, in one run for all tests: each test's workbook is a copy of one. */
let savedByOffice: Promise<SavedByOffice> | null = null;
const savedIn = mkdtempSync(join(tmpdir(), "tieout-saved-"));
afterAll(() => rmSync(savedIn, { recursive: true, force: true }));

async function saveByOffice(): Promise<SavedByOffice> {
  await convertedByOffice("ods", [workbook], savedIn);
  const document = join(savedIn, basename(workbook).replace(".xlsx", ".ods"));
  const others = python === undefined ? [] : [await savedByOpenpyxl(workbook)];
  const [plain = "", throughOpenDocument = "", afterOpenpyxl = null] = await allSavedByOffice(
    [workbook, document, ...others],
    savedIn,
  );
  return { plain, throughOpenDocument, afterOpenpyxl };
}

const NO_RESULTS = /^\d+ formulas have no stored result, /u;

describe("saved again without an edit", () => {
  test.runIf(python !== undefined && IS_EXHAUSTIVE)(
    "by openpyxl: one note on the results that it leaves out",
    async () => {
      const report = await verify(await savedByOpenpyxl(workbook));
      expect(report).toMatchObject({ holds: true, edits: [], followed: 0 });
      expect(report.notes.filter((note) => NO_RESULTS.test(note))).toHaveLength(1);
    },
  );

  test("by a program that does not calculate: one note, and a real edit comes first", async () => {
    expect(await verify(withoutResults(workbook))).toMatchObject({
      holds: true,
      edits: [],
      notes: [expect.stringMatching(NO_RESULTS), expect.stringMatching(/^Not compared: /u)],
    });
    const edited = withoutResults(
      typeOver(workbook, { [named("Wallet!{Stated balance}10")]: "<v>13.50</v>" }),
    );
    expect(await edits(edited)).toEqual([named("Wallet!{Stated balance}10 Stated balance: value")]);
  });

  test.runIf(hasOffice && IS_EXHAUSTIVE)(
    "by LibreOffice through an OpenDocument",
    async () => {
      const { throughOpenDocument } = await (savedByOffice ??= saveByOffice());
      expect(await edits(throughOpenDocument)).toEqual([]);
    },
    200_000,
  );

  test.runIf(hasOffice && IS_EXHAUSTIVE)(
    "by LibreOffice as a workbook, also before and after openpyxl",
    async () => {
      const { plain, afterOpenpyxl } = await (savedByOffice ??= saveByOffice());
      const others = afterOpenpyxl === null ? [] : [afterOpenpyxl, await savedByOpenpyxl(plain)];
      for (const file of [plain, ...others]) expect(await edits(file)).toEqual([]);
    },
    200_000,
  );

  test("compares dates to the second", async () => {
    const at = named("{Created (UTC)}10");
    const dated = async (serial: number) => {
      const typed = cellXml(workbook, `Wallet!${at}`).replace(/<v>.*?<\/v>/u, `<v>${serial}</v>`);
      return edits(typeOver(workbook, { [`Wallet!${at}`]: typed }));
    };
    const exported = 46_296 + 2 / 24;
    expect(await dated(exported + 0.4 / 86_400)).toEqual([]);
    expect(await dated(exported - 1e-10)).toEqual([]);
    expect(await dated(exported + 1 / 86_400)).toEqual([`Wallet!${at} Created (UTC): value`]);
  });

  test("treats formats that display the same as the same: padding written as blanks, other quotes", async () => {
    const file = changed("xl/styles.xml", (xml) =>
      xml
        .replaceAll('@_0"', '@&quot;  &quot;"')
        .replaceAll("_0;", "&quot;  &quot;;")
        .replaceAll("&quot;−&quot;", "\\−"),
    );
    expect(await edits(file)).toEqual([]);
  });
});

describe("what hides a figure", () => {
  const afterRows = (xml: string) => (sheet: string) =>
    sheet.replace(/<\/sheetData>(?:<autoFilter[^>]*\/>)?/u, (end) => `${end}${xml}`);
  const rule = (xml: string) =>
    afterRows(
      `<conditionalFormatting sqref="A8:Z20"><cfRule type="iconSet" priority="9">${xml}</cfRule></conditionalFormatting>`,
    );
  const values =
    '<cfvo type="percent" val="0"/><cfvo type="percent" val="33"/><cfvo type="percent" val="67"/>';
  const later = (xml: string) => (sheet: string) =>
    sheet.replace(
      "</worksheet>",
      `<extLst><ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}">${xml}</ext></extLst></worksheet>`,
    );
  const style = (attributes: string) => (sheet: string) =>
    sheet.replace(/<sheetView /u, `<sheetView ${attributes} `);

  test.each([
    [
      "merged cells",
      afterRows('<mergeCells><mergeCell ref="D10:F10"/></mergeCells>'),
      "Wallet!D10:F10 cells merged: only the first of them is shown",
    ],
    [
      "icons alone",
      rule(`<iconSet showValue="0">${values}</iconSet>`),
      "Wallet! a rule shows icons in place of figures",
    ],
    [
      "icons alone, as newer programs write it",
      later(
        '<x14:conditionalFormattings xmlns:x14="urn:x"><x14:iconSet showValue="0"/></x14:conditionalFormattings>',
      ),
      "Wallet! a rule shows icons in place of figures",
    ],
    ["bars alone", rule('<dataBar showValue="false"/>'), "Wallet! a rule shows bars in place of figures"],
    [
      "a row of half a point",
      (xml: string) => xml.replace('<row r="10"', '<row r="10" ht="0.5" customHeight="1"'),
      "Wallet!A10 row hidden",
    ],
    [
      "a column of a tenth of a character",
      (xml: string) => xml.replace(/(<col min="2" max="2" width=)"[^"]*"/u, '$1"0.1"'),
      "Wallet!B column hidden",
    ],
    [
      "a default height of nothing",
      (xml: string) => xml.replace("<sheetFormatPr ", '<sheetFormatPr zeroHeight="1" '),
      "Wallet! rows without a height of their own are hidden",
    ],
    ["zeros that are not shown", style('showZeros="0"'), "Wallet! zeros are not shown"],
    [
      "formulas in place of results",
      style('showFormulas="1"'),
      "Wallet! formulas are shown in place of results",
    ],
    ["a zoom of ten per cent", style('zoomScale="10"'), "Wallet! shown at 10 %"],
    [
      "a frozen pane that reaches below the screen",
      (xml: string) => xml.replace(/ySplit="\d+"/u, 'ySplit="900"'),
      "Wallet! frozen so far that the rest is hidden",
    ],
  ])("%s", async (_, change, told) => {
    expect(await edits(inWallet(change))).toEqual([`${told}: hidden`]);
  });

  test.each([
    [
      "formulas worked out only when asked for",
      'calcMode="manual"',
      "formulas are calculated only on request",
    ],
    ["precision as shown", 'fullPrecision="0"', "figures are calculated as they are rounded on the screen"],
  ])("%s", async (_, attribute, told) => {
    const file = changed("xl/workbook.xml", (xml) => xml.replace("<calcPr ", `<calcPr ${attribute} `));
    expect(await edits(file)).toEqual([`! ${told}: setting`]);
  });

  test("tabs of the sheets that are not shown", async () => {
    const file = changed("xl/workbook.xml", (xml) =>
      xml.replace("<workbookView ", '<workbookView showSheetTabs="0" '),
    );
    expect(await edits(file)).toEqual(["! the sheets' tabs are not shown: setting"]);
  });

  test.each([
    ["white on white", '<color rgb="FFFFFFFF"/><sz val="10"/>', true],
    ["nearly white", '<color rgb="FFF4F4F4"/><sz val="10"/>', true],
    ["the theme's white", '<color theme="0"/><sz val="10"/>', true],
    ["black, tinted to white", '<color theme="1" tint="1"/><sz val="10"/>', true],
    ["an old white", '<color indexed="9"/><sz val="10"/>', true],
    ["one point high", '<color rgb="FF000000"/><sz val="1"/>', true],
    ["a calm grey", '<color rgb="FF999999"/><sz val="10"/>', false],
    ["a colour of the theme", '<color theme="4"/><sz val="8"/>', false],
  ])("shows a figure in %s as a reader sees it", async (_, font, isUnseen) => {
    const at = named("{Stated balance}10");
    const told = isUnseen
      ? [`Wallet!${at} in the colour of its background, or too small to read: hidden`]
      : [];
    const styled = changed("xl/styles.xml", (xml) => {
      const fonts = Number(/<fonts count="(\d+)"/u.exec(xml)?.[1]);
      return xml
        .replace("</fonts>", `<font>${font}</font></fonts>`)
        .replace("</cellXfs>", `<xf numFmtId="AMOUNT" fontId="${fonts}" fillId="0"/></cellXfs>`);
    });
    const file = join(temporaryFolder(), "styled.xlsx");
    // The cell keeps its number format.
    changeParts(styled, file, (name, xml) => {
      if (name.endsWith("styles.xml")) {
        const format = /<numFmt numFmtId="(\d+)" formatCode="#,##0\.00_0/u.exec(xml)?.[1] ?? "";
        return xml.replace("AMOUNT", format);
      }
      const given = new RegExp(`(<c r="${at}" s=)"\\d+"`, "u");
      return name.endsWith("sheet4.xml") ? xml.replace(given, `$1"${styleCount(styled)}"`) : xml;
    });
    expect(await edits(file)).toEqual(told);
  });

  test("a rule that writes in white", async () => {
    const file = changed("xl/styles.xml", (xml) =>
      xml.replace(/<dxfs[^>]*>/u, (open) => `${open}<dxf><font><color rgb="FFFFFFFF"/></font></dxf>`),
    );
    expect(await edits(file)).toEqual([
      "! a rule that shows cells in the colour of their background: hidden",
    ]);
  });
});

/** The number of the last style of cells of a file. */
function styleCount(path: string): number {
  let count = 0;
  changeParts(path, join(temporaryFolder(), "unused.xlsx"), (name, xml) => {
    if (name.endsWith("styles.xml")) count = Number(/<cellXfs count="(\d+)"/u.exec(xml)?.[1]);
    return xml;
  });
  return count;
}

describe("links", () => {
  test("reports one that leads to another cell, and one out of the workbook, as edits", async () => {
    const moved = changeSheet(workbook, "Exceptions", (xml) =>
      xml.replace(/(<hyperlink ref="A6" location=)"[^"]*"/u, `$1"'Legend'!A1"`),
    );
    expect(await edits(moved)).toEqual(["Exceptions!A6 link: link"]);
    const {
      edits: [edit],
    } = await verify(moved);
    expect(edit).toMatchObject({ exported: "'Lead'!A1", found: "'Legend'!A1" });
  });

  test("reports one added to a cell, out of the workbook, with its target", async () => {
    const linked = inWallet((xml) =>
      xml.replace("<hyperlinks>", '<hyperlinks><hyperlink ref="D10" xmlns:r="urn:r" r:id="rId9"/>'),
    );
    const file = join(temporaryFolder(), "linked.xlsx");
    changeParts(linked, file, (_, xml) => xml);
    const report = await verify(file);
    expect(report.edits).toMatchObject([{ sheet: "Wallet", cell: "D10", kind: "link", exported: "" }]);
  });

  test.each([
    ["#Lead!A1", []],
    ["#Legend!A1", ["Wallet!A6 link: link"]],
    ["https://a.example/#Lead!A1", ["Wallet!A6 link: link"]],
  ])("reads one that is written as if it led out of the workbook, to %s", async (target, told) => {
    const kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink";
    const relation = `<Relationship Id="rId9" Type="${kind}" Target="${target}" TargetMode="External"/>`;
    const file = changedWorkbook(
      workbook,
      {
        [sheetPart(workbook, "Wallet")]: (xml) =>
          xml.replace(/(<hyperlink ref="A6") [^>]*/u, '$1 r:id="rId9"/'),
      },
      { "xl/worksheets/_rels/sheet4.xml.rels": `<Relationships>${relation}</Relationships>` },
    );
    expect(await edits(file)).toEqual(told);
  });

  test("accepts the same target in another spelling", async () => {
    const file = changeSheet(workbook, "Exceptions", (xml) =>
      xml.replaceAll(/location="&apos;([^&]*)&apos;!([A-Z]+)(\d+)"/gu, 'location="#$1.$$$2$$$3"'),
    );
    expect(await edits(file)).toEqual([]);
  });
});
