import { expect, it } from "vitest";
import { comparedWallets, hasDrifted } from "../../../src/renderer/features/close/compared-wallets.ts";

const of = (userID: number, closing: number) => ({
  userID,
  businessID: null,
  currency: "NGN",
  entries: 3,
  opening: 100,
  inflow: 50,
  outflow: 0,
  breakDifference: 0,
  closing,
});

it("each wallet stands beside what was frozen of it; one that is gone comes last, a new one has nothing beside it", () => {
  const lines = comparedWallets([of(1, 150), of(2, 140)], [of(3, 9), of(1, 150)]);
  expect(lines.map(({ now, frozen }) => [now?.userID ?? null, frozen?.userID ?? null])).toEqual([
    [1, 1],
    [2, null],
    [null, 3],
  ]);
});

it("a wallet has drifted when any of its figures is another, and not when only its number of entries is", () => {
  expect(hasDrifted(of(1, 150), of(1, 149))).toBe(true);
  expect(hasDrifted(of(1, 150), of(1, 150))).toBe(false);
});
