import { expect, test } from "vitest";
import { plainName } from "../../../src/main/services/shared/places.ts";

test("accepts only plain names", () => {
  for (const [given, plain] of [
    ["wallet.json", "wallet.json"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\ada\\wallet.json", "wallet.json"],
    ["..", "file"],
    ["", "file"],
    [".tieout", "tieout"],
    [".bashrc", "bashrc"],
    ["a\u0000b\n\u202ec.json", "a b c.json"],
    ['what? "this": <x>|*.json', "what this x.json"],
    ["con.json", "_con.json"],
    ["LPT1", "_LPT1"],
    ["x. ", "x"],
    [`${"x".repeat(59)}.${"y".repeat(20)}`, "x".repeat(59)],
    [`${"x".repeat(59)}💶.json`, `${"x".repeat(59)}.json`],
    [`${"ä".repeat(500)}.tieout`, `${"ä".repeat(60)}.tieout`],
    ["\ud800.json", "\ufffd.json"],
  ] as const) {
    expect([given, plainName(given)]).toEqual([given, plain]);
  }
});
