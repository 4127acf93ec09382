import { describe, expect, it } from "vitest";
import { HEADING_ROWS } from "../../../src/core/report/sheet/model.ts";
import { TablePlace, columnLetters, layOut, partName } from "../../../src/core/report/sheet/place.ts";

/** A table's place from row 8 on. */
function placed(sheet: string, count: number, keys: readonly string[], maxRows: number): TablePlace<string> {
  const place = new TablePlace(count, keys);
  place.standOn({ sheet, first: 8, maxRows });
  return place;
}

describe("places", () => {
  it("names columns as Excel does", () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual([
      "A",
      "Z",
      "AA",
      "AZ",
      "BA",
      "ZZ",
      "AAA",
    ]);
  });

  it("keeps sheet names within 31 characters", () => {
    expect(partName("Transactions", 98).length).toBeLessThanOrEqual(31);
  });

  it("puts tables below each other, one empty row between", () => {
    const [first, second] = layOut([
      { title: null, count: 2 },
      { title: "Second", count: 1 },
    ]);
    expect(first).toEqual({ header: HEADING_ROWS + 1, first: HEADING_ROWS + 2 });
    expect(second).toEqual({ header: HEADING_ROWS + 6, first: HEADING_ROWS + 7 });
  });

  it("continues in the next part below heading and header", () => {
    const place = placed("Wallet", 10, ["id", "sum"], 10);
    expect([0, 2, 3, 5, 6, 9].map((index) => place.at(index))).toEqual([
      { part: 0, row: 8 },
      { part: 0, row: 10 },
      { part: 1, row: 8 },
      { part: 1, row: 10 },
      { part: 2, row: 8 },
      { part: 3, row: 8 },
    ]);
    expect(place.ranges("sum")).toEqual([
      "'Wallet'!$B$8:$B$10",
      "'Wallet (2)'!$B$8:$B$10",
      "'Wallet (3)'!$B$8:$B$10",
      "'Wallet (4)'!$B$8:$B$8",
    ]);
    expect(place.ranges("sum", 4, 6)).toEqual(["'Wallet (2)'!$B$9:$B$10", "'Wallet (3)'!$B$8:$B$8"]);
    expect(place.near("sum", 2, 3)).toBe("'Wallet'!B10");
    expect(place.near("sum", 3, 4)).toBe("B8");
  });

  it("writes 0 for the sum of an empty table", () => {
    const place = placed("S", 0, ["a"], 100);
    expect(place.sum("a")).toBe("0");
    expect(place.overParts(["a"], (range) => `COUNT(${range})`)).toBe("0");
  });

  it("refuses a column that the table does not have", () => {
    expect(() => placed("S", 1, ["a"], 100).cell("b", 0)).toThrow("no column b");
  });

  it("refuses to refer to a table that stands nowhere yet", () => {
    expect(() => new TablePlace(1, ["a"]).cell("a", 0)).toThrow("before it stands on a sheet");
  });

  it("leaves columns empty where a table has none", () => {
    const place = new TablePlace<"a" | "b">(1, ["a", "", "", "b"]);
    expect([place.letter("b"), place.columnsTo("b")]).toEqual(["D", 4]);
  });
});
