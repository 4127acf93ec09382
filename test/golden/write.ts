/** Writes all outputs into a folder, each as text that shows differences line by line: `node test/golden/write.ts FOLDER [WORLD …]`. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Digests, digestsOf } from "./changes.ts";
import { WORLDS, outputsOf } from "./worlds.ts";

/**
 * Writes the outputs of worlds as this revision gives them, and at last their digests.
 *
 * @param names of the worlds; all when none are named
 */
export async function writeCorpus(folder: string, names: readonly string[] = []): Promise<void> {
  const worlds = WORLDS.filter(({ name }) => names.length === 0 || names.includes(name));
  const outputs = await outputsOf(worlds, say);
  say("");
  for (const { world, name, text } of outputs) {
    const path = join(folder, world, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, readable(name, text));
  }
  writeFileSync(digestsIn(folder), JSON.stringify([...digestsOf(outputs)]));
}

/** The digests of a corpus that was written. */
export function readDigests(folder: string): Digests {
  return new Map(JSON.parse(readFileSync(digestsIn(folder), "utf8")) as [string, string][]);
}

function digestsIn(folder: string): string {
  return join(folder, "digests.json");
}

/** Which world is worked on, where somebody watches. */
function say(name: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${name}`);
}

/** JSON with a value a line; XML and HTML with an element a line, and cells without their row, which moves with every row before. */
export function readable(name: string, text: string): string {
  if (name.endsWith(".json")) return indented(text);
  const lines = text.includes("><") ? text.replaceAll("><", ">\n<") : text;
  return name.includes("sheet") || name === "year"
    ? lines.replaceAll(/ r="([A-Z]*)\d+"/gu, ' r="$1"')
    : lines;
}

function indented(text: string): string {
  try {
    return `${JSON.stringify(JSON.parse(text), null, 1)}\n`;
  } catch {
    return text;
  }
}

const [, program, into, ...names] = process.argv;
if (program === import.meta.filename && into !== undefined) await writeCorpus(into, names);
