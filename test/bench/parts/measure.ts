/** Running a job of a bench in a process of its own, choosing among its rounds, and printing what came out. */
import { spawnSync } from "node:child_process";

/** What a job says of itself. */
export interface Measured {
  /** How long the work took, without what had to come before it. */
  readonly ms: number;
  /** Processor time of the work, of all threads, which other jobs on the machine change less. */
  readonly cpuMs: number;
  /** The process's peak memory, MB. */
  readonly peakMb: number;
  /** What the work added to the peak before it, MB. */
  readonly addedMb: number;
}

/** Runs a script and returns the one JSON object that it prints; its peak memory is its own. */
export function runJob(script: string, ...args: readonly string[]): Measured {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`job ${args.join(" ")} failed: ${stderr}`);
  return JSON.parse(stdout) as Measured;
}

/** The round in the middle by time. */
export function median<Round extends { readonly ms: number }>(rounds: readonly Round[]): Round {
  const sorted = rounds.toSorted((a, b) => a.ms - b.ms);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("no round was run");
  return middle;
}

const IN_HUNDREDTHS: ReadonlySet<string> = new Set(["ratio", "cpuRatio", "mark"]);

/** One JSON line; times and sizes whole, ratios to the hundredth, and whether the mark is reached where there is one. */
export function printMeasure(line: Readonly<Record<string, string | number>>): void {
  const rounded = Object.entries(line).map(([key, value]) => [
    key,
    typeof value === "number" ? Number(value.toFixed(IN_HUNDREDTHS.has(key) ? 2 : 0)) : value,
  ]);
  const { ratio, mark } = line;
  const reached =
    typeof ratio === "number" && typeof mark === "number" ? [["reached", ratio <= mark] as const] : [];
  process.stdout.write(`${JSON.stringify(Object.fromEntries([...rounded, ...reached]))}\n`);
}

/** Times work in a job's process. */
export async function timing(work: () => unknown): Promise<Measured> {
  const beforeMb = peakMb();
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(startedCpu);
  return {
    ms: performance.now() - startedMs,
    cpuMs: (user + system) / 1000,
    peakMb: peakMb(),
    addedMb: peakMb() - beforeMb,
  };
}

function peakMb(): number {
  return process.resourceUsage().maxRSS / 1024;
}
