import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FittingOrder, fittingOrder } from "../../../src/core/reconcile/chain/stretches.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

/** All orders of so many rows, the lowest first. */
function ordersOf(rows: readonly number[]): number[][] {
  if (rows.length === 0) return [[]];
  return rows.flatMap((row) => ordersOf(rows.filter((other) => other !== row)).map((rest) => [row, ...rest]));
}

/** By trying every order. */
function byTrying(
  before: number,
  movements: readonly number[],
  stated: readonly number[],
): FittingOrder | null {
  const orders = ordersOf(movements.map((_, row) => row));
  const balancesOf = (order: readonly number[]) =>
    order.map((_, at) => order.slice(0, at + 1).reduce((sum, row) => sum + movements[row]!, before));
  const exact = orders.find((order) => balancesOf(order).every((sum, at) => sum === stated[order[at]!]));
  if (exact !== undefined) return { order: exact, isExact: true };
  const late = orders.find((order) => {
    const balances = balancesOf(order);
    return order.every((row, at) => balances.slice(at).includes(stated[row]!));
  });
  return late === undefined ? null : { order: late, isExact: false };
}

/** Rows in an order of their own that state the balance at their place or some places later, a few of them wrong. */
const rows = fc
  .array(
    fc.record({
      movement: fc.integer({ min: -2, max: 2 }),
      later: fc.integer({ min: 0, max: 6 }),
      rank: fc.integer(),
      off: fc.constantFrom(0, 0, 0, 0, 0, 0, 1),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((found) => {
    const applied = found.toSorted((a, b) => a.rank - b.rank);
    const sumTo = (at: number) => applied.slice(0, at + 1).reduce((sum, { movement }) => sum + movement, 100);
    const stated = found.map((row) => {
      const place = applied.indexOf(row);
      return sumTo(Math.min(place + Math.max(0, row.later - 3), applied.length - 1)) + row.off;
    });
    return { movements: found.map(({ movement }) => movement), stated };
  });

describe("the order in which rows fit what they state", () => {
  test("is what trying every order finds", () => {
    let [exact, late, none] = [0, 0, 0];
    fc.assert(
      fc.property(rows, ({ movements, stated }) => {
        const found = fittingOrder(100, movements, stated);
        if (found === null) none += 1;
        else if (found.isExact) exact += 1;
        else late += 1;
        expect(found).toEqual(byTrying(100, movements, stated));
      }),
      { numRuns: timesOf(300, 1500) },
    );
    expect(Math.min(exact, late, none)).toBeGreaterThan(timesOf(10, 50));
  });

  test("a sum beyond the safe range is equal to nothing: 2^53 − 1 + 1 + 1 − 1", () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(fittingOrder(most, [1, -1], [most, most])).toBeNull();
    expect(fittingOrder(most - 1, [1, -1], [most - 1, most - 1])).toEqual({ order: [0, 1], isExact: false });
  });

  test("six rows for which nothing fits are given up, however alike they are", () => {
    expect(fittingOrder(0, [1, 1, 1, 1, 1, 1], [1, 1, 6, 6, 6, 6])).toBeNull();
  });
});
