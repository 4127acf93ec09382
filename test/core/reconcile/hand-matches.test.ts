/** Matches by hand, as the check goes by them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../src/core/records/entry.ts";
import type { ChainScope, CheckOptions } from "../../../src/core/options.ts";
import { checkDocument } from "../../../src/core/reconcile/check-document.ts";
import type { Records } from "../../helpers/columns.ts";
import type { MatchedRecords, SignedClosing, SignedPeriod } from "../../../src/core/reconcile/input/input.ts";
import { type CheckResult, SETTLEMENT } from "../../../src/core/reconcile/input/result.ts";
import { DAY_MS, type Day, type Period, ZoneClock, monthDays, periodOf } from "../../../src/core/time.ts";
import { OCTOBER_MS, check, entry, found, sale, wallet } from "../../helpers/records.ts";

/** Long after every payment of these tests, so that none is in transit. */
const LATER_MS = OCTOBER_MS + 90 * DAY_MS;
const OPTIONS = { convention: "asset", settlementBasis: "charged" } as const;

function match(id: number, walletIDs: readonly number[], payIDs: readonly number[]): MatchedRecords {
  return { id, walletIDs, payIDs };
}

/** Entries of `[movement, payref]`, walletID from 1 on. */
function entries(
  rows: readonly (readonly [number, string])[],
  fields: (at: number) => Partial<Entry> = () => ({}),
) {
  return wallet(
    rows.map(([movement]) => movement),
    (at) => ({ payref: rows[at]?.[1] ?? "", ...fields(at) }),
  );
}

function of(
  records: Partial<Records>,
  matches: readonly MatchedRecords[],
  options: Partial<CheckOptions> = {},
  period: Period | null = null,
) {
  return check({ pulledAtMs: LATER_MS, ...records, human: { matches } }, { ...OPTIONS, ...options }, period);
}

function month(text: string): Period {
  const days = monthDays(text)!;
  return periodOf(days.from, days.to, new ZoneClock("UTC"));
}

function messages(result: CheckResult, rule: string): string[] {
  return result.findings.filter((finding) => finding.rule === rule).map(({ message }) => message);
}

/** Tells the bases apart. */
const WITH_FEE = { scrowfee: 5, payableamount: 105 };
const MISTYPED = { entries: entries([[100, "PAY-X"]]), transactions: [sale(1, 100)] };

