import { expect, test } from "vitest";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { columnsOf } from "../../helpers/columns.ts";
import { reconcile } from "../../../src/core/reconcile/reconcile.ts";
import { HOUR_MS, OCTOBER_MS, sale, sha256, wallet } from "../../helpers/records.ts";

test("messages show the same digits as the amounts beside them, and the identity of a finding does not change", () => {
  const entries = wallet([1000, 200, -50]).map((one, at) => ({
    ...one,
    balance: one.balance + (at > 0 ? 1234 : 0),
  }));
  const input = columnsOf({ entries, transactions: [] }, sha256);
  const [plain] = reconcile(input, DEFAULT_OPTIONS, { period: null, sha256 }).findings;
  const [worded] = reconcile(input, DEFAULT_OPTIONS, { period: null, sha256, decimals: 2 }).findings;
  expect(plain?.message).toContain("another 1,234 that no entry shows");
  expect(worded?.message).toContain("another 12.34 that no entry shows");
  expect(worded?.message).toContain("The balance is 24.34 where 12.00 follows");
  expect({ ...worded, message: "" }).toEqual({ ...plain, message: "" });
});

test("messages tell times in the zone of the check, as the columns beside them do", () => {
  const late = sale(1, 100, {
    datePaidAtMs: OCTOBER_MS - HOUR_MS / 2,
    dateCreatedAtMs: OCTOBER_MS - HOUR_MS,
  });
  const entries = wallet([10, 20], (at) => ({ dateCreatedAtMs: OCTOBER_MS - at * HOUR_MS }));
  const input = columnsOf({ entries, transactions: [late] }, sha256);
  const messagesIn = (timeZone: string) => {
    const { findings } = reconcile(input, { ...DEFAULT_OPTIONS, timeZone }, { period: null, sha256 });
    return findings.map(({ message }) => message);
  };
  expect(messagesIn("Africa/Lagos")).toEqual([
    "Dated 2026-10-01 00:00:00 Africa/Lagos, earlier than walletID 1 before it at 2026-10-01 01:00:00 Africa/Lagos.",
    expect.stringMatching(/^Paid 2026-10-01 00:30:00 Africa\/Lagos, /u),
  ]);
  expect(messagesIn("UTC")[1]).toMatch(/^Paid 2026-09-30 23:30:00 UTC, /u);
});
