import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/core/canonical.ts";
import { mapTexts } from "../../../src/core/map-texts.ts";
import { attachedName } from "../../../src/core/review/file/attachment.ts";
import { compareBytes, escapeUnstorable, foldCase, unescapeUnstorable } from "../../../src/core/text.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

const anyText = fc.string({ unit: "binary" });
/** Texts that often have halves of a character and NULs. */
const broken = fc
  .array(fc.constantFrom("a", "\u0000", "\ud83d", "\ude00", "😀", "é", "\\"), { maxLength: 8 })
  .map((parts) => parts.join(""));

describe("escapes what cannot be stored in place", () => {
  test.each([
    ["a\u0000b", String.raw`a\u0000b`],
    ["\ud83d", String.raw`\ud83d`],
    ["\ude00", String.raw`\ude00`],
    ["\ude00\ud83d", String.raw`\ude00\ud83d`],
    ["\ud83d\ud83d\ude00\ude00", String.raw`\ud83d😀\ude00`],
    ["😀", "😀"],
    [String.raw`\u0000`, String.raw`\\u0000`],
    [String.raw`\u00`, String.raw`\u00`],
    ["\\\u0000", String.raw`\\\u0000`],
    ["\u0001\ufffe\uffff", "\u0001\ufffe\uffff"],
    ["", ""],
  ])("%j", (text, kept) => {
    expect(escapeUnstorable(text)).toBe(kept);
  });

  test("reads back the same, and is the escape of no other text", () => {
    const slashed = fc
      .array(
        fc.constantFrom("\\", "\\\\", "\u0000", "u0000", "\ud83d", "ud83d", "\ude00", "ude00", "a", "u"),
        {
          maxLength: 8,
        },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(anyText, broken, slashed), (text) => {
        expect(unescapeUnstorable(escapeUnstorable(text))).toBe(text);
      }),
      { numRuns: timesOf(1000, 5000) },
    );
  });

  test("leaves storable text, and text without an escape untouched", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, broken), (text) => {
        const kept = escapeUnstorable(text);
        expect(kept.isWellFormed() && !kept.includes("\u0000")).toBe(true);
        expect(Buffer.from(kept, "utf8").toString("utf8")).toBe(kept);
        const isPlain = text.isWellFormed() && !/\0|\\u/u.test(text);
        expect(isPlain && kept !== text).toBe(false);
      }),
    );
  });

  test("in every text and name of a document, and back", () => {
    const { document } = fc.letrec<{ document: JsonValue }>((tie) => ({
      document: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, true, 0, 1.5),
        broken,
        fc.array(tie("document")),
        fc.dictionary(broken, tie("document")),
      ),
    }));
    fc.assert(
      fc.property(document, (value) => {
        const kept = mapTexts(value, escapeUnstorable);
        expect(JSON.stringify(kept)).not.toMatch(/(?<!\\)(?:\\\\)*\\u/u);
        expect(mapTexts(kept, unescapeUnstorable)).toEqual(value);
      }),
    );
  });
});

test("compares texts as their UTF-8 bytes", () => {
  const well = anyText.map((text) => text.toWellFormed());
  fc.assert(
    fc.property(
      fc.oneof(well, broken.map(escapeUnstorable)),
      fc.oneof(well, fc.constantFrom("\uffff", "😀", "\ue000", "a")),
      (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
        expect(Math.sign(compareBytes(b, a))).toBe(0 - Math.sign(compareBytes(a, b)));
        expect(compareBytes(a, a)).toBe(0);
      },
    ),
  );
  expect(["😀", "\uffff", "é", "b", "a", "", "ab"].toSorted(compareBytes)).toEqual([
    "",
    "a",
    "ab",
    "b",
    "é",
    "\uffff",
    "😀",
  ]);
});

test("folds case the same everywhere, also Turkish and German letters", () => {
  expect(["SELLER", "Seller", "ISI", "STRASSE", "ÉTÉ", "ΑΒΓ"].map(foldCase)).toEqual([
    "seller",
    "seller",
    "isi",
    "strasse",
    "été",
    "αβγ",
  ]);
  expect(foldCase("I")).toBe("i");
  const full = ["Straße", "STRASSE", "ſeller", "ΟΔΟΣ", "οδος", "ﬁ", "ᾳ", "Ꭰ", "ꭰ", "ı", "ẞ"].map(foldCase);
  expect(full).toEqual(["strasse", "strasse", "seller", "οδοσ", "οδοσ", "fi", "αι", "Ꭰ", "Ꭰ", "ı", "ss"]);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(foldCase(foldCase(text))).toBe(foldCase(text));
    }),
  );
});

test.each([
  [`${"x".repeat(251)}.pdf`, `${"x".repeat(251)}.pdf`],
  [`${"x".repeat(252)}.pdf`, `${"x".repeat(251)}.pdf`],
  [`${"x".repeat(250)}.${"y".repeat(11)}`, `${"x".repeat(243)}.${"y".repeat(11)}`],
  [`${"x".repeat(250)}.${"y".repeat(12)}`, `${"x".repeat(250)}.yyyy`],
  ["x".repeat(256), "x".repeat(255)],
  [`${"x".repeat(250)} .pdf`, `${"x".repeat(250)} .pdf`],
  ["..", "file"],
  ["bank.pdf", "bank.pdf"],
])(
  "a file's name is cut to 255 signs with its ending, which has 12 at most, and is no dots alone: case %#",
  (file, name) => {
    expect(attachedName(file)).toBe(name);
    expect(attachedName(`C:\\mail\\${file}`)).toBe(name);
  },
);
