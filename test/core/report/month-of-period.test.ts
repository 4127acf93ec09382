import { expect, it } from "vitest";
import { monthOfPeriod } from "../../../src/core/words/month.ts";
import type { Day } from "../../../src/core/time.ts";

it.each([
  ["2026-10-01", "2026-10-31", "2026-10"],
  ["2026-02-01", "2026-02-28", "2026-02"],
  ["2026-10-02", "2026-10-31", null],
  ["2026-10-01", "2026-10-30", null],
  ["2026-09-01", "2026-10-31", null],
  ["2026-10-31", "2026-10-01", null],
])("from %s to %s it is the month %s", (from, to, month) => {
  expect(monthOfPeriod({ from: from as Day, to: to as Day })).toBe(month);
});

it("the whole history is no month", () => {
  expect(monthOfPeriod(null)).toBeNull();
});
