/** Why balances do not follow, by rows cut from wallets of real services and by the smallest forms of each cause. */
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../src/core/records/entry.ts";
import type { Finding } from "../../../src/core/reconcile/input/findings.ts";
import { type Day, ZoneClock, periodOf } from "../../../src/core/time.ts";
import { OCTOBER_MS, check, entry } from "../../helpers/records.ts";

type Row = readonly [walletID: number, movement: number, balance: number];

/** Rows of a bank statement, within the same second. */
function rows(list: readonly Row[], fields: (walletID: number) => Partial<Entry> = () => ({})): Entry[] {
  return list.map(([walletID, movement, balance]) =>
    entry(walletID, {
      credit: Math.max(movement, 0),
      debit: Math.max(-movement, 0),
      balance,
      dateCreatedAtMs: OCTOBER_MS,
      ...fields(walletID),
    }),
  );
}

/** The same, opening at zero: as the first row what came before. */
const from = (opening: number, list: readonly (readonly [movement: number, balance: number])[]): Row[] => [
  [1, opening, opening],
  ...list.map(([movement, balance], at): Row => [at + 2, movement, balance]),
];

const BANK = { convention: "bank" } as const;
const breaksIn = (findings: readonly Finding[]) => findings.filter(({ rule }) => rule === "chain-break");

/** What is said of each break beside its numbers. */
function causes(list: readonly Row[], fields?: (walletID: number) => Partial<Entry>) {
  const { findings } = check({ entries: rows(list, fields) }, BANK);
  return breaksIn(findings).map(({ walletID, cause, severity, continuesFrom, without, stretch }) => ({
    walletID,
    cause,
    severity,
    ...(continuesFrom === undefined ? {} : { continuesFrom }),
    ...(without === undefined ? {} : { without }),
    ...(stretch === undefined ? {} : { stretch }),
  }));
}
const names = (list: readonly Row[]) => causes(list).map(({ walletID, cause }) => `${walletID} ${cause}`);

/** A withdrawal that a request overwrote which had read the balance before it. */
const OVERWRITTEN: Row[] = [
  [448, 26_500, 7_275_863],
  [449, 16_500, 7_292_363],
  [450, -105_000, 7_187_363],
  [451, 60_000, 7_352_363],
  [452, -1200, 7_351_163],
  [453, -195_000, 7_156_163],
];

/** Two requests read one balance; a third went on from the first of them. */
const RESUMED: Row[] = [
  [297, -3535, 7_108_450],
  [298, 25_000, 7_133_450],
  [299, 140_350, 7_248_800],
  [300, -500, 7_132_950],
  [301, -2807, 7_130_143],
];

const TWO_BRANCHES: Row[] = [
  [129, -1791, 4_087_185],
  [130, 500, 4_087_685],
  [131, 45_000, 4_132_685],
  [132, 100_000, 4_187_685],
  [133, 17_500, 4_105_185],
  [134, -350, 4_104_835],
  [135, 45_000, 4_232_685],
  [136, -900, 4_231_785],
  [137, 60_000, 4_164_835],
  [138, -1200, 4_163_635],
];

/** Listed in the order in which their ids were given, applied in another. */
const OUT_OF_SEQUENCE: Row[] = [
  [10, -360, 2_156_970],
  [11, 45_000, 2_201_970],
  [12, 100_000, 2_301_070],
  [13, -900, 2_201_070],
  [14, -2000, 2_299_070],
  [15, 105_200, 2_404_270],
];

/** Both read the balance when both were applied. */
const READ_LATE: Row[] = [
  [100, -2714, 4_516_020],
  [101, -45_000, 4_506_370],
  [102, 35_350, 4_506_370],
  [103, -707, 4_505_663],
];

/** From the first to the last day, in UTC. */
const days = (first: string, last: string) => periodOf(first as Day, last as Day, new ZoneClock("UTC"));

