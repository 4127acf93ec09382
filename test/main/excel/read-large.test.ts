/** Case 86, on the way back: a workbook of many entries is compared in bounded memory. */
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { compareWorkbook } from "../../../src/main/excel/read/compare/compare-workbook.ts";
import { MOST_EDITS } from "../../../src/main/excel/read/compare/edits.ts";
import { withWorkbook } from "../../../src/main/excel/read/file/found-workbook.ts";
import { writeWorkbook } from "../../../src/main/excel/workbook/write-workbook.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { changeSheet } from "../../helpers/edited-workbook.ts";
import { wallet } from "../../helpers/records.ts";
import { RUN_AT_MS, reportInput } from "../../helpers/report.ts";

const ENTRIES = 20_000;
const MEGABYTE = 1_048_576;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** What this process holds on to, bytes. */
function heldBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Compares a file, and says by how much what it holds on to varies meanwhile, in MB; asked every 3,000 rows. */
async function compared(workbook: ReturnType<typeof buildWorkbook>, path: string) {
  const held: number[] = [];
  let unasked = 0;
  const differences = await withWorkbook(path, async (found) =>
    compareWorkbook(workbook, found, (rows) => {
      unasked += rows;
      if (unasked < 3000) return;
      unasked = 0;
      held.push(heldBytes());
    }),
  );
  expect(held.length).toBeGreaterThan(4);
  return { differences, heldMb: (Math.max(...held) - Math.min(...held)) / MEGABYTE };
}

test("reads each cell of twenty thousand rows: 18 MB of XML, and holds less than 12 MB more from one look to another", async () => {
  const movements = Array.from({ length: ENTRIES }, (_, at) => 100 + (at % 7));
  const workbook = buildWorkbook(reportInput({ records: { entries: wallet(movements) } }));
  const path = join(temporaryFolder(), "large.xlsx");
  await writeWorkbook(workbook, path, { atMs: RUN_AT_MS });
  const { differences, heldMb } = await compared(workbook, path);
  expect(differences).toMatchObject({ edits: [], editCount: 0 });
  expect(differences.cellsCompared).toBeGreaterThan(ENTRIES * 15);
  expect(heldMb).toBeLessThan(12);
  // Every description typed over: the first are told, all are counted, and what rows are known by stays.
  const edited = changeSheet(path, "Wallet", (xml) =>
    xml.replaceAll(/(<c r="D\d+" s="\d+" t="inlineStr"><is><t[^>]*>)(?!Brought)/gu, "$1~"),
  );
  expect(statSync(edited).size).toBeGreaterThan(100_000);
  const all = await compared(workbook, edited);
  expect(all.differences.editCount).toBeGreaterThanOrEqual(ENTRIES);
  expect(all.differences.edits).toHaveLength(MOST_EDITS);
  rmSync(path);
}, 400_000);
