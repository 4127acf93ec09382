/** Each kind of event by hand, with the case next to it that is no such event. */
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import type { CheckOptions } from "../../../../src/core/options.ts";
import type { Transaction } from "../../../../src/core/records/transaction.ts";
import { OCTOBER_MS, sale, task, wallet } from "../../../helpers/records.ts";
import { milestone, saleWithFees } from "./details.ts";
import { type Example, judge } from "./judge.ts";
import { type StatedRow, stated } from "./rows.ts";

const DAY_MS = 86_400_000;

/** `kind walletIDs / payIDs amount` of each cause. */
function causes(example: Example, options: Partial<CheckOptions> = {}): string[] {
  const result = judge(example, { cutoffDays: 0, settlementBasis: "charged", ...options });
  return result.causes!.items.map(
    ({ kind, walletIDs, payIDs, amount }) => `${kind} ${walletIDs.join()} / ${payIDs.join()} ${amount}`,
  );
}

const of = (rows: readonly StatedRow[], transactions: readonly Transaction[] = []) =>
  causes({ entries: stated(rows), transactions });

/** Paid on a day of October, counted from 0. */
const paid = (payID: number, amount: number, day = 0, fields: Partial<Transaction> = {}) =>
  sale(payID, amount, {
    datePaidAtMs: OCTOBER_MS + day * DAY_MS,
    dateCreatedAtMs: OCTOBER_MS - DAY_MS,
    ...fields,
  });

describe("rows that lost their way", () => {
  test("a stretch is one cause, with the breaks in it", () => {
    expect(
      of([
        [1000, 1000],
        [100, 1090],
        [-10, 990],
        [5, 1095],
      ]),
    ).toEqual(["out-of-sequence 2,3,4 /  100"]);
    expect(
      of([
        [1000, 1000],
        [100, 1090],
        [-10, 1090],
        [5, 1095],
      ]),
    ).toEqual(["read-late 2,3 /  10"]);
  });

  test("a branch is one cause, with the rows that are lost", () => {
    expect(
      of([
        [1000, 1000, 0],
        [50, 1050, 1],
        [-200, 800, 2],
      ]),
    ).toEqual(["overwritten-entries 2 /  50"]);
  });

  test("a branch that is gone on from is the main line: 2 and 3 from 1, 4 from 2, and only 3 is lost", () => {
    const rows: readonly StatedRow[] = [
      [1000, 1000, 0],
      [50, 1050, 1],
      [30, 1030, 2],
      [7, 1057, 3],
    ];
    expect(of(rows)).toEqual(["overwritten-entries 3 /  30"]);
  });

  test("two branches that take turns: 2 alone, and 3, 5, 6, with 4, 7 as the main line", () => {
    // 3 and 4 go on from 1; 5 and 6 from 3; 7 from 4.
    const rows: readonly StatedRow[] = [
      [1000, 1000, 0],
      [45, 1045, 1],
      [100, 1100, 2],
      [17, 1017, 3],
      [40, 1140, 4],
      [4, 1144, 5],
      [9, 1026, 6],
    ];
    expect(of(rows)).toEqual(["overwritten-entries 2 /  45", "overwritten-entries 3,5,6 /  144"]);
  });

  test("an overwritten row and a payment of the same amount stay two causes", () => {
    const rows: readonly StatedRow[] = [
      [1000, 1000, 0],
      [50, 1050, 1],
      [-200, 800, 2],
      [9, 809, 86_400 * 9],
    ];
    const buyer = paid(7, 50, 0, { traderStatus: "buyer" });
    expect(of(rows, [buyer])).toEqual(["overwritten-entries 2 /  50", "single  / 7 50"]);
  });
});

