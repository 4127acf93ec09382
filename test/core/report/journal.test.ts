/** What a month's movements, breaks and payments are posted to: worked out by hand, entry by entry. */
import { expect, test } from "vitest";
import { journalOf } from "../../../src/core/report/journal.ts";
import { figuresOf } from "../../../src/core/report/sheet/figures.ts";
import { ACCOUNT_PURPOSES } from "../../../src/core/review/file/books.ts";
import type { Month } from "../../../src/core/time.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale } from "../../helpers/records.ts";
import { reportInput } from "../../helpers/workbook/report.ts";

const DAY_MS = 24 * HOUR_MS;

test("posts what a rule names and what is due of a sale to its account, and to suspense breaks, orphans and what is short", () => {
  const on = (day: number) => ({ dateCreatedAtMs: OCTOBER_MS + day * DAY_MS + HOUR_MS });
  const entries = [
    entry(1, { debit: 1000, balance: 1000, ...on(0) }),
    entry(2, { debit: 300, balance: 1340, payref: "PAY-1", ...on(0) }),
    entry(3, { credit: 90, balance: 1250, payref: "LOST", ...on(1) }),
    entry(4, { debit: 450, balance: 1700, payref: "PAY-2", ...on(1) }),
  ];
  const paid = { datePaidAtMs: OCTOBER_MS, dateCreatedAtMs: OCTOBER_MS };
  const transactions = [sale(1, 300, paid), sale(2, 500, paid)];
  const input = reportInput({ records: { entries, transactions }, month: "2026-10" });
  const {
    opening,
    closing,
    entries: posted,
  } = journalOf({
    figures: figuresOf(input),
    month: "2026-10" as Month,
    block: 0,
    each: "day",
    now: { check: input.check, statusOf: () => "open" },
    before: { check: input.priorCheck!, statusOf: () => "open" },
    accounts: ACCOUNT_PURPOSES.map((purpose) => ({ purpose, currency: null, account: purpose })),
    category: ({ movement }) => (movement === 1000 ? "top-up" : null),
  });
  const lines = posted.map(({ day, lines: own }) => [
    day,
    ...own.map(({ purpose, amount }) => `${purpose} ${amount}`),
  ]);
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
