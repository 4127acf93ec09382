/**
 * Plants small faults into the source, one at a time, and prints those that no test of their room notices:
 * `npm run mutants -- --seed N [--draw 60] [--room core]`. Works on a copy of the project; the tests of a room are those that
 * import the changed file. A fault that changes nothing is listed in equivalents.ts, with the reason.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { EQUIVALENTS } from "./equivalents.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";
import { testsOf } from "./tests-of.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Where faults are planted, and the tests that are to notice them. */
const ROOMS = {
  core: { source: "src/core/**/*.ts", tests: "test/core" },
  ledger: { source: "src/main/ledger/**/*.ts", tests: "test/main/ledger" },
  rows: { source: "src/renderer/check/worker/**/*.ts", tests: "test/renderer/check" },
} as const;

/** Milliseconds. What runs longer hangs, and a test that hangs has noticed. */
const HANGS_MS = 300_000;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    draw: { type: "string", default: "60" },
    room: { type: "string" },
  },
});

/** A number from 0 to below 1, from a seed: the same draw each time. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws from all faults of a room without drawing one twice. */
function drawn(mutants: Mutant[], count: number, random: () => number): Mutant[] {
  const left = [...mutants];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0] as Mutant,
  );
}

function copyOfProject(): string {
  const copy = mkdtempSync(join(tmpdir(), "tieout-mutants-"));
  const leftOut = new Set(["node_modules", ".git", "out", "build"]);
  for (const name of globSync("*", { cwd: ROOT })) {
    if (!leftOut.has(name)) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Whether a test fails. What was written for this is ended with all it started. */
async function isNoticed(copy: string, tests: readonly string[]): Promise<boolean> {
  const vitest = join(copy, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", "--project", "rooms", "--bail", "1", ...tests], {
    cwd: copy,
    stdio: "ignore",
    detached: true,
  });
  const hangs = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), HANGS_MS);
  const [status] = (await once(child, "close")) as [number | null];
  clearTimeout(hangs);
  return status !== 0;
}

function isEquivalent({ path, before, after }: Mutant): boolean {
  return EQUIVALENTS.some((one) => one.path === path && one.before === before && one.after === after);
}

const rooms = Object.entries(ROOMS).filter(([name]) => values.room === undefined || name === values.room);
const random = randomFrom(Number(values.seed));
const copy = copyOfProject();
const survivors: string[] = [];
let planted = 0;
try {
  for (const [name, { source, tests }] of rooms) {
    const paths = globSync(source, { cwd: ROOT }).toSorted();
    const all = paths.flatMap((path) => mutantsOf(ROOT, path)).filter((mutant) => !isEquivalent(mutant));
    for (const mutant of drawn(all, Math.round(Number(values.draw) / rooms.length), random)) {
      const noticing = testsOf(ROOT, mutant.path, tests);
      writeFileSync(join(copy, mutant.path), mutant.text);
      const noticed = noticing.length > 0 && (await isNoticed(copy, noticing));
      cpSync(join(ROOT, mutant.path), join(copy, mutant.path));
      planted += 1;
      const line = `${name}: ${mutant.path}:${mutant.line}: ${mutant.before} → ${mutant.after}`;
      console.log(`${noticed ? "noticed" : "LIVES  "} ${line}`);
      if (!noticed) survivors.push(line);
    }
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${planted} planted, ${survivors.length} live`);
for (const line of survivors) console.log(`  ${line}`);
process.exitCode = survivors.length === 0 ? 0 : 1;
