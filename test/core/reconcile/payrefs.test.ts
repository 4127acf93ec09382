import { describe, expect, test } from "vitest";
import type { Entry } from "../../../src/core/entry.ts";
import type { CheckOptions } from "../../../src/core/options.ts";
import { DAY_MS } from "../../../src/core/time.ts";
import type { Transaction } from "../../../src/core/transaction.ts";
import { HOUR_MS, OCTOBER_MS, check, found, oneTime, sale, task, wallet } from "../../helpers/records.ts";

/** Entries tied to payrefs, in order: `[movement, payref]`. */
function tied(
  rows: readonly (readonly [number, string])[],
  fields: (at: number) => Partial<Entry> = () => ({}),
) {
  return wallet(
    rows.map(([movement]) => movement),
    (at) => ({ payref: rows[at]?.[1] ?? "", ...fields(at) }),
  );
}

/** Long after every payment of these tests, so that none is in transit. */
const LATER = { pulledAtMs: OCTOBER_MS + 60 * DAY_MS };

function of(
  rows: readonly (readonly [number, string])[],
  transactions: Transaction[],
  options: Partial<CheckOptions> = {},
) {
  return check(
    { entries: tied(rows), transactions, ...LATER },
    { convention: "asset", settlementBasis: "charged", ...options },
  );
}

test("reports nothing for payments that settle", () => {
  const result = of(
    [
      [100, "PAY-1"],
      [200, "PAY-2"],
    ],
    [sale(1, 100), sale(2, 200)],
  );
  expect(found(result)).toEqual([]);
  expect(result.settlementBasis).toMatchObject({ used: "charged", votes: { charged: 2, payable: 2 } });
});

describe("orphans", () => {
  test("suggest equal payrefs after trimming and case folding, then those one slip away, in byte order", () => {
    const transactions = ["pay-1 ", "PAY-2", "PAY-11", "PYA-1", "PAY", "XAY-1", "XY-1"].map((payref, at) =>
      sale(at + 1, 1, { payref, datePaidAtMs: null, detail: oneTime({ payref, amount: 1 }) }),
    );
    const result = of([[100, "PAY-1"]], transactions);
    expect(result.findings).toMatchObject([
      {
        rule: "orphan-payref",
        walletID: 1,
        payID: null,
        suggestions: ["pay-1 ", "PAY-11", "PAY-2"],
        message:
          'No transaction has payref "PAY-1". It differs from "pay-1 " only in upper and lower case, and by a trailing space. ' +
          "It differs from PAY-11 only by a missing 1. It differs from PAY-2 only by 1 in place of 2. The entry moved 100.",
      },
    ]);
  });

  test("suggest nothing where nothing is near", () => {
    expect(of([[100, "ABC"]], []).findings).toMatchObject([
      {
        rule: "orphan-payref",
        suggestions: [],
        message: 'No transaction has payref "ABC". The entry moved 100.',
      },
    ]);
  });
});

test("of a deleted or flagged transaction say whether they cancel out, or what remains", () => {
  const messages = (rows: readonly (readonly [number, string])[], fields: Partial<Transaction>) =>
    of(rows, [sale(1, 100, fields)])
      .findings.filter(({ rule }) => rule === "settled-deleted" || rule === "settled-flagged")
      .map(({ message }) => message);
  const back = [
    [100, "PAY-1"],
    [-100, "PAY-1"],
  ] as const;
  expect(messages(back, { isDeleted: 1 })).toEqual(["Deleted; its entries cancel out."]);
  expect(messages(back, { isFlagged: 1 })).toEqual(["Flagged; its entries cancel out."]);
  expect(messages([[90, "PAY-1"]], { isDeleted: 1 })).toEqual(["Deleted, but its entries come to 90."]);
});

