/** Which cells a result may follow, and in what order edits are told. */
import { describe, expect, test } from "vitest";
import { ChangedCells, Differences } from "../../../../src/main/excel/compare/differences.ts";
import type { Edit } from "../../../../src/core/report/edits.ts";
import { EditList } from "../../../../src/main/excel/compare/edits.ts";
import { shownFound } from "../../../../src/main/excel/compare/sheet-comparison.ts";

const range = (columns: readonly [number, number], rows: readonly [number, number]) => ({
  sheet: "WALLET",
  columns,
  rows,
});

describe("a range holds a changed cell", () => {
  test.each<[rows: readonly [number, number], columns: readonly [number, number], holds: boolean]>([
    [[5, 5], [2, 2], true],
    [[4, 5], [2, 2], true],
    [[5, 6], [1, 3], true],
    [[50, 900], [2, 2], true],
    [[3, 4], [2, 2], false],
    [[6, 7], [2, 2], false],
    [[6, 49], [2, 2], false],
    [[501, 900], [2, 2], false],
    [[5, 5], [1, 1], false],
    [[5, 5], [3, 9], false],
  ])("rows %j of columns %j: %s", (rows, columns, holds) => {
    const changed = new ChangedCells();
    for (const row of [5, 50, 500]) changed.add("Wallet", row, 2);
    expect(changed.touches(range(columns, rows))).toBe(holds);
    expect(changed.touches({ ...range(columns, rows), sheet: "LEAD" })).toBe(false);
  });

  test("in every column of a row that is changed as a whole", () => {
    const changed = new ChangedCells();
    expect(changed.isEmpty).toBe(true);
    changed.add("Wallet", 7);
    expect(changed.isEmpty).toBe(false);
    expect(changed.touches(range([9, 9], [7, 7]))).toBe(true);
    expect(changed.touches(range([9, 9], [8, 9]))).toBe(false);
  });

  test("anywhere in a sheet that is gone, and in a column of which more changed than is kept", () => {
    const gone = new ChangedCells();
    gone.addSheet("Wallet");
    expect(gone.touches(range([1, 1], [1, 1]))).toBe(true);
    const many = new ChangedCells();
    for (let row = 1; row <= 50_001; row += 1) many.add("Wallet", row, 2);
    expect(many.touches(range([2, 2], [900_000, 900_000]))).toBe(true);
    expect(many.touches(range([3, 3], [900_000, 900_000]))).toBe(false);
    const rows = new ChangedCells();
    for (let row = 1; row <= 50_001; row += 1) rows.add("Wallet", row);
    expect(rows.touches(range([3, 3], [900_000, 900_000]))).toBe(true);
  });
});

const EDIT: Edit = { sheet: "Lead", cell: "A1", what: null, kind: "value", exported: "", found: "" };

test("a result that refers to what is gone follows only where something was deleted", () => {
  const told = (isSomethingGone: boolean) => {
    const differences = new Differences();
    differences.isSomethingGone = isSomethingGone;
    const formula = { text: "#REF!+1", down: 0, right: 0 };
    differences.addResult({ edit: { ...EDIT, kind: "result" }, row: 1, place: 1, column: 0, formula });
    differences.trace();
    return [differences.followed, differences.edits.count];
  };
  expect(told(true)).toEqual([1, 0]);
  expect(told(false)).toEqual([0, 1]);
});

test("edits are told by weight, then in the order of sheets, rows and columns", () => {
  const list = new EditList();
  const add = (sheet: string, kind: Edit["kind"], row: number, column: number) =>
    list.add({ ...EDIT, sheet, kind, cell: `${column}.${row}` }, row, column);
  add("Wallet", "format", 1, 0);
  add("Wallet", "hidden", 1, 0);
  add("Wallet", "value", 1, 1);
  add("Wallet", "value", 1, 0);
  add("Lead", "value", 9, 0);
  add("Lead", "value", 2, 5);
  expect(list.inOrder(["Lead", "Wallet"]).map(({ sheet, kind, cell }) => `${sheet} ${cell} ${kind}`)).toEqual(
    [
      "Lead 5.2 value",
      "Lead 0.9 value",
      "Wallet 0.1 value",
      "Wallet 1.1 value",
      "Wallet 0.1 hidden",
      "Wallet 0.1 format",
    ],
  );
});

test("two long texts that begin alike are told apart by where they differ", () => {
  const text = "x".repeat(400);
  const shown = shownFound(`${text}a`, `${text}b`, "text", 0);
  expect(shown).toBe(`${"x".repeat(300)}… (another from character 401 on)`);
});
