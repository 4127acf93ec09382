/** What the walk over the bytes of a list tells of what it passed. */
import { expect, test } from "vitest";
import { newWalk, restart, walkRecords } from "../../../src/core/json-walk.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

test.each([
  ['{"a":1.5}', true],
  ['{"a":15e3}', true],
  ['{"a":15E3}', true],
  ['{"a":15}', false],
  ['{"a":15,"b":true,"c":false}', false],
  ['{"a":"1.5"}', false],
])("of %s says whether a number may be rounded: %s", (text, roundable) => {
  const walk = newWalk(4, 10);
  walkRecords(walk, bytesOf(`${text}]`), 0, Infinity, 4);
  expect(walk.roundable).toBe(roundable);
});

test("says so as well of a number that is cut before its fraction, until it counts anew", () => {
  const walk = newWalk(4, 10);
  walkRecords(walk, bytesOf('{"a":1'), 0, Infinity, 4);
  expect(walk.roundable).toBe(false);
  walkRecords(walk, bytesOf(".5}]"), 0, Infinity, 4);
  expect(walk.roundable).toBe(true);
  restart(walk);
  expect(walk.roundable).toBe(false);
});
