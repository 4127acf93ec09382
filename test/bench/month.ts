/**
 * `node test/bench/month.ts [ENTRIES] [--rounds N]`: what the month's close costs, 100,000 entries unless told otherwise: preparing and
 * signing, proving with a signed month, holding a workbook against its ledger, a practice's folder, candidates of a match by hand. One
 * JSON line per measure, each a ratio against a baseline of the same run. Every job runs in a process of its own, so that its peak memory
 * is its own; jobs take turns, and the medians are compared. Times are for orientation; only ratios travel.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundle, PROJECT } from "./parts/bundle.ts";
import { median, printMeasure, runJob } from "./parts/measure.ts";

interface Pair {
  readonly measure: string;
  readonly job: string;
  readonly baseline: string;
  readonly mark: number;
}

/** Each job's baseline has its turn before it. */
const PAIRS: readonly Pair[] = [
  { measure: "prepare and sign a month, against a check of it", job: "close", baseline: "check", mark: 9 },
  { measure: "verify, against an import of the same", job: "verify", baseline: "import", mark: 1.2 },
  {
    measure: "verify with a signed month, against without",
    job: "verify-signed",
    baseline: "verify",
    mark: 1.5,
  },
  {
    measure: "verify with every month signed, against with one",
    job: "verify-all-signed",
    baseline: "verify-signed",
    mark: 1.5,
  },
  { measure: "verify --workbook, against the export", job: "verify-workbook", baseline: "export", mark: 1.5 },
  {
    measure: "export of a month, against a check of the ledger",
    job: "export",
    baseline: "check-all",
    mark: 2,
  },
  {
    measure: "close of a practice's folder, against a check of each",
    job: "practice",
    baseline: "practice-check",
    mark: 10,
  },
  {
    measure: "candidates of a match, against a check in the worker",
    job: "candidates",
    baseline: "worker-check",
    mark: 1,
  },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "3" } },
});
const ENTRIES = Number(positionals[0] ?? 100_000);
const ROUNDS = Number(values.rounds);
const BUILT = join(PROJECT, "build/bench-month");
const SCRIPT = join(BUILT, "job.js");

await bundle(
  {
    job: join(import.meta.dirname, "jobs/month-job.ts"),
    "packing.worker": join(PROJECT, "src/main/services/import/packing.worker.ts"),
    "export.worker": join(PROJECT, "src/main/services/practice/export.worker.ts"),
  },
  BUILT,
);

const folder = mkdtempSync(join(tmpdir(), "tieout-bench-"));
try {
  const run = (job: string) => runJob(SCRIPT, job, folder, String(ENTRIES));
  run("ledgers");
  const rounds = Array.from({ length: ROUNDS }, () =>
    PAIRS.map(({ job, baseline }) => ({ baseline: run(baseline), ours: run(job) })),
  );
  for (const [at, { measure, mark }] of PAIRS.entries()) {
    const ours = median(rounds.flatMap((round) => round[at]?.ours ?? []));
    const baseline = median(rounds.flatMap((round) => round[at]?.baseline ?? []));
    const { ms, peakMb } = ours;
    const beside = { baselineMs: baseline.ms, peakMb, baselinePeakMb: baseline.peakMb };
    const ratios = { ratio: ms / baseline.ms, cpuRatio: ours.cpuMs / baseline.cpuMs };
    printMeasure({ measure, entries: ENTRIES, ms, ...beside, ...ratios, mark });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
