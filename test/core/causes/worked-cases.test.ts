/** Small ledgers as services and their users bring them about, with what is right of each. */
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../src/core/records/entry.ts";
import type { CheckOptions } from "../../../src/core/options.ts";
import { ZoneClock, monthDays, periodOf } from "../../../src/core/time.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { check, entry, found, oneTime, sale, task } from "../../helpers/records.ts";

/** In October 2026, as `05 10:00`. */
function at(time: string): number {
  return Date.parse(`2026-10-${time.slice(0, 2)}T${time.slice(3)}Z`);
}

type Row = readonly [movement: number, balance: number, payref: string, time: string, sessionID?: string];

function rows(all: readonly Row[]): Entry[] {
  return all.map(([movement, balance, payref, time, sessionID], index) =>
    entry(index + 1, {
      debit: Math.max(movement, 0),
      credit: Math.max(-movement, 0),
      balance,
      payref,
      dateCreatedAtMs: at(time),
      sessionID: sessionID ?? `S${index + 1}`,
    }),
  );
}

function sold(payID: number, payref: string, amount: number, scrowfee: number, time: string): Transaction {
  return sale(payID, amount, {
    payref,
    scrowfee,
    payableamount: amount + scrowfee,
    detail: oneTime({ payref, amount, escrowCharge: scrowfee }),
    paymentURL: null,
    datePaidAtMs: at(time),
    dateCreatedAtMs: at("01 07:00"),
  });
}

function concluded(
  entries: readonly Entry[],
  transactions: readonly Transaction[],
  options: Partial<CheckOptions> = {},
) {
  const result = check({ entries, transactions }, { convention: "asset", ...options });
  const { causes } = result;
  expect(causes.complete).toBe(true);
  return {
    result,
    found: found(result),
    causes: causes.items.map(
      ({ kind, walletIDs, payIDs, amount }) => `${kind} ${walletIDs.join()} / ${payIDs.join()} ${amount}`,
    ),
  };
}

/** Two sales, each booked gross and then its fee. */
const BOOKED: readonly Row[] = [
  [500_000, 500_000, "", "02 10:00"],
  [40_000, 540_000, "PA", "05 10:00"],
  [-800, 539_200, "PA", "05 10:00"],
  [25_000, 564_200, "PB", "05 10:00"],
  [-500, 563_700, "PB", "05 10:00"],
];
const SOLD = [sold(90, "PA", 40_000, 800, "05 10:00"), sold(91, "PB", 25_000, 500, "05 10:00")];