describe("amounts", () => {
  test.each([
    [90, { kind: "under", difference: -10 }],
    [110, { kind: "over", difference: 10 }],
    [-100, { kind: "direction", difference: -200 }],
  ])("%d for 100", (moved, expected) => {
    const result = of(
      [
        [500, ""],
        [moved, "PAY-1"],
      ],
      [sale(1, 100)],
    );
    expect(result.findings).toMatchObject([
      { rule: "amount-mismatch", payID: 1, expected: 100, actual: moved, ...expected },
    ]);
  });

  test.each([
    [-250, "in the other direction, and 350 apart"],
    [-40, "in the other direction, and 140 apart"],
    [-100, "in the wrong direction, by 200"],
    [250, "too much, by 150"],
  ])("%d for 100 is %s", (moved, words) => {
    const [finding] = of(
      [
        [500, ""],
        [moved, "PAY-1"],
      ],
      [sale(1, 100)],
    ).findings;
    expect(finding?.message).toMatch(/^Its entries come to −?\d+ where 100 is expected: /u);
    expect(finding?.message.endsWith(`: ${words}.`)).toBe(true);
  });

  test("accept a difference within tolerance", () => {
    expect(found(of([[95, "PAY-1"]], [sale(1, 100)], { tolerance: 5 }))).toEqual([]);
    expect(found(of([[94, "PAY-1"]], [sale(1, 100)], { tolerance: 5 }))).toEqual(["amount-mismatch payID 1"]);
  });

  test("expect the payable amount from a buyer", () => {
    const bought = sale(1, 100, {
      traderStatus: "Buyer",
      scrowfee: 5,
      payableamount: 105,
      detail: oneTime({ payref: "PAY-1", amount: 100, escrowCharge: 5 }),
    });
    expect(
      found(
        of(
          [
            [500, ""],
            [-105, "PAY-1"],
          ],
          [bought],
        ),
      ),
    ).toEqual([]);
  });

  test("expect a milestone's complete tasks, and what a crowd-pay raised", () => {
    const milestone = sale(1, 100, {
      cycle: "milestone",
      detail: {
        cycle: "milestone",
        type: "milestone",
        reference: "PAY-1",
        taskname: "a,b",
        amount: 100,
        escrowCharge: 0,
        terms: null,
        dateAddedAtMs: null,
        tasks: [task(60), task(40, { isComplete: 0, dateCompletedAtMs: null })],
        extra: null,
      },
    });
    const crowd = sale(2, 900, {
      cycle: "crowd-pay",
      datePaidAtMs: null,
      detail: {
        cycle: "crowd-pay",
        type: "crowd-pay",
        reference: "PAY-2",
        purpose: "charity",
        projectName: "Well",
        projectGoal: 900,
        currentRaised: 70,
        contributorCount: 3,
        projectDescription: null,
        dateCreatedAtMs: null,
        extra: null,
      },
    });
    expect(
      found(
        of(
          [
            [60, "PAY-1"],
            [70, "PAY-2"],
          ],
          [milestone, crowd],
        ),
      ),
    ).toEqual([]);
  });

  test("report an amount entered again", () => {
    const result = of(
      [
        [100, "PAY-1"],
        [100, "PAY-1"],
        [100, "PAY-1"],
      ],
      [sale(1, 100)],
    );
    expect(found(result)).toEqual(["duplicate-entry 2", "duplicate-entry 3"]);
  });

  test("report an amount entered and reversed", () => {
    const result = of(
      [
        [100, "PAY-1"],
        [-100, "PAY-1"],
      ],
      [sale(1, 100)],
    );
    expect(result.findings).toMatchObject([{ rule: "reversed", severity: "error", payID: 1 }]);
    const deleted = of(
      [
        [100, "PAY-1"],
        [-100, "PAY-1"],
      ],
      [sale(1, 100, { isDeleted: 1 })],
    );
    expect(deleted.findings).toMatchObject([
      { rule: "reversed", severity: "info" },
      { rule: "settled-deleted" },
    ]);
  });

  test("follow the basis of most payments", () => {
    const fees = (payID: number) =>
      sale(payID, 100, {
        scrowfee: 5,
        taxfee: 2,
        payableamount: 107,
        detail: oneTime({ payref: `PAY-${payID}`, amount: 100, escrowCharge: 5 }),
      });
    const rows = [
      [93, "PAY-1"],
      [93, "PAY-2"],
      [100, "PAY-3"],
    ] as const;
    const result = of(rows, [fees(1), fees(2), fees(3)], { settlementBasis: "auto" });
    expect(result.settlementBasis).toEqual({
      used: "less-fees",
      source: "detected",
      votes: { charged: 1, "less-escrow": 0, "less-fees": 2, payable: 0 },
    });
    expect(found(result)).toEqual(["amount-mismatch payID 3"]);
  });
});

