/** Each kind of event by hand, and each boundary of the rules. */
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../src/core/records/entry.ts";
import type { CheckOptions } from "../../../src/core/options.ts";
import { type Period, ZoneClock, monthDays, periodOf } from "../../../src/core/time.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { OCTOBER_MS, check, sale, wallet } from "../../helpers/records.ts";

const DAY_MS = 86_400_000;
const OPTIONS = { convention: "asset", cutoffDays: 0 } as const;

/** `kind walletIDs / payIDs` of each cause. */
function explained(
  entries: readonly Entry[],
  transactions: readonly Transaction[] = [],
  options: Partial<CheckOptions> = {},
  period: Period | null = null,
): string[] {
  const { causes } = check({ entries, transactions }, { ...OPTIONS, ...options }, period);
  expect(causes.complete).toBe(true);
  return causes.items.map(
    ({ kind, walletIDs, payIDs }) => `${kind} ${walletIDs.join(",")} / ${payIDs.join(",")}`,
  );
}

/** A wallet of movements, with what each stated balance is wrong by from then on. */
function slipped(movements: readonly number[], slips: Readonly<Record<number, number>>): Entry[] {
  let wrong = 0;
  return wallet(movements).map((one) => {
    wrong += slips[one.walletID] ?? 0;
    return { ...one, balance: one.balance + wrong };
  });
}

/** Orphans of amounts, on days after 1 October. */
function orphans(amounts: readonly number[], days: readonly number[] = []): Entry[] {
  return wallet(amounts, (at) => ({
    payref: `LOST-${at}`,
    dateCreatedAtMs: OCTOBER_MS + (days[at] ?? 0) * DAY_MS,
  }));
}

const paidOn = (payID: number, amount: number, day = 0) =>
  sale(payID, amount, { datePaidAtMs: OCTOBER_MS + day * DAY_MS, dateCreatedAtMs: OCTOBER_MS });

/** The same as a payment of the wallet. */
const buying = (one: Transaction): Transaction => ({ ...one, traderStatus: "buyer" });

const november = () => {
  const { from, to } = monthDays("2026-11") ?? { from: null, to: null };
  if (from === null) throw new Error("no November");
  return periodOf(from, to, new ZoneClock("UTC"));
};

describe("misstated balances", () => {
  test("one row and the row that corrects it", () => {
    expect(explained(slipped([100, 20, 30, 40], { 2: 7, 3: -7 }))).toEqual(["misstated-balance 2,3 / "]);
  });

  test("three rows with other differences, and the entry after them", () => {
    const entries = slipped([100, 20, 30, 40, 50, 60], { 2: 7, 3: 1, 4: 2, 5: -10 });
    expect(explained(entries)).toEqual(["misstated-balance 2,3,4,5 / "]);
  });

  test("four rows are too many", () => {
    const entries = slipped([100, 20, 30, 40, 50, 60], { 2: 7, 3: 1, 4: 2, 5: 3, 6: -13 });
    expect(explained(entries)).toHaveLength(5);
  });

  test("no run goes on after it sums to nil", () => {
    const entries = slipped([100, 20, 30, 40, 50], { 2: 7, 3: -7, 4: 8, 5: -8 });
    expect(explained(entries)).toEqual(["misstated-balance 2,3 / ", "misstated-balance 4,5 / "]);
  });

  test("a recovery of a row before the period stands alone", () => {
    const dated = slipped([100, 20, 30], { 2: 7, 3: -7 }).map((one) => ({
      ...one,
      dateCreatedAtMs: OCTOBER_MS + (one.walletID < 3 ? 1 : 40) * DAY_MS,
    }));
    expect(explained(dated, [], {}, november())).toEqual(["misstated-balance 3 / "]);
  });
});

describe("one entry", () => {
  test("was not applied, applied twice, or applied with the wrong sign", () => {
    const entries = slipped([100, 20, 30, 40, 50, 60, 70], { 2: -20, 4: 40, 6: -120 });
    expect(explained(entries)).toEqual(["not-applied 2 / ", "applied-twice 4 / ", "wrong-sign 6 / "]);
  });

  test("listed twice and applied once is one event", () => {
    const entries = slipped([100, 20, 20, 40], { 3: -20 }).map((one) =>
      one.walletID === 2 || one.walletID === 3 ? { ...one, payref: "PAY-1" } : one,
    );
    const { causes } = check({ entries, transactions: [sale(1, 20)] }, OPTIONS);
    expect(causes).toMatchObject({ count: 1, atLeast: 1, unique: true });
    expect(causes.items[0]).toMatchObject({ kind: "not-applied", walletIDs: [3], payIDs: [], amount: 20 });
    expect(causes.items[0]?.findings).toHaveLength(2);
  });
});

