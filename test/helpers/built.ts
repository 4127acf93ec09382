/** What was built, for tests that run it: as it lies there when it is fresh, else built apart, so that nobody else's is touched. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, isStale } from "../../bin/start/build.js";

const ROOT = join(import.meta.dirname, "../..");

let built: Promise<string> | null = null;

/**
 * What it builds is removed when the process of the tests ends.
 *
 * @returns the folder with `main`, `preload` and `renderer` in it
 */
export function builtFolder(): Promise<string> {
  return (built ??= freshFolder());
}

async function freshFolder(): Promise<string> {
  if (!isStale(ROOT)) return join(ROOT, "out");
  // Inside the project, so that libraries are found from it.
  mkdirSync(join(ROOT, "build"), { recursive: true });
  const apart = mkdtempSync(join(ROOT, "build/for-tests-"));
  process.once("exit", () => rmSync(apart, { recursive: true, force: true }));
  for (const source of [
    "src",
    "sandbox",
    "resources/packaging",
    "resources/verify",
    "electron.vite.config.ts",
    "package.json",
    "tsconfig.base.json",
  ]) {
    cpSync(join(ROOT, source), join(apart, source), { recursive: true });
  }
  const failure = await build(apart);
  if (failure !== null) throw new Error(failure);
  return join(apart, "out");
}