describe("payments without entries", () => {
  test("are missing, in transit, or before the history", () => {
    const paidAt = (payID: number, datePaidAtMs: number) =>
      sale(payID, 100, { datePaidAtMs, dateCreatedAtMs: OCTOBER_MS });
    const transactions = [paidAt(1, OCTOBER_MS + 57 * DAY_MS), paidAt(2, OCTOBER_MS + 57 * DAY_MS + 1)];
    expect(found(of([[1, ""]], transactions))).toEqual(["paid-without-entry payID 1", "in-transit payID 2"]);
    const late = wallet([50, 5]).slice(1);
    const early = [sale(1, 100, { datePaidAtMs: OCTOBER_MS })];
    expect(found(check({ entries: late, transactions: early, ...LATER }, { convention: "asset" }))).toEqual([
      "opening-balance 2",
      "before-history payID 1",
    ]);
  });

  test("are not due when unpaid or deleted", () => {
    const transactions = [sale(1, 100, { datePaidAtMs: null }), sale(2, 100, { isDeleted: 1 }), sale(3, 0)];
    expect(found(of([[1, ""]], transactions))).toEqual([]);
  });
});

test("compares entries with their transaction", () => {
  const entries = tied([
    [100, "PAY-1"],
    [100, "PAY-2"],
    [100, "PAY-3"],
    [100, "PAY-4"],
  ]);
  const transactions = [
    sale(1, 100, { datePaidAtMs: null }),
    sale(2, 100, { businessID: 8 }),
    sale(3, 100, { userID: 2, isFlagged: 1 }),
    sale(4, 100, { dateCreatedAtMs: OCTOBER_MS + 400 * HOUR_MS }),
  ];
  expect(found(check({ entries, transactions, ...LATER }, { convention: "asset" }))).toEqual([
    "entry-for-unpaid 1",
    "wrong-business 2",
    "wrong-user 3",
    "before-created 4",
    "settled-flagged payID 3",
  ]);
});

test("matches a payref on several payIDs with the lowest that is paid and not deleted", () => {
  const same = { payref: "PAY", detail: oneTime({ payref: "PAY", amount: 100 }), paymentURL: null };
  const transactions = [
    sale(1, 100, { ...same, datePaidAtMs: null }),
    sale(3, 100, same),
    sale(2, 100, same),
  ];
  expect(found(of([[100, "PAY"]], transactions))).toEqual([
    "duplicate-payref payID 1",
    "duplicate-payref payID 3",
  ]);
});

test("compares a transaction with itself", () => {
  const odd = sale(1, 100, {
    chargedamount: 90,
    scrowfee: 4,
    payableamount: 100,
    cycle: "one-time",
    detail: oneTime({ payref: "PAY-9", amount: 100, escrowCharge: 5, type: "milestone" }),
    paymentURL: "https://pay.example/pay/PAY-10",
    traderStatus: "Agent",
    datePaidAtMs: null,
  });
  expect(found(of([], [odd]))).toEqual([
    "charged-amount payID 1",
    "cycle payID 1",
    "escrow-charge payID 1",
    "payable-sum payID 1",
    "payment-url payID 1",
    "reference payID 1",
    "unknown-role payID 1",
  ]);
});

test("takes the currency from the business, else from the user, else leaves it unknown", () => {
  const businesses = [{ businessID: 7, userID: 1, name: null, currency: "NGN" }];
  const transactions = [sale(1, 100, { currency: "USD" }), sale(2, 100, { businessID: 8 })];
  const result = check({ entries: [], transactions, businesses, ...LATER }, { settlementBasis: "charged" });
  expect(found(result)).toEqual(["currency-mismatch payID 1", "paid-without-entry payID 2"]);
  expect(result.skippedRules).toMatchObject([{ rule: "currency-mismatch" }]);
});
