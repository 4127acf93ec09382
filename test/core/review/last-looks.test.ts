/** Which pull last covered a signed month in full. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
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
