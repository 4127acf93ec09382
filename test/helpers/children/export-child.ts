/**
 * Exports in a process of its own, for tests that kill it, fill its disk or change its surroundings.
 * Arguments: what (`once`, `short` for two of the sheets, `again` and again, `endless`, or `endless-zip` for tables in one file), the format or `every`, the path; a folder
 * for `every`. Prints `written` once rows are on their way or a first export is in its place, and what went wrong with each. LEDGER_ZONE is the
 * ledger's zone.
 */
import { join } from "node:path";
import { TieoutError, formatError } from "../../../src/core/errors.ts";
import type { ExportFormat } from "../../../src/core/report/sheet/format.ts";
import { WRITTEN_FORMATS } from "../workbook/written-formats.ts";
import type { Row, Workbook } from "../../../src/core/report/sheet/model.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { writeExport } from "../../../src/main/excel/write-export.ts";
import { RUN_AT_MS, october, shortened } from "../workbook/report.ts";

function* endlessRows(): Generator<Row> {
  for (;;) yield { tone: "plain", cells: [Math.PI] };
}

/** A workbook whose first table never ends. */
function endless(workbook: Workbook): Workbook {
  const [lead, ...rest] = workbook.sheets;
  if (lead === undefined) throw new Error("no sheet");
  const tables = lead.tables.map((table) => ({ ...table, count: 1e9, feet: 0, rows: endlessRows }));
  return { ...workbook, sheets: [{ ...lead, tables }, ...rest] };
}

let hasSaid = false;
function sayWritten(): void {
  if (hasSaid) return;
  hasSaid = true;
  process.stdout.write("written\n");
}

const [what = "", given, path = ""] = process.argv.slice(2);
const formats = WRITTEN_FORMATS.filter((one) => one === given || given === "every");
if (formats.length === 0) throw new Error(`no format ${given}`);
/** Where an export of a format goes. */
const outOf = (format: ExportFormat) =>
  given === "every" ? join(path, format === "xlsx" ? "october.xlsx" : format) : path;
/** The workbook that is asked for. */
function asked(workbook: Workbook): Workbook {
  if (what === "short") return shortened(workbook);
  return what.startsWith("endless") ? endless(workbook) : workbook;
}

const timeZone = process.env["LEDGER_ZONE"] ?? "UTC";
const workbook = buildWorkbook(october({ options: { timeZone } }));
for (;;) {
  for (const format of formats) await write(format);
  if (what !== "again" || process.exitCode === 2) break;
}

async function write(format: ExportFormat): Promise<void> {
  try {
    await writeExport(asked(workbook), { format, asFolder: what !== "endless-zip" }, outOf(format), {
      atMs: RUN_AT_MS,
      onProgress: (rows) => {
        if (what.startsWith("endless") && rows > 20_000) sayWritten();
      },
    });
    sayWritten();
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    process.stdout.write(`${formatError(error)}\n`);
    process.exitCode = 2;
  }
}
