/**
 * A process that compares a long workbook with itself, and looks after so many rows what it holds on to. Its one line of output is
 * what it compared, and by how many MB that grew from one half to the other. Arguments: where the workbook is written, how many entries. Needs --expose-gc.
 */
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { compareWorkbook } from "../../../src/main/excel/compare/compare-workbook.ts";
import { withWorkbook } from "../../../src/main/excel/read/found-workbook.ts";
import { writeWorkbook } from "../../../src/main/excel/workbook/write-workbook.ts";
import { wallet } from "../records.ts";
import { RUN_AT_MS, reportInput } from "../workbook/report.ts";

const MEGABYTE = 1_048_576;
const LOOK_EVERY = 1000;

function heldMb(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MEGABYTE;
}

const [path = "", count] = process.argv.slice(2);
const movements = Array.from({ length: Number(count) }, (_, at) => 100 + (at % 7));
const workbook = buildWorkbook(reportInput({ records: { entries: wallet(movements) } }));
await writeWorkbook(workbook, path, { atMs: RUN_AT_MS });

const held: number[] = [];
let unlooked = 0;
const { editCount, cellsCompared } = await withWorkbook(path, async (found) =>
  compareWorkbook(workbook, found, (rows) => {
    unlooked += rows;
    if (unlooked < LOOK_EVERY) return;
    unlooked = 0;
    held.push(heldMb());
  }),
);
// The least of each half: what is about to be freed comes and goes.
const half = Math.ceil(held.length / 2);
const grewMb = Math.min(...held.slice(half)) - Math.min(...held.slice(0, half));
process.stdout.write(JSON.stringify({ editCount, cellsCompared, looks: held.length, grewMb }));
