import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import { SavedFiles } from "../../helpers/workbook/saved-files.ts";
import { histories, wireEntry } from "../../helpers/wire-records.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

const files = new SavedFiles();
afterAll(() => files[Symbol.dispose]());

/** The body's entries by walletID and balance in text order, or the code of the refusal; any other failure is a defect. */
async function outcomeOf(body: string): Promise<string | readonly string[]> {
  try {
    return (await files.entries(body)).map(({ walletID, balance }) => `${walletID}: ${balance}`).toSorted();
  } catch (error) {
    if (error instanceof TieoutError) return error.code;
    throw error;
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const BODY = histories([
  wireEntry({ walletID: 3, extra: { a: [1, "}"], "b:": null } }),
  wireEntry({ walletID: 4 }),
]);

const mutation = fc.record({
  at: fc.nat(BODY.length - 1),
  remove: fc.nat(3),
  insert: fc.constantFrom(
    "",
    "",
    ",",
    ":",
    '"',
    "\\",
    "{",
    "}",
    "[",
    "]",
    "1",
    ".",
    "e5",
    " ",
    "-",
    "null",
    "\\u0000",
    "\n",
  ),
});

test("a tampered body is refused in our own words, or read as JSON.parse reads it", async () => {
  const property = fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
    const body = mutations.reduce(
      (text, { at, remove, insert }) => text.slice(0, at) + insert + text.slice(at + remove),
      BODY,
    );
    const outcome = await outcomeOf(body);
    if (typeof outcome === "string") return;
    const value = parsed(body) as
      | { data?: { histories?: { walletID: number; balance: number }[] } }
      | undefined;
    expect(outcome).toEqual(
      value?.data?.histories?.map(({ walletID, balance }) => `${walletID}: ${balance}`).toSorted(),
    );
  });
  await fc.assert(property, { numRuns: timesOf(600, 3000) });
  expect(await outcomeOf(BODY)).toEqual(["3: 1500", "4: 1500"]);
});
