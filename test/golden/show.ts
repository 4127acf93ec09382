/** Shows what moved so that a person can read it: changed lines, alike ones once, with where else they stand. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Move } from "./changes.ts";

interface Hunk {
  readonly name: string;
  readonly lines: readonly string[];
}

/** More lines of one difference, and a longer line, are cut unless asked for. */
const [MOST_LINES, MOST_LETTERS] = [14, 240];

/**
 * @param before folder of the old texts, after of the new, work one that may be emptied
 * @param isFull whether nothing is cut
 */
export function shownMoves(
  moves: readonly Move[],
  folders: Readonly<Record<"before" | "after" | "work", string>>,
  isFull: boolean,
): string {
  const hunks = hunksOf(moves, folders);
  const alike = [
    ...Map.groupBy(hunks, ({ lines }) =>
      lines.join("\n").replaceAll(/[0-9a-f]{16,}|[\d,.:-]*\d/gu, "#"),
    ).values(),
  ];
  const parts = alike.map((group) => {
    const { name, lines } = group[0]!;
    const shown =
      isFull || lines.length <= MOST_LINES
        ? lines
        : [...lines.slice(0, MOST_LINES), `… ${lines.length - MOST_LINES} more lines`];
    const more =
      group.length === 1 ? "" : ` (and ${group.length - 1} more like it: ${namesOf(group.slice(1))})`;
    return `${name}${more}\n${(isFull ? shown : cutLines(shown)).map((line) => `    ${line}`).join("\n")}\n`;
  });
  const shownNames = new Set(hunks.map(({ name }) => name));
  const rest = moves.filter(({ name }) => !shownNames.has(name));
  const alone =
    rest.length === 0 ? "" : `Moved by places of cells, hashes or sizes alone: ${namesOf(rest)}\n`;
  return [...parts, alone].join("\n");
}

/** @example `check.json in 24 worlds, csv in signed` */
export function namesOf(named: readonly { readonly name: string }[]): string {
  const worlds = new Map<string, Set<string>>();
  for (const { name } of named) {
    const [world = "", ...output] = name.split("/");
    const key = output.join("/").replace(/^trail\/\d+/u, "trail/…");
    worlds.set(key, (worlds.get(key) ?? new Set()).add(world));
  }
  return [...worlds]
    .map(([output, at]) => `${output} in ${at.size > 3 ? `${at.size} worlds` : [...at].join(", ")}`)
    .join("; ");
}

function hunksOf(
  moves: readonly Move[],
  { before, after, work }: Readonly<Record<"before" | "after" | "work", string>>,
): Hunk[] {
  rmSync(work, { recursive: true, force: true });
  // Numbered, so that no name of an output can confuse the diff.
  moves.forEach(({ name }, at) => {
    for (const [side, from] of [
      ["old", before],
      ["new", after],
    ] as const) {
      mkdirSync(join(work, side), { recursive: true });
      const to = join(work, side, `${at}`);
      if (existsSync(join(from, name))) copyFileSync(join(from, name), to);
      else writeFileSync(to, "");
    }
  });
  if (moves.length === 0) return [];
  const hunks: { name: string; lines: string[] }[] = [];
  let name = "";
  for (const line of diffOf(work).split("\n")) {
    if (line.startsWith("diff --git ")) name = moves[Number(/\d+$/u.exec(line)?.[0])]?.name ?? "";
    else if (line.startsWith("@@")) hunks.push({ name, lines: [] });
    else if (/^[-+](?!--|\+\+)/u.test(line)) hunks.at(-1)?.lines.push(line.trimEnd());
  }
  return hunks
    .map(({ name: of, lines }) => ({ name: of, lines: withoutKnockOn(lines) }))
    .filter(({ lines }) => lines.length > 0);
}

/** Without lines of which only a hash or the size of a file is another: what it is of is shown itself. */
function withoutKnockOn(lines: readonly string[]): string[] {
  const settled = (line: string) =>
    line
      .slice(1)
      .replaceAll(/[0-9a-f]{64}/gu, "#")
      .replaceAll(/[\d,]+ bytes|"bytes": \d+/gu, "# bytes");
  const [old, now] = ["-", "+"].map(
    (sign) => new Set(lines.filter((line) => line.startsWith(sign)).map(settled)),
  );
  return lines.filter((line) => !(line.startsWith("-") ? now : old)?.has(settled(line)));
}

/** Of the folders old and new. */
function diffOf(folder: string): string {
  const options = ["--no-index", "--no-color", "--no-ext-diff", "--text", "--unified=0", "--minimal"];
  try {
    return execFileSync("git", ["diff", ...options, "old", "new"], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 2 ** 30,
    });
  } catch (error) {
    // git says by status 1 that they differ.
    return (error as { readonly stdout: string }).stdout;
  }
}

/** Long lines from a little before where they begin to differ from the line that they stand for. */
function cutLines(lines: readonly string[]): string[] {
  const [old, now] = ["-", "+"].map((sign) => lines.filter((line) => line.startsWith(sign)));
  return lines.map((line) => {
    if (line.length <= MOST_LETTERS) return line;
    const [own, other] = line.startsWith("-") ? [old, now] : [now, old];
    const from = Math.max(
      1,
      firstDifference(line, other?.[own?.indexOf(line) ?? 0] ?? "") - MOST_LETTERS / 3,
    );
    const cut = line.slice(from, from + MOST_LETTERS);
    return `${line[0]}${from > 1 ? "…" : ""}${cut}${from + MOST_LETTERS < line.length ? "…" : ""}`;
  });
}

function firstDifference(one: string, other: string): number {
  let at = 1;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at < one.length && other !== "" ? at : 1;
}
