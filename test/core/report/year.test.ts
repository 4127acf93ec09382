import { describe, expect, it } from "vitest";
import type { Cell } from "../../../src/core/report/sheet/model.ts";
import {
  type YearCheck,
  type UnreachedMonth,
  carriedOff,
  restatedBy,
  yearOf,
  yearTies,
} from "../../../src/core/report/year.ts";
import { buildYear } from "../../../src/core/report/year-sheet.ts";
import { apartWords, restatedWords, yearLimits, yearVerdict } from "../../../src/core/report/year-words.ts";
import type { FrozenMonth, FrozenWallet, Month } from "../../../src/core/review/close/close.ts";
import { untouched } from "../../../src/core/review/close/month-states.ts";

const NOTHING = { errors: 0, warnings: 0 };

function ofWallet(opening: number, inflow: number, fields: Partial<FrozenWallet> = {}): FrozenWallet {
  return {
    userID: 1,
    businessID: null,
    currency: "NGN",
    entries: 1,
    opening,
    inflow,
    outflow: 0,
    breakDifference: 0,
    closing: opening + inflow,
    ...fields,
  };
}

function month(
  name: string,
  wallets: readonly FrozenWallet[],
  signed: readonly FrozenWallet[] | null = null,
): YearCheck {
  const step = (by: string) => ({
    id: 1,
    month: name as Month,
    step: "sign-off" as const,
    by,
    note: "",
    atMs: 0,
    frozen: { wallets: signed, decimals: 0, options: { timeZone: "UTC" } } as FrozenMonth,
  });
  const standing = untouched(name as Month);
  return {
    month: name as Month,
    reach: "whole",
    changes: 0,
    effects: [],
    undecided: NOTHING,
    unresolved: new Map(),
    unresolvedSigned: signed === null ? null : new Map(),
    wallets,
    standing:
      signed === null
        ? standing
        : { ...standing, state: "signed-off", prepared: step("Ada"), signed: step("Ben") },
  };
}

function unreached(name: string): UnreachedMonth {
  return {
    month: name as Month,
    reach: "before-records",
    changes: 0,
    effects: [],
    standing: untouched(name as Month),
    wallets: null,
  };
}

/** By month: the closing before, opening, closing and closing now of the first currency. */
function shown(year: ReturnType<typeof yearOf>) {
  return year.months.map(
    ({ figures: [of] }) => of && [of.before, of.opening, of.closing, of.now?.closing ?? null],
  );
}

