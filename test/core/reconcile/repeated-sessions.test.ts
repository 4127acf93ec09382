import { describe, expect, test } from "vitest";
import type { Entry } from "../../../src/core/records/entry.ts";
import { DAY_MS, type Day, ZoneClock, periodOf } from "../../../src/core/time.ts";
import { NO_SESSION } from "../../../src/core/reconcile/input/column-kinds.ts";
import { type SessionsOf, numberSessions } from "../../../src/core/reconcile/input/one-session.ts";
import { columnsOf } from "../../helpers/columns.ts";
import { Chance } from "../oracle/cases/chance.ts";
import { OCTOBER_MS, check, found, sale, sha256, wallet } from "../../helpers/records.ts";

/** Two withdrawals of 50 in one session, a day apart; the second with other fields. */
function twice(fields: Partial<Entry> = {}): Entry[] {
  const entries = wallet([500, -50, -50], (at) => ({
    action: "WITHDRAW",
    sessionID: at === 0 ? "S1" : "S77",
    dateCreatedAtMs: OCTOBER_MS + (at === 2 ? DAY_MS : 0),
  }));
  return entries.map((one) => (one.walletID === 3 ? { ...one, ...fields } : one));
}

const repeats = (entries: readonly Entry[]) =>
  found(check({ entries })).filter((one) => one.startsWith("repeated-session"));

/** From the first to the last day, in UTC. */
const days = (first: string, last: string) => periodOf(first as Day, last as Day, new ZoneClock("UTC"));

describe("one movement in one session, again", () => {
  test("is a warning with the amount at stake, on the second entry alone", () => {
    const { findings } = check({ entries: twice() });
    expect(findings).toMatchObject([
      { rule: "repeated-session", severity: "warning", walletID: 3, atStake: 50 },
    ]);
    expect(findings[0]?.message).toBe(
      "Moves −50 in the same session as walletID 2 within a day: perhaps one operation, done twice.",
    );
  });

  test.each<[string, Partial<Entry>]>([
    ["a millisecond more than 24 hours", { dateCreatedAtMs: OCTOBER_MS + DAY_MS + 1 }],
    ["a millisecond more before it", { dateCreatedAtMs: OCTOBER_MS - DAY_MS - 1 }],
    ["another session", { sessionID: "S78" }],
    ["no session", { sessionID: null }],
    ["another action", { action: null }],
    ["another payref", { payref: "P" }],
    ["another user", { userID: 2, balance: 0 }],
    ["another amount", { credit: 49, balance: 401 }],
  ])("%s is none", (_, fields) => {
    expect(repeats(twice(fields))).toEqual([]);
  });

  test("no session, and an empty one, are none on both", () => {
    for (const sessionID of [null, ""]) {
      expect(repeats(twice().map((one) => ({ ...one, sessionID })))).toEqual([]);
    }
  });

  test("no action equals no action, and another business is no other user", () => {
    expect(repeats(twice().map((one) => ({ ...one, action: null })))).toEqual(["repeated-session 3"]);
    expect(repeats(twice({ businessID: 8 }))).toEqual(["repeated-session 3"]);
  });

  test("24 hours either way of any entry of a lower walletID, on whatever days they are", () => {
    const hours = [0, 1, 30, 5, -20, 60, 84];
    const entries = wallet(
      hours.map(() => 10),
      (at) => ({
        sessionID: "S",
        dateCreatedAtMs: OCTOBER_MS + hours[at]! * 3_600_000,
      }),
    );
    // 30 hours are 29 from 1; 60 are 30 from 30, and 84 are 24 from 60.
    expect(repeats(entries)).toEqual([2, 4, 5, 7].map((id) => `repeated-session ${id}`));
  });

  test("entries that move nothing repeat nothing", () => {
    expect(repeats(wallet([5, 0, 0], () => ({ sessionID: "S" })))).toEqual([]);
  });

  test("a duplicate-entry is no repeated session besides", () => {
    const entries = wallet([100, 100], () => ({ payref: "PAY-1", sessionID: "S" }));
    expect(found(check({ entries, transactions: [sale(1, 100)] }))).toEqual(["duplicate-entry 2"]);
  });

  test("entries after a period's end do not exist for it", () => {
    const september = days("2026-09-30", "2026-09-30");
    const entries = twice().map((one) => ({ ...one, dateCreatedAtMs: one.dateCreatedAtMs - DAY_MS }));
    expect(found(check({ entries }, {}, september))).toEqual([]);
    const october = days("2026-10-01", "2026-10-31");
    expect(found(check({ entries }, {}, october))).toEqual(["repeated-session 3"]);
  });
});

/** By row the number of its group. */
function groupsOf(entries: readonly Entry[], sessionsOf: SessionsOf) {
  const input = columnsOf({ entries, transactions: [] }, sha256);
  const groups = new Int32Array(entries.length);
  numberSessions(input, groups, sessionsOf);
  return groups;
}

test("sessions are only asked for of entries that have all else in common within a day, and decide", () => {
  const entries = wallet([5, 5, 5, 6, 5], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at === 4 ? DAY_MS + 1 : 0),
  }));
  const asked: number[] = [];
  const texts = ["a", "b", "a", "a", "a"];
  const groups = groupsOf(entries, (rows) => {
    asked.push(...rows);
    return (row) => texts[row] ?? null;
  });
  expect([...groups]).toEqual([1, 0, 1, 0, 0]);
  expect(asked).toEqual([0, 1, 2]);
});

test("entries that have everything in common within a day are of one group, and none else, for any entries", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const chance = new Chance(seed);
    const kinds = 1 + chance.below(4);
    const entries = wallet(
      Array.from({ length: chance.below(80) }, () => chance.below(kinds) - 1),
      () => ({
        userID: 1 + chance.below(kinds),
        payref: chance.of("", "P", "Q"),
        action: chance.of(null, "API"),
        sessionID: chance.of("", "1 2", "2", "S", null),
        dateCreatedAtMs: OCTOBER_MS + chance.below(12) * (DAY_MS / 3),
      }),
    );
    const groups = groupsOf(entries, () => (row) => entries[row]?.sessionID ?? null);
    const nameOf = ({ userID, payref, action, debit, credit, sessionID }: Entry) =>
      debit === credit || (sessionID ?? "") === ""
        ? null
        : JSON.stringify([userID, payref, action, debit - credit, sessionID]);
    const pairs = entries.flatMap((one, a) =>
      entries.slice(a + 1).map((other, at) => ({
        isAlike: nameOf(one) !== null && nameOf(one) === nameOf(other),
        isNear: Math.abs(one.dateCreatedAtMs - other.dateCreatedAtMs) <= DAY_MS,
        isOfOne: groups[a] === groups[a + 1 + at] && groups[a] !== NO_SESSION,
      })),
    );
    const wrong = pairs.filter(({ isAlike, isNear, isOfOne }) => (isAlike ? isNear && !isOfOne : isOfOne));
    expect(wrong, `seed ${seed}`).toEqual([]);
  }
});
