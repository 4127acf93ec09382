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
    ["a space that is kept", async () => inWallet('<c r="K9" ', '<c r="K9" xml:space="preserve" ')],
    [
      "what to add up from other sheets",
      async () => inWallet("<pageMargins", "<dataConsolidate/><pageMargins"),
    ],
    ["what to publish on a website", async () => atEnd('<webPublishItems count="0"/>')],
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
    ["jsaProject", "macros"],
  ])("of the kind %s", async (kind, told) => {
    expect(await related(`${KIND}/${kind}`, "<part/>")).toEqual([`${CARRIES} ${told}`]);
  });

  test.each([
    "printerSettings",
    "customProperty",
    "threadedComment",
    "documenttask",
    "volatileDependencies",
    "xmlMaps",
    "webextensiontaskpanes",
  ])("of the kind %s shows nothing", async (kind) => {
    expect(await related(`${KIND}/${kind}`, "<part/>")).toEqual([]);
  });
});

describe("a font of figures", () => {
  const told = (name: string) => [`Wallet! a font that may draw other signs: format, ${name}`];
  const symbols: Changes = {
    [THEME]: (xml) => xml.replace(/(<a:minorFont>\s*<a:latin typeface=")[^"]*/u, "$1Wingdings"),
  };
  const themed = '<name val="Calibri"/><scheme val="minor"/>';

  test.each<[string, string, Changes, string[]]>([
    ["that draws signs", '<name val="Wingdings"/>', {}, told("Wingdings")],
    ...["2", "02", " 2", "+2"].map(
      (charset) =>
        [
          `of a usual name, for signs, by the number "${charset}"`,
          `<name val="Calibri"/><charset val="${charset}"/>`,
          {},
          told("Symbol"),
        ] satisfies [string, string, Changes, string[]],
    ),
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

  const part = (look: string, text: string) => `<r><rPr>${look}</rPr><t xml:space="preserve">${text}</t></r>`;
  const pay = part('<rFont val="Noto Sans CJK SC"/>', "付款 ");
  const parts = ["Wallet! Description: format, parts of the text in a colour, size or font of their own"];

  test.each<[string, string, string, string, string[]]>([
    ["one text of other letters", "付款", "Noto Sans CJK SC", "<t>付款</t>", []],
    ["a figure", "付款 9", "Wingdings", "<t>付款 9</t>", told("Wingdings")],
    ["no figure, as LibreOffice saves", "付款 9", "Wingdings", pay + part('<rFont val="Calibri"/>', "9"), []],
    ["a figure beside parts", "付款 9", "Wingdings", `${pay}<r><t>9</t></r>`, told("Wingdings")],
    [
      "a figure before parts",
      "9 付款 ",
      "Wingdings",
      `<r><t xml:space="preserve">9 </t></r>${pay}`,
      told("Wingdings"),
    ],
    ["a figure in a part", "付款 9", "Wingdings", pay + part('<sz val="10"/>', "9"), told("Wingdings")],
    ...[
      '<rFont val="Calibri"/><charset val="2"/>',
      '<charset val="02"/><rFont val="Calibri"/>',
      '<rFont val="Calibri"/><scheme val="minor"/>',
      '<rFont val="Wingdings"/><rFont val="Calibri"/>',
    ].map(
      (look) =>
        [`a part of ${look}`, "付款 9", "Calibri", pay + part(look, "9"), parts] satisfies [
          string,
          string,
          string,
          string,
          string[],
        ],
    ),
  ])("that draws %s of a cell", async (_, description, font, content, edits) => {
    ledger = join(temporaryFolder(), "wallet.tieout");
    await importWallet(
      ledger,
      brokenWallet(9, 5).map((entry) => ({ ...entry, description })),
    );
    workbook = join(dirname(ledger), "October.xlsx");
    const period = monthDays("2026-10");
    await exportLedger({ ledger, period, options: { decimals: 2 }, format: "xlsx", out: workbook }, CONTEXT);
    const written = new Map(
      partsOf(readFileSync(workbook)).map(({ name, bytes }) => [name, bytes.toString()]),
    );
    const cell = new RegExp(` s="(\\d+)" t="inlineStr"><is><t[^>]*>${description}</t></is>`, "gu");
    const [, style = ""] = cell.exec(written.get(WALLET)!) ?? [];
    const styles = written.get(STYLES)!;
    const [, fonts = ""] = /<fonts count="(\d+)"/u.exec(styles) ?? [];
    const formats = /<cellXfs[^>]*>(.*)<\/cellXfs>/su.exec(styles)![1]!.split(/(?=<xf )/u);
    const own = formats[Number(style)]!.replace(/fontId="\d+"/u, `fontId="${fonts}"`);
    const changes: Changes = {
      [STYLES]: (xml) =>
        xml
          .replace("</fonts>", `<font><sz val="10"/><name val="${font}"/></font></fonts>`)
          .replace("</cellXfs>", `${own}</cellXfs>`),
      [WALLET]: (xml) => xml.replaceAll(cell, ` s="${formats.length}" t="inlineStr"><is>${content}</is>`),
    };
    expect(await found(changes)).toEqual(edits);
  });
});
