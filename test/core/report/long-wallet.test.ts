/** How far formulas of B2 look through B1 and B3: all of it, or where that is long only at a payment's own rows. */
import { expect, it } from "vitest";
import type { Cell } from "../../../src/core/report/sheet/model.ts";
import { FULL_SEARCH } from "../../../src/core/report/exceptions/transactions.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { sale, task, wallet } from "../../helpers/records.ts";
import { milestone } from "../oracle/worked/details.ts";
import { reportInput } from "../../helpers/workbook/report.ts";

/** The row of the opening on B1; entries are below it. */
const OPENING_ROW = 8;
const FIRST_ROW = OPENING_ROW + 1;

/** The formulas that count the entries of the first two payments; each has two entries, half a wallet apart. */
function countsOf(payments: number): string[] {
  const movements = Array.from({ length: 2 * payments }, () => 5);
  const entries = wallet(movements, (at) => ({ payref: `PAY-${(at % payments) + 1}` }));
  const transactions = movements.map((_, at) => sale(at + 1, 10));
  const { sheets } = buildWorkbook(reportInput({ records: { entries, transactions } }));
  const table = sheets.flatMap(({ tables }) => tables).find(({ id }) => id === "transactions")!;
  const place = table.columns.findIndex(({ key }) => key === "entries");
  return [...table.rows()].slice(0, 2).map(({ cells }) => formulaOf(cells[place]));
}

function formulaOf(cell: Cell | undefined): string {
  return typeof cell === "object" && cell !== null && "formula" in cell ? (cell.formula ?? "") : "";
}

it("searches all of B1 in an ordinary wallet", () => {
  const range = `'Wallet'!$F$${OPENING_ROW}:$F$${OPENING_ROW + 6}`;
  expect(countsOf(3)).toEqual([`COUNTIF(${range},A8)`, `COUNTIF(${range},A9)`]);
});

it("searches a long wallet from a payment's first to its last entry", () => {
  const payments = Math.ceil(Math.sqrt(FULL_SEARCH) / 2) + 1;
  expect(countsOf(payments)).toEqual([
    `COUNTIF('Wallet'!$F$${FIRST_ROW}:$F$${FIRST_ROW + payments},A8)`,
    `COUNTIF('Wallet'!$F$${FIRST_ROW + 1}:$F$${FIRST_ROW + 1 + payments},A9)`,
  ]);
});

it("adds up over all of B3 what a milestone earned, and of many only over its own tasks", () => {
  const earnedOf = (payments: number): string[] => {
    const transactions = Array.from({ length: payments }, (_, at) => milestone(at + 1, [task(3), task(4)]));
    const { sheets } = buildWorkbook(reportInput({ records: { transactions } }));
    const table = sheets.flatMap(({ tables }) => tables).find(({ id }) => id === "transactions")!;
    const place = table.columns.findIndex(({ key }) => key === "earned");
    return [...table.rows()].slice(0, 2).map(({ cells }) => formulaOf(cells[place]));
  };
  const sumOver = (first: number, last: number, payID: string) =>
    `SUMIFS('Tasks'!$H$${first}:$H$${last},'Tasks'!$A$${first}:$A$${last},${payID})`;
  expect(earnedOf(3)).toEqual([sumOver(8, 13, "A8"), sumOver(8, 13, "A9")]);
  const many = Math.ceil(Math.sqrt(FULL_SEARCH / 2)) + 1;
  expect(earnedOf(many)).toEqual([sumOver(8, 9, "A8"), sumOver(10, 11, "A9")]);
});
