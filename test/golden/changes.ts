/** The digests of the first corpus, and golden/CHANGES: each that moved since, with the reason. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Output } from "./desk.ts";

/** SHA-256 by `world/output`. */
export type Digests = ReadonlyMap<string, string>;

/** One output that is not what it was; null where there is or was none. */
export interface Move {
  /** `world/output`. */
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface Change {
  /** One sentence. */
  readonly why: string;
  readonly moves: readonly Move[];
}

const GOLDEN = join(import.meta.dirname, "../../golden");
export const FIRST = join(GOLDEN, "first.json");
export const CHANGES = join(GOLDEN, "CHANGES");
const NONE = "none".padEnd(64);
const HEADING = "## ";
const MOVE = /^(?<before>[0-9a-f]{64}|none {60}) (?<after>[0-9a-f]{64}|none {60}) (?<name>\S.*)$/u;

/** @throws Error when two outputs have one name */
export function digestsOf(outputs: readonly Output[]): Digests {
  const digests = new Map<string, string>();
  for (const { world, name, digest } of outputs) {
    if (digests.has(`${world}/${name}`)) throw new Error(`The corpus has two outputs ${world}/${name}`);
    digests.set(`${world}/${name}`, digest);
  }
  return digests;
}

/** Whether the first corpus was recorded. */
export function hasFirst(): boolean {
  return existsSync(FIRST);
}

export function writeFirst(digests: Digests): void {
  writeFileSync(FIRST, `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`);
}

/** What the corpus must be: the first one with all changes. @throws Error as `applied` does */
export function recorded(): Digests {
  const first = JSON.parse(readFileSync(FIRST, "utf8")) as Record<string, string>;
  return applied(new Map(Object.entries(first)), parseChanges(readFileSync(CHANGES, "utf8")));
}

/** @throws Error naming a line that is neither heading nor move, or a change without a sentence or moves */
export function parseChanges(text: string): Change[] {
  const [, ...blocks] = text.split(/^## /mu);
  return blocks.map((block) => {
    const [why = "", ...lines] = block.trimEnd().split("\n");
    const moves = lines.filter((line) => line.trim() !== "").map(parseMove);
    if (!/\S \S.*\.$/u.test(why)) throw new Error(`golden/CHANGES: "${why}" is no sentence.`);
    if (moves.length === 0) throw new Error(`golden/CHANGES: nothing moved under "${why}"`);
    return { why, moves };
  });
}

function parseMove(line: string): Move {
  const { before = "", after = "", name = "" } = MOVE.exec(line)?.groups ?? {};
  if (name === "" || before === after) throw new Error(`golden/CHANGES: this line names no change: ${line}`);
  return { name, before: before === NONE ? null : before, after: after === NONE ? null : after };
}

/** Digests after changes. @throws Error where an old digest is not the one before */
export function applied(first: Digests, changes: readonly Change[]): Digests {
  const digests = new Map(first);
  for (const { why, moves } of changes) {
    for (const { name, before, after } of moves) {
      const was = digests.get(name) ?? null;
      if (was !== before) {
        throw new Error(`golden/CHANGES, "${why}": ${name} was ${was ?? "none"}, not ${before ?? "none"}`);
      }
      if (after === null) digests.delete(name);
      else digests.set(name, after);
    }
  }
  return digests;
}

/** What moved between two corpora, by name. */
export function movesBetween(before: Digests, after: Digests): Move[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .toSorted()
    .map((name) => ({ name, before: before.get(name) ?? null, after: after.get(name) ?? null }))
    .filter((move) => move.before !== move.after);
}

/** Adds a change to the end of golden/CHANGES. @throws Error as `parseChanges` does; nothing is written then */
export function acceptChange(change: Change): void {
  const text = changeText(change);
  parseChanges(text);
  appendFileSync(CHANGES, text);
}

function changeText({ why, moves }: Change): string {
  const lines = moves.map(({ name, before, after }) => `${before ?? NONE} ${after ?? NONE} ${name}`);
  return `\n${[HEADING + why, "", ...lines].join("\n")}\n`;
}