describe("one entry and one transaction", () => {
  test("settle with the match, and not without it", () => {
    expect(found(of(MISTYPED, []))).toEqual(["orphan-payref 1", "paid-without-entry payID 1"]);
    const result = of(MISTYPED, [match(4, [1], [1])]);
    expect(found(result)).toEqual(["matched-by-hand 1", "settled-by-hand payID 1"]);
    expect(result.findings).toMatchObject([
      {
        severity: "info",
        message: "Manual match 4: its 100 settles payID 1; 1 entry comes to 100, as expected.",
      },
      {
        severity: "info",
        message: "Manual match 4: settled by walletID 1; 1 entry comes to 100, as expected.",
      },
    ]);
    expect(result.transactionOutcomes).toMatchObject({
      net: Int8Array.of(100),
      entries: Int32Array.of(1),
      matched: Uint8Array.of(1),
      settlement: Uint8Array.of(SETTLEMENT.settled),
    });
    expect(result.entryOutcomes.transaction).toEqual(Int32Array.of(0));
    const { findings } = checkDocument(result, "error").counts;
    expect(findings).toMatchObject({ "matched-by-hand": 1, "settled-by-hand": 1, "orphan-payref": 0 });
    expect(findings).not.toHaveProperty("opening-not-carried");
    const withFee = { ...MISTYPED, transactions: [sale(1, 100, WITH_FEE)] };
    expect(of(withFee, [match(4, [1], [1])]).settlementBasis.votes.charged).toBe(1);
  });

  test("takes an entry without a payref out of that count", () => {
    const records = {
      entries: entries([
        [100, ""],
        [5, ""],
      ]),
      transactions: [sale(1, 100)],
    };
    expect(of(records, []).counts.noPayref).toEqual({ API: 2 });
    const result = of(records, [match(1, [1], [1])]);
    expect(result.counts.noPayref).toEqual({ API: 1 });
    expect(found(result)).toEqual(["matched-by-hand 1", "settled-by-hand payID 1"]);
  });

  test("report a remainder as an amount mismatch that names the match", () => {
    const result = of({ entries: entries([[90, "PAY-X"]]), transactions: [sale(1, 100)] }, [
      match(4, [1], [1]),
    ]);
    expect(messages(result, "amount-mismatch")).toEqual([
      "Manual match 4. Its entries come to 90 where 100 is expected: too little, by 10.",
    ]);
    expect(result.findings.find(({ rule }) => rule === "amount-mismatch")).toMatchObject({
      payID: 1,
      expected: 100,
      actual: 90,
      difference: -10,
      kind: "under",
    });
    expect(messages(result, "settled-by-hand")).toEqual([
      "Manual match 4: settled by walletID 1; 1 entry comes to 90 where 100 is expected, a difference of −10.",
    ]);
    expect(
      found(
        of({ entries: entries([[90, "PAY-X"]]), transactions: [sale(1, 100)] }, [match(4, [1], [1])], {
          tolerance: 10,
        }),
      ),
    ).not.toContain("amount-mismatch payID 1");
  });

  test("are compared: user, business, date, and whether it is paid", () => {
    const stranger = { userID: 2, businessID: 8, datePaidAtMs: null, dateCreatedAtMs: LATER_MS };
    const result = of({ ...MISTYPED, transactions: [sale(1, 100, stranger)] }, [match(1, [1], [1])]);
    expect(found(result)).toEqual([
      "before-created 1",
      "entry-for-unpaid 1",
      "matched-by-hand 1",
      "wrong-business 1",
      "wrong-user 1",
      "settled-by-hand payID 1",
    ]);
    expect(messages(result, "matched-by-hand")).toEqual([
      "Manual match 1: its 100 settles payID 1; 1 entry comes to 100, and payID 1 is not paid.",
    ]);
    expect(messages(result, "entry-for-unpaid")).toEqual(["Moves 100 for payID 1, which is not paid."]);
    expect([...result.transactionOutcomes.settlement]).toEqual([SETTLEMENT.entryForUnpaid]);
  });

  test("say of a payment after the period when it was paid, and not that it is unpaid", () => {
    const paid = { datePaidAtMs: Date.UTC(2026, 10, 2, 10) };
    const result = of(
      { ...MISTYPED, transactions: [sale(1, 100, paid)] },
      [match(1, [1], [1])],
      {},
      month("2026-10"),
    );
    const when = "payID 1 was paid at 2026-11-02 10:00:00 UTC, after the period";
    expect(messages(result, "matched-by-hand")).toEqual([
      `Manual match 1: its 100 settles payID 1; 1 entry comes to 100, and ${when}.`,
    ]);
    expect(messages(result, "settled-by-hand")).toEqual([
      `Manual match 1: settled by walletID 1; 1 entry comes to 100, and ${when}.`,
    ]);
  });

  test("detach the entry from the transaction of its own payref", () => {
    const records = { entries: entries([[100, "PAY-1"]]), transactions: [sale(1, 100), sale(2, 100)] };
    expect(found(of(records, []))).toEqual(["paid-without-entry payID 2"]);
    expect(found(of(records, [match(1, [1], [2])]))).toEqual([
      "matched-by-hand 1",
      "paid-without-entry payID 1",
      "settled-by-hand payID 2",
    ]);
  });

  test("do not attract all entries without a payref when the transaction has none", () => {
    const records = {
      entries: entries([
        [100, "PAY-X"],
        [7, ""],
      ]),
      transactions: [sale(1, 100, { payref: "" })],
    };
    const result = of(records, [match(1, [1], [1])]);
    expect([...result.entryOutcomes.transaction]).toEqual([0, -1]);
    expect([...result.transactionOutcomes.net]).toEqual([100]);
  });
});

