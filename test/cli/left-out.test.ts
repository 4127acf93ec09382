/** What `npm test` leaves out: every file of tests is run by CI, and what somebody may meet every day is not left to CI alone. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";
import { openSession, processTerminal } from "../../src/cli/terminal/terminal.ts";
import { ERROR_CODES } from "../../src/core/error-codes.ts";
import config from "../../vitest.config.ts";
import { LEFT_OUT, filesOfLongRun } from "../left-out.ts";

const ROOT = join(import.meta.dirname, "../..");

const found = (patterns: readonly string[], exclude: readonly string[] = []) =>
  globSync(patterns, { cwd: ROOT, exclude }).map((file) => file.replaceAll("\\", "/"));

const ALL = found(["test/**/*.test.ts"]).toSorted();

/** Vitest's projects but Electron's, whose journeys are driven in Chromium where its runtime is missing. */
const PROJECTS = new Map(
  (config.test?.projects ?? [])
    .flatMap((one) => (typeof one === "object" && "test" in one && one.test !== undefined ? [one.test] : []))
    .map(({ name, include = [], exclude = [] }) => [name, found(include, exclude)] as const)
    .filter(([name]) => name !== "electron"),
);

/** What `npm test` runs. */
function filesOfSuite(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly scripts: { readonly unit: string };
  };
  const names = [...scripts.unit.matchAll(/--project=(\S+)/gu)].map(([, name]) => name);
  return names.flatMap((name) => PROJECTS.get(name) ?? []);
}

const textOf = (file: string) => readFileSync(join(ROOT, file), "utf8");

test("every file of tests is in one project, and every name that is left out is a file", () => {
  expect([...PROJECTS.values()].flat().toSorted()).toEqual(ALL);
  expect(PROJECTS.get("left-out")?.toSorted()).toEqual(LEFT_OUT.toSorted());
});

test("CI runs every file: in `npm test`, in the long run or among the journeys", () => {
  const suite = filesOfSuite();
  expect(suite.length).toBeGreaterThan(300);
  expect(suite.filter((file) => LEFT_OUT.includes(file))).toEqual([]);
  const run = new Set([...suite, ...filesOfLongRun(ROOT), ...(PROJECTS.get("journeys") ?? [])]);
  expect([...run].toSorted()).toEqual(ALL);
});

test("of each error code and each command there is a file in `npm test` that names it", async () => {
  const texts = filesOfSuite().map(textOf);
  const isNamed = (name: string) => texts.some((text) => text.includes(name));
  expect(ERROR_CODES.filter((code) => !isNamed(code))).toEqual([]);
  const program = await buildProgram(openSession(processTerminal(), new AbortController().signal), new Set());
  const commands = program.commands.map((command) => command.name());
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter((name) => !isNamed(`"${name}"`))).toEqual([]);
});
