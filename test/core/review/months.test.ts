import { describe, expect, test } from "vitest";
import type { CloseStep, Month } from "../../../src/core/review/close/close.ts";
import {
  type LedgerMonths,
  listMonthFacts,
  monthAt,
  monthBefore,
} from "../../../src/core/review/close/months.ts";

const known = (fields: Partial<LedgerMonths> = {}): LedgerMonths => ({
  records: { firstMs: Date.UTC(2026, 7, 31, 23, 30), lastMs: Date.UTC(2026, 9, 15) },
  pulledAtMs: null,
  timeZone: "UTC",
  steps: [],
  ...fields,
});

const listed = (fields: Partial<LedgerMonths> = {}) =>
  listMonthFacts(known(fields)).map(({ month, isOver }) => `${month}${isOver ? " over" : ""}`);

describe("the months of a ledger", () => {
  test("run from the first record's to that of the newest pull or record, newest first", () => {
    expect(listed()).toEqual(["2026-10", "2026-09 over", "2026-08 over"]);
    expect(listed({ pulledAtMs: Date.UTC(2026, 11, 1) })).toEqual([
      "2026-12",
      "2026-11 over",
      "2026-10 over",
      "2026-09 over",
      "2026-08 over",
    ]);
  });

  test("are cut in the ledger's zone", () => {
    expect(listed({ timeZone: "Africa/Lagos" })).toEqual(["2026-10", "2026-09 over"]);
    expect(monthAt(Date.UTC(2027, 0, 1), "America/New_York")).toBe("2026-12");
  });

  test("are over by the pull's clock, or without one by the newest record", () => {
    expect(listed({ pulledAtMs: Date.UTC(2026, 8, 30, 23, 59, 59, 999) })).toEqual([
      "2026-10",
      "2026-09",
      "2026-08 over",
    ]);
  });

  test("are none without records, except those with a step", () => {
    expect(listed({ records: null })).toEqual([]);
    const step: CloseStep = {
      id: 1,
      month: "2025-03" as Month,
      step: "review",
      by: "Ada",
      note: "",
      atMs: 5,
      frozen: null,
    };
    expect(listMonthFacts(known({ records: null, steps: [step] }))).toEqual([
      { month: "2025-03", state: "open", steps: [step], isOver: false },
    ]);
  });

  test("are not a hundred thousand because one record is dated in the year 9999, or 1", () => {
    const lastMs = Date.UTC(9999, 0, 1);
    expect(listed({ records: { firstMs: Date.UTC(2199, 10, 5), lastMs } })).toEqual([
      "2199-12 over",
      "2199-11 over",
    ]);
    const firstMs = new Date(0).setUTCFullYear(1);
    expect(listed({ records: { firstMs, lastMs: Date.UTC(1970, 1, 2) } })).toEqual([
      "1970-02",
      "1970-01 over",
    ]);
  });

  test("start with the month before: December before January", () => {
    expect(monthBefore("2026-01" as Month)).toBe("2025-12");
    expect(monthBefore("2026-10" as Month)).toBe("2026-09");
  });
});