describe("several entries", () => {
  test("settle one transaction together with those that carry its payref", () => {
    const records = {
      entries: entries([
        [60, "PAY-1"],
        [30, "PAY-X"],
        [10, ""],
      ]),
      transactions: [sale(1, 100)],
    };
    const result = of(records, [match(1, [2, 3], [1])]);
    expect(found(result)).toEqual(["matched-by-hand 2", "matched-by-hand 3", "settled-by-hand payID 1"]);
    expect(messages(result, "settled-by-hand")).toEqual([
      "Manual match 1: settled by walletID 2 and 3; 3 entries, 1 of them by payref, come to 100, as expected.",
    ]);
    expect([...result.transactionOutcomes.entries]).toEqual([3]);
  });

  test("report one entered twice as a duplicate, where there is one transaction", () => {
    const records = {
      entries: entries([
        [100, "PAY-X"],
        [100, "PAY-Y"],
      ]),
      transactions: [sale(1, 100)],
    };
    expect(found(of(records, [match(1, [1, 2], [1])]))).toEqual([
      "matched-by-hand 1",
      "duplicate-entry 2",
      "matched-by-hand 2",
      "settled-by-hand payID 1",
    ]);
  });

  test("that cancel out are reported as reversed", () => {
    const records = {
      entries: entries([
        [100, "PAY-X"],
        [-100, "PAY-Y"],
      ]),
      transactions: [sale(1, 100)],
    };
    expect(messages(of(records, [match(2, [1, 2], [1])]), "reversed")).toEqual([
      "Manual match 2. Entered and taken back: its 2 entries come to nil where 100 is expected.",
    ]);
  });
});

