import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import exceljs from "exceljs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Cell, Row, Workbook } from "../../../src/core/report/model.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { writeWorkbook } from "../../../src/main/excel/write-workbook.ts";
import { RUN_AT_MS, reportInput, variedRecords } from "../../helpers/report.ts";
import { type ReadCell, readXlsx } from "../../helpers/xlsx.ts";

const run = promisify(execFile);
const installed = spawnSync("soffice", ["--version"], { stdio: "ignore" }).status === 0;
if (!installed) console.log("skipped: soffice is not installed, no second recalculation");

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tieout-office-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function withoutResult(cell: Cell): Cell {
  return cell !== null && typeof cell === "object" && cell.formula !== undefined
    ? { ...cell, value: null }
    : cell;
}

/** The workbook without the results of its formulas, so that whoever opens it has to work them out. */
function withoutResults(workbook: Workbook): Workbook {
  function* bare(rows: Iterable<Row>): Generator<Row> {
    for (const row of rows) yield { ...row, cells: row.cells.map(withoutResult) };
  }
  const sheets = workbook.sheets.map((sheet) => ({
    ...sheet,
    tables: sheet.tables.map((table) => ({ ...table, rows: () => bare(table.rows()) })),
  }));
  return { ...workbook, sheets };
}

/** A cell as exceljs read it, as plain as ours. */
function plain(cell: exceljs.Cell, ours: ReadCell): unknown {
  const value = cell.formula === undefined ? cell.value : cell.result;
  if (value instanceof Date) return Math.round((value.getTime() / 86_400_000 + 25_569) * 1e6);
  if (typeof ours.value === "string") return cell.text;
  if (typeof value === "object" && value !== null) return Number(Reflect.get(value, "text"));
  // A sheet that holds TRUE as 1 and one that holds it as a truth mean the same.
  return typeof ours.value === "boolean" ? Boolean(value) : (value ?? 0);
}

function expected(cell: ReadCell, theirs: exceljs.Cell): unknown {
  const isDate = theirs.value instanceof Date || theirs.result instanceof Date;
  return isDate ? Math.round(Number(cell.value) * 1e6) : cell.value;
}

describe.skipIf(!installed)("in LibreOffice", () => {
  it("opens and works every formula out to the application's own figures", async () => {
    const records = variedRecords();
    Object.assign(records.entries![5]!, { description: "_x0041_" });
    const workbook = buildWorkbook(reportInput({ records, month: "2026-10" }));
    const ours = join(folder, "ours.xlsx");
    const bare = join(folder, "bare.xlsx");
    await writeWorkbook(workbook, ours, { atMs: RUN_AT_MS });
    await writeWorkbook(withoutResults(workbook), bare, { atMs: RUN_AT_MS });
    const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
    const to = ["--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", join(folder, "out")];
    await run("soffice", [profile, ...to, bare], { timeout: 50_000 });
    const theirs = new exceljs.Workbook();
    await theirs.xlsx.readFile(join(folder, "out", "bare.xlsx"));
    const read = await readXlsx(ours);
    let formulas = 0;
    const differences: string[] = [];
    for (const { name, cells } of read.sheets.values()) {
      for (const [reference, cell] of cells) {
        if (cell.value === null) continue;
        if (cell.formula !== null) formulas += 1;
        const found = theirs.getWorksheet(name)!.getCell(reference);
        if (plain(found, cell) !== expected(cell, found)) {
          differences.push(
            `${name}!${reference} ${cell.formula}: ${String(plain(found, cell))} not ${cell.value}`,
          );
        }
      }
    }
    expect(differences).toEqual([]);
    expect(formulas).toBeGreaterThan(250);
  });
});
