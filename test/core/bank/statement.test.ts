/** What statements prove by themselves: balances that follow, files that do, lines that two files have. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type FiledStatement, balanceBreaks, joinStatements } from "../../../src/core/bank/statement.ts";
import type { Day } from "../../../src/core/time.ts";

const NOTHING = { account: "", currency: null, pending: 0 } as const;

function lineOf(at: number, day: string, amount: number, balance: number | null) {
  return { at, day: day as Day, valueDay: null, amount, balance, reference: "", narration: "" };
}

test("a break is told once, and the chain goes on from what is stated", () => {
  const lines = [
    lineOf(1, "2026-08-01", 10, 110),
    lineOf(2, "2026-08-02", 10, 125),
    lineOf(3, "2026-08-03", 10, 135),
    lineOf(4, "2026-08-03", -5, null),
  ];
  const statement = { ...NOTHING, opening: 100, closing: 131, lines };
  expect(balanceBreaks(statement)).toEqual([
    { at: 2, expected: 120, stated: 125 },
    { at: null, expected: 130, stated: 131 },
  ]);
  expect(balanceBreaks({ ...statement, opening: null, closing: null, lines: lines.slice(3) })).toEqual([]);
});

const wallet = fc.record({
  moves: fc.array(
    fc.record({ on: fc.integer({ min: 1, max: 3 }), amount: fc.integer({ min: -3, max: 3 }) }),
    {
      minLength: 1,
      maxLength: 25,
    },
  ),
  cuts: fc.array(fc.tuple(fc.nat(25), fc.nat(25)), { maxLength: 5 }),
});

test("however a history is cut into files that overlap, each line counts once, and what no file has is a gap", () => {
  fc.assert(
    fc.property(wallet, ({ moves, cuts }) => {
      let day = Date.UTC(2026, 0, 1);
      let balance = 1000;
      const lines = moves.map(({ on, amount }, index) => {
        day += on * 86_400_000;
        balance += amount;
        return {
          ...lineOf(index + 1, new Date(day).toISOString().slice(0, 10), amount, balance),
          narration: `${index}`,
        };
      });
      const files = cuts
        .map(([one, other]) => lines.slice(Math.min(one, other), Math.max(one, other) + 1))
        .filter((some) => some.length > 0)
        .map((some, index): FiledStatement => ({
          ...NOTHING,
          opening: null,
          closing: null,
          lines: some,
          evidence: index + 1,
        }));
      const joined = joinStatements(files);
      const has = new Set(files.flatMap((file) => file.lines.map(({ narration }) => narration)));
      expect(joined.lines.map(({ narration }) => narration).toSorted()).toEqual([...has].toSorted());
      expect(joined.shared).toBe(files.reduce((sum, file) => sum + file.lines.length, 0) - has.size);
      const total = joined.gaps.reduce((sum, { amount }) => sum + amount, 0);
      const inside = lines.filter(({ narration }) => has.has(narration));
      const moved = inside.reduce((sum, { amount }) => sum + amount, 0);
      const before = (inside[0]?.balance ?? 0) - (inside[0]?.amount ?? 0);
      expect(before + moved + total).toBe(inside.at(-1)?.balance ?? 0);
    }),
    { numRuns: 500 },
  );
});

test("two files of one day follow on each other by their balances, in whichever order they were kept", () => {
  const file = (evidence: number, ...lines: ReturnType<typeof lineOf>[]) => {
    return { ...NOTHING, opening: null, closing: null, lines, evidence };
  };
  const [early, late] = [lineOf(1, "2026-08-01", 1, 1001), lineOf(2, "2026-08-01", 5, 1006)];
  for (const files of [
    [file(1, early), file(2, late)],
    [file(1, late), file(2, early)],
  ])
    expect(joinStatements(files)).toMatchObject({ shared: 0, gaps: [], lines: [early, late] });
});

test("equal lines of one file are as many as it has, and a second file with fewer of them adds none", () => {
  const twice = [lineOf(1, "2026-08-01", 5, null), lineOf(2, "2026-08-01", 5, null)];
  const file = (evidence: number, lines: typeof twice) => ({
    ...NOTHING,
    opening: null,
    closing: null,
    lines,
    evidence,
  });
  expect(joinStatements([file(1, twice), file(2, twice.slice(1))])).toMatchObject({ shared: 1, gaps: [] });
  expect(joinStatements([file(1, twice), file(2, twice.slice(1))]).lines).toHaveLength(2);
});
