/** What sellers had earned at the month's end, at the very end of it. */
import { expect, test } from "vitest";
import { figuresOf } from "../../../../src/core/report/sheet/figures.ts";
import { earnedBy, earnedOf, hasEarned } from "../../../../src/core/report/exceptions/earned.ts";
import { supportOf } from "../../../../src/core/report/exceptions/transaction-feet.ts";
import type { Transaction } from "../../../../src/core/records/transaction.ts";
import { entry, task } from "../../../helpers/records.ts";
import { reportInput } from "../../../helpers/workbook/report.ts";
import { crowdPay, milestone } from "../../oracle/worked/details.ts";

const PAID_MS = Date.UTC(2026, 9, 5);
const END_MS = Date.UTC(2026, 10, 1) - 1;

test.each([
  ["in the month's last millisecond", END_MS, 40],
  ["a millisecond later", END_MS + 1, 0],
  ["without a date", null, 40],
])("a task of 40 completed %s", (_, dateCompletedAtMs, earned) => {
  const dates = { dateCreatedAtMs: PAID_MS, datePaidAtMs: PAID_MS };
  const input = reportInput({
    records: {
      entries: [entry(1, { debit: 40, balance: 40, payref: "PAY-1", dateCreatedAtMs: PAID_MS })],
      transactions: [milestone(1, [task(40, { dateCompletedAtMs })], {}, dates)],
    },
    options: { convention: "asset", settlementBasis: "charged" },
    month: "2026-10",
  });
  const figures = figuresOf(input);
  expect(earnedBy(input, earnedOf(figures), 0)).toBe(earned);
  expect(hasEarned(input, 0, earned)).toBe(earned > 0);
});

test("a crowd-pay that raised nothing by the month's end is no payment of it, whatever it raised since", () => {
  const raised = crowdPay(1, 100, 40, { dateCreatedAtMs: PAID_MS });
  const support = (transaction: Transaction, entryAtMs: number) => {
    const input = reportInput({
      records: {
        entries: [entry(1, { debit: 40, balance: 40, payref: "PAY-1", dateCreatedAtMs: entryAtMs })],
        transactions: [transaction],
      },
      options: { convention: "asset", settlementBasis: "charged" },
      month: "2026-10",
    });
    return supportOf(figuresOf(input), 0);
  };
  expect(support(raised, END_MS)).toBe("paid");
  expect(support(raised, END_MS + 1)).toBe("not paid");
  expect(support({ ...raised, datePaidAtMs: PAID_MS }, END_MS + 1)).toBe("paid");
  expect(support({ ...raised, isDeleted: 1 }, END_MS + 1)).toBe("deleted");
});
