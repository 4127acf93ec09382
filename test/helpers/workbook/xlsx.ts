/** Reads an .xlsx without the library that wrote it: the zip by yauzl, the parts by saxes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HyperFormula } from "hyperformula";
import { SaxesParser } from "saxes";
import yauzl from "yauzl";
import type { Workbook } from "../../../src/core/report/sheet/model.ts";
import { columnLetters } from "../../../src/core/report/sheet/place.ts";
import { writeWorkbook } from "../../../src/main/excel/workbook/write-workbook.ts";
import { atEnd } from "../at-end.ts";
import { RUN_AT_MS } from "./report.ts";

export interface ReadCell {
  /** As cached: number, text or truth. */
  readonly value: string | number | boolean | null;
  readonly formula: string | null;
  /** `t` of the cell: `n` for numbers, `inlineStr`, `str`, `b`. */
  readonly type: string;
  readonly style: number;
}

export interface ReadSheet {
  readonly name: string;
  readonly xml: string;
  /** By reference, e.g. `B7`. */
  readonly cells: ReadonlyMap<string, ReadCell>;
  readonly rows: number;
}

export interface ReadWorkbook {
  readonly parts: ReadonlyMap<string, string>;
  readonly sheets: ReadonlyMap<string, ReadSheet>;
}

function openParts(path: string): Promise<Map<string, string>> {
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>();
  yauzl.open(path, { lazyEntries: true, validateEntrySizes: true }, (openError, zip) => {
    if (openError !== null) return reject(openError);
    const parts = new Map<string, string>();
    zip.on("error", reject);
    zip.on("end", () => resolve(parts));
    zip.on("entry", (entry: yauzl.Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error !== null) return reject(error);
        const chunks: Buffer[] = [];
        stream.on("error", reject);
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          parts.set(entry.fileName, Buffer.concat(chunks).toString("utf8"));
          zip.readEntry();
        });
      });
    });
    zip.readEntry();
  });
  return promise;
}

/** Reads XML that must be well formed, element by element; `close` is told the text that stood in it, but for that of its children. */
function readElements(
  xml: string,
  open: (name: string, attributes: Readonly<Record<string, string>>) => void,
  close: (name: string, text: string) => void = () => undefined,
): void {
  const texts: string[] = [];
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    texts.push("");
    open(name, attributes);
  });
  parser.on("text", (text) => {
    if (texts.length > 0) texts.push(`${texts.pop()}${text}`);
  });
  parser.on("closetag", ({ name }) => close(name, texts.pop() ?? ""));
  parser.write(xml).close();
}

