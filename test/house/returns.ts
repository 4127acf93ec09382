/**
 * Follows a step of the close by its calls and counts how often the way leads back to a room that it had left.
 *
 * From `signOffMonth` on, calls are followed depth first in the order in which they are written, each function
 * once. A call is followed where it names a function of the rooms that the step itself passes: the close, what
 * services share, the ledger's file and its trail. One stays in a room until the way leads into another's;
 * coming into one that was left before is a return. A room is a folder, or more strictly a file.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { parseSync } from "oxc-parser";

const ROOT = join(import.meta.dirname, "../..");
const BEGINNING = { path: "src/main/services/close/close.ts", name: "signOffMonth" };
const PASSED = /^src\/main\/(?:services\/(?:close|shared)|ledger\/(?:file|trail))\//u;

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

interface FunctionAt {
  readonly path: string;
  readonly name: string;
  readonly node: Node;
}

/** Where a name comes from that a file does not declare. */
type Origin = readonly [path: string, name: string];

interface Module {
  readonly declared: ReadonlyMap<string, Node>;
  readonly others: ReadonlyMap<string, Origin>;
}

export interface Way {
  /** Each return, as the room and the function that comes first in it again. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** Follows the sign-off of a month. */
export function followSignOff(): Way {
  const functions = new Follower().follow(BEGINNING);
  return {
    folders: returnsBy(functions, ({ path }) => dirname(path)),
    files: returnsBy(functions, ({ path }) => path),
  };
}

function returnsBy(functions: readonly FunctionAt[], roomOf: (one: FunctionAt) => string): string[] {
  const left = new Set<string>();
  let current: string | null = null;
  return functions.flatMap((one) => {
    const room = roomOf(one);
    if (room === current) return [];
    const isReturn = left.has(room);
    left.add(room);
    current = room;
    return isReturn ? [`${room}: ${one.name}`] : [];
  });
}

class Follower {
  readonly #modules = new Map<string, Module>();
  readonly #met = new Map<string, FunctionAt>();

  /** The functions on the way, in the order in which one comes to them. */
  follow({ path, name }: { readonly path: string; readonly name: string }): FunctionAt[] {
    const first = this.#find(path, name);
    if (first === null) throw new Error(`${path} has no ${name}`);
    this.#enter(first);
    return [...this.#met.values()];
  }

  #enter(found: FunctionAt): void {
    const { path, name, node } = found;
    const key = `${path} ${name}`;
    if (!PASSED.test(path) || this.#met.has(key)) return;
    this.#met.set(key, found);
    this.#walk(node, path);
  }

  #walk(node: unknown, path: string): void {
    if (Array.isArray(node)) for (const one of node) this.#walk(one, path);
    if (!isNode(node)) return;
    if (node.type === "CallExpression" || node.type === "NewExpression") {
      const { callee } = node;
      if (isNode(callee) && callee.type === "Identifier" && typeof callee["name"] === "string") {
        const found = this.#find(path, callee["name"]);
        if (found !== null) this.#enter(found);
      }
    }
    for (const value of Object.values(node)) this.#walk(value, path);
  }

  /** The function, or class, that a name means in a file. */
  #find(path: string, name: string): FunctionAt | null {
    const { declared, others } = this.#moduleOf(path);
    const node = declared.get(name);
    if (node !== undefined) return { path, name, node };
    const origin = others.get(name);
    return origin === undefined || !existsSync(join(ROOT, origin[0])) ? null : this.#find(...origin);
  }

  #moduleOf(path: string): Module {
    const module = this.#modules.get(path) ?? moduleAt(path);
    this.#modules.set(path, module);
    return module;
  }
}

function moduleAt(path: string): Module {
  const { module, program } = parseSync(path, readFileSync(join(ROOT, path), "utf8"));
  const at = (file: string) => posix.join(dirname(path), file);
  const others = [
    ...module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ localName, importName }) => [localName.value, at(moduleRequest.value), importName.name]),
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, exportName, importName }) =>
        moduleRequest === null ? [] : [[exportName.name, at(moduleRequest.value), importName.name]],
      ),
    ),
  ];
  const declared = program.body.flatMap((statement) => {
    const isExport = statement.type === "ExportNamedDeclaration";
    return declaredBy(isExport ? statement.declaration : statement);
  });
  return {
    declared: new Map(declared),
    others: new Map(
      others.flatMap(([local, file, name]) =>
        typeof local === "string" && typeof file === "string" && typeof name === "string"
          ? [[local, [file, name]] as const]
          : [],
      ),
    ),
  };
}

/** Functions and classes by their names; of a class what making one runs is followed. */
function declaredBy(statement: unknown): (readonly [string, Node])[] {
  if (!isNode(statement)) return [];
  if (statement.type === "FunctionDeclaration") return named(statement["id"], statement);
  if (statement.type === "ClassDeclaration") return named(statement["id"], constructorOf(statement));
  if (statement.type !== "VariableDeclaration" || !Array.isArray(statement["declarations"])) return [];
  return statement["declarations"].flatMap((one: unknown) => {
    if (!isNode(one) || !isNode(one["init"]) || !/Function/u.test(one["init"].type)) return [];
    return named(one["id"], one["init"]);
  });
}

function constructorOf(declaration: Node): Node {
  const body = declaration["body"] as { readonly body?: readonly Node[] } | undefined;
  return body?.body?.find(({ kind }) => kind === "constructor") ?? { type: "EmptyStatement" };
}

function named(id: unknown, node: Node): (readonly [string, Node])[] {
  return isNode(id) && typeof id["name"] === "string" ? [[id["name"], node]] : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
