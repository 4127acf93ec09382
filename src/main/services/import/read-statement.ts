/** A bank's statement out of a file: which format it has, and how its table is read. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { SaxesParser } from "saxes";
import { type XmlElement, readCamt } from "../../../core/bank/camt.ts";
import { isMt940, readMt940 } from "../../../core/bank/mt940.ts";
import type { BankStatement } from "../../../core/bank/statement.ts";
import { TieoutError } from "../../../core/errors.ts";
import {
  type ReadTable,
  type TableHints,
  type TableRow,
  invalidStatement,
  readTable,
} from "../../../core/bank/table.ts";
import { SEPARATORS, SEPARATOR_SIGNS, type SeparatorName } from "../../../core/csv-text.ts";
import type { StatementReading } from "../../../core/bank/reading.ts";
import { shownDate } from "../../excel/compare/same-value.ts";
import { isDateFormat } from "../../excel/read/number-format.ts";
import type { FoundCell } from "../../excel/read/found-rows.ts";
import { inPrivateFolder } from "../shared/leftovers.ts";
import { withWorkbook } from "../../excel/read/found-workbook.ts";

export interface StatementFile {
  readonly reading: StatementReading;
  readonly statements: readonly BankStatement[];
}

/** How a file is to be read where somebody says so. */
export interface ReadingHints extends TableHints {
  readonly separator?: SeparatorName | undefined;
  readonly sheet?: string | undefined;
}

/** Read again as it was read when it was kept, whatever would be found out today. */
export function hintsOf({ table }: StatementReading): ReadingHints {
  if (table === null) return {};
  const { dateOrder, decimalMark, newestFirst, separator, sheet } = table;
  return {
    dateOrder,
    decimalMark,
    newestFirst,
    separator: separator ?? undefined,
    sheet: sheet ?? undefined,
  };
}

/** As `readStatementFile`. Libraries that read workbooks want a file: the bytes in one of our own. */
export async function readStatementBytes(
  bytes: Uint8Array,
  { name, places, hints }: { readonly name: string; readonly places: number; readonly hints: ReadingHints },
): Promise<StatementFile> {
  return inPrivateFolder("statement", async (folder) => {
    const path = join(folder, "statement");
    await writeFile(path, bytes);
    return readStatementFile(path, name, places, hints);
  });
}

/**
 * Reads a statement file whole.
 *
 * @param name of the file, for errors
 * @param places decimals of the amounts read
 * @throws TieoutError BANK_STATEMENT_INVALID with line or row and column; SUM_OVERFLOW
 */
async function readStatementFile(
  path: string,
  name: string,
  places: number,
  hints: ReadingHints,
): Promise<StatementFile> {
  const bytes = await readFile(path);
  if (bytes.subarray(0, 4).equals(ZIP)) {
    return inWorkbook(name, async () => readSheets(path, name, places, hints));
  }
  const other = OTHERS.find(({ begin }) => bytes.subarray(0, begin.length).equals(begin));
  if (other !== undefined) throw invalidStatement(name, other.sentence);
  const text = textOf(bytes, name);
  if (/^\s*</u.test(text)) {
    const statements = readCamt(readElements(text, name), places, name);
    return { reading: { format: "camt", table: null }, statements };
  }
  if (isMt940(text))
    return { reading: { format: "mt940", table: null }, statements: readMt940(text, places, name) };
  return readSeparated(text, name, places, hints);
}

const ZIP = Buffer.from("PK\u0003\u0004", "latin1");
const OTHERS = [
  {
    begin: Buffer.from("%PDF", "latin1"),
    sentence:
      "A PDF is not read, for nobody can tell what was read wrongly. Attach it as evidence, and add the bank's Excel or CSV file",
  },
  {
    begin: Buffer.from("d0cf11e0", "hex"),
    sentence: "It is a workbook of Excel 97 to 2003. Save it as .xlsx and add that",
  },
] as const;

/** UTF-8, UTF-16 with its mark, else Windows' Latin letters. */
function textOf(bytes: Buffer, name: string): string {
  const encodings = [
    "utf-8",
    ...(bytes[0] === 0xff || bytes[0] === 0xfe ? ["utf-16le"] : []),
    "windows-1252",
  ];
  for (const encoding of encodings) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next one.
    }
  }
  throw invalidStatement(name, "It is not readable text");
}

function readSeparated(text: string, name: string, places: number, hints: ReadingHints): StatementFile {
  const separators = hints.separator === undefined ? SEPARATORS : [hints.separator];
  const tried = separators.map((separator) => {
    try {
      const rows = rowsOf(text, SEPARATOR_SIGNS[separator], name);
      return { separator, read: readTable(rows, places, hints, name), error: null };
    } catch (error) {
      return { separator, read: null, error };
    }
  });
  const read = tried.flatMap((one) => (one.read === null ? [] : [{ ...one.read, separator: one.separator }]));
  const [best] = read.toSorted((one, other) => other.layout.columns.length - one.layout.columns.length);
  if (best === undefined) throw likeliest(tried.map(({ error }) => error));
  return tableFile("csv", best, { separator: best.separator, sheet: null });
}

