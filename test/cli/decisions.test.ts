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

test("every test that holds a decision exists, and one that is held names one", () => {
  for (const name of RECORDS) {
    const ending = lastParagraph(name);
    const tests = [...ending.matchAll(/`(test\/[^`]+)`/gu)].map(([, path = ""]) => path);
    expect(
      tests.filter((path) => !existsSync(join(PROJECT, path))),
      name,
    ).toEqual([]);
    if (ending.startsWith("**Held by**")) expect(tests, name).not.toEqual([]);
  }
});
