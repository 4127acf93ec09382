/**
 * `npm run bench [-- --million] [-- --rounds N]`: prints one JSON line per measure, each a ratio against a baseline taken in the same
 * run on the same generated records. Times are for orientation; only ratios travel. `-- --peers [--duckdb FOLDER]` prints the marks that
 * docs/performance.md lists: whole commands beside lean programs and each other, the check beside a bare iteration, and the window.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundle, PROJECT } from "./parts/bundle.ts";
import { writeGenerated } from "./parts/generated.ts";

interface JobResult {
  readonly ms: number;
  readonly peakMb: number;
  readonly blockP99Ms: number;
  readonly [extra: string]: number;
}

const { values } = parseArgs({
  options: {
    million: { type: "boolean", default: false },
    peers: { type: "boolean", default: false },
    duckdb: { type: "string" },
    rounds: { type: "string", default: "5" },
  },
});
const ROUNDS = Number(values.rounds);
const SIZES = values.million ? [100_000, 1_000_000] : [100_000];
/** Peak memory allowed while importing and checking, in MB. */
const PEAK_MARKS: ReadonlyMap<number, number> = new Map([
  [100_000, 200],
  [1_000_000, 200],
]);
/** How long a thread may keep everybody waiting at the 99th percentile, in milliseconds. */
const BLOCK_MARK_MS = 50;
const BUILT = join(PROJECT, "build/bench");

await bundle(
  {
    job: join(import.meta.dirname, "jobs/job.ts"),
    "packing.worker": join(PROJECT, "src/main/services/import/packing.worker.ts"),
  },
  BUILT,
);
const root = mkdtempSync(join(tmpdir(), "tieout-bench-"));
try {
  const times = new Map<string, number[]>();
  for (const entries of SIZES) {
    const folder = join(root, String(entries));
    mkdirSync(folder);
    writeGenerated(folder, entries);
    for (const [measure, ms] of Object.entries(measureImportAndCheck(folder, entries))) {
      times.set(measure, [...(times.get(measure) ?? []), ms]);
    }
    rmSync(folder, { recursive: true });
  }
  for (const [measure, [small, large]] of times) {
    if (small === undefined || large === undefined) continue;
    print({ measure: `${measure}, ten times the data`, ratio: ratio(large, small), mark: 11 });
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
const duckdb = values.duckdb === undefined ? [] : ["--duckdb", values.duckdb];
const WINDOW = ["window.ts", "window-memory.ts", "window-tasks.ts"].map((name) => [name]);
const others = values.peers
  ? [
      ...SIZES.map((entries) => ["marks.ts", String(entries), "--rounds", values.rounds, ...duckdb]),
      ...WINDOW,
    ]
  : [
      ["export.ts", ...(values.million ? ["--million"] : [])],
      ...["start.ts", "month.ts", "window-loop.ts", "decisions.ts", "one-decision.ts"].map((name) => [name]),
      ...WINDOW,
      ...[
        "close.ts",
        "clients.ts",
        "causes.ts",
        "standing.ts",
        "everything-wrong.ts",
        "races.ts",
        "bank.ts",
      ].map((name) => [name]),
    ];
const ended = others.map(([name = "", ...given]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, name), ...given], { stdio: "inherit" }),
);
process.exitCode = Math.max(...ended.map(({ status }) => status ?? 1));

/** Prints the measures of one size and returns the medians of ours, in milliseconds. */
function measureImportAndCheck(folder: string, entries: number): Record<string, number> {
  const names = ["bare-import", "import", "bare-iteration", "check"] as const;
  const rounds = Array.from({ length: ROUNDS }, () =>
    Object.fromEntries(names.map((name) => [name, run(name, folder)] as const)),
  );
  const of = (name: string, key: "ms" | "peakMb" | "blockP99Ms") =>
    median(rounds.map((round) => round[name]?.[key] ?? 0));
  const importMs = of("import", "ms");
  const checkMs = of("check", "ms");
  const pair = (measure: string, ms: number, baseline: string, mark: number) => {
    const baselineMs = of(baseline, "ms");
    print({ measure, entries, ms, baseline, baselineMs, ratio: ratio(ms, baselineMs), mark });
  };
  pair("import + check", importMs + checkMs, "bare-import", 1.3);
  pair("check from the ledger", checkMs, "bare-iteration", 0.7);
  for (const name of ["import", "check"]) {
    const peakMb = of(name, "peakMb");
    const markMb = PEAK_MARKS.get(entries) ?? 0;
    print({
      measure: `peak memory of ${name}`,
      entries,
      peakMb,
      markMb,
      ratio: ratio(peakMb, markMb),
      mark: 1,
    });
  }
  const blockMs = of("import", "blockP99Ms");
  print({
    measure: "block of the thread during import, p99",
    entries,
    ms: blockMs,
    markMs: BLOCK_MARK_MS,
    ratio: ratio(blockMs, BLOCK_MARK_MS),
    mark: 1,
  });
  run("bare-import-file-order", folder);
  const { ledgerBytes = 0, bareBytes = 0 } = run("sizes", folder);
  print({
    measure: "store size without raw bodies",
    entries,
    ratio: ratio(ledgerBytes, bareBytes),
    mark: 0.6,
  });
  return { "import + check": importMs + checkMs, "check from the ledger": checkMs };
}

function run(name: string, folder: string): JobResult {
  const done = spawnSync(process.execPath, [join(BUILT, "job.js"), name, folder], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (done.status !== 0) throw new Error(`the job ${name} failed`);
  return JSON.parse(done.stdout) as JobResult;
}

function median(values_: readonly number[]): number {
  return values_.toSorted((a, b) => a - b)[Math.floor(values_.length / 2)] ?? 0;
}

function ratio(ours: number, baseline: number): number {
  return Math.round((ours / baseline) * 100) / 100;
}

function print(line: {
  readonly ratio: number;
  readonly mark: number;
  readonly [key: string]: unknown;
}): void {
  process.stdout.write(`${JSON.stringify({ ...line, reached: line.ratio <= line.mark })}\n`);
}
