import { describe, expect, test } from "vitest";
import type { Entry } from "../../../src/core/records/entry.ts";
import type { CheckOptions } from "../../../src/core/options.ts";
import { DAY_MS, ZoneClock, monthDays, periodOf } from "../../../src/core/time.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { crowdPay } from "../oracle/worked/details.ts";
import {
  HOUR_MS,
  OCTOBER_MS,
  check,
  found,
  milestone,
  oneTime,
  sale,
  task,
  wallet,
} from "../../helpers/records.ts";

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
  // Without fees all bases agree: none of these payments tells them apart.
  expect(result.settlementBasis).toEqual({
    used: "charged",
    source: "given",
    votes: { charged: 0, "less-escrow": 0, "less-fees": 0, payable: 0 },
  });
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
  const severity = (rows: readonly (readonly [number, string])[], tolerance: number) =>
    of(rows, [sale(1, 100, { isDeleted: 1 })], { tolerance }).findings.find(
      ({ rule }) => rule === "settled-deleted",
    )?.severity;
  expect(severity(back, 0)).toBe("info");
  expect(severity([[2, "PAY-1"]], 2)).toBe("info");
  expect(severity([[3, "PAY-1"]], 2)).toBe("error");
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
    const tasks = [task(60), task(40, { isComplete: 0, dateCompletedAtMs: null })];
    const inTasks = sale(1, 100, { cycle: "milestone", detail: milestone({ payref: "PAY-1", tasks }) });
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
          [inTasks, crowd],
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

describe("the basis", () => {
  const sold = (payID: number, amount: number, scrowfee: number) =>
    sale(payID, amount, {
      scrowfee,
      payableamount: amount + scrowfee,
      detail: oneTime({ payref: `PAY-${payID}`, amount, escrowCharge: scrowfee }),
    });
  /** Each fee is taken one higher than it is stated. */
  const rounded = (amounts: readonly number[]) => ({
    rows: amounts.map((amount, at) => [amount - 11, `PAY-${at + 1}`] as const),
    payments: amounts.map((amount, at) => sold(at + 1, amount, 10)),
  });
  const auto = (tolerance: number) => ({ settlementBasis: "auto", tolerance }) as const;

  test("is counted within the tolerance where no payment agrees exactly with any", () => {
    const { rows, payments } = rounded([1000, 2000, 3000]);
    const result = of(rows, payments, auto(1));
    expect(found(result)).toEqual([]);
    expect(result.settlementBasis).toEqual({
      used: "less-escrow",
      source: "detected",
      votes: { charged: 0, "less-escrow": 3, "less-fees": 3, payable: 0 },
      withinTolerance: true,
    });
    expect(of(rows, payments, auto(0)).settlementBasis).toMatchObject({ used: "charged", source: "default" });
  });

  test("is not decided by a payment without fees", () => {
    const { rows, payments } = rounded([1000, 2000]);
    const result = of([...rows, [50, "PAY-3"]], [...payments, sold(3, 50, 0)], auto(1));
    expect(result.settlementBasis).toMatchObject({ used: "less-escrow", votes: { "less-escrow": 2 } });
    expect(found(result)).toEqual([]);
  });

  test("is decided by one that agrees exactly, however many are near another", () => {
    const { rows, payments } = rounded([1000, 2000]);
    const { settlementBasis } = of([...rows, [500, "PAY-3"]], [...payments, sold(3, 500, 10)], auto(1));
    expect(settlementBasis).toEqual({
      used: "charged",
      source: "detected",
      votes: { charged: 1, "less-escrow": 0, "less-fees": 0, payable: 0 },
    });
  });
});

