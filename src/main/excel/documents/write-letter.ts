/** Writes a letter as one .docx file, which any word processor opens and edits (docs/decisions/0049). */
import { OFFICE_RELATIONSHIPS, PACKAGE_NAMESPACE, officePackage } from "../output/office-package.ts";
import type { Letter, LetterGroup, LetterItem } from "../../../core/report/letter.ts";
import { cleanText } from "../../../core/clean-text.ts";
import { markupText } from "../output/markup.ts";
import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import { type WrittenFile, publishOrDiscard, writePending } from "../output/pending.ts";

// The text of a letter as WordprocessingML (ECMA-376, part 1, 17): paragraphs, headings and tables.

const NAMESPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/** Twentieths of a point, on A4 between margins of 2 cm. */
const PAGE = { width: 11_906, height: 16_838, margin: 1134 };
const COLUMNS = [
  { header: "No.", width: 600 },
  { header: "Record", width: 2638 },
  { header: "What we found", width: 3900 },
  { header: "Question", width: 2500 },
] as const;

/** A letter as the main part of a .docx file. */
function documentXml({ head, title, opening, groups, closing }: Letter): string {
  const body = [
    ...head.map((text) => paragraph(text)),
    paragraph(title, "Title"),
    ...opening.map((text) => paragraph(text)),
    ...groups.flatMap((group) => [paragraph(group.heading, "Heading1"), table(group)]),
    paragraph(""),
    ...closing.map((text) => paragraph(text)),
  ];
  const page =
    `<w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="${PAGE.width}" w:h="${PAGE.height}"/>` +
    `<w:pgMar w:top="${PAGE.margin}" w:right="${PAGE.margin}" w:bottom="${PAGE.margin}" w:left="${PAGE.margin}" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>`;
  return `<w:document xmlns:w="${NAMESPACE}" xmlns:r="${OFFICE_RELATIONSHIPS}"><w:body>${body.join("")}${page}</w:body></w:document>`;
}

/** Below each page: what the letter is, and which page of how many. */
function footerXml({ title }: Letter): string {
  const line = `${run(`${title} — page `)}${field("PAGE")}${run(" of ")}${field("NUMPAGES")}`;
  return `<w:ftr xmlns:w="${NAMESPACE}"><w:p><w:pPr><w:pStyle w:val="Cell"/></w:pPr>${line}</w:p></w:ftr>`;
}

function run(words: string): string {
  return `<w:r><w:t xml:space="preserve">${textContent(words)}</w:t></w:r>`;
}

/** What a word processor works out. */
function field(code: string): string {
  return `<w:fldSimple w:instr=" ${code} "><w:r><w:t>1</w:t></w:r></w:fldSimple>`;
}

function propertiesXml({ title }: Letter, author: string): string {
  const dc = "http://purl.org/dc/elements/1.1/";
  const core = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties";
  return `<cp:coreProperties xmlns:cp="${core}" xmlns:dc="${dc}"><dc:title>${textContent(title)}</dc:title><dc:creator>${textContent(author)}</dc:creator></cp:coreProperties>`;
}

const STYLES_XML =
  `<w:styles xmlns:w="${NAMESPACE}">` +
  `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="21"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault>` +
  `<w:pPrDefault><w:pPr><w:spacing w:after="80"/></w:pPr></w:pPrDefault></w:docDefaults>` +
  `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>` +
  style("Title", "Title", '<w:spacing w:after="200"/>', 32) +
  style(
    "Heading1",
    "heading 1",
    '<w:keepNext/><w:spacing w:before="280" w:after="100"/><w:outlineLvl w:val="0"/>',
    24,
  ) +
  style("Header", "Table header", "<w:keepNext/>", 19) +
  `<w:style w:type="paragraph" w:styleId="Cell"><w:name w:val="Table cell"/><w:pPr><w:spacing w:after="20"/></w:pPr><w:rPr><w:sz w:val="19"/></w:rPr></w:style>` +
  `</w:styles>`;

