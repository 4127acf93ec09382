/** A workbook that comes back with its figures covered or hidden by other means than its cells: each is reported. */
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { monthDays } from "../../../../src/core/time.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { hasOffice, savedByOffice } from "../../../helpers/workbook/edited-workbook.ts";
import {
  brokenWallet,
  CONTEXT,
  exportedOctober,
  importWallet,
} from "../../../helpers/ledgers/review-ledger.ts";
import {
  type Changes,
  type Parts,
  changedWorkbook,
  editsOf,
} from "../../../helpers/workbook/changed-workbook.ts";
import { partsOf } from "../../../helpers/workbook/zip.ts";
import { IS_EXHAUSTIVE } from "../../../helpers/exhaustive.ts";
import { readFileSync } from "node:fs";

const TYPES = "[Content_Types].xml";
const STYLES = "xl/styles.xml";
const BOOK = "xl/workbook.xml";
/** B1. */
const WALLET = "xl/worksheets/sheet4.xml";
const KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const HIDING = "a rule that shows cells in the colour of their background";
const SHAPES =
  "! it contains something that was not exported: attached, pictures, charts or shapes, which may lie over figures";

let ledger = "";
let workbook = "";

async function exportOctober(): Promise<void> {
  workbook = join(dirname(ledger), "October.xlsx");
  const options = { decimals: 2 };
  await exportLedger(
    { ledger, period: monthDays("2026-10"), options, format: "xlsx", out: workbook },
    CONTEXT,
  );
}

beforeEach(async () => {
  ({ ledger, workbook } = await exportedOctober());
});

const changed = (changes: Changes, added: Parts = {}) => changedWorkbook(workbook, changes, added);
const edits = (file: string) => editsOf(ledger, file);
const before = (mark: string | RegExp, xml: string) => (text: string) =>
  text.replace(mark, (found) => `${xml}${found}`);
