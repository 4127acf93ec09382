/** How folders, names and files of the source hang together. What is listed here as an exception may only ever become less. */
import { expect, test } from "vitest";
import { measureHouse } from "../house/measure.ts";

const measures = new Map(measureHouse().map(({ title, value, examples }) => [title, { value, examples }]));

function examplesOf(title: string): readonly string[] {
  const measure = measures.get(title);
  if (measure === undefined) throw new Error(`nothing measures ${title}`);
  return measure.examples;
}

test.each(["pairs of folders that import each other", "cycles of folders", "exported names defined twice"])(
  "there are no %s",
  (title) => {
    expect(examplesOf(title)).toEqual([]);
  },
);

/** Of an XML element, in each file that reads some. */
const TYPES_TWICE: readonly string[] = [];

test("a type's name has one meaning", () => {
  const names = examplesOf("type names with more than one meaning").map((line) => line.split(":")[0]);
  expect(names).toEqual(TYPES_TWICE);
});

test.each([
  ["files over 500 lines", 0],
  ["files that name a letter's step", 6],
  ["files read by exactly one file of the same folder", 57],
  ["of these without a reason", 0],
  ["returns to folders already left, by the calls from signOffMonth", 12],
])("there are no more %s than there were", (title, most) => {
  expect(examplesOf(title).length).toBeLessThanOrEqual(most);
});
