/** A workbook that one program reads in one way and another in another, or that shows something else than its cells hold. */
import { readFileSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type Changes,
  type Parts,
  changedWorkbook,
  editsOf,
} from "../../../helpers/workbook/changed-workbook.ts";
import { cellXml } from "../../../helpers/workbook/edited-workbook.ts";
import { exportedOctober } from "../../../helpers/ledgers/review-ledger.ts";
import { partsOf, zipOf } from "../../../helpers/workbook/zip.ts";

const TYPES = "[Content_Types].xml";
const STYLES = "xl/styles.xml";
const BOOK = "xl/workbook.xml";
const BOOK_RELATIONS = "xl/_rels/workbook.xml.rels";
/** B1. */
const WALLET = "xl/worksheets/sheet4.xml";
const THEME = "xl/theme/theme1.xml";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const UNSEEN = "in the colour of its background, or too small to read: hidden";
const THEME_UNREAD = "! a theme whose colours are not plain ones: texts in them may not be seen: hidden";

let ledger = "";
let workbook = "";
/** A stated balance, as the file has it. */
let balance = "";

beforeEach(async () => {
  ({ ledger, workbook } = await exportedOctober());
  balance = cellXml(workbook, "Wallet!K9");
});

/** What is found of the workbook with parts changed: edits, or the refusal. */
async function found(changes: Changes, added: Parts = {}): Promise<string[]> {
  const file = changedWorkbook(workbook, changes, added);
  try {
    return await editsOf(ledger, file);
  } catch (error) {
    return [`${(error as { code?: string }).code}: ${(error as Error).message}`];
  }
}

const inStyles = (from: string | RegExp, to: string): Changes => ({
  [STYLES]: (xml) => xml.replace(from, to),
});
const refused = (sentence: string) => [`IMPORT_FORMAT: ${sentence}`];

test("reads as exported", async () => {
  expect(balance).toMatch(/^<c r="K9" s="\d+"><v>[\d.]+<\/v><\/c>$/u);
  expect(await editsOf(ledger, workbook)).toEqual([]);
});

describe("a figure that some programs read differently, or not at all", () => {
  const cell = (change: (xml: string) => string) =>
    found({ [WALLET]: (xml) => xml.replace(balance, change(balance)) });
  const number = () => Number(/<v>(.*)<\/v>/u.exec(balance)?.[1]);
  const TWO = refused("A cell holds more than one value");
  const LOOK = refused("A cell names its format by something other than a number");

  test.each([
    ["hexadecimal", () => `0x${Math.round(number()).toString(16)}`],
    ["binary", () => `0b${Math.round(number()).toString(2)}`],
  ])("written in %s digits", async (_, text) => {
    const value = text();
    expect(await cell((xml) => xml.replace(/<v>.*<\/v>/u, `<v>${value}</v>`))).toEqual([
      expect.stringContaining(`value, "${value}" typed as a text`),
    ]);
  });

  test.each<[string, (xml: string) => string, string[]]>([
    [
      "of a kind that there is not",
      (xml) => xml.replace("<c ", '<c t="z" '),
      refused("A cell is of an unknown kind"),
    ],
    ["beside a text", (xml) => xml.replace("</v>", "</v><is><t>0</t></is>"), TWO],
    ["before a text's own", (xml) => xml.replace("<v>", "<is><t>0</t></is><v>"), TWO],
    ["in a style of hexadecimal digits", (xml) => xml.replace(/s="(\d+)"/u, 's="0x$1"'), LOOK],
    ["in a style with an exponent", (xml) => xml.replace(/s="(\d+)"/u, 's="$1e0"'), LOOK],
  ])("%s", async (_, change, told) => {
    expect(await cell(change)).toEqual(told);
  });
});