describe("a year", () => {
  it("takes the closing before from the month before it, and knows none where the records begin", () => {
    const months = [
      unreached("2026-01"),
      month("2026-02", [ofWallet(5, 10)]),
      month("2026-03", [ofWallet(15, 1)]),
    ];
    const year = yearOf(months, null);
    expect(shown(year)).toEqual([undefined, [null, 5, 15, null], [15, 15, 16, null]]);
    expect(yearTies(year)).toBe(true);
    expect(year.totals).toMatchObject([{ opening: 5, inflow: 11, closing: 16, difference: 0, entries: 2 }]);
  });

  it("compares the first month with the month before the year", () => {
    const year = yearOf([month("2026-02", [ofWallet(5, 10)])], month("2026-01", [ofWallet(0, 4)]));
    expect(year.months[0]?.figures.map(carriedOff)).toEqual([1]);
    expect(yearTies(year)).toBe(false);
    expect(yearVerdict(year)).toBe(
      "February 2026 does not open on the closing of the month before. No signed figure changed since.",
    );
  });

  it("shows a signed month as it was signed, and by how much its closing changed", () => {
    const now = [month("2026-02", [ofWallet(0, 12)], [ofWallet(0, 10)]), month("2026-03", [ofWallet(12, 3)])];
    const year = yearOf(now, null);
    expect(shown(year)).toEqual([
      [null, 0, 10, 12],
      [10, 12, 15, null],
    ]);
    expect(year.months.map(({ figures: [of] }) => of && [carriedOff(of), restatedBy(of).closing])).toEqual([
      [0, 2],
      [2, 0],
    ]);
    expect(year.totals).toMatchObject([{ opening: 0, inflow: 13, closing: 15, difference: 2 }]);
  });

  it("puts a wallet whose currency was not known at its signature where it is known now", () => {
    const signed = [ofWallet(0, 10, { currency: null })];
    const year = yearOf(
      [month("2026-02", [ofWallet(0, 10)], signed), month("2026-03", [ofWallet(10, 0)])],
      null,
    );
    expect(year.totals.map(({ currency }) => currency)).toEqual(["NGN"]);
    expect(yearTies(year)).toBe(true);
  });

  it("keeps currencies apart, one that comes later at nil before", () => {
    const cedis = ofWallet(0, 7, { userID: 2, currency: "GHS" });
    const year = yearOf(
      [month("2026-02", [ofWallet(0, 10)]), month("2026-03", [ofWallet(10, 0), cedis])],
      null,
    );
    expect(year.totals.map(({ currency, closing }) => [currency, closing])).toEqual([
      ["NGN", 10],
      ["GHS", 7],
    ]);
    expect(year.months[0]?.figures[1]).toMatchObject({
      currency: "GHS",
      entries: 0,
      closing: 0,
      before: null,
    });
    expect(year.months[1]?.figures[1]).toMatchObject({ before: 0, opening: 0, closing: 7 });
  });

  it("finds wallets that open apart from their closings where the differences cancel each other", () => {
    const other = (opening: number) => ofWallet(opening, 0, { userID: 2 });
    const opening = (second: number) =>
      yearOf(
        [month("2026-02", [ofWallet(10, 0), other(20)]), month("2026-03", [ofWallet(13, 0), other(second)])],
        null,
      );
    const year = opening(17);
    const said = (of: typeof year) => of.months.map(({ figures }) => figures.map(apartWords).join(""));
    expect(said(year)).toEqual([
      "",
      "2 wallets open apart from their closings before, and the differences cancel each other",
    ]);
    expect(said(opening(18))).toEqual(["", ""]);
    expect(year.months[1]?.figures[0]).toMatchObject({ before: 30, opening: 30, walletsApart: 2 });
    expect(yearTies(year)).toBe(false);
    expect(yearVerdict(year)).toMatch(/^March 2026 does not open on the closing of the month before\./u);
  });

  it("says that nothing reaches months without any record", () => {
    const year = yearOf([unreached("2020-01")], null);
    expect([year.totals, yearTies(year), yearVerdict(year)]).toEqual([
      [],
      true,
      "No record reaches these months.",
    ]);
  });
});

const OF_LEDGER = {
  name: null,
  userID: 1,
  timeZone: "UTC",
  decimals: 0,
  pull: { id: 1, source: "service", atMs: Date.UTC(2026, 3, 2, 12) },
  audit: { sequence: 1, head: "" },
} as const;

describe("what is not known of a year", () => {
  const ADDED_UP =
    "Wallets whose currency is not stated are added up as one: a check of the arithmetic, not a balance.";
  const unstated = (userID: number) => ofWallet(0, 5, { userID, currency: null });

  it("names wallets without a currency that are added up, also beside known currencies", () => {
    const year = yearOf([month("2026-02", [ofWallet(0, 10), unstated(2), unstated(3)])], null);
    expect(yearLimits({ ...OF_LEDGER, ...year })).toContain(ADDED_UP);
  });

  it("has nothing to say of one such wallet, which nothing is added to", () => {
    const year = yearOf([month("2026-02", [ofWallet(0, 10), unstated(2)])], null);
    expect(yearLimits({ ...OF_LEDGER, ...year })).not.toContain(ADDED_UP);
  });

  it("says that no record is dated in a month where the records have not begun, and nothing where all is known", () => {
    const none = yearOf([unreached("2020-01"), unreached("2020-02")], null);
    expect(yearLimits({ ...OF_LEDGER, ...none })).toEqual(["No record is dated in February 2020 or before."]);
    const known = yearOf([month("2026-02", [ofWallet(4, 10)])], month("2026-01", [ofWallet(0, 4)]));
    expect(yearLimits({ ...OF_LEDGER, ...known })).toEqual([]);
  });

  it("says where the records begin, and which months no pull reaches", () => {
    const months = [
      unreached("2026-02"),
      month("2026-03", [ofWallet(0, 10)]),
      { ...unreached("2026-04"), reach: "not-reached" as const },
      { ...unreached("2026-05"), reach: "not-reached" as const },
    ];
    expect(yearLimits({ ...OF_LEDGER, ...yearOf(months, null) })).toEqual([
      "The records begin in March 2026: its opening has nothing to be compared with.",
      "Nothing is known of April 2026 and May 2026: the newest pull was made at 2026-04-02 12:00:00 UTC.",
    ]);
  });
});

