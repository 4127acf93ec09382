import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import exceljs from "exceljs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Cell, Row, Workbook } from "../../../src/core/report/sheet/model.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { REVIEWER_TICK } from "../../../src/core/report/exceptions/exceptions.ts";
import { writeWorkbook } from "../../../src/main/excel/workbook/write-workbook.ts";
import { closeStep, frozenMonth } from "../../helpers/ledgers/closing.ts";
import { recordsOf, threeCurrencies } from "../../helpers/ledgers/currency-world.ts";
import { allSavedByOffice, convertedByOffice, hasOffice } from "../../helpers/workbook/edited-workbook.ts";
import { entry } from "../../helpers/records.ts";
import { writeCsv } from "../../helpers/workbook/written-tables.ts";
import {
  RUN_AT_MS,
  alikeRecords,
  manyCurrencies,
  reportInput,
  variedRecords,
} from "../../helpers/workbook/report.ts";
import { bankedMonth } from "../../helpers/workbook/banked-month.ts";
import { providedMonth } from "../../helpers/workbook/provided-month.ts";
import { type ReadCell, columnsAt, rowOf, writtenWorkbook } from "../../helpers/workbook/xlsx.ts";
import { someOf } from "../../helpers/exhaustive.ts";

let folder = "";

const october = () => {
  const records = variedRecords();
  Object.assign(records.entries![5]!, { description: "_x0041_" });
  return buildWorkbook(reportInput({ records, month: "2026-10" }));
};

/** October signed off with something matched by hand. */
const closed = () => {
  const human = { matches: [{ id: 1, walletIDs: [5, 10], payIDs: [7, 8] }] };
  const month = { records: { ...variedRecords(), human }, month: "2026-10" };
  const frozen = frozenMonth(reportInput(month));
  const prepared = closeStep({ id: 1, step: "prepare", frozen });
  const signed = closeStep({ id: 2, step: "sign-off", by: "Grace Mensah", frozen });
  return buildWorkbook(reportInput({ ...month, closeSteps: [prepared, signed] }));
};

/** The workbook with its cells changed, sheet by sheet and row by row. */
function changed(workbook: Workbook, change: (cell: Cell, sheet: string, row: Row) => Cell): Workbook {
  function* rowsOf(sheet: string, rows: Iterable<Row>): Generator<Row> {
    for (const row of rows) yield { ...row, cells: row.cells.map((cell) => change(cell, sheet, row)) };
  }
  const sheets = workbook.sheets.map((sheet) => ({
    ...sheet,
    tables: sheet.tables.map((table) => ({ ...table, rows: () => rowsOf(sheet.name, table.rows()) })),
  }));
  return { ...workbook, sheets };
}

/** A cell without the result of its formula, so that whoever opens it has to work it out. */
function bare(cell: Cell): Cell {
  return cell !== null && typeof cell === "object" && cell.formula !== undefined
    ? { ...cell, value: null }
    : cell;
}

/** What LibreOffice works out, by what it is; `npm test` has another engine work out all of them. */
const ALL: Readonly<Record<string, () => Workbook>> = {
  "a month with something of everything": october,
  "a month that is closed, with a match by hand": closed,
  "wallets in several currencies": () => buildWorkbook(reportInput({ records: manyCurrencies() })),
  "a month in several currencies, with payments in others": () =>
    buildWorkbook(reportInput({ records: recordsOf(threeCurrencies()), month: "2026-10" })),
  "a month with a bank's statements": () => buildWorkbook(bankedMonth()),
  "a month whose actions somebody named": () => buildWorkbook(providedMonth()),
  "actions that look alike": () => buildWorkbook(reportInput({ records: alikeRecords() })),
};

const WORKED_OUT = Object.fromEntries(someOf(Object.entries(ALL), 3));

/** October with a stated balance on B1 changed. */
const altered = () =>
  changed(october(), (cell, sheet, { cells }) =>
    sheet === "Wallet" && cells[0] === 5 && cell === cells[10] ? Number(cell) + 1 : bare(cell),
  );

/** What a program that opens a table guesses to be a number, a date or a formula. */
const ODD_IDS = ["00367901234567890323", "219E01", "1E5", "00123", "10:00", "1/2", "MAR2026", "-1", "PAY-1"];

const ofOddIds = ODD_IDS.map((description, at) =>
  entry(at + 1, { description, debit: 1, balance: at + 1, payref: `000${at}`, sessionID: `${at}E9` }),
);

