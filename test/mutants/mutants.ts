/** Small faults that are planted into the source one at a time: a comparison, a number or a statement. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

export interface Mutant {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  /** The name that is declared at the top of the file, around the fault; '' for none. */
  readonly within: string;
  readonly kind: MutantKind;
  /** What stands there, on one line, and what takes its place. */
  readonly before: string;
  readonly after: string;
  /** The text of the file with the fault in it. */
  readonly text: string;
}

export type MutantKind = "comparison" | "number" | "statement";

const TURNED: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
};

/** What is parsed, as far as it is looked at. */
interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** A fault, by the bytes it takes the place of. */
interface Change {
  readonly within: string;
  readonly kind: MutantKind;
  readonly start: number;
  readonly end: number;
  readonly after: string;
  /** What is shown of it. */
  readonly shown: readonly [start: number, end: number];
}

/** All faults that a file can have, in the order of the file. @param root the top of the project */
export function mutantsOf(root: string, path: string): Mutant[] {
  const text = readFileSync(join(root, path), "utf8");
  const changes: Change[] = [];
  walk(parseSync(path, text).program, (node, parents) => {
    const within = nameOf(parents[1]);
    changes.push(...changesAt(text, node, parents).map((change) => ({ ...change, within })));
  });
  return changes
    .toSorted((a, b) => a.start - b.start)
    .map(({ within, kind, start, end, after, shown: [from, to] }) => {
      const changed = text.slice(0, start) + after + text.slice(end);
      return {
        path,
        line: text.slice(0, start).split("\n").length,
        within,
        kind,
        before: oneLine(text.slice(from, to)),
        after:
          kind === "statement"
            ? "(nothing)"
            : oneLine(changed.slice(from, to + after.length - (end - start))),
        text: changed,
      };
    });
}

/** What a statement at the top of a file declares, the first where it declares several. */
function nameOf(statement: SyntaxNode | undefined): string {
  if (statement === undefined) return "";
  const { declaration, declarations, id } = statement as SyntaxNode & {
    readonly declaration?: SyntaxNode | null;
    readonly declarations?: readonly SyntaxNode[];
    readonly id?: { readonly name?: string } | null;
  };
  return id?.name ?? nameOf(declaration ?? declarations?.[0]);
}

function changesAt(text: string, node: SyntaxNode, parents: readonly SyntaxNode[]): Omit<Change, "within">[] {
  const { start, end } = node;
  const parent = parents.at(-1);
  if (node.type === "BinaryExpression") {
    const { left, right, operator } = node as SyntaxNode & {
      readonly left: SyntaxNode;
      readonly right: SyntaxNode;
      readonly operator: string;
    };
    const after = TURNED[operator];
    if (after === undefined) return [];
    const at = left.end + text.slice(left.end, right.start).indexOf(operator);
    return [{ kind: "comparison", start: at, end: at + operator.length, after, shown: [start, end] }];
  }
  if (node.type === "Literal" && /^\d+$/u.test(text.slice(start, end)) && isNumberOfCode(parent)) {
    const around = parent ?? node;
    return [
      {
        kind: "number",
        start,
        end,
        after: String(Number(text.slice(start, end)) + 1),
        shown: [around.start, around.end],
      },
    ];
  }
  if (isDropped(node, parent)) return [{ kind: "statement", start, end, after: ";", shown: [start, end] }];
  return [];
}

/** Numbers of sums and comparisons; those of types, tables and settings mean something else when they are one more. */
function isNumberOfCode(parent: SyntaxNode | undefined): boolean {
  return parent?.type === "BinaryExpression" || parent?.type === "AssignmentExpression";
}

/** What does something without a result, and a guard that leaves: without it the function goes on. */
function isDropped(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (parent?.type !== "BlockStatement") return false;
  if (node.type === "ExpressionStatement") return true;
  if (node.type !== "IfStatement") return false;
  const { consequent, alternate } = node as SyntaxNode & {
    readonly consequent: SyntaxNode;
    readonly alternate: SyntaxNode | null;
  };
  return alternate === null && /^(?:Return|Continue|Break)Statement$/u.test(consequent.type);
}

function walk(node: SyntaxNode, visit: (node: SyntaxNode, parents: readonly SyntaxNode[]) => void): void {
  const parents: SyntaxNode[] = [];
  const into = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(into);
    else if (isNode(value)) {
      visit(value, parents);
      parents.push(value);
      Object.values(value).forEach(into);
      parents.pop();
    }
  };
  into(node);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/gu, " ");
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
