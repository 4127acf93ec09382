import { expect, test } from "vitest";
import { excerpt, openingOf } from "../../../src/core/excerpt.ts";

test.each([
  ["of 120 characters, whole", "a".repeat(120), "a".repeat(120)],
  ["of one more, cut", "a".repeat(121), `${"a".repeat(120)}… (121 characters)`],
  ["on one line", " a\u0000\n\u202eb\t", "a b"],
  ["whose 960 first characters are blank, by its length", `${" ".repeat(960)}a`, "… (961 characters)"],
  ["of 960 characters, by its words", `${" ".repeat(959)}a`, "a"],
])("a text %s", (_, text, shown) => expect(excerpt(text)).toBe(shown));

test("the opening of a text ends before it is too long, and says that more follows", () => {
  expect(openingOf("abc", 3)).toBe("abc");
  expect(openingOf("abcd", 3)).toBe("abc…");
});
