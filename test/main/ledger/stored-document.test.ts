import { expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import { integer, mapOf } from "../../../src/schema/parts.ts";
import { parseStored } from "../../../src/schema/stored.ts";

const PLACE = { record: "close_step 1", sentence: "It cannot be read" };

function fieldOf(text: string): string | undefined {
  try {
    parseStored(text, mapOf(integer), () => PLACE);
  } catch (error) {
    if (error instanceof TieoutError) return error.facts.field;
  }
  throw new Error("it was read");
}

test("names the field of a wrong member", () => {
  expect(fieldOf('{"opening":1,"closing":"2"}')).toBe("closing");
});

test("cuts a stranger's key, and puts it on one line", () => {
  const long = fieldOf(JSON.stringify({ ["k".repeat(5_000_000)]: "" })) ?? "";
  expect(long).toMatch(/^k+… \(5000000 characters\)$/u);
  expect(long.length).toBeLessThan(200);
  expect(fieldOf(JSON.stringify({ "a\n\u202Eb\u0007": "" }))).toBe("a b");
});
