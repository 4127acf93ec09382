import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, tieout } from "../helpers/cli.ts";
import { sale, wallet } from "../helpers/records.ts";
import { CANARY, startService } from "../helpers/service.ts";

const ENV = {
  TIEOUT_SECRET_KEY: CANARY.secretKey,
  TIEOUT_APP_ID: CANARY.appId,
  TIEOUT_PHONE: CANARY.phone,
  TIEOUT_PASSWORD: CANARY.password,
};

const ENTRIES = wallet(Array.from({ length: 1300 }, (_, at) => 100 + (at % 7)));

function forms(secret: string): string[] {
  return [secret, Buffer.from(secret).toString("base64"), encodeURIComponent(secret)];
}

test("a first pull takes everything, a routine one until it overlaps, and no secret is anywhere", async () => {
  const service = await startService({ entries: ENTRIES.slice(0, 600), transactions: [sale(1, 90)] });
  const folder = temporaryFolder();
  const ledger = join(folder, "wallet.tieout");
  const pull = ["pull", ledger, "--base-url", service.baseUrl];
  const first = await tieout(pull, { env: ENV });
  expect(first).toMatchObject({ status: 0, stderr: "" });
  expect(first.stdout).toContain("600 entries received, 600 new");
  expect(service.requests).toEqual([
    "POST /user/auth/login",
    "GET /user/fetch",
    "GET /user/fetch/single",
    "GET /business/fetch",
    "GET /wallet/history",
    "GET /transaction/fetch/all",
  ]);

  service.records.entries = ENTRIES.map((entry) =>
    entry.walletID === 590 ? { ...entry, description: "Other" } : entry,
  );
  service.requests.length = 0;
  const second = await tieout(pull, { env: ENV });
  expect(second.stdout).toContain("1,300 entries received, 700 new, 1 changed since the last pull");
  expect(service.requests.filter((request) => request.includes("wallet"))).toEqual([
    "GET /wallet/history?limit=500",
    "GET /wallet/history?limit=2000",
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

test("a limit leaves a gap that the check names, until a full pull closes it", async () => {
  const service = await startService({ entries: ENTRIES.slice(0, 100), transactions: [] });
  const ledger = join(temporaryFolder(), "wallet.tieout");
  const pull = ["pull", ledger, "--base-url", service.baseUrl];
  await tieout(pull, { env: ENV });
  service.records.entries = ENTRIES;
  await tieout([...pull, "--limit", "50"], { env: ENV });
  const gap = JSON.parse((await tieout(["check", ledger, "--json"])).stdout) as {
    counts: { findings: object };
  };
  expect(gap.counts.findings).toMatchObject({ "history-gap": 1, "chain-break": 0 });
  await tieout([...pull, "--full"], { env: ENV });
  const whole = JSON.parse((await tieout(["check", ledger, "--json"])).stdout) as {
    counts: { findings: object };
  };
  expect(whole.counts.findings).toMatchObject({ "history-gap": 0, "chain-break": 0 });
});

test("a refusal in the middle keeps nothing, and what the service echoes is redacted", async () => {
  const service = await startService({ entries: ENTRIES, transactions: [] });
  service.refusals.set("/transaction/fetch/all", 401);
  const folder = temporaryFolder();
  const run = await tieout(["pull", join(folder, "wallet.tieout"), "--base-url", service.baseUrl], {
    env: ENV,
  });
  expect(run.status).toBe(2);
  expect(run.stderr).toMatch(/^AUTH_EXPIRED: [^\n]+\n$/u);
  expect(run.stderr).not.toContain("canary");
  expect(readdirSync(folder)).toEqual([]);
});

test("nobody there", async () => {
  const folder = temporaryFolder();
  const run = await tieout(["pull", join(folder, "a.tieout"), "--base-url", "http://127.0.0.1:1"], {
    env: ENV,
  });
  expect(run.stderr).toMatch(/^(?:NET_UNREACHABLE|LOGIN_UNKNOWN): [^\n]+\n$/u);
  expect(run.status).toBe(2);
  expect(readdirSync(folder)).toEqual([]);
});