describe("a fee that was not taken off", () => {
  const sold = sale(1, 1000, { scrowfee: 20, taxfee: 5, payableamount: 1025 });
  const mismatch = (moved: number, options: Partial<CheckOptions>, payment = sold) =>
    of([[moved, "PAY-1"]], [payment], options).findings.find(({ rule }) => rule === "amount-mismatch");

  test.each([
    [1000, "less-escrow", "its escrow fee of 20 was not taken off"],
    [995, "less-fees", "its escrow fee of 20 was not taken off"],
    [980, "less-fees", "its tax of 5 was not taken off"],
    [1000, "less-fees", "its escrow fee and tax of 25 was not taken off"],
  ] as const)("%i on the basis %s", (moved, settlementBasis, words) => {
    const { kind, message, difference } = mismatch(moved, { settlementBasis }) ?? {};
    expect(kind).toBe("fee-missing");
    expect(message?.endsWith(`: ${words}.`)).toBe(true);
    expect(difference).toBeGreaterThan(0);
  });

  test("is none that the basis does not take off, and none of a payment that the wallet makes", () => {
    expect(mismatch(1020, { settlementBasis: "charged" })?.kind).toBe("over");
    expect(mismatch(985, { settlementBasis: "less-escrow" })?.kind).toBe("over");
    const bought = { ...sold, traderStatus: "buyer" };
    expect(mismatch(-1005, { settlementBasis: "less-escrow" }, bought)?.kind).toBe("under");
  });
});

test("an amount in another unit is named: exactly a hundred times, or a hundredth", () => {
  const rows = [
    [250_000, "PAY-1"],
    [40, "PAY-2"],
    [250_001, "PAY-3"],
  ] as const;
  const { findings } = of(rows, [sale(1, 2500), sale(2, 4000), sale(3, 2500)]);
  expect(findings.map(({ message }) => message.split(": ")[1])).toEqual([
    "too much, by 247,500, and exactly 100 times as much.",
    "too little, by 3,960, and exactly a hundredth of it.",
    "too much, by 247,501.",
  ]);
});

describe("an entry before its payment is paid, over a period's end", () => {
  const october = () => {
    const { from, to } = monthDays("2026-10") ?? { from: null, to: null };
    if (from === null) throw new Error("no October");
    return periodOf(from, to, new ZoneClock("UTC"));
  };
  const NOVEMBER_MS = Date.UTC(2026, 10, 1);
  const unpaid = (datePaidAtMs: number | null, cutoffDays = 3) =>
    check(
      { entries: tied([[500, "PAY-1"]]), transactions: [sale(1, 500, { datePaidAtMs })], ...LATER },
      { convention: "asset", cutoffDays },
      october(),
    ).findings;

  test("is a timing difference within the cut-off, and says when it was paid", () => {
    expect(unpaid(NOVEMBER_MS + 3000)).toMatchObject([
      {
        rule: "entry-for-unpaid",
        severity: "info",
        message:
          "Moves 500 for payID 1, which was paid at 2026-11-01 00:00:03 UTC, after the period: within the cut-off, a timing difference.",
      },
    ]);
    expect(unpaid(NOVEMBER_MS - 1 + 3 * DAY_MS)).toMatchObject([{ severity: "info" }]);
  });

  test("is an error beyond it, or where it is not paid at all", () => {
    expect(unpaid(NOVEMBER_MS + 3 * DAY_MS)).toMatchObject([
      {
        severity: "error",
        message: expect.stringMatching(/2026-11-04 00:00:00 UTC, after the period\.$/u) as string,
      },
    ]);
    expect(unpaid(NOVEMBER_MS + 3000, 0)).toMatchObject([{ severity: "error" }]);
    expect(unpaid(null)).toMatchObject([
      { severity: "error", message: "Moves 500 for payID 1, which is not paid." },
    ]);
  });

  test("says of a crowd-pay whose contributions went back that it states nothing raised, not that nobody paid", () => {
    const said = (raised: number, ...moved: number[]) =>
      of(
        moved.map((movement) => [movement, "PAY-1"] as const),
        [crowdPay(1, 900, raised, { payref: "PAY-1" })],
      ).findings.map(({ message }) => message);
    expect(said(0, 500)).toEqual(["Moves 500 for payID 1, which states nothing raised."]);
    expect(said(-5, 500)).toEqual(["Moves 500 for payID 1, which states −5 raised."]);
    const bought = { isDeleted: 1, traderStatus: "buyer" } as const;
    const deleted = of(
      [
        [-100, "PAY-2"],
        [100, "PAY-2"],
      ],
      [sale(2, 100, bought)],
    );
    expect(deleted.findings.map(({ message }) => message)).toContain(
      "Entered and taken back: its 2 entries come to nil, and nothing of 100 is due.",
    );
    // Nothing is due, as B2 has it, whatever was expected of it before.
    expect(said(0, 500, -500).at(-1)).toBe(
      "Entered and taken back: its 2 entries come to nil, and nothing is due.",
    );
    const back = [
      [50, "PAY-1"],
      [-50, "PAY-1"],
    ] as const;
    const words = [0, 1].map((amount) =>
      of(back, [sale(1, amount)])
        .findings.map(({ message }) => message)
        .join(" "),
    );
    expect(words[0]).toContain("its 2 entries come to nil, as expected.");
    expect(words[1]).toContain("its 2 entries come to nil where 1 is expected.");
  });
});

