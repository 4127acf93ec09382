/** Commands of which a test only wants what they print, once they ended as they should. */
import { expect } from "vitest";
import { tieout } from "./cli.ts";

/** Runs a command that does what it is for, and warns of nothing. @returns what it prints */
export async function done(...args: readonly string[]): Promise<string> {
  const run = await tieout(args);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  return run.stdout;
}

/** Runs a command that is refused. @returns its code and sentence, in one line */
export async function refused(...args: readonly string[]): Promise<string> {
  const run = await tieout(args);
  expect(run).toMatchObject({ status: 2, stdout: "" });
  expect(run.stderr).toMatch(/^[A-Z_]+: [^\n]+\n$/u);
  return run.stderr;
}
