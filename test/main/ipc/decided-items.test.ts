import { expect, test } from "vitest";
import { items } from "../../../src/ipc/values.ts";

const fingerprint = "0123456789abcdef".repeat(4);
const item = { fingerprint, seen: 7 };

const sparse = [item, item, item];
// oxlint-disable-next-line typescript/no-array-delete -- a hole is what is meant
delete sparse[1];

test("passes what names findings unchanged", () => {
  for (const good of [[item], [{ fingerprint, seen: null }], [item, { ...item, seen: 0 }]]) {
    expect(items.parse(good)).toEqual(good);
  }
});

test.each<[unknown, (string | number)[]]>([
  [undefined, []],
  [[], []],
  [{ 0: item, length: 1 }, []],
  [Array.from({ length: 100_001 }, () => item), []],
  [sparse, [1]],
  [[item, null], [1]],
  [[item, { ...item, more: 1 }], [1]],
  [
    [item, { fingerprint, other: null }],
    [1, "seen"],
  ],
  [[{ ...item, fingerprint: `${fingerprint}\n` }], [0, "fingerprint"]],
  [[{ ...item, fingerprint: fingerprint.toUpperCase() }], [0, "fingerprint"]],
  [[{ ...item, seen: -1 }], [0, "seen"]],
  [[{ ...item, seen: 0.5 }], [0, "seen"]],
  [[{ ...item, seen: "7" }], [0, "seen"]],
  [[{ ...item, seen: 2 ** 53 }], [0, "seen"]],
])("case 50: refuses anything else at the wrong key: %#", (bad, path) => {
  expect(items.safeParse(bad).error?.issues[0]?.path).toEqual(path);
});
