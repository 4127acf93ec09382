import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { COMPILED, entryPoint, temporaryFolder, tieout } from "../helpers/cli.ts";
import { sale, wallet } from "../helpers/records.ts";
import { CANARY, CANARY_ENV, startService } from "../helpers/service.ts";
import { type Route, serve, serviceWith } from "../main/api/asking.ts";

const ENTRIES = wallet(Array.from({ length: 1300 }, (_, at) => 100 + (at % 7)));

function forms(secret: string): string[] {
  return [secret, Buffer.from(secret).toString("base64"), encodeURIComponent(secret)];
}

test("pulls everything first and later until records overlap, and writes no secret anywhere", async () => {
  const service = await startService({ entries: ENTRIES.slice(0, 600), transactions: [sale(1, 90)] });
  const folder = temporaryFolder();
  const ledger = join(folder, "wallet.tieout");
  const pull = ["pull", ledger, "--base-url", service.baseUrl];
  const first = await tieout(pull, { env: CANARY_ENV });
  expect(first).toMatchObject({ status: 0, stderr: "" });
  expect(first.stdout).toContain("600 entries received, 600 new");
  expect(service.requests).toEqual([
    "POST /user/auth/login",
    "GET /user/fetch",
    "GET /user/fetch/single",
    "GET /business/fetch",
    "GET /wallet/history",
    "GET /transaction/fetch/all",
    "GET /wallet/history?limit=20",
  ]);

  service.records.entries = ENTRIES.map((entry) =>
    entry.walletID === 590 ? { ...entry, description: "Other" } : entry,
  );
  service.requests.length = 0;
  const second = await tieout(pull, { env: CANARY_ENV });
  expect(second.stdout).toContain("1,300 entries received, 700 new, 1 changed since the last pull");
  expect(service.requests.filter((request) => request.includes("wallet"))).toEqual([
    "GET /wallet/history?limit=500",
    "GET /wallet/history?limit=2000",
    "GET /wallet/history?limit=20",
  ]);

  const check = await tieout(["check", ledger, "--json"]);
  expect(JSON.parse(check.stdout)).toMatchObject({
    convention: { used: "asset", breaks: { asset: 0 } },
    counts: { entries: 1300, findings: { "entry-changed": 1, "chain-break": 0, "history-gap": 0 } },
    wallets: [{ userID: 1, currency: "NGN", tiesOut: true }],
  });
  expect((await tieout(["verify", ledger])).status).toBe(0);
  const bytes = readFileSync(ledger, "latin1") + first.stdout + second.stdout + check.stdout;
  for (const secret of [CANARY.secretKey, CANARY.password, CANARY.token].flatMap(forms))
    expect(bytes).not.toContain(secret);
  expect(readdirSync(folder)).toEqual(["wallet.tieout"]);
});

test("a limit leaves a gap that the check names until a full pull closes it", async () => {
  const service = await startService({ entries: ENTRIES.slice(0, 100), transactions: [] });
  const ledger = join(temporaryFolder(), "wallet.tieout");
  const pull = ["pull", ledger, "--base-url", service.baseUrl];
  await tieout(pull, { env: CANARY_ENV });
  service.records.entries = ENTRIES;
  const limited = await tieout([...pull, "--limit", "50"], { env: CANARY_ENV });
  expect(limited.stdout).toContain(
    "  The newest 50 entries do not reach back to walletID 100, up to which the ledger holds it whole: a gap remains. " +
      "Pull without a limit to close it.\n",
  );
  const gap = JSON.parse((await tieout(["check", ledger, "--json"])).stdout) as {
    counts: { findings: object };
  };
  expect(gap.counts.findings).toMatchObject({ "history-gap": 1, "chain-break": 0 });
  const full = await tieout([...pull, "--full"], { env: CANARY_ENV });
  expect(full.stdout).not.toContain("gap");
  const whole = JSON.parse((await tieout(["check", ledger, "--json"])).stdout) as {
    counts: { findings: object };
  };
  expect(whole.counts.findings).toMatchObject({ "history-gap": 0, "chain-break": 0 });
});