describe("several transactions", () => {
  const TWO = [sale(1, 60), sale(2, 40)];

  test("are settled by one entry: the lead is compared with the sum, the others settle with it", () => {
    const result = of({ entries: entries([[100, ""]]), transactions: TWO }, [match(1, [1], [1, 2])]);
    expect(found(result)).toEqual([
      "matched-by-hand 1",
      "settled-by-hand payID 1",
      "settled-by-hand payID 2",
    ]);
    expect(messages(result, "settled-by-hand")).toEqual([
      "Manual match 1: settled by walletID 1 together with payID 2; 1 entry comes to 100, as expected.",
      "Manual match 1: settled by walletID 1 together with payID 1; 1 entry comes to 100, as expected.",
    ]);
    expect(result.transactionOutcomes).toMatchObject({
      expected: Int8Array.of(100, 0),
      net: Int8Array.of(100, 0),
      entries: Int32Array.of(1, 0),
      matched: Uint8Array.of(1, 0),
      settlement: Uint8Array.of(SETTLEMENT.settled, SETTLEMENT.settledTogether),
    });
    const withFees = { entries: entries([[100, ""]]), transactions: [sale(1, 100, WITH_FEE), sale(2, 0)] };
    expect(of(withFees, [match(1, [1], [1, 2])]).settlementBasis.votes.charged).toBe(0);
  });

  test("are named as the first few and a count when there are many", () => {
    const transactions = Array.from({ length: 7 }, (_, at) => sale(at + 1, 10));
    const payIDs = transactions.map(({ payID }) => payID);
    const said = (count: number) =>
      messages(
        of({ entries: entries([[70, ""]]), transactions }, [match(1, [1], payIDs.slice(0, count))]),
        "settled-by-hand",
      );
    expect(said(7)[0]).toContain("together with payID 2, 3, 4, 5, 6 and 1 other;");
    expect(said(7)[6]).toContain("together with payID 1, 2, 3, 4, 5 and 1 other;");
    expect(said(6)[0]).toContain("together with payID 2, 3, 4, 5 and 6;");
    expect(said(2)[1]).toContain("together with payID 1;");
  });

  test("report a difference on the lead, and name them all", () => {
    const result = of({ entries: entries([[95, ""]]), transactions: TWO }, [match(1, [1], [1, 2])]);
    expect(messages(result, "amount-mismatch")).toEqual([
      "Manual match 1. Its entries come to 95 where 100 is expected of payID 1 and 2: too little, by 5.",
    ]);
    expect(result.counts.findings["amount-mismatch"]).toBe(1);
  });

  test("with one unpaid or deleted expect the others' amounts, and are led by a paid one", () => {
    const transactions = [
      sale(1, 60, { datePaidAtMs: null }),
      sale(2, 40),
      sale(3, 500, { isDeleted: 1 }),
      sale(4, 60),
    ];
    const result = of({ entries: entries([[100, ""]]), transactions }, [match(1, [1], [1, 2, 3, 4])]);
    expect([...result.transactionOutcomes.matched]).toEqual([0, 1, 0, 0]);
    expect(result.transactionOutcomes.expected[1]).toBe(100);
    expect(found(result)).toEqual([
      "matched-by-hand 1",
      "settled-by-hand payID 1",
      "settled-by-hand payID 2",
      "settled-by-hand payID 3",
      "settled-deleted payID 3",
      "settled-by-hand payID 4",
    ]);
    expect(messages(result, "settled-deleted")).toEqual(["Deleted, but the entries of match 1 come to 100."]);
  });

  test("that are a payment and its refund settle each other", () => {
    const transactions = [sale(1, 100), sale(2, 100, { traderStatus: "buyer" })];
    const records = {
      entries: entries([
        [100, "A"],
        [-100, "B"],
      ]),
      transactions,
    };
    const result = of(records, [match(1, [1, 2], [1, 2])]);
    expect(result.counts.bySeverity.error).toBe(0);
    expect(result.transactionOutcomes.settlement[0]).toBe(SETTLEMENT.settled);
  });

  test("are not checked when one of them cannot be", () => {
    const transactions = [
      sale(1, 60),
      sale(2, 40, {
        cycle: "barter",
        detail: { cycle: "unknown", type: "barter", reference: "PAY-2", document: null },
      }),
    ];
    const result = of({ entries: entries([[70, ""]]), transactions }, [match(1, [1], [1, 2])]);
    expect(result.transactionOutcomes.settlement[0]).toBe(SETTLEMENT.notJudged);
    expect(result.counts.findings["amount-mismatch"]).toBe(0);
    expect(messages(result, "matched-by-hand")[0]).toContain("what is expected is not judged");
  });

  test("report nothing entered twice", () => {
    const transactions = [sale(1, 100), sale(2, 100)];
    const records = {
      entries: entries([
        [100, "A"],
        [100, "B"],
      ]),
      transactions,
    };
    expect(of(records, [match(1, [1, 2], [1, 2])]).counts.bySeverity).toMatchObject({ error: 0 });
  });

  test("report wrong user, business and date where no transaction of the match agrees", () => {
    const transactions = [
      sale(1, 60, { businessID: 8 }),
      sale(2, 40, { userID: 2, dateCreatedAtMs: LATER_MS }),
    ];
    const records = { entries: entries([[100, ""]]), transactions };
    expect(of(records, [match(1, [1], [1, 2])]).counts.bySeverity).toMatchObject({ error: 0, warning: 0 });
  });
});

describe("another payID of one payref", () => {
  const records = {
    entries: entries([
      [100, "PAY-1"],
      [100, ""],
    ]),
    transactions: [sale(1, 100), sale(2, 100, { payref: "PAY-1" })],
  };

  test("is checked against its own entries when matched by hand, and still reported for the payref", () => {
    const result = of(records, [match(1, [2], [2])]);
    expect(found(result)).toEqual([
      "matched-by-hand 2",
      "duplicate-payref payID 2",
      "settled-by-hand payID 2",
    ]);
    expect([...result.transactionOutcomes.settlement]).toEqual([SETTLEMENT.settled, SETTLEMENT.settled]);
  });

  test("remains one when the first is matched by hand", () => {
    const result = of(records, [match(1, [2], [1])]);
    expect(result.findings.find(({ rule }) => rule === "duplicate-payref")).toMatchObject({ payID: 2 });
    expect([...result.transactionOutcomes.entries]).toEqual([2, 0]);
    expect([...result.transactionOutcomes.settlement]).toEqual([SETTLEMENT.duplicated, SETTLEMENT.notJudged]);
  });
});

