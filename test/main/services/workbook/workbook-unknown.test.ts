/** A workbook that comes back with something that no exported one has: it is reported unless it is known to show nothing, so that no list of what hides figures has to be complete. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { monthDays } from "../../../../src/core/time.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import {
  CONTEXT,
  brokenWallet,
  exportedOctober,
  importWallet,
} from "../../../helpers/ledgers/review-ledger.ts";
import { partsOf } from "../../../helpers/workbook/zip.ts";
import { type Changes, changedWorkbook, editsOf } from "../../../helpers/workbook/changed-workbook.ts";

const STYLES = "xl/styles.xml";
/** B1. */
const WALLET = "xl/worksheets/sheet4.xml";
const THEME = "xl/theme/theme1.xml";
const TYPES = "[Content_Types].xml";
const RELATIONS = "xl/worksheets/_rels/sheet4.xml.rels";
const KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const CARRIES = "! it contains something that was not exported: attached,";

let ledger = "";
let workbook = "";

beforeEach(async () => {
  ({ ledger, workbook } = await exportedOctober());
});

const found = async (changes: Changes, added = {}) =>
  editsOf(ledger, changedWorkbook(workbook, changes, added));
const inWallet = async (from: string | RegExp, to: string) =>
  found({ [WALLET]: (xml) => xml.replace(from, to) });
const atEnd = async (xml: string) => inWallet("</worksheet>", `${xml}</worksheet>`);
const extended = async (xml: string) =>
  atEnd(`<extLst><ext uri="{A}" xmlns:x14="urn:x14">${xml}</ext></extLst>`);
