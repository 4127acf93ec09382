import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type RowsNow, canonicalFormula } from "../../../../src/main/excel/read/canonical-formula.ts";
import { MovedRows, alignRows } from "../../../../src/main/excel/compare/moved-rows.ts";
import { referencesOf } from "../../../../src/main/excel/read/references.ts";

const SAME: RowsNow = { has: () => true, rowNow: (_, row) => row };

const canonical = (formula: string, setting: Partial<Parameters<typeof canonicalFormula>[1]> = {}) =>
  canonicalFormula(formula, { sheet: "Wallet", down: 0, right: 0, rows: SAME, ...setting });

describe("formulas that mean the same have the same text", () => {
  test.each([
    ["'Roll-forward'!A1", "'ROLL-FORWARD'!a1"],
    ["'Transactions'!A1", "Transactions!A1"],
    ["Transactions!A1", "$Transactions.A1"],
    ["'Wallet (2)'!$A$1:$A$9", "$'Wallet (2)'.$A$1:$A$9"],
    ["'Wallet'!A1", "A1"],
    ["IF(TRUE,1,2)", "if( true() , 1.0 , 2 )"],
    ['SUMIFS(A1:A9,B1:B9,"x  y")', 'sumifs( A1:A9, B1:B9 ,"x  y")'],
    ["IFS(A1,2)", "_xlfn.IFS(A1,2)"],
    ["SORT(A1)", "_xlfn._xlws.SORT(A1)"],
    ["#REF!", "Transactions!#REF!"],
    ["A1<>B1", "A1 <> B1"],
    ['"a\nb"', '"a\r\nb"'],
    ["1E3", "1000"],
    ["'It''s'!A1", "'IT''S'!A1"],
  ])("%s and %s", (one, other) => {
    expect(canonical(other)).toBe(canonical(one));
  });

  test.each([
    ["A1", "A2"],
    ["A1", "$A$1"],
    ['"a"', '"A"'],
    ["Transactions!A1", "A1"],
    ["SUM(A1:A9)", "SUM(A1:A8)"],
    ["A1 B1", "A1B1"],
    ["(A1:A9) (A5:B5)", "(A1:A9)(A5:B5)"],
    ["1", "1.5"],
    ["ROUND(A1,2)", "ROUNDUP(A1,2)"],
    ["A1+B1", "A1-B1"],
  ])("but %s and %s differ", (one, other) => {
    expect(canonical(other)).not.toBe(canonical(one));
  });

  test("reads a shared formula relative to its cell", () => {
    expect(canonical("ROUND(J9-K9,2)+$A9+B$1", { down: 5, right: 1 })).toBe(
      canonical("ROUND(K14-L14,2)+$A14+C$1"),
    );
  });

  test("moves references with the rows that they refer to", () => {
    const runs = [
      { from: 1, to: 9, by: 0 },
      { from: 12, to: 100, by: 3 },
    ];
    const moved = new MovedRows(runs, 102);
    const rows: RowsNow = {
      has: (sheet) => sheet !== "Gone",
      rowNow: (_, row, as) =>
        as === "cell" ? moved.now(row) : as === "first" ? moved.nowOrNext(row) : moved.nowOrBefore(row),
    };
    expect(canonical("A9+A12+SUM(A1:A50)", { rows })).toBe("A9+A15+SUM(A1:A53)");
    expect(canonical("A10+SUM(A5:A11)+SUM(A10:A20)+SUM(A10:A11)", { rows })).toBe(
      "#REF!+SUM(A5:A9)+SUM(A15:A23)+SUM(#REF!)",
    );
    expect(canonical("A101+SUM(A99:A102)+A103", { rows })).toBe("#REF!+SUM(A102:A103)+A104");
    expect(canonical("SUM(A5:A5)", { rows })).toBe("SUM(A5)");
    expect(canonical("SUM('Lead'!$B$80:$B$80)")).toBe(canonical("SUM(Lead!$B$80)"));
    expect(canonical("Gone!A1+SUM('Gone'!A1:A2)", { rows })).toBe("#REF!+SUM(#REF!)");
  });

  test("lists what a formula refers to, wherever it is", () => {
    const formula = { text: "SUM('Roll-forward'!A1:B$9)+C3+\"D4\"+LOG10(5)+$E:$E+#REF!", down: 2, right: 1 };
    expect(referencesOf(formula, "Wallet")).toEqual({
      isBroken: true,
      ranges: [
        { sheet: "ROLL-FORWARD", columns: [2, 3], rows: [3, 9] },
        { sheet: "WALLET", columns: [4, 4], rows: [5, 5] },
        { sheet: "WALLET", columns: [5, 5], rows: [1, Infinity] },
      ],
    });
  });
});

test("lists a range that is written from its end", () => {
  expect(referencesOf({ text: "SUM(B9:A1)+SUM($7:3)", down: 0, right: 0 }, "Wallet").ranges).toEqual([
    { sheet: "WALLET", columns: [1, 2], rows: [1, 9] },
    { sheet: "WALLET", columns: [1, Infinity], rows: [3, 7] },
  ]);
});

describe("rows that moved", () => {
  test("tells rows deleted and inserted from those that stayed", () => {
    const keys = fc.uniqueArray(fc.integer({ min: 1, max: 1e6 }), { minLength: 4, maxLength: 60 });
    fc.assert(
      fc.property(keys, fc.nat(50), fc.nat(4), fc.nat(50), fc.nat(4), (rows, at, deleted, to, inserted) => {
        const from = at % rows.length;
        const left = rows.toSpliced(from, deleted);
        fc.pre(left.length > 0);
        // What comes after the last row is added; what stands in the place of deleted rows is typed over them.
        const place = to % left.length;
        fc.pre(deleted === 0 || inserted === 0 || place !== from);
        const now = left.toSpliced(place, 0, ...Array.from({ length: inserted }, (_, n) => -1 - n));
        const moved = alignRows(rows, now);
        for (const [index, key] of rows.entries()) {
          const expected = now.indexOf(key);
          expect(moved.now(index + 1)).toBe(expected === -1 ? null : expected + 1);
        }
        const were = now.map((key, index) => (key < 0 ? moved.was(index + 1) : null));
        expect(were.every((row) => row === null)).toBe(true);
      }),
    );
  });

  test("keeps a row typed over in place, also among similar rows", () => {
    expect(alignRows([7, 7, 7, 7, 7], [7, 7, 9, 7, 7]).now(3)).toBe(3);
    expect(alignRows([1, 2, 3, 4], [1, 9, 8, 4]).now(3)).toBe(3);
  });

  test("keeps an emptied row, and removes one deleted before a blank one", () => {
    expect(alignRows([1, 2, 0, 3, 4], [1, 0, 0, 3, 4]).now(2)).toBe(2);
    expect(alignRows([1, 2, 0, 3, 4], [1, 0, 3, 4]).now(2)).toBe(null);
  });
});
