/** Payrefs one slip apart share a hash, and an index gives back the ids of each hash and no others. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { HashIndex, eachNearHash, mostNearHashes } from "../../../src/core/reconcile/payrefs/tied-entries.ts";
import {
  isAtDistanceOne,
  normalise,
  LikenessFilter,
} from "../../../src/core/reconcile/payrefs/likeness-filter.ts";
import { escapeUnstorable } from "../../../src/core/text.ts";
import { textBytes } from "../../helpers/columns.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

/** Few letters, so that neighbours are often equal; one takes two units. */
const letter = fc.constantFrom("A", "a", "0", "-", " ", "é", "😀", "\ud800");

/** About the lengths of payrefs, and about the one where a text is found by its ends. */
const letters = fc.oneof(
  fc.array(letter, { maxLength: 12 }),
  fc.array(letter, { minLength: 120, maxLength: 262, size: "max" }),
);

/** A text, and one that a single slip makes of it. */
const slip = fc
  .record({
    text: letters,
    at: fc.nat(),
    other: letter,
    kind: fc.constantFrom("drop", "add", "replace", "swap"),
  })
  .map(({ text, at: anywhere, other, kind }) => {
    const at = anywhere % (text.length + 1);
    const slipped = text.slice();
    if (kind === "drop") slipped.splice(at, 1);
    else if (kind === "add") slipped.splice(at, 0, other);
    else if (kind === "replace") slipped.splice(at, 1, other);
    else slipped.splice(at, 2, ...text.slice(at, at + 2).toReversed());
    return [text.join(""), slipped.join("")] as const;
  });

function hashesOf(text: string): number[] {
  const hashes: number[] = [];
  eachNearHash(text, (hash) => hashes.push(hash));
  return hashes;
}

test("two texts one slip apart share a hash, whatever their length and characters", () => {
  fc.assert(
    fc.property(slip, ([one, other]) => {
      fc.pre(isAtDistanceOne(one, other));
      const known = new Set(hashesOf(one));
      expect(hashesOf(other).some((hash) => known.has(hash))).toBe(true);
    }),
    { numRuns: timesOf(80, 400) },
  );
});

/** What trimming and folding take away. */
const dressed = fc
  .record({ text: letters, before: fc.constantFrom("", " ", "\t"), after: fc.constantFrom("", "  ") })
  .map(
    ({ text, before, after }) => [text.join(""), `${before}${text.join("").toUpperCase()}${after}`] as const,
  );

const stored = (text: string) => textBytes(escapeUnstorable(text));

test("a filter rules no text out that is like one that it knows", () => {
  fc.assert(
    fc.property(fc.oneof(slip, dressed), fc.boolean(), ([one, other], isTurned) => {
      fc.pre(normalise(one) === normalise(other) || isAtDistanceOne(one, other));
      const filter = new LikenessFilter(1);
      filter.add(isTurned ? other : one);
      expect(filter.mayBeLike(stored(isTurned ? one : other))).toBe(true);
    }),
    { numRuns: timesOf(400, 2000) },
  );
});

test("a filter rules most other texts out", () => {
  const filter = new LikenessFilter(100);
  const payref = (at: number) => `PAY-${(at * 7_919 + 100_003) % 1_000_003}-${at}`;
  for (let at = 0; at < 100; at += 1) filter.add(payref(at * 1000));
  const left = Array.from({ length: 5000 }, (_, at) => payref(at + 200_000)).filter((one) =>
    filter.mayBeLike(stored(one)),
  );
  expect(left.length).toBeLessThan(100);
});

test("a text has no more hashes than are counted for its bytes", () => {
  fc.assert(
    fc.property(letters, (text) => {
      const unlike = Array.from({ length: text.length }, (_, at) => String.fromCharCode(0x100 + at)).join("");
      for (const one of [text.join(""), unlike]) {
        expect(hashesOf(one).length).toBeLessThanOrEqual(
          mostNearHashes(Buffer.byteLength(one), () => one.length),
        );
      }
    }),
    { numRuns: timesOf(12, 60) },
  );
});

test.each(["", "A", "PAY-1023"])("room is made for each hash of the short text %j, and no more", (text) => {
  expect(mostNearHashes(text.length, () => text.length)).toBe(hashesOf(text).length);
});

test("texts that are not near each other seldom share a hash", () => {
  const payref = (at: number) => `PAY-${(at * 7_919 + 100_003) % 1_000_003}-${at}`;
  const seen = new Map<number, string>();
  let shared = 0;
  for (let at = 0; at < 5000; at += 1) {
    for (const hash of hashesOf(payref(at))) {
      const before = seen.get(hash);
      if (before !== undefined && before !== payref(at)) shared += 1;
      seen.set(hash, payref(at));
    }
  }
  expect(shared).toBeLessThan(1000);
});

test("an index gives the ids of a hash, the newest first, and none of another hash", () => {
  const index = new HashIndex(4);
  index.add(7, 1);
  index.add(-7, 2);
  index.add(7, 3);
  index.add(0, 4);
  const idsOf = (hash: number) => {
    const ids: number[] = [];
    index.each(hash, (id) => ids.push(id));
    return ids;
  };
  expect([7, -7, 0, 8].map(idsOf)).toEqual([[3, 1], [2], [4], []]);
  expect(() => new HashIndex(0).each(1, () => {})).not.toThrow();
});

test("room is made for the few hashes of a long text, not for one of each of its characters", () => {
  const long = "P".repeat(300);
  expect(mostNearHashes(long.length, () => long.length)).toBe(2);
});
