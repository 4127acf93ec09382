import { expect, it } from "vitest";
import { comparedWallets, hasDrifted } from "../../../src/core/report/beside-frozen.ts";

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

it("shows each wallet beside its frozen figures, vanished ones last, new ones with nothing beside them", () => {
  const lines = comparedWallets([of(1, 150), of(2, 140)], [of(3, 9), of(1, 150)]);
  expect(lines.map(({ now, frozen }) => [now?.userID ?? null, frozen?.userID ?? null])).toEqual([
    [1, 1],
    [2, null],
    [null, 3],
  ]);
});

it("a wallet differs when any of its figures does, and not when only its number of entries does", () => {
  expect(hasDrifted(of(1, 150), of(1, 149))).toBe(true);
  expect(hasDrifted(of(1, 150), of(1, 150))).toBe(false);
});
