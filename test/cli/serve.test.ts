/** `tieout serve` as a process of its own, with the real app behind it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { LedgerFacts } from "../../src/ipc/contract.ts";
import type { Envelope } from "../../src/ipc/envelope.ts";
import type { Job } from "../../src/ipc/jobs.ts";
import { walletBody } from "../helpers/bodies.ts";
import { COMPILED, entryPoint, temporaryFolder, tieout } from "../helpers/cli.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { type TestWindow, admitted, hostFetch, tokenOf } from "../helpers/host.ts";
import { PASSPHRASE, testKey, testKeyFile } from "../helpers/ledgers/signing-keys.ts";
import { wallet } from "../helpers/records.ts";

interface Serving {
  readonly child: ChildProcess;
  readonly address: string;
  readonly origin: string;
  readonly home: string;
  /** What it said on stderr until now. */
  readonly warned: () => string;
  readonly end: Promise<{ status: number | null; signal: string | null; stdout: string; stderr: string }>;
}

/** Starts it and waits for its address. */
async function serve(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Serving> {
  const home = temporaryFolder();
  const child = spawn(process.execPath, [entryPoint, "serve", ...args], {
    env: {
      PATH: process.env["PATH"],
      TZ: "UTC",
      NODE_COMPILE_CACHE: COMPILED,
      TIEOUT_HOME: home,
      TMPDIR: tmpdir(),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const end = once(child, "close").then(([status, signal]) => ({
    status: status as number | null,
    signal: signal as string | null,
    stdout,
    stderr,
  }));
  const [address] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, address, origin: new URL(address).origin, home, warned: () => stderr, end };
}

const enter = async ({ address, origin }: Serving) => admitted({ origin, newAddress: () => address });

async function value<T>(reply: Promise<Envelope<unknown>>): Promise<T> {
  const envelope = await reply;
  if (!envelope.ok) throw new Error(JSON.stringify(envelope.fault));
  return envelope.value as T;
}

/** Hears of a job until it ends. */
async function ended(window: TestWindow, { id }: Job): Promise<Job> {
  for (;;) {
    const { message } = await window.next("event");
    if (message.event === "job.changed" && message.value.id === id && message.value.endedAtMs !== null)
      return message.value;
  }
}

async function upload({ origin }: Serving, filesKey: string, name: string, body: string): Promise<string> {
  const response = await hostFetch(`${origin}/files`, {
    method: "POST",
    headers: {
      Origin: origin,
      Authorization: `Bearer ${filesKey}`,
      "Content-Type": "application/octet-stream",
      "X-File-Name": name,
    },
    body,
  });
  const [file] = await value<{ handle: string }[]>(response.json() as Promise<Envelope<unknown>>);
  return file?.handle ?? "";
}

/** What a program keeps while it runs. */
const leftBy = ({ child }: Serving) =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`tieout-host-${child.pid}-`));

async function newLedger(): Promise<string> {
  const folder = temporaryFolder();
  const [ledger, saved] = [join(folder, "wallet.tieout"), join(folder, "w.json")];
  writeFileSync(saved, walletBody(wallet([100, 250, -50])));
  expect(await tieout(["import", ledger, "--wallet", saved])).toMatchObject({ status: 0, stderr: "" });
  return ledger;
}

test("prints one address, serves the built page, imports, exports and downloads there, and exits 0 when interrupted, the ledger whole", async () => {
  const serving = await serve();
  expect(serving.address).toMatch(/^http:\/\/tieout-[0-9a-f]{20}\.localhost:\d+\/#token=[\w-]{43}$/u);
  const { window, filesKey } = await enter(serving);
  expect(await window.call("app.describe", {})).toMatchObject({ ok: true, value: { host: "browser" } });
  expect(await window.call("ledger.current", {})).toEqual({ ok: true, value: null });
  const page = await (await hostFetch(serving.origin)).text();
  expect(page).toContain('<meta property="csp-nonce" nonce="');

  const answer = walletBody(wallet([100, 250, -50]));
  const file = await upload(serving, filesKey, "wallet.json", answer);
  expect(await value(window.call("import.look", { files: [file] }))).toMatchObject({
    files: [{ handle: file, name: "wallet.json", bytes: Buffer.byteLength(answer), kind: "wallet" }],
  });
  const chosen = await value<{ file: { handle: string; name: string } }>(
    window.call("files.chooseToSave", { purpose: "ledger", suggestedName: "October" }),
  );
  expect(chosen.file.name).toBe("October.tieout");
  const target = chosen.file.handle;
  const importing = await value<Job>(
    window.call("import.start", { target, files: [{ file, kind: "wallet" }] }),
  );
  expect(await ended(window, importing)).toMatchObject({ state: "done", result: { is: "pulled" } });
  const ledger = await value<LedgerFacts>(window.call("ledger.current", {}));
  expect(ledger).toMatchObject({ name: "October.tieout", counts: { entries: 3 } });

  const head = await value<{ snapshot: string; latestDatePaidAtMs: number }>(window.call("check.open", {}));
  expect(head.latestDatePaidAtMs).toBeTypeOf("number");
  const { snapshot } = head;
  const rows = await value<{ walletID: Int8Array; unapproved: Uint8Array }>(
    window.call("check.read", { snapshot, table: "entries", from: 0, count: 100 }),
  );
  expect(rows).toMatchObject({ walletID: Int8Array.of(1, 2, 3), unapproved: Uint8Array.of(0) });

  const workbook = await value<{ file: { handle: string } }>(
    window.call("files.chooseToSave", { purpose: "workbook", suggestedName: "October.xlsx" }),
  );
  const exporting = await value<Job>(
    window.call("export.start", {
      target: workbook.file.handle,
      period: null,
      options: { ...ledger.settings.options, timeZone: ledger.settings.timeZone },
      format: "xlsx",
    }),
  );
  const done = await ended(window, exporting);
  expect(done).toMatchObject({ state: "done", result: { is: "written", file: { name: "October.xlsx" } } });
  const written = done.result?.is === "written" ? done.result : null;
  const fetched = await hostFetch(`${serving.origin}/files/${written?.file.handle}`, {
    headers: { Authorization: `Bearer ${filesKey}` },
  });
  const bytes = new Uint8Array(await fetched.arrayBuffer());
  expect([bytes.length, String.fromCharCode(...bytes.slice(0, 2))]).toEqual([written?.bytes, "PK"]);

  // As of an impatient person.
  serving.child.kill("SIGINT");
  serving.child.kill("SIGINT");
  expect(await serving.end).toEqual({ status: 0, signal: null, stdout: `${serving.address}\n`, stderr: "" });
  expect(await window.closed).toBe(1001);
  expect(leftBy(serving)).toEqual([]);
  const kept = join(serving.home, "ledgers/October.tieout");
  // A host that serves for long backs its ledger up by itself.
  const beside = readdirSync(join(serving.home, "ledgers")).filter((name) => name !== "October backups");
  expect(beside).toEqual(["October.tieout"]);
  expect(await tieout(["verify", kept])).toMatchObject({ status: 0, stderr: "" });
});

test.runIf(IS_EXHAUSTIVE)(
  "opens a named ledger at once, keeps others from writing to it, and removes what it left when it was killed",
  async () => {
    const ledger = await newLedger();
    const serving = await serve([ledger]);
    const { window, filesKey } = await enter(serving);
    expect(await window.call("ledger.current", {})).toMatchObject({
      ok: true,
      value: { name: "wallet.tieout", readOnly: null, counts: { entries: 3 } },
    });
    const second = await tieout(["serve", ledger], { env: { TIEOUT_HOME: temporaryFolder() } });
    expect(second).toMatchObject({ status: 2, stdout: "" });
    expect(second.stderr).toMatch(/^LEDGER_LOCKED: [^\n]+\n$/u);
    const writing = await tieout(["settings", ledger, "--time-zone", "Africa/Lagos"]);
    expect(writing.status).toBe(2);
    expect(writing.stderr).toMatch(/^LEDGER_LOCKED: /u);
    await upload(serving, filesKey, "wallet.json", "[]");
    expect(leftBy(serving)).toHaveLength(1);
    serving.child.kill("SIGKILL");
    await serving.end;
    expect(leftBy(serving)).toHaveLength(1);

    const next = await serve([ledger]);
    expect(leftBy(serving)).toEqual([]);
    const entered = await enter(next);
    expect(await entered.window.call("ledger.current", {})).toMatchObject({
      ok: true,
      value: { name: "wallet.tieout", readOnly: null },
    });
    next.child.kill("SIGTERM");
    expect(await next.end).toMatchObject({ status: 0, stderr: "" });
    expect(await tieout(["settings", ledger, "--time-zone", "Africa/Lagos"])).toMatchObject({ status: 0 });
  },
);

test("reports what cannot be served in one line with its code", async () => {
  const folder = temporaryFolder();
  const [empty, foreign] = [join(folder, "empty.tieout"), join(folder, "foreign.tieout")];
  writeFileSync(empty, "");
  writeFileSync(foreign, "not a ledger, and longer than any header of one would be ".repeat(20));
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const taken = String((other.address() as AddressInfo).port);
  const runs: [string[], RegExp][] = [
    [[join(folder, "missing.tieout")], /^LEDGER_NOT_FOUND: /u],
    [[empty], /^LEDGER_EMPTY: /u],
    [[foreign], /^LEDGER_FOREIGN: /u],
    [
      ["--port", taken],
      /^PORT_UNAVAILABLE: Another program already uses port \d+ of 127\.0\.0\.1\. Name another port/u,
    ],
    [["--port", "x"], /^USAGE: --port takes a whole number from 0 to 65535, not "x"\./u],
    [["--token=x"], /^USAGE: /u],
    [[empty, foreign], /^USAGE: /u],
  ];
  const refused = runs.map(async ([args, line]) => {
    const run = await tieout(["serve", ...args], { env: { TIEOUT_HOME: join(folder, "home") } });
    expect({ args, status: run.status, stdout: run.stdout }).toEqual({ args, status: 2, stdout: "" });
    expect(run.stderr).toMatch(line);
    expect(run.stderr.trimEnd()).not.toContain("\n");
  });
  await Promise.all(refused);
  const blocked = await tieout(["serve"], { env: { TIEOUT_HOME: join(foreign, "home") } });
  expect(blocked).toMatchObject({ status: 2, stdout: "" });
  expect(blocked.stderr).toMatch(/^EXPORT_TARGET: The folder cannot be created: ENOTDIR[^\n]+\n$/u);
});

test.skipIf(process.platform !== "linux")(
  "--open passes the browser a private file that leads to the address, and no argument holds the token",
  async () => {
    const folder = temporaryFolder();
    const told = join(folder, "told");
    writeFileSync(
      join(folder, "xdg-open"),
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${told}.part'\ncat "$1" >> '${told}.part'\nenv >> '${told}.part'\nmv '${told}.part' '${told}'\n`,
    );
    chmodSync(join(folder, "xdg-open"), 0o755);
    const secrets = { TIEOUT_SECRET_KEY: "canary-key-11", TIEOUT_PASSWORD: "canary-pass-22" };
    const serving = await serve(["--open"], { PATH: `${folder}:/usr/bin:/bin`, ...secrets });
    while (!existsSync(told)) await setTimeout(10);
    // The browser is given an environment, and nothing of it is ours.
    expect(readFileSync(told, "utf8")).toContain("PATH=");
    expect(readFileSync(told, "utf8")).not.toMatch(/canary|TIEOUT_/u);
    const [path = "", ...html] = readFileSync(told, "utf8").split("\n");
    expect(path).toMatch(/\/open-tieout\.html$/u);
    expect(path).not.toContain(tokenOf(serving.address));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(html.join("\n")).toContain(`content="0;url=${serving.address}"`);
    await enter(serving);
    serving.child.kill("SIGTERM");
    expect(await serving.end).toMatchObject({ status: 0, stderr: "" });
    expect(existsSync(path)).toBe(false);
  },
);

test.runIf(process.platform === "linux" && IS_EXHAUSTIVE)(
  "puts that file where a browser packaged as a snap can read it",
  async () => {
    const folder = temporaryFolder();
    const told = join(folder, "told");
    const common = join(folder, "snap/firefox/common");
    mkdirSync(common, { recursive: true });
    const program = (name: string, script: string) => {
      writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(folder, name), 0o755);
    };
    program("xdg-settings", "echo firefox_firefox.desktop");
    program("xdg-open", `printf '%s' "$1" > '${told}.part'; mv '${told}.part' '${told}'`);
    const serving = await serve(["--open"], { PATH: `${folder}:/usr/bin:/bin`, HOME: folder });
    while (!existsSync(told)) await setTimeout(10);
    expect(readFileSync(told, "utf8")).toBe(join(common, "open-tieout.html"));
    serving.child.kill("SIGTERM");
    expect(await serving.end).toMatchObject({ status: 0, stderr: "" });
    expect(readdirSync(common)).toEqual([]);
  },
);

test.skipIf(process.platform !== "linux")("says that there is no browser, and keeps serving", async () => {
  const serving = await serve(["--open"], { PATH: temporaryFolder(), HOME: homedir() });
  await enter(serving);
  await expect.poll(serving.warned).toMatch(/\n$/u);
  serving.child.kill("SIGTERM");
  expect(await serving.end).toMatchObject({
    status: 0,
    stderr: "No browser could be started. Open the address above in a browser on this machine.\n",
  });
});

test("what the owner of a key does in the window is signed with it, and the page gets none of it", async () => {
  const ledger = await newLedger();
  const file = await testKeyFile(temporaryFolder(), testKey(1));
  const env = { TIEOUT_PASSPHRASE: PASSPHRASE };
  const enrolment = ["key", "enrol", ledger, "--by", "Ada Obi", "--sign-with", file];
  expect(await tieout(enrolment, { env })).toMatchObject({ status: 0 });
  const serving = await serve([ledger, "--sign-with", file], env);
  const { window } = await enter(serving);
  const tick = async (by: string, step: number) =>
    window.call("file.tick", { month: "2026-10", step, done: true, by, note: "Looked" });
  const told = [await tick("Ada Obi", 1), await tick("Cy Dee", 2)];
  expect(told.map(({ ok }) => ok)).toEqual([true, true]);
  expect(JSON.stringify(told)).not.toContain(testKey(1).key);
  serving.child.kill("SIGTERM");
  await serving.end;
  const listed = await tieout(["key", "list", ledger]);
  expect(listed.stdout).toMatch(
    /^Ada Obi has the key [0-9a-f ]+ since link \d+, and signed 2 links with it/u,
  );
  expect(listed.stdout).toContain("2 of 3 acts of people are signed with a key, the others by name only.");
});
