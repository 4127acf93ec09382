/** Every question of the window is named by `renderer/bridge/answers.ts`, which puts the ledger into the name. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

const RENDERER = join(import.meta.dirname, "../../src/renderer");
const MAKES_KEYS = "bridge/answers.ts";

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Each node of parsed source. */
function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && typeof value.type === "string") yield value as Node;
  for (const inner of Object.values(value)) yield* nodesIn(inner);
}

function nameOf(node: unknown): string {
  const { name, value } = (node ?? {}) as { readonly name?: string; readonly value?: unknown };
  return name ?? String(value);
}

/** What takes an array, or whatever it is, for the name of an answer. */
function bareKeysIn(source: string): string[] {
  return [...nodesIn(parseSync("window.tsx", source).program)].flatMap((node) => {
    const text = source.slice(Number(node["start"]), Number(node["end"]));
    const value = node["value"] as Node | undefined;
    const isKey = node.type === "Property" && /^(?:query|mutation)Key$/u.test(nameOf(node["key"]));
    if (isKey && /^(?:ArrayExpression|TS\w+Expression|TSTypeAssertion)$/u.test(value?.type ?? ""))
      return [text];
    const isCast = /^TS(?:As|Satisfies)Expression$|^TSTypeAssertion$/u.test(node.type);
    return isCast && /\bAnswerKey$/u.test(text) ? [text] : [];
  });
}

test("no question is named by a bare array, which would have no ledger in it", () => {
  const paths = globSync("**/*.{ts,tsx}", { cwd: RENDERER }).map((path) => path.replaceAll("\\", "/"));
  expect(paths).toContain(MAKES_KEYS);
  const found = paths
    .filter((path) => path !== MAKES_KEYS)
    .flatMap((path) =>
      bareKeysIn(readFileSync(join(RENDERER, path), "utf8")).map((text) => `${path}: ${text}`),
    );
  expect(found).toEqual([]);
});

test.each([
  `useQuery({ queryKey: ["months"], queryFn })`,
  `useQuery({ queryKey: ["months"] as never, queryFn })`,
  `const key = ["months", ledger] as unknown as AnswerKey;`,
  `answers.invalidateQueries({ "queryKey": ["months"] })`,
])("it would find %s", (source) => {
  expect(bareKeysIn(source)).toHaveLength(1);
});
