/** Which pull last covered a signed month in full. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { reachWords } from "../../../src/core/review/clients/reach-words.ts";
import { lastLooksOf, notReached } from "../../../src/core/review/restate/last-looks.ts";
import type { PullReach } from "../../../src/core/review/restate/restatement-builder.ts";

const OCTOBER = "2026-10" as Month;

function pull(id: number, lowestWalletID: number | null, entries: number | null = 3): PullReach {
  return {
    id,
    entries,
    lowestWalletID,
    highestWalletID: 99,
    startedAtMs: id * 1000 - 1,
    finishedAtMs: id * 1000,
  };
}

function looked(pulls: readonly PullReach[], walletID: number): number | null {
  return lastLooksOf([{ month: OCTOBER, walletID }], pulls)[0]!.pullId;
}

test("a pull that reaches exactly the month's first entry covers it, one that begins at the next does not", () => {
  expect(looked([pull(1, 40)], 40)).toBe(1);
  expect(looked([pull(1, 41)], 40)).toBeNull();
  expect(looked([pull(1, 40), pull(2, 41)], 40)).toBe(1);
  expect(looked([pull(1, 40), pull(2, 40)], 40)).toBe(2);
});

test("an empty history reaches all, a pull without a history nothing", () => {
  expect(looked([pull(1, null, 0)], 40)).toBe(1);
  expect(looked([pull(1, null, null)], 40)).toBeNull();
});

test("is the newest pull with the month's first entry, whatever the pulls and months", () => {
  const starts = fc.array(fc.nat(9), { minLength: 1, maxLength: 4 });
  const reaches = fc.array(fc.nat(9), { maxLength: 6 });
  fc.assert(
    fc.property(starts, reaches, (first, lowest) => {
      const pulls = lowest.map((walletID, at) => pull(at + 1, walletID));
      const months = lastLooksOf(
        first.map((walletID) => ({ month: OCTOBER, walletID })),
        pulls,
      );
      for (const [at, { pullId, atMs }] of months.entries()) {
        const covering = pulls.filter(({ lowestWalletID }) => !((lowestWalletID as number) > first[at]!));
        const newest = Math.max(0, ...covering.map(({ id }) => id));
        expect([pullId, atMs]).toEqual(newest === 0 ? [null, null] : [newest, newest * 1000]);
      }
      const newest =
        pulls.length === 0 ? null : { pullId: pulls.length, source: "service" as const, oldest: null };
      expect(notReached({ newest, months })).toEqual(
        months.filter((_, at) => newest !== null && lowest.at(-1)! > first[at]!),
      );
    }),
  );
});

test("says of each month that the newest history did not reach which pull covered it last, from where and when, or that none did", () => {
  const month = (name: string, pullId: number | null, atMs: number | null) => ({
    month: name as Month,
    walletID: 40,
    pullId,
    atMs,
  });
  const oldest = { walletID: 41, atMs: Date.UTC(2026, 10, 2) };
  const newest = { pullId: 3, source: "service", oldest } as const;
  const say = (...months: readonly ReturnType<typeof month>[]) => reachWords({ newest, months }, "UTC");
  const begin = "Pull 3 asked for no entries before 2026-11-02 (walletID 41): ";
  const never = month("2026-10", null, null);
  expect(say(never)).toBe(`${begin}October 2026, signed off, was never covered in full by one pull`);
  expect(say(month("2026-10", 1, null))).toBe(
    `${begin}October 2026, signed off, was last covered in full by pull 1, from files`,
  );
  expect(say(month("2026-09", 2, Date.UTC(2026, 9, 1)), month("2026-10", 2, Date.UTC(2026, 9, 1)))).toBe(
    `${begin}the 2 signed months from September 2026 to October 2026 were last covered in full by pull 2 of 2026-10-01`,
  );
  expect(
    reachWords({ newest: { ...newest, source: "files" }, months: [never] }, "Pacific/Honolulu"),
  ).toContain("Pull 3 had no entries before 2026-11-01 (walletID 41): October 2026");
  const all = [month("2026-10", 3, null)];
  expect([
    say(),
    say(...all),
    reachWords({ newest: { ...newest, oldest: null }, months: [never] }, "UTC"),
  ]).toEqual(["", "", ""]);
  expect(say(never, ...all)).toBe(say(never));
});