describe("a shared formula", () => {
  /** Of two cells below each other in one column: what each says beside its result. */
  const shared = (second: string) =>
    found({
      [WALLET]: (xml) =>
        xml
          .replace(/(<c r="J9"[^>]*>)<f>/u, '$1<f t="shared" ref="J9:J10" si="0">')
          .replace(/(<c r="J10"[^>]*>)<f>(.*?)<\/f>/u, `$1${second}`),
    });

  test("is the exported one, whether written once or in each cell", async () => {
    expect(await shared('<f t="shared" si="0"/>')).toEqual([]);
    expect(await shared('<f t="shared" si="0">$2</f>')).toEqual([]);
  });

  test("is refused where another cell that shares it has another one", async () => {
    const change = (xml: string) =>
      xml
        .replace(/(<c r="J9"[^>]*>)<f>/u, '$1<f t="shared" ref="J9:L10" si="0">')
        .replace(/(<c r="L10"[^>]*>)<f>/u, '$1<f t="shared" si="0">');
    expect(await found({ [WALLET]: change })).toEqual(refused("A cell shares a formula but has another one"));
  });
});

describe("parts that programs look for in other places", () => {
  const DIFFER = refused("Programs would follow a relation of the workbook to different parts");
  const other = (type: string, target: string) => (xml: string) =>
    xml.replace(
      "</Relationships>",
      `<Relationship Id="rId0" Type="${type}" Target="${target}"/></Relationships>`,
    );
  const added = () => ({ "xl/styles2.xml": "<styleSheet/>" });

  test.each<[string, (xml: string) => string, string[]]>([
    [
      "two of styles",
      other(`${KIND}/styles`, "styles2.xml"),
      refused("The workbook has two parts of one kind (styles)"),
    ],
    [
      "styles of a type that only ends so",
      (xml) => xml.replace(`${KIND}/styles`, "http://else/styles"),
      DIFFER,
    ],
    ["a sheet with percent signs", (xml) => xml.replace("sheet4.xml", "sheet4%2Exml"), DIFFER],
    ["styles behind a backslash", (xml) => xml.replace('"styles.xml"', '"\\\\styles.xml"'), DIFFER],
    ["a sheet with a place in it", (xml) => xml.replace("sheet4.xml", "sheet4.xml#a"), DIFFER],
  ])("%s", async (_, change, told) => {
    expect(await found({ [BOOK_RELATIONS]: change }, added())).toEqual(told);
  });

  test("a part with a second name", async () => {
    const file = changedWorkbook(workbook, {});
    const parts = partsOf(readFileSync(file)).map((part) =>
      part.name === WALLET ? { ...part, says: { unicodeName: "xl/worksheets/other.xml" } } : part,
    );
    writeFileSync(file, zipOf(parts));
    await expect(editsOf(ledger, file)).rejects.toThrow("A part of the file has two names");
  });
});

describe("the workbook's own elements by another prefix", () => {
  test.each([MAIN, "http://purl.oclc.org/ooxml/spreadsheetml/main"])("of %s", async (uri) => {
    const white = `<y:color xmlns:y="${uri}" rgb="FFFFFFFF"/></font>`;
    expect(await found(inStyles("</font>", white))).toEqual(
      refused("A part of the workbook gives two prefixes one meaning"),
    );
  });

  test("an unused prefix is no difference", async () => {
    expect(await found(inStyles("<styleSheet ", `<styleSheet xmlns:y="${MAIN}" `))).toEqual([]);
  });
});