describe("as at a period's end", () => {
  test("an entry of a transaction paid after it says when that was, and not that it is unpaid", () => {
    const paidAtMs = Date.UTC(2026, 10, 1, 0, 0, 3);
    const records = { ...MISTYPED, transactions: [sale(1, 100, { datePaidAtMs: paidAtMs })] };
    const result = of(records, [match(1, [1], [1])], {}, month("2026-10"));
    expect(messages(result, "entry-for-unpaid")).toEqual([
      "Moves 100 for payID 1, which was paid at 2026-11-01 00:00:03 UTC, after the period: within the cut-off, a timing difference.",
    ]);
  });

  const NOVEMBER_MS = Date.UTC(2026, 10, 3);
  const records = {
    entries: entries(
      [
        [5, ""],
        [100, "PAY-X"],
      ],
      (at) => (at === 1 ? { dateCreatedAtMs: NOVEMBER_MS } : {}),
    ),
    transactions: [sale(1, 100)],
  };

  test("ignores a later entry: the payment is missing then, and settled in the next month", () => {
    const matches = [match(1, [2], [1])];
    const october = of(records, matches, {}, month("2026-10"));
    expect(found(october)).toEqual(["paid-without-entry payID 1"]);
    const november = of(records, matches, {}, month("2026-11"));
    expect(found(november)).toEqual(["matched-by-hand 2", "settled-by-hand payID 1"]);
    expect([...november.transactionOutcomes.inPeriod]).toEqual([1]);
  });

  test("places every transaction of a match in the months of its entries", () => {
    const two = { ...records, transactions: [sale(1, 60), sale(2, 40)] };
    const november = of(two, [match(1, [2], [1, 2])], {}, month("2026-11"));
    expect([...november.transactionOutcomes.inPeriod]).toEqual([1, 1]);
    const december = of(two, [match(1, [2], [1, 2])], {}, month("2026-12"));
    expect(found(december)).toEqual([]);
    expect([...december.transactionOutcomes.inPeriod]).toEqual([0, 0]);
  });

  test("counts a later payment as not paid yet", () => {
    const later = { ...MISTYPED, transactions: [sale(1, 100, { datePaidAtMs: NOVEMBER_MS })] };
    expect(found(of(later, [match(1, [1], [1])], {}, month("2026-10")))).toEqual([
      "entry-for-unpaid 1",
      "matched-by-hand 1",
      "settled-by-hand payID 1",
    ]);
  });
});

describe("unknown records in a match", () => {
  test("are ignored, and a match with an empty side ties nothing", () => {
    expect(found(of(MISTYPED, [match(1, [1, 77], [1, 88])]))).toEqual(
      found(of(MISTYPED, [match(1, [1], [1])])),
    );
    expect(found(of(MISTYPED, [match(1, [77], [1])]))).toEqual(found(of(MISTYPED, [])));
    expect(found(of(MISTYPED, [match(1, [1], [88])]))).toEqual(found(of(MISTYPED, [])));
  });
});

