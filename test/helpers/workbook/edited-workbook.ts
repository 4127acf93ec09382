/** Workbooks as they come back: edited in place, or saved again by LibreOffice. */
import { execFile, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "../cli.ts";
import { changeParts, partsOf } from "./zip.ts";

const run = promisify(execFile);

export const hasOffice = spawnSync("soffice", ["--version"], { stdio: "ignore" }).status === 0;
if (!hasOffice) console.log("skipped: soffice is not installed, no workbook is saved again by LibreOffice");

/** The part of a sheet in a workbook that Tieout wrote: parts are numbered in the order of the sheets. */
export function sheetPart(path: string, sheet: string): string {
  const workbook = partsOf(readFileSync(path)).find(({ name }) => name.endsWith("xl/workbook.xml"));
  const names = [...workbook!.bytes.toString("utf8").matchAll(/<sheet [^>]*name="([^"]*)"/gu)].map(
    ([, name]) => name,
  );
  const at = names.indexOf(sheet);
  if (at === -1) throw new Error(`no sheet ${sheet}`);
  return `xl/worksheets/sheet${at + 1}.xml`;
}

/** The XML of a cell, e.g. `Wallet!J9`; '' where there is none. */
export function cellXml(path: string, reference: string): string {
  const [sheet = "", cell = ""] = reference.split("!");
  const part = partsOf(readFileSync(path)).find(({ name }) => name.endsWith(sheetPart(path, sheet)));
  return cellPattern(cell).exec(part!.bytes.toString("utf8"))?.[0] ?? "";
}

function cellPattern(cell: string): RegExp {
  return new RegExp(`<c r="${cell}"(?:[^>]*/>|[^>]*>.*?</c>)`, "u");
}

/** Types over cells, each by the XML inside it (`<v>5</v>`), or by what stands for all of the cell when it begins with `<c`. */
export function typeOver(path: string, cells: Readonly<Record<string, string>>): string {
  let from = path;
  const to = join(temporaryFolder(), basename(path));
  for (const [reference, content] of Object.entries(cells)) {
    const [sheet = "", cell = ""] = reference.split("!");
    const part = sheetPart(from, sheet);
    changeParts(from, to, (name, xml) => {
      if (!name.endsWith(part)) return xml;
      if (!cellPattern(cell).test(xml)) throw new Error(`no cell ${reference}`);
      const inside = content.startsWith("<c") ? content : `<c r="${cell}">${content}</c>`;
      return xml.replace(cellPattern(cell), () => inside);
    });
    from = to;
  }
  return to;
}

/** A text as a cell's content. */
export function textCell(cell: string, text: string): string {
  return `<c r="${cell}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** Changes a sheet's XML. */
export function changeSheet(path: string, sheet: string, change: (xml: string) => string): string {
  const to = join(temporaryFolder(), basename(path));
  const part = sheetPart(path, sheet);
  changeParts(path, to, (name, xml) => (name.endsWith(part) ? change(xml) : xml));
  return to;
}

/** A workbook whose formulas have no results, so that whoever opens it works all of them out. */
export function withoutResults(path: string): string {
  const to = join(temporaryFolder(), basename(path));
  changeParts(path, to, (name, xml) =>
    name.includes("worksheets/") ? xml.replaceAll(/<\/f><v>[^<]*<\/v>/gu, "</f>") : xml,
  );
  return to;
}

/** A profile of this process's own, made once: LibreOffice takes as long to make one as to save a workbook. */
let profile = "";

function officeProfile(): string {
  if (profile === "") {
    const folder = mkdtempSync(join(tmpdir(), "tieout-office-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    profile = `-env:UserInstallation=file://${folder}`;
  }
  return profile;
}

/**
 * Converts files by one run of LibreOffice, which takes longer to start than to save one.
 *
 * @param format as `--convert-to` takes it
 */
export async function convertedByOffice(
  format: string,
  paths: readonly string[],
  out: string,
): Promise<void> {
  const to = ["--headless", "--convert-to", format, "--outdir", out];
  await run("soffice", [officeProfile(), ...to, ...paths], { timeout: 120_000 });
}

/** Opened by LibreOffice and saved; what had no result is worked out. */
export async function savedByOffice(path: string): Promise<string> {
  const [saved = ""] = await allSavedByOffice([path], temporaryFolder());
  return saved;
}

/** Saves several at once; names may be the same. */
export async function allSavedByOffice(paths: readonly string[], folder: string): Promise<string[]> {
  const sources = paths.map((path, at) => {
    const source = join(folder, `${at}-${basename(path)}`);
    copyFileSync(path, source);
    return source;
  });
  await convertedByOffice("xlsx:Calc MS Excel 2007 XML", sources, join(folder, "out"));
  return paths.map((path, at) => {
    const name = basename(path).replace(/\.(?:ods|csv)$/u, ".xlsx");
    mkdirSync(join(folder, String(at)));
    const saved = join(folder, String(at), name);
    renameSync(join(folder, "out", `${at}-${name}`), saved);
    return saved;
  });
}

/**
 * Rows of C1 in another order, each with the formulas that refer to it, as a program that sorts leaves them.
 *
 * @param movesLinks whether links go with their rows
 */
export function sortExceptions(
  path: string,
  order: Readonly<Record<number, number>>,
  movesLinks = true,
): string {
  return sortRows(path, "Exceptions", order, movesLinks);
}

/** As `sortExceptions`, of any sheet. */
export function sortRows(
  path: string,
  sheet: string,
  order: Readonly<Record<number, number>>,
  movesLinks = true,
): string {
  return changeSheet(path, sheet, (xml) => {
    const rows = new Map(
      [...xml.matchAll(/<row r="(\d+)".*?<\/row>/gsu)].map(([row, number]) => [Number(number), row]),
    );
    // What a formula refers to without a $ moves along with its row.
    const placed = (from: number, to: number) =>
      rows
        .get(from)!
        .replaceAll(new RegExp(`(?<=<row r=")${from}(?=")`, "gu"), String(to))
        .replaceAll(
          /(?<=\b[A-Z]{1,2})\d+\b(?=[^<>]*(?:<\/f>|"[^<>]*>))/gu,
          (row) => `${Number(row) + to - from}`,
        );
    let text = xml;
    for (const to of Object.values(order)) text = text.replace(rows.get(to)!, `@${to}@`);
    for (const [from, to] of Object.entries(order)) text = text.replace(`@${to}@`, placed(Number(from), to));
    if (!movesLinks) return text;
    return text.replaceAll(
      /(<hyperlink [^>]*ref="[A-Z]+)(\d+)"/gu,
      (_, before: string, row: string) => `${before}${order[Number(row)] ?? row}"`,
    );
  });
}
