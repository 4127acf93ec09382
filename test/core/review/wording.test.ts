import { describe, expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import { asDecided } from "../../../src/core/review/decisions/decision.ts";
import {
  FingerprintIndex,
  LEAST_DIGITS,
  digitsToTellApart,
} from "../../../src/core/review/decisions/fingerprints.ts";
import { NAME_LIMIT, NOTE_LIMIT, nameOf, noteOf } from "../../../src/core/review/decisions/note-rules.ts";
import { breakAt } from "../../helpers/ledgers/decisions.ts";

/** The error that some work fails with. */
function failure(work: () => unknown): TieoutError {
  try {
    work();
  } catch (error) {
    if (error instanceof TieoutError) return error;
    throw error;
  }
  throw new Error("nothing failed");
}

const NOTHING_TO_SEE =
  " |\n\t|\u00A0\u2003|\u200B\u2060\uFEFF|\u0000|\u202E|\uE000|\u3164|\u115F\uFFA0|\u2800|\u034F\uFE0F|".split(
    "|",
  );

describe("a note", () => {
  const hostile = [
    "<script>alert(1)</script>",
    "'); DROP TABLE decision; --",
    '=HYPERLINK("http://example")',
    "two\nlines\r\nand a tab\t",
    "\u202Eright to left\u202C",
    "\u001B[2Jcleared",
    "  blanks around it  ",
    "🧾 ẞ ñ 誤",
  ];
  test.each(hostile)("stays as typed: %j", (text) => {
    expect(noteOf(text, "explained")).toBe(text);
  });

  test("keeps what cannot be stored as a visible escape", () => {
    expect(noteOf("a\u0000b\uD800c", "raised")).toBe(String.raw`a\u0000b\ud800c`);
  });

  test.each(["explained", "accepted", "raised"] as const)(
    "is required for %s, and must have visible text",
    (status) => {
      for (const text of NOTHING_TO_SEE) {
        expect(failure(() => noteOf(text, status))).toMatchObject({
          code: "DECISION_INVALID",
          message: `The status ${status} needs a note that says why`,
          facts: {},
        });
      }
    },
  );

  test("may be empty when a finding is set back to open, or a decision undone", () => {
    expect([noteOf("", "open"), noteOf("", null)]).toEqual(["", ""]);
  });

  test("has a maximum length, counted as it is stored", () => {
    expect(noteOf("x".repeat(NOTE_LIMIT), "open").length).toBe(NOTE_LIMIT);
    for (const text of ["x".repeat(NOTE_LIMIT + 1), "\u0000".repeat(NOTE_LIMIT / 2)]) {
      expect(failure(() => noteOf(text, null))).toMatchObject({ code: "DECISION_INVALID" });
    }
    expect(failure(() => noteOf("x".repeat(12_345), null)).message).toBe(
      "The note has 12,345 characters, more than the limit of 10,000",
    );
  });
});

describe("a name", () => {
  test("is kept without surrounding blanks", () => {
    expect(nameOf("  Ada Obi\n")).toBe("Ada Obi");
    expect(nameOf("Zoë \u202Eibo \uD800")).toBe(String.raw`Zoë ‮ibo \ud800`);
  });

  test.each(NOTHING_TO_SEE)("is required: %j is no name", (text) => {
    expect(failure(() => nameOf(text))).toMatchObject({
      code: "DECISION_INVALID",
      message: "A decision needs the name of the person who made it",
      facts: {},
    });
  });

  test("is one line of limited length", () => {
    for (const text of ["Ada\nObi", "Ada\u2028Obi", "Ada\u001B[31mObi", "x".repeat(NAME_LIMIT + 1)])
      expect(failure(() => nameOf(text))).toMatchObject({ code: "DECISION_INVALID" });
    expect(nameOf("x".repeat(NAME_LIMIT)).length).toBe(NAME_LIMIT);
  });
});

test("a decision stores subject and numbers of its finding, and only keys that apply", () => {
  const kept = asDecided(breakAt(3, 9, { transposition: true, candidates: ["PAY-1"] }));
  expect(kept).toStrictEqual({
    rule: "chain-break",
    walletID: 3,
    payref: "",
    payID: null,
    userID: 1,
    businessID: 7,
    expected: 1000,
    actual: 1009,
    difference: 9,
    cause: "misstated-balance",
    message: "The balance is off by 9.",
  });
});

describe("finding by fingerprint", () => {
  const start = "0123abcd";
  const [a, b, c] = [`${start}${"0".repeat(56)}`, `${start}${"0".repeat(55)}1`, "f".repeat(64)].map(
    (fingerprint) => ({ fingerprint }),
  );
  if (a === undefined || b === undefined || c === undefined) throw new Error("three were made");
  const index = new FingerprintIndex([a, b, c, c]);

  test("accepts the whole fingerprint, or enough of its first digits", () => {
    expect(index.find(a.fingerprint)).toBe(a);
    expect(index.find(b.fingerprint)).toBe(b);
    expect(index.find("f".repeat(LEAST_DIGITS))).toBe(c);
    expect(index.find("0".repeat(64))).toBeNull();
    expect(index.find(`${start}1`)).toBeNull();
  });

  test("refuses digits that several start with", () => {
    expect(failure(() => index.find(start))).toMatchObject({
      code: "FINDING_AMBIGUOUS",
      facts: { record: `fingerprint ${start}` },
    });
  });

  test("gives the number of digits that distinguishes all", () => {
    expect(digitsToTellApart([])).toBe(8);
    expect(digitsToTellApart([a.fingerprint, c.fingerprint, c.fingerprint])).toBe(8);
    expect(digitsToTellApart([a.fingerprint, b.fingerprint])).toBe(64);
  });
});