/** Any wallet with payments of some of its payrefs, and matches of records that are in one at most. */
const matched = fc
  .record({
    rows: fc.array(
      fc.tuple(
        fc.integer({ min: -900, max: 900 }).filter((moved) => moved !== 0),
        fc.constantFrom("", "PAY-1", "PAY-2", "PAY-3", "PAY-4", "X", "Y"),
      ),
      { minLength: 1, maxLength: 20 },
    ),
    sales: fc.array(
      fc.record({
        amount: fc.integer({ min: 1, max: 900 }),
        payref: fc.integer({ min: 1, max: 5 }),
        paid: fc.boolean(),
      }),
      { maxLength: 8 },
    ),
    ties: fc.array(
      fc.tuple(fc.subarray([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), fc.subarray([1, 2, 3, 4, 5, 6, 7])),
      {
        maxLength: 4,
      },
    ),
  })
  .map(({ rows, sales, ties }) => {
    const records = {
      entries: entries(rows),
      transactions: sales.map(({ amount, payref, paid }, at) =>
        sale(at + 1, amount, { payref: `PAY-${payref}`, datePaidAtMs: paid ? OCTOBER_MS : null }),
      ),
      pulledAtMs: LATER_MS,
    };
    const taken = new Set<string>();
    const free = (kind: string, ids: readonly number[]) =>
      ids.filter((id) => !taken.has(`${kind}${id}`) && taken.add(`${kind}${id}`));
    const matches = ties.flatMap(([walletIDs, payIDs], at) => {
      const [ofEntries, ofTransactions] = [free("entry", walletIDs), free("payment", payIDs)];
      return ofEntries.length === 0 || ofTransactions.length === 0
        ? []
        : [match(at + 1, ofEntries, ofTransactions)];
    });
    return { records, matches };
  });

function asText(result: CheckResult): string {
  return JSON.stringify(checkDocument(result, "info"));
}

test("settled and unmatched amounts add up to everything that moved, whatever is matched", () => {
  fc.assert(
    fc.property(matched, fc.constantFrom(null, month("2026-10")), ({ records, matches }, period) => {
      const { entryOutcomes, transactionOutcomes } = of(records, matches, {}, period);
      const { order, movement, transaction } = entryOutcomes;
      const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0);
      const all = sum([...order].map((row) => movement[row]!));
      const open = sum([...order].map((row) => (transaction[row] === -1 ? movement[row]! : 0)));
      expect(open + sum(transactionOutcomes.net)).toBe(all);
      const tied = [...order].filter((row) => transaction[row] !== -1).length;
      expect(sum(transactionOutcomes.entries)).toBe(tied);
    }),
  );
});

test("the order of records, matches and their ids changes no byte", () => {
  fc.assert(
    fc.property(matched, ({ records, matches }) => {
      const turned = {
        ...records,
        entries: records.entries.toReversed(),
        transactions: records.transactions.toReversed(),
      };
      const others = matches
        .toReversed()
        .map(({ id, walletIDs, payIDs }) => match(id, walletIDs.toReversed(), payIDs.toReversed()));
      expect(asText(of(turned, others))).toBe(asText(of(records, matches)));
    }),
  );
});

test("the document without matches mentions none", () => {
  fc.assert(
    fc.property(matched, ({ records }) => {
      const { counts } = of(records, []);
      expect(counts.findings).toMatchObject({ "matched-by-hand": 0, "settled-by-hand": 0 });
      expect(asText(of(records, []))).toBe(asText(check(records, OPTIONS)));
      expect(asText(of(records, []))).not.toMatch(/by-hand|opening-not-carried/u);
    }),
  );
});

