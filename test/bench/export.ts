/**
 * `node test/bench/export.ts [SIZE …] [--million] [--rounds N]`: how fast and how large the Wallet sheet and the whole workbook are
 * written, with formulas, styles and links, against exceljs streaming the same cells at its defaults in the same run. Prints one JSON line a measure. Every
 * job runs in a process of its own, so that its peak memory is its own; jobs take turns, and the medians are compared. Times are for
 * orientation; only ratios travel.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Measured, median, printMeasure, runJob } from "./parts/measure.ts";

/** What was measured at one size. */
interface MeasuredSize {
  readonly size: number;
  readonly wallet: Measured;
  readonly workbook: Measured;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { million: { type: "boolean", default: false }, rounds: { type: "string", default: "3" } },
});
const GIVEN = positionals.length === 0 ? [100_000] : positionals.map(Number);
const SIZES = values.million ? [...GIVEN, 1_000_000] : GIVEN;
const ROUNDS = Number(values.rounds);

/** Each of ours is followed by its baseline. */
const JOBS = ["wallet", "exceljs", "workbook", "exceljs-workbook"] as const;

function compareWithExceljs(
  measured: string,
  size: number,
  ours: Measured,
  baseline: Measured,
  mark: number,
): void {
  const { ms, peakMb } = ours;
  const beside = { baselineMs: baseline.ms, peakMb, baselinePeakMb: baseline.peakMb };
  const ratios = { ratio: ms / baseline.ms, cpuRatio: ours.cpuMs / baseline.cpuMs };
  printMeasure({ measure: measured, size, ms, ...beside, ...ratios, mark });
}

function measure(size: number): MeasuredSize {
  const folder = join(root, String(size));
  mkdirSync(folder);
  run("ledger", folder, size);
  const rounds = Array.from({ length: ROUNDS }, () => JOBS.map((job) => run(job, folder, size)));
  rmSync(folder, { recursive: true });
  const [wallet, exceljsWallet, workbook, exceljsWorkbook] = JOBS.map((_, at) =>
    median(rounds.flatMap((round) => round[at] ?? [])),
  ) as [Measured, Measured, Measured, Measured];
  compareWithExceljs(
    "export of the Wallet sheet against exceljs streaming",
    size,
    wallet,
    exceljsWallet,
    0.6,
  );
  compareWithExceljs("export of the whole workbook against exceljs", size, workbook, exceljsWorkbook, 0.3);
  return { size, wallet, workbook };
}

/** Below this many rows V8's young generation has not grown to its size, and memory still follows the rows. */
const SETTLED = 100_000;

/** What more rows cost: time in proportion, memory hardly more. */
function compareSizes(smaller: MeasuredSize, larger: MeasuredSize): void {
  const times = larger.size / smaller.size;
  const size = larger.size;
  for (const kind of ["wallet", "workbook"] as const) {
    const measureName = kind === "wallet" ? "the Wallet sheet" : "the whole workbook";
    printMeasure({
      measure: `export time of ${measureName}, ${times} times the data`,
      size,
      ms: larger[kind].ms,
      baselineMs: smaller[kind].ms,
      ratio: larger[kind].ms / smaller[kind].ms,
      mark: 1.1 * times,
      peakMb: larger[kind].peakMb,
    });
    if (smaller.size < SETTLED) continue;
    printMeasure({
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

function run(job: string, folder: string, size: number): Measured {
  return runJob(fileURLToPath(import.meta.resolve("./jobs/export-job.ts")), job, folder, String(size));
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
