/** The chart of the Overview shows a balance for what it is. */
import { expect, test } from "vitest";
import { amountRange } from "../../../src/renderer/features/overview/balance-plot.ts";

test("draws a balance from zero where that costs little, and always whole", () => {
  expect(amountRange(10, 1000)[0]).toBe(0);
  expect(amountRange(900, 1000)[0]).toBeGreaterThan(800);
  for (const [least, most] of [
    [-500, 1000],
    [0, 0],
    [7, 7],
    [-7, -7],
    [900, 1000],
  ] as const) {
    const [from, to] = amountRange(least, most);
    expect(from).toBeLessThanOrEqual(least);
    expect(to).toBeGreaterThanOrEqual(most);
    expect(to).toBeGreaterThan(from);
  }
});