describe("the opening of a period", () => {
  const records = {
    entries: entries(
      [
        [100, ""],
        [20, ""],
      ],
      (at) => (at === 1 ? { dateCreatedAtMs: Date.UTC(2026, 10, 3) } : {}),
    ),
  };
  const november = month("2026-11");
  const OCTOBER = { to: "2026-10-31" as Day, timeZone: "UTC", chainScope: "user" as ChainScope };
  const closingAt = (closing: number, businessID: number | null = null, userID = 1) => ({
    userID,
    businessID,
    closing,
  });
  const signed = (closings: readonly SignedClosing[], fields: Partial<SignedPeriod> = {}): SignedPeriod => ({
    ...OCTOBER,
    closings,
    matchId: 0,
    ...fields,
  });
  const against = (one: SignedPeriod, period: Period | null = november, options = {}) =>
    check(
      { ...records, pulledAtMs: LATER_MS, human: { signedPeriods: [one] } },
      { ...OPTIONS, ...options },
      period,
    );

  test("reports nothing when it is the signed closing of the one before", () => {
    expect(found(against(signed([closingAt(100)])))).toEqual([]);
  });

  test("is an error on the first entry of the period when it differs", () => {
    expect(against(signed([closingAt(90)])).findings).toMatchObject([
      {
        rule: "opening-not-carried",
        severity: "error",
        walletID: 2,
        userID: 1,
        expected: 90,
        actual: 100,
        difference: 10,
        message:
          "The period opens at 100 where the one before was signed to close at 90: a difference of 10.",
      },
    ]);
  });

  test("is reported on the last entry before a period without entries, and is zero for a vanished wallet", () => {
    const december = month("2026-12");
    const quiet = against(signed([closingAt(90)], { to: "2026-11-30" as Day }), december);
    expect(quiet.findings).toMatchObject([
      { rule: "opening-not-carried", walletID: 2, userID: 1, expected: 90, actual: 120 },
    ]);
    expect(against(signed([closingAt(100), closingAt(7, null, 9)])).findings).toMatchObject([
      { walletID: null, userID: 9, expected: 7, actual: 0, difference: -7 },
    ]);
  });

  test("of a wallet that began after the signature is compared with nothing, and says so", () => {
    const late = [
      entry(8, { userID: 2, debit: 30, balance: 30 }),
      entry(9, { userID: 2, debit: 5, balance: 35, dateCreatedAtMs: Date.UTC(2026, 10, 4) }),
      entry(10, { userID: 3, debit: 5, balance: 5, dateCreatedAtMs: Date.UTC(2026, 10, 4) }),
    ];
    const { findings } = check(
      {
        entries: [...records.entries, ...late],
        pulledAtMs: LATER_MS,
        human: { signedPeriods: [signed([closingAt(100)])] },
      },
      OPTIONS,
      november,
    );
    expect(findings).toMatchObject([
      {
        rule: "opening-not-carried",
        walletID: 9,
        userID: 2,
        expected: 0,
        actual: 30,
        difference: 30,
        message:
          "The period opens at 30 where the one before was signed without this wallet: a difference of 30.",
      },
    ]);
  });

  test("must be nothing in a month after one signed without any wallet, under either scope", () => {
    for (const scope of ["user", "business"] as const) {
      const { findings } = against(signed([], { chainScope: scope }));
      expect(findings).toMatchObject([
        {
          rule: "opening-not-carried",
          walletID: 2,
          expected: 0,
          actual: 100,
          message:
            "The period opens at 100 where the one before was signed without this wallet: a difference of 100.",
        },
      ]);
    }
    // The first entry starts from nothing, as it should.
    expect(found(against(signed([], { to: "2026-09-30" as Day }), month("2026-10")))).toEqual([]);
  });

  test("is checked only where the period follows the signed one", () => {
    expect(found(against(signed([closingAt(90)]), null))).toEqual([]);
    expect(found(against(signed([closingAt(90)]), month("2026-12")))).toEqual([]);
    expect(
      found(
        against(signed([closingAt(90, 7)], { chainScope: "business" }), november, { chainScope: "business" }),
      ),
    ).toEqual(["opening-not-carried 2"]);
  });

  test("is checked although days are cut in another zone now: an entry would be in both months or in none", () => {
    // Signed in Tokyo, October ends nine hours before November begins in UTC.
    expect(found(against(signed([closingAt(100)], { timeZone: "Asia/Tokyo" })))).toEqual([]);
    expect(against(signed([closingAt(80)], { timeZone: "Asia/Tokyo" })).findings).toMatchObject([
      {
        rule: "opening-not-carried",
        walletID: 2,
        difference: 20,
        message:
          "The period opens at 100 where the one before was signed to close at 80: a difference of 20. Its days were cut in Asia/Tokyo, and now are in UTC.",
      },
    ]);
  });

  test("is compared by user in total where the wallets' scope changed", () => {
    const business = { chainScope: "business" };
    expect(found(against(signed([closingAt(100)]), november, business))).toEqual([]);
    expect(against(signed([closingAt(90)]), november, business).findings).toMatchObject([
      {
        rule: "opening-not-carried",
        walletID: 2,
        userID: 1,
        expected: 90,
        actual: 100,
        message:
          "The period opens at 100 where the one before was signed to close at 90: a difference of 10. It was signed by user: all wallets of the user are taken together.",
      },
    ]);
    const both = [closingAt(60, 7), closingAt(40, 8)];
    const byBusiness = { chainScope: "business" } as const;
    expect(found(against(signed(both, byBusiness)))).toEqual([]);
    expect(against(signed([...both, closingAt(1, 9)], byBusiness)).findings).toMatchObject([
      { expected: 101, actual: 100, userID: 1 },
    ]);
  });
});