/** `_x0041_` as Excel reads it. */
function unescape(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/gu, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** A cell while it is read: its attributes and the texts of the elements in it. */
interface RawCell {
  readonly attributes: Readonly<Record<string, string>>;
  formula: string | null;
  /** Of `v` or `t`. */
  content: string | null;
}

function readCell({ attributes, formula, content }: RawCell): ReadCell {
  const { t: type = "n", s: style = "0" } = attributes;
  return { type, formula, style: Number(style), value: content === null ? null : valueOf(type, content) };
}

function valueOf(type: string, content: string): ReadCell["value"] {
  if (type === "b") return content === "1";
  return type === "str" || type === "inlineStr" ? unescape(content) : Number(content);
}

export async function readXlsx(path: string): Promise<ReadWorkbook> {
  const parts = await openParts(path);
  const sheets = new Map<string, ReadSheet>();
  readElements(parts.get("xl/workbook.xml")!, (element, { name = "" }) => {
    if (element !== "sheet") return;
    sheets.set(name, new SheetOfXml(name, parts.get(`xl/worksheets/sheet${sheets.size + 1}.xml`)!));
  });
  return { parts, sheets };
}

/** A sheet whose XML is parsed once somebody asks for its cells: most tests look at one or two of a workbook's sheets. */
class SheetOfXml implements ReadSheet {
  readonly name: string;
  readonly xml: string;
  #read: Pick<ReadSheet, "cells" | "rows"> | null = null;

  constructor(name: string, xml: string) {
    this.name = name;
    this.xml = xml;
  }

  get cells(): ReadSheet["cells"] {
    return (this.#read ??= readRows(this.xml)).cells;
  }

  get rows(): number {
    return (this.#read ??= readRows(this.xml)).rows;
  }
}

function readRows(xml: string): Pick<ReadSheet, "cells" | "rows"> {
  const cells = new Map<string, ReadCell>();
  let rows = 0;
  let cell: RawCell | null = null;
  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (name === "row") rows = Number(attributes["r"]);
    if (name === "c") cell = { attributes, formula: null, content: null };
  };
  const close = (name: string, text: string) => {
    if (cell === null) return;
    if (name === "f") cell.formula = text;
    if (name === "v" || name === "t") cell.content = text;
    if (name !== "c") return;
    cells.set(cell.attributes["r"] ?? "", readCell(cell));
    cell = null;
  };
  readElements(xml, open, close);
  return { cells, rows };
}

/** Writes a workbook into a folder of the test's own, and reads it back. */
export async function writtenWorkbook(workbook: Workbook): Promise<{ path: string; read: ReadWorkbook }> {
  const folder = await mkdtemp(join(tmpdir(), "tieout-workbook-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "workbook.xlsx");
  await writeWorkbook(workbook, path, { atMs: RUN_AT_MS });
  return { path, read: await readXlsx(path) };
}

/** The letters of the columns of a table, by header; '' headers left out. */
export function columnsAt(sheet: ReadSheet, headerRow: number): Map<string, string> {
  const columns = new Map<string, string>();
  for (let at = 0; ; at += 1) {
    const letters = columnLetters(at);
    const cell = sheet.cells.get(`${letters}${headerRow}`);
    if (cell === undefined) return columns;
    if (cell.value !== null) columns.set(String(cell.value), letters);
  }
}

/** The values of a table on a sheet, below the header row, as objects by header; '' headers left out. */
export function readTable(sheet: ReadSheet, headerRow: number, count: number) {
  const columns = [...columnsAt(sheet, headerRow)];
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(
      columns.map(([header, letters]) => [
        header,
        sheet.cells.get(`${letters}${headerRow + 1 + index}`)?.value ?? null,
      ]),
    ),
  );
}

/** The sheet row in which column A says something, e.g. the header row of a table. */
export function rowOf(sheet: ReadSheet, text: string): number {
  for (const [reference, { value }] of sheet.cells) {
    if (value === text && /^A\d+$/u.test(reference)) return Number(reference.slice(1));
  }
  throw new Error(`no row of ${sheet.name} begins with ${text}`);
}

/** What somebody typed over cells, by their references, `Wallet!J12`; `null` empties one. */
export type Typed = Readonly<Record<string, ReadCell["value"]>>;

/** A spreadsheet engine that is not ours, working out what a workbook holds. */
class Engine {
  readonly #engine: HyperFormula;
  readonly #workbook: ReadWorkbook;

  constructor(workbook: ReadWorkbook) {
    this.#workbook = workbook;
    const sheets: Record<string, unknown[][]> = {};
    for (const { name, cells, rows } of workbook.sheets.values()) {
      const grid: unknown[][] = Array.from({ length: rows }, () => []);
      for (const [reference, cell] of cells) {
        const { row, column } = split(reference);
        grid[row]![column] = contentOf(cell);
      }
      sheets[name] = grid;
    }
    this.#engine = HyperFormula.buildFromSheets(sheets as never, {
      licenseKey: "gpl-v3",
      useArrayArithmetic: true,
      caseSensitive: false,
    });
  }

  value(name: string, reference: string): unknown {
    const { row, column } = split(reference);
    return this.#engine.getCellValue({ sheet: this.#engine.getSheetId(name)!, row, col: column });
  }

  /** Deletes a row, from 1 on. */
  removeRow(name: string, row: number): void {
    this.#engine.removeRows(this.#engine.getSheetId(name)!, [row - 1, 1]);
  }

  /** Types over cells, which must be there, and works out again what depends on them. */
  type(typed: Typed): void {
    for (const [reference, value] of Object.entries(typed)) {
      this.#cellAt(reference);
      this.#put(reference, { value, formula: null });
    }
  }

  /** Gives cells that were typed over what the workbook holds. */
  restore(typed: Typed): void {
    for (const reference of Object.keys(typed)) this.#put(reference, this.#cellAt(reference));
  }

  #put(at: string, cell: Pick<ReadCell, "value" | "formula">): void {
    const [name = "", reference = ""] = at.split("!");
    const { row, column } = split(reference);
    const place = { sheet: this.#engine.getSheetId(name)!, row, col: column };
    this.#engine.setCellContents(place, [[contentOf(cell)]]);
  }

  #cellAt(at: string): ReadCell {
    const [name = "", reference = ""] = at.split("!");
    const cell = this.#workbook.sheets.get(name)?.cells.get(reference);
    if (cell === undefined) throw new Error(`no cell ${at}`);
    return cell;
  }
}

/** A cell for the engine. A text is passed with an apostrophe, so that it stays one whatever it begins with. */
function contentOf({
  value,
  formula,
}: Pick<ReadCell, "value" | "formula">): string | number | boolean | null {
  if (formula !== null) return `=${formula}`;
  return typeof value === "string" ? `'${value}` : value;
}

/** One engine for each workbook: building it takes longer than what follows from a typed cell. */
const engines = new WeakMap<ReadWorkbook, Engine>();

