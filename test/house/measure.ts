/** Measures how the folders, names and files of the source hang together, by parsing it. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { parseSync } from "oxc-parser";
import { LONGEST_FILE, type ReadOnce, reasonFor } from "./read-once.ts";
import { followSignOff } from "./returns.ts";

const ROOT = join(import.meta.dirname, "../..");

export interface Measure {
  readonly title: string;
  readonly value: number | string;
  /** What was counted, one line each. */
  readonly examples: readonly string[];
}

/** A parsed file, by its path from the top of the project. */
interface Source {
  readonly path: string;
  readonly lines: number;
  /** Files of the project that it imports or re-exports from. */
  readonly imports: readonly string[];
  /** Names that it declares and exports. */
  readonly exported: readonly string[];
  /** Types that it declares, exported or not. */
  readonly types: readonly string[];
}

/** All measures of src, and of sandbox where it stands beside it. */
export function measureHouse(): Measure[] {
  const sources = globSync("{src,sandbox}/**/*.{ts,tsx}", { cwd: ROOT })
    .map((path) => sourceOf(path.replaceAll("\\", "/")))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const all = globSync("{src,sandbox}/**/*.*", { cwd: ROOT }).map((path) => path.replaceAll("\\", "/"));
  const folders = new Set(all.map((path) => dirname(path)));
  const known = new Set(sources.map(({ path }) => path));
  const edges = folderEdges(sources, known);
  const lines = all.map((path) => [path, linesOf(path)] as const);
  const way = followSignOff();
  const readOnce = filesReadOnce(sources);
  return [
    counted("pairs of folders that import each other", mutualPairs(edges)),
    counted("cycles of folders", cyclesOf(edges)),
    counted(
      "files that name a letter's step",
      all.filter((path) => /letter_?step/iu.test(textOf(path))),
    ),
    counted(
      "exported names defined twice",
      twice(sources, ({ exported }) => exported),
    ),
    counted(
      "type names with more than one meaning",
      twice(sources, ({ types }) => types),
    ),
    { title: "files", value: all.length, examples: [] },
    { title: "folders", value: folders.size, examples: [] },
    counted("files over 500 lines", largest(lines.filter(([, count]) => count > LONGEST_FILE))),
    counted("files read by exactly one file of the same folder", readOnce.map(readOnceWords)),
    counted(
      "of these without a reason",
      readOnce.filter((one) => reasonFor(one) === null).map(readOnceWords),
    ),
    {
      title: "lines",
      value: lines.reduce((sum, [, count]) => sum + count, 0),
      examples: largest(lines).slice(0, 10),
    },
    counted("returns to folders already left, by the calls from signOffMonth", way.folders),
    counted("returns to files already left, by the calls from signOffMonth", way.files),
    {
      title: "words of docs/performance.md",
      value: textOf("docs/performance.md").split(/\s+/u).length,
      examples: [],
    },
  ];
}

function counted(title: string, examples: readonly string[]): Measure {
  return { title, value: examples.length, examples };
}

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

function linesOf(path: string): number {
  return textOf(path).split("\n").length - 1;
}

function largest(lines: readonly (readonly [path: string, count: number])[]): string[] {
  return lines.toSorted(([, a], [, b]) => b - a).map(([path, count]) => `${path} ${count}`);
}

/** The files of the project that a file imports or re-exports from, by their paths from its top. */
export function importsOf(path: string): string[] {
  if (!/\.tsx?$/u.test(path)) return [];
  const text = textOf(path);
  const { module } = parseSync(path, text);
  const asked = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    ),
  ];
  const own = asked.filter((name) => name.startsWith(".")).map((name) => posix.join(dirname(path), name));
  return [...new Set(own)];
}

function sourceOf(path: string): Source {
  const { module, program } = parseSync(path, textOf(path));
  const own = module.staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ moduleRequest }) => moduleRequest === null);
  const types = program.body.flatMap((statement) => {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    const isType = declared?.type === "TSInterfaceDeclaration" || declared?.type === "TSTypeAliasDeclaration";
    return isType ? [declared.id.name] : [];
  });
  return {
    path,
    lines: linesOf(path),
    imports: importsOf(path),
    exported: [...new Set(own.flatMap(({ exportName }) => exportName.name ?? []))],
    types,
  };
}

/** Which folder imports which, files that are not there left out. */
function folderEdges(sources: readonly Source[], known: ReadonlySet<string>): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    const from = dirname(path);
    for (const target of imports) {
      const to = dirname(target);
      if (!known.has(target) || to === from) continue;
      edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  return edges;
}

function mutualPairs(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...edges]
    .flatMap(([from, targets]) =>
      [...targets]
        .filter((to) => from < to && edges.get(to)?.has(from) === true)
        .map((to) => `${from} ↔ ${to}`),
    )
    .toSorted();
}

/** Sets of folders in which each reaches each other, the largest first, by Tarjan's algorithm. */
function cyclesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (folder: string) => {
    index.set(folder, index.size);
    low.set(folder, index.get(folder) as number);
    stack.push(folder);
    for (const target of edges.get(folder) ?? []) {
      if (!index.has(target)) visit(target);
      if (stack.includes(target))
        low.set(folder, Math.min(low.get(folder) as number, low.get(target) as number));
    }
    if (low.get(folder) !== index.get(folder)) return;
    const cycle = stack.splice(stack.indexOf(folder));
    if (cycle.length > 1) cycles.push(cycle);
  };
  for (const folder of edges.keys()) if (!index.has(folder)) visit(folder);
  return cycles
    .toSorted((a, b) => b.length - a.length)
    .map((cycle) => `${cycle.length}: ${cycle.toSorted().join(", ")}`);
}

function twice(sources: readonly Source[], namesOf: (source: Source) => readonly string[]): string[] {
  const places = new Map<string, string[]>();
  for (const source of sources) {
    for (const name of namesOf(source)) places.set(name, [...(places.get(name) ?? []), source.path]);
  }
  return [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(", ")}`)
    .toSorted();
}

function filesReadOnce(sources: readonly Source[]): ReadOnce[] {
  const readers = new Map<string, Source[]>();
  for (const source of sources) {
    for (const target of source.imports) readers.set(target, [...(readers.get(target) ?? []), source]);
  }
  return [...readers]
    .flatMap(([path, [reader, ...others]]) => {
      if (reader === undefined || others.length > 0 || dirname(reader.path) !== dirname(path)) return [];
      const isLoadedLater = !parseSync(reader.path, textOf(reader.path)).module.staticImports.some(
        ({ moduleRequest }) => posix.join(dirname(reader.path), moduleRequest.value) === path,
      );
      return [{ path, reader: reader.path, lines: linesOf(path) + reader.lines, isLoadedLater }];
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function readOnceWords(one: ReadOnce): string {
  return `${one.path} by ${one.reader}: ${reasonFor(one) ?? "no reason"}`;
}
