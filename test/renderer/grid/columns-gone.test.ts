/** Which columns of a grid give way where there is no room for all of them. */
import { expect, test } from "vitest";
import { ZoneClock } from "../../../src/core/time.ts";
import { columnDefs } from "../../../src/renderer/grid/column-defs.ts";
import { columnsGone } from "../../../src/renderer/grid/use-responsive-columns.ts";
import { WALLET_COLUMNS } from "../../../src/renderer/shared/record/wallet-columns.ts";

const AT_FIRST = { sort: [], layout: null };

/** 16 pixels of any width are the scrollbar's. */
const columns = [
  { id: "id", width: 100, yields: null },
  { id: "words", width: 100, yields: 3 },
  { id: "payref", width: 150, yields: 1 },
  { id: "in", width: 90, yields: 4 },
  { id: "out", width: 90, yields: 4 },
  { id: "balance", width: 120, yields: 2 },
  { id: "status", width: 100, yields: null },
];

test.each([
  [766, []],
  [765, ["payref"]],
  [616, ["payref"]],
  // What has room all the same comes back.
  [500, ["balance", "payref"]],
  [400, ["balance", "payref", "words"]],
  [336, ["balance", "in", "out", "payref"]],
  [100, ["balance", "in", "out", "payref", "words"]],
])("%i pixels", (width, gone) => {
  expect(columnsGone(columns, width).toSorted()).toEqual(gone);
});

test("keeps the column with the focus, and hides others instead", () => {
  expect(columnsGone(columns, 616, "payref").toSorted()).toEqual(["balance", "words"]);
});

test("amounts begin in whole pixels: of a fraction more than there is the last column would count as cut", () => {
  for (const decimals of [0, 1, 2, 3, 6]) {
    for (const amountLength of [5, 14, 19, 22]) {
      const defs = columnDefs(
        WALLET_COLUMNS,
        { decimals, amountLength, clock: new ZoneClock("UTC") },
        AT_FIRST,
      );
      const widths = defs.flatMap(({ initialWidth }) => (initialWidth === undefined ? [] : [initialWidth]));
      expect(widths.length).toBeGreaterThan(5);
      expect(widths.filter((width) => !Number.isInteger(width))).toEqual([]);
    }
  }
});
