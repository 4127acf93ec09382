import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { COMPILED, temporaryFolder, tieout, tieoutProcess } from "../helpers/cli.ts";

const ENTRY = join(import.meta.dirname, "../../src/cli/index.ts");

interface Ready {
  readonly baseUrl: string;
  readonly appId: string;
  readonly secretKey: string;
  readonly phone: string;
  readonly password: string;
}

/** Starts `tieout sandbox` as a process of its own and waits for its line. */
async function start(
  ...args: string[]
): Promise<{ child: ChildProcess; ready: Ready; stderr: () => string }> {
  const child = spawn(process.execPath, [ENTRY, "sandbox", ...args], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: COMPILED },
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, ready: JSON.parse(line) as Ready, stderr: () => stderr };
}

const ask = async ({ baseUrl, secretKey, appId }: Ready, path: string, init: RequestInit = {}) =>
  fetch(`${baseUrl}${path}`, {
    ...init,
    headers: { "Content-Type": "application/json", Authorization: secretKey, Appid: appId },
  });

test.each(["SIGTERM", "SIGINT"] as const)(
  "serves from its first line until %s, then exits 0",
  async (signal) => {
    const { child, ready, stderr } = await start("--entries", "120", "--seed", "7");
    expect(Object.keys(ready)).toEqual(["baseUrl", "appId", "secretKey", "phone", "password"]);
    expect(ready.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
    const wallet = await ask(ready, "/sandbox/index/wallet/history");
    const { data } = (await wallet.json()) as { data: { histories: unknown[] } };
    expect(data.histories).toHaveLength(120);

    // One that still waits for its answer does not keep it from ending.
    await ask(ready, "/__sandbox/wire", { method: "POST", body: '{"rules":[{"fault":"hang"}]}' });
    const hanging = ask(ready, "/sandbox/index/user/fetch").catch(() => "ended");
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(await hanging).toBe("ended");
    expect(stderr()).toBe("");
  },
);

test("pull and check find in it what its arguments planted", async () => {
  const { ready } = await start("--entries", "300", "--convention", "bank", "--latency", "5");
  const ledger = join(temporaryFolder(), "wallet.tieout");
  const { baseUrl, secretKey, appId, phone, password } = ready;
  const pulled = await tieout(["pull", ledger, "--base-url", baseUrl], {
    env: {
      TIEOUT_SECRET_KEY: secretKey,
      TIEOUT_APP_ID: appId,
      TIEOUT_PHONE: phone,
      TIEOUT_PASSWORD: password,
    },
  });
  expect(pulled).toMatchObject({ status: 0, stderr: "" });
  const check = await tieout(["check", ledger, "--json"]);
  expect([check.status, check.stderr]).toEqual([0, ""]);
  expect(JSON.parse(check.stdout)).toMatchObject({
    convention: { used: "bank", source: "detected", breaks: { bank: 0 } },
    counts: { entries: 300, bySeverity: { error: 0 } },
    wallets: [{ entries: 300, tiesOut: true }],
  });
});

test("serves races at the rate and with the wallets asked for, and what went wrong", async () => {
  const { ready } = await start("--entries", "600", "--faults", "races", "--one-in", "10", "--wallets", "2");
  const { data } = (await (await ask(ready, "/sandbox/index/wallet/history")).json()) as {
    data: { histories: { businessID: number }[] };
  };
  expect(data.histories).toHaveLength(600);
  expect(new Set(data.histories.map(({ businessID }) => businessID)).size).toBe(2);
  const truth = (await (await ask(ready, "/__sandbox/faults")).json()) as {
    faults: unknown[];
    incidents: { kind: string; parents: unknown[] }[];
  };
  expect(truth.faults).toEqual([]);
  expect(truth.incidents.length).toBeGreaterThan(30);
  expect(truth.incidents.some(({ kind, parents }) => kind === "lost-update" && parents.length > 0)).toBe(
    true,
  );
});

test("gives the same credentials and records for the same arguments", async () => {
  const [one, same] = [
    await start("--entries", "50", "--seed", "9"),
    await start("--entries", "50", "--seed", "9"),
  ];
  expect({ ...one.ready, baseUrl: "" }).toEqual({ ...same.ready, baseUrl: "" });
  const walletOf = async ({ ready }: typeof one) =>
    (await ask(ready, "/sandbox/index/wallet/history")).text();
  expect(await walletOf(one)).toBe(await walletOf(same));
});

test("refuses a port in use, a bad plan, and an unknown word", async () => {
  const { ready } = await start("--entries", "0");
  const port = new URL(ready.baseUrl).port;
  const plan = join(temporaryFolder(), "plan.json");
  writeFileSync(plan, '{"missing-entry":-1}');
  const runs: [string[], RegExp][] = [
    [
      ["--port", port],
      /^PORT_UNAVAILABLE: Another program already uses port \d+ of 127\.0\.0\.1\. Name another port/u,
    ],
    [["--port", "70000"], /^USAGE: --port takes a whole number from 0 to 65535, not "70000"\./u],
    [
      ["--faults", "some.json"],
      /^USAGE: --faults takes none, default, races, all or a readable JSON file, not "some\.json"\./u,
    ],
    [["--faults", "races", "--one-in", "0"], /^USAGE: --one-in takes a whole number from 1, not "0"\./u],
    [["--faults", "all", "--wallets", "2"], /^USAGE: Two wallets go with the faults races alone/u],
    [["--faults", plan], /^USAGE: The plan of faults needs a whole number of 0 or more for missing-entry/u],
    [["--convention", "mine"], /^USAGE: --convention takes one of asset, bank, not "mine"\./u],
  ];
  for (const [args, line] of runs) {
    const run = await tieout(["sandbox", ...args]);
    expect({ args, status: run.status, stdout: run.stdout }).toEqual({ args, status: 2, stdout: "" });
    expect(run.stderr).toMatch(line);
    expect(run.stderr.trimEnd()).not.toContain("\n");
  }
});

test("--credentials-file holds what a pull needs while it serves, readable by its owner only", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "sandbox.json");
  const { child, ready } = await start("--entries", "20", "--credentials-file", file);
  const kept = JSON.parse(readFileSync(file, "utf8")) as Ready;
  expect(Object.keys(kept)).toEqual(["baseUrl", "appId", "secretKey", "phone", "password"]);
  // A terminal is logged and scrolled back; the credentials are in the file alone.
  expect(ready).toEqual({ baseUrl: kept.baseUrl, credentialsFile: file });
  // Windows knows no such modes.
  const mode = process.platform === "win32" ? 0o600 : statSync(file).mode & 0o777;
  expect(mode).toBe(0o600);
  const args = ["pull", "wallet.tieout", "--credentials", file];
  expect(await tieoutProcess(args, { cwd: folder })).toMatchObject({ status: 0 });
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(existsSync(file)).toBe(false);
});

test("--credentials-file never replaces a file", async () => {
  const file = join(temporaryFolder(), "escrow.json");
  writeFileSync(file, "somebody's own");
  const run = await tieout(["sandbox", "--entries", "20", "--credentials-file", file]);
  expect(run).toMatchObject({ status: 2, stdout: "" });
  expect(run.stderr).toMatch(/^USAGE: --credentials-file must name a new file/u);
  expect(readFileSync(file, "utf8")).toBe("somebody's own");
});

test("--bank writes the bank's statement and what became of each entry, into new files alone", async () => {
  const file = join(temporaryFolder(), "bank.csv");
  const { child } = await start("--entries", "200", "--bank", file);
  child.kill("SIGTERM");
  expect(readFileSync(file, "utf8")).toMatch(/^Account Number:,0123456789,Currency:,NGN\r\n/u);
  const truth = JSON.parse(readFileSync(`${file}.truth.json`, "utf8")) as object[];
  expect(truth[0]).toMatchObject({ walletIDs: [expect.any(Number)] });
  const again = await tieout(["sandbox", "--entries", "200", "--bank", file]);
  expect(again).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^USAGE: --bank must name a new file/u) as string,
  });
});
