import { describe, expect, test } from "vitest";
import { DAY_MS, periodOf, ZoneClock } from "../../../../src/core/time.ts";
import type { Day } from "../../../../src/core/time.ts";
import { type Judged, verdictOf, type EarlierErrors } from "../../../../src/core/words/verdict.ts";
import type { CheckResult } from "../../../../src/core/reconcile/input/result.ts";
import { earlierErrorsIn } from "../../../../src/core/review/decisions/earlier-errors.ts";
import { columnsOf } from "../../../helpers/columns.ts";
import { OCTOBER_MS, check, entry, sale, sha256, wallet } from "../../../helpers/records.ts";

const verdict = (result: ReturnType<typeof check>, decimals = 0) => verdictOf(result, decimals);

/** A wallet of three entries whose second states `by` too much, and stays so. */
const shifted = (by: number, fields = {}) =>
  wallet([100, 50, 25]).map((one, at) => ({ ...one, balance: one.balance + (at === 0 ? 0 : by), ...fields }));

test("says that the clock was slow at a pull most of whose records are dated after it", () => {
  const pulledAtMs = Date.parse("2001-01-01T00:00:00Z");
  expect(verdict(check({ entries: wallet([100, 50]), pulledAtMs }))).toBe(
    "The whole history ties out. The clock was slow at pull 1: it showed 2001-01-01 00:00:00 UTC, " +
      "but most of what that pull brought is dated more than a day later. The check is as of 2026-10-01 02:00:00 UTC.",
  );
});

test("says of a clock that was ahead whatever is looked at, but of a period that was over by either clock", () => {
  const [earlier, later] = [Date.UTC(2026, 10, 1), Date.UTC(2026, 11, 1)];
  const [newest, ahead] = [
    { pullId: 2, atMs: earlier },
    { pullId: 1, atMs: later },
  ];
  const said = (period: CheckResult["period"]) =>
    verdict({
      ...check({ entries: wallet([100, 50]) }),
      period,
      pulledAtMs: later,
      asOfMs: later,
      pullClocks: { newest, ahead, slow: null },
    });
  const sentence = "The clock at pull 1 was ahead of the clock at pull 2, which came later";
  expect(said(null)).toContain(sentence);
  const until = (toMs: number) =>
    said({ ...periodOf("2026-10-01" as Day, "2026-10-31" as Day, new ZoneClock("UTC")), toMs });
  expect(until(earlier)).toContain(sentence);
  expect(until(earlier - 1)).not.toContain("clock");
});

