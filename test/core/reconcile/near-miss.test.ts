/** What alone tells a payref from one near it, in words that a person checks at a glance. */
import { describe, expect, test } from "vitest";
import { looksLike } from "../../../src/core/look-alikes.ts";
import { nearMissWords } from "../../../src/core/reconcile/payrefs/tied-entries.ts";
import { payrefLikeness } from "../../../src/core/reconcile/payrefs/likeness-filter.ts";

describe("names how a payref differs from one near it", () => {
  test.each([
    ["PAY-1 ", "PAY-1", "PAY-1 only by a trailing space"],
    ["PAY-1", "PAY-1 ", '"PAY-1 " only by a trailing space'],
    [" PAY-1", "PAY-1", "PAY-1 only by a leading space"],
    ["PAY-1  ", "PAY-1", "PAY-1 only by 2 trailing spaces"],
    [" PAY-1 ", "PAY-1", "PAY-1 only by a leading space and a trailing space"],
    ["PAY-1\t", "PAY-1", "PAY-1 only by trailing white space"],
    ["PAY-1\u00a0", "PAY-1", "PAY-1 only by trailing white space"],
    ["PAY-1 ", "PAY-1  ", '"PAY-1  " only by trailing white space'],
    ["pay-1", "PAY-1", "PAY-1 only in upper and lower case"],
    ["pay-1 ", "PAY-1", "PAY-1 only in upper and lower case, and by a trailing space"],
    ["PAY 1", "PAY1", "PAY1 only by an inner space"],
    ["PAY1", "PAY 1", '"PAY 1" only by a missing space'],
    ["PAY -1", "PAY--1", "PAY--1 only by a space in place of -"],
    ["PAYO1", "PAY01", "PAY01 only by O in place of 0, which looks alike"],
    ["PAYl2", "PAY12", "PAY12 only by l in place of 1, which looks alike"],
    ["PAY5A", "PAYSA", "PAYSA only by 5 in place of S, which looks alike"],
    ["РAY-1", "PAY-1", "PAY-1 only by Р in place of P, which looks alike"],
    ["PAY-7", "PAY-F", "PAY-F only by 7 in place of F"],
    ["PAY-11", "PAY-1", "PAY-1 only by an extra 1"],
    ["PAY1", "PAY-1", "PAY-1 only by a missing -"],
    ["PYA-1", "PAY-1", "PAY-1 only by two characters that changed places"],
    ["PAY\u200b-1", "PAY-1", "PAY-1 only by an extra invisible character (U+200B)"],
    [String.raw`PAY-1\u0000`, "PAY-1", "PAY-1 only by an extra invisible character (U+0000)"],
  ])("%j", (payref, near, words) => {
    expect(nearMissWords(payref, near)).toBe(`It differs from ${words}.`);
    // Words are only ever asked for where one was suggested.
    expect(payrefLikeness(payref.replace(String.raw`\u0000`, "\u0000"), near)).toMatch(
      /^(?:folded|one-letter)$/u,
    );
  });
});

test("recognises characters that look alike across scripts and in print, and no others", () => {
  for (const [one, other] of ["0O", "1I", "1l", "8B", "2Z", "6G", "АA", "оo"].map((pair) => Array.from(pair)))
    expect(looksLike(one ?? "", other ?? "")).toBe(true);
  for (const [one, other] of ["7F", "PR", "mn", "38", "L1"].map((pair) => Array.from(pair)))
    expect(looksLike(one ?? "", other ?? "")).toBe(false);
});

test("a character of two units that is added is one letter, two that are added are not", () => {
  expect(payrefLikeness("PAY-1\u{1f600}", "PAY-1")).toBe("one-letter");
  expect(payrefLikeness("PAY-1", "\u{1f600}PAY-1")).toBe("one-letter");
  expect(payrefLikeness("PAY-1", "PAY-123")).toBeNull();
});
