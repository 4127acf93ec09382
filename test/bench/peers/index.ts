/**
 * `node test/bench/peers/index.ts [--duckdb FOLDER] [--entries N] [--rounds N]`: what others take to load the same two files and find
 * the same five kinds of errors, as whole processes in turn with Tieout. Fails when a count is not Tieout's. Runs what
 * `npm run build` has built.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundle, PROJECT } from "../bundle.ts";
import { filesIn, writeGenerated } from "../generated.ts";
import { median, printMeasure } from "../measure.ts";
import { requireSame, type Counts } from "./counts.ts";
import { writeJournals } from "./journal.ts";
import { CHECK_OF_FILES, IMPORT_AND_CHECK, peers, type Contestant } from "./peers.ts";

/** One run of a contestant: the times of all its processes, the peak of the largest. */
interface Run {
  readonly ms: number;
  /** Of all threads; on a busy machine it varies less than the time. */
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly stdout: string;
}

const { values } = parseArgs({
  options: {
    duckdb: { type: "string" },
    entries: { type: "string", default: "100000" },
    rounds: { type: "string", default: "3" },
  },
});
/** GNU time: it asks the system for the CPU time and the peak memory of a process. */
const TIME = "/usr/bin/time";
const BUILT = join(PROJECT, "build/bench/peers");

if (!existsSync(TIME)) throw new Error(`${TIME} is not installed. To install: apt install time`);
const known = peers(BUILT, values.duckdb === undefined ? undefined : resolve(values.duckdb));
const installed = known.filter(({ isInstalled }) => isInstalled);
for (const { name, isInstalled, install } of known) {
  if (!isInstalled) process.stdout.write(`${name}: skipped, not installed. To install: ${install}\n`);
}
const sources = ["better-sqlite3", "duckdb"].map(
  (name) => [name, join(import.meta.dirname, `${name}.ts`)] as const,
);
await bundle(Object.fromEntries(sources), BUILT);
const folder = mkdtempSync(join(tmpdir(), "tieout-peers-"));
const work = join(folder, "work");
try {
  writeGenerated(folder, Number(values.entries));
  writeJournals(filesIn(folder).wallet, join(folder, "right.journal"), join(folder, "wrong.journal"));
  compare([CHECK_OF_FILES, ...installed]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs all in turn, compares their counts, and prints the medians; a ratio is that of the other to Tieout's import and check. */
function compare(others: readonly Contestant[]): void {
  const results = [IMPORT_AND_CHECK, ...others].map((contestant) => ({ contestant, rounds: [] as Run[] }));
  let expected: Counts | undefined;
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const { contestant, rounds } of results) {
      const run = runAll(contestant);
      const counts = contestant.countsIn?.(run.stdout);
      expected ??= counts;
      if (counts !== undefined && expected !== undefined) requireSame(contestant.name, counts, expected);
      rounds.push(run);
    }
  }
  const [baseline, ...compared] = results.map(({ contestant: { name }, rounds }) => ({
    name,
    ...median(rounds),
  }));
  if (baseline === undefined) throw new Error("nothing was run");
  const { ms: baselineMs, cpuMs: baselineCpuMs, peakMb: baselineMb } = baseline;
  printMeasure({ measure: baseline.name, ms: baselineMs, cpuMs: baselineCpuMs, peakMb: baselineMb });
  for (const { name, ms, cpuMs, peakMb } of compared) {
    printMeasure({ measure: name, ms, baselineMs, ratio: ms / baselineMs });
    printMeasure({ measure: `${name}, CPU`, cpuMs, baselineCpuMs, ratio: cpuMs / baselineCpuMs });
    printMeasure({ measure: `${name}, peak memory`, peakMb, baselineMb, ratio: peakMb / baselineMb });
  }
}

function runAll({ name, commands, statuses = [0], refused }: Contestant): Run {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work);
  const runs = commands.map((command) => {
    const { status, stderr, ...run } = timed(command);
    if (!statuses.includes(status)) throw new Error(`${name} ended with status ${status}: ${stderr}`);
    return run;
  });
  if (refused !== undefined && timed(refused).status === 0)
    throw new Error(`${name} accepts a wrong balance`);
  return {
    ms: runs.reduce((sum, { ms }) => sum + ms, 0),
    cpuMs: runs.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    peakMb: Math.max(...runs.map(({ peakMb }) => peakMb)),
    stdout: runs.at(-1)?.stdout ?? "",
  };
}

/** Runs one process. */
function timed(command: readonly string[]): Run & { readonly status: number; readonly stderr: string } {
  const usage = join(folder, "usage");
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(TIME, ["-q", "-f", "%U %S %M", "-o", usage, ...command], {
    cwd: work,
    encoding: "utf8",
    maxBuffer: Infinity,
  });
  const ms = performance.now() - begun;
  const [user = NaN, system = NaN, peakKb = NaN] = readFileSync(usage, "utf8").split(" ").map(Number);
  return { status: status ?? NaN, stdout, stderr, ms, cpuMs: (user + system) * 1000, peakMb: peakKb / 1024 };
}