describe("the conclusion", () => {
  test("says that a wallet ties out", () => {
    expect(verdict(check({ entries: wallet([100, 50]) }))).toBe("The whole history ties out.");
  });

  test("adds up broken rows by their own differences alone", () => {
    expect(verdict(check({ entries: shifted(7) }))).toBe(
      "The whole history: the stated balance is 7 too high at 1 entry.",
    );
    expect(verdict(check({ entries: shifted(-7) }))).toBe(
      "The whole history: the stated balance is 7 too low at 1 entry.",
    );
    expect(verdict(check({ entries: shifted(1234) }), 2)).toBe(
      "The whole history: the stated balance is 12.34 too high at 1 entry.",
    );
  });

  test("names an unapproved amount that is not in the balance", () => {
    const entries = [
      entry(1, { debit: 100, balance: 100 }),
      entry(2, { debit: 40, balance: 100, isApproved: 0 }),
    ];
    expect(verdict(check({ entries }))).toBe(
      "The whole history does not tie out yet. One unapproved entry (40) is not in the balance yet. 1 warning.",
    );
    const broken = [...entries, entry(3, { debit: 5, balance: 112 })];
    expect(verdict(check({ entries: broken }))).toBe(
      "The whole history: the stated balance is 7 too high at 1 entry. One unapproved entry (40) is not in the balance yet. 1 warning.",
    );
  });

  /** The second and third row were applied the other way round, a second after one another. */
  const swapped = (fields: (at: number) => object = () => ({})) =>
    wallet([100, 50, 25, 5], (at) => ({
      ...(at === 1 ? { balance: 175 } : at === 2 ? { balance: 125 } : {}),
      ...fields(at),
    }));

  test("ties out where rows are only listed in another order, and says so", () => {
    const result = check({ entries: swapped() });
    expect(verdict(result)).toBe(
      "The whole history ties out; rows are listed in another order than they were applied. 3 warnings.",
    );
    const orphan = check({ entries: swapped((at) => (at === 0 ? { payref: "PAY-NONE" } : {})) });
    expect(verdict(orphan)).toBe(
      "The whole history: every balance follows, but there is 1 error. " +
        "3 balances follow once rows are put in the order in which they were applied. 3 warnings.",
    );
    const broken = [...swapped(), entry(5, { debit: 1, balance: 190 })];
    expect(verdict(check({ entries: broken }))).toMatch(
      /^The whole history: the stated balance is 9 too high at 1 entry\. 3 balances follow once rows are put in the order in which they were applied\. /u,
    );
  });

  test("says where fewer balances would not follow in the order of dates", () => {
    const order = [0, 2, 1, 3];
    const dated = check({
      entries: swapped((at) => ({ dateCreatedAtMs: OCTOBER_MS + (order[at] as number) * 1000 })),
    });
    expect(dated.order.breaks).toEqual({ walletID: 3, date: 0 });
    expect(verdict(dated)).toBe(
      "The whole history ties out; rows are listed in another order than they were applied. " +
        "In the order of dates every balance would follow. 4 warnings.",
    );
    const [later] = wallet([1], () => ({ walletID: 5, balance: 190, dateCreatedAtMs: OCTOBER_MS + 9000 }));
    const entries = [
      ...swapped((at) => ({ dateCreatedAtMs: OCTOBER_MS + (order[at] as number) * 1000 })),
      later!,
    ];
    expect(verdict(check({ entries }))).toContain(
      " In the order of dates 1 balance would not follow, instead of 4.",
    );
    expect(verdict(check({ entries: swapped() }))).not.toContain("In the order of dates");
  });

  test("names errors beside a chain that follows", () => {
    const transactions = [sale(1, 10)];
    expect(verdict(check({ entries: wallet([100]), transactions }, { cutoffDays: 0 }))).toBe(
      "The whole history: every balance follows, but there is 1 error.",
    );
  });

  test("says of errors that only earlier periods left open that they are brought forward, and how many are raised", () => {
    const november = periodOf("2026-11-01" as Day, "2026-11-30" as Day, new ZoneClock("UTC"));
    const dated = (at: number) => ({ dateCreatedAtMs: OCTOBER_MS + (at === 0 ? 0 : 33 * DAY_MS) });
    const entries = wallet([100, 50], (at) => ({ ...dated(at), payref: at === 0 ? "PAY-NONE" : "" }));
    const result = check({ entries }, {}, november);
    const said = (earlier: EarlierErrors) => verdictOf(result, 0, { reviewed: 1, total: 1, earlier });
    const begin = "November 2026: every balance follows. 1 error brought forward";
    expect(said({ errors: 1, raised: 1 })).toBe(`${begin}, raised; reviewed.`);
    expect(said({ errors: 1, raised: 0 })).toBe(`${begin}, not raised; reviewed.`);
    // Where nobody knows whose they are, they are its own.
    expect(verdict(result)).toBe("November 2026: every balance follows, but there is 1 error.");
    const input = columnsOf({ entries, transactions: [] }, sha256);
    expect(earlierErrorsIn(result, input, () => "raised")).toEqual({ errors: 1, raised: 1 });
    const october = periodOf("2026-10-01" as Day, "2026-10-31" as Day, new ZoneClock("UTC"));
    const own = check({ entries }, {}, october);
    expect(earlierErrorsIn(own, input, () => "raised")).toEqual({ errors: 0, raised: 0 });
    expect(own.counts.bySeverity.error).toBe(1);
  });

  test("names an opening other than the signed closing, alone and beside other errors and breaks", () => {
    const november = periodOf("2026-11-01" as Day, "2026-11-30" as Day, new ZoneClock("UTC"));
    const dated = (at: number) => ({ dateCreatedAtMs: OCTOBER_MS + (at === 0 ? 0 : 33 * DAY_MS) });
    const closings = [{ userID: 1, businessID: null, closing: 90 }];
    const october = {
      to: "2026-10-31" as Day,
      timeZone: "UTC",
      chainScope: "user" as const,
      matchId: 0,
    };
    const human = { signedPeriods: [{ ...october, closings }] };
    const entries = wallet([100, 50], dated);
    const opens = "November 2026 opens 10 higher than was signed before";
    expect(verdict(check({ entries, human }, {}, november))).toBe(`${opens}.`);
    const unpaid = [sale(1, 10, { datePaidAtMs: OCTOBER_MS + 33 * DAY_MS })];
    expect(verdict(check({ entries, transactions: unpaid, human }, { cutoffDays: 0 }, november))).toBe(
      `${opens}. 1 other error.`,
    );
    const broken = entries.map((one, at) => ({ ...one, balance: one.balance + 7 * at }));
    expect(verdict(check({ entries: broken, human }, {}, november))).toBe(
      "November 2026: the stated balance is 7 too high at 1 entry. It opens 10 higher than was signed before.",
    );
    const other = [1, 2].map((userID) => ({ userID, businessID: null, closing: userID === 1 ? 90 : 10 }));
    const moved = { signedPeriods: [{ ...october, closings: other }] };
    expect(verdict(check({ entries, human: moved }, {}, november))).toBe(
      "November 2026 opens with other balances than signed in 2 wallets, but the same in total.",
    );
  });

  test("treats two currencies separately", () => {
    const first = shifted(7);
    const second = shifted(9, { userID: 2 }).map((one) => ({ ...one, walletID: one.walletID + 10 }));
    const user = {
      userID: 1,
      name: "Ada",
      email: null,
      phone: null,
      country: null,
      defaultCurrency: "NGN",
      businessID: 70,
    };
    expect(verdict(check({ entries: [...first, ...second], user }))).toBe(
      "The whole history: the stated balance is 7 NGN too high and 9 in no stated currency too high across 2 entries. 2 causes explain it.",
    );
  });

  test("says of breaks that cancel out that the closing is right and the rows are not", () => {
    // The second row states 7 too much, the third is right again.
    const there = (fields = {}) =>
      wallet([100, 50, 25]).map((one, at) => ({
        ...one,
        balance: one.balance + (at === 1 ? 7 : 0),
        ...fields,
      }));
    expect(verdict(check({ entries: there() }))).toBe(
      "The whole history: the stated balance is wrong at 2 entries. The differences (14 gross) cancel out. 1 cause explains them.",
    );
    const unpaid = { transactions: [sale(1, 10)] };
    expect(verdict(check({ entries: there(), ...unpaid }, { cutoffDays: 0 }))).toBe(
      "The whole history: the stated balance is wrong at 2 entries. The differences (14 gross) cancel out. 1 of 2 causes explains them. 1 other error.",
    );
    const second = there({ userID: 2 }).map((one) => ({ ...one, walletID: one.walletID + 10 }));
    const user = { userID: 1, name: "Ada", email: null, phone: null, country: null };
    const owner = { ...user, defaultCurrency: "NGN", businessID: 70 };
    expect(verdict(check({ entries: [...shifted(9), ...second], user: owner }))).toBe(
      "The whole history: the stated balance is 9 NGN too high across 3 entries. Other differences (14 in no stated currency gross) cancel out. 2 causes explain it.",
    );
    expect(verdict(check({ entries: [...there(), ...second], user: owner }))).toBe(
      "The whole history: the stated balance is wrong at 4 entries. The differences (14 NGN and 14 in no stated currency gross) cancel out. 2 causes explain them.",
    );
  });

  test("says of breaks that cancel in part what is left, and what it consists of", () => {
    // 9 too much from the second row on, and on the third row alone 4 too little.
    const entries = wallet([100, 50, 25, 10]).map((one, at) => ({
      ...one,
      balance: one.balance + ([0, 9, 5, 9][at] ?? 0),
    }));
    expect(verdict(check({ entries }))).toBe(
      "The whole history: the stated balance is 9 too high across 3 entries. 2 causes explain it.",
    );
  });

  test("covers a month without entries, and no records at all", () => {
    const period = periodOf("2019-01-01" as Day, "2019-01-31" as Day, new ZoneClock("UTC"));
    const later = periodOf("2027-01-01" as Day, "2027-01-31" as Day, new ZoneClock("UTC"));
    expect(verdict(check({ entries: wallet([100]) }, {}, period))).toBe(
      "January 2019 has no entries: there is nothing to tie out.",
    );
    const open = { entries: wallet([100], () => ({ payref: "PAY-NONE" })) };
    expect(verdict(check(open, {}, later))).toBe(
      "January 2027 has no entries. 1 error brought forward from earlier months.",
    );
    const own = { ...open, transactions: [sale(1, 90, { datePaidAtMs: later.fromMs })] };
    expect(verdict(check(own, {}, later))).toBe("January 2027 has no entries. 1 error.");
    expect(verdict(check({}))).toBe("The whole history has no entries: there is nothing to tie out.");
  });
});

