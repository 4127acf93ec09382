import fc from "fast-check";
import { expect, test } from "vitest";
import { firstPlace, firstWhere, rowOf } from "../../src/core/sorted.ts";

const ascending = fc
  .uniqueArray(fc.integer({ min: -50, max: 50 }), { maxLength: 40 })
  .map((ids) => Float64Array.from(ids).toSorted());

test("finds the place that looking at one after the other finds, and asks within bounds", () => {
  fc.assert(
    fc.property(ascending, fc.integer({ min: -60, max: 60 }), (ids, id) => {
      const place = ids.findIndex((held) => held >= id);
      const asked: number[] = [];
      const isTrue = (at: number) => {
        asked.push(at);
        return (ids[at] as number) >= id;
      };
      expect(firstPlace(ids.length, isTrue)).toBe(place === -1 ? ids.length : place);
      expect(asked.every((at) => at >= 0 && at < ids.length)).toBe(true);
      expect(asked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(ids.length + 1)));
      expect(firstWhere(ids, (held) => held >= id)).toBe(place === -1 ? ids.length : place);
      expect(rowOf(ids, id)).toBe(ids.indexOf(id));
    }),
  );
});
