/** Case 86, on the way back: a workbook of a hundred thousand entries is compared in bounded memory. */
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
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

const ENTRIES = 100_000;
const MEGABYTE = 1_048_576;

/** Compares a file, and says how much more memory that took at most, in MB. */
async function compared(workbook: ReturnType<typeof buildWorkbook>, path: string) {
  const before = process.memoryUsage().rss;
  let most = before;
  const differences = await withWorkbook(path, async (found) =>
    compareWorkbook(workbook, found, () => {
      most = Math.max(most, process.memoryUsage().rss);
    }),
  );
  return { differences, tookMb: (most - before) / MEGABYTE };
}

test("reads each cell of a hundred thousand rows: 90 MB of XML in less than 120 MB more memory", async () => {
  const movements = Array.from({ length: ENTRIES }, (_, at) => 100 + (at % 7));
  const workbook = buildWorkbook(reportInput({ records: { entries: wallet(movements) } }));
  const path = join(temporaryFolder(), "large.xlsx");
  await writeWorkbook(workbook, path, { atMs: RUN_AT_MS });
  const { differences, tookMb } = await compared(workbook, path);
  expect(differences).toMatchObject({ edits: [], editCount: 0 });
  expect(differences.cellsCompared).toBeGreaterThan(ENTRIES * 15);
  expect(tookMb).toBeLessThan(120);
  // Every description typed over: the first are told, all are counted, and what rows are known by stays.
  const edited = changeSheet(path, "Wallet", (xml) =>
    xml.replaceAll(/(<c r="D\d+" s="\d+" t="inlineStr"><is><t[^>]*>)(?!Brought)/gu, "$1~"),
  );
  expect(statSync(edited).size).toBeGreaterThan(1_000_000);
  const all = await compared(workbook, edited);
  expect(all.differences.editCount).toBeGreaterThanOrEqual(ENTRIES);
  expect(all.differences.edits).toHaveLength(MOST_EDITS);
  rmSync(path);
}, 400_000);
