/**
 * Exports in a process of its own, for tests that kill it, limit its files or change its surroundings.
 * Arguments: what (`workbook` or `endless`), the path. Prints `written` once rows are on their way, and what went wrong.
 */
import { TieoutError, formatError } from "../../src/core/errors.ts";
import { buildWorkbook } from "../../src/core/report/workbook.ts";
import type { Row, Workbook } from "../../src/core/report/model.ts";
import { writeWorkbook } from "../../src/main/excel/write-workbook.ts";
import { RUN_AT_MS, reportInput, variedRecords } from "./report.ts";

function* endlessRows(): Generator<Row> {
  for (;;) yield { tone: "plain", cells: [Math.PI] };
}

/** A workbook whose first table never ends. */
function endless(workbook: Workbook): Workbook {
  const [lead, ...rest] = workbook.sheets;
  if (lead === undefined) throw new Error("no sheet");
  const tables = lead.tables.map((table) => ({ ...table, rows: endlessRows }));
  return { ...workbook, sheets: [{ ...lead, tables }, ...rest] };
}

const [what, path = ""] = process.argv.slice(2);
const timeZone = process.env["LEDGER_ZONE"] ?? "UTC";
const workbook = buildWorkbook(
  reportInput({ records: variedRecords(), month: "2026-10", options: { timeZone } }),
);
let isWriting = false;
try {
  await writeWorkbook(what === "endless" ? endless(workbook) : workbook, path, {
    atMs: RUN_AT_MS,
    onProgress: (rows) => {
      if (isWriting || (what === "endless" && rows < 100_000)) return;
      isWriting = true;
      process.stdout.write("written\n");
    },
  });
} catch (error) {
  if (!(error instanceof TieoutError)) throw error;
  process.stdout.write(`${formatError(error)}\n`);
  process.exitCode = 2;
}
