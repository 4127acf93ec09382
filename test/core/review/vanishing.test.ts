/** Records that a pull would make vanish: from when that must be accepted, and as what it was shown. */
import { expect, test } from "vitest";
import {
  type Vanishing,
  VanishingError,
  isAccepted,
  readCounts,
  vanishesTooMuch,
} from "../../../src/core/review/restate/vanishing.ts";

const entries: Vanishing = { kind: "entries", received: 705, held: 1000, vanished: 295 };
const transactions: Vanishing = { kind: "transactions", received: 0, held: 12, vanished: 12 };

test("names of each kind what would vanish, and as the counts that accept it", () => {
  const { message, facts } = new VanishingError([entries, transactions], {});
  expect(message).toContain("295 of 1,000 entries and all 12 transactions would vanish");
  expect(facts).toMatchObject({ vanished: { entries: 295, transactions: 12 } });
  expect(facts.remedy).toContain("--accept-vanished entries=295,transactions=12,");
  expect(new VanishingError([transactions], {}).facts.remedy).toContain("--accept-vanished transactions=12,");
});

test("is accepted as long as no more of either kind vanishes than was shown", () => {
  const shown = readCounts("entries=295,transactions=12")!;
  const given = { by: "Ada", note: "Archived", shown };
  expect(isAccepted([entries, transactions], given)).toBe(true);
  expect(isAccepted([{ ...entries, vanished: 296 }], given)).toBe(false);
  expect(isAccepted([entries], undefined)).toBe(false);
});

test("believes five of few or one in a hundred, and nothing of an answer that has none of what is held", () => {
  const gone = (held: number, vanished: number, received = held - vanished) =>
    vanishesTooMuch({ kind: "entries", received, held, vanished });
  expect([gone(100, 5), gone(100, 6), gone(1000, 10), gone(1000, 11)]).toEqual([false, true, false, true]);
  expect([gone(3, 3, 9), gone(3, 1, 0), gone(0, 0)]).toEqual([true, true, false]);
});
