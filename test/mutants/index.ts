/**
 * Plants small faults into the source, one at a time, and prints those that no test of their room notices:
 * `npm run mutants -- --seed N [--draw 60] [--room core] [--only REGEX of the printed line] [--workers 2]`. Works on a copy of
 * the project; the tests of a room that are asked are those that import the changed file, directly or by others. A fault that
 * changes nothing is listed in equivalents.ts, with the reason.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { EQUIVALENTS, type Equivalent } from "./equivalents.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";
import { testsOf } from "./tests-of.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Where faults are planted, and the folder of the tests that are to notice them. */
const ROOMS = {
  core: { source: "src/core/**/*.ts", tests: "test/core" },
  ledger: { source: "src/main/ledger/**/*.ts", tests: "test/main/ledger" },
  rows: { source: "src/renderer/rows/worker/**/*.ts", tests: "test/renderer/check" },
} as const;

/** Milliseconds. What runs longer hangs, and a test that hangs has noticed. */
const HANGS_MS = 600_000;

/** So many tests, the nearest to the fault, are asked before the others: most faults are noticed by one of them. */
const NEAREST = 6;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    draw: { type: "string", default: "60" },
    room: { type: "string" },
    only: { type: "string", default: "" },
    workers: { type: "string", default: "2" },
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

/** What runs the tests now: it is ended with all that it started when this ends. */
let running: ChildProcess | null = null;

function endRunning(): void {
  if (running?.pid !== undefined) process.kill(-running.pid, "SIGKILL");
}

/** Whether one of the tests fails or hangs. */
async function fails(copy: string, tests: readonly string[]): Promise<boolean> {
  const vitest = join(copy, "node_modules/vitest/vitest.mjs");
  const workers = `--maxWorkers=${values.workers}`;
  const asked = ["run", "--project", "rooms", "--project", "parts", "--bail", "1", workers, ...tests];
  running = spawn(process.execPath, [vitest, ...asked], { cwd: copy, stdio: "ignore", detached: true });
  const hangs = setTimeout(endRunning, HANGS_MS);
  const [status] = (await once(running, "close")) as [number | null];
  running = null;
  clearTimeout(hangs);
  return status !== 0;
}

async function isNoticed(copy: string, tests: readonly string[]): Promise<boolean> {
  for (const part of [tests.slice(0, NEAREST), tests.slice(NEAREST)]) {
    if (part.length > 0 && (await fails(copy, part))) return true;
  }
  return false;
}

function lineOf({ path, line, within, before, after }: Mutant): string {
  return `${path}:${line}: ${within}: ${before} → ${after}`;
}

function isSame(one: Equivalent, { within, before, after }: Mutant): boolean {
  return one.within === within && one.before === before && one.after === after;
}

/** The faults of a room that may be drawn. Prints what is listed as equivalent and is not there any more. */
function faultsOf(copy: string, room: keyof typeof ROOMS): Mutant[] {
  const paths = globSync(ROOMS[room].source, { cwd: copy }).map((path) => path.replaceAll("\\", "/"));
  if (paths.length === 0) throw new Error(`no files: ${ROOMS[room].source}`);
  const all = paths.toSorted().flatMap((path) => mutantsOf(copy, path));
  const equivalents = EQUIVALENTS.filter((one) => one.room === room);
  for (const one of equivalents) {
    if (!all.some((mutant) => isSame(one, mutant)))
      console.log(`not there any more: ${one.within}: ${one.before} → ${one.after}`);
  }
  const only = new RegExp(values.only, "u");
  return all.filter((mutant) => !equivalents.some((one) => isSame(one, mutant)) && only.test(lineOf(mutant)));
}

const names = (Object.keys(ROOMS) as (keyof typeof ROOMS)[]).filter(
  (name) => values.room === undefined || name === values.room,
);
if (names.length === 0) throw new Error(`no room ${values.room}: ${Object.keys(ROOMS).join(", ")}`);
const random = randomFrom(Number(values.seed));
const copy = copyOfProject();
process.once("exit", () => {
  endRunning();
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const survivors: string[] = [];
let planted = 0;
for (const name of names) {
  const { tests } = ROOMS[name];
  const mutants = drawn(faultsOf(copy, name), Math.round(Number(values.draw) / names.length), random);
  const asked = new Set(mutants.flatMap(({ path }) => testsOf(copy, path, tests)));
  console.log(`${name}: ${mutants.length} faults, after its ${asked.size} files of tests without any`);
  // Where tests fail without a fault, each would seem to be noticed.
  if (asked.size > 0 && (await fails(copy, [...asked])))
    throw new Error(`tests of ${tests} fail before any fault is planted`);
  for (const mutant of mutants) {
    const file = join(copy, mutant.path);
    const faultless = readFileSync(file);
    writeFileSync(file, mutant.text);
    const noticed = await isNoticed(copy, testsOf(copy, mutant.path, tests));
    writeFileSync(file, faultless);
    planted += 1;
    console.log(`${noticed ? "noticed" : "LIVES  "} ${lineOf(mutant)}`);
    if (!noticed) survivors.push(lineOf(mutant));
  }
}
console.log(`${planted} planted, ${survivors.length} live`);
for (const line of survivors) console.log(`  ${line}`);
process.exitCode = survivors.length === 0 ? 0 : 1;