test("what would vanish is accepted by name and reason, once the service was asked twice", async () => {
  const service = await startService({ entries: ENTRIES.slice(0, 20), transactions: [sale(1, 90)] });
  const ledger = join(temporaryFolder(), "wallet.tieout");
  const pull = ["pull", ledger, "--base-url", service.baseUrl];
  await tieout(pull, { env: CANARY_ENV });
  service.records.entries = ENTRIES.slice(0, 10);
  const refused = await tieout([...pull, "--full"], { env: CANARY_ENV });
  expect(refused).toMatchObject({ status: 2, stdout: "" });
  expect(refused.stderr).toMatch(/^PULL_VANISHING: The service was asked twice, .*\. .*--accept-vanished/u);
  expect(refused.stderr).toContain("--accept-vanished entries=10, --by and --note");
  const given = ["--accept-vanished", "entries=10"];
  const unclear = ["--accept-vanished", "10", "--by", "Ada Obi", "--note", "Gone"];
  for (const words of [given, unclear, ["--by", "Ada Obi"], [...given, "--note", "Gone"]]) {
    expect((await tieout([...pull, ...words], { env: CANARY_ENV })).stderr).toMatch(
      /^USAGE: .*--accept-vanished/u,
    );
  }
  const words = [...given, "--by", "Ada Obi", "--note", "The provider removed them"];
  const accepted = await tieout([...pull, "--full", ...words], { env: CANARY_ENV });
  expect(accepted.status).toBe(0);
  expect(accepted.stdout).toContain("asked twice");
  expect(accepted.stdout).toContain("as Ada Obi accepted");
  expect((await tieout(["verify", ledger])).status).toBe(0);
});

test("a refusal halfway keeps nothing, and echoed secrets are redacted", async () => {
  const service = await startService({ entries: ENTRIES, transactions: [] });
  service.refusals.set("/transaction/fetch/all", 401);
  const folder = temporaryFolder();
  const run = await tieout(["pull", join(folder, "wallet.tieout"), "--base-url", service.baseUrl], {
    env: CANARY_ENV,
  });
  expect(run.status).toBe(2);
  expect(run.stderr).toMatch(/^AUTH_EXPIRED: [^\n]+\n$/u);
  expect(run.stderr).not.toContain("canary");
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ["logging in", CANARY_ENV, "/sandbox/index/user/auth/login"],
  [
    "without a login",
    { TIEOUT_SECRET_KEY: CANARY.secretKey, TIEOUT_APP_ID: CANARY.appId },
    "/sandbox/index/user/fetch",
  ],
])("reports that no server responds, %s", async (_how, env, path) => {
  const folder = temporaryFolder();
  const run = await tieout(["pull", join(folder, "a.tieout"), "--base-url", "http://127.0.0.1:1"], { env });
  expect(run.stderr).toMatch(/^NET_UNREACHABLE: [^\n]+\n$/u);
  expect(run.stderr).toContain(`(${path})`);
  expect(run).toMatchObject({ status: 2, stdout: "" });
  expect(readdirSync(folder)).toEqual([]);
});

test("reports a missing folder before it sends a request", async () => {
  const service = await startService({ entries: ENTRIES, transactions: [] });
  const ledger = join(temporaryFolder(), "none", "a.tieout");
  const run = await tieout(["pull", ledger, "--base-url", service.baseUrl], { env: CANARY_ENV });
  expect(run.stderr).toMatch(/^LEDGER_NOT_FOUND: [^\n]+\n$/u);
  expect(run).toMatchObject({ status: 2, stdout: "" });
  expect(service.requests).toEqual([]);
});

test.each<[Route, "a new ledger" | "a ledger that is there"]>([
  ["wallet", "a new ledger"],
  ["transactions", "a new ledger"],
  ["transactions", "a ledger that is there"],
])(
  "keeps nothing when interrupted while waiting for the %s, into %s, and works the next time",
  async (route, into) => {
    const asked = Promise.withResolvers<void>();
    let holds = into === "a new ledger";
    const server = await serve((request, socket) => {
      // Never answers.
      serviceWith(holds ? { [route]: () => asked.resolve() } : {})(request, socket);
    });
    const folder = temporaryFolder();
    const ledger = join(folder, "a.tieout");
    const pull = ["pull", ledger, "--base-url", server.url];
    if (!holds) await tieout(pull, { env: CANARY_ENV });
    const held = existsSync(ledger) ? 2 : 0;
    const before = await tieout(["verify", ledger]);
    const files = readdirSync(folder);
    expect(files).toEqual(into === "a new ledger" ? [] : ["a.tieout"]);

    holds = true;
    const spool = temporaryFolder();
    const child = spawn(process.execPath, [entryPoint, ...pull], {
      env: { PATH: process.env["PATH"], TMPDIR: spool, NODE_COMPILE_CACHE: COMPILED, ...CANARY_ENV },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const said = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
    const closed = once(child, "close");
    await asked.promise;
    child.kill("SIGINT");
    expect(await closed).toEqual([2, null]);
    expect(said.stdout).toBe("");
    expect(said.stderr).toMatch(/^CANCELLED: [^\n]+\n$/u);
    expect([readdirSync(folder), readdirSync(spool)]).toEqual([files, []]);
    expect(await tieout(["verify", ledger])).toEqual(before);

    holds = false;
    const again = await tieout(pull, { env: CANARY_ENV });
    expect(again).toMatchObject({ status: 0, stderr: "" });
    expect(again.stdout).toContain(`2 entries received, ${2 - held} new`);
  },
);
