/** A part of a workbook as XML events: strict, without document types or entities of its own, never deeper than a workbook is. */
import { TextDecoder } from "node:util";
import sax from "sax";
import type { PackageParts } from "./package-parts.ts";
import { notAWorkbook } from "./refusal.ts";

/** Only the entities that XML has itself; with positions, for without them the parser does not watch how long attributes get. */
const STRICT: sax.SAXOptions & { readonly strictEntities: boolean } = {
  strictEntities: true,
  position: true,
};

/** What a reader of a part is told; names come without their namespace's prefix. */
export interface XmlReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text?(text: string): void;
}

/**
 * Reads a part, and gives control back after each piece of it, so that whoever reads rows can take them.
 *
 * @throws TieoutError IMPORT_FORMAT when it is no such XML; otherwise as `PackageParts.read`
 */
export async function* readXml(parts: PackageParts, part: string, reader: XmlReader): AsyncGenerator<void> {
  const { file, limits } = parts;
  const refuse = (sentence: string, cause?: unknown) => notAWorkbook(file, sentence, part, cause);
  let depth = 0;
  let sawRoot = false;
  const onText = (text: string) => reader.text?.(text);
  const told: Partial<sax.SAXParser> = {
    onerror(error) {
      throw refuse("A part of the workbook is no XML that can be read", error);
    },
    ondoctype() {
      throw refuse("A part of the workbook brings a document type of its own, which no workbook does");
    },
    onopentag({ name, attributes }) {
      depth += 1;
      sawRoot = true;
      if (depth > limits.depth) throw refuse("A part of the workbook is nested deeper than any workbook");
      reader.open(localName(name), attributes as Record<string, string>);
    },
    onclosetag(name) {
      depth -= 1;
      reader.close(localName(name));
    },
    ontext: onText,
    oncdata: onText,
  };
  const parser = Object.assign(sax.parser(true, STRICT), told);

  let decoder: TextDecoder | null = null;
  const decode = (bytes?: Buffer): string => {
    try {
      return decoder?.decode(bytes, { stream: bytes !== undefined }) ?? "";
    } catch (error) {
      throw refuse("A part of the workbook is no text that can be read", error);
    }
  };
  for await (const bytes of parts.read(part)) {
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    parser.write(decode(bytes));
    yield;
  }
  parser.write(decode());
  if (!sawRoot || depth !== 0) throw refuse("A part of the workbook ends before its end");
  parser.close();
  yield;
}

/** Reads a part to its end. */
export async function readWholeXml(parts: PackageParts, part: string, reader: XmlReader): Promise<void> {
  for await (const _ of readXml(parts, part, reader));
}

/** Workbooks are UTF-8, or say by their first bytes that they are UTF-16. */
function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}
