/** What is due of a payment whose entries take each other back. */
import { expect, it } from "vitest";
import { SETTLEMENT } from "../../../src/core/reconcile/input/result.ts";
import { dueOf } from "../../../src/core/report/sheet/due.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../../helpers/records.ts";
import { reportInput } from "../../helpers/workbook/report.ts";

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
