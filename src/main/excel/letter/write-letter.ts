/** Writes a letter as one .docx file, which any word processor opens and edits (docs/decisions/0049). */
import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Letter } from "../../../core/report/letter/letter.ts";
import { TIMELESS_ENTRY } from "../../../core/system/zip-entry.ts";
import type { WrittenFile } from "../target/file-sink.ts";
import { publishOrDiscard, writePending } from "../target/pending.ts";
import { STYLES_XML, documentXml, footerXml, propertiesXml } from "./document-xml.ts";

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";

const CONTENT_TYPES =
  `<Types xmlns="${PACKAGE}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/>` +
  `<Override PartName="/word/footer1.xml" ContentType="${WORD}.footer+xml"/>` +
  `<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>` +
  `<Override PartName="/word/styles.xml" ContentType="${WORD}.styles+xml"/></Types>`;
const PACKAGE_PARTS = `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;
const DOCUMENT_PARTS = `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${OFFICE}/footer" Target="footer1.xml"/></Relationships>`;

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
  await publishOrDiscard(pending, async (written) => Promise.resolve(before(written)));
  return { sha256: pending.sha256, bytes: pending.bytes };
}

function packageOf(letter: Letter): Readable {
  const zip = new ZipFile();
  const parts = {
    "[Content_Types].xml": CONTENT_TYPES,
    "_rels/.rels": PACKAGE_PARTS,
    "word/document.xml": documentXml(letter),
    "word/styles.xml": STYLES_XML,
    "word/footer1.xml": footerXml(letter),
    "docProps/core.xml": propertiesXml(letter, letter.author),
    "word/_rels/document.xml.rels": DOCUMENT_PARTS,
  };
  for (const [name, xml] of Object.entries(parts)) {
    zip.addBuffer(Buffer.from(`${DECLARATION}${xml}`), name, TIMELESS_ENTRY);
  }
  zip.end();
  return zip.outputStream as Readable;
}
