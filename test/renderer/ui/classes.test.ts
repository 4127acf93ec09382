/** How the window's CSS is written (docs/decisions/0060): no compiler looks for a class that nothing wears, that nothing styles, or that is said twice. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const RENDERER = join(import.meta.dirname, "../../../src/renderer");
const TESTS = join(import.meta.dirname, "../..");

/** Of libraries, which draw these themselves. */
const FOREIGN = /^(?:ag-|u-|uplot)/u;

function textsOf(pattern: string, folder = RENDERER): ReadonlyMap<string, string> {
  const paths = globSync(pattern, { cwd: folder });
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

interface Rule {
  readonly sheet: string;
  /** `@media` and the like around it, none for most. */
  readonly within: string;
  readonly selector: string;
  readonly declarations: readonly string[];
}

/** The rules of all sheets, in the order in which they are written. */
function rulesOf(sheets: ReadonlyMap<string, string>): Rule[] {
  return [...sheets].flatMap(([sheet, css]) => {
    const rules: Rule[] = [];
    const around: string[] = [];
    for (const [, before = "", sign] of css.replaceAll(/\/\*.*?\*\//gsu, "").matchAll(/([^{}]*)([{}])/gu)) {
      const words = before.trim().replaceAll(/\s+/gu, " ");
      if (sign === "{") around.push(words);
      else {
        const selector = around.pop() ?? "";
        const declarations = words.split(";").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
        if (declarations.length > 0) rules.push({ sheet, within: around.join(" "), selector, declarations });
      }
    }
    return rules;
  });
}

const rules = rulesOf(textsOf("**/*.css"));

/** Classes that a selector names. */
function classesIn(selectors: readonly string[]): Set<string> {
  const named = selectors.flatMap((selector) =>
    [...selector.matchAll(/\.([a-z][\w-]*)/gu)].map(([, name = ""]) => name),
  );
  return new Set(named.filter((name) => !FOREIGN.test(name)));
}

const styled = classesIn(rules.map(({ selector }) => selector));
const code = [...textsOf("**/*.{ts,tsx}").values()].join("\n");

/** Words in literals of the code, those of templates line by line, and what words composed there begin with. */
function wornWords(): { readonly whole: ReadonlySet<string>; readonly begun: readonly string[] } {
  const uncommented = code.replaceAll(/\/\*.*?\*\/|^\s*\/\/[^\n]*$/gmsu, " ");
  const literals = [...uncommented.matchAll(/"[^"\n]*"|^.*`.*$/gmu)].join(" ");
  return {
    whole: new Set(literals.match(/[a-z][\w-]*/gu)),
    begun: [...uncommented.matchAll(/([a-z][\w-]*-)\$\{/gu)].map(([, begin = ""]) => begin),
  };
}

test("every class that has a style is worn by something in the window", () => {
  const { whole, begun } = wornWords();
  const isWorn = (name: string) => whole.has(name) || begun.some((begin) => name.startsWith(begin));
  expect(styled.size).toBeGreaterThan(300);
  expect([...styled].filter((name) => !isWorn(name))).toEqual([]);
});

test("every class that is worn has a style, or is what a test finds an element by", () => {
  const worn = [...code.matchAll(/className="([^"]*)"/gu)].flatMap(([, names = ""]) => names.split(" "));
  const selectors = [...textsOf("**/*.ts", TESTS).values()].join("\n");
  const found = classesIn(selectors.match(/["'`][^"'`\n]*\.[a-z][^"'`\n]*["'`]/gu) ?? []);
  expect([...new Set(worn)].filter((name) => !styled.has(name) && !found.has(name))).toEqual([]);
});

test("no rule stands twice", () => {
  const places = rules
    .filter(({ selector }) => selector.startsWith("."))
    .map(({ within, selector }) => `${within} ${selector}`.trim());
  expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
});

test("what a class of ui/utilities.css says, no sheet of a place says of one class", () => {
  const said = new Map(
    rules
      .filter(
        ({ sheet, selector, declarations }) =>
          sheet === join("ui", "utilities.css") && selector.startsWith(".") && declarations.length === 1,
      )
      .map(({ selector, declarations: [declaration = ""] }) => [declaration, selector]),
  );
  const again = rules
    .filter(
      ({ sheet, within, selector }) => !/^ui\b/u.test(sheet) && within === "" && /^\.[\w-]+$/u.test(selector),
    )
    .flatMap(({ sheet, selector, declarations }) =>
      declarations.flatMap((one) =>
        said.has(one) ? [`${sheet} ${selector}: ${one} is ${said.get(one)}`] : [],
      ),
    );
  expect(said.size).toBeGreaterThan(60);
  expect(again).toEqual([]);
});

test("all sheets are loaded by main.tsx, in one order whatever a place loads when", () => {
  const importing = [...textsOf("**/*.{ts,tsx}")].filter(([, text]) => /^import "\.[^"]*\.css"/mu.test(text));
  expect(importing.map(([path]) => path)).toEqual(["main.tsx"]);
  const loaded = [...(importing[0]?.[1] ?? "").matchAll(/^import "\.\/([^"]*\.css)"/gmu)].map(
    ([, path]) => path,
  );
  expect(new Set(loaded)).toEqual(new Set(textsOf("**/*.css").keys()));
  expect(loaded.slice(-2)).toEqual(["ui/utilities.css", "ui/print.css"]);
});
