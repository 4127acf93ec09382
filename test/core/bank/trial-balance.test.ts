/** The wallet account's balance out of trial balances as programs export them, and what is no such file. */
import { describe, expect, test } from "vitest";
import { balanceIn } from "../../../src/core/bank/trial-balance.ts";

type Cells = readonly (string | number)[];

const read = (rows: readonly Cells[], account = "1200", places = 2) =>
  balanceIn(
    rows.map((cells, at) => ({ at: at + 1, cells })),
    { account, places, file: "tb.csv" },
  );

const ABOVE: Cells[] = [["Marina Foods"], ["Trial balance as at 31/08/2026"]];
const SIDES: Cells = ["A/C", "Name", "Debit", "Credit"];

describe("the wallet's account is found", () => {
  test.each<[string, Cells[], string, number, number]>([
    [
      "Sage, titles below others",
      [...ABOVE, SIDES, ["1200", "Escrow wallet", "1,234.50", ""]],
      "1200",
      4,
      123_450,
    ],
    ["a credit", [SIDES, ["1200", "Escrow wallet", "", "1,234.50"]], "1200", 2, -123_450],
    ["numbers of a worksheet", [SIDES, [1200, "Escrow wallet", 0.1 + 0.2, ""]], "1200", 2, 30],
    [
      "a name of QuickBooks",
      [
        ["", "Debit", "Credit"],
        ["Current assets:Escrow wallet", "5.00", ""],
      ],
      "Escrow wallet",
      2,
      500,
    ],
    [
      "number and name in one",
      [
        ["Account", "Balance"],
        ["12000 Other", "9"],
        ["1200 - Escrow wallet", "(7.25)"],
      ],
      "1200",
      3,
      -725,
    ],
    [
      "a balance column",
      [
        ["Code", "Account", "Closing balance"],
        ["1200", "Escrow", "-3.00"],
      ],
      "1200",
      2,
      -300,
    ],
    ["commas for decimals", [SIDES, ["1200", "", "1.234,5", ""]], "1200", 2, 123_450],
    ["nil on both sides", [SIDES, ["1200", "", "0.00", "-"]], "1200", 2, 0],
  ])("%s", (_, rows, account, at, balance) => {
    expect(read(rows, account)).toMatchObject({ at, balance });
  });

  test("with the columns that it comes from", () => {
    expect(read([SIDES, ["1200", "Escrow wallet", "1", ""]])).toEqual({
      at: 2,
      named: "1200",
      balance: 100,
      columns: ["Debit", "Credit"],
    });
  });
});

test("points and commas mean groups or decimals as all amounts can be read, and nothing where that is not the same", () => {
  expect(() => read([SIDES, ["1200", "Escrow wallet", "1.234", ""]], "1200", 3)).toThrow(
    "Its amounts have points and commas for decimals",
  );
  const told = read(
    [SIDES, ["1200", "Escrow wallet", "1.234", ""], ["1300", "Other", "", "1.234,5"]],
    "1200",
    3,
  );
  expect(told.balance).toBe(1_234_000);
});

test("a number of a worksheet is an amount where it has no more decimals than are counted, but for the last bits", () => {
  const counted = (cell: number, places: number) => {
    try {
      return read([SIDES, [1200, "Escrow wallet", cell, ""]], "1200", places).balance;
    } catch {
      return "refused";
    }
  };
  expect([counted(1.1 + 2.2, 2), counted(1.1 + 2.2, 1), counted(33, 0)]).toEqual([330, 33, 33]);
  expect([counted(10.005, 2), counted(0.25, 1), counted(0.0001, 0), counted(2 ** 53, 0)]).toEqual([
    "refused",
    "refused",
    "refused",
    "refused",
  ]);
});

test.each<[Cells[], RegExp]>([
  [
    [
      ["Account", "Name"],
      ["1200", "Escrow wallet"],
    ],
    /^It has no row of titles/u,
  ],
  [[SIDES, ["12000", "Other", "1", ""]], /^No row is of the account 1200$/u],
  [[SIDES, ["1200.5", "Other", "1", ""]], /^No row is of the account 1200$/u],
  [
    [SIDES, ["1200", "One", "1", ""], ["1200", "Two", "2", ""]],
    /^Rows 2 and 3 are both of the account 1200/u,
  ],
  [
    [SIDES, ["1200", "One", "10.0051", ""]],
    /^Row 2, column Debit: "10\.0051" is no amount with at most 2 decimals$/u,
  ],
  [[SIDES, ["1200", "One", "", ""]], /^Row 2 has neither a debit nor a credit$/u],
  [
    [
      ["Account", "Balance"],
      ["1200", ""],
    ],
    /^Row 2 has no balance$/u,
  ],
  [
    [SIDES, ["1100", "Debtors", "10.00", ""], ["1200", "One", "1.005", ""]],
    /^Its amounts have points and commas for decimals/u,
  ],
])("%j is refused in one sentence", (rows, sentence) => {
  expect(() => read(rows)).toThrow(sentence);
});
