import { expect, test } from "vitest";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { columnsOf } from "../../helpers/columns.ts";
import { reconcile } from "../../../src/core/reconcile/reconcile.ts";
import { sha256, wallet } from "../../helpers/records.ts";

test("messages show the same digits as the amounts beside them, and the identity of a finding does not change", () => {
  const entries = wallet([1000, 200, -50]).map((one, at) => ({
    ...one,
    balance: one.balance + (at > 0 ? 1234 : 0),
  }));
  const input = columnsOf({ entries, transactions: [] }, sha256);
  const [plain] = reconcile(input, DEFAULT_OPTIONS, { period: null, sha256 }).findings;
  const [worded] = reconcile(input, DEFAULT_OPTIONS, { period: null, sha256, decimals: 2 }).findings;
  expect(plain?.message).toContain("an entry of 1,234 is missing");
  expect(worded?.message).toContain("an entry of 12.34 is missing");
  expect(worded?.message).toContain("The balance is 24.34 where 12.00 follows");
  expect({ ...worded, message: "" }).toEqual({ ...plain, message: "" });
});