describe("the conclusion of given findings", () => {
  const NGN = { userID: 1, businessID: null, currency: "NGN" };
  const found = (
    rule: "chain-break" | "pending-entry" | "history-gap",
    userID: number,
    difference: number,
  ) => ({
    rule,
    userID,
    businessID: null,
    difference,
  });
  const single = { kind: "single", payIDs: [], findings: { length: 1 } } as const;
  const singles = (count: number) => ({
    count,
    complete: true,
    items: Array.from({ length: count }, () => single),
  });
  const judged = (
    fields: Partial<Judged> & { readonly error?: number; readonly warning?: number },
  ): Judged => ({
    period: null,
    capped: false,
    pulledAtMs: null,
    options: { timeZone: "UTC" },
    wallets: [NGN],
    findings: [],
    causes: singles((fields.findings ?? []).filter(({ rule }) => rule === "chain-break").length),
    ...fields,
    counts: {
      entries: 5000,
      transactions: 2000,
      bySeverity: { error: fields.error ?? 0, warning: fields.warning ?? 0, info: 0 },
    },
  });

  test("says of a history that is cut only what was received", () => {
    const whole = verdictOf(judged({}), 0);
    expect(whole).toBe("The whole history ties out.");
    expect(verdictOf(judged({ capped: true }), 0)).toBe("The history received ties out.");
    const findings = [found("chain-break", 1, 5)];
    expect(verdictOf(judged({ capped: true, findings, error: 1 }), 0)).toMatch(
      /^The history received: the stated balance is 5 NGN too high/u,
    );
  });

  test("names the size, the direction, the causes, what is left to review, and the progress", () => {
    const differences = [2_097_694, 100, -100, 20, -20];
    const findings = [
      ...differences.map((difference) => found("chain-break", 1, difference)),
      found("pending-entry", 1, -584_546),
    ];
    const of = (reviewed: number) =>
      verdictOf(judged({ findings, error: 42, warning: 12 }), 0, { reviewed, total: 54 });
    const begin =
      "The whole history: the stated balance is 2,097,694 NGN too high across 5 entries. 5 causes explain it. " +
      "One unapproved entry (584,546 NGN) is not in the balance yet. 37 other errors, 12 warnings; ";
    expect(of(0)).toBe(`${begin}none reviewed.`);
    expect(of(9)).toBe(`${begin}9 of 54 reviewed.`);
    expect(of(54)).toBe(`${begin}all reviewed.`);
    expect(verdictOf(judged({ findings, error: 42, warning: 12 }), 0)).toBe(
      `${begin.slice(0, -"; ".length)}.`,
    );
  });

  test("counts of the check's causes those that explain the breaks, and claims no proof that is missing", () => {
    const findings = [70, -70, 5, 9].map((difference) => found("chain-break", 1, difference));
    const items = [
      { kind: "misstated-balance", payIDs: [], findings: { length: 2 } },
      { kind: "missing-entries", payIDs: [1, 2], findings: { length: 3 } },
      single,
      // Not of a break, and two singles that are not.
      { kind: "mistyped-payref", payIDs: [3], findings: { length: 2 } },
      single,
      single,
    ] as const;
    const of = (causes: Judged["causes"]) => verdictOf(judged({ findings, error: 4, causes }), 0);
    const begin = "The whole history: the stated balance is 14 NGN too high across 4 entries.";
    expect(of({ count: 6, complete: true, items })).toBe(`${begin} 3 of 6 causes explain it.`);
    expect(of({ count: 6, complete: false, items })).toBe(`${begin} At most 3 of 6 causes explain it.`);
    const [one, another] = items;
    const all = { count: 3, complete: true, items: [one, another, single] };
    expect(of(all)).toBe(`${begin} 3 causes explain it.`);
    // Kept before causes were: how many is not known.
    expect(of(null)).toBe(begin);
  });

  test("names the progress also when broken rows are the only findings, and not when none is open", () => {
    const one = judged({ findings: [found("chain-break", 1, -5)], error: 1 });
    expect(verdictOf(one, 0, { reviewed: 0, total: 1 })).toBe(
      "The whole history: the stated balance is 5 NGN too low at 1 entry. Not reviewed.",
    );
    expect(verdictOf(judged({}), 0, { reviewed: 0, total: 0 })).toBe("The whole history ties out.");
    expect(verdictOf(judged({ warning: 2 }), 0, { reviewed: 2, total: 2 })).toBe(
      "The whole history ties out. 2 warnings; all reviewed.",
    );
  });

  test("gives each currency its own direction, and leaves out one without a difference", () => {
    const wallets = [NGN, { ...NGN, userID: 2, currency: "GHS" }, { ...NGN, userID: 3, currency: null }];
    const findings = [
      found("chain-break", 1, 70),
      found("chain-break", 2, -30),
      found("chain-break", 3, -4),
      found("chain-break", 4, 1),
    ];
    expect(verdictOf(judged({ wallets, findings, error: 4 }), 0)).toBe(
      "The whole history: the stated balance is 70 NGN too high and 30 GHS too low and 3 in no stated currency too low across 4 entries. 4 causes explain it.",
    );
    const netted = [found("chain-break", 1, 70), found("chain-break", 2, 30), found("chain-break", 2, -30)];
    expect(verdictOf(judged({ wallets, findings: netted, error: 3 }), 0)).toBe(
      "The whole history: the stated balance is 70 NGN too high across 3 entries. Other differences (60 GHS gross) cancel out. 3 causes explain it.",
    );
  });

  test("needs no currency where none is known", () => {
    const wallets = [{ ...NGN, currency: null }];
    const findings = [found("chain-break", 1, -1234)];
    expect(verdictOf(judged({ wallets, findings, error: 1 }), 2)).toBe(
      "The whole history: the stated balance is 12.34 too low at 1 entry.",
    );
  });

  test("shows what is pending with the sign of its own movement, and what was never seen", () => {
    const findings = [
      found("pending-entry", 1, -40),
      found("pending-entry", 1, 10),
      found("history-gap", 1, -7),
    ];
    expect(verdictOf(judged({ findings, warning: 3 }), 0)).toBe(
      "The whole history does not tie out yet. 2 unapproved entries (30 NGN) are not in the balance yet. One gap between pulls (−7 NGN) was never seen. 3 warnings.",
    );
    const even = [found("pending-entry", 1, 10), found("pending-entry", 1, -10)];
    expect(verdictOf(judged({ findings: even, warning: 2 }), 0)).toContain("entries (0 NGN) are not");
  });
});
