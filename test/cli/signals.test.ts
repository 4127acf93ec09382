/** Being interrupted, as a person does it: a signal to a process in the middle of its work. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { transactionsBody, walletBody } from "../helpers/bodies.ts";
import { entryPoint, temporaryFolder } from "../helpers/cli.ts";
import { sale, wallet } from "../helpers/records.ts";

interface Running {
  readonly child: ChildProcess;
  /** Resolves with what was said and how it ended. */
  readonly end: Promise<{
    readonly stderr: string;
    readonly status: number | null;
    readonly signal: string | null;
  }>;
}

/** A command whose standard input stays open. */
function start(args: readonly string[]): Running {
  const child = spawn(process.execPath, [entryPoint, ...args], { stdio: ["pipe", "ignore", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.on("error", () => {});
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const end = once(child, "close").then(([status, signal]) => ({
    stderr,
    status: status as number | null,
    signal: signal as string | null,
  }));
  return { child, end };
}

/** Waits until a process has a file open. */
async function opened({ child }: Running, file: string): Promise<void> {
  const folder = `/proc/${child.pid}/fd`;
  const target = (fd: string) => {
    try {
      return readlinkSync(join(folder, fd));
    } catch {
      return null;
    }
  };
  while (!readdirSync(folder).some((fd) => target(fd) === file)) await setTimeout(5);
}

/** The beginning of a wallet history of this many records. */
function beginning(records: number): string {
  const [around = "", record = ""] =
    /^(.*\[)(\{.*\})\]\}\}$/u.exec(walletBody(wallet([1000])))?.slice(1) ?? [];
  return around + `${record},`.repeat(records);
}

const CANCELLED = /^CANCELLED: [^\n]+ Nothing else was changed\.\n$/u;

test.skipIf(process.platform !== "linux").each([
  ["import", "SIGINT"],
  ["import", "SIGTERM"],
  ["check", "SIGINT"],
] as const)("%s that waits for standard input ends at the first %s, in one line", async (command, signal) => {
  const folder = temporaryFolder();
  const saved = join(folder, "t.json");
  writeFileSync(saved, transactionsBody([sale(1, 200)]));
  const ledger = command === "import" ? [join(folder, "a.tieout")] : [];
  const running = start([command, ...ledger, "--transactions", saved, "--wallet", "-"]);
  // More than a pipe holds: once it is gone, the process has begun to read.
  await new Promise((resolve) => running.child.stdin?.write(beginning(5000), resolve));
  running.child.kill(signal);
  const { stderr, ...how } = await running.end;
  expect(stderr).toMatch(CANCELLED);
  expect(how).toEqual({ status: 2, signal: null });
  expect(readdirSync(folder)).toEqual(["t.json"]);
});

test.skipIf(process.platform !== "linux")("a large file is left in the middle", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "w.json");
  writeFileSync(file, beginning(400_000));
  const running = start(["import", join(folder, "a.tieout"), "--wallet", file]);
  await opened(running, file);
  running.child.kill("SIGINT");
  const { stderr, ...how } = await running.end;
  expect(stderr).toMatch(CANCELLED);
  expect(how).toEqual({ status: 2, signal: null });
  expect(readdirSync(folder)).toEqual(["w.json"]);
});

test.skipIf(process.platform !== "linux")(
  "a Ctrl-C that npm passes on is no second one; a second one ends the process at once",
  async () => {
    // Reading a pipe cannot be left before something comes; the first signal has its say, the second ends it.
    const folder = temporaryFolder();
    const pipe = join(folder, "pipe");
    await once(spawn("mkfifo", [pipe]), "close");
    const held = spawn("sh", ["-c", `exec 3<>"${pipe}"; sleep 60`], { stdio: "ignore", detached: true });
    onTestFinished(() => void process.kill(-(held.pid ?? 0), "SIGKILL"));
    const running = start(["import", join(folder, "a.tieout"), "--wallet", pipe]);
    await opened(running, pipe);
    running.child.kill("SIGINT");
    running.child.kill("SIGINT");
    await setTimeout(700);
    expect(running.child.exitCode ?? running.child.signalCode).toBeNull();
    running.child.kill("SIGINT");
    expect(await running.end).toMatchObject({ status: null, signal: "SIGINT" });
  },
);
