/** Reading a workbook that came back: what is no workbook, or would harm the machine, is refused with one code and one sentence. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { TieoutError } from "../../../../src/core/errors.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { compareWhole, compareWorkbook } from "../../../../src/main/excel/compare/compare-workbook.ts";
import type { FoundCell, FoundRow } from "../../../../src/main/excel/read/found-rows.ts";
import { withWorkbook } from "../../../../src/main/excel/read/found-workbook.ts";
import { READ_LIMITS, type ReadLimits } from "../../../../src/main/excel/read/package-parts.ts";
import { writeWorkbook } from "../../../../src/main/excel/workbook/write-workbook.ts";
import { useShared } from "../../../helpers/at-end.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { heldBytes } from "../../../helpers/peak-memory.ts";
import { RUN_AT_MS, october, oddRecords, reportInput, shortened } from "../../../helpers/workbook/report.ts";
import { type ZipPart, partsOf, zipOf } from "../../../helpers/workbook/zip.ts";
import { timesOf } from "../../../helpers/exhaustive.ts";

const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const QUERIES = "pivot tables or queries, which fill cells anew";
const VALUES = "values that are shown in place of those that cells hold";

function relations(...all: readonly [id: string, kind: string, target: string][]): string {
  const each = all.map(
    ([id, kind, target]) => `<Relationship Id="${id}" Type="${KIND}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${RELATIONS}">${each.join("")}</Relationships>`;
}

/** A workbook of one sheet `S` by its parts; what is given stands in their place. */
function bookParts(rows: string, other: Readonly<Record<string, string | Buffer>> = {}): ZipPart[] {
  const parts: Record<string, string | Buffer> = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relations(["a", "officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": `<workbook xmlns:r="${KIND}"><sheets><sheet name="S" sheetId="1" r:id="b"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      ["b", "worksheet", "worksheets/other.xml"],
      ["c", "sharedStrings", "/xl/sharedStrings.xml"],
    ),
    "xl/worksheets/other.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...other,
  };
  return Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text as string) }));
}

function saved(bytes: Buffer): string {
  const path = join(temporaryFolder(), "book.xlsx");
  writeFileSync(path, bytes);
  return path;
}

/** All cells of all sheets, by reference. */
async function cellsOf(path: string, limits: ReadLimits = READ_LIMITS): Promise<Map<string, FoundCell>> {
  const cells = new Map<string, FoundCell>();
  await withWorkbook(
    path,
    async (book) => {
      for (const sheet of book.sheets) {
        for await (const rows of book.rows(sheet)) {
          for (const row of rows) {
            for (const cell of row.cells)
              cells.set(`${sheet}!${String.fromCharCode(65 + cell.column)}${row.row}`, cell);
          }
        }
      }
    },
    limits,
  );
  return cells;
}

/** The rows of a workbook's only sheet. */
async function rowsOf(path: string): Promise<FoundRow[]> {
  const all: FoundRow[] = [];
  await withWorkbook(path, async (book) => {
    for await (const rows of book.rows("S")) all.push(...rows);
  });
  return all;
}

const cellsOfRows = (rows: string, other?: Readonly<Record<string, string>>) =>
  cellsOf(saved(zipOf(bookParts(rows, other))));

async function values(rows: string, other?: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    [...(await cellsOfRows(rows, other))].map(([at, { value }]) => [at.slice(2), value]),
  );
}

async function refusal(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TieoutError)) throw new Error(`not refused as it should be: ${String(error)}`);
  expect(error.message).not.toMatch(/undefined|\[object|at .*:\d+/u);
  return error.code;
}

/** The bytes of two sheets of ours, with all other parts that a workbook of ours has. */
const ours = useShared(async () => {
  const path = join(temporaryFolder(), "ours.xlsx");
  await writeWorkbook(shortened(buildWorkbook(october({ decimals: 2 }))), path, { atMs: RUN_AT_MS });
  return readFileSync(path);
});

test("a part in another font is told where it has digits, signs or common letters, not where a program drew foreign ones", async () => {
  const textOf = (part: string, font: string) =>
    `<r><rPr><rFont val="${font}"/></rPr><t xml:space="preserve">${part}</t></r>`;
  const partsOfText = async (letters: string) => {
    const text =
      textOf("Payment for ", "Calibri") + textOf(letters, "DejaVu Sans") + textOf("bowl", "Calibri");
    const rows = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is>TEXT</is></c></row>';
    const shared = { "xl/sharedStrings.xml": `<sst><si>${text}</si></sst>` };
    const cells = await cellsOf(saved(zipOf(bookParts(rows.replace("TEXT", text), shared))));
    return ["S!A1", "S!B1"].map((at) => cells.get(at)?.parts);
  };
  for (const letters of ["金継ぎ ", "عباية سوداء", "金（継）。", "هل؟"])
    expect(await partsOfText(letters)).toEqual([null, null]);
  for (const letters of ["金 12", "−", "pot", "пот", "金 (a)", "金９", "١"])
    expect(await partsOfText(letters)).toEqual(["other", "other"]);
});

test("a font of signs is told of a formula, without a stored result and whatever parts its result has", async () => {
  const rows = `<row r="1"><c r="A1" s="1"><f>4+5</f></c><c r="B1" s="1" t="s"><f>A1&amp;""</f><v>0</v></c>
    <c r="C1" s="1" t="s"><v>0</v></c></row>`;
  const cells = await cellsOfRows(rows, {
    "xl/_rels/workbook.xml.rels": relations(
      ["b", "worksheet", "worksheets/other.xml"],
      ["c", "sharedStrings", "sharedStrings.xml"],
      ["d", "styles", "styles.xml"],
    ),
    "xl/sharedStrings.xml": '<sst><si><r><rPr><rFont val="Calibri"/></rPr><t>9</t></r></si></sst>',
    "xl/styles.xml":
      '<styleSheet><fonts><font/><font><name val="Wingdings"/></font></fonts><cellXfs><xf/><xf fontId="1"/></cellXfs></styleSheet>',
  });
  expect(["S!A1", "S!B1", "S!C1"].map((at) => cells.get(at)?.oddFont)).toEqual([
    "Wingdings",
    "Wingdings",
    null,
  ]);
});

describe("values as programs save them", () => {
  test("reads shared texts, with runs and without phonetic ones; inline texts, results, booleans, errors, dates as texts", async () => {
    const rows = `<row r="2">
      <c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c>
      <c r="C2" t="inlineStr"><is><t>in</t><r><rPr><b/></rPr><t>line</t></r><rPh sb="0" eb="1"><t>no</t></rPh></is></c>
      <c r="D2" t="str"><f>A2&amp;"x"</f><v>a&lt;x</v></c><c r="E2" t="b"><v>1</v></c><c r="F2" t="e"><v>#REF!</v></c>
      <c r="G2"><v>1.5E2</v></c><c r="H2" t="d"><v>2026-10-31T12:00:00</v></c><c r="I2" s="4"/>
    </row>`;
    const shared =
      '<sst><si><t xml:space="preserve"> one </t></si><si><r><t>tw</t></r><r><t>o</t></r><rPh><t>no</t></rPh></si></sst>';
    expect(await values(rows, { "xl/sharedStrings.xml": shared })).toEqual({
      A2: " one ",
      B2: "two",
      C2: "inline",
      D2: "a<x",
      E2: true,
      F2: "#REF!",
      G2: 150,
      H2: 46_326.5,
    });
  });

  test("case 74: reads an escape as its character, and keeps an escaped escape", async () => {
    const rows = '<row r="1"><c r="A1" t="inlineStr"><is><t>_x0041__x005F_x0041_</t></is></c></row>';
    expect(await values(rows)).toEqual({ A1: "A_x0041_" });
  });

  test("places rows and cells without a position after the one before", async () => {
    const rows =
      "<row><c><v>1</v></c><c><v>2</v></c></row><row r='4'><c r='C4'><v>3</v></c><c><v>4</v></c></row>";
    expect(await values(rows)).toEqual({ A1: 1, B1: 2, C4: 3, D4: 4 });
  });

  test("gives a shared formula its distance from the first cell", async () => {
    const rows = `<row r="1"><c r="B1"><f t="shared" si="0" ref="B1:B2">A1+1</f><v>1</v></c></row>
      <row r="3"><c r="C3"><f t="shared" si="0"/><v>2</v></c></row>`;
    const cells = await cellsOfRows(rows);
    expect(cells.get("S!C3")!.formula).toEqual({ text: "A1+1", down: 2, right: 1 });
  });

  test.each([
    ["little", (text: Buffer) => text],
    ["big", (text: Buffer) => text.swap16()],
  ])(
    "reads a part in UTF-16, its %s end first, with prefixes and cells outside of rows",
    async (_, inOrder) => {
      const xml = `<?xml version="1.0"?><x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>7</x:v></x:c></x:row></x:sheetData><c r="B1"><v>8</v></c></x:worksheet>`;
      const parts = bookParts("").map((part) =>
        part.name.endsWith("other.xml")
          ? { ...part, bytes: inOrder(Buffer.from(`\uFEFF${xml}`, "utf16le")) }
          : part,
      );
      expect([...(await cellsOf(saved(zipOf(parts)))).keys()]).toEqual(["S!A1"]);
    },
  );

  test("keeps what is not a number as it is written", async () => {
    const rows = '<row r="1"><c r="A1"><v>1e999</v></c><c r="B1"><v>abc</v></c><c r="C1"><v/></c></row>';
    expect(await values(rows)).toEqual({ A1: "1e999", B1: "abc" });
  });

  test("reads truths by digit and by word, and keeps any other word", async () => {
    const truths = ["true", "false", " 0 ", "maybe"].map((word) => `<c t="b"><v>${word}</v></c>`).join("");
    expect(await values(`<row r="1">${truths}</row>`)).toEqual({
      A1: true,
      B1: false,
      C1: false,
      D1: "maybe",
    });
  });

  test("reads a date as text in the zone that it states, else in UTC", async () => {
    const dates = [
      "2026-10-31",
      "2026-10-31T12:00:00Z",
      "2026-10-31T12:00:00+06:00",
      "2026-10-31T12:00:00-06:00",
    ];
    const cells = dates.map((text) => `<c t="d"><v>${text}</v></c>`).join("");
    expect(await values(`<row r="1">${cells}</row>`)).toEqual({
      A1: 46_326,
      B1: 46_326.5,
      C1: 46_326.25,
      D1: 46_326.75,
    });
  });

  test("reads each shared text, wherever its bytes lie in the file that keeps them", async () => {
    const texts = Array.from({ length: 4000 }, (_, at) => `payment reference ${at}`);
    const shared = `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`;
    const rows = texts.map((_, at) => `<row><c t="s"><v>${texts.length - 1 - at}</v></c></row>`).join("");
    const found = await cellsOfRows(rows, { "xl/sharedStrings.xml": shared });
    expect(Array.from(found.values(), ({ value }) => value)).toEqual(texts.toReversed());
  });

  test("refuses a cell that refers to the text after the last", async () => {
    const rows = (index: number) => `<row r="1"><c t="s"><v>${index}</v></c></row>`;
    const shared = { "xl/sharedStrings.xml": "<sst><si><t>only</t></si></sst>" };
    expect(await values(rows(0), shared)).toEqual({ A1: "only" });
    expect(await refusal(cellsOfRows(rows(1), shared))).toBe("IMPORT_FORMAT");
  });

  test("finds nothing in a cell that refers to no shared text", async () => {
    const rows = '<row r="1"><c t="s"><v> </v></c><c><v>1</v></c></row>';
    expect(await values(rows)).toEqual({ B1: 1 });
  });

  test("reads the last cell of the last row", async () => {
    const path = saved(zipOf(bookParts('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')));
    expect(await rowsOf(path)).toMatchObject([{ row: 1_048_576, cells: [{ column: 16_383, value: 1 }] }]);
  });

  test("leaves out empty rows, and tells rows hidden by a mark from rows without height", async () => {
    const filled = (at: number, attributes: string) => `<row r="${at}" ${attributes}><c><v>1</v></c></row>`;
    const rows = [
      filled(1, ""),
      filled(2, 'hidden="1"'),
      '<row r="3" hidden="1"/>',
      filled(4, 'ht="0"'),
      filled(5, 'hidden="1" ht="0"'),
    ];
    const found = await rowsOf(saved(zipOf(bookParts(rows.join("")))));
    expect(found.map(({ row, hidden }) => [row, hidden])).toEqual([
      [1, null],
      [2, "mark"],
      [4, "height"],
      [5, "height"],
    ]);
  });
});

describe("what one program shows and another ignores", () => {
  const FOREIGN = 'xmlns:z="urn:of-nobody"';
  const sheet = (inside: string) => ({
    "xl/worksheets/other.xml": `<worksheet ${FOREIGN}>${inside}</worksheet>`,
  });
  const row = (inside: string) => sheet(`<sheetData><row r="1">${inside}</row></sheetData>`);
  const twoPlaces = `<workbook xmlns:r="${KIND}" ${FOREIGN}><sheets><sheet name="S" z:id="x" r:id="b"/></sheets></workbook>`;

  test.each<[string, Readonly<Record<string, string>>]>([
    ["a value of another namespace after the cell's own", row('<c r="A1"><v>1</v><z:v>2</z:v></c>')],
    ["a value of another namespace by a default of its own", row('<c r="A1"><v xmlns="urn:z">2</v></c>')],
    ["a cell of another namespace", row('<z:c r="A1"><v>2</v></z:c>')],
    [
      "a row of another namespace",
      sheet('<sheetData><z:row r="1"><c r="A1"><v>2</v></c></z:row></sheetData>'),
    ],
    ["two values", row('<c r="A1"><v>1</v><v>2</v></c>')],
    ["two formulas", row('<c r="A1"><f>1</f><f>2</f><v>1</v></c>')],
    ["two texts", row('<c r="A1" t="inlineStr"><is><t>1</t></is><is><t>2</t></is></c>')],
    ["an element within a value", row('<c r="A1"><v>1<z/>2</v></c>')],
    ["an element within a text", { "xl/sharedStrings.xml": "<sst><si><t>a<b/>b</t></si></sst>" }],
    [
      "a text of another namespace",
      { "xl/sharedStrings.xml": `<sst ${FOREIGN}><si><z:t>a</z:t></si></sst>` },
    ],
    ["a sheet in two places", { "xl/workbook.xml": twoPlaces }],
    [
      "an encoding of its own",
      {
        "xl/sharedStrings.xml":
          '<?xml version="1.0" encoding="windows-1252"?><sst><si><t>\u20A6</t></si></sst>',
      },
    ],
  ])("refuses %s", async (_, parts) => {
    expect(await refusal(cellsOf(saved(zipOf(bookParts("", parts)))))).toBe("IMPORT_FORMAT");
  });

  test("ignores rows of an extension, whatever they are called", async () => {
    const own = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>';
    const other = own.replaceAll("1", "2");
    const parts = sheet(`${own}<extLst><ext uri="u">${other}</ext></extLst>`);
    expect([...(await cellsOf(saved(zipOf(bookParts("", parts))))).keys()]).toEqual(["S!A1"]);
  });

  test("takes the calendar and how to calculate from the workbook, not from an extension as Excel writes one", async () => {
    const workbook = `<workbook xmlns:r="${KIND}"><workbookPr date1904="1"/><sheets/><extLst><ext xmlns:x15="urn:x15">
      <x15:workbookPr chartTrackingRefBase="1"/><workbookPr date1904="0"/><calcPr calcMode="manual"/></ext></extLst></workbook>`;
    const path = saved(zipOf(bookParts("", { "xl/workbook.xml": workbook })));
    const said = await withWorkbook(path, async ({ from1904, settings }) =>
      Promise.resolve({ from1904, settings }),
    );
    expect(said).toEqual({ from1904: true, settings: [] });
  });

  const ROW = '<row r="1"><c r="A1"><v>1</v></c></row>';
  const RELATIONS_PART = "xl/_rels/workbook.xml.rels";

  test("passes over a relation that leads out of the workbook", async () => {
    const outside = `<Relationship Id="z" Type="${KIND}/sharedStrings" Target="http://a.example/" TargetMode="External"/>`;
    const own = relations(["b", "worksheet", "worksheets/other.xml"], ["c", "sharedStrings", "texts.xml"]);
    const parts = { [RELATIONS_PART]: own.replace("</Relationships>", `${outside}</Relationships>`) };
    expect(await values(ROW, parts)).toEqual({ A1: 1 });
  });

  test("refuses two relations with one id", async () => {
    const other = { "xl/worksheets/b.xml": "<worksheet><sheetData/></worksheet>" };
    const read = (id: string) => {
      const both = relations(
        ["b", "worksheet", "worksheets/other.xml"],
        [id, "worksheet", "worksheets/b.xml"],
      );
      return values(ROW, { ...other, [RELATIONS_PART]: both });
    };
    expect(await read("c")).toEqual({ A1: 1 });
    expect(await refusal(read("b"))).toBe("IMPORT_FORMAT");
  });

  test("reads no cells from a sheet that is a chart", async () => {
    const chart = relations(["b", "chartsheet", "worksheets/other.xml"]);
    expect(await values(ROW, { [RELATIONS_PART]: chart })).toEqual({});
  });

  test("reads yes and no by digit and by word", async () => {
    const settingsOf = async (yes: string, no: string) => {
      const views = `<bookViews><workbookView showSheetTabs="${yes}" minimized="${no}"/></bookViews>`;
      const book = `<workbook><sheets/>${views}<calcPr fullPrecision="${yes}"/></workbook>`;
      const path = saved(zipOf(bookParts("", { "xl/workbook.xml": book })));
      return withWorkbook(path, async ({ settings }) => Promise.resolve(settings.length));
    };
    expect(await settingsOf("1", "0")).toBe(0);
    expect(await settingsOf("true", "false")).toBe(0);
    expect(await settingsOf("0", "1")).toBe(3);
    expect(await settingsOf("false", "true")).toBe(3);
  });

  test("distinguishes a formula that also applies to other cells", async () => {
    const rows = '<row r="1"><c r="A1"><f t="array" ref="A1:A9">B1</f><v>1</v></c></row>';
    expect((await cellsOfRows(rows)).get("S!A1")!.formula?.text).toBe("{B1}");
    expect((await cellsOfRows(rows.replace("array", "dataTable"))).get("S!A1")!.formula?.text).toBe("{B1}");
  });
});

describe("what a workbook carries beside its cells", () => {
  const SHEET = 'PartName="/xl/any.bin"';
  const carried = (parts: Readonly<Record<string, string>>) =>
    withWorkbook(saved(zipOf(bookParts("", { "xl/any.bin": "any", ...parts }))), async ({ attached }) =>
      Promise.resolve(attached.kinds),
    );

  test.each([
    ["application/vnd.ms-office.vbaProject", "macros"],
    ["application/vnd.ms-excel.sheet.macroEnabled.main+xml; charset=utf-8", "macros"],
    ["application/vnd.ms-excel.macrosheet+xml", "macros"],
    [
      "application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml",
      "links to other workbooks",
    ],
    ["application/vnd.openxmlformats-officedocument.oleObject", "embedded objects"],
    ["application/vnd.ms-office.activeX+xml", "controls"],
    ["application/vnd.openxmlformats-officedocument.spreadsheetml.pivotTable+xml", QUERIES],
    ["application/vnd.openxmlformats-officedocument.spreadsheetml.queryTable+xml", QUERIES],
    ["application/vnd.openxmlformats-officedocument.spreadsheetml.connections+xml", QUERIES],
    ["application/vnd.ms-excel.rdrichvalue+xml", VALUES],
  ])("is told by a part's type: %s", async (type, is) => {
    const types = `<Types><Override ${SHEET} ContentType="${type}"/></Types>`;
    expect(await carried({ "[Content_Types].xml": types })).toEqual([is]);
  });

  test.each([
    ["vbaProject", "macros"],
    ["xlMacrosheet", "macros"],
    ["xlIntlMacrosheet", "macros"],
    ["externalLink", "links to other workbooks"],
    ["oleObject", "embedded objects"],
    ["package", "embedded objects"],
    ["control", "controls"],
    ["ctrlProp", "controls"],
    ["pivotTable", QUERIES],
    ["queryTable", QUERIES],
    ["connections", QUERIES],
    ["rdRichValue", VALUES],
  ])("is told by the kind of a sheet's relation: %s", async (kind, is) => {
    const sheet = "xl/worksheets/_rels/other.xml.rels";
    expect(await carried({ [sheet]: relations(["z", kind, "../any.bin"]) })).toEqual([is]);
    expect(await carried({ [sheet]: relations(["z", kind, "../missing.bin"]) })).toEqual([]);
  });
});

describe("case 79: our own file reads back as written", () => {
  test.each([
    ["a month with something of everything", () => buildWorkbook(october({ decimals: 2 }))],
    [
      "case 73: texts that XML forbids, or that look like formulas",
      () => buildWorkbook(reportInput({ records: oddRecords() })),
    ],
    ["one whose sheets go on in others", () => buildWorkbook(reportInput({ records: oddRecords() }), 120)],
  ])("%s", async (_, made) => {
    const workbook = made();
    const path = join(temporaryFolder(), "ours.xlsx");
    await writeWorkbook(workbook, path, { atMs: RUN_AT_MS });
    const [differences, byBytes, ofLater] = await withWorkbook(path, async (found) => [
      await compareWorkbook(workbook, found, () => {}),
      await compareWhole(workbook, found, RUN_AT_MS, () => {}),
      await compareWhole(workbook, found, RUN_AT_MS + 60_000, () => {}),
    ]);
    expect(differences).toMatchObject({ edits: [], editCount: 0, followed: 0, filledIn: 0 });
    expect(differences?.cellsCompared).toBeGreaterThan(500);
    // Bytes that are written again say the same; those of another time are others.
    expect(byBytes).toEqual(differences);
    expect(ofLater).toBeNull();
  });
});

describe("case 72: what is not a workbook", () => {
  test.each([
    ["nothing", Buffer.alloc(0)],
    ["a CSV file", Buffer.from("a,b\n1,2\n")],
    ["an old .xls, or one with a password", Buffer.from("d0cf11e0a1b11ae1".padEnd(1024, "0"), "hex")],
    ["a zip of something else", zipOf([{ name: "readme.txt", bytes: Buffer.from("hello") }])],
    ["an empty zip", zipOf([])],
    [
      "an OpenDocument",
      zipOf(["mimetype", "content.xml"].map((name) => ({ name, bytes: Buffer.from("<a/>") }))),
    ],
    ["a document", zipOf(bookParts("", { "xl/workbook.xml": "<document/>" }))],
    [
      "a workbook without its workbook",
      zipOf(bookParts("").filter(({ name }) => name !== "xl/workbook.xml")),
    ],
    [
      "one in another form",
      zipOf(bookParts("", { "_rels/.rels": relations(["a", "officeDocument", "xl/workbook.bin"]) })),
    ],
    ["two parts of one name", zipOf([...bookParts(""), ...bookParts("")])],
    [
      "two parts whose names differ in capitals alone",
      zipOf([...bookParts(""), { name: "XL/Workbook.xml", bytes: Buffer.from("<workbook/>") }]),
    ],
    [
      "two sheets of one name",
      zipOf(
        bookParts("", {
          "xl/workbook.xml": "<workbook><sheets><sheet name='S'/><sheet name='s'/></sheets></workbook>",
        }),
      ),
    ],
    ["a part that is encrypted", zipOf(bookParts("").map((part) => ({ ...part, says: { flags: 1 } })))],
    [
      "a part packed in a way of its own",
      zipOf(bookParts("").map((part) => ({ ...part, says: { method: 99 } }))),
    ],
    [
      "a part that holds more than it says",
      zipOf(bookParts("<row/>").map((part) => ({ ...part, says: { size: part.bytes.length - 1 } }))),
    ],
    [
      "a part that holds less than it says",
      zipOf(bookParts("<row/>").map((part) => ({ ...part, says: { size: part.bytes.length + 1 } }))),
    ],
  ])("refuses %s by what it is", async (_, bytes) => {
    expect(await refusal(cellsOf(saved(bytes)))).toBe("IMPORT_FORMAT");
  });

  test.each([
    [
      "a document type with entities in entities",
      `<!DOCTYPE w [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>`,
    ],
    ["an entity of its own", "<worksheet>&nope;</worksheet>"],
    ["HTML's entities", "<worksheet>&nbsp;</worksheet>"],
    ["nesting without end", "<a>".repeat(10_000)],
    ["nesting deeper than a workbook", `${"<a>".repeat(70)}${"</a>".repeat(70)}`],
    ["an end before its end", "<worksheet><sheetData><row r='1'>"],
    ["no XML", "hello"],
    ["nothing", ""],
    ["a tag that is not closed", "<worksheet><sheetData></worksheet>"],
    ["an attribute longer than any", `<worksheet a="${"x".repeat(200_000)}"/>`],
    ["rows that go back", "<worksheet><sheetData><row r='2'/><row r='2'/></sheetData></worksheet>"],
    ["a row that no sheet has", "<worksheet><sheetData><row r='1048577'/></sheetData></worksheet>"],
    ["a row that is no number", "<worksheet><sheetData><row r='x'/></sheetData></worksheet>"],
    [
      "cells that go back",
      "<worksheet><sheetData><row r='1'><c r='B1'/><c r='A1'/></row></sheetData></worksheet>",
    ],
    [
      "a cell that no sheet has",
      "<worksheet><sheetData><row r='1'><c r='XFE1'/></row></sheetData></worksheet>",
    ],
    ["a cell of another row", "<worksheet><sheetData><row r='1'><c r='A2'/></row></sheetData></worksheet>"],
    [
      "a text that is not there",
      "<worksheet><sheetData><row r='1'><c t='s'><v>5</v></c></row></sheetData></worksheet>",
    ],
    [
      "a shared formula that no cell has",
      "<worksheet><sheetData><row r='1'><c><f t='shared' si='3'/></c></row></sheetData></worksheet>",
    ],
  ])("refuses a sheet with %s", async (_, xml) => {
    expect(await refusal(cellsOfRows("", { "xl/worksheets/other.xml": xml }))).toBe("IMPORT_FORMAT");
  });

  test.each([
    ["nothing", Buffer.alloc(0), "The file is empty"],
    [
      "an old .xls",
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      "The workbook has a password or the old .xls format",
    ],
    ["text", Buffer.from("a,b\n"), "The file is not an .xlsx workbook"],
    ["a zip", zipOf([{ name: "readme.txt", bytes: Buffer.from("hello") }]), "The file is a zip"],
    [
      "an OpenDocument",
      zipOf(["mimetype", "content.xml"].map((name) => ({ name, bytes: Buffer.from("<a/>") }))),
      "The file is an OpenDocument",
    ],
    [
      "an encrypted part",
      zipOf(bookParts("").map((part) => ({ ...part, says: { flags: 1 } }))),
      "The workbook is protected by a password",
    ],
  ])("says what the file is: %s", async (_, bytes, sentence) => {
    await expect(cellsOf(saved(bytes))).rejects.toThrow(sentence);
  });

  test("refuses a sheet that is not text", async () => {
    const bytes = Buffer.concat([
      Buffer.from("<worksheet>"),
      Buffer.from([0xff, 0xfe, 0xc0]),
      Buffer.from("</worksheet>"),
    ]);
    const parts = bookParts("").map((part) => (part.name.endsWith("other.xml") ? { ...part, bytes } : part));
    expect(await refusal(cellsOf(saved(zipOf(parts))))).toBe("IMPORT_FORMAT");
  });

  test("tells an unreadable file, and a folder, from what is not a workbook", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "a.xlsx"));
    expect(await refusal(cellsOf(join(folder, "a.xlsx")))).toBe("FILE_UNREADABLE");
    expect(await refusal(cellsOf(join(folder, "missing.xlsx")))).toBe("FILE_UNREADABLE");
  });

  test("refuses a workbook cut anywhere", async () => {
    const bytes = ours();
    for (let at = 1; at < 40; at += 1) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * at) / 40));
      expect(await refusal(cellsOf(saved(cut)))).toBe("IMPORT_FORMAT");
    }
    expect(await refusal(cellsOf(saved(bytes.subarray(0, bytes.length - 1))))).toBe("IMPORT_FORMAT");
  });
});

describe("case 72: what would harm the machine", () => {
  test("refuses a bomb of 42 KB that would grow to 40 MB before it does", async () => {
    const bytes = zipOf(bookParts("", { "xl/sharedStrings.xml": Buffer.alloc(40 * 1_048_576) }));
    expect(bytes.length).toBeLessThan(50_000);
    const before = process.memoryUsage().rss;
    expect(await refusal(cellsOf(saved(bytes)))).toBe("IMPORT_TOO_LARGE");
    expect(process.memoryUsage().rss - before).toBeLessThan(20 * 1_048_576);
  });

  test("stops a part at the size that it claims", async () => {
    const parts = bookParts("", { "xl/sharedStrings.xml": Buffer.alloc(40 * 1_048_576) });
    const lying = parts.map((part) => (part.bytes.length > 1e6 ? { ...part, says: { size: 100 } } : part));
    expect(await refusal(cellsOf(saved(zipOf(lying))))).toBe("IMPORT_FORMAT");
  });

  const textsOf = (count: number) =>
    `<sst>${Array.from({ length: count }, (_, at) => `<si><t>payment reference ${at}</t></si>`).join("")}</sst>`;
  const manyAttributes = (count: number) =>
    Array.from({ length: count }, (_, at) => ` a${at.toString(36)}=""`);
  const parentheses = `${"(".repeat(90_000)}1${")".repeat(90_000)}`;
  const tiny = Array.from(
    { length: 20 },
    (_, at) => `<row r="${at + 1}"><c><f>${parentheses}</f><v>1</v></c></row>`,
  );
  test.each([
    ["6 million empty shared texts", () => ["", `<sst>${"<si/>".repeat(6_000_000)}</sst>`]],
    [
      "1.9 million shared texts that are alike",
      () => ["", `<sst>${"<si><t>1</t></si>".repeat(1_900_000)}</sst>`],
    ],
    ["2 million attributes of one element", () => ["", `<sst${manyAttributes(2_000_000).join("")}/>`]],
    ["one attribute 6 million times", () => ["", `<sst${' a=""'.repeat(6_000_000)}/>`]],
    ["formulas of 90,000 parentheses", () => [tiny.join(""), ""]],
    ["5 million empty rows", () => ["<row/>".repeat(5_000_000), ""]],
    ["2 million empty cells", () => ["<row><c/></row>".repeat(2_000_000), ""]],
    // What V8 has yet to collect may count once; what is held counts each time.
  ])("case 93: refuses %s in little memory", { retry: 2 }, async (_, made) => {
    const [rows = "", texts = ""] = made();
    const other = texts === "" ? {} : { "xl/sharedStrings.xml": texts };
    const path = saved(zipOf(bookParts(rows, other)));
    const before = heldBytes();
    expect(await refusal(cellsOf(path))).toBe("IMPORT_TOO_LARGE");
    expect(heldBytes() - before).toBeLessThan(50 * 1_048_576);
  });

  const row = '<row r="1"><c r="A1" t="inlineStr"><is><t>hello</t></is></c><c r="B1"><f>1+1</f></c></row>';
  const shared = `<sst>${"<si><t>x</t></si>".repeat(20)}<si/><si/></sst>`;
  test.each([
    ["parts", { parts: 3 }],
    ["bytes of a part", { partBytes: 50 }],
    ["bytes of all parts", { allBytes: 300 }],
    ["shared texts", { sharedTexts: 10 }],
    ["empty shared texts", { emptyTexts: 1 }],
    ["characters of a text", { text: 4 }],
    ["characters of a row", { rowText: 4 }],
    ["characters of a formula", { formula: 1 }],
    ["attributes", { attributes: 1 }],
    ["characters of a tag", { tag: 10 }],
    ["elements", { elements: 5, elementsPerByte: 0 }],
    ["sheets", { sheets: 0 }],
    ["bytes for each packed one", { smallBytes: 10, ratio: 0.1 }],
  ])("refuses too many %s", async (_, limits) => {
    const path = saved(zipOf(bookParts(row, { "xl/sharedStrings.xml": shared })));
    expect(await cellsOf(path)).toHaveProperty("size", 2);
    expect(await cellsOf(path, { ...READ_LIMITS, smallBytes: 10 })).toHaveProperty("size", 2);
    expect(await refusal(cellsOf(path, { ...READ_LIMITS, ...limits }))).toBe("IMPORT_TOO_LARGE");
  });

  test("refuses more cell formats than programs write, though the file is large enough for them", async () => {
    const parts = (count: number) => ({
      "xl/styles.xml": `<styleSheet><fonts>${"<font/>".repeat(count)}</fonts></styleSheet>`,
      "xl/_rels/workbook.xml.rels": relations(
        ["b", "worksheet", "worksheets/other.xml"],
        ["d", "styles", "styles.xml"],
      ),
    });
    const reading = (count: number) =>
      cellsOf(saved(zipOf(bookParts(row, parts(count)))), { ...READ_LIMITS, elements: 1_000_000 });
    expect(await reading(200_000)).toHaveProperty("size", 2);
    expect(await refusal(reading(200_001))).toBe("IMPORT_TOO_LARGE");
  });

  test("counts the characters of each row by itself, and those of all shared formulas together", async () => {
    const limits = { ...READ_LIMITS, rowText: 9 };
    const formula = (at: number, text: string) =>
      `<row r="${at}"><c><f t="shared" si="${at}">${text}</f></c></row>`;
    const long = saved(zipOf(bookParts('<row><c t="str"><v>seven..</v></c></row>'.repeat(3))));
    expect(await cellsOf(long, limits)).toHaveProperty("size", 3);
    const short = saved(zipOf(bookParts(`${formula(1, "B1+C1")}${formula(2, "1+1")}`)));
    expect(await cellsOf(short, limits)).toHaveProperty("size", 2);
    const many = saved(zipOf(bookParts(`${formula(1, "B1+C1")}${formula(2, "B2+C2")}`)));
    expect(await refusal(cellsOf(many, limits))).toBe("IMPORT_TOO_LARGE");
  });

  test("keeps a hundred thousand shared texts in a file, and removes the file", async () => {
    const rows = '<row r="1"><c t="s"><v>0</v></c><c t="s"><v>99999</v></c><c t="s"><v>50000</v></c></row>';
    const path = saved(zipOf(bookParts(rows, { "xl/sharedStrings.xml": textsOf(100_000) })));
    const temporary = temporaryFolder();
    vi.stubEnv("TMPDIR", temporary);
    expect([...(await cellsOf(path)).values()].map(({ value }) => value)).toEqual([
      "payment reference 0",
      "payment reference 99999",
      "payment reference 50000",
    ]);
    expect(readdirSync(temporary)).toEqual([]);
    vi.unstubAllEnvs();
  });
});

describe("reads or refuses any bytes", () => {
  /** Read to its end, or refused by a code: never anything else. */
  async function survive(bytes: Buffer): Promise<void> {
    try {
      await cellsOf(saved(bytes));
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
    }
  }

  test("random ones after a zip's first two", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) =>
        survive(Buffer.concat([Buffer.from("PK\u0003\u0004"), bytes])),
      ),
      { numRuns: timesOf(33, 100) },
    );
  });

  test("our own workbook with bytes changed anywhere", async () => {
    const bytes = ours();
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const changed = Buffer.from(bytes);
        for (const [at, to] of changes) changed[at] = to;
        await survive(changed);
      }),
      { numRuns: timesOf(8, 25) },
    );
  });

  test("a sheet's XML with pieces removed, doubled or torn", async () => {
    const parts = partsOf(ours());
    const sheet = parts.find(({ name }) => name.endsWith("sheet2.xml"))!;
    const text = sheet.bytes.toString("utf8");
    const cut = fc.tuple(
      fc.nat(text.length),
      fc.nat(200),
      fc.constantFrom("", "<c>", "</row>", "&", "<v>9", "]]>", "\u0000"),
    );
    await fc.assert(
      fc.asyncProperty(cut, async ([at, length, instead]) => {
        const torn = `${text.slice(0, at)}${instead}${text.slice(at + length)}`;
        await survive(
          zipOf(parts.map((part) => (part === sheet ? { ...part, bytes: Buffer.from(torn) } : part))),
        );
      }),
      { numRuns: timesOf(8, 25) },
    );
  });
});
