/** What the walk over the bytes of a list tells of what it passed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isTooWide, newWalk, restart, walkRecords } from "../../../src/core/json-walk.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

test.each([
  ['{"a":1.5}', true],
  ['{"a":15e3}', true],
  ['{"a":15E3}', true],
  ['{"a":15}', false],
  ['{"a":15,"b":true,"c":false}', false],
  ['{"a":"1.5"}', false],
])("of %s says whether a number may be rounded: %s", (text, roundable) => {
  const walk = newWalk(4, 10);
  walkRecords(walk, bytesOf(`${text}]`), 0, Infinity, 4);
  expect(walk.roundable).toBe(roundable);
});

test("says so as well of a number that is cut before its fraction, until it counts anew", () => {
  const walk = newWalk(4, 10);
  walkRecords(walk, bytesOf('{"a":1'), 0, Infinity, 4);
  expect(walk.roundable).toBe(false);
  walkRecords(walk, bytesOf(".5}]"), 0, Infinity, 4);
  expect(walk.roundable).toBe(true);
  restart(walk);
  expect(walk.roundable).toBe(false);
});

test("stops at the first comma between records from where it is full, and at the list's end, wherever chunks are cut", () => {
  const records = fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1, maxLength: 8 });
  const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 6 });
  fc.assert(
    fc.property(records, cuts, fc.nat({ max: 200 }), (values, at, full) => {
      const texts = values.map((value) => JSON.stringify(value));
      const bytes = bytesOf(`${texts.join(",")}]`);
      // After each record but the last stands a comma, after that the bracket.
      const ends = texts.map((_, last) => bytesOf(texts.slice(0, last + 1).join(",")).length);
      const from = ends.findIndex((end, last) => end >= full || last === ends.length - 1);
      const stop = ends[from]!;
      const walk = newWalk(10, 1000);
      let stopped = 0;
      const bounds = [...new Set([0, ...at.map((cut) => Math.min(cut, bytes.length)), bytes.length])];
      bounds.sort((one, other) => one - other);
      for (const [place, start] of bounds.slice(0, -1).entries()) {
        const chunk = bytes.subarray(start, bounds[place + 1]);
        const here = walkRecords(walk, chunk, 0, full - start, 10);
        stopped = start + here;
        if (here < chunk.length) break;
      }
      expect([stopped, walk.depth, walk.inString]).toEqual([stop, 0, false]);
      // The record before the bracket is the caller's to count.
      expect(walk.records).toBe(from + (stop === bytes.length - 1 ? 0 : 1));
    }),
    { numRuns: 200 },
  );
});

test("goes on to the end where no object has more fields than it may, and stops where one has", () => {
  const widest = (value: unknown): number => {
    if (typeof value !== "object" || value === null) return 0;
    const members = Object.values(value);
    return Math.max(Array.isArray(value) ? 0 : members.length, ...members.map(widest));
  };
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 1, max: 4 }), (value, most) => {
      const bytes = bytesOf(`${JSON.stringify(value)}]`);
      const walk = newWalk(10, most);
      const stopped = walkRecords(walk, bytes, 0, Infinity, 10);
      const fits = widest(value) <= most;
      expect([stopped === bytes.length - 1, isTooWide(walk)]).toEqual([fits, !fits]);
    }),
    { numRuns: 300 },
  );
});