describe("missing entries", () => {
  const hole = (amount: number) => slipped([100, 20], { 2: amount });

  test.each([1, 2, 3, 4])("of %i payments", (count) => {
    const payments = [301, 402, 503, 604].slice(0, count);
    const sum = payments.reduce((total, amount) => total + amount, 0);
    expect(
      explained(
        hole(sum),
        payments.map((amount, at) => paidOn(at + 1, amount)),
      ),
    ).toEqual([`missing-entries 2 / ${payments.map((_, at) => at + 1).join(",")}`]);
  });

  test("of five payments are too many", () => {
    const payments = [301, 402, 503, 604, 705].map((amount, at) => paidOn(at + 1, amount));
    expect(explained(hole(2515), payments)).toHaveLength(6);
  });

  test("what a payment still misses counts with either sign", () => {
    const settled = (movement: number, difference: number) =>
      slipped([movement, 20], { 2: difference }).map((one) =>
        one.walletID === 1 ? { ...one, payref: "PAY-1" } : one,
      );
    expect(explained(settled(60, 40), [paidOn(1, 100)])).toEqual(["missing-entries 2 / 1"]);
    expect(explained(settled(160, -60), [paidOn(1, 100)])).toEqual(["missing-entries 2 / 1"]);
  });

  test("are exact, whatever the tolerance", () => {
    expect(explained(hole(301), [paidOn(1, 302)], { tolerance: 5 })).toHaveLength(2);
  });
});

describe("payrefs", () => {
  test("a mistyped one prefers the payment that it suggests", () => {
    const entries = orphans([50]).map((one) => ({ ...one, payref: "PAY-2 " }));
    expect(explained(entries, [paidOn(1, 50), paidOn(2, 50)])).toEqual([
      "mistyped-payref 1 / 2",
      "single  / 1",
    ]);
  });

  test("one of two payments that fit as well is not unique, and the lower one is meant", () => {
    const { causes } = check(
      { entries: orphans([50]), transactions: [paidOn(1, 50), paidOn(2, 50)] },
      OPTIONS,
    );
    expect(causes).toMatchObject({ count: 2, unique: false, items: [{ payIDs: [1] }, { payIDs: [2] }] });
  });

  test("a payment split into two to four orphans, within the tolerance", () => {
    expect(explained(orphans([10, 20, 30, 40]), [paidOn(1, 103)], { tolerance: 3 })).toEqual([
      "split-settlement 1,2,3,4 / 1",
    ]);
    expect(explained(orphans([10, 20, 30, 40]), [paidOn(1, 104)], { tolerance: 3 })).toHaveLength(5);
    expect(explained(orphans([1, 2, 4, 8, 16]), [paidOn(1, 31)])).toHaveLength(6);
  });

  test("one orphan for two to four payments", () => {
    const payments = [10, 20, 40, 80].map((amount, at) => paidOn(at + 1, amount));
    expect(explained(orphans([150]), payments)).toEqual(["lumped-settlement 1 / 1,2,3,4"]);
  });
});