describe("overwritten balances", () => {
  test("a row that goes on from the row before the one before", () => {
    expect(causes(OVERWRITTEN)).toEqual([
      {
        walletID: 451,
        cause: "overwritten",
        severity: "error",
        continuesFrom: 449,
        without: { from: 450, to: 450, count: 1, movement: -105_000 },
      },
    ]);
    expect(breaksIn(check({ entries: rows(OVERWRITTEN) }, BANK).findings)[0]?.message).toBe(
      "The balance is 7,352,363 where 7,247,363 follows from walletID 450: it goes on from walletID 449, without the −105,000 " +
        "that walletID 450 moved. No balance that leads to the newest one holds that amount. Two requests read one balance at once, or it was put back without an entry.",
    );
  });

  test("a fork that is resumed: only what the rows off the line moved is said to be in no balance", () => {
    expect(causes(RESUMED)).toMatchObject([
      { walletID: 299, continuesFrom: 297, without: { from: 298, to: 298, count: 1, movement: 25_000 } },
      { walletID: 300, continuesFrom: 298, without: { from: 299, to: 299, count: 1, movement: 140_350 } },
    ]);
    const [first, second] = breaksIn(check({ entries: rows(RESUMED) }, BANK).findings);
    expect(first?.message).toContain("The newest balance does not come from this row.");
    expect(second?.message).toContain(
      "without the 140,350 that walletID 299 moved. No balance that leads to the newest one holds that amount.",
    );
  });

  test("two branches", () => {
    const without = (walletID: number, continuesFrom: number, between: object) => ({
      walletID,
      cause: "overwritten",
      severity: "error",
      continuesFrom,
      without: between,
    });
    expect(causes(TWO_BRANCHES)).toEqual([
      without(132, 130, { from: 131, to: 131, count: 1, movement: 45_000 }),
      without(133, 130, { from: 131, to: 132, count: 2, movement: 145_000 }),
      without(135, 132, { from: 133, to: 134, count: 2, movement: 17_150 }),
      without(137, 134, { from: 135, to: 136, count: 2, movement: 44_100 }),
    ]);
  });

  const back = (rowsBetween: number): Row[] =>
    from(1000, [
      ...Array.from({ length: rowsBetween }, (_, at) => [7, 1000 + 7 * (at + 1)] as const),
      [100, 1100],
    ]);

  test("looks at the twelve rows before the one before, no further", () => {
    expect(causes(back(12)).at(-1)).toMatchObject({ continuesFrom: 1, without: { count: 12, movement: 84 } });
    expect(names(back(13))).toEqual(["15 missing-entry"]);
  });

  test("within ten minutes of the row after it, and not a millisecond more", () => {
    const apart = (ms: number) =>
      causes(back(1), (walletID) => ({ dateCreatedAtMs: OCTOBER_MS + (walletID === 3 ? ms : 0) }))[0]?.cause;
    expect([apart(600_000), apart(600_001), apart(-600_000)]).toEqual([
      "overwritten",
      "missing-entry",
      "overwritten",
    ]);
  });

  test("takes the nearest row: 1,000 twice, then 1,000 + 100 after 1,007", () => {
    const list = from(1000, [
      [7, 1007],
      [-7, 1000],
      [7, 1007],
      [100, 1100],
    ]);
    expect(causes(list)).toMatchObject([{ walletID: 5, continuesFrom: 3, without: { count: 1 } }]);
  });

  test("does not look past pulls that did not overlap, whether the balance follows there or not", () => {
    const entries = rows(back(2));
    const seen = (coverage: { from: number; to: number }[]) =>
      breaksIn(check({ entries, history: { coverage } }, BANK).findings)[0]?.cause;
    expect(seen([{ from: 1, to: 4 }])).toBe("overwritten");
    expect(
      seen([
        { from: 1, to: 2 },
        { from: 3, to: 4 },
      ]),
    ).toBe("missing-entry");
  });

  test("comes before not-applied: +50 overwritten by another +50 that started from the same balance", () => {
    const list = from(100, [
      [50, 150],
      [50, 150],
      [10, 160],
    ]);
    expect(names(list)).toEqual(["3 overwritten"]);
  });
});