const atEnd = (xml: string) => before("</worksheet>", xml);
const relation = (kind: string, target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId78" Type="${KIND}/${kind}" Target="${target}"/></Relationships>`;
const RELATIONS = "xl/worksheets/_rels/sheet4.xml.rels";

describe("shapes over figures", () => {
  const MAIN = "http://schemas.openxmlformats.org/drawingml/2006";
  const drawing = `<xdr:wsDr xmlns:xdr="${MAIN}/spreadsheetDrawing" xmlns:a="${MAIN}/main"><xdr:twoCellAnchor><xdr:sp><xdr:spPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></xdr:spPr></xdr:sp></xdr:twoCellAnchor></xdr:wsDr>`;
  const empty = `<xdr:wsDr xmlns:xdr="${MAIN}/spreadsheetDrawing"/>`;
  const type = (end: string) =>
    `<Override PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml${end}"/>`;

  test.each([
    ["without a content type", "drawing", "", drawing, [SHAPES]],
    ["with a content type that ends in a blank", "drawing", type(" "), drawing, [SHAPES]],
    ["as another kind of part", "comments", "", drawing, [SHAPES]],
    ["none, as LibreOffice saves a filter", "drawing", type(""), empty, []],
  ])("a drawing %s", async (_, kind, types, xml, told) => {
    const file = changed(
      {
        [WALLET]: atEnd('<drawing r:id="rId78"/>'),
        [TYPES]: (text) => text.replace("</Types>", `${types} </Types>`),
      },
      { [RELATIONS]: relation(kind, "../drawings/drawing1.xml"), "xl/drawings/drawing1.xml": xml },
    );
    expect(await edits(file)).toEqual(told);
  });

  const shape = (object: string) =>
    `<v:shape style="width:300pt" fillcolor="#ffffff"><v:textbox><div>All ties</div></v:textbox><x:ClientData ObjectType="${object}"/></v:shape>`;
  test.each([
    ["a button", shape("Button"), [SHAPES]],
    ["a shape that is nothing else", '<v:rect style="width:300pt" fillcolor="#ffffff"/>', [SHAPES]],
    ["a caption that is no XML", shape("Button").replace("All", "All<br>"), [SHAPES]],
    ["notes", shape("Note") + shape("Note"), []],
    ["a button between notes", shape("Note") + shape("Button") + shape("Note"), [SHAPES]],
  ])("in VML: %s", async (_, shapes, told) => {
    const vml = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout/><v:shapetype id="a"/>${shapes}</xml>`;
    const file = changed(
      { [WALLET]: atEnd('<legacyDrawing r:id="rId78"/>') },
      { [RELATIONS]: relation("vmlDrawing", "../drawings/vml1.vml"), "xl/drawings/vml1.vml": vml },
    );
    expect(await edits(file)).toEqual(told);
  });

  test("a picture behind the cells", async () => {
    const file = changed(
      { [WALLET]: atEnd('<picture r:id="rId78"/>') },
      { [RELATIONS]: relation("image", "../media/image1.png"), "xl/media/image1.png": "PNG" },
    );
    expect(await edits(file)).toEqual(["Wallet! a picture lies behind the cells: hidden"]);
  });
});

describe("rules", () => {
  const INK = "FF1F2933";
  const rule = (inside: string, attributes = "", cells = "A8:Z40") =>
    before(
      "<pageMargins",
      `<conditionalFormatting sqref="${cells}"><cfRule priority="9" ${attributes}>${inside}</cfRule></conditionalFormatting>`,
    );
  const scale = (first: string, last: string) =>
    `<colorScale><cfvo type="min"/><cfvo type="max"/><color rgb="${first}"/><color rgb="${last}"/></colorScale>`;

  async function withRule(paint: string, cells?: string): Promise<string[]> {
    const text = readStyles();
    const id = Number(/<dxfs count="(\d+)"/u.exec(text)?.[1]);
    return edits(
      changed({
        [STYLES]: before("</dxfs>", `<dxf>${paint}</dxf>`),
        [WALLET]: rule("<formula>TRUE</formula>", `type="expression" dxfId="${id}"`, cells),
      }),
    );
  }

  function readStyles(): string {
    return partsOf(readFileSync(workbook))
      .find(({ name }) => name === STYLES)!
      .bytes.toString("utf8");
  }

  const fill = (color: string, place = "bgColor") =>
    `<fill><patternFill patternType="solid"><${place} rgb="${color}"/></patternFill></fill>`;

  test.each([
    ["fills with the colour of the figures", fill(INK), undefined, true],
    ["fills so, as LibreOffice reads it", fill(INK, "fgColor"), undefined, true],
    ["fills so and writes bold", `<font><b/></font>${fill(INK)}`, undefined, true],
    ["fills so where nothing stands", fill(INK), "AA100:AB200", false],
    ["fills with yellow", fill("FFFFEB9C"), undefined, false],
  ])("one that %s", async (_, paint, cells, isTold) => {
    expect(await withRule(paint, cells)).toEqual(isTold ? [`Wallet! ${HIDING}: hidden`] : []);
  });

  test.each([
    ["a scale of the colour of the figures", rule(scale(INK, INK), 'type="colorScale"'), true],
    ["a scale that ends in it", rule(scale("FFFFFFFF", INK), 'type="colorScale"'), true],
    [
      "a scale from white to green over whole columns",
      rule(scale("FFFFFFFF", "FF63BE7B"), "", "A1:Z99"),
      false,
    ],
    [
      "a bar of it",
      rule(`<dataBar><cfvo type="min"/><cfvo type="max"/><color rgb="${INK}"/></dataBar>`, 'type="dataBar"'),
      true,
    ],
  ])("%s", async (_, change, isTold) => {
    expect(await edits(changed({ [WALLET]: change }))).toEqual(isTold ? [`Wallet! ${HIDING}: hidden`] : []);
  });

  test("one that newer programs write into the sheet, by its font and its format", async () => {
    const x14 = (cells: string) =>
      `<extLst><ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" xmlns:x14="urn:x14"><x14:conditionalFormattings><x14:conditionalFormatting xmlns:xm="urn:xm"><x14:cfRule type="expression" priority="1"><xm:f>TRUE</xm:f><x14:dxf><font><color rgb="FFFFFFFF"/></font><numFmt numFmtId="199" formatCode=";;;"/></x14:dxf></x14:cfRule><xm:sqref>${cells}</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>`;
    const format = "Wallet! a rule that shows cells in a format of its own: format, ;;;";
    expect(await edits(changed({ [WALLET]: atEnd(x14("A8:Z40")) }))).toEqual([
      `Wallet! ${HIDING}: hidden`,
      format,
    ]);
    expect(await edits(changed({ [WALLET]: atEnd(x14("AA100:AB200")) }))).toEqual([format]);
  });
});

describe("colours by other names", () => {
  const ink = (color: string) => (xml: string) =>
    xml.replaceAll('<color rgb="FF1F2933"/>', `<color ${color}/>`);
  const dark = (color: string) => (xml: string) =>
    xml.replace(/<a:dk1>.*?<\/a:dk1>/su, `<a:dk1>${color}</a:dk1>`);
  const unseen = "Wallet! in the colour of its background, or too small to read: hidden";

  test.each([
    ["a theme whose text is white", '<a:srgbClr val="FFFFFF"/>'],
    ["a theme whose text is the system's white", '<a:sysClr val="window" lastClr="000000"/>'],
  ])("%s", async (_, color) => {
    const file = changed({ [STYLES]: ink('theme="1"'), "xl/theme/theme1.xml": dark(color) });
    expect(await edits(file)).toContain(unseen);
  });

  test("accepts a theme's text in its usual colour, and reports one in a colour that is not plain", async () => {
    expect(await edits(changed({ [STYLES]: ink('theme="1"') }))).toEqual([]);
    const file = changed({ "xl/theme/theme1.xml": dark('<a:prstClr val="white"/>') });
    expect(await edits(file)).toEqual([
      "! a theme whose colours are not plain ones: texts in them may not be seen: hidden",
    ]);
  });

  test.each([8, 20])("colour %i that the file redefines as white", async (number) => {
    const own = `<colors><indexedColors>${'<rgbColor rgb="FFFFFFFF"/>'.repeat(64)}</indexedColors></colors>`;
    const file = changed({
      [STYLES]: (xml) => before("</styleSheet>", own)(ink(`indexed="${number}"`)(xml)),
    });
    expect(await edits(file)).toContain(unseen);
  });
});

describe("what one program shows and another ignores", () => {
  const choice = (xml: string) =>
    `<mc:AlternateContent><mc:Choice Requires="x15">${xml}</mc:Choice></mc:AlternateContent>`;
  const wrapped = (pattern: RegExp, change: (xml: string) => string) => (xml: string) =>
    xml.replace(pattern, (found) => choice(change(found)));

  test.each<[string, Changes]>([
    [
      "fonts in white",
      { [STYLES]: wrapped(/<fonts .*?<\/fonts>/su, (xml) => xml.replaceAll("FF1F2933", "FFFFFFFF")) },
    ],
    ["how it calculates", { [BOOK]: wrapped(/<calcPr[^>]*\/>/u, () => '<calcPr calcMode="manual"/>') }],
    [
      "from when it counts days",
      { [BOOK]: wrapped(/<workbookPr[^>]*\/>/u, () => '<workbookPr date1904="1"/>') },
    ],
    ["rows of a sheet", { [WALLET]: wrapped(/<sheetData>.*<\/sheetData>/su, (xml) => xml) }],
  ])("is refused: %s", async (_, changes) => {
    await expect(edits(changed(changes))).rejects.toMatchObject({ code: "IMPORT_FORMAT" });
  });

  test("is no edit where Excel itself writes it", async () => {
    const path = '<x15ac:absPath url="C:/" xmlns:x15ac="urn:x15ac"/>';
    expect(await edits(changed({ [BOOK]: before("<bookViews>", choice(path)) }))).toEqual([]);
  });
});

describe("panes", () => {
  const view = (corner: string, pane: string) => (xml: string) =>
    xml
      .replace("<sheetView ", `<sheetView topLeftCell="${corner}" `)
      .replace(/<pane [^>]*>/u, `<pane ${pane} activePane="bottomLeft"/>`);

  test.each([
    [
      "rows frozen at a scrolled place",
      "A11",
      'ySplit="1" topLeftCell="A14" state="frozen"',
      "rows above A11",
    ],
    [
      "columns frozen at a scrolled place",
      "C1",
      'xSplit="1" topLeftCell="D1" state="frozen"',
      "columns before C1",
    ],
    ["frozen rows, scrolled to the right", "C1", 'ySplit="7" topLeftCell="C8" state="frozen"', null],
    ["scrolled panes that are split", "A11", 'ySplit="1000" topLeftCell="A14" state="split"', null],
  ])("%s", async (_, corner, pane, told) => {
    const expected = told === null ? [] : [`Wallet! ${told} are frozen out of sight: hidden`];
    expect(await edits(changed({ [WALLET]: view(corner, pane) }))).toEqual(expected);
  });

  test("columns frozen in a view of somebody's own, beside a sheet that is scrolled", async () => {
    const own = before(
      "<pageMargins",
      '<customSheetViews><customSheetView guid="{A}"><pane xSplit="1" topLeftCell="B1" state="frozen"/></customSheetView></customSheetViews>',
    );
    const scrolled = view("C1", 'ySplit="7" topLeftCell="C8" state="frozen"');
    expect(await edits(changed({ [WALLET]: (xml) => own(scrolled(xml)) }))).toEqual([]);
  });
});

describe("texts that contain an escape sequence", () => {
  beforeEach(async () => {
    ledger = join(temporaryFolder(), "wallet.tieout");
    const description = "_x005F_x0041_";
    await importWallet(
      ledger,
      brokenWallet(9, 5).map((entry) => ({ ...entry, description })),
    );
    await exportOctober();
  });

  test.each(["_x005F_x0041_", "A"])("saved as %s by a program", async (text) => {
    const exported = "_x005F_x005F_x005F_x0041_";
    const now = (xml: string) => xml.replaceAll(exported, text);
    expect(await edits(changed({ [WALLET]: now }))).toEqual([]);
  });

  test("saved as another text", async () => {
    const file = changed({ [WALLET]: (xml) => xml.replace("_x005F_x005F_x005F_x0041_", "B") });
    expect(await edits(file)).toEqual(["Wallet! Description: value, B"]);
  });

  test.runIf(hasOffice && IS_EXHAUSTIVE)(
    "saved by LibreOffice, and again",
    async () => {
      let file = workbook;
      for (let times = 0; times < 2; times += 1) {
        file = await savedByOffice(file);
        expect(await edits(file)).toEqual([]);
      }
    },
    200_000,
  );
});
