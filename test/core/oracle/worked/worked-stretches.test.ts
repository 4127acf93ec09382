/** Rows in another order, late reads and overwritten rows by hand: the numbers are worked out beside each example. */
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { judge } from "./judge.ts";
import { type StatedRow, stated } from "./rows.ts";

/** What is said of each broken link. */
function breaks(entries: readonly Entry[]) {
  return judge({ entries }).findings.flatMap((one) =>
    one.rule === "chain-break"
      ? [{ ...one.stretch, at: one.walletID, cause: one.cause, d: one.difference }]
      : [],
  );
}

const causes = (rows: readonly StatedRow[]) => breaks(stated(rows)).map(({ at, cause }) => `${at} ${cause}`);

describe("rows in another order", () => {
  test("two: applied were −10 (990), then +100 (1,090)", () => {
    const rows: readonly StatedRow[] = [
      [1000, 1000],
      [100, 1090],
      [-10, 990],
      [5, 1095],
    ];
    const stretch = { walletIDs: [2, 3], order: [3, 2], cause: "out-of-sequence" };
    expect(breaks(stated(rows))).toEqual([
      { ...stretch, at: 2, d: -10 },
      { ...stretch, at: 3, d: -90 },
      { ...stretch, at: 4, d: 100 },
    ]);
    expect(judge({ entries: stated(rows) }).findings.map(({ severity }) => severity)).toEqual([
      "warning",
      "warning",
      "warning",
    ]);
  });

  test("without a row after them they are no stretch: nothing says that the balance came right", () => {
    expect(
      causes([
        [1000, 1000],
        [100, 1090],
        [-10, 990],
      ]),
    ).toEqual(["2 missing-entry", "3 missing-entry"]);
  });

  /** Movements 1, 2, 4, …; the newest row was applied first. */
  const lastFirst = (count: number): StatedRow[] => {
    const last = 2 ** (count - 1);
    const rows = Array.from({ length: count - 1 }, (_, at): StatedRow => [
      2 ** at,
      1000 + last + 2 ** (at + 1) - 1,
    ]);
    return [[1000, 1000], ...rows, [last, 1000 + last], [0, 1000 + 2 * last - 1]];
  };

  test("the last of six first, with links between that hold; of seven is too long", () => {
    expect(causes(lastFirst(6))).toEqual(["2 out-of-sequence", "7 out-of-sequence", "8 out-of-sequence"]);
    expect(breaks(stated(lastFirst(6)))[0]?.order).toEqual([7, 2, 3, 4, 5, 6]);
    expect(causes(lastFirst(7)).join()).not.toContain("out-of-sequence");
  });

  test("of two orders the lower: 10, 10 and −5 applied as −5, 10, 10", () => {
    const [first] = breaks(
      stated([
        [1000, 1000],
        [10, 1005],
        [10, 1015],
        [-5, 995],
        [1, 1016],
      ]),
    );
    expect(first?.order).toEqual([4, 2, 3]);
  });

  test("a pending entry among the links prevents it: −10 is not in the 1,090 before it", () => {
    const isApproved = (at: number) => ({ isApproved: at === 2 ? 0 : 1 });
    const rows: readonly StatedRow[] = [
      [1000, 1000],
      [100, 1090],
      [-10, 1090],
      [5, 1095],
    ];
    expect(causes(rows)).toEqual(["2 read-late", "3 read-late"]);
    expect(judge({ entries: stated(rows, isApproved) }).findings).toMatchObject([
      { rule: "chain-break", walletID: 2, cause: "missing-entry" },
      { rule: "pending-entry", walletID: 3 },
    ]);
  });
});

describe("rows read late", () => {
  test("both state 1,090, when +100 and −10 were in it", () => {
    expect(
      breaks(
        stated([
          [1000, 1000],
          [100, 1090],
          [-10, 1090],
          [5, 1095],
        ]),
      ),
    ).toEqual([
      { walletIDs: [2, 3], order: [2, 3], at: 2, cause: "read-late", d: -10 },
      { walletIDs: [2, 3], order: [2, 3], at: 3, cause: "read-late", d: 10 },
    ]);
  });

  test("a row never states less than its own place", () => {
    // +100 states 1,000, what it was before any of them.
    expect(
      causes([
        [1000, 1000],
        [100, 1000],
        [-10, 990],
        [5, 1095],
      ]).join(),
    ).not.toContain("read-late");
  });
});

describe("overwritten", () => {
  /** +50 is not in the balance that −200 starts from. */
  const rows = (seconds: number): StatedRow[] => [
    [1000, 1000, 0],
    [50, 1050, 10],
    [-200, 800, 10 + seconds],
    [7, 807, 20 + seconds],
  ];

  test("row 3 goes on from row 1, without the +50 of row 2", () => {
    expect(judge({ entries: stated(rows(1)) }).findings).toMatchObject([
      {
        rule: "chain-break",
        severity: "error",
        walletID: 3,
        difference: -50,
        cause: "overwritten",
        continuesFrom: 1,
        without: { from: 2, to: 2, count: 1, movement: 50 },
      },
    ]);
  });

  test("ten minutes after the row that it did not see, or before; a second more is chance", () => {
    expect(causes(rows(600))).toEqual(["3 overwritten"]);
    expect(causes(rows(-600))).toContain("3 overwritten");
    expect(causes(rows(601))).toEqual(["3 missing-entry"]);
  });

  /** A row that goes on from the first, over so many rows of 1, all in one second. */
  const over = (count: number): StatedRow[] => [
    [1000, 1000, 0],
    ...Array.from({ length: count }, (_, at): StatedRow => [1, 1001 + at, 1]),
    [500, 1500, 2],
  ];

  test("over twelve rows, not over thirteen", () => {
    const [found] = judge({ entries: stated(over(12)) }).findings;
    expect(found).toMatchObject({ continuesFrom: 1, without: { from: 2, to: 13, count: 12, movement: 12 } });
    expect(causes(over(13))).toEqual(["15 missing-entry"]);
  });

  test("from the nearest of two rows with that balance", () => {
    const list: StatedRow[] = [
      [1000, 1000, 0],
      [50, 1050, 1],
      [-50, 1000, 2],
      [20, 1020, 3],
      [5, 1005, 4],
    ];
    expect(judge({ entries: stated(list) }).findings).toMatchObject([{ walletID: 5, continuesFrom: 3 }]);
  });

  test("comes before not-applied: 70 after 70, from before both", () => {
    expect(
      causes([
        [1000, 1000, 0],
        [70, 1070, 1],
        [70, 1070, 2],
      ]),
    ).toEqual(["3 overwritten"]);
    expect(
      causes([
        [1000, 1000, 0],
        [70, 1070, 1],
        [70, 1070, 700],
      ]),
    ).toEqual(["3 not-applied"]);
  });

  test("is not looked for beyond rows that no pull saw together, though the link between them holds", () => {
    const all = stated(rows(1));
    const entries = (list: readonly Entry[]) => ({ entries: list });
    const apart = judge({ pulls: [entries(all.slice(0, 1)), entries(all.slice(1))] });
    expect(apart.findings).toMatchObject([{ walletID: 3, cause: "missing-entry" }]);
    const together = judge({ pulls: [entries(all.slice(0, 2)), entries(all.slice(1))] });
    expect(together.findings).toMatchObject([{ walletID: 3, cause: "overwritten" }]);
  });
});
