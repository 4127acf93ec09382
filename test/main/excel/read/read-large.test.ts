/** Case 86, on the way back: a workbook of many entries is compared in bounded memory. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { SaxesParser } from "saxes";
import { expect, test, vi } from "vitest";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { compareWorkbook } from "../../../../src/main/excel/compare/compare-workbook.ts";
import { MOST_EDITS } from "../../../../src/main/excel/compare/edits.ts";
import { withWorkbook } from "../../../../src/main/excel/read/found-workbook.ts";
import { writeWorkbook } from "../../../../src/main/excel/workbook/write-workbook.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { changeSheet } from "../../../helpers/workbook/edited-workbook.ts";
import { wallet } from "../../../helpers/records.ts";
import { RUN_AT_MS, reportInput } from "../../../helpers/workbook/report.ts";

const CHILD = join(import.meta.dirname, "../../../helpers/children/comparing-child.ts");

/** What a process of its own compares and holds on to: others' memory is not measured with it. */
interface Compared {
  readonly editCount: number;
  readonly cellsCompared: number;
  readonly looks: number;
  readonly grewMb: number;
}

test("reads each cell of six thousand rows: 5 MB of XML, and holds on to less than 1 MB of it", async () => {
  const entries = 6000;
  const path = join(temporaryFolder(), "large.xlsx");
  const args = ["--expose-gc", CHILD, path, `${entries}`];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { editCount, cellsCompared, looks, grewMb } = JSON.parse(stdout) as Compared;
  expect(editCount).toBe(0);
  expect(cellsCompared).toBeGreaterThan(entries * 15);
  expect(looks).toBeGreaterThan(5);
  // All rows at once would be 2.7 MB.
  expect(grewMb).toBeLessThan(1);
});

test("counts every edit of a column that was typed over, and reports the first", async () => {
  const entries = MOST_EDITS + 200;
  const movements = Array.from({ length: entries }, (_, at) => 100 + (at % 7));
  const workbook = buildWorkbook(reportInput({ records: { entries: wallet(movements) } }));
  const path = join(temporaryFolder(), "typed-over.xlsx");
  await writeWorkbook(workbook, path, { atMs: RUN_AT_MS });
  // What rows are known by stays.
  const edited = changeSheet(path, "Wallet", (xml) =>
    xml.replaceAll(/(<c r="D\d+" s="\d+" t="inlineStr"><is><t[^>]*>)(?!Brought)/gu, "$1~"),
  );
  const found = await withWorkbook(edited, async (file) => compareWorkbook(workbook, file, () => {}));
  expect(found.editCount).toBeGreaterThanOrEqual(entries);
  expect(found.edits).toHaveLength(MOST_EDITS);
});

test("listens to no more of the parser than V8 keeps as fast properties", async () => {
  const path = join(temporaryFolder(), "small.xlsx");
  await writeWorkbook(buildWorkbook(reportInput({ records: { entries: wallet([100]) } })), path, {
    atMs: RUN_AT_MS,
  });
  const listen = vi.spyOn(SaxesParser.prototype, "on");
  try {
    await withWorkbook(path, async () => {});
    expect(new Set(listen.mock.calls.map(([event]) => event)).size).toBe(7);
  } finally {
    listen.mockRestore();
  }
});
