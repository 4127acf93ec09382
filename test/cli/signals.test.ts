/** Being interrupted, as a person does it: a signal to a process in the middle of its work. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import Database from "better-sqlite3";
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
] as const)(
  "%s ends in one line at the first %s while it waits for standard input",
  async (command, signal) => {
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
  },
);

test.skipIf(process.platform !== "linux")("stops halfway through a large file", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "w.json");
  // Whole, so that a busy machine has seconds in which the file is seen to be open.
  writeFileSync(file, walletBody(wallet(Array.from({ length: 200_000 }, () => 1000))));
  const running = start(["import", join(folder, "a.tieout"), "--wallet", file]);
  await opened(running, file);
  running.child.kill("SIGINT");
  const { stderr, ...how } = await running.end;
  expect(stderr).toMatch(CANCELLED);
  expect(how).toEqual({ status: 2, signal: null });
  expect(readdirSync(folder)).toEqual(["w.json"]);
});

test.skipIf(process.platform !== "linux")(
  "refuses a pipe in the place of a file instead of waiting for it",
  async () => {
    const folder = temporaryFolder();
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const { stderr, ...how } = await start(["import", join(folder, "a.tieout"), "--wallet", pipe]).end;
    expect(stderr).toBe(
      `FILE_UNREADABLE: This is a pipe, a socket or a device, not a file (${pipe}). Check the path and your permission to read it.\n`,
    );
    expect(how).toEqual({ status: 2, signal: null });
    expect(readdirSync(folder)).toEqual(["pipe"]);
  },
);

test.skipIf(process.platform !== "linux")(
  "does not count a Ctrl-C passed on by npm as the second, and exits at once on a second one",
  async () => {
    // An export waits up to ten seconds for another one to leave the folder, and does not listen meanwhile.
    const folder = temporaryFolder();
    const ledger = join(folder, "a.tieout");
    const [wallets, tables] = [join(folder, "w.json"), join(folder, "tables")];
    writeFileSync(wallets, walletBody(wallet([1000, 200])));
    expect(await start(["import", ledger, "--wallet", wallets]).end).toMatchObject({ status: 0 });
    mkdirSync(tables);
    const note = { host: hostname(), pid: process.pid, renamings: [] };
    writeFileSync(join(tables, ".csv.publishing"), JSON.stringify(note));
    const running = start(["export", ledger, "--all", "--format", "csv", "--folder", "--out", tables]);
    await runKept(ledger);
    running.child.kill("SIGINT");
    running.child.kill("SIGINT");
    await setTimeout(700);
    expect(running.child.exitCode ?? running.child.signalCode).toBeNull();
    running.child.kill("SIGINT");
    expect(await running.end).toMatchObject({ status: null, signal: "SIGINT" });
  },
);

/** Waits until an export has kept its check: from then on it only writes. */
async function runKept(ledger: string): Promise<void> {
  for (;;) {
    const db = new Database(ledger, { readonly: true });
    try {
      if (db.prepare("SELECT count(*) FROM run").pluck().get() !== 0) return;
    } finally {
      db.close();
    }
    await setTimeout(5);
  }
}
