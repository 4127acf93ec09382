/** What sellers had earned at the month's end, at the very end of it. */
import { expect, test } from "vitest";
import { figuresOf } from "../../../../src/core/report/sheet/figures.ts";
import { earnedBy, hasEarned } from "../../../../src/core/report/exceptions/earned.ts";
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
  expect(earnedBy(input, 0)).toBe(earned);
  expect(hasEarned(input, 0, earned)).toBe(earned > 0);
});

/** October of a crowd-pay whose entries moved these amounts at these times. */
function october(payment: Transaction, ...moves: readonly (readonly [moved: number, atMs: number])[]) {
  let balance = 0;
  const entries = moves.map(([moved, dateCreatedAtMs], at) => {
    balance += moved;
    const side = moved < 0 ? { credit: -moved } : { debit: moved };
    return entry(at + 1, { ...side, balance, payref: "PAY-1", dateCreatedAtMs });
  });
  return reportInput({
    records: { entries, transactions: [payment] },
    options: { convention: "asset", settlementBasis: "charged" },
    month: "2026-10",
  });
}

test("a crowd-pay that raised nothing by the month's end is no payment of it, whatever its entries raised since", () => {
  const raised = crowdPay(1, 100, 40, { dateCreatedAtMs: PAID_MS });
  const support = (...of: Parameters<typeof october>) => supportOf(figuresOf(october(...of)), 0);
  const since = [40, END_MS + 1] as const;
  expect(support(raised, [40, END_MS])).toBe("paid");
  expect(support(raised, since)).toBe("not paid");
  expect(support(raised, [50, PAID_MS], [-50, END_MS], since)).toBe("not paid");
  expect(support(raised, [50, PAID_MS], since)).toBe("not paid");
  // No entry says when these were raised.
  expect(support(raised)).toBe("paid");
  expect(support(raised, [39, END_MS + 1])).toBe("paid");
  expect(support({ ...raised, datePaidAtMs: PAID_MS }, since)).toBe("paid");
  expect(support({ ...raised, isDeleted: 1 }, since)).toBe("deleted");
});

test("a crowd-pay whose date of payment cannot be is paid, although it raised nothing by the month's end", () => {
  const ahead = { datePaidAtMs: Date.UTC(2030, 0, 1), dateCreatedAtMs: null };
  const input = october(crowdPay(1, 100, 40, ahead), [50, PAID_MS], [40, END_MS + 1]);
  expect(input.check.findings.map(({ rule }) => rule)).toContain("date-ahead");
  expect(supportOf(figuresOf(input), 0)).toBe("paid");
});
