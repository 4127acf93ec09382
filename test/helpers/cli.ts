/** Runs the command line: within the test's process, which is fast, or in a process of its own, as a user does. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { isStale } from "../../bin/start/build.js";
import { run } from "../../src/cli/program.ts";
import { openSession } from "../../src/cli/terminal/terminal.ts";
import type { ServiceContext } from "../../src/main/services/shared/thread-messages.ts";
import { atEnd } from "./at-end.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The command line as it was built, which starts in half the time; from its source where that is newer. */
export const entryPoint = join(ROOT, isStale(ROOT) ? "src/cli/index.ts" : "out/main/cli.js");

/** Sources are compiled once for all runs: half of what a short command takes. */
export const COMPILED = join(ROOT, "build/compile-cache");

export interface CliRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CliSurroundings {
  /** The command's whole environment. */
  readonly env?: Record<string, string>;
  /** Parts of the context that are not the command line's own. */
  readonly context?: Partial<ServiceContext>;
}

/**
 * Runs one command within the test's process, by the function that the entry point calls.
 *
 * @returns status and whole output, once the command has ended
 */
export async function tieout(
  args: readonly string[],
  { env = {}, context = {} }: CliSurroundings = {},
): Promise<CliRun> {
  const stdout = new Captured();
  const stderr = new Captured();
  const terminal = {
    stdin: Readable.from([]) as unknown as NodeJS.ReadStream,
    stdout: stdout as unknown as NodeJS.WriteStream,
    stderr: stderr as unknown as NodeJS.WriteStream,
    env,
    now: context.now ?? Date.now,
  };
  const session = openSession(terminal, new AbortController().signal);
  const status = await run(args, { ...session, context: { ...session.context, ...context } });
  return { status, stdout: stdout.text, stderr: stderr.text };
}

/** A stream that is no terminal, and keeps what is written to it. */
class Captured extends Writable {
  text = "";

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/**
 * Runs one command in a process of its own: for what hangs on the process, its folder, its time zone, its temporary files or
 * others beside it.
 *
 * @returns status and whole output, once the process has ended
 */
export async function tieoutProcess(
  args: readonly string[],
  {
    env,
    cwd,
    entry = entryPoint,
  }: { readonly env?: Record<string, string>; readonly cwd?: string; readonly entry?: string } = {},
): Promise<CliRun> {
  const child = spawn(process.execPath, [entry, ...args], {
    env: { PATH: process.env["PATH"], TZ: "UTC", NODE_COMPILE_CACHE: COMPILED, TMPDIR: tmpdir(), ...env },
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [status] = (await once(child, "close")) as [number | null];
  return { status, stdout, stderr };
}

/** Whether a command can be given a terminal here. */
export const hasTerminal = spawnSync("script", ["--version"], { stdio: "ignore" }).status === 0;
if (!hasTerminal) console.log("skipped: script is not installed, nobody is asked on a terminal");

/**
 * Runs one command on a terminal of its own, as a user does who is asked.
 *
 * @param answers typed one after the other, each once the command asks, which is when its output ends in a blank
 * @returns status and all that the terminal showed, answers too
 */
export async function tieoutOnTerminal(args: readonly string[], answers: readonly string[]): Promise<CliRun> {
  const command = [process.execPath, entryPoint, ...args].map((arg) => `"${arg}"`).join(" ");
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    env: { PATH: process.env["PATH"], TZ: "UTC", TERM: "dumb", NODE_COMPILE_CACHE: COMPILED },
  });
  const left = [...answers];
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    if (/[?\]] $/u.test(stripVTControlCharacters(stdout))) child.stdin.write(`${left.shift() ?? "\u0004"}\n`);
  });
  const [status] = (await once(child, "close")) as [number | null];
  return { status, stdout: stripVTControlCharacters(stdout).replaceAll(/\r+\n?/gu, "\n"), stderr: "" };
}

/** A folder of the test's own, removed when it ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tieout-test-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