describe("formats and colours that programs read differently", () => {
  const UNCLEAR = refused("Programs would read the cell formats of the workbook in different ways");
  test.each<[string, string | RegExp, string]>([
    [
      "two number formats with one number",
      /(<numFmt numFmtId=")(\d+)("[^>]*>)/u,
      '$1$2" formatCode=";;;"/>$1$2$3',
    ],
    ["a font by hexadecimal digits", /fontId="(\d+)"(?=[^>]*xfId)/u, 'fontId="0x$1"'],
  ])("%s", async (_, from, to) => {
    expect(await found(inStyles(from, to))).toEqual(UNCLEAR);
  });

  const ink = (color: string) => (xml: string) =>
    xml.replaceAll('<color rgb="FF1F2933"/>', `<color ${color}/>`);
  test.each([
    ["white of seven digits", 'rgb="FFFFFFF"'],
    ["black far beyond white", 'rgb="FF000000" tint="5"'],
    ["white with a tint that is none", 'rgb="FFFFFFFF" tint="much"'],
  ])("%s", async (_, color) => {
    expect((await found({ [STYLES]: ink(color) })).join()).toContain(UNSEEN);
  });

  test("nearly white by the colours that programs use without a theme", async () => {
    const edits = await found({
      [STYLES]: ink('theme="4" tint="0.99"'),
      [BOOK_RELATIONS]: (xml) => xml.replace(/<Relationship [^>]*theme[^>]*>/u, ""),
    });
    expect(edits.join()).toContain(UNSEEN);
  });

  test("white on the first fill, which no program fills", async () => {
    const black = '<fill><patternFill patternType="solid"><fgColor rgb="FF000000"/></patternFill></fill>';
    const none = '<fill><patternFill patternType="none"/></fill>';
    const edits = await found({ [STYLES]: (xml) => ink('rgb="FFFFFFFF"')(xml.replace(none, black)) });
    expect(edits.join()).toContain(UNSEEN);
  });

  test.each([
    ["accent1", '<a:prstClr val="white"/>'],
    ["dk1", '<a:sysClr val="highlightText" lastClr="000000"/>'],
  ])("a theme's %s that is not plain", async (slot, color) => {
    const change = (xml: string) =>
      xml.replace(new RegExp(`<a:${slot}>.*?</a:${slot}>`, "su"), `<a:${slot}>${color}</a:${slot}>`);
    expect(await found({ [THEME]: change })).toEqual([THEME_UNREAD]);
  });

  test("figures repeated until their cells are full", async () => {
    const edits = await found(inStyles(/horizontal="right"/gu, 'horizontal="fill"'));
    expect(edits).toContain("Wallet! repeated until the cell is full: hidden");
  });
});

describe("rows, columns and windows hidden in other ways", () => {
  const sheet = (from: string | RegExp, to: string) => found({ [WALLET]: (xml) => xml.replace(from, to) });
  test.each<[string, string | RegExp, string, string]>([
    ["a row by `on`", '<row r="9"', '<row hidden="on" r="9"', "Wallet! row hidden: hidden"],
    ["a row of no plain height", '<row r="9"', '<row ht="0x20" r="9"', "Wallet! row hidden: hidden"],
    [
      "columns beyond the last",
      /<cols>.*<\/cols>/su,
      '<cols><col min="9" max="20000" hidden="1"/></cols>',
      "Wallet! 15 columns hidden: hidden",
    ],
    [
      "columns that are not said",
      /<cols>/u,
      '<cols><col min="nine" max="9" hidden="1"/>',
      "Wallet! unnamed columns are hidden: hidden",
    ],
    [
      "columns of no width by themselves",
      "<sheetFormatPr ",
      '<sheetFormatPr baseColWidth="0" ',
      "Wallet! columns without a width of their own are hidden: hidden",
    ],
  ])("%s", async (_, from, to, told) => {
    expect(await sheet(from, to)).toEqual([told]);
  });

  test.each([
    ['visibility="hidden"', "! the workbook's window is not shown: setting"],
    ['minimized="1"', "! the workbook's window is not shown: setting"],
    ['tabRatio="0"', "! the sheets' tabs are not shown: setting"],
  ])("a window with %s", async (attribute, told) => {
    const change = (xml: string) => xml.replace("<workbookView ", `<workbookView ${attribute} `);
    expect(await found({ [BOOK]: change })).toEqual([told]);
  });
});

describe("what fills cells anew, or is shown in their place", () => {
  const CARRIES = "! it contains something that was not exported: attached,";
  const QUERIES = `${CARRIES} pivot tables or queries, which fill cells anew`;
  test.each([
    [`${KIND}/connections`, "", [QUERIES]],
    [
      "http://schemas.microsoft.com/office/2017/06/relationships/rdRichValue",
      "",
      [`${CARRIES} values that are shown in place of those that cells hold`],
    ],
    [`${KIND}/other`, "pivotTable+xml", [QUERIES, `${CARRIES} parts of a kind that is not known`]],
  ])("a part by the relation %s %s", async (kind, type, told) => {
    const content = `<Override PartName="/xl/part.xml" ContentType="application/vnd.${type}"/></Types>`;
    const edits = await found(
      {
        [TYPES]: (xml) => xml.replace("</Types>", content),
        [BOOK_RELATIONS]: (xml) =>
          xml.replace(
            "</Relationships>",
            `<Relationship Id="rId78" Type="${kind}" Target="part.xml"/></Relationships>`,
          ),
      },
      { "xl/part.xml": "<part/>" },
    );
    expect(edits).toEqual(told);
  });
});
