import { expect, test } from "vitest";
import { Work } from "../../../src/core/reconcile/causes/search.ts";

test("has room for as many steps as it was given, and none after", () => {
  const work = new Work(3);
  expect([work.spend(2), work.left, work.isSpent]).toEqual([true, 1, false]);
  expect([work.spend(), work.left, work.isSpent]).toEqual([true, 0, false]);
  expect([work.spend(), work.isSpent]).toEqual([false, true]);
});

test("a part spends what it is a part of, and ends with it", () => {
  const whole = new Work(3);
  const part = new Work(9, whole);
  expect([part.spend(2), part.left, whole.left]).toEqual([true, 1, 1]);
  whole.spend();
  expect([part.spend(), part.isSpent]).toEqual([false, true]);
});

test("has no room once it is ended", () => {
  const work = new Work(3);
  work.end();
  expect([work.spend(0), work.isSpent]).toEqual([false, true]);
});
