/** Causes that look at more than two rows, by hand: the balances are worked out beside each example. */
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { OCTOBER_MS, entry } from "../../../helpers/records.ts";
import { judge, rulesOf } from "./judge.ts";

/** Rows `[movement, stated balance]` of one second, oldest first, walletIDs 1, 2, … */
function rows(
  list: readonly (readonly [number, number])[],
  fields: (at: number) => Partial<Entry> = () => ({}),
): Entry[] {
  return list.map(([movement, balance], at) =>
    entry(at + 1, {
      debit: Math.max(movement, 0),
      credit: Math.max(-movement, 0),
      balance,
      dateCreatedAtMs: OCTOBER_MS,
      ...fields(at),
    }),
  );
}

const breaks = (...given: Parameters<typeof rows>) =>
  judge({ entries: rows(...given) })
    .findings.filter(({ rule }) => rule === "chain-break")
    .map(({ walletID, cause }) => `${walletID} ${cause}`);

describe("rows in another order", () => {
  test("100, then +5 → 112 and +7 → 107: 107 comes first, then 112, and +1 → 113 follows", () => {
    const list = [
      [100, 100],
      [5, 112],
      [7, 107],
      [1, 113],
    ] as const;
    expect(breaks(list)).toEqual(["2 out-of-sequence", "3 out-of-sequence", "4 out-of-sequence"]);
    // Without the row after them nothing says that 112 is right. 107 goes on from 100 at least.
    expect(breaks(list.slice(0, 3))).toEqual(["2 missing-entry", "3 overwritten"]);
  });

  test("−45 and +35 that both state 90, what 100 comes to with both, are read late; a pending +35 prevents it", () => {
    const list = [
      [100, 100],
      [-45, 90],
      [35, 90],
      [-7, 83],
    ] as const;
    expect(breaks(list)).toEqual(["2 read-late", "3 read-late"]);
    const waiting = rows(list, (at) => (at === 2 ? { isApproved: 0 } : {}));
    expect(rulesOf(judge({ entries: waiting }))).toEqual(["chain-break 2", "pending-entry 3"]);
    expect(judge({ entries: waiting }).findings[0]).toMatchObject({ difference: 35, cause: "missing-entry" });
  });
});

describe("rows that go on from an older one", () => {
  test("100 − 30 = 70 is overwritten by 100 + 50 = 150", () => {
    expect(
      judge({
        entries: rows([
          [100, 100],
          [-30, 70],
          [50, 150],
        ]),
      }).findings,
    ).toMatchObject([
      {
        walletID: 3,
        difference: 30,
        cause: "overwritten",
        continuesFrom: 1,
        without: { from: 2, to: 2, count: 1, movement: -30 },
      },
    ]);
  });

  test("ten minutes and a millisecond after the row it would overwrite, +30 is an entry of its own", () => {
    const list = [
      [100, 100],
      [-30, 70],
      [50, 150],
    ] as const;
    const late = (ms: number) => (at: number) => ({ dateCreatedAtMs: OCTOBER_MS + (at === 2 ? ms : 0) });
    expect(breaks(list, late(600_000))).toEqual(["3 overwritten"]);
    expect(breaks(list, late(600_001))).toEqual(["3 missing-entry"]);
  });
});

describe("one operation, done twice", () => {
  const paid = (ms: number) =>
    rows(
      [
        [100, 100],
        [-30, 70],
        [-30, 40],
      ],
      (at) => ({ sessionID: at === 0 ? "S1" : "S2", dateCreatedAtMs: OCTOBER_MS + (at === 2 ? ms : 0) }),
    );

  test("−30 twice in one session, 24 hours apart, and a millisecond more", () => {
    expect(rulesOf(judge({ entries: paid(86_400_000) }))).toEqual(["repeated-session 3"]);
    expect(rulesOf(judge({ entries: paid(86_400_001) }))).toEqual([]);
  });
});