describe("a signed month that later pulls changed", () => {
  const signed = ofWallet(0, 10, { outflow: 4, closing: 6 });
  const stake = (amount: number) => ({ items: 1, amount, raised: 0 });

  it("names movements that changed where the closing stays, which the year then does not tie to", () => {
    const now = ofWallet(0, 9, { outflow: 4, breakDifference: 1, closing: 6 });
    const year = yearOf([month("2026-02", [now], [signed])], null);
    expect(yearVerdict(year)).toBe(
      "Every month opens on the closing of the month before. The movements of February 2026 changed since, with the same closing.",
    );
    expect(yearTies(year)).toBe(false);
    const [of] = year.months[0]!.figures;
    expect(restatedWords(of!, String)).toEqual(["movements changed since by -1"]);
  });

  it("shows what was unresolved when it was signed, and what is unresolved now apart from it", () => {
    const one = month("2026-02", [signed], [signed]);
    const then = {
      ...one,
      unresolved: new Map([["NGN", stake(9)]]),
      unresolvedSigned: new Map([["NGN", stake(7)]]),
    };
    const year = yearOf([then], null);
    const [of] = year.months[0]!.figures;
    expect([of!.unresolved.amount, of!.now?.unresolved.amount]).toEqual([7, 9]);
    expect(restatedWords(of!, String)).toEqual(["unresolved changed since by +2, to 9"]);
    expect(yearVerdict(year)).toContain("What is unresolved of February 2026 changed since.");
  });

  it("names the zone that its days were cut in where that is another than the year's", () => {
    const year = yearOf([month("2026-02", [signed], [signed]), month("2026-03", [ofWallet(6, 1)])], null);
    expect(yearLimits({ ...OF_LEDGER, timeZone: "Pacific/Auckland", ...year })).toContain(
      "The days of February 2026 are in UTC, as signed; those of other months are in Pacific/Auckland. So an entry near midnight may count in two months, or in none.",
    );
  });

  it("names the decimals that it was prepared with where the year has others", () => {
    const year = yearOf([month("2026-02", [signed], [signed]), month("2026-03", [ofWallet(6, 1)])], null);
    const words = "February 2026 was prepared with 0 decimals; all amounts here have 2.";
    expect(yearLimits({ ...OF_LEDGER, ...year })).not.toContain(words);
    expect(yearLimits({ ...OF_LEDGER, decimals: 2, ...year })).toContain(words);
  });
});

it("says once on the sheet who closed a month of several currencies, with its restated closing", () => {
  const cedis = ofWallet(0, 7, { userID: 2, currency: "GHS" });
  const year = yearOf([month("2026-02", [ofWallet(0, 12), cedis], [ofWallet(0, 10), cedis])], null);
  const { tables } = buildYear({ ...OF_LEDGER, ...year }).sheets[0]!;
  const since = tables.find(({ id }) => id === "since")!;
  const lines = [...since.rows()].map(({ cells }) =>
    Object.fromEntries(since.columns.map(({ key }, at) => [key, plain(cells[at])])),
  );
  expect(lines).toMatchObject([
    {
      currency: "NGN",
      signedClosing: 10,
      closingNow: 12,
      same: false,
      restated: 2,
      signed: "Ben, 1970-01-01",
    },
    {
      currency: "GHS",
      signedClosing: 7,
      closingNow: 7,
      same: true,
      restated: 0,
      signed: null,
      undecided: null,
    },
  ]);
});

it("says on the sheet whether the year's movements lead from its opening to its closing", () => {
  const totalOf = (second: FrozenWallet) => {
    const year = yearOf([month("2026-02", [ofWallet(0, 10)]), month("2026-03", [second])], null);
    const { tables } = buildYear({ ...OF_LEDGER, ...year }).sheets[0]!;
    const roll = tables.find(({ id }) => id === "year")!;
    const { cells } = [...roll.rows()].at(-1)!;
    return Object.fromEntries(roll.columns.map(({ key }, at) => [key, plain(cells[at])]));
  };
  const total = { month: "The year", opening: 0, closing: 15 };
  expect(totalOf(ofWallet(10, 5))).toMatchObject({ ...total, inflow: 15, state: "foots", opens: true });
  expect(totalOf(ofWallet(12, 3))).toMatchObject({ month: "The year", state: "does not foot", opens: false });
});

function plain(cell: Cell | undefined): unknown {
  return typeof cell === "object" && cell !== null ? cell.value : cell;
}
