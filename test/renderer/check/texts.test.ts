/** Texts as bytes: found, ordered and hashed as they would be as texts. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareBytes, foldCase } from "../../../src/core/text.ts";
import { containsDigits, ranksOf } from "../../../src/renderer/rows/worker/select-rows.ts";
import { sha256OfText } from "../../../src/renderer/rows/worker/snapshot.ts";
import { markContaining, TextStore } from "../../../src/renderer/rows/worker/text-search.ts";
import { packed } from "./window.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

/** A store that got its texts in batches of so many, the last first, each other one ready to be searched. */
function storeOf(texts: readonly (string | null)[], count = 3): TextStore {
  const store = new TextStore(texts.length);
  const starts = Array.from({ length: Math.ceil(texts.length / count) }, (_, at) => at * count);
  for (const [at, from] of starts.toReversed().entries()) {
    store[at % 2 === 0 ? "add" : "addToSearch"](from, packed(texts.slice(from, from + count)));
  }
  return store;
}

/** Letters that fold oddly, beside any others: dotted I, Kelvin, sharp s, sigmas, a mark of byte order. */
const letters = fc.constantFrom(
  ...Array.from("aAkK\u212A\u0130iI\u00DF\u03A3\u03C3\u03C2\uFEFF\u00C9\u00E9 -1\u{1F600}\u{10400}zZ"),
);
const text = fc.oneof(
  fc.string({ unit: letters, maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 12 }).filter((one) => one.isWellFormed()),
);
const texts = fc.array(fc.option(text, { freq: 4 }), { maxLength: 40 });

describe("a store of texts", () => {
  test("returns every text unchanged, and null where there was none", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 7 }), (given, count) => {
        const store = storeOf(given, count);
        expect(given.map((_, row) => store.find(row))).toEqual(given);
        expect(given.map((_, row) => store.at(row))).toEqual(given.map((one) => one ?? ""));
      }),
    );
  });

  test.for([-1, 5, 1.5, Number.NaN])("has no text %d", (row) => {
    expect(() => storeOf(["a", "b", "c", "d", "e"]).at(row)).toThrow(RangeError);
  });
});

test("finds a word in exactly the texts whose folded form contains it", () => {
  // Hardly any other word is in a text: in half of the runs it is part of one, in the other case.
  const turned = (part: string) => (part === part.toUpperCase() ? part.toLowerCase() : part.toUpperCase());
  const sought = texts.chain((given) => {
    const all = given.join("");
    const part = fc
      .tuple(fc.nat(all.length), fc.integer({ min: 1, max: 5 }))
      .map(([from, length]) => turned(all.slice(from, from + length).toWellFormed()));
    return fc.tuple(
      fc.constant(given),
      fc.oneof(text, part).filter((word) => word !== ""),
    );
  });
  fc.assert(
    fc.property(sought, ([given, word]) => {
      const marks = new Uint8Array(given.length);
      markContaining(storeOf(given), word, marks);
      const expected = given.map((one) => (foldCase(one ?? "").includes(foldCase(word)) ? 1 : 0));
      expect([...marks]).toEqual(expected);
    }),
    { numRuns: timesOf(400, 2000) },
  );
});

test("finds no text that has another letter at one place of the word", () => {
  const word = "settlement";
  const given = Array.from(word, (_, at) => `to ${word.slice(0, at)}x${word.slice(at + 1)} account`);
  const marks = new Uint8Array(given.length + 1);
  markContaining(storeOf([...given, `to ${word} account`]), word, marks);
  expect([...marks]).toEqual([...given.map(() => 0), 1]);
});

test("folds only a few letters beyond ASCII", () => {
  const odd: number[] = [];
  for (let point = 0x80; point <= 0x10ffff; point += 1) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    // oxlint-disable-next-line no-control-regex
    if (/[\u0000-\u007F]/u.test(foldCase(String.fromCodePoint(point)))) odd.push(point);
  }
  expect(String.fromCodePoint(...odd)).toBe("ßİŉſǰẖẗẘẙẚẞ\u212Aﬀﬁﬂﬃﬄﬅﬆ");
});

const foldAscii = (one: string) => one.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());

test("finds digits in an id as in its text, on both sides of what 32 bits hold", () => {
  const ids = [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32];
  expect(ids.map((id) => containsDigits(id, "21474836"))).toEqual([true, true, false, false]);
  expect(ids.map((id) => containsDigits(id, "672"))).toEqual([false, false, true, true]);
  fc.assert(
    fc.property(
      fc.oneof(fc.nat(5000), fc.nat(), fc.maxSafeInteger(), fc.constant(Number.NaN)),
      fc.oneof(fc.nat(300).map(String), fc.stringMatching(/^\d{1,12}$/u)),
      (id, digits) => {
        expect(containsDigits(id, digits)).toBe(!Number.isNaN(id) && String(id).includes(digits));
      },
    ),
    { numRuns: timesOf(4000, 20_000) },
  );
});

describe("ranks", () => {
  function expectRanks(given: readonly (string | null)[]): void {
    const ranks = ranksOf(storeOf(given, 1000));
    const shown = given
      .map((one, row) => ({ one: foldAscii(one ?? ""), rank: ranks[row] as number }))
      .filter(({ one, rank }) => {
        expect(Number.isNaN(rank)).toBe(one === "");
        return one !== "";
      })
      .toSorted((a, b) => compareBytes(a.one, b.one));
    shown.forEach(({ one, rank }, at) => {
      const before = shown[at - 1];
      if (before === undefined) return;
      expect(Math.sign(rank - before.rank)).toBe(before.one === one ? 0 : 1);
    });
  }

  test("follow code points with A to Z as a to z, equal for equal texts, and none for no text", () => {
    expect(() => fc.assert(fc.property(texts, expectRanks))).not.toThrow();
  });

  test("order many texts with the same beginning, more than are compared one by one", () => {
    const given = Array.from({ length: 9000 }, (_, at) =>
      at % 3 === 0 ? "Transfer to settlement account" : `Payment for order ${(at * 7919) % 4001} “Ankara`,
    );
    given[17] = "Payment for order";
    given[18] = "Payment ";
    expect(() => expectRanks([...given, null, "", "payment FOR order 1 “Ankara"])).not.toThrow();
  });
});

test("the worker's hash is SHA-256 of the text's UTF-8 bytes, whatever the text", () => {
  const node = (one: string) => createHash("sha256").update(one, "utf8").digest("hex");
  for (const one of ["", "a", "\uFEFFa", "\uD800", "a\uDC00b", "\u0000", "é\u{1F600}", "x".repeat(100_000)]) {
    expect(sha256OfText(one)).toBe(node(one));
  }
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (one) => {
      expect(sha256OfText(one)).toBe(node(one));
    }),
  );
});