/** @param halfPoints height of its letters */
function style(id: string, name: string, properties: string, halfPoints: number): string {
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr>${properties}</w:pPr><w:rPr><w:b/><w:sz w:val="${halfPoints}"/></w:rPr></w:style>`;
}

function table({ items }: LetterGroup): string {
  const edges = ["top", "left", "bottom", "right", "insideH", "insideV"]
    .map((edge) => `<w:${edge} w:val="single" w:sz="4" w:space="0" w:color="999999"/>`)
    .join("");
  const width = COLUMNS.reduce((sum, column) => sum + column.width, 0);
  const grid = COLUMNS.map((column) => `<w:gridCol w:w="${column.width}"/>`).join("");
  const headers = COLUMNS.map(({ header }) => [paragraph(header, "Header")]);
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="${width}" w:type="dxa"/><w:tblBorders>${edges}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr>` +
    `<w:tblGrid>${grid}</w:tblGrid>${row(headers, "<w:tblHeader/>")}${items.map(itemRow).join("")}</w:tbl>`
  );
}

function itemRow({ number, record, found, question }: LetterItem): string {
  const cells = [[String(number)], record.length === 0 ? ["—"] : record, found, [question]];
  return row(cells.map((lines) => lines.map((line) => paragraph(line, "Cell"))));
}

/** @param cells the paragraphs of each column */
function row(cells: readonly (readonly string[])[], properties = ""): string {
  const columns = cells.map(
    (paragraphs, at) =>
      `<w:tc><w:tcPr><w:tcW w:w="${COLUMNS[at]?.width ?? 0}" w:type="dxa"/></w:tcPr>${paragraphs.join("")}</w:tc>`,
  );
  return `<w:tr><w:trPr><w:cantSplit/>${properties}</w:trPr>${columns.join("")}</w:tr>`;
}

function paragraph(text: string, styleId = "Normal"): string {
  return `<w:p><w:pPr><w:pStyle w:val="${styleId}"/></w:pPr>${run(text)}</w:p>`;
}

/** Text as XML content: the service may write anything, and a line break ends nothing but a line. */
function textContent(text: string): string {
  return markupText(cleanText(text).replaceAll(/[\r\n\t]+/gu, " "));
}

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";

const CONTENT_TYPES =
  `<Types xmlns="${PACKAGE_NAMESPACE}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/>` +
  `<Override PartName="/word/footer1.xml" ContentType="${WORD}.footer+xml"/>` +
  `<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>` +
  `<Override PartName="/word/styles.xml" ContentType="${WORD}.styles+xml"/></Types>`;
const PACKAGE_PARTS = `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${OFFICE_RELATIONSHIPS}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${PACKAGE_NAMESPACE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;
const DOCUMENT_PARTS = `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${OFFICE_RELATIONSHIPS}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${OFFICE_RELATIONSHIPS}/footer" Target="footer1.xml"/></Relationships>`;

/**
 * Writes a letter. It takes its place at once when whole; until then, and when it fails, what was there
 * stays.
 *
 * @param before called once the document is written, before it takes its place; what it throws keeps it from
 *   there
 * @throws TieoutError EXPORT_TARGET when the place cannot be written to; what `before` throws
 */
export async function writeLetterFile(
  letter: Letter,
  path: string,
  before: (written: WrittenFile) => void = () => undefined,
): Promise<WrittenFile> {
  const pending = await writePending(path, (sink) => pipeline(packageOf(letter), sink));
  return publishOrDiscard(pending, async (written) => Promise.resolve(before(written)));
}

function packageOf(letter: Letter): Readable {
  return officePackage({
    "[Content_Types].xml": CONTENT_TYPES,
    "_rels/.rels": PACKAGE_PARTS,
    "word/document.xml": documentXml(letter),
    "word/styles.xml": STYLES_XML,
    "word/footer1.xml": footerXml(letter),
    "docProps/core.xml": propertiesXml(letter, letter.author),
    "word/_rels/document.xml.rels": DOCUMENT_PARTS,
  });
}
