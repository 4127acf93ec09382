import { expect, it } from "vitest";
import { monthOfPeriod, periodTitle } from "../../../src/core/words/month.ts";
import { type Day, ZoneClock, periodOf } from "../../../src/core/time.ts";

it.each([
  ["2026-10-01", "2026-10-31", "2026-10", "October 2026"],
  ["2026-02-01", "2026-02-28", "2026-02", "February 2026"],
  ["2026-10-02", "2026-10-31", null, "2026-10-02 to 2026-10-31"],
  ["2026-10-01", "2026-10-30", null, "2026-10-01 to 2026-10-30"],
  ["2026-09-01", "2026-10-31", null, "2026-09-01 to 2026-10-31"],
  ["2026-10-05", "2026-10-05", null, "2026-10-05"],
])("from %s to %s it is the month %s, titled %s", (from, to, month, title) => {
  const period = periodOf(from as Day, to as Day, new ZoneClock("UTC"));
  expect(monthOfPeriod(period)).toBe(month);
  expect(periodTitle(period)).toBe(title);
});

it("from a month's last day to its first it is no month", () => {
  expect(monthOfPeriod({ from: "2026-10-31" as Day, to: "2026-10-01" as Day })).toBeNull();
});

it("the whole history is no month", () => {
  expect(monthOfPeriod(null)).toBeNull();
  expect(periodTitle(null)).toBe("The whole history");
});
