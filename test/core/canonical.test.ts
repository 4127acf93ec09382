import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type JsonValue, canonicalJson } from "../../src/core/canonical.ts";

describe("canonical JSON after RFC 8785", () => {
  test("writes the sample of its section 3.2.2", () => {
    const sample = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`) as JsonValue;
    expect(canonicalJson(sample)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  test("writes the sample of its section 3.2.3: keys by UTF-16 units, not by code points or letters", () => {
    const sample = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      1: "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    };
    expect(Object.values(JSON.parse(canonicalJson(sample)) as object)).toContain("One");
    expect([...canonicalJson(sample).matchAll(/:"([^"]+)"/gu)].map(([, value]) => value)).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });

  test.each<[number, string]>([
    [0, "0"],
    [-0, "0"],
    [5e-324, "5e-324"],
    [-5e-324, "-5e-324"],
    [1.7976931348623157e308, "1.7976931348623157e+308"],
    [9_007_199_254_740_991, "9007199254740991"],
    [295_147_905_179_352_830_000, "295147905179352830000"],
    [9.999_999_999_999_997e22, "9.999999999999997e+22"],
    [1e23, "1e+23"],
    [1e21, "1e+21"],
    [999_999_999_999_999_900_000, "999999999999999900000"],
    [1e-7, "1e-7"],
    [0.000_001, "0.000001"],
    [333_333_333.333_333_25, "333333333.33333325"],
  ])("writes the number %d of its appendix B", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test("escapes control characters, quotes and backslashes in the shortest way, and nothing else", () => {
    expect(canonicalJson("\b\t\n\f\r\u0000\u001f\"\\/<>&'\u007f\u2028é😀")).toBe(
      '"\\b\\t\\n\\f\\r\\u0000\\u001f\\"\\\\/<>&\'\u007f\u2028é😀"',
    );
  });

  test("leaves out members that are undefined, and keeps one named __proto__", () => {
    expect(canonicalJson({ b: undefined, a: [null, {}], c: [] })).toBe('{"a":[null,{}],"c":[]}');
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"x":2}}') as JsonValue)).toBe(
      '{"__proto__":{"x":2},"b":1}',
    );
  });

  test.each([Number.NaN, Infinity, -Infinity])("refuses %d as a defect of ours", (value) => {
    expect(() => canonicalJson({ a: [value] })).toThrow("NaN or Infinity");
  });

  test("ignores the order of members, and reads all of it back", () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== "object" || value === null) return value;
      const members = Object.entries(value).map(([key, member]): [string, unknown] => [
        key,
        shuffled(member),
      ]);
      return Object.fromEntries(members.toReversed());
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(shuffled(value) as JsonValue)).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text) as JsonValue)).toBe(text);
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });
});
