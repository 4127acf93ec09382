/** What is read of the balance where one points. */
import { expect, test } from "vitest";
import { dipOf, extremesWithin } from "../../../src/renderer/features/overview/balance-plot.ts";

test("reads the extremes of the column under the pointer, and no neighbour's", () => {
  const series = {
    atMs: Float64Array.of(0, 10, 11, 12, 30),
    balance: Float64Array.of(5, 100, -133_954, 90, 7),
  };
  expect(extremesWithin(series, 10, 12)).toEqual({ least: -133_954, most: 100 });
  expect(extremesWithin(series, 20, 40)).toEqual({ least: 7, most: 7 });
  expect(extremesWithin(series, 13, 20)).toBeNull();
});

test("marks the lowest point below zero, the first time, and none while the balance stays above", () => {
  const atMs = Float64Array.of(0, 10, 11, 12);
  expect(dipOf({ atMs, balance: Float64Array.of(5, -7, -9, -9) })).toEqual({ atMs: 11, balance: -9 });
  expect(dipOf({ atMs, balance: Float64Array.of(5, 0, 3, 1) })).toBeNull();
});
