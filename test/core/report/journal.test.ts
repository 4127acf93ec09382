/** What a month's movements, breaks and payments are posted to: worked out by hand, entry by entry. */
import { expect, test } from "vitest";
import { journalOf } from "../../../src/core/report/journal.ts";
import { figuresOf } from "../../../src/core/report/sheet/figures.ts";
import { ACCOUNT_PURPOSES } from "../../../src/core/review/file/books.ts";
import type { Month } from "../../../src/core/time.ts";
import type { Entry } from "../../../src/core/records/entry.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale } from "../../helpers/records.ts";
import { reportInput } from "../../helpers/workbook/report.ts";

const DAY_MS = 24 * HOUR_MS;

/** The lines of October's journal, by day. */
function postedOf(
  records: { readonly entries: readonly Entry[]; readonly transactions: readonly Transaction[] },
  topUp = Number.NaN,
) {
  const input = reportInput({ records, month: "2026-10" });
  const { opening, closing, entries } = journalOf({
    figures: figuresOf(input),
    month: "2026-10" as Month,
    block: 0,
    each: "day",
    now: { check: input.check, statusOf: () => "open" },
    before: { check: input.priorCheck!, statusOf: () => "open" },
    accounts: ACCOUNT_PURPOSES.map((purpose) => ({ purpose, currency: null, account: purpose })),
    category: ({ movement }) => (movement === topUp ? "top-up" : null),
  });
  const lines = entries.map(({ day, lines: own }) => [
    day,
    ...own.map(({ purpose, amount }) => `${purpose} ${amount}`),
  ]);
  return { opening, closing, lines };
}

const on = (day: number) => ({ dateCreatedAtMs: OCTOBER_MS + day * DAY_MS + HOUR_MS });
const PAID = { datePaidAtMs: OCTOBER_MS, dateCreatedAtMs: OCTOBER_MS };

test("posts what a rule names and what is due of a sale to its account, and to suspense breaks, orphans and what is short", () => {
  const entries = [
    entry(1, { debit: 1000, balance: 1000, ...on(0) }),
    entry(2, { debit: 300, balance: 1340, payref: "PAY-1", ...on(0) }),
    entry(3, { credit: 90, balance: 1250, payref: "LOST", ...on(1) }),
    entry(4, { debit: 450, balance: 1700, payref: "PAY-2", ...on(1) }),
  ];
  const { opening, closing, lines } = postedOf(
    { entries, transactions: [sale(1, 300, PAID), sale(2, 500, PAID)] },
    1000,
  );
  expect([opening, closing]).toEqual([0, 1700]);
  expect(lines).toEqual([
    ["2026-10-01", "wallet 1300", "wallet 40", "sales -300", "top-ups -1000", "suspense/balance-break -40"],
    [
      "2026-10-02",
      "wallet 450",
      "wallet -90",
      "sales -500",
      "suspense/orphan-payref 90",
      "suspense/under 50",
    ],
  ]);
});

test("what came of a deleted payment is no sale, and a purchase that cost more is settled over", () => {
  const entries = [
    entry(1, { debit: 2000, balance: 2000, ...on(0) }),
    entry(2, { debit: 600, balance: 2600, payref: "PAY-1", ...on(1) }),
    entry(3, { credit: 1500, balance: 1100, payref: "PAY-2", ...on(2) }),
  ];
  const bought = sale(2, 1000, { ...PAID, traderStatus: "buyer" });
  const { lines } = postedOf(
    { entries, transactions: [sale(1, 600, { ...PAID, isDeleted: 1 }), bought] },
    2000,
  );
  expect(lines.slice(1)).toEqual([
    ["2026-10-02", "wallet 600", "suspense/deleted -600"],
    ["2026-10-03", "wallet -1500", "purchases 1000", "suspense/over 500"],
  ]);
});
