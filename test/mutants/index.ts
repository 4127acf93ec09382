/**
 * Plants small faults into the source, one at a time, and prints those that no test of their room notices:
 * `npm run mutants -- --seed N [--draw 60] [--room core] [--only REGEX of the printed line] [--workers 2]`. Works on a copy of
 * the project, on Linux alone; the tests of a room that are asked are those that import the changed file, directly or by others. A
 * fault that changes nothing is listed in equivalents.ts, with the reason.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { EQUIVALENTS, type Equivalent } from "./equivalents.ts";
import { spentBelow } from "../cost-reporter.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";
import { testsOf } from "./tests-of.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Where faults are planted, and the folder of the tests that are to notice them. */
const ROOMS = {
  core: { source: "src/core/**/*.ts", tests: "test/core" },
  ledger: { source: "src/main/ledger/**/*.ts", tests: "test/main/ledger" },
  rows: { source: "src/renderer/rows/worker/**/*.ts", tests: "test/renderer/check" },
} as const;

/** So many tests, the nearest to the fault, are asked before the others: most faults are noticed by one of them. */
const NEAREST = 6;

/** Milliseconds that a file of tests takes which is asked after all others, where nothing else noticed. */
const LONG_MS = 2000;

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

/** How long each file of tests takes without a fault, milliseconds. */
type Durations = ReadonlyMap<string, number>;

/** What vitest writes of a run, as far as it is read. */
interface Ran {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[];
  }[];
}

/** So many times as long on the clock as of processor time may be what only waits, on however busy a machine. */
const WAITS = 20;

/**
 * Runs tests. What computes for ever, or waits for ever with its thread blocked, is ended here.
 *
 * @param hangs CPU seconds after which they are ended; a busy machine takes no more of these
 * @returns whether all passed
 */
async function pass(copy: string, rest: readonly string[], hangs = Infinity): Promise<boolean> {
  const vitest = join(copy, "node_modules/vitest/vitest.mjs");
  const asked = [
    "run",
    "--project",
    "left-out",
    "--project",
    "rooms",
    "--project",
    "parts",
    `--maxWorkers=${values.workers}`,
    ...rest,
  ];
  const run = spawn(process.execPath, [vitest, ...asked], { cwd: copy, stdio: "ignore", detached: true });
  running = run;
  const begun = performance.now();
  const look = setInterval(() => {
    const isOver = performance.now() - begun > WAITS * hangs * 1000;
    if (isOver || spentBelow(run.pid ?? 0) > hangs) endRunning();
  }, 2000);
  const [status] = (await once(run, "close")) as [number | null];
  running = null;
  clearInterval(look);
  return status === 0;
}

/**
 * Runs tests without a fault, for as long as the machine takes.
 *
 * @returns those that pass. Each that fails is printed and asked no more: all faults would seem to be noticed by it
 */
async function faultless(copy: string, tests: readonly string[]): Promise<Durations> {
  const report = join(copy, "faultless.json");
  await pass(copy, ["--reporter=json", `--outputFile=${report}`, ...tests]);
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Ran;
  const durations = new Map<string, number>();
  for (const { name, status, message, startTime, endTime, assertionResults } of testResults) {
    const test = relative(copy, name).replaceAll("\\", "/");
    if (status === "passed") durations.set(test, endTime - startTime);
    const why = assertionResults.map(({ failureMessages }) => failureMessages.join(" ")).join("");
    if (status !== "passed") console.log(`not asked, fails without a fault: ${test}: ${message}${why}`);
  }
  return durations;
}

/** A test that hangs has noticed: what takes five times as long as without a fault, and half a minute for the start. */
async function isNoticed(copy: string, tests: readonly string[], durations: Durations): Promise<boolean> {
  const takes = (test: string) => durations.get(test) ?? Infinity;
  const asked = tests.filter((test) => durations.has(test));
  const short = asked.filter((test) => takes(test) <= LONG_MS);
  const long = asked.filter((test) => takes(test) > LONG_MS);
  for (const part of [short.slice(0, NEAREST), short.slice(NEAREST), long]) {
    const hangs = 30 + 5 * (part.reduce((sum, test) => sum + takes(test), 0) / 1000);
    if (part.length > 0 && !(await pass(copy, ["--bail", "1", ...part], hangs))) return true;
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
  const durations: Durations = asked.size > 0 ? await faultless(copy, [...asked]) : new Map();
  for (const mutant of mutants) {
    const file = join(copy, mutant.path);
    const whole = readFileSync(file);
    const begun = performance.now();
    writeFileSync(file, mutant.text);
    const noticed = await isNoticed(copy, testsOf(copy, mutant.path, tests), durations);
    writeFileSync(file, whole);
    planted += 1;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${noticed ? "noticed" : "LIVES  "} ${seconds.padStart(6)} s ${lineOf(mutant)}`);
    if (!noticed) survivors.push(lineOf(mutant));
  }
}
console.log(`${planted} planted, ${survivors.length} live`);
for (const line of survivors) console.log(`  ${line}`);
process.exitCode = survivors.length === 0 ? 0 : 1;
