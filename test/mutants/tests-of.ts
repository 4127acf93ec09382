/** Which tests import a file, directly or by others. */
import { globSync } from "node:fs";
import { importsOf } from "../house/measure.ts";

/** Files of the project that each file of src and test imports, by its path; read once. */
const imports = new Map<string, readonly string[]>();

/**
 * The tests of a folder that come to a file: those first that do over the fewest imports, and of these those that import the fewest files.
 *
 * @param root the top of the project
 */
export function testsOf(root: string, path: string, folder: string): string[] {
  return globSync(`${folder}/**/*.test.ts`, { cwd: root })
    .map((found) => {
      const test = found.replaceAll("\\", "/");
      const reached = reachedFrom(test);
      return { test, steps: reached.get(path) ?? Infinity, size: reached.size };
    })
    .filter(({ steps }) => steps < Infinity)
    .toSorted((a, b) => a.steps - b.steps || a.size - b.size || (a.test < b.test ? -1 : 1))
    .map(({ test }) => test);
}

/** By path, over how many imports a test comes to it. */
function reachedFrom(test: string): Map<string, number> {
  const reached = new Map([[test, 0]]);
  for (const [path, steps] of reached)
    for (const next of importsAt(path)) if (!reached.has(next)) reached.set(next, steps + 1);
  return reached;
}

function importsAt(path: string): readonly string[] {
  const known = imports.get(path) ?? importsOf(path);
  imports.set(path, known);
  return known;
}
