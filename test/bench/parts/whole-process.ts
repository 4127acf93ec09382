/** Whole processes under GNU time, which asks the system for their CPU time and peak memory. */
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface WholeProcess {
  readonly ms: number;
  /** Of all threads; on a busy machine it varies less than the time. */
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const TIME = "/usr/bin/time";

/**
 * Runs a command to its end, whatever its status.
 *
 * @param stdout a file for what the process prints, where that may be too long to keep
 * @throws Error where GNU time is not installed
 */
export function runWhole(
  command: readonly string[],
  { cwd, stdout: file }: { readonly cwd?: string; readonly stdout?: string } = {},
): WholeProcess {
  if (!existsSync(TIME)) throw new Error(`${TIME} is not installed. To install: apt install time`);
  const folder = mkdtempSync(join(tmpdir(), "tieout-usage-"));
  const usage = join(folder, "usage");
  const output = file === undefined ? "pipe" : openSync(file, "w");
  try {
    const begunMs = performance.now();
    const { status, stdout, stderr } = spawnSync(TIME, ["-q", "-f", "%U %S %M", "-o", usage, ...command], {
      cwd,
      encoding: "utf8",
      maxBuffer: Infinity,
      stdio: ["ignore", output, "pipe"],
    });
    const ms = performance.now() - begunMs;
    const [user = NaN, system = NaN, peakKb = NaN] = readFileSync(usage, "utf8").split(" ").map(Number);
    const cpuMs = (user + system) * 1000;
    return { ms, cpuMs, peakMb: peakKb / 1024, status: status ?? NaN, stdout: stdout ?? "", stderr };
  } finally {
    if (typeof output === "number") closeSync(output);
    rmSync(folder, { recursive: true, force: true });
  }
}
