/**
 * `node test/bench/marks.ts [ENTRIES] [--duckdb FOLDER] [--rounds N]`: the commands that people run, as whole processes in turns on the
 * same records, 100,000 entries unless told otherwise: against a lean program and DuckDB, and against each other. One JSON line per
 * measure, medians of the rounds by time and by processor time of all threads. Runs what `npm run build` has built.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundle, PROJECT } from "./parts/bundle.ts";
import { filesIn, monthBeforeNewest, writeGenerated } from "./parts/generated.ts";
import { printMeasure } from "./parts/measure.ts";
import { CLI } from "./parts/opened-window.ts";
import { runWhole } from "./parts/whole-process.ts";
import { peers } from "./peers/peers.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { duckdb: { type: "string" }, rounds: { type: "string", default: "5" } },
});
const ENTRIES = Number(positionals[0] ?? 100_000);
const MILLION = 1_000_000;
const BUILT = join(PROJECT, "build/bench/peers");
/** Of the practice's ledgers, each with so many entries. */
const CLIENTS = 40;
const CLIENT_ENTRIES = 5000;
/** W(N) begins in it, and so few entries end in it. */
const CLIENT_MONTH = "2021-01";

const root = mkdtempSync(join(tmpdir(), "tieout-marks-"));
const work = join(root, "work");
const month = monthBeforeNewest(ENTRIES);
const tieout = (...args: readonly string[]) => [process.execPath, CLI, ...args];
const files = ["--wallet", filesIn(root).wallet, "--transactions", filesIn(root).transactions];
const [imported, plain, signed] = ["imported", "plain", "signed"].map((name) =>
  join(root, `${name}.tieout`),
) as [string, string, string];
const workbook = join(root, "month.xlsx");
const [practice, workbooks] = [join(root, "practice"), join(root, "workbooks")];
const client = (n: number) => join(practice, `client-${n}.tieout`);
const [lean, duckdb] = peers(BUILT, values.duckdb === undefined ? undefined : resolve(values.duckdb));

/** What is run in turns, by name: whole processes, one after the other. */
const COMMANDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  import: [tieout("import", imported, ...files)],
  check: [tieout("check", plain, "--json")],
  "check of files": [tieout("check", ...files, "--json")],
  verify: [tieout("verify", plain)],
  "verify, a month signed": [tieout("verify", signed)],
  export: [tieout("export", plain, "--month", month, "--out", workbook, "--replace")],
  "verify --workbook": [tieout("verify", plain, "--workbook", workbook)],
  "close of 40 ledgers": [
    tieout("close", practice, "--month", CLIENT_MONTH, "--no-pull", "--out", workbooks),
  ],
  "40 checks": Array.from({ length: CLIENTS }, (_, n) => tieout("check", client(n), "--json")),
  "lean program": lean?.commands ?? [],
  ...(duckdb?.isInstalled === true ? { DuckDB: duckdb.commands } : {}),
};

/** A sum of commands against another command, or against MB of memory; at a million entries some marks are others. */
const MEASURES: readonly {
  readonly of: readonly string[];
  readonly against: string | number;
  readonly mark: number;
  readonly atMillion?: number;
}[] = [
  { of: ["import", "check"], against: "lean program", mark: 1, atMillion: 0.7 },
  { of: ["import", "check"], against: "DuckDB", mark: 1, atMillion: 0.9 },
  { of: ["import"], against: 200, mark: 1 },
  { of: ["check"], against: 200, mark: 1 },
  { of: ["check of files"], against: "lean program", mark: 0.9 },
  { of: ["verify"], against: "import", mark: 1.2 },
  { of: ["verify"], against: "lean program", mark: 1.5 },
  { of: ["verify, a month signed"], against: "verify", mark: 1.5 },
  { of: ["export"], against: "check", mark: 2 },
  { of: ["verify --workbook"], against: "export", mark: 1.5 },
  { of: ["close of 40 ledgers"], against: "40 checks", mark: 1.2 },
];

interface Taken {
  readonly ms: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

try {
  await bundle(
    Object.fromEntries(
      ["better-sqlite3", "duckdb"].map((name) => [name, join(import.meta.dirname, `peers/${name}.ts`)]),
    ),
    BUILT,
  );
  makeLedgers();
  const rounds = Array.from({ length: Number(values.rounds) }, () =>
    Object.fromEntries(Object.entries(COMMANDS).map(([name, commands]) => [name, runAll(commands)] as const)),
  );
  const medianOf = (name: string, of: keyof Taken) =>
    middle(rounds.flatMap((round) => round[name]?.[of] ?? []));
  for (const { of, against, mark, atMillion } of MEASURES) {
    const sum = (what: keyof Taken) => of.reduce((total, name) => total + medianOf(name, what), 0);
    const line = {
      measure: `${of.join(" + ")}, against ${typeof against === "number" ? `${against} MB` : against}`,
      entries: ENTRIES,
    };
    if (typeof against === "number") {
      const peakMb = sum("peakMb");
      printMeasure({ ...line, peakMb, ratio: peakMb / against, mark });
    } else if (against in COMMANDS) {
      const [ms, cpuMs] = [sum("ms"), sum("cpuMs")];
      const [baselineMs, baselineCpuMs] = [medianOf(against, "ms"), medianOf(against, "cpuMs")];
      const ratios = { ratio: ms / baselineMs, cpuRatio: cpuMs / baselineCpuMs };
      printMeasure({
        ...line,
        ms,
        baselineMs,
        ...ratios,
        mark: ENTRIES < MILLION ? mark : (atMillion ?? mark),
      });
    } else process.stdout.write(`${against}: skipped, not installed. To install: ${duckdb?.install}\n`);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** A ledger without and one with a signed month, and a practice's small ones. */
function makeLedgers(): void {
  for (const made of [practice, workbooks]) mkdirSync(made);
  writeGenerated(root, CLIENT_ENTRIES);
  runAll([tieout("import", client(0), ...files)]);
  for (let n = 1; n < CLIENTS; n += 1) copyFileSync(client(0), client(n));
  writeGenerated(root, ENTRIES);
  runAll([tieout("import", plain, ...files)]);
  copyFileSync(plain, signed);
  const reason = ["--override", "Misstated balances are known to the provider."];
  runAll([
    tieout("prepare", signed, "--month", month, "--by", "Ada", ...reason),
    tieout("sign-off", signed, "--month", month, "--by", "Grace"),
  ]);
}

function runAll(commands: readonly (readonly string[])[]): Taken {
  rmSync(imported, { force: true });
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work);
  const runs = commands.map((command) => {
    const run = runWhole(command, { cwd: work });
    // 1 says that there are findings.
    if (run.status > 1) throw new Error(`${command.join(" ")}: ${run.stderr}`);
    return run;
  });
  return {
    ms: runs.reduce((sum, { ms }) => sum + ms, 0),
    cpuMs: runs.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    peakMb: Math.max(...runs.map(({ peakMb }) => peakMb)),
  };
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