describe("several links, one payment", () => {
  const holes = (amounts: readonly number[]) =>
    slipped(
      [100, ...amounts.map(() => 20), 20],
      Object.fromEntries(amounts.map((amount, at) => [at + 2, amount])),
    );

  test.each([2, 3, 4])("%i entries of it are missing", (count) => {
    const amounts = [301, 402, 503, 604].slice(0, count);
    const sum = amounts.reduce((total, amount) => total + amount, 0);
    expect(explained(holes(amounts), [paidOn(1, sum)])).toEqual([
      `missing-entries ${amounts.map((_, at) => at + 2).join(",")} / 1`,
    ]);
  });

  test("five are too many, and no sum is of amounts with unlike signs", () => {
    expect(explained(holes([301, 402, 503, 604, 705]), [paidOn(1, 2515)])).toHaveLength(6);
    expect(explained(holes([301, -100]), [paidOn(1, 201)])).toHaveLength(3);
    expect(explained(holes([201]), [paidOn(1, 301), buying(paidOn(2, 100))])).toHaveLength(3);
  });

  test("a link that a misstated balance explains is none", () => {
    expect(explained(slipped([100, 20, 30, 40], { 2: 77, 3: -77 }), [paidOn(1, 77)])).toEqual([
      "misstated-balance 2,3 / ",
      "single  / 1",
    ]);
  });

  test("each link goes with the payment that it fits alone", () => {
    const links = holes([301, 402]);
    expect(explained(links, [paidOn(1, 703), paidOn(2, 301), paidOn(3, 402)])).toEqual([
      "missing-entries 2 / 2",
      "missing-entries 3 / 3",
      "single  / 1",
    ]);
  });
});

describe("a leg of a payment", () => {
  const FEES = { chargedamount: 1000, scrowfee: 20, taxfee: 5, payableamount: 1025 };
  const sold = { ...paidOn(1, 1000), ...FEES };
  const hole = (amount: number) => slipped([100, 20], { 2: amount });
  const basis = { settlementBasis: "less-fees" } as const;

  test.each([1000, 1025, -20, -5, -25])("moves %i", (amount) => {
    expect(explained(hole(amount), [sold], basis)).toEqual(["missing-leg 2 / 1"]);
  });

  test("is not the whole, no other amount, and none of a payment that the wallet makes", () => {
    expect(explained(hole(975), [sold], basis)).toEqual(["missing-entries 2 / 1"]);
    expect(explained(hole(1020), [sold], basis)).toHaveLength(2);
    expect(explained(hole(1000), [buying(sold)], basis)).toHaveLength(2);
  });
});

describe("settled again", () => {
  const repeated = (movements: readonly number[]) =>
    wallet(movements, () => ({ payref: "PAY-1" })).map((one) => ({ ...one }));

  test("all repeats of a payref are one event, however far apart", () => {
    const far = repeated([100, -2, 100, -2]).map((one) => ({
      ...one,
      dateCreatedAtMs: OCTOBER_MS + one.walletID * 100 * DAY_MS,
    }));
    const sold = { ...sale(1, 100), scrowfee: 2, payableamount: 102 };
    expect(explained(far, [sold], { settlementBasis: "less-escrow" })).toEqual(["settled-again 3,4 / "]);
    expect(explained(repeated([100, 100]), [sale(1, 100)])).toEqual(["single 2 / "]);
  });

  test("hundreds of them are one event, and proven", () => {
    const { causes } = check(
      { entries: repeated(Array.from({ length: 300 }, () => 100)), transactions: [sale(1, 100)] },
      OPTIONS,
    );
    expect(causes).toMatchObject({ count: 1, atLeast: 1, complete: true, unique: true });
  });
});

