/** The one number of a month that falls to zero, and what is said once it is zero. */
import { describe, expect, test } from "vitest";
import { type ClassAmounts, headlineOf } from "../../../src/core/report/exceptions/class-words.ts";
import { NO_EXCEPTIONS } from "../../../src/core/report/exceptions/exception-amounts.ts";
import { monthDays, periodOf, ZoneClock } from "../../../src/core/time.ts";
import { HOUR_MS, OCTOBER_MS, check, entry, wallet } from "../../helpers/records.ts";

const days = monthDays("2026-10");
const period = days === null ? null : periodOf(days.from, days.to, new ZoneClock("UTC"));
const plain = check({ entries: wallet([100, 50]) }, {}, period);
const broken = check(
  { entries: [entry(1, { debit: 100, balance: 100 }), entry(2, { debit: 5, balance: 112 })] },
  {},
  period,
);

type Totals = Partial<Record<keyof typeof NO_EXCEPTIONS, readonly [amount: number, items: number]>>;

function amounts(currency: string | null, totals: Totals): ClassAmounts {
  const given = Object.entries(totals).map(
    ([name, [amount, items]]) => [name, { amount, items, errors: items }] as const,
  );
  return { currency, totals: { ...NO_EXCEPTIONS, ...Object.fromEntries(given) } };
}

describe("the headline of a month", () => {
  test("says after it that the month was not over at the newest pull", () => {
    const early = check(
      { entries: wallet([100, 50]), pulledAtMs: OCTOBER_MS + 9 * 24 * HOUR_MS },
      {},
      period,
    );
    expect(headlineOf(early, [], 0).rest).toMatch(
      /^The latest pull was at 2026-10-10 .*before the period ended/u,
    );
    const { rest } = headlineOf(early, [amounts("NGN", { raised: [5, 1] })], 0);
    expect(rest).toMatch(/awaited\. The latest pull was at /u);
  });

  test("is what is undecided or raised, each currency by itself, with the decimals of the month", () => {
    const ngn = amounts("NGN", { undecided: [171_332, 11], raised: [749_945, 46], explained: [5, 1] });
    expect(headlineOf(plain, [ngn], 2)).toEqual({
      lead: "October 2026: 9,212.77 NGN to resolve",
      rest: "",
      toResolve: "9,212.77 NGN",
    });
    const others = [amounts("GHS", { raised: [30, 1] }), amounts(null, { undecided: [7, 1] })];
    expect(headlineOf(plain, [ngn, ...others], 0).lead).toBe(
      "October 2026: 921,277 NGN and 30 GHS and 7 in no stated currency to resolve",
    );
    expect(headlineOf(plain, [amounts(null, { undecided: [7, 1] })], 0).lead).toBe(
      "October 2026: 7 to resolve",
    );
  });

  test("counts exceptions where none of them has an amount, and is no sum beyond exact integers", () => {
    expect(headlineOf(plain, [amounts("NGN", { undecided: [0, 2] })], 0).lead).toBe(
      "October 2026: 2 exceptions to resolve",
    );
    const most = amounts("NGN", { undecided: [Number.MAX_SAFE_INTEGER, 2], raised: [5, 1] });
    expect(headlineOf(plain, [most], 0).lead).toBe(
      "October 2026: at least 9,007,199,254,740,991 NGN to resolve",
    );
  });

  test("says that only the provider is awaited once all is decided", () => {
    const raised = amounts("NGN", { raised: [500, 4], accepted: [20, 1] });
    expect(headlineOf(plain, [raised], 0)).toEqual({
      lead: "October 2026: 500 NGN to resolve",
      rest: "All 5 exceptions are decided: only the provider is awaited.",
      toResolve: "500 NGN",
    });
    expect(headlineOf(plain, [amounts("NGN", { raised: [0, 1] })], 0)).toEqual({
      lead: "October 2026: 1 exception to resolve",
      rest: "The exception is decided: only the provider is awaited.",
      toResolve: "1 exception",
    });
  });

  test("says that it ties out once nothing is to resolve, but the conclusion's words where a balance does not follow", () => {
    const resolved = amounts("NGN", { accepted: [20, 1], explained: [7, 2] });
    const rest = "All 3 exceptions are explained or accepted.";
    expect(headlineOf(plain, [resolved], 0)).toEqual({
      lead: "October 2026 ties out",
      rest,
      toResolve: "",
    });
    expect(headlineOf(broken, [resolved], 0)).toEqual({
      lead: "October 2026: the stated balance is 7 too high at 1 entry",
      rest,
      toResolve: "",
    });
    expect(headlineOf(plain, [], 0)).toEqual({ lead: "October 2026 ties out", rest: "", toResolve: "" });
    expect(headlineOf(check({}, {}, period), [], 0).lead).toBe(
      "October 2026 has no entries: there is nothing to tie out",
    );
  });
});
