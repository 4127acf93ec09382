/**
 * `node test/bench/peers/index.ts [--duckdb FOLDER] [--entries N] [--rounds N]`: what others take to load the same two files and find
 * the same five kinds of errors, as whole processes in turn with Tieout. Fails when a count is not Tieout's. Runs what
 * `npm run build` has built.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundle, PROJECT } from "../parts/bundle.ts";
import { filesIn, writeGenerated } from "../parts/generated.ts";
import { median, printMeasure } from "../parts/measure.ts";
import { requireSame, type Counts } from "./counts.ts";
import { writeJournals } from "./journal.ts";
import { type WholeProcess, runWhole } from "../parts/whole-process.ts";
import { CHECK_OF_FILES, IMPORT_AND_CHECK, peers, type Contestant } from "./peers.ts";

/** One run of a contestant: the times of all its processes, the peak of the largest. */
type Run = Omit<WholeProcess, "status" | "stderr">;

const { values } = parseArgs({
  options: {
    duckdb: { type: "string" },
    entries: { type: "string", default: "100000" },
    rounds: { type: "string", default: "3" },
  },
});
const BUILT = join(PROJECT, "build/bench/peers");

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
    const { status, stderr, ...run } = runWhole(command, { cwd: work });
    if (!statuses.includes(status)) throw new Error(`${name} ended with status ${status}: ${stderr}`);
    return run;
  });
  if (refused !== undefined && runWhole(refused, { cwd: work }).status === 0)
    throw new Error(`${name} accepts a wrong balance`);
  return {
    ms: runs.reduce((sum, { ms }) => sum + ms, 0),
    cpuMs: runs.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    peakMb: Math.max(...runs.map(({ peakMb }) => peakMb)),
    stdout: runs.at(-1)?.stdout ?? "",
  };
}
