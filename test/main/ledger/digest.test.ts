import { expect, test } from "vitest";
import { RowDigest } from "../../../src/main/ledger/trail/row-digests.ts";
import type { StoredRow } from "../../../src/main/ledger/tables/record-table.ts";

function digestOf(...rows: readonly StoredRow[]): string {
  const digest = new RowDigest(1);
  for (const row of rows) digest.add(row);
  return digest.finish().digest;
}

test.each<[string, StoredRow, StoredRow]>([
  ["where one text ends and the next begins", [1, "ab", "c"], [1, "a", "bc"]],
  ["a text that looks like an end", [1, "a\u001fb", "c"], [1, "a", "b\u001fc"]],
  ["no text and an empty one", [1, null, "a"], [1, "", "a"]],
  ["no text and a text that looks like none", [1, null, "-"], [1, "-", null]],
  ["a text that looks like a length", [1, "1:a", ""], [1, "", "1:a"]],
  ["no number and zero", [null, "a", "b"], [0, "a", "b"]],
])("distinguishes %s in the digest", (_, one, other) => {
  expect(digestOf(one)).not.toBe(digestOf(other));
});

test("gives the same digest however many rows are hashed at once", () => {
  const rows = Array.from({ length: 1500 }, (_, at): StoredRow => [at, `text ${at}`, null]);
  expect(digestOf(...rows)).toBe(digestOf(...rows.map((row): StoredRow => [...row])));
  expect(digestOf(...rows)).not.toBe(digestOf(...rows.toReversed()));
});
