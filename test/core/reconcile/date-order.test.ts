import { describe, expect, test } from "vitest";
import { OCTOBER_MS, check, wallet } from "../../helpers/records.ts";

/** Entries applied in another order than their walletIDs, dated in the order in which they were applied. */
function entriesApplied(
  ranks: readonly number[],
  fields: (at: number) => { businessID?: number } = () => ({}),
) {
  const moved = (at: number) => 10 ** at;
  return wallet(
    ranks.map((_, at) => moved(at)),
    (at) => ({
      balance: ranks.reduce((sum, rank, other) => (rank <= ranks[at]! ? sum + moved(other) : sum), 0),
      dateCreatedAtMs: OCTOBER_MS + ranks[at]! * 1000,
      ...fields(at),
    }),
  );
}

describe("the order of dates beside that of walletIDs", () => {
  test("breaks on as many links where the dates ascend, and where they are all the same", () => {
    const order = { used: "walletID", breaks: { walletID: 1, date: 1 } };
    const broken = wallet([10, 20, 30]).map((one) => ({
      ...one,
      balance: one.balance + (one.walletID === 3 ? 1 : 0),
    }));
    expect(check({ entries: broken }).order).toEqual(order);
    const atOnce = broken.map((one) => ({ ...one, dateCreatedAtMs: OCTOBER_MS }));
    expect(check({ entries: atOnce }).order).toEqual(order);
  });

  test("breaks on none where it is the order in which entries were applied", () => {
    const entries = entriesApplied([0, 2, 1, 4, 3, 5]);
    expect(check({ entries }).order.breaks).toEqual({ walletID: 5, date: 0 });
  });

  test("breaks on more where only the dates are wrong", () => {
    const entries = wallet([10, 20, 30], (at) => ({ dateCreatedAtMs: OCTOBER_MS + [0, 2, 1][at]! }));
    expect(check({ entries }).order.breaks).toEqual({ walletID: 0, date: 2 });
  });

  test("stays within the wallets of the scope in use, and counts no gap between pulls", () => {
    const entries = entriesApplied([0, 2, 1, 3], (at) => ({ businessID: at < 3 ? 7 : 8 }));
    expect(check({ entries }, { chainScope: "business" }).order.breaks).toEqual({ walletID: 2, date: 0 });
    const coverage = [
      { from: 1, to: 1 },
      { from: 2, to: 4 },
    ];
    expect(check({ entries, history: { coverage } }).order.breaks).toEqual({ walletID: 2, date: 0 });
  });
});
