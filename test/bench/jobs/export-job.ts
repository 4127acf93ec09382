/**
 * One job of the export's bench in a process of its own: `node test/bench/jobs/export-job.ts JOB FOLDER ENTRIES`. Prints one JSON object
 * with the time that writing took and the process's peak memory.
 */
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import exceljs from "exceljs";
import type {
  Cell,
  CellKind,
  SheetColumn,
  SheetTable,
  CellTone,
  Workbook,
} from "../../../src/core/report/sheet/model.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { ZoneClock } from "../../../src/core/time.ts";
import { cellStyle, headerLine, lineStyle } from "../../../src/main/excel/workbook/styles.ts";
import { writeWorkbook } from "../../../src/main/excel/workbook/write-workbook.ts";
import { closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { openForReading } from "../../../src/main/ledger/file/open.ts";
import { checkLedger } from "../../../src/main/services/check/check.ts";
import type { ServiceContext } from "../../../src/main/services/shared/thread-messages.ts";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { reportInputOf } from "../../../src/main/services/close/report-input.ts";
import { filesIn, writeGenerated } from "../parts/generated.ts";
import { type Measured, timing } from "../parts/measure.ts";

const AT_MS = Date.UTC(2026, 10, 1);
const CONTEXT: ServiceContext = { now: () => AT_MS, appVersion: "bench" };
const [job = "", folder = "", entries = ""] = process.argv.slice(2);
const ledger = join(folder, "wallet.tieout");

const JOBS: Readonly<Record<string, () => Promise<Measured>>> = {
  ledger: makeLedger,
  wallet: () => timed((workbook) => writeOurs(walletOnly(workbook))),
  exceljs: () => timed((workbook) => writeWithExceljs(walletOnly(workbook))),
  workbook: () => timed(writeOurs),
  "exceljs-workbook": () => timed(writeWithExceljs),
};

/** The ledger that the other jobs read. */
async function makeLedger(): Promise<Measured> {
  writeGenerated(folder, Number(entries));
  const { wallet, transactions } = filesIn(folder);
  const files = { wallet: [wallet], transactions: [transactions], user: null, business: [] };
  return timing(() => importIntoLedger({ ledger, files }, CONTEXT));
}

/** Times writing; check and workbook are made before. */
async function timed(write: (workbook: Workbook) => Promise<void>): Promise<Measured> {
  const db = openForReading(ledger);
  try {
    const gathered = checkLedger(db, { period: null, options: {} }, CONTEXT);
    const around = { decimals: 0, run: { id: 1, atMs: AT_MS }, audit: { sequence: 1, head: "" } };
    const workbook = buildWorkbook(reportInputOf(db, gathered, { ...around, appVersion: "bench" }));
    return await timing(() => write(workbook));
  } finally {
    closeLedger(db);
  }
}

async function writeOurs(workbook: Workbook): Promise<void> {
  await writeWorkbook(workbook, join(folder, `${job}.xlsx`), { atMs: AT_MS });
}

function walletOnly(workbook: Workbook): Workbook {
  return { ...workbook, sheets: workbook.sheets.filter(({ ref }) => ref === "B1") };
}

/** The same cells by exceljs's streaming writer as its documentation has it: styles on, everything else as it comes. */
async function writeWithExceljs(workbook: Workbook): Promise<void> {
  const stream = createWriteStream(join(folder, `${job}.xlsx`));
  const writer = new exceljs.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  for (const { name, widths, tables } of workbook.sheets) {
    const sheet = writer.addWorksheet(name);
    sheet.columns = widths.map((width) => ({ width }));
    for (const table of tables) writeTable(sheet, table, new ZoneClock(workbook.timeZone));
    sheet.commit();
  }
  await writer.commit();
}

function writeTable(sheet: exceljs.Worksheet, { columns, rows }: SheetTable, clock: ZoneClock): void {
  const header = sheet.addRow(columns.map((column) => column.header));
  for (const [at, { kind }] of columns.entries()) header.getCell(at + 1).style = lineStyle(headerLine(kind));
  header.commit();
  const styles = new Map<string, Partial<exceljs.Style>>();
  for (const { cells, tone } of rows()) {
    const row = sheet.addRow([]);
    for (const [at, column] of columns.entries()) {
      const cell = cells[at] ?? null;
      const target = row.getCell(at + 1);
      target.value = valueOf(cell, column, clock);
      const isLinked = cell !== null && typeof cell === "object" && cell.link !== undefined;
      target.style = styleOf(styles, column.kind, tone, isLinked);
    }
    row.commit();
  }
}

/** The same object for the same style, which exceljs finds quicker than an equal one. */
function styleOf(
  styles: Map<string, Partial<exceljs.Style>>,
  kind: CellKind,
  tone: CellTone,
  isLinked: boolean,
): Partial<exceljs.Style> {
  const key = `${kind} ${tone} ${isLinked}`;
  const style = styles.get(key) ?? cellStyle(kind, kind, tone, isLinked, 0);
  styles.set(key, style);
  return style;
}

function valueOf(cell: Cell, { kind }: SheetColumn, clock: ZoneClock): exceljs.CellValue {
  if (cell === null || typeof cell !== "object") return plainOf(cell, kind, clock);
  const value = plainOf(cell.value, cell.kind ?? kind, clock);
  if (cell.link !== undefined) {
    return { text: String(value), hyperlink: `#'${cell.link.sheet}'!${cell.link.cell}` };
  }
  return cell.formula === undefined
    ? value
    : { formula: cell.formula, result: value as number, date1904: false };
}

function plainOf(value: string | number | boolean | null, kind: CellKind, clock: ZoneClock) {
  if (kind === "instant" && typeof value === "number") return new Date(clock.wallMs(value));
  return kind === "day" && typeof value === "string" ? new Date(`${value}T00:00:00Z`) : value;
}

const work = JOBS[job];
if (work === undefined) throw new Error(`no job ${job}`);
process.stdout.write(JSON.stringify(await work()));
