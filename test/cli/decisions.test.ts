/** Each record of a decision ends by naming the test that would fail if it stopped being true, or says that none would. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const PROJECT = join(import.meta.dirname, "../..");
const FOLDER = join(PROJECT, "docs/decisions");
const RECORDS = readdirSync(FOLDER);

/** What the last paragraph may begin with. */
const ENDING = /^\*\*(?:Held by\*\*|Held by no test\b|Superseded by\*\* \[\d+\])/u;

function lastParagraph(name: string): string {
  return readFileSync(join(FOLDER, name), "utf8").trimEnd().split("\n\n").at(-1) ?? "";
}

test("every decision says what holds it", () => {
  expect(RECORDS.length).toBeGreaterThan(50);
  expect(RECORDS.filter((name) => !ENDING.test(lastParagraph(name)))).toEqual([]);
});

const HOLDING = RECORDS.map((name) => {
  const ending = lastParagraph(name);
  const tests = [...ending.matchAll(/`(test\/[^`]+)`/gu)].map(([, path = ""]) => path);
  return { name, isHeld: ending.startsWith("**Held by**"), tests };
});

test("every test that holds a decision exists", () => {
  const named = HOLDING.flatMap(({ name, tests }) => tests.map((path) => [name, path] as const));
  expect(named.filter(([, path]) => !existsSync(join(PROJECT, path)))).toEqual([]);
});

test("a decision that is held names a test", () => {
  const unnamed = HOLDING.filter(({ isHeld, tests }) => isHeld && tests.length === 0);
  expect(unnamed.map(({ name }) => name)).toEqual([]);
});
