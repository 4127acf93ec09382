/** Whether a cell holds what was exported, whichever program kept it. */
import { expect, test } from "vitest";
import {
  shownDate,
  isSameResult,
  isSameValue,
  keptDigits,
} from "../../../../src/main/excel/compare/same-value.ts";

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

test("takes a truth for 1 and 0 where one was exported, and not where a number was", () => {
  expect([isSameValue(true, 1), isSameValue(false, 0), isSameValue(true, true)]).toEqual([true, true, true]);
  expect([isSameValue(1, true), isSameValue(0, false), isSameValue(true, 0)]).toEqual([false, false, false]);
});

test("takes dates for the same to the second, other numbers only by all their digits", () => {
  const [noon, later] = [46_296.5, 46_296.5 + 0.4 / 86_400];
  expect([isSameValue(noon, later, "instant"), isSameValue(noon, later, "day")]).toEqual([true, true]);
  expect([isSameValue(noon, later, "amount"), isSameValue(noon, later)]).toEqual([false, false]);
});

test("takes a result for the same to a thousandth of the smallest amount", () => {
  const isSame = (found: number | string, decimals: number) =>
    isSameResult(100, found, { from1904: false, decimals });
  expect([isSame(100.0009, 0), isSame(100.0011, 0)]).toEqual([true, false]);
  expect([isSame(100.000009, 2), isSame(100.000011, 2)]).toEqual([true, false]);
  expect(isSame("100", 2)).toBe(false);
});

test.each([
  [10 / 24, "10:00"],
  [0.5 + 1 / 86_400, "12:00:01"],
  [0, "00:00"],
  [46_300, "2026-10-05"],
  [46_300.25, "2026-10-05 06:00:00"],
])("reads a date or time that was typed, %d, as %s", (serial, text) => {
  expect(shownDate(serial, "day")).toBe(text);
});
