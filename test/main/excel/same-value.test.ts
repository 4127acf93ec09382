/** Whether a cell holds what was exported, whichever program kept it. */
import { expect, test } from "vitest";
import { isSameValue, keptDigits } from "../../../src/main/excel/read/compare/same-value.ts";

test("accepts a time as LibreOffice saves it, rounding its shortest digits, and as others do, rounding its exact value", () => {
  const exported = 46_239.22971064815;
  expect(exported.toPrecision(15)).toBe("46239.2297106481");
  for (const kept of [46_239.2297106482, 46_239.2297106481, exported])
    expect(isSameValue(exported, kept)).toBe(true);
  for (const other of [46_239.2297106483, 46_239.229710648, 46_239.2297222])
    expect(isSameValue(exported, other)).toBe(false);
});

test("accepts every minute of a month with 15 digits kept", () => {
  const minutes = Array.from(
    { length: 31 * 1440 },
    (_, minute) => 46_235 + (minute * 60 + (minute % 60)) / 86_400,
  );
  expect(minutes.filter((exported) => !isSameValue(exported, keptDigits(exported)))).toEqual([]);
});

test("distinguishes an amount of 15 digits by its last one", () => {
  expect(isSameValue(1_234_567_890_123.45, 1_234_567_890_123.46)).toBe(false);
  expect(isSameValue(-9_007_199_254_740_991, -9_007_199_254_740_990)).toBe(true);
  expect(isSameValue(999_999_999_999_999, 999_999_999_999_998)).toBe(false);
});
