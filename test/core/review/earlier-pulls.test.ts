/** Which signatures stood at which pull, and which earlier pull should have had an entry. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CloseStep, Month } from "../../../src/core/review/close/close.ts";
import { EarlierPulls, type PullReach } from "../../../src/core/review/restate/restatement-builder.ts";
import {
  type TrailMark,
  covers,
  isInForce,
  signaturesByPull,
  standsAt,
} from "../../../src/core/review/restate/signatures.ts";
import { NOTHING_FROZEN } from "../../helpers/ledgers/closing.ts";

test("a signature stands from the pull after its preparation's up to the last before the month's next step", () => {
  const step = (id: number, kind: CloseStep["step"], month = "2026-10", pullId = 0): CloseStep => {
    const options = { ...NOTHING_FROZEN.options, timeZone: "Africa/Lagos" };
    const frozen = pullId === 0 ? null : { ...NOTHING_FROZEN, options, pullId, runId: 40 + id };
    return { id, month: month as Month, step: kind, by: "Ada Obi", note: "", atMs: id, frozen };
  };
  const steps = [
    step(1, "review"),
    step(2, "prepare", "2026-10", 2),
    step(3, "sign-off", "2026-10", 2),
    step(4, "sign-off", "2026-09", 1),
    step(5, "reopen"),
    step(6, "prepare", "2026-10", 4),
    step(7, "sign-off", "2026-10", 4),
  ];
  const marks =
    "pull 2, pull 1, step 1, step 2, pull 3, step 3, step 4, pull 4, step 5, step 6, step 7, pull 5";
  const trail = marks.split(", ").map((mark) => {
    const [kind = "", id] = mark.split(" ");
    return { [kind]: Number(id) } as TrailMark;
  });
  const asked: number[] = [];
  const signatures = signaturesByPull(steps, trail, (runId) => (asked.push(runId), "bank"));
  expect(
    signatures.map(({ stepId, month, afterPull, upToPull }) => [stepId, month, afterPull, upToPull]),
  ).toEqual([
    [3, "2026-10", 2, 4],
    [4, "2026-09", 1, Infinity],
    [7, "2026-10", 4, Infinity],
  ]);
  const [first, , last] = signatures;
  if (first === undefined || last === undefined) throw new Error("three were given");
  expect([1, 2, 3, 4, 5].map((pull) => [standsAt(first, pull), standsAt(last, pull)])).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [true, false],
    [false, true],
  ]);
  expect([isInForce(first), isInForce(last)]).toEqual([false, true]);
  // The run is asked for its convention when that is needed, and once.
  expect(asked).toEqual([]);
  expect([last.convention, last.convention, asked]).toEqual(["bank", "bank", [47]]);
  const [fromMs, toMs] = [Date.UTC(2026, 8, 30, 23), Date.UTC(2026, 9, 31, 23) - 1];
  const times = [null, fromMs - 1, fromMs, toMs, toMs + 1];
  expect(times.map((atMs) => covers(first, atMs))).toEqual([false, false, true, true, false]);
});

const TIME = fc.integer({ min: 0, max: 6 });
const PULL = fc
  .record({
    from: TIME,
    length: fc.option(TIME, { freq: 4 }),
    startedAtMs: TIME,
    latestAtMs: TIME,
    asked: fc.boolean(),
  })
  .map(({ from, length, startedAtMs, latestAtMs, asked }) => ({
    latestAtMs,
    reach: {
      id: 1,
      startedAtMs,
      finishedAtMs: null,
      entries: asked ? 1 : null,
      lowestWalletID: length === null ? null : from,
      highestWalletID: length === null ? null : from + length,
    } satisfies PullReach,
  }));

test("a pull should have had what is in its range, and all above that was created before it and before its newest entry", () => {
  fc.assert(
    fc.property(
      fc.array(PULL, { maxLength: 4 }),
      fc.integer({ min: -1, max: 13 }),
      TIME,
      (pulls, walletID, atMs) => {
        const earlier = new EarlierPulls();
        for (const { reach, latestAtMs } of pulls) earlier.add(reach, latestAtMs);
        const histories = pulls.filter(({ reach }) => reach.entries !== null);
        const expected = histories.some(({ reach, latestAtMs }) => {
          const { lowestWalletID: lowest, highestWalletID: highest, startedAtMs } = reach;
          const isSeen = atMs < startedAtMs && atMs < latestAtMs;
          // An empty history says that there is nothing at all.
          if (lowest === null || highest === null) return isSeen;
          return walletID >= lowest && (walletID <= highest || isSeen);
        });
        expect(earlier.shouldHave(walletID, atMs)).toBe(expected);
        const { lowest, highest, seenUpToMs } = earlier.bounds;
        // Whoever asks by the bounds alone misses none.
        const isBeyond = walletID < lowest || (walletID > highest && atMs >= seenUpToMs);
        expect(isBeyond && expected).toBe(false);
      },
    ),
    { numRuns: 400 },
  );
});
