/**
 * `node test/bench/export.ts [SIZE …] [--million] [--rounds N]`: how fast and how large the Wallet sheet is written, with formulas,
 * styles and links, against exceljs streaming the same cells at its defaults in the same run. Prints one JSON line a measure. Every
 * job runs in a process of its own, so that its peak memory is its own; jobs take turns, and the medians are compared. Times are for
 * orientation; only ratios travel.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

interface JobResult {
  readonly ms: number;
  /** The process's peak, with the check that the rows come from. */
  readonly peakMb: number;
  /** What writing adds to the peak before it. */
  readonly addedMb: number;
}

/** What was measured at one size. */
interface Measured {
  readonly size: number;
  readonly wallet: JobResult;
  readonly workbook: JobResult;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { million: { type: "boolean", default: false }, rounds: { type: "string", default: "3" } },
});
const GIVEN = positionals.length === 0 ? [100_000] : positionals.map(Number);
const SIZES = values.million ? [...GIVEN, 1_000_000] : GIVEN;
const ROUNDS = Number(values.rounds);

function measure(size: number): Measured {
  const folder = join(root, String(size));
  mkdirSync(folder);
  runJob("ledger", folder, size);
  const results = { wallet: [] as JobResult[], exceljs: [] as JobResult[], workbook: [] as JobResult[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const job of ["wallet", "exceljs", "workbook"] as const)
      results[job].push(runJob(job, folder, size));
  }
  rmSync(folder, { recursive: true });
  const wallet = median(results.wallet);
  const baseline = median(results.exceljs);
  const workbook = median(results.workbook);
  print({
    measure: "export of the Wallet sheet against exceljs streaming",
    size,
    ms: wallet.ms,
    baselineMs: baseline.ms,
    ratio: wallet.ms / baseline.ms,
    mark: 0.6,
    peakMb: wallet.peakMb,
    baselinePeakMb: baseline.peakMb,
  });
  print({
    measure: "export of the whole workbook",
    size,
    ms: workbook.ms,
    peakMb: workbook.peakMb,
  });
  return { size, wallet, workbook };
}

/** Below this many rows V8's young generation has not grown to its size, and memory still follows the rows. */
const SETTLED = 100_000;

/** What more rows cost: time in proportion, memory hardly more. */
function compareSizes(smaller: Measured, larger: Measured): void {
  const times = larger.size / smaller.size;
  const size = larger.size;
  for (const kind of ["wallet", "workbook"] as const) {
    const measureName = kind === "wallet" ? "the Wallet sheet" : "the whole workbook";
    print({
      measure: `export time of ${measureName}, ${times} times the data`,
      size,
      ms: larger[kind].ms,
      baselineMs: smaller[kind].ms,
      ratio: larger[kind].ms / smaller[kind].ms,
      mark: 1.1 * times,
      peakMb: larger[kind].peakMb,
    });
    if (smaller.size < SETTLED) continue;
    print({
      measure: `memory that writing ${measureName} takes, ${times} times the data`,
      size,
      addedMb: larger[kind].addedMb,
      baselineMb: smaller[kind].addedMb,
      ratio: larger[kind].addedMb / smaller[kind].addedMb,
      mark: 1.5,
      peakMb: larger[kind].peakMb,
    });
  }
}

function runJob(job: string, folder: string, size: number): JobResult {
  const script = fileURLToPath(import.meta.resolve("./export-job.ts"));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, job, folder, String(size)], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`job ${job} of ${size} entries failed: ${stderr}`);
  return JSON.parse(stdout) as JobResult;
}

/** The run in the middle by time. */
function median(results: readonly JobResult[]): JobResult {
  const sorted = results.toSorted((a, b) => a.ms - b.ms);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("no round was run");
  return middle;
}

function print(line: Readonly<Record<string, string | number>>): void {
  const rounded = Object.entries(line).map(([key, value]) => [
    key,
    typeof value === "number" ? Number(value.toFixed(key === "ratio" || key === "mark" ? 3 : 0)) : value,
  ]);
  process.stdout.write(`${JSON.stringify(Object.fromEntries(rounded))}\n`);
}

const root = mkdtempSync(join(tmpdir(), "tieout-bench-"));
try {
  const measured = SIZES.map(measure);
  for (const [at, larger] of measured.entries()) {
    const smaller = measured[at - 1];
    if (smaller !== undefined) compareSizes(smaller, larger);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