describe("stretches", () => {
  test("rows listed in another order are a warning, and every figure is right", () => {
    const stretch = { walletIDs: [12, 13], order: [13, 12] };
    expect(causes(OUT_OF_SEQUENCE)).toEqual(
      [12, 13, 14].map((walletID) => ({
        walletID,
        cause: "out-of-sequence",
        severity: "warning",
        stretch,
      })),
    );
    const result = check({ entries: rows(OUT_OF_SEQUENCE) }, BANK);
    expect(result.counts.bySeverity).toEqual({ error: 0, warning: 4, info: 0 });
    expect(breaksIn(result.findings)[0]?.message).toContain(
      ": the service lists these rows in another order than it applied them. In the order walletID 13, 12 every balance follows.",
    );
  });

  test("balances that were read late are errors", () => {
    const stretch = { walletIDs: [101, 102], order: [101, 102] };
    expect(causes(READ_LATE)).toEqual(
      [101, 102].map((walletID) => ({ walletID, cause: "read-late", severity: "error", stretch })),
    );
  });

  test("needs a row after it that follows from all of them", () => {
    expect(names(OUT_OF_SEQUENCE.slice(0, 4))).toEqual(["12 missing-entry", "13 overwritten"]);
    const off = OUT_OF_SEQUENCE.map(([id, moved, balance]): Row => [id, moved, balance + (id >= 14 ? 1 : 0)]);
    expect(names(off)).not.toContain("12 out-of-sequence");
  });

  test("has at most six rows: the first of seven was applied last", () => {
    /** The first row was applied after so many others. */
    const late = (others: number): Row[] =>
      from(1000, [
        [500, 1500 + others],
        ...Array.from({ length: others }, (_, at) => [1, 1001 + at] as const),
        [9, 1509 + others],
      ]);
    expect(names(late(5))).toEqual(["2 out-of-sequence", "3 out-of-sequence", "8 out-of-sequence"]);
    expect(names(late(6)).some((name) => name.endsWith("out-of-sequence"))).toBe(false);
  });

  test("a link inside that holds is of the stretch, too: a block of two that was applied last", () => {
    const list = from(1000, [
      [5, 1012],
      [6, 1018],
      [7, 1007],
      [8, 1026],
    ]);
    expect(causes(list)).toEqual(
      [2, 4, 5].map((walletID) => ({
        walletID,
        cause: "out-of-sequence",
        severity: "warning",
        stretch: { walletIDs: [2, 3, 4], order: [4, 2, 3] },
      })),
    );
  });

  test("is the shortest run; the walk goes on after the row that follows it", () => {
    const list = from(1000, [
      [5, 1012],
      [7, 1007],
      [1, 1013],
      [20, 1063],
      [30, 1043],
      [2, 1065],
    ]);
    expect(causes(list).map(({ walletID, stretch }) => [walletID, stretch?.walletIDs])).toEqual([
      [2, [2, 3]],
      [3, [2, 3]],
      [4, [2, 3]],
      [5, [5, 6]],
      [6, [5, 6]],
      [7, [5, 6]],
    ]);
  });

  test("an unapproved entry that is not in the balance yet prevents it", () => {
    const pending = (walletID: number) => (walletID === 102 ? { isApproved: 0 } : {});
    const { findings } = check({ entries: rows(READ_LATE, pending) }, BANK);
    expect(findings.map(({ rule, cause, walletID }) => `${walletID} ${cause ?? rule}`)).toEqual([
      "100 opening-balance",
      "101 missing-entry",
      "102 pending-entry",
    ]);
  });

  test("is not looked for past pulls that did not overlap", () => {
    const entries = rows(OUT_OF_SEQUENCE);
    const coverage = [
      { from: 10, to: 13 },
      { from: 14, to: 15 },
    ];
    const { findings } = check({ entries, history: { coverage } }, BANK);
    expect(findings.map(({ rule, cause }) => cause ?? rule)).toEqual([
      "opening-balance",
      "missing-entry",
      "overwritten",
      "history-gap",
    ]);
  });

  test("a break before a stretch is no misstated balance, even where the differences cancel out", () => {
    // 2 states 900 too much; the stretch of 3 and 4 begins with −900.
    const list = from(1000, [
      [10, 1910],
      [-100, 910],
      [-900, 1010],
      [7, 917],
    ]);
    expect(names(list)).toEqual([
      "2 missing-entry",
      "3 out-of-sequence",
      "4 out-of-sequence",
      "5 out-of-sequence",
    ]);
  });

  test("a period shows its own rows of a stretch, with all of it", () => {
    const september = OCTOBER_MS - 1;
    const entries = rows(OUT_OF_SEQUENCE, (walletID) => ({
      dateCreatedAtMs: walletID < 13 ? september : OCTOBER_MS,
    }));
    const october = days("2026-10-01", "2026-10-31");
    const { findings } = check({ entries }, BANK, october);
    expect(breaksIn(findings).map(({ walletID, stretch }) => [walletID, stretch?.order])).toEqual([
      [13, [13, 12]],
      [14, [13, 12]],
    ]);
  });
});

describe("a missing entry", () => {
  test("is only said to lie between two rows where a walletID does", () => {
    const at = (walletID: number) =>
      breaksIn(
        check(
          {
            entries: rows([
              [1, 100, 100],
              [walletID, 10, 151],
            ]),
          },
          BANK,
        ).findings,
      )[0];
    expect(at(4)).toMatchObject({ skipped: { from: 1, to: 4, count: 2 } });
    expect(at(4)?.message).toMatch(/: an entry of 41 is missing between the two rows\.$/u);
    expect(at(2)?.message).toMatch(
      /: the balance moved by another 41 that no entry shows, and no walletID is left out\.$/u,
    );
    expect(at(2)?.message).not.toMatch(/missing|between/u);
  });

  test("is not said to lie between two rows where another wallet has all walletIDs there", () => {
    const list: Row[] = [
      [1, 100, 100],
      [2, 10, 10],
      [3, 7, 17],
      [4, 10, 151],
    ];
    const said = (inOther: readonly number[]) => {
      const entries = rows(list, (walletID) => ({ businessID: walletID === 2 || walletID === 3 ? 8 : 7 }));
      const kept = entries.filter(
        ({ walletID, businessID }) => businessID === 7 || inOther.includes(walletID),
      );
      const [found] = breaksIn(check({ entries: kept }, { ...BANK, chainScope: "business" }).findings);
      return found;
    };
    expect(said([2, 3])).toMatchObject({ walletID: 4, skipped: { from: 1, to: 4, count: 2 } });
    expect(said([2, 3])?.message).toMatch(
      /: the balance moved by another 41 that no entry shows, and no walletID is left out: other wallets have those between\.$/u,
    );
    expect(said([2])?.message).toMatch(/: an entry of 41 is missing between the two rows\.$/u);
  });
});