describe("a movement that is done again within an hour", () => {
  const MINUTE_MS = 60_000;
  /** Entries of a payref at minutes after 1 October. */
  const at = (payref: string, movements: readonly (readonly [movement: number, minute: number])[]) =>
    wallet(
      movements.map(([movement]) => movement),
      (index) => ({ payref, dateCreatedAtMs: OCTOBER_MS + (movements[index]?.[1] ?? 0) * MINUTE_MS }),
    );
  const repeated = (entries: readonly Entry[], transactions: readonly Transaction[] = []) =>
    check({ entries, transactions, ...LATER }, { convention: "asset" })
      .findings.filter(({ rule }) => rule === "repeated-movement")
      .map(({ walletID }) => walletID);
  const inTasks = sale(1, 30, {
    cycle: "milestone",
    detail: milestone({ payref: "PAY-1", tasks: [task(30)] }),
  });

  test("is named of an orphan, with what is at stake", () => {
    const entries = at("LOST", [
      [60, 0],
      [60, 60],
    ]);
    const { findings } = check({ entries, transactions: [], ...LATER }, { convention: "asset" });
    expect(findings.filter(({ rule }) => rule === "repeated-movement")).toMatchObject([
      {
        walletID: 2,
        severity: "warning",
        atStake: 60,
        message:
          "Moves 60 like walletID 1 of the same payref, at most an hour apart: perhaps one movement, done twice.",
      },
    ]);
  });

  test("looks an hour both ways, at any entry before it", () => {
    expect(
      repeated(
        at("LOST", [
          [60, 90],
          [60, 0],
          [60, 31],
          [60, 149],
          [60, 211],
        ]),
      ),
    ).toEqual([3, 4]);
    expect(
      repeated(
        at("LOST", [
          [60, 0],
          [60, 61],
          [50, 61],
          [-60, 61],
        ]),
      ),
    ).toEqual([]);
  });

  test("is named where the payref's amounts do not agree, and not where it settles or the repeat is named", () => {
    const twice = at("PAY-1", [
      [30, 0],
      [30, 1],
    ]);
    expect(repeated(twice, [inTasks])).toEqual([2]);
    expect(repeated(twice, [sale(1, 60)])).toEqual([]);
    expect(repeated(twice, [sale(1, 30)])).toEqual([]);
    expect(
      repeated(
        at("", [
          [30, 0],
          [30, 1],
        ]),
      ),
    ).toEqual([]);
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

test("a payref whose entries come in and go out again is reversed, be it the smallest amount", () => {
  const reversed = (amount: number) => {
    const entries = wallet([100, amount, 0 - amount], (at) => ({ payref: at === 0 ? "" : "PAY-1" }));
    return found(check({ entries, transactions: [sale(1, amount)] }));
  };
  expect(reversed(1)).toEqual(reversed(50));
  expect(reversed(1).join()).toContain("reversed");
});