/** Workbooks as LibreOffice saved them after working them out. */
const inOffice = new Map<string, string>();
/** Those that it printed. */
const printed = new Map<string, string>();

async function book(name: string): Promise<exceljs.Workbook> {
  const read = new exceljs.Workbook();
  await read.xlsx.readFile(inOffice.get(name)!);
  return read;
}

async function written(name: string, workbook: Workbook): Promise<string> {
  const path = join(folder, `${name}.xlsx`);
  await writeWorkbook(workbook, path, { atMs: RUN_AT_MS });
  return path;
}

beforeAll(async () => {
  if (!hasOffice) return;
  folder = await mkdtemp(join(tmpdir(), "tieout-office-"));
  const made = Object.entries(WORKED_OUT).map(([name, make]) => [name, changed(make(), bare)] as const);
  const all = [...made, ["altered", altered()] as const];
  const paths: string[] = [];
  for (const [at, [, workbook]] of all.entries()) paths.push(await written(String(at), workbook));
  const tables = join(folder, "csv");
  await writeCsv(buildWorkbook(reportInput({ records: { entries: ofOddIds } })), tables);
  const table = join(tables, "B1-wallet.csv");
  const saved = await allSavedByOffice([...paths, table], await mkdtemp(join(folder, "saved-")));
  for (const [at, name] of [...all.map(([of]) => of), "a table as CSV"].entries())
    inOffice.set(name, saved[at]!);
  const toPrint = [await written("open", october()), await written("closed", closed())];
  await convertedByOffice("pdf", toPrint, folder);
  for (const name of ["open", "closed"]) printed.set(name, join(folder, `${name}.pdf`));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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

describe.skipIf(!hasOffice)("in LibreOffice", () => {
  it.each(Object.keys(WORKED_OUT))(
    "recalculates every formula to the application's own figures: %s",
    async (what) => {
      const { read } = await writtenWorkbook(WORKED_OUT[what]!());
      const theirs = await book(what);
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
    },
  );

  it.each([
    ["a month that nobody closed yet", "open"],
    ["a month that is closed", "closed"],
  ])("prints %s to paper", async (_, name) => {
    expect((await readFile(printed.get(name)!)).subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("keeps the list that C1 offers the reviewer, which accepts other entries", async () => {
    const { read } = await writtenWorkbook(october());
    const letter = columnsAt(read.sheets.get("Exceptions")!, 7).get(REVIEWER_TICK.header)!;
    const theirs = (await book("a month with something of everything")).getWorksheet("Exceptions")!;
    const { dataValidation } = theirs.getCell(`${letter}8`);
    expect(dataValidation.type).toBe("list");
    expect(dataValidation.formulae[0]).toBe('"open,explained,accepted,raised"');
    expect(dataValidation.showErrorMessage).not.toBe(true);
  });

  it("turns the proofs on A FALSE when a stated balance on B1 is changed", async () => {
    const { read } = await writtenWorkbook(october());
    const lead = read.sheets.get("Lead")!;
    const theirs = (await book("altered")).getWorksheet("Lead")!;
    const proof = "Every balance that does not follow is listed on A2";
    expect(Boolean(theirs.getCell(`B${rowOf(lead, proof)}`).result)).toBe(false);
    expect(Boolean(theirs.getCell(`B${rowOf(lead, "All proofs hold")}`).result)).toBe(false);
    expect(theirs.getCell(`A${rowOf(lead, "Conclusion") + 3}`).text).toMatch(/^Not proven/u);
  });
});

describe.skipIf(!hasOffice)("a table as CSV that LibreOffice opens by its defaults", () => {
  it("has every id as it was, and no text that was calculated", async () => {
    const [sheet] = (await book("a table as CSV")).worksheets;
    const [titles, ...rows] = sheet!.getSheetValues().slice(1) as exceljs.CellValue[][];
    const column = (title: string) =>
      rows.slice(1).map((row) => {
        const value = row[titles!.indexOf(title)];
        return typeof value === "object" && value !== null && "result" in value ? value.result : value;
      });
    expect(column("Description")).toEqual(ODD_IDS);
    expect(column("Payref")).toEqual(ODD_IDS.map((_, at) => `000${at}`));
    expect(column("Session")).toEqual(ODD_IDS.map((_, at) => `${at}E9`));
  });
});