const related = async (kind: string, part: string) =>
  found(
    { [WALLET]: (xml) => xml.replace("</worksheet>", "<!-- --></worksheet>") },
    {
      [RELATIONS]: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="${kind}" Target="../part.xml"/></Relationships>`,
      "xl/part.xml": part,
    },
  );
/** What is found of B1 where the workbook has another font. */
const inFont = async (font: string, changes: Changes = {}) => {
  const edits = await found({
    [STYLES]: (xml) =>
      xml.replaceAll(/<font>(?:(?!<\/font>).)*<name val="Calibri"\/><\/font>/gu, (one) =>
        one.replace('<name val="Calibri"/>', font),
      ),
    ...changes,
  });
  return edits.filter((edit) => edit.startsWith("Wallet!"));
};

describe("an element or attribute", () => {
  const unknown = (name: string) => [`Wallet! ${name}, which no exported sheet has: hidden`];

  test.each(["vm", "cm", "ph"])("%s of a cell", async (name) => {
    expect(await inWallet('<c r="K9" ', `<c r="K9" ${name}="1" `)).toEqual(unknown(name));
  });

  test("a scenario that shows other figures", async () => {
    const scenarios =
      '<scenarios current="0"><scenario name="Best" count="1"><inputCells r="K9" val="0"/></scenario></scenarios>';
    const choice = `<mc:AlternateContent xmlns:mc="urn:mc"><mc:Choice Requires="x">${scenarios}</mc:Choice></mc:AlternateContent>`;
    expect(await inWallet("</sheetData>", `</sheetData>${scenarios}`)).toEqual(unknown("scenarios"));
    expect(await atEnd(choice)).toEqual(unknown("scenarios"));
  });

  test("lines that are drawn into cells", async () => {
    expect(
      await extended('<x14:sparklineGroups><x14:sparklineGroup type="column"/></x14:sparklineGroups>'),
    ).toEqual(unknown("sparklineGroups"));
  });

  test.each([
    [
      "kana of an East Asian program",
      async () => inWallet("<pageMargins", '<phoneticPr fontId="1"/><pageMargins'),
    ],
    ["a range that may be edited", async () => inWallet("<pageMargins", "<protectedRanges/><pageMargins")],
    ["errors that are not marked", async () => extended("<x14:ignoredErrors/>")],
    ["an element of another program", async () => atEnd('<z:note xmlns:z="urn:z"><z:deep/></z:note>')],
  ])("%s is none of an edit", async (_, edits) => {
    expect(await edits()).toEqual([]);
  });
});

describe("a part", () => {
  test("with a table, which lies over the rows", async () => {
    const table = `<table xmlns="urn:t" id="1" name="T" ref="A7:K12"><tableStyleInfo name="TableStyleDark11"/></table>`;
    expect(await related(`${KIND}/table`, table)).toEqual([
      `${CARRIES} tables, which colour and filter cells`,
    ]);
    const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml";
    const said = `<Override PartName="/xl/part.xml" ContentType="${type}"/></Types>`;
    expect(await found({ [TYPES]: (xml) => xml.replace("</Types>", said) })).toEqual([
      `${CARRIES} tables, which colour and filter cells`,
    ]);
  });

  test.each([
    ["sheetMetadata", "values that are shown in place of those that cells hold"],
    ["slicer", "parts of a kind that is not known"],
  ])("of the kind %s", async (kind, told) => {
    expect(await related(`${KIND}/${kind}`, "<part/>")).toEqual([`${CARRIES} ${told}`]);
  });

  test.each(["printerSettings", "customProperty", "threadedComment"])(
    "of the kind %s shows nothing",
    async (kind) => {
      expect(await related(`${KIND}/${kind}`, "<part/>")).toEqual([]);
    },
  );
});

describe("a font of figures", () => {
  const told = (name: string) => [`Wallet! a font that may draw other signs: format, ${name}`];
  const symbols: Changes = {
    [THEME]: (xml) => xml.replace(/(<a:minorFont>\s*<a:latin typeface=")[^"]*/u, "$1Wingdings"),
  };
  const themed = '<name val="Calibri"/><scheme val="minor"/>';

  test.each([
    ["that draws signs", '<name val="Wingdings"/>', {}, told("Wingdings")],
    ["of a usual name, for signs", '<name val="Calibri"/><charset val="2"/>', {}, told("Symbol")],
    ["that the theme names, which is one of signs", themed, symbols, told("of the theme")],
    ["that the exported theme names", themed, {}, []],
    ["that another program offers", '<name val="Aptos Narrow"/>', {}, []],
    ["that nobody names", "", {}, []],
    ["beside a theme of signs that no cell uses", '<name val="Arial"/><scheme val="none"/>', symbols, []],
  ])("%s", async (_, font, changes, edits) => {
    expect(await inFont(font, changes)).toEqual(edits);
  });

  test("that a rule gives to cells", async () => {
    const dxf = '<dxf><font><name val="Wingdings"/></font></dxf></dxfs>';
    expect(await found({ [STYLES]: (xml) => xml.replace("</dxfs>", dxf) })).toEqual([
      "! a rule that shows cells in a format of its own: format, Wingdings",
    ]);
  });

  test.each([
    ["付款", []],
    ["付款 9", told("Noto Sans CJK SC")],
  ])("of the text %s is a program's own where no letter or figure is in it", async (description, edits) => {
    ledger = join(temporaryFolder(), "wallet.tieout");
    await importWallet(
      ledger,
      brokenWallet(9, 5).map((entry) => ({ ...entry, description })),
    );
    workbook = join(dirname(ledger), "October.xlsx");
    const period = monthDays("2026-10");
    await exportLedger({ ledger, period, options: { decimals: 2 }, format: "xlsx", out: workbook }, CONTEXT);
    const parts = new Map(partsOf(readFileSync(workbook)).map(({ name, bytes }) => [name, bytes.toString()]));
    const cell = new RegExp(` s="(\\d+)"( t="\\w+"><is><t[^>]*>${description}<)`, "gu");
    const [, style = ""] = cell.exec(parts.get(WALLET)!) ?? [];
    const styles = parts.get(STYLES)!;
    const [, fonts = ""] = /<fonts count="(\d+)"/u.exec(styles) ?? [];
    const formats = /<cellXfs[^>]*>(.*)<\/cellXfs>/su.exec(styles)![1]!.split(/(?=<xf )/u);
    const own = formats[Number(style)]!.replace(/fontId="\d+"/u, `fontId="${fonts}"`);
    const changes: Changes = {
      [STYLES]: (xml) =>
        xml
          .replace("</fonts>", '<font><sz val="10"/><name val="Noto Sans CJK SC"/></font></fonts>')
          .replace("</cellXfs>", `${own}</cellXfs>`),
      [WALLET]: (xml) => xml.replaceAll(cell, ` s="${formats.length}"$2`),
    };
    expect(await found(changes)).toEqual(edits);
  });
});
