import { expect, it } from "vitest";
import {
  comparedWallets,
  frozenExtent,
  hasDrifted,
  shownRolls,
} from "../../../src/core/report/beside-frozen.ts";

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

it("shows a kind of outstanding items once where it is what was frozen, and both where it differs, came or went", () => {
  const roll = { broughtForward: 70, added: 50, cleared: 20, reclassified: 0, ageing: [40, 30, 20, 10] };
  const now = { ...roll, currency: "NGN", kind: "in transit" as const, items: 3, carriedForward: 100 };
  const frozen = { currency: "NGN", kind: now.kind, items: 3, amount: 100, roll };
  const { currency, roll: _, ...sum } = frozen;
  const dollars = { ...now, currency: "USD" };
  const extents = [null, [frozen], [{ ...sum, currency }], [{ ...sum }]].map((was) => [
    frozenExtent([now], was),
    frozenExtent([now, dollars], was),
  ]);
  expect(extents).toEqual([
    ["none", "none"],
    ["all", "all"],
    ["amounts", "amounts"],
    ["amounts", "sums"],
  ]);
  const shown = (...args: Parameters<typeof shownRolls>) =>
    shownRolls(...args).map(({ is, carriedForward }) => [is, carriedForward]);
  expect(shown([now], [frozen])).toEqual([["frozen", 100]]);
  const changed = [
    ["frozen", 99],
    ["now", 100],
  ];
  expect(shown([now], [{ ...frozen, amount: 99 }])).toEqual(changed);
  const came = [
    ["frozen", 0],
    ["now", 100],
  ];
  expect(shown([now], [])).toEqual(came);
  const went = [
    ["frozen", 100],
    ["now", 0],
  ];
  expect(shown([], [frozen])).toEqual(went);
  expect(shown([now], null)).toEqual([["only", 100]]);
  const none = { broughtForward: 0, added: 0, cleared: 0, reclassified: 0, ageing: [0, 0, 0, 0] };
  const nothing = { ...now, ...none, items: 0, carriedForward: 0 };
  for (const before of [null, [], [{ ...frozen, items: 0, amount: 0, roll: none }]])
    expect(shown([nothing], before)).toEqual([]);
});
