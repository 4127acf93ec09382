import { describe, expect, test } from "vitest";
import { destinationOf } from "../../../src/renderer/grid/grid-keys.ts";

const AT = { row: 100, rows: 200_000, page: 20 };

describe("keys in the rows", () => {
  test.for([
    ["ArrowDown", false, { row: 101, column: null }],
    ["ArrowDown", true, { row: 199_999, column: null }],
    ["ArrowUp", true, { row: 0, column: null }],
    ["PageDown", false, { row: 120, column: null }],
    ["PageUp", false, { row: 80, column: null }],
    ["Home", false, { row: 100, column: "first" }],
    ["End", false, { row: 100, column: "last" }],
    ["Home", true, { row: 0, column: "first" }],
    ["End", true, { row: 199_999, column: "last" }],
  ] as const)("%s, with Ctrl: %s", ([key, ctrl, to]) => {
    expect(destinationOf(key, ctrl, AT)).toEqual(to);
  });

  test("stop at the first and the last row", () => {
    expect(destinationOf("PageUp", false, { ...AT, row: 5 })?.row).toBe(0);
    expect(destinationOf("PageDown", false, { ...AT, row: 199_995 })?.row).toBe(199_999);
    expect(destinationOf("ArrowUp", false, { ...AT, row: 0 })?.row).toBe(0);
    expect(destinationOf("j", false, AT)).toBeNull();
  });
});