describe("missing entries", () => {
  test("of two payments before one row, if they are of one sign", () => {
    const rows: readonly StatedRow[] = [
      [1000, 1000],
      [5, 1305],
      [1, 1306, 86_400],
    ];
    expect(of(rows, [paid(1, 100), paid(2, 200)])).toEqual(["missing-entries 2 / 1,2 300"]);
    const mixed = [paid(1, 400), paid(2, 100, 0, { traderStatus: "buyer" })];
    expect(of(rows, mixed)).toEqual(["single 2 /  300", "single  / 1 400", "single  / 2 100"]);
  });

  test("of one payment before two rows: 185 and 200 of a milestone that still misses 385", () => {
    const entries = stated(
      [
        [100, 100],
        [5, 290],
        [5, 495],
        [1, 496, 86_400 * 2],
      ],
      (at) => ({
        payref: at === 0 ? "PAY-9" : "",
      }),
    );
    const project = milestone(9, [task(100), task(185), task(200)]);
    expect(causes({ entries, transactions: [project] })).toEqual(["missing-entries 2,3 / 9 385"]);
  });

  test("one leg of a payment: charged 100 of 95 expected; the fee of −5 alike", () => {
    const transactions = [saleWithFees(1, 100, { escrow: 5 })];
    const rows = (leap: number): StatedRow[] => [
      [1000, 1000],
      [7, 1007 + leap],
      [1, 1008 + leap, 86_400],
    ];
    const legs = (leap: number) =>
      causes({ entries: stated(rows(leap)), transactions }, { settlementBasis: "less-escrow" });
    expect(legs(100)).toEqual(["missing-leg 2 / 1 100"]);
    expect(legs(105)).toEqual(["missing-leg 2 / 1 105"]);
    expect(legs(-5)).toEqual(["missing-leg 2 / 1 95"]);
    expect(legs(95)).toEqual(["missing-entries 2 / 1 95"]);
    expect(legs(96)).toEqual(["single 2 /  96", "single  / 1 95"]);
  });

  test("a row that was not applied may stand for a missing one, a misstated one may not", () => {
    const rows: readonly StatedRow[] = [
      [1000, 1000],
      [-30, 1000],
      [1, 1001, 86_400],
    ];
    expect(of(rows, [paid(1, 30)])).toEqual(["missing-entries 2 / 1 30"]);
    const misstated: readonly StatedRow[] = [
      [1000, 1000],
      [7, 1037],
      [4, 1011],
      [1, 1012, 86_400],
    ];
    expect(of(misstated, [paid(1, 30)])).toEqual(["misstated-balance 2,3 /  30", "single  / 1 30"]);
  });
});

describe("settlements", () => {
  test("both legs of a payment again are one cause", () => {
    const entries = wallet([100, -5, 100, -5], () => ({ payref: "PAY-1" }));
    const options = { settlementBasis: "less-escrow" } as const;
    expect(causes({ entries, transactions: [saleWithFees(1, 100, { escrow: 5 })] }, options)).toEqual([
      "settled-again 3,4 /  100",
    ]);
  });

  const DAYS = [0, 1, 1, 2, 3, 3];
  const AMOUNTS = [10, 20, 40, 80, 160, 320];
  /** Payments of October's first days, and one entry on a day. */
  const lump = (
    amount: number,
    day: number,
    fields: (at: number) => Partial<Transaction> = () => ({}),
  ): Example => {
    const latest: Partial<Entry> = { dateCreatedAtMs: OCTOBER_MS + 60 * DAY_MS };
    return {
      entries: wallet([amount, 1], (at) =>
        at === 1 ? latest : { payref: "PAYOUT", dateCreatedAtMs: OCTOBER_MS + day * DAY_MS },
      ),
      transactions: AMOUNTS.map((one, at) => paid(at + 1, one, DAYS[at], fields(at))),
    };
  };

  test("a payout of all six payments of four days, and of the five of three", () => {
    expect(causes(lump(630, 3))).toEqual(["lumped-settlement 1 / 1,2,3,4,5,6 630"]);
    expect(causes(lump(620, 3))[0]).toBe("lumped-settlement 1 / 2,3,4,5,6 620");
  });

  test("not before the day of the last, nor of some that others lie between", () => {
    expect(causes(lump(630, 2))).toHaveLength(7);
    expect(causes(lump(610, 3))).toHaveLength(7);
  });

  test("not more than 31 days after the first", () => {
    expect(causes(lump(630, 31))).toHaveLength(1);
    expect(causes(lump(630, 32))).toHaveLength(7);
  });

  test("of one customer, whoever paid between", () => {
    const customer = (userID: number) => ({ customer: { userID, name: "Ada", phone: "N/A", extra: null } });
    const but = (other: number, others: number) => lump(610, 3, (at) => customer(at === 1 ? other : others));
    expect(causes(but(8, 9))[0]).toBe("lumped-settlement 1 / 1,3,4,5,6 610");
    expect(causes(but(9, 0))).toHaveLength(7);
  });
});

test("of two payments that fit a row as well, the nearer is meant, and neither is the only choice", () => {
  const rows: readonly StatedRow[] = [
    [1000, 1000],
    [5, 1105],
    [1, 1106, 86_400 * 9],
  ];
  const { causes: found } = judge(
    { entries: stated(rows), transactions: [paid(1, 100, 5), paid(2, 100, 1)] },
    { cutoffDays: 0, settlementBasis: "charged" },
  );
  expect(found).toMatchObject({
    count: 2,
    atLeast: 2,
    complete: true,
    unique: false,
    items: [
      { kind: "missing-entries", payIDs: [2], unique: false },
      { kind: "single", payIDs: [1], unique: false },
    ],
  });
});
