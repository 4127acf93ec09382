import fc from "fast-check";
import { expect, test } from "vitest";
import { Numbering } from "../../../src/main/ledger/tables/numbering.ts";

/** Texts that agree in length, in their ends, or in all but one character, beyond one byte, too. */
const TEXTS = fc.array(
  fc.oneof(
    fc.string({ unit: fc.constantFrom("a", "b", "ÿ", "Ā", "\u0000"), maxLength: 4 }),
    fc.string({ maxLength: 40 }),
    fc.string({ unit: "binary", maxLength: 8 }),
  ),
  { maxLength: 60 },
);

test("numbers each text as it is first seen, and gives it that number again", () => {
  fc.assert(
    fc.property(TEXTS, (texts) => {
      const numbering = new Numbering();
      const order = [...new Set(texts)];
      expect(texts.map((text) => numbering.idOf(text))).toEqual(texts.map((text) => order.indexOf(text)));
      expect(numbering.takeFresh()).toEqual(order);
      expect(numbering.takeFresh()).toEqual([]);
    }),
  );
});

test("has room for more and longer texts than it began with", () => {
  const numbering = new Numbering();
  const texts = Array.from({ length: 5000 }, (_, at) =>
    at % 1000 === 7 ? `${at}`.repeat(20_000) : `PAY-${at}`,
  );
  const numbers = texts.map((text) => numbering.idOf(text));
  expect(numbers).toEqual([...texts.keys()]);
  expect(texts.map((text) => numbering.idOf(text))).toEqual(numbers);
});

test("tells so many texts apart that many have one place, by whichever character they differ", () => {
  const numbering = new Numbering();
  const characters = Array.from({ length: 200 }, (_, at) => String.fromCodePoint(at));
  const texts = characters.flatMap((first) => characters.map((last) => `${first}-${last}`));
  expect(texts.map((text) => numbering.idOf(text))).toEqual([...texts.keys()]);
  expect(texts.map((text) => numbering.idOf(text))).toEqual([...texts.keys()]);
});

test("forgets all texts when it remembers as many as it may, and goes on with new numbers", () => {
  const numbering = new Numbering(3);
  const numbers = ["a", "b", "Ā", "a", "c", "c", "a", "Ā", "c"].map((text) => numbering.idOf(text));
  expect(numbers).toEqual([0, 1, 2, 0, 3, 3, 4, 5, 3]);
  expect(numbering.takeFresh()).toEqual(["a", "b", "Ā", "c", "a", "Ā"]);
});