/** What is wrong with a row says more than that there are no titles. */
function likeliest(errors: readonly unknown[]): unknown {
  return errors.find((error) => error instanceof Error && /^Row \d/u.test(error.message)) ?? errors[0];
}

function rowsOf(text: string, separator: string, name: string): TableRow[] {
  try {
    const records = parse(text, {
      bom: true,
      delimiter: separator,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => {
      const within = record.join("").split("\n").length - 1;
      return { at: info.lines - within, cells: record };
    });
  } catch (error) {
    const { lines } = error as { lines?: number };
    throw invalidStatement(name, `Line ${lines ?? 1}: it has a quoted text that does not end`);
  }
}

/**
 * The rows of a table's file: of CSV by each separator that it may have, of a workbook those of each sheet.
 *
 * @throws TieoutError BANK_STATEMENT_INVALID for what is neither
 */
export async function readTables(path: string, name: string): Promise<TableRow[][]> {
  const bytes = await readFile(path);
  const other = OTHERS.find(({ begin }) => bytes.subarray(0, begin.length).equals(begin));
  if (other !== undefined) throw invalidStatement(name, other.sentence);
  if (!bytes.subarray(0, 4).equals(ZIP)) {
    const text = textOf(bytes, name);
    return SEPARATORS.map((separator) => rowsOf(text, SEPARATOR_SIGNS[separator], name));
  }
  return inWorkbook(name, async () =>
    withWorkbook(path, async (workbook) => {
      const tables: TableRow[][] = [];
      for (const sheet of workbook.sheets) tables.push(await rowsOfSheet(workbook, sheet));
      return tables;
    }),
  );
}

/** What cannot be read as a workbook is a file that cannot be read. */
async function inWorkbook<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TieoutError && error.code.startsWith("IMPORT_"))
      throw invalidStatement(name, error.message);
    throw error;
  }
}

type OpenWorkbook = Parameters<Parameters<typeof withWorkbook>[1]>[0];

async function rowsOfSheet(workbook: OpenWorkbook, sheet: string): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const batch of workbook.rows(sheet))
    for (const { row, cells } of batch) rows.push({ at: row, cells: cellsOf(cells, workbook.from1904) });
  return rows;
}

async function readSheets(
  path: string,
  name: string,
  places: number,
  hints: ReadingHints,
): Promise<StatementFile> {
  return withWorkbook(path, async (workbook) => {
    let fault: unknown = invalidStatement(name, "It has no sheet with rows");
    for (const sheet of workbook.sheets) {
      if ((hints.sheet ?? sheet) !== sheet) continue;
      const rows = await rowsOfSheet(workbook, sheet);
      if (rows.length === 0) continue;
      try {
        return tableFile("xlsx", readTable(rows, places, hints, name), { separator: null, sheet });
      } catch (error) {
        fault = error;
      }
    }
    throw fault;
  });
}

/** Days from 1900 to 1904, by which some workbooks count less. */
const DAYS_TO_1904 = 1462;

function cellsOf(found: readonly FoundCell[], from1904: boolean): (string | number)[] {
  const cells: (string | number)[] = [];
  for (const { column, value, style } of found) {
    while (cells.length < column) cells.push("");
    if (typeof value === "number" && isDateFormat(style.format))
      cells.push(shownDate(value + (from1904 ? DAYS_TO_1904 : 0), "day") ?? value);
    else cells.push(typeof value === "number" ? value : String(value ?? ""));
  }
  return cells;
}

function tableFile(
  format: "csv" | "xlsx",
  { layout, statement }: ReadTable,
  found: { readonly separator: SeparatorName | null; readonly sheet: string | null },
): StatementFile {
  return { reading: { format, table: { ...layout, ...found } }, statements: [statement] };
}

const DEEPEST = 64;

/** A document as elements, without its own types and entities. */
function readElements(text: string, name: string): XmlElement {
  interface Open {
    name: string;
    attributes: Record<string, string>;
    children: XmlElement[];
    text: string;
  }
  const open: Open[] = [{ name: "", attributes: {}, children: [], text: "" }];
  const refuse = (sentence: string) => invalidStatement(name, sentence);
  const parser = new SaxesParser({ xmlns: false });
  parser.on("error", ({ message }) => {
    throw refuse(`It is not well-formed XML: line ${message.replace(/\.$/u, "")}`);
  });
  parser.on("doctype", () => {
    throw refuse("It has a document type of its own, which no bank's statement has");
  });
  parser.on("opentag", ({ name: given, attributes }) => {
    if (open.length > DEEPEST) throw refuse("It is nested too deeply");
    open.push({ name: given.slice(given.indexOf(":") + 1), attributes, children: [], text: "" });
  });
  parser.on("text", (part) => {
    const top = open.at(-1);
    if (top !== undefined) top.text += part;
  });
  parser.on("closetag", () => {
    const done = open.pop();
    if (done !== undefined) open.at(-1)?.children.push({ ...done, text: done.text.trim() });
  });
  parser.write(text).close();
  const root = open[0]?.children[0];
  if (root === undefined) throw refuse("It is empty XML");
  return root;
}
