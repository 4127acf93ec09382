/** The bank's lines of withdrawals and top-ups: what was planted is found, and nothing is tied that could be otherwise. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AccountLine } from "../../../src/core/bank/statement.ts";
import { type WalletMovement, answerMovements } from "../../../src/core/bank/ties.ts";
import { addDays, type Day } from "../../../src/core/time.ts";

const FIRST = "2026-08-01" as Day;
const ALWAYS = () => true;

const movement = (walletID: number, after: number, amount: number): WalletMovement => {
  return { walletID, day: addDays(FIRST, after), amount };
};
const line = (at: number, after: number, amount: number): AccountLine => ({
  at,
  evidence: 1,
  day: addDays(FIRST, after),
  valueDay: null,
  amount,
  balance: null,
  reference: "",
  narration: "",
});

describe("one withdrawal of 500.00", () => {
  const out = movement(1, 10, -50_000);
  test.each<[string, AccountLine[], string, string[]]>([
    ["arrives the day before", [line(1, 9, 50_000)], "tied", ["equal"]],
    ["arrives seven days later", [line(1, 17, 50_000)], "tied", ["equal"]],
    ["arrives eight days later", [line(1, 18, 50_000)], "missing", []],
    ["goes out of the bank, too", [line(1, 10, -50_000)], "missing", []],
    ["arrives in two parts", [line(1, 11, 20_000), line(2, 12, 30_000)], "tied", ["parts"]],
    ["arrives short by a fee", [line(1, 11, 49_000)], "perhaps", ["short"]],
    ["arrives short by more than a fee", [line(1, 11, 48_999)], "missing", []],
    ["arrives twice", [line(1, 11, 50_000), line(2, 12, 50_000)], "several", ["equal", "equal"]],
    [
      "is one of its amount before it is parts",
      [line(1, 11, 50_000), line(2, 11, 20_000), line(3, 11, 30_000)],
      "tied",
      ["equal"],
    ],
    [
      "could be either of two pairs",
      [line(1, 11, 20_000), line(2, 11, 30_000), line(3, 12, 30_000)],
      "several",
      ["parts", "parts"],
    ],
  ])("%s", (_, lines, state, kinds) => {
    const [answer] = answerMovements([out], lines, ALWAYS);
    expect(answer?.state).toBe(state);
    expect(answer?.ways.map(({ kind }) => kind)).toEqual(kinds);
  });
});

test("of several ways the one that names the entry comes first, then the nearest; none is chosen for it", () => {
  const out = movement(4711, 10, -700);
  const named = { ...line(3, 17, 700), narration: "NIP/PAYOUT 4711/ADA" };
  const other = { ...line(1, 16, 700), reference: "44711" };
  const [answer] = answerMovements([out], [other, line(2, 12, 700), named], ALWAYS);
  expect(answer?.state).toBe("several");
  expect(answer?.ways.map(({ lines }) => lines[0]?.at)).toEqual([3, 2, 1]);
});

test("two withdrawals of one amount and one line: neither is tied; two lines of it: neither, too", () => {
  const twins = [movement(1, 10, -700), movement(2, 10, -700)];
  for (const lines of [[line(1, 11, 700)], [line(1, 11, 700), line(2, 11, 700)]])
    expect(answerMovements(twins, lines, ALWAYS).map(({ state }) => state)).toEqual(["several", "several"]);
});

test("a top-up has left the bank before, and two entries in one line are both tied to it", () => {
  const ups = [movement(1, 10, 300), movement(2, 11, 400)];
  const answers = answerMovements(ups, [line(1, 9, -700)], ALWAYS);
  expect(answers.map(({ state, ways }) => [state, ways.map(({ kind }) => kind)])).toEqual([
    ["tied", ["parts"]],
    ["tied", ["parts"]],
  ]);
});

test("what statements do not reach is open, not missing", () => {
  const until = addDays(FIRST, 16);
  const [answer] = answerMovements([movement(1, 10, -5)], [], (_, to) => to <= until);
  expect(answer?.state).toBe("open");
});

const HOWS = ["equal", "two lines", "one of two", "short", "never", "twice"] as const;
const planted = fc.array(
  fc.record({
    how: fc.constantFrom(...HOWS),
    after: fc.integer({ min: 10, max: 60 }),
    late: fc.integer({ min: 0, max: 7 }),
    isOut: fc.boolean(),
  }),
  { maxLength: 40 },
);

test("whatever is planted among others is answered as planted", () => {
  fc.assert(
    fc.property(
      planted,
      fc.infiniteStream(fc.noBias(fc.integer({ min: 0, max: 1e9 }))),
      (plants, amounts) => {
        const some = amounts[Symbol.iterator]();
        let before = 1e12;
        // A twentieth apart at least, so that no other line is short by a fee, and too many to add up by chance.
        const amountOf = () => {
          before = Math.round(before * 1.06) + (some.next().value as number);
          return before;
        };
        const movements: WalletMovement[] = [];
        const lines: AccountLine[] = [];
        const expected: [walletID: number, state: string, rows: number[]][] = [];
        for (const { how, after, late, isOut } of plants) {
          const [whole, part] = [amountOf(), amountOf()];
          const sign = isOut ? 1 : -1;
          const days = isOut ? late : 0 - late;
          const put = (amount: number) => lines.push(line(lines.length + 1, after + days, sign * amount));
          const take = (amount: number) =>
            movements.push(movement(movements.length + 1, after, 0 - sign * amount));
          const say = (state: string, rows: number[]) => expected.push([movements.length, state, rows]);
          take(whole);
          if (how === "equal") say("tied", [put(whole)]);
          else if (how === "two lines")
            say("tied", [put(Math.floor(whole / 3)), put(whole - Math.floor(whole / 3))]);
          else if (how === "short") say("perhaps", [put(whole - sign * Math.ceil(whole / 60))]);
          else if (how === "never") say("missing", []);
          else if (how === "twice") say("several", [put(whole), put(whole)]);
          else {
            const row = put(whole + part);
            say("tied", [row]);
            take(part);
            say("tied", [row]);
          }
        }
        const answers = answerMovements(movements, lines, ALWAYS);
        expect(
          answers.map(({ movement: { walletID }, state, ways }) => [
            walletID,
            state,
            ways.flatMap((way) => way.lines.map(({ at }) => at)),
          ]),
        ).toEqual(expected);
      },
    ),
    { numRuns: 300 },
  );
});
