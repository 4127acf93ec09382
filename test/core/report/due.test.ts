/** What is due of a payment whose entries take each other back, and what is said of one that is deleted. */
import { expect, it } from "vitest";
import { monthReportOf } from "../../../src/core/report/month-report.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { SETTLEMENT } from "../../../src/core/reconcile/input/result.ts";
import { dueOf } from "../../../src/core/report/sheet/due.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../../helpers/records.ts";
import { reportInput } from "../../helpers/workbook/report.ts";
import { rowOf, writtenWorkbook } from "../../helpers/workbook/xlsx.ts";

it.each<[string, Partial<Transaction>, number]>([
  ["all of it while it is paid", {}, 600],
  ["nothing once it is deleted", { isDeleted: 1 }, 0],
  ["nothing while it is not paid", { datePaidAtMs: null }, 0],
])("%s", (_, fields, due) => {
  const entries = wallet([1000, 600, -600], (at) => ({ payref: at === 0 ? "PAY-1" : "PAY-2" }));
  const transactions = [sale(1, 1000), sale(2, 600, { dateCreatedAtMs: OCTOBER_MS + HOUR_MS, ...fields })];
  const input = reportInput({ records: { entries, transactions } });
  expect(input.check.transactionOutcomes.settlement[1]).toBe(SETTLEMENT.reversed);
  expect(dueOf(input, 1)).toBe(due);
});

it("A, A2 and the window say of the balance per transactions that payments which are deleted are in it", async () => {
  const entries = wallet([1000, 590, 300, -300], (at) => ({ payref: `PAY-${Math.min(at + 1, 3)}` }));
  const inputOf = (...deleted: readonly number[]) => {
    const of = (payID: number, amount: number) =>
      sale(payID, amount, { isDeleted: deleted.includes(payID) ? 1 : 0 });
    const transactions = [of(1, 1000), of(2, 600), of(3, 300)];
    return reportInput({ records: { entries, transactions }, month: "2026-10" });
  };
  const saidOf = (...deleted: readonly number[]) =>
    monthReportOf(inputOf(...deleted)).proofs[0]!.lines.find(({ name }) => name === "said");
  // What is short of payID 2 is an item by itself; of payID 3 nothing is left, and nothing due.
  const included = { text: "Balance per transactions, deleted ones included", amount: 1600 };
  expect(saidOf(2, 3)).toMatchObject(included);
  expect(saidOf(3)).toMatchObject({ text: "Balance per transactions", amount: 1600 });
  expect(saidOf()).toMatchObject({ text: "Balance per transactions", amount: 1900 });
  const { read } = await writtenWorkbook(buildWorkbook(inputOf(2, 3)));
  for (const sheet of ["Lead", "Three-way"])
    expect([sheet, rowOf(read.sheets.get(sheet)!, included.text)]).toEqual([sheet, expect.any(Number)]);
});