function engineOf(workbook: ReadWorkbook): Engine {
  const engine = engines.get(workbook) ?? new Engine(workbook);
  engines.set(workbook, engine);
  return engine;
}

/** Works every formula out again with an engine of its own; says where it differs from what the file holds. */
export function recalculate(workbook: ReadWorkbook): { formulas: number; differences: string[] } {
  const engine = engineOf(workbook);
  const differences: string[] = [];
  let formulas = 0;
  for (const { name, cells } of workbook.sheets.values()) {
    for (const [reference, cell] of cells) {
      if (cell.formula === null) continue;
      formulas += 1;
      const found = engine.value(name, reference);
      const same =
        typeof found === "number" && typeof cell.value === "number"
          ? Math.abs(found - cell.value) < 1e-6
          : found === cell.value;
      if (!same)
        differences.push(`${name}!${reference} ${cell.formula}: ${JSON.stringify(found)} not ${cell.value}`);
    }
  }
  return { formulas, differences };
}

/** What a cell says once everything is worked out again with what somebody typed over others. */
export function cellAfter(workbook: ReadWorkbook, typed: Typed, sheet: string, reference: string): unknown {
  const engine = engineOf(workbook);
  engine.type(typed);
  const value = engine.value(sheet, reference);
  engine.restore(typed);
  return value;
}

/** What cells of A Lead say once somebody deleted a row of another sheet. */
export function afterRemoval(
  workbook: ReadWorkbook,
  sheet: string,
  row: number,
  cells: readonly string[],
): unknown[] {
  const engine = new Engine(workbook);
  engine.removeRow(sheet, row);
  return cells.map((cell) => engine.value("Lead", cell));
}

/** What a workbook says once everything is worked out again. */
export interface Proven {
  /** The second sentence of the conclusion on A Lead. */
  readonly conclusion: unknown;
  /** Each proof on A Lead by its words. */
  readonly proofs: ReadonlyMap<string, unknown>;
  /** Line 5 of each sheet, by name. */
  readonly signatures: ReadonlyMap<string, unknown>;
  /** Any other cell. */
  readonly cell: (sheet: string, reference: string) => unknown;
}

/**
 * Works out what a workbook says.
 *
 * @param typed what somebody typed over cells of it before
 */
export function provenBy(workbook: ReadWorkbook, typed: Typed = {}): Proven {
  const engine = engineOf(workbook);
  engine.type(typed);
  const lead = workbook.sheets.get("Lead")!;
  const proofs = new Map<string, unknown>();
  for (let row = rowOf(lead, "Proof") + 1; lead.cells.get(`A${row}`) !== undefined; row += 1) {
    proofs.set(String(lead.cells.get(`A${row}`)!.value), engine.value("Lead", `B${row}`));
  }
  const signatures = new Map([...workbook.sheets.keys()].map((name) => [name, engine.value(name, "A5")]));
  const values = new Map<string, unknown>();
  for (const { name, cells } of workbook.sheets.values()) {
    for (const [reference, { formula }] of cells) {
      if (formula !== null) values.set(`${name}!${reference}`, engine.value(name, reference));
    }
  }
  const conclusion = engine.value("Lead", `A${rowOf(lead, "Conclusion") + 3}`);
  engine.restore(typed);
  return {
    conclusion,
    proofs,
    signatures,
    cell: (sheet, reference) => values.get(`${sheet}!${reference}`),
  };
}

/** A truth that a workbook holds. */
export interface HeldTruth {
  /** As `Lead!B41`. */
  readonly at: string;
  readonly value: ReadCell["value"];
}

/** Every truth of a workbook, but for what A says of the close: a month that nobody closed yet need not fulfil it. */
export function truthsOf({ sheets }: ReadWorkbook): HeldTruth[] {
  const lead = sheets.get("Lead")!;
  const parts = [
    ["Uncorrected misstatements", "Without support"],
    ["Close of the month", "Exceptions by rule"],
  ].map(([first = "", last = ""]) => [rowOf(lead, first), rowOf(lead, last)] as const);
  const isOfClose = (name: string, reference: string) => {
    const { row } = split(reference);
    return name === "Lead" && parts.some(([first, last]) => row >= first && row < last);
  };
  return [...sheets.values()].flatMap(({ name, cells }) =>
    [...cells].flatMap(([reference, { type, value }]) =>
      type !== "b" || isOfClose(name, reference) ? [] : [{ at: `${name}!${reference}`, value }],
    ),
  );
}

function split(reference: string): { row: number; column: number } {
  const [, letters = "", row = ""] = /^([A-Z]+)(\d+)$/u.exec(reference) ?? [];
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(row) - 1, column };
}
