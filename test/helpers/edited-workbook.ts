/** Workbooks as a person hands them back: cells typed over in the file itself, the package zipped anew. */
import { writeFileSync } from "node:fs";
import { crc32, deflateRawSync } from "node:zlib";
import { type ReadWorkbook, readXlsx } from "./xlsx.ts";

/** What is typed into cells: `Exceptions!Q12` and a number or a text; null empties one. */
export type TypedCells = Readonly<Record<string, string | number | null>>;

/**
 * Types over cells of a workbook and saves it as another file.
 *
 * @param cells may be given by what the workbook holds
 */
export async function typeIntoWorkbook(
  from: string,
  to: string,
  cells: TypedCells | ((workbook: ReadWorkbook) => TypedCells),
): Promise<void> {
  const workbook = await readXlsx(from);
  const parts = new Map(workbook.parts);
  const names = [...workbook.sheets.keys()];
  const typed = typeof cells === "function" ? cells(workbook) : cells;
  for (const [reference, value] of Object.entries(typed)) {
    const [sheet = "", cell = ""] = reference.split("!");
    const part = `xl/worksheets/sheet${names.indexOf(sheet) + 1}.xml`;
    const xml = parts.get(part);
    if (xml === undefined) throw new Error(`no sheet ${sheet}`);
    parts.set(part, withCell(xml, cell, value));
  }
  writeFileSync(to, zipped(parts));
}

/** A sheet with a cell typed over, whether it was there or not. */
function withCell(xml: string, cell: string, value: string | number | null): string {
  const found = new RegExp(`<c r="${cell}"([^>]*?)(?:/>|>.*?</c>)`, "su").exec(xml);
  if (found !== null) {
    const style = /s="\d+"/u.exec(found[1] ?? "")?.[0] ?? "";
    return xml.replace(found[0], () => cellXml(cell, value, style));
  }
  const [, letters = "", row = ""] = /^([A-Z]+)(\d+)$/u.exec(cell) ?? [];
  const open = new RegExp(`(<row r="${row}"[^>]*>)(.*?)</row>`, "su").exec(xml);
  if (open === null) throw new Error(`no row ${row}`);
  const [whole, start = "", cells = ""] = open;
  const before = [...cells.matchAll(/<c r="([A-Z]+)\d+"[^>]*?(?:\/>|>.*?<\/c>)/gsu)]
    .filter(([, other = ""]) => isBefore(other, letters))
    .map(([one]) => one)
    .join("");
  return xml.replace(
    whole,
    () => `${start}${before}${cellXml(cell, value, "")}${cells.slice(before.length)}</row>`,
  );
}

/** Whether a column stands before another, by their letters. */
function isBefore(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}

function cellXml(cell: string, value: string | number | null, style: string): string {
  if (value === null) return `<c r="${cell}" ${style}/>`;
  if (typeof value === "number") return `<c r="${cell}" ${style}><v>${value}</v></c>`;
  const text = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<c r="${cell}" ${style} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

/** A package of these parts, deflated. */
function zipped(parts: ReadonlyMap<string, string>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of parts) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const path = Buffer.from(name);
    // Version, flags (UTF-8), method, time and date, then sums and lengths.
    const facts = Buffer.alloc(26);
    [20, 0x0800, 8, 0, 0x0021].forEach((value, at) => facts.writeUInt16LE(value, at * 2));
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const file = Buffer.concat([signature(LOCAL), facts, path, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([signature(CENTRAL), Buffer.from([20, 0]), facts, place, path]));
    files.push(file);
    offset += file.length;
  }
  const end = Buffer.alloc(18);
  const listed = Buffer.concat(directory);
  end.writeUInt16LE(parts.size, 4);
  end.writeUInt16LE(parts.size, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, listed, signature(END), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