describe("one entry for five payments or more", () => {
  const AMOUNTS = [11, 23, 47, 95, 191, 383];
  const onDays = (days: readonly number[], customers: readonly number[] = []) =>
    days.map((day, at) => {
      const userID = customers[at] ?? 0;
      return {
        ...paidOn(at + 1, AMOUNTS[at] ?? 1, day),
        customer: { userID, name: null, phone: null, extra: null },
      };
    });
  const sumOf = (ats: readonly number[]) => ats.reduce((sum, at) => sum + (AMOUNTS[at] ?? 0), 0);

  test("all of a run of days, which ends on the entry's day at the latest", () => {
    const payments = onDays([0, 1, 1, 2, 3, 6]);
    const five = orphans([sumOf([0, 1, 2, 3, 4])], [3]);
    expect(explained(five, payments)).toEqual(["lumped-settlement 1 / 1,2,3,4,5", "single  / 6"]);
    expect(explained(orphans([sumOf([0, 1, 2, 3, 4])], [2]), payments)).toHaveLength(7);
  });

  test("not some of a day, and not too far apart", () => {
    expect(explained(orphans([sumOf([0, 1, 2, 3, 4])], [3]), onDays([0, 1, 1, 2, 2, 2]))).toHaveLength(7);
    expect(explained(orphans([sumOf([0, 1, 2, 3, 4])], [31]), onDays([0, 1, 1, 2, 3]))).toHaveLength(1);
    expect(explained(orphans([sumOf([0, 1, 2, 3, 4])], [31.5]), onDays([0, 1, 1, 2, 3]))).toHaveLength(6);
  });

  test("all of one customer in a run of days, but not of what no customer is", () => {
    const lump = orphans([sumOf([0, 1, 2, 3, 4])], [5]);
    const among = (customer: number) => onDays([0, 1, 2, 3, 4, 2], [9, 9, 9, 9, 9, customer]);
    expect(explained(lump, among(8))).toEqual(["lumped-settlement 1 / 1,2,3,4,5", "single  / 6"]);
    expect(explained(lump, among(9))).toHaveLength(7);
    expect(explained(lump, onDays([0, 1, 2, 3, 4, 2], [0, 0, 0, 0, 0, 8]))).toHaveLength(7);
  });

  test("the run of fewer days is meant, then the later one, and that alone", () => {
    const ten = Array.from({ length: 10 }, (_, at) => paidOn(at + 1, 10, at < 5 ? 0 : 2));
    const { causes } = check({ entries: orphans([50], [4]), transactions: ten }, OPTIONS);
    expect(causes.items[0]).toMatchObject({ payIDs: [6, 7, 8, 9, 10], unique: true });
    const longer = ten.map((one, at) => (at < 9 ? one : { ...one, datePaidAtMs: OCTOBER_MS + 3 * DAY_MS }));
    expect(explained(orphans([50], [4]), longer)[0]).toBe("lumped-settlement 1 / 1,2,3,4,5");
  });

  test("days are those of the check's time zone", () => {
    const late = onDays([0, 0, 0, 0, 0, 0]).map((one, at) => ({
      ...one,
      datePaidAtMs: OCTOBER_MS + (at < 5 ? 22.5 : 23.5) * (DAY_MS / 24),
    }));
    const lump = orphans([sumOf([0, 1, 2, 3, 4])], [1]);
    expect(explained(lump, late, { timeZone: "Africa/Lagos" })[0]).toBe("lumped-settlement 1 / 1,2,3,4,5");
    expect(explained(lump, late)).toHaveLength(7);
  });

  test("hundreds of them are one event, and proven", () => {
    const payments = Array.from({ length: 400 }, (_, at) => paidOn(at + 1, 1 + at, at % 3));
    const lump = orphans([(400 * 401) / 2], [3]);
    const { causes } = check({ entries: lump, transactions: payments }, OPTIONS);
    expect(causes).toMatchObject({ count: 1, atLeast: 1, complete: true, unique: true });
  });
});

describe("spans", () => {
  const ONE_MS = 1 / DAY_MS;

  test("two records span at most 92 days", () => {
    expect(explained(orphans([50], [92]), [paidOn(1, 50)])).toEqual(["mistyped-payref 1 / 1"]);
    expect(explained(orphans([50], [92 + ONE_MS]), [paidOn(1, 50)])).toHaveLength(2);
  });

  test("three records span at most 31 days", () => {
    expect(explained(orphans([20, 30], [0, 31]), [paidOn(1, 50, 9)])).toEqual(["split-settlement 1,2 / 1"]);
    expect(explained(orphans([20, 30], [0, 31 + ONE_MS]), [paidOn(1, 50, 9)])).toHaveLength(3);
  });

  test("a payment without dates joins nothing", () => {
    const raised = {
      cycle: "crowd-pay" as const,
      type: "crowd-pay",
      reference: "PAY-1",
      purpose: null,
      projectName: null,
      projectGoal: 50,
      currentRaised: 50,
      contributorCount: 1,
      projectDescription: null,
      dateCreatedAtMs: null,
      extra: null,
    };
    const payment = (dateCreatedAtMs: number | null) =>
      sale(1, 50, { cycle: "crowd-pay", detail: raised, datePaidAtMs: null, dateCreatedAtMs });
    expect(explained(orphans([50]), [payment(OCTOBER_MS)])).toEqual(["mistyped-payref 1 / 1"]);
    expect(explained(orphans([50]), [payment(null)])).toHaveLength(2);
  });
});