describe("a service that books gross amounts and fees apart", () => {
  test("loses two entries of one milestone: one cause, and no payment of another amount", () => {
    const milestone = sale(92, 48_500, {
      payref: "MS",
      cycle: "milestone",
      datePaidAtMs: at("06 10:00"),
      paymentURL: null,
      detail: {
        cycle: "milestone",
        type: "milestone",
        reference: "MS",
        taskname: "Roof",
        amount: 48_500,
        escrowCharge: 0,
        terms: null,
        dateAddedAtMs: null,
        tasks: [10_000, 18_500, 20_000].map((amount) => task(amount)),
        extra: null,
      },
    });
    const entries = rows([
      ...BOOKED,
      [10_000, 573_700, "MS", "06 10:00"],
      [500, 592_700, "", "07 10:00"],
      [500, 613_200, "", "08 10:00"],
    ]);
    expect(concluded(entries, [...SOLD, milestone])).toMatchObject({
      found: ["chain-break 7", "chain-break 8", "amount-mismatch payID 92"],
      causes: ["missing-entries 7,8 / 92 38500"],
    });
  });

  test("crashes after the gross amount: the break is that leg of the payment", () => {
    const entries = rows([...BOOKED, [500, 726_300, "", "07 10:00"], [500, 726_800, "", "27 10:00"]]);
    expect(concluded(entries, [...SOLD, sold(92, "PC", 162_100, 3242, "06 10:00")])).toMatchObject({
      found: ["chain-break 6", "paid-without-entry payID 92"],
      causes: ["missing-leg 6 / 92 162100"],
    });
  });

  test("refunds a deleted sale in full: two notices, and nothing to explain", () => {
    const entries = rows([...BOOKED, [-40_000, 523_700, "PA", "08 10:00"], [800, 524_500, "PA", "08 10:00"]]);
    const [first, ...others] = SOLD;
    const { result, causes } = concluded(entries, [{ ...first!, isDeleted: 1 }, ...others]);
    expect(result.findings.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([
      "reversed info",
      "settled-deleted info",
    ]);
    expect(causes).toEqual([]);
  });

  test("releases a sale twice: amount and fee are one cause", () => {
    const entries = rows([...BOOKED, [40_000, 603_700, "PA", "05 10:01"], [-800, 602_900, "PA", "05 10:01"]]);
    expect(concluded(entries, SOLD)).toMatchObject({
      found: ["duplicate-entry 6", "duplicate-entry 7"],
      causes: ["settled-again 6,7 /  40000"],
    });
  });

  test("overwrites a withdrawal, while a payment of its amount is open: two causes", () => {
    const entries = rows([
      ...BOOKED,
      [-30_000, 533_700, "", "06 10:00"],
      [12_000, 575_700, "", "06 10:00"],
      [500, 576_200, "", "27 10:00"],
    ]);
    const { result, causes } = concluded(entries, [...SOLD, sold(93, "PD", 30_612, 612, "06 10:00")]);
    expect(result.findings).toMatchObject([
      { rule: "chain-break", walletID: 7, cause: "overwritten", continuesFrom: 5 },
      { rule: "paid-without-entry", payID: 93 },
    ]);
    expect(causes).toEqual(["overwritten-entries 6 /  30000", "single  / 93 30000"]);
  });
});

test("a purchase that has nothing to do with an overwritten sale does not explain it", () => {
  const entries = rows([
    [1000, 1000, "P1", "01 09:00"],
    [500, 1500, "P2", "01 11:00"],
    [-200, 800, "", "01 11:00:01"],
    [700, 1500, "P4", "03 09:00"],
    [300, 1800, "P5", "05 09:00"],
  ]);
  const sales = [
    sold(11, "P1", 1000, 0, "01 08:00"),
    sold(12, "P2", 500, 0, "01 10:00"),
    sold(14, "P4", 700, 0, "03 08:00"),
    sold(15, "P5", 300, 0, "05 08:00"),
    { ...sold(16, "P6", 500, 0, "02 08:00"), traderStatus: "buyer" },
  ];
  expect(concluded(entries, sales, { cutoffDays: 0 }).causes).toEqual([
    "overwritten-entries 2 /  500",
    "single  / 16 500",
  ]);
});

describe("requests at once", () => {
  /** All at one time, numbered from an id on. */
  const atOnce = (first: number, all: readonly (readonly [movement: number, balance: number])[]) =>
    rows(all.map(([movement, balance]): Row => [movement, balance, "", "02 08:00"])).map((one) => ({
      ...one,
      walletID: one.walletID + first - 1,
    }));

  test("one balance that is put back goes on from the row before the overwritten one: one cause", () => {
    const entries = atOnce(297, [
      [-3535, 7_108_450],
      [25_000, 7_133_450],
      [140_350, 7_248_800],
      [-500, 7_132_950],
      [-2807, 7_130_143],
    ]);
    const { result, causes } = concluded(entries, []);
    expect(result.counts.findings["chain-break"]).toBe(2);
    expect(causes).toEqual(["overwritten-entries 299 /  140350"]);
    expect(result.causes).toMatchObject({ unique: true, atLeast: 1 });
  });

  test("two branches are two causes, each with its rows and what they moved", () => {
    const entries = atOnce(130, [
      [500, 4_087_685],
      [45_000, 4_132_685],
      [100_000, 4_187_685],
      [17_500, 4_105_185],
      [-350, 4_104_835],
      [45_000, 4_232_685],
      [-900, 4_231_785],
      [60_000, 4_164_835],
      [-1200, 4_163_635],
    ]);
    const { result, causes } = concluded(entries, []);
    expect(causes).toEqual(["overwritten-entries 131 /  45000", "overwritten-entries 132,135,136 /  144100"]);
    // The branch names rows that no finding is about, and not the one where the balance goes on without it.
    const broken = result.findings.flatMap(({ rule, walletID }) =>
      rule === "chain-break" ? [walletID] : [],
    );
    expect(broken).toEqual([132, 133, 135, 137]);
  });

  test("rows listed in another order than applied, or read late, are one cause, however many links break", () => {
    const swapped = atOnce(10, [
      [-360, 2_156_970],
      [45_000, 2_201_970],
      [100_000, 2_301_070],
      [-900, 2_201_070],
      [-2000, 2_299_070],
      [105_200, 2_404_270],
    ]);
    expect(concluded(swapped, []).causes).toEqual(["out-of-sequence 12,13,14 /  100000"]);
    const late = atOnce(99, [
      [135_700, 4_518_734],
      [-2714, 4_516_020],
      [-45_000, 4_506_370],
      [35_350, 4_506_370],
      [-707, 4_505_663],
    ]);
    expect(concluded(late, []).causes).toEqual(["read-late 101,102 /  35350"]);
  });

  test("a branch is that of the chain as at the check's end, and may lie before the period", () => {
    const entries = rows([
      [1000, 1000, "", "31 10:00"],
      [500, 1500, "", "31 23:59:50"],
      [-200, 800, "", "31 23:59:55"],
      [100, 1600, "", "31 23:59:59"],
    ]).map((one) => (one.walletID < 4 ? one : { ...one, dateCreatedAtMs: at("31 23:59:59") + 2000 }));
    const causesOf = (month: string) => {
      const { from, to } = monthDays(month)!;
      const period = periodOf(from, to, new ZoneClock("UTC"));
      return check({ entries, transactions: [] }, { convention: "asset" }, period).causes.items;
    };
    const kind = "overwritten-entries";
    expect(causesOf("2026-10")).toMatchObject([{ kind, walletIDs: [2], amount: 500 }]);
    expect(causesOf("2026-11")).toMatchObject([{ kind, walletIDs: [3], amount: 200 }]);
    expect(concluded(entries, []).causes).toEqual(["overwritten-entries 3 /  200"]);
  });

  test("a payment of a break's amount explains no break of them", () => {
    const late = atOnce(99, [
      [135_700, 4_518_734],
      [-45_000, 4_509_084],
      [35_350, 4_509_084],
      [-707, 4_508_377],
    ]);
    const open = { ...sold(1, "P1", 35_350, 0, "02 08:30"), dateCreatedAtMs: at("02 08:30") };
    expect(concluded(late, [open], { cutoffDays: 0 }).causes).toEqual([
      "read-late 100,101 /  35350",
      "single  / 1 35350",
    ]);
  });
});

describe("a payout of several sales", () => {
  const AMOUNTS = [2000, 2137, 2274, 2411, 2548, 2685, 2822, 2959];
  const FEES = [60, 64, 68, 72, 76, 80, 84, 88];
  const payout = (count: number, basis: "charged" | "less-escrow") => {
    const open = AMOUNTS.slice(0, count).map((amount, index) =>
      sold(20 + index, `B${index}`, amount, FEES[index]!, `0${2 + (index % 2)} 08:0${index}`),
    );
    const fees = basis === "charged" ? 0 : open.reduce((sum, { scrowfee }) => sum + scrowfee, 0);
    const sum = open.reduce((total, { chargedamount }) => total + chargedamount, -fees);
    const entries = rows([
      [1000, 1000, "P1", "01 09:00"],
      [sum, 1000 + sum, "PO-77", "04 09:00"],
      [-100, 900 + sum, "", "30 09:00"],
    ]);
    const ids = open.map(({ payID }) => payID).join();
    return {
      entries,
      sales: [sold(11, "P1", 1000, 0, "01 08:00"), ...open],
      cause: `lumped-settlement 2 / ${ids} ${sum}`,
    };
  };

  test.each([
    [3, "less-escrow"],
    [4, "charged"],
    [5, "charged"],
    [8, "less-escrow"],
  ] as const)("%i of them, %s, are one cause", (count, settlementBasis) => {
    const { entries, sales, cause } = payout(count, settlementBasis);
    expect(concluded(entries, sales, { settlementBasis }).causes).toEqual([cause]);
  });
});

test("fees that are rounded elsewhere tie out within the tolerance", () => {
  const charged = [1130, 1260, 1390, 1520, 1650, 1780];
  const fees = [33, 37, 41, 45, 49, 53];
  let balance = 0;
  const entries = rows(
    charged.map((amount, index): Row => {
      const net = amount - fees[index]! - 1;
      balance += net;
      return [net, balance, `P${index}`, `0${1 + index} 09:00`];
    }),
  );
  const sales = charged.map((amount, index) =>
    sold(11 + index, `P${index}`, amount, fees[index]!, `0${1 + index} 08:00`),
  );
  const { result, found: rules } = concluded(entries, sales, { tolerance: 1 });
  expect(rules).toEqual([]);
  expect(result.settlementBasis).toMatchObject({
    used: "less-escrow",
    source: "detected",
    withinTolerance: true,
  });
});

describe("one operation, booked twice", () => {
  const sales = [sold(11, "P1", 1000, 0, "01 08:00")];

  test("in one session, under a payref that no payment has: the repeat is said once", () => {
    const twice = (session: string) =>
      rows([
        [1000, 1000, "P1", "01 09:00"],
        [500, 1500, "X9", "02 11:00", "Z"],
        [500, 2000, "X9", "02 11:00:01", session],
      ]);
    expect(concluded(twice("Z"), sales).found).toEqual([
      "orphan-payref 2",
      "orphan-payref 3",
      "repeated-session 3",
    ]);
    expect(concluded(twice("Y"), sales).found).toEqual([
      "orphan-payref 2",
      "orphan-payref 3",
      "repeated-movement 3",
    ]);
  });

  test("without a payref: a warning", () => {
    const entries = rows([
      [1000, 1000, "P1", "01 09:00"],
      [2500, 3500, "", "01 11:00", "Z"],
      [2500, 6000, "", "01 12:00", "Z"],
    ]);
    expect(concluded(entries, sales).found).toEqual(["repeated-session 3"]);
  });
});
