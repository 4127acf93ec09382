/** Runs the command line as a user does: a process of its own, its streams, its exit status. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The command line as it runs from its source. */
export const entryPoint = join(import.meta.dirname, "../../src/cli/index.ts");

/** Sources are compiled once for all runs: half of what a short command takes. */
export const COMPILED = join(import.meta.dirname, "../../build/compile-cache");

export interface CliRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliSetting {
  readonly env?: Record<string, string>;
  readonly stdin?: string;
  readonly cwd?: string;
}

/** @returns status and whole output, once the process has ended */
export async function tieout(args: readonly string[], setting: CliSetting = {}): Promise<CliRun> {
  const child = spawn(process.execPath, [entryPoint, ...args], {
    env: { PATH: process.env["PATH"], TZ: "UTC", NODE_COMPILE_CACHE: COMPILED, ...setting.env },
    cwd: setting.cwd,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdin.on("error", () => {});
  child.stdin.end(setting.stdin ?? "");
  const [status] = (await once(child, "close")) as [number | null];
  return { status, stdout, stderr };
}

/** A folder of the test's own, removed when it ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tieout-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
