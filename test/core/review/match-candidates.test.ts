import type { RecordRows } from "../../../src/core/reconcile/input/input.ts";
import { describe, expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import type { Entry } from "../../../src/core/records/entry.ts";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { type Records, columnsOf } from "../../helpers/columns.ts";
import { countedInput } from "../../../src/core/reconcile/input/counted-dates.ts";
import { isPaidAsAt } from "../../../src/core/reconcile/payrefs/match.ts";
import { reconcile } from "../../../src/core/reconcile/reconcile.ts";
import {
  matchSums,
  rankEntries,
  rankTransactions,
} from "../../../src/core/review/decisions/match-candidates.ts";
import type { RankedRows } from "../../../src/core/review/decisions/match-ranking.ts";
import { SETTLEMENT } from "../../../src/core/reconcile/input/result.ts";
import { dueOf } from "../../../src/core/report/sheet/due.ts";
import { DAY_MS, type Day, ZoneClock, periodOf } from "../../../src/core/time.ts";
import { OCTOBER_MS, sale, sha256, wallet } from "../../helpers/records.ts";
import { caseFrom } from "../oracle/cases/cases.ts";
import type { OracleCase } from "../oracle/terms.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

const OPTIONS = { ...DEFAULT_OPTIONS, convention: "asset", settlementBasis: "charged" } as const;

/** Records and their check; walletIDs and payIDs are rows plus one. */
function checkedOf(records: Partial<Records>) {
  const input = columnsOf(
    { entries: [], transactions: [], pulledAtMs: OCTOBER_MS + 90 * DAY_MS, ...records },
    sha256,
  );
  return { input, result: reconcile(input, OPTIONS, { period: null, sha256 }) };
}

function entries(
  rows: readonly (readonly [number, string])[],
  fields: (at: number) => Partial<Entry> = () => ({}),
) {
  return wallet(
    rows.map(([movement]) => movement),
    (at) => ({ payref: rows[at]?.[1] ?? "", dateCreatedAtMs: OCTOBER_MS + DAY_MS, ...fields(at) }),
  );
}

const say = (amount: number) => `${amount}`;
const NOTHING: RecordRows = { entries: [], transactions: [] };

/** Ids in their order, each with its reasons. */
function said({ ranked }: RankedRows): string[] {
  return ranked.map(({ row, reasons }) => `${row + 1}: ${reasons.join(", ")}`);
}

describe("payments for chosen entries", () => {
  test("a refund under a reference of its own is proposed for the payment that it takes back", () => {
    const checked = checkedOf({
      entries: entries([
        [5000, "P2"],
        [700, "P4"],
        [-5000, "RF-P2"],
        [-300, "RF-P4"],
      ]),
      transactions: [sale(1, 5000, { payref: "P2" }), sale(2, 700, { payref: "P4" }), sale(3, 90)],
    });
    const offered = (row: number) =>
      said(rankTransactions(checked, { entries: [row], transactions: [] }, null, say)).map(
        (words) => words.split(",")[0],
      );
    expect(offered(2)).toEqual(["1: takes back its 5000", "3: leaves -5090"]);
    expect(offered(3)).toEqual(["3: leaves -390"]);
  });

  test("list the same amount first, then a payref one slip away, then the nearest amount, then the day", () => {
    const paidAt = (days: number) => ({ datePaidAtMs: OCTOBER_MS + days * DAY_MS });
    const checked = checkedOf({
      entries: entries([[100, "ABC-1"]]),
      transactions: [
        sale(1, 400, { payref: "Q-1", ...paidAt(1) }),
        sale(2, 100, { payref: "Q-2", ...paidAt(3) }),
        sale(3, 100, { payref: "Q-3", ...paidAt(0) }),
        sale(4, 90, { payref: "ABC-2", ...paidAt(1) }),
        sale(5, 100, { payref: "abc-1 ", ...paidAt(30) }),
        sale(6, 110, { payref: "Q-6", ...paidAt(1) }),
      ],
    });
    const ranked = rankTransactions(checked, { entries: [0], transactions: [] }, null, say);
    expect(said(ranked)).toEqual([
      "5: same amount, payref differs only in letter case or spaces, 29 days apart",
      "3: same amount, 1 day apart",
      "2: same amount, 2 days apart",
      "4: leaves 10, payref differs by one character, less than a day apart",
      "6: leaves -10, less than a day apart",
      "1: leaves -300, less than a day apart",
    ]);
    expect(ranked.ranked[0]).toMatchObject({ amount: 100, differenceLeft: 0 });
  });

  test("in another currency come after those of the same, name it, and complete nothing", () => {
    const dollars = { userID: 1, businessID: 8, name: "Abroad", currency: "USD" };
    const checked = checkedOf({
      entries: entries([
        [100, ""],
        [-80, ""],
      ]),
      transactions: [
        sale(1, 100, { currency: "USD", businessID: 8 }),
        sale(2, 400, { currency: "NGN" }),
        sale(3, 390, { currency: null }),
      ],
      businesses: [dollars],
      user: {
        userID: 1,
        businessID: 7,
        name: "Ada",
        email: null,
        phone: null,
        country: null,
        defaultCurrency: "NGN",
      },
    });
    const found = rankTransactions(checked, { entries: [0], transactions: [] }, null, say);
    expect(said(found)).toEqual([
      "3: leaves -290, 1 day apart",
      "2: leaves -300, 1 day apart",
      "1: in another currency, USD, 1 day apart",
    ]);
    expect(found.ranked[2]).toMatchObject({ differenceLeft: null, fits: false });
    const forPayment = (row: number) =>
      said(rankEntries(checked, { entries: [], transactions: [row] }, null, say));
    expect(forPayment(0)[0]).toBe("1: in another currency, NGN, 1 day apart");
    expect(forPayment(2)[0]).toMatch(/^1: leaves /u);
  });

  test("say that an amount does not tell several apart, unless a payref does", () => {
    const isEqual = (payrefs: readonly string[], amounts: readonly number[]) =>
      rankTransactions(
        checkedOf({
          entries: entries([[100, "ABC-1"]]),
          transactions: payrefs.map((payref, at) => sale(at + 1, amounts[at] ?? 100, { payref })),
        }),
        { entries: [0], transactions: [] },
        null,
        say,
      ).isEqual;
    expect(isEqual(["Q-1", "Q-2"], [])).toBe(true);
    expect(isEqual(["Q-1", "Q-2"], [100, 90])).toBe(false);
    expect(isEqual(["Q-1", "ABC-2"], [])).toBe(false);
    const isRefundEqual = (...amounts: readonly number[]) => {
      const settled = amounts.map((amount, at) => [amount, `P${at + 1}`] as const);
      const transactions = amounts.map((amount, at) => sale(at + 1, amount, { payref: `P${at + 1}` }));
      const checked = checkedOf({ entries: entries([...settled, [-100, "REFUND"]]), transactions });
      const refund = { entries: [amounts.length], transactions: [] };
      return rankTransactions(checked, refund, null, say).isEqual;
    };
    expect([isRefundEqual(100, 100), isRefundEqual(100, 90), isRefundEqual(100)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("say what is a hundred times another, and list it before what is merely nearer", () => {
    const checked = checkedOf({
      entries: entries([
        [250_000, "Z"],
        [25, "Y"],
      ]),
      transactions: [sale(1, 2500), sale(2, 4000)],
    });
    const chosen = (row: number): RecordRows => ({ entries: [row], transactions: [] });
    expect(said(rankTransactions(checked, chosen(0), null, say))).toEqual([
      expect.stringMatching(/^1: leaves 247500, exactly a hundredth of it/u),
      expect.stringMatching(/^2: leaves 246000, (?!exactly)/u),
    ]);
    const forPayment = said(rankEntries(checked, { entries: [], transactions: [0] }, null, say));
    expect(forPayment).toEqual([
      expect.stringMatching(/^2: leaves -2475, exactly a hundredth of it/u),
      expect.stringMatching(/^1: leaves 247500, exactly 100 times as much/u),
    ]);
  });

  test("do not treat a zero entry as the same amount once everything ties", () => {
    const checked = checkedOf({
      entries: entries([
        [100, "X"],
        [0, "Y"],
      ]),
      transactions: [sale(1, 100)],
    });
    const ranked = rankEntries(checked, { entries: [0], transactions: [0] }, null, say);
    expect(said(ranked)).toEqual([expect.stringMatching(/^2: moves nothing/u)]);
  });

  test("are those of the entries' users without entries, in the chosen currency", () => {
    const checked = checkedOf({
      entries: entries([
        [100, "X"],
        [50, "PAY-2"],
        [30, "PAY-3"],
      ]),
      transactions: [
        sale(1, 100),
        sale(2, 50),
        sale(3, 80),
        sale(4, 100, { userID: 2 }),
        sale(5, 100, { datePaidAtMs: null }),
        sale(6, 100, { currency: "GHS" }),
      ],
    });
    const of = (transactions: readonly number[]) =>
      rankTransactions(checked, { entries: [0], transactions }, null, say);
    expect(said(of([])).map((line) => line[0])).toEqual(["1", "6", "3"]);
    expect(of([]).ranked[2]).toMatchObject({ amount: 50, differenceLeft: 50 });
    expect(said(of([0])).map((line) => line[0])).toEqual(["3"]);
  });

  test("found by a search are any, with their status, except those of a match", () => {
    const checked = checkedOf({
      entries: entries([
        [100, "X"],
        [50, "PAY-2"],
        [9, ""],
      ]),
      transactions: [sale(1, 100, { datePaidAtMs: null }), sale(2, 50), sale(3, 9)],
      human: { matches: [{ id: 1, walletIDs: [3], payIDs: [3] }] },
    });
    const ranked = rankTransactions(checked, { entries: [0], transactions: [] }, [0, 1, 2], say);
    expect(said(ranked)).toEqual([
      "2: leaves 100, 1 day apart, settled",
      "1: leaves 100, 1 day apart, nothing due",
    ]);
  });
});

describe("entries for chosen payments", () => {
  test("are unmatched ones of the payment's user, the missing amount first", () => {
    const checked = checkedOf({
      entries: entries(
        [
          [60, "X"],
          [40, ""],
          [100, "PAY-9"],
          [7, "PAY-2"],
          [40, ""],
        ],
        (at) => (at === 4 ? { userID: 2 } : {}),
      ),
      transactions: [sale(1, 100), sale(2, 7)],
    });
    const of = (chosen: RecordRows, among: number[] | null = null) =>
      rankEntries(checked, chosen, among, say);
    expect(said(of({ entries: [], transactions: [0] }))).toEqual([
      "3: same amount, payref differs by one character, 1 day apart",
      "1: leaves -40, 1 day apart",
      "2: leaves -60, 1 day apart",
    ]);
    expect(said(of({ entries: [0], transactions: [0] }))).toEqual([
      "2: same amount, 1 day apart",
      "3: leaves 60, payref differs by one character, 1 day apart",
    ]);
    expect(said(of({ entries: [], transactions: [0] }, [3]))).toEqual([
      "4: leaves -93, payref differs by one character, 1 day apart, tied to payID 2 by its payref",
    ]);
  });

  test("are fifty at most, with a count", () => {
    const rows = Array.from({ length: 300 }, (_, at) => [at + 1, ""] as const);
    const checked = checkedOf({ entries: entries(rows), transactions: [sale(1, 150)] });
    const { ranked, total } = rankEntries(checked, { entries: [], transactions: [0] }, null, say);
    expect(total).toBe(300);
    expect(ranked.map(({ amount }) => amount).slice(0, 5)).toEqual([150, 149, 151, 148, 152]);
    expect(ranked).toHaveLength(50);
  });
});

describe("the arithmetic", () => {
  const checked = checkedOf({
    entries: entries([
      [60, "PAY-1"],
      [30, "X"],
      [5, "PAY-4"],
    ]),
    transactions: [
      sale(1, 100),
      sale(2, 40, { datePaidAtMs: null }),
      sale(3, 70, {
        cycle: "barter",
        detail: { cycle: "unknown", type: null, reference: null, document: null },
      }),
      sale(4, 5),
    ],
  });

  test.each([
    [NOTHING, { chosen: 0, already: 0, net: 0, due: [], expected: 0, difference: 0, isPaid: false }],
    [
      { entries: [1], transactions: [0] },
      { chosen: 30, already: 60, net: 90, due: [100], expected: 100, difference: -10, isPaid: true },
    ],
    [
      { entries: [0, 1], transactions: [0] },
      { chosen: 90, already: 0, net: 90, due: [100], expected: 100, difference: -10, isPaid: true },
    ],
    [
      { entries: [1], transactions: [1] },
      { chosen: 30, already: 0, net: 30, due: [0], expected: 0, difference: 30, isPaid: false },
    ],
    [
      { entries: [1], transactions: [0, 2] },
      { chosen: 30, already: 60, net: 90, due: [100, null], expected: null, difference: null, isPaid: true },
    ],
    [
      { entries: [1, 2], transactions: [0] },
      { chosen: 35, already: 60, net: 95, due: [100], expected: 100, difference: -5, isPaid: true },
    ],
  ])("of %j", (chosen, sums) => {
    expect(matchSums(checked, chosen)).toEqual(sums);
  });

  test("equals what the check reports once they are matched", () => {
    const records = {
      entries: entries([
        [60, "PAY-1"],
        [30, "X"],
      ]),
      transactions: [sale(1, 100), sale(2, 5)],
    };
    const sums = matchSums(checkedOf(records), { entries: [1], transactions: [0, 1] });
    const { result } = checkedOf({
      ...records,
      human: { matches: [{ id: 1, walletIDs: [2], payIDs: [1, 2] }] },
    });
    expect(result.findings.find(({ rule }) => rule === "amount-mismatch")).toMatchObject({
      expected: sums.expected,
      actual: sums.net,
      difference: sums.difference,
    });
  });
});

test("before a match equals what the check reports after, for any records, periods and matches", () => {
  let held = 0;
  for (let seed = 1; seed <= timesOf(1200, 6000); seed += 1) {
    const given = caseFrom(seed);
    const chosen = given.matches.at(-1);
    if (given.pulls.length > 1 || chosen === undefined) continue;
    // What is detected of all records may be another once some are matched.
    const options = { ...given.options, convention: "asset", settlementBasis: "charged" } as const;
    const before = outcome({ ...given, options, matches: given.matches.slice(0, -1) });
    const after = outcome({ ...given, options });
    if (before === null || after === null) continue;
    const { walletID } = before.input.entries;
    const { payID } = before.input.transactions;
    const { order, transaction } = after.result.entryOutcomes;
    const rows = {
      entries: [...order].filter((row) => chosen.walletIDs.includes(walletID[row]!)),
      transactions: [...payID.keys()].filter((row) => chosen.payIDs.includes(payID[row]!)),
    };
    const lead = transaction[rows.entries[0] ?? -1];
    if (lead === undefined || rows.transactions.length === 0) continue;
    held += 1;
    const sums = matchSums(before, rows);
    const { net, settlement, expected } = after.result.transactionOutcomes;
    const isJudged = settlement[lead] !== SETTLEMENT.notJudged;
    expect(Number.isNaN(expected[lead]), `seed ${seed}`).toBe(!isJudged);
    const due = dueOf({ check: after.result, records: after.input }, lead);
    expect({ net: sums.net, due: sums.expected }, `seed ${seed}`).toEqual({ net: net[lead], due });
    expect(sums.isPaid).toBe(
      isPaidAsAt(
        countedInput(after.input, after.result.options.chainScope).transactions,
        lead,
        after.result.period?.toMs ?? Infinity,
      ),
    );
  }
  expect(held).toBeGreaterThan(timesOf(100, 500));
});

/** The check of a case of one pull; null where a sum of it is refused. */
function outcome({ pulls, user, businesses, options, period, matches }: OracleCase) {
  const [pull] = pulls;
  const records = { entries: pull?.entries ?? [], transactions: pull?.transactions ?? [], user, businesses };
  const input = columnsOf({ ...records, pulledAtMs: pull?.atMs ?? null, human: { matches } }, sha256);
  const days =
    period === null ? null : periodOf(period.from as Day, period.to as Day, new ZoneClock(options.timeZone));
  try {
    return { input, result: reconcile(input, options, { period: days, sha256 }) };
  } catch (error) {
    if (error instanceof TieoutError && error.code === "SUM_OVERFLOW") return null;
    throw error;
  }
}

test("counts many entries, and names the fitting ones first", () => {
  const length = 20_000;
  const rows = Array.from({ length }, (_, at) => [(at % 977) + 1, `PAY-${at}`] as const);
  const checked = checkedOf({ entries: entries(rows), transactions: [sale(-1, 150, { payref: "PAY-17x" })] });
  const { total, ranked } = rankEntries(checked, { entries: [], transactions: [0] }, null, say);
  expect(total).toBe(length);
  expect(ranked[0]?.reasons).toContain("same amount");
});
