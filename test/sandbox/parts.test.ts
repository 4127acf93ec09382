/** The sandbox's small parts, at the edges that no answer shows. */
import { describe, expect, test } from "vitest";
import { parseFaultPlan } from "../../sandbox/plan.ts";
import { sameText } from "../../sandbox/login.ts";
import { relativeTime, duplicateKey, editedField, numberAsText } from "../../sandbox/present.ts";

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

test.each([
  [-5 * DAY_MS, "Just now"],
  [0, "Just now"],
  [60 * SECOND_MS - 1, "Just now"],
  [60 * SECOND_MS, "1 minute ago"],
  [HOUR_MS - 1, "59 minutes ago"],
  [HOUR_MS, "1 hour ago"],
  [DAY_MS - 1, "23 hours ago"],
  [DAY_MS, "1 day ago"],
  [30 * DAY_MS - 1, "29 days ago"],
  [30 * DAY_MS, "1 month ago"],
  [365 * DAY_MS - 1, "12 months ago"],
  [365 * DAY_MS, "1 year ago"],
  [800 * DAY_MS, "2 years ago"],
])("%i milliseconds ago is %s", (passedMs, text) => {
  expect(relativeTime(1_795_249_800_000 - passedMs, 1_795_249_800_000)).toBe(text);
});

test("compares texts of any length", () => {
  expect([sameText("", ""), sameText("a", "a"), sameText("a", "aa"), sameText("ä", "a\u0308")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe("a damaged record", () => {
  const record = { name: "x", id: 5, list: [{ amount: 1 }, { amount: 2 }] };

  test.each<[string[], string | undefined, string]>([
    [["id"], "1e400", '{"name":"x","id":1e400,"list":[{"amount":1},{"amount":2}]}'],
    [["id"], "$&", '{"name":"x","id":$&,"list":[{"amount":1},{"amount":2}]}'],
    [["name"], undefined, '{"id":5,"list":[{"amount":1},{"amount":2}]}'],
    [["list", "1", "amount"], '"2"', '{"name":"x","id":5,"list":[{"amount":1},{"amount":"2"}]}'],
    [["new", "deep"], "[]", '{"name":"x","id":5,"list":[{"amount":1},{"amount":2}],"new":{"deep":[]}}'],
    [["__proto__"], "1", '{"name":"x","id":5,"list":[{"amount":1},{"amount":2}],"__proto__":1}'],
  ])("%j becomes %s", (path, put, text) => {
    expect(editedField(record, path, put)).toBe(text);
    expect(record.id).toBe(5);
  });

  test("is damaged in the named ways", () => {
    expect(numberAsText({ name: "x", id: 5 })).toBe('{"name":"x","id":"5"}');
    expect(duplicateKey({ name: "x", id: 5 })).toBe('{"name":"x","name":null,"id":5}');
    expect(duplicateKey({ name: "x", id: 5 }, "id")).toBe('{"name":"x","id":5,"id":null}');
  });
});

describe("a plan of faults", () => {
  test("says how often each is planted", () => {
    expect(parseFaultPlan({ a: 0, b: 3 })).toEqual({ a: 0, b: 3 });
  });

  test.each([
    [null, "must be an object"],
    [[1], "must be an object"],
    [{ a: 1, b: 1.5 }, "needs a whole number of 0 or more for b"],
    [{ a: "1" }, "needs a whole number of 0 or more for a"],
  ])("refuses %j", (plan, why) => {
    expect(() => parseFaultPlan(plan)).toThrowError(
      expect.objectContaining({ code: "USAGE", message: expect.stringContaining(why) as string }) as Error,
    );
  });
});
