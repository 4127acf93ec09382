/** Styles that nothing wears would stay for ever: no compiler looks for them. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const RENDERER = join(import.meta.dirname, "../../../src/renderer");

/** Of libraries, which draw these themselves. */
const FOREIGN = /^(?:ag-|u-|uplot)/u;

function textOf(pattern: string): string {
  const paths = globSync(pattern, { cwd: RENDERER });
  return paths.map((path) => readFileSync(join(RENDERER, path), "utf8")).join("\n");
}

/** Classes that a selector names, without what stands in comments, strings and declarations. */
function styledClasses(css: string): Set<string> {
  const selectors = css.replaceAll(/\/\*.*?\*\/|"[^"]*"|[\w-]+:[^{};]*;/gsu, " ");
  const named = [...selectors.matchAll(/\.([a-z][\w-]*)/gu)].map(([, name = ""]) => name);
  return new Set(named.filter((name) => !FOREIGN.test(name)));
}

/** Words in literals of the code, those of templates line by line, and what words composed there begin with. */
function wornWords(code: string): { readonly whole: ReadonlySet<string>; readonly begun: readonly string[] } {
  const uncommented = code.replaceAll(/\/\*.*?\*\/|^\s*\/\/[^\n]*$/gmsu, " ");
  const literals = [...uncommented.matchAll(/"[^"\n]*"|^.*`.*$/gmu)].join(" ");
  return {
    whole: new Set(literals.match(/[a-z][\w-]*/gu)),
    begun: [...uncommented.matchAll(/([a-z][\w-]*-)\$\{/gu)].map(([, begin = ""]) => begin),
  };
}

test("every class that has a style is worn by something in the window", () => {
  const { whole, begun } = wornWords(textOf("**/*.{ts,tsx}"));
  const isWorn = (name: string) => whole.has(name) || begun.some((begin) => name.startsWith(begin));
  const styled = styledClasses(textOf("**/*.css"));
  expect(styled.size).toBeGreaterThan(300);
  expect([...styled].filter((name) => !isWorn(name))).toEqual([]);
});
