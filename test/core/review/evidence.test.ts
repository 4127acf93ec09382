import { describe, expect, test } from "vitest";
import { DEFAULT_OPTIONS, type CheckOptions } from "../../../src/core/options.ts";
import { type Records, columnsOf } from "../../helpers/columns.ts";
import { reconcile } from "../../../src/core/reconcile/reconcile.ts";
import { evidenceOf } from "../../../src/core/review/decisions/evidence.ts";
import { type Day, type Period, ZoneClock, periodOf } from "../../../src/core/time.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale, sha256, wallet } from "../../helpers/records.ts";

/** Each finding with what it rests on, as `rule id: walletIDs | payIDs`. */
function rests(records: Partial<Records>, options: Partial<CheckOptions> = {}, period: Period | null = null) {
  const input = columnsOf({ entries: [], transactions: [], ...records }, sha256);
  const result = reconcile(input, { ...DEFAULT_OPTIONS, ...options }, { period, sha256 });
  const evidence = evidenceOf(input, result, result.findings);
  expect(evidence).toHaveLength(result.findings.length);
  return result.findings.map(({ rule, walletID, payID }, at) => {
    const { walletIDs = [], payIDs = [] } = evidence[at] ?? {};
    return `${rule} ${walletID ?? payID}: ${walletIDs.join(" ")} | ${payIDs.join(" ")}`;
  });
}

describe("an entry", () => {
  const broken = wallet([1000, 200, -50]).map((one) => ({
    ...one,
    balance: one.balance + (one.walletID === 3 ? 9 : 0),
  }));

  test("in the chain depends on the one before it, in whatever order the records came", () => {
    expect(rests({ entries: broken })).toContain("chain-break 3: 2 3 | ");
    expect(rests({ entries: broken.toReversed() })).toContain("chain-break 3: 2 3 | ");
  });

  test("that an overwritten balance goes on from, and those of a stretch, are what it depends on", () => {
    const at = { dateCreatedAtMs: OCTOBER_MS };
    const overwritten = wallet([1000, 200, -50, 70], () => at).map((one) => ({
      ...one,
      balance: one.walletID === 4 ? 1070 : one.balance,
    }));
    expect(rests({ entries: overwritten })).toContain("chain-break 4: 1 3 4 | ");
    const swapped = wallet([1000, 200, -50, 70], () => at).map((one) => ({
      ...one,
      balance: [1000, 1150, 950, 1220][one.walletID - 1] as number,
    }));
    expect(rests({ entries: swapped })).toEqual([
      "chain-break 2: 1 2 3 | ",
      "chain-break 3: 2 3 | ",
      "chain-break 4: 2 3 4 | ",
    ]);
  });

  test("that is the oldest depends on itself", () => {
    const opened = wallet([1000]).map((one) => ({ ...one, balance: one.balance + 5 }));
    expect(rests({ entries: opened })).toContain("opening-balance 1: 1 | ");
  });

  test("depends on the one before it in its own wallet, by the scope in use", () => {
    const entries = [
      entry(1, { businessID: 7, credit: 100, balance: 100 }),
      entry(2, { businessID: 8, credit: 50, balance: 50 }),
      entry(3, { businessID: 7, credit: 10, balance: 115 }),
    ];
    expect(rests({ entries }, { chainScope: "business" })).toContain("chain-break 3: 1 3 | ");
    expect(rests({ entries }, { chainScope: "user" })).toContain("chain-break 3: 2 3 | ");
  });

  test("tied to a transaction depends on that, and not on its other entries", () => {
    const entries = wallet([60, 40, 5], (at) => ({ payref: at === 2 ? "NOWHERE" : "PAY-1", businessID: 7 }));
    const found = rests({ entries, transactions: [sale(1, 100, { businessID: 8 })] });
    expect(found).toEqual(
      expect.arrayContaining(["wrong-business 1: 1 | 1", "wrong-business 2: 2 | 1", "orphan-payref 3: 3 | "]),
    );
  });

  test("that repeats another depends on that one, too", () => {
    const entries = wallet([100, 7, 100, 100], (at) => ({ payref: at === 1 ? "" : "PAY-1" }));
    const found = rests({ entries: entries.toReversed(), transactions: [sale(1, 100)] });
    expect(found).toEqual(
      expect.arrayContaining(["duplicate-entry 3: 1 3 | 1", "duplicate-entry 4: 1 4 | 1"]),
    );
  });

  test("matched by hand depends on the lead transaction of the match", () => {
    const entries = wallet([100], () => ({ payref: "X" }));
    const transactions = [sale(1, 60), sale(2, 40)];
    const human = { matches: [{ id: 1, walletIDs: [1], payIDs: [1, 2] }] };
    const found = rests({ entries, transactions, human });
    expect(found).toEqual(
      expect.arrayContaining([
        "matched-by-hand 1: 1 | 1",
        "settled-by-hand 1: 1 | 1 2",
        "settled-by-hand 2:  | 1 2",
      ]),
    );
  });
});

describe("a transaction", () => {
  test("depends on its entries where the rule adds them up, and otherwise on itself", () => {
    const entries = wallet([60, 7, 30], (at) => ({ payref: at === 1 ? "" : "PAY-1" }));
    const found = rests({ entries, transactions: [sale(1, 100, { payableamount: 101 })] });
    expect(found).toEqual(expect.arrayContaining(["amount-mismatch 1: 1 3 | 1", "payable-sum 1:  | 1"]));
  });

  test("with a payref that another leads depends on that one", () => {
    const entries = wallet([100], () => ({ payref: "PAY-1" }));
    const transactions = [sale(1, 100), sale(2, 100, { payref: "PAY-1" })];
    expect(rests({ entries, transactions })).toContain("duplicate-payref 2:  | 1 2");
  });

  test("depends on no entry after the period's end", () => {
    const entries = wallet([60, 30], (at) => ({
      payref: "PAY-1",
      dateCreatedAtMs: OCTOBER_MS + (at === 0 ? 1 : 40 * 24) * HOUR_MS,
    }));
    const october = periodOf("2026-10-01" as Day, "2026-10-31" as Day, new ZoneClock("UTC"));
    const transactions = [sale(1, 100)];
    expect(rests({ entries, transactions }, {}, october)).toContain("amount-mismatch 1: 1 | 1");
    expect(rests({ entries, transactions })).toContain("amount-mismatch 1: 1 2 | 1");
  });
});

test("a vanished record, and a wallet without entries, depend on nothing", () => {
  const history = {
    entriesVanished: [{ record: entry(9), pulls: [1, 2] as const }],
    transactionsVanished: [{ record: sale(9, 5), pulls: [1, 2] as const }],
  };
  const found = rests({ entries: wallet([5]), history });
  expect(found).toEqual(expect.arrayContaining(["entry-vanished 9:  | ", "transaction-vanished 9:  | "]));
});

test("of sixty thousand findings on one payment no more than a few records each are held", () => {
  const count = 60_000;
  const entries = wallet(
    Array.from({ length: count }, () => 1),
    () => ({ payref: "PAY-1", businessID: 8 }),
  );
  const input = columnsOf({ entries, transactions: [sale(1, 5)] }, sha256);
  const result = reconcile(input, DEFAULT_OPTIONS, { period: null, sha256 });
  const evidence = evidenceOf(input, result, result.findings);
  const held = evidence.reduce((sum, { walletIDs, payIDs }) => sum + walletIDs.length + payIDs.length, 0);
  expect(held).toBeLessThan(8 * count);
});
