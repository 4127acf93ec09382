/** What CI is told of a run: how many tests passed and failed, and why, in a file whose last lines stay readable in a long log. */
import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from "vitest/node";

/** As `.ci/run` reads it. */
interface CiReport {
  readonly passed: number;
  /** Tests that failed, what failed before or after tests, and errors that belong to no test. */
  readonly failed: number;
  /** What went wrong, each with its first lines; also what passed at a second try only. */
  readonly said: readonly string[];
}

const LINES_OF_AN_ERROR = 12;

/** Writes its report to `file` when the run ends. A run that was cut short leaves none. */
export function ciReporter(file: string): Reporter {
  return {
    onTestRunEnd(modules, unhandled) {
      writeFileSync(file, JSON.stringify(reportOf(modules, unhandled)));
    },
  };
}

function reportOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): CiReport {
  const tests = modules.flatMap(({ children }) => [...children.allTests()]);
  const broken = modules
    .flatMap((module) => [module, ...module.children.allSuites()])
    .filter((part) => part.errors().length > 0);
  const failed = tests.filter((test) => test.result().state === "failed");
  const late = tests.filter((test) => test.diagnostic()?.flaky === true);
  const say = (what: string, errors: readonly SerializedError[] | undefined) =>
    `${what}\n${indented(errors?.[0])}`;
  return {
    passed: tests.filter((test) => test.result().state === "passed").length,
    failed: failed.length + broken.length + unhandled.length,
    said: [
      ...late.map((test) => say(`Passed at the second try: ${nameOf(test)}`, test.result().errors)),
      ...failed.map((test) => say(`Failed: ${nameOf(test)}`, test.result().errors)),
      ...broken.map((part) => say(`Failed before or after its tests: ${nameOf(part)}`, part.errors())),
      ...unhandled.map((error) => say("An error that belongs to no test:", [error])),
    ],
  };
}

function nameOf(part: TestCase | TestSuite | TestModule): string {
  return part.type === "module"
    ? part.relativeModuleId
    : `${part.module.relativeModuleId} > ${part.fullName}`;
}

function indented(error: SerializedError | undefined): string {
  const text = stripVTControlCharacters(error?.stack ?? error?.message ?? "no error is known");
  const lines = text.split("\n").filter((line) => !/^\s+at .*node_modules/u.test(line));
  return lines
    .slice(0, LINES_OF_AN_ERROR)
    .map((line) => `  ${line}`)
    .join("\n");
}
