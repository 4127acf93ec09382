/** How many lines rows leave for their texts, as LibreOffice breaks them in Carlito and in DejaVu Sans. */
import { expect, test } from "vitest";
import type { CellTone } from "../../../src/core/report/sheet/model.ts";
import { linesIn, wrappedColumns } from "../../../src/main/excel/workbook/rows.ts";

function linesOf(text: string, width: number, tone: CellTone = "plain"): number {
  const wrapped = wrappedColumns([{ key: "text", header: "", kind: "wrapped" }], [width]);
  return linesIn({ cells: [text], tone }, wrapped);
}

test.each([
  ["a hash that has no room behind the word before it", `Statement\nSHA-256 ${"a844b41b".repeat(8)}`, 68, 3],
  ["a line break of its own", "Known\nto the client", 24, 2],
  ["what ends just before the column does", "Letter 1 of August 2026 was answered on 2026-11-30.", 44, 2],
  [
    "narrow letters, more of them than the column has digits",
    "Payment for Kente cloth | single weave",
    34,
    1,
  ],
  ["capitals", "MWMWMWMWMWMWMWMW", 16, 2],
  ["signs as wide as they are high", "金継ぎの器金継ぎの器金継ぎの器", 24, 2],
  ["a word longer than a line", "x".repeat(60), 16, 4],
  ["no text", "", 16, 1],
])("leaves room for %s", (_, text, width, lines) => {
  expect(linesOf(text, width)).toBe(lines);
});

test("leaves more room for bold letters", () => {
  const nil = "nil: every amount has a line above; A says what no payment supports";
  expect([linesOf(nil, 58), linesOf(nil, 58, "total")]).toEqual([1, 2]);
});
