/** Which tests import a file, directly or by others. */
import { globSync } from "node:fs";
import { importsOf } from "../house/measure.ts";

/** Files of the project that each file of src and test imports, by its path; read once. */
const imports = new Map<string, readonly string[]>();

/** The tests of a folder that a file reaches, those first that import the fewest files. @param root the top of the project */
export function testsOf(root: string, path: string, folder: string): string[] {
  return globSync(`${folder}/**/*.test.ts`, { cwd: root })
    .map((test) => ({ test: test.replaceAll("\\", "/"), reached: reachedFrom(test.replaceAll("\\", "/")) }))
    .filter(({ reached }) => reached.has(path))
    .toSorted((a, b) => a.reached.size - b.reached.size || (a.test < b.test ? -1 : 1))
    .map(({ test }) => test);
}

function reachedFrom(test: string): Set<string> {
  const reached = new Set<string>();
  const left = [test];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    left.push(...importsAt(path));
  }
  return reached;
}

function importsAt(path: string): readonly string[] {
  const known = imports.get(path) ?? importsOf(path);
  imports.set(path, known);
  return known;
}
