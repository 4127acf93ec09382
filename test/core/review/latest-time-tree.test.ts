import fc from "fast-check";
import { expect, test } from "vitest";
import { LatestTimeTree } from "../../../src/core/review/restate/wallet-rows.ts";

test("gives the same latest times as a search through the whole list", () => {
  const change = fc.record({
    at: fc.nat(12),
    atMs: fc.option(fc.integer({ min: -3, max: 9 }), { nil: null }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 13 }), fc.array(change, { maxLength: 40 }), (length, changes) => {
      const moments = new LatestTimeTree(length);
      const list = Array.from({ length }, (): number | null => null);
      for (const { at, atMs } of changes) {
        const position = at % length;
        moments.set(position, atMs);
        list[position] = atMs;
        expect(list.map((_, n) => moments.at(n))).toEqual(list);
        for (let n = 0; n <= length; n += 1) {
          expect(moments.lastBefore(n)).toBe(list.slice(0, n).findLastIndex((one) => one !== null));
        }
        for (let n = 0; n < length; n += 1) {
          const earlier = list.slice(0, n + 1).filter((one) => one !== null);
          expect(moments.latestUpTo(n)).toBe(earlier.length === 0 ? null : Math.max(...earlier));
        }
        for (let from = -4; from <= 10; from += 1) {
          const first = list.findIndex((one) => one !== null && one >= from);
          expect(moments.firstFrom(from)).toBe(first === -1 ? length : first);
        }
      }
    }),
  );
});
