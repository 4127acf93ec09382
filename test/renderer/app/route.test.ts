import fc from "fast-check";
import { PLACE_NAMES } from "../../../src/ipc/events.ts";
import { describe, expect, it } from "vitest";
import { type Day, addDays } from "../../../src/core/time.ts";
import { monthOfPeriod } from "../../../src/core/words/month.ts";
import { type Route, formatRoute, parseRoute } from "../../../src/renderer/app/use-route.ts";

const october = { from: "2026-10-01" as Day, to: "2026-10-31" as Day };

describe("an address", () => {
  it.each([
    ["#/wallet/77?month=2026-10", { place: "wallet", subject: "77", period: october }],
    [
      "#/what-if?tolerance=5",
      { place: "settings", subject: "check", period: undefined, filters: "tolerance=5" },
    ],
    [
      "#/activity?kind=letters",
      { place: "settings", subject: "history", period: undefined, filters: "kind=letters" },
    ],
    ["#/overview?all", { place: "overview", subject: null, period: null }],
    ["#/overview?all=", { place: "overview", subject: null, period: null }],
    [
      "#/transactions?from=2026-10-05",
      { place: "transactions", subject: null, period: { from: "2026-10-05", to: null } },
    ],
    [
      "#/exceptions?rule=chain-break&month=2026-10&search=a%26b",
      { place: "exceptions", subject: null, period: october, filters: "rule=chain-break&search=a%26b" },
    ],
    ["#/close?month=2026-10&asof=signed", { place: "close", subject: null, period: october, asOf: "signed" }],
    ["#/wallet/7?month=2026-10&asof=14", { place: "wallet", subject: "7", period: october, asOf: 14 }],
    ["#/wallet?month=2026-10&asof=1.5", { place: "wallet", subject: null, period: october }],
    ["", { place: "overview", subject: null, period: undefined }],
    ["#/nowhere/7", { place: "overview", subject: "7", period: undefined }],
    ["#/wallet?month=2026-13", { place: "wallet", subject: null, period: undefined }],
    ["#/wallet?from=2026-02-30&to=x", { place: "wallet", subject: null, period: undefined }],
    ["#/wallet?from=2026-10-09&to=2026-10-01", { place: "wallet", subject: null, period: undefined }],
    ["#/wallet/%E0%A4%A", { place: "wallet", subject: null, period: undefined }],
  ])("reads %s", (hash, route) => {
    expect(parseRoute(hash)).toEqual({ filters: "", asOf: null, ...route });
  });

  it("writes every route so that it reads back the same", () => {
    const day = fc.integer({ min: -4000, max: 4000 }).map((days) => addDays("2026-01-01" as Day, days));
    const period: fc.Arbitrary<Route["period"]> = fc.oneof(
      fc.constant(undefined),
      fc.constant(null),
      fc.constant(october),
      day.map((from) => ({ from, to: null })),
      day.map((to) => ({ from: null, to })),
      fc.tuple(day, fc.nat(400)).map(([from, days]) => ({ from, to: addDays(from, days) })),
    );
    const route = fc.record({
      place: fc.constantFrom(...PLACE_NAMES),
      subject: fc.oneof(fc.constant(null), fc.string({ minLength: 1, unit: "grapheme" })),
      period,
      asOf: fc.constantFrom<Route["asOf"]>(null, "signed", 14),
      filters: fc
        .array(fc.tuple(fc.constantFrom("rule", "search"), fc.string({ unit: "grapheme" })))
        .map((words) => new URLSearchParams(words.map(([name, value]) => [name, value])).toString()),
    });
    fc.assert(
      fc.property(route, (given) => {
        expect(parseRoute(formatRoute(given))).toEqual(given);
      }),
    );
  });

  it("names a month only when the days are exactly that month's", () => {
    expect(formatRoute({ place: "wallet", subject: null, period: october, asOf: null, filters: "" })).toBe(
      "#/wallet?month=2026-10",
    );
    expect(monthOfPeriod({ from: october.from, to: "2026-10-30" as Day })).toBeNull();
    expect(monthOfPeriod(null)).toBeNull();
  });
});
