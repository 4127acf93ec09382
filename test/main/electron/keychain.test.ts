/** Secrets where there is a keychain, where there is none, and where it is another by now. */
import { cpSync, existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { ConnectionFacts } from "../../../src/ipc/contract.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { type RunningApp, startApp } from "./app.ts";
import type { Setting } from "./stand-in/rules.ts";

const FIXTURE = join(import.meta.dirname, "../../fixtures/ledgers/schema-2.tieout");
const CANARY = "canary-secret-key-7f3a9";
const CONNECTION = {
  baseUrl: "https://service.example",
  pathPrefix: "/sandbox/index",
  authForm: "key",
  secretKey: CANARY,
  appId: "canary-app-id",
  phone: "",
  password: "",
};

/** An app with a small ledger open, the same one at each start in a folder. */
async function withLedger(told: Partial<Setting>): Promise<RunningApp> {
  const userData = told.userData ?? temporaryFolder();
  const ledger = join(userData, "wallet.tieout");
  if (!existsSync(ledger)) cpSync(FIXTURE, ledger);
  const app = await startApp({ ...told, userData, argv: ["electron", ".", ledger] });
  await vi.waitFor(async () => expect((await app.act("window")).title).toMatch(/^wallet/u), {
    timeout: 20_000,
  });
  return app;
}

async function saved(app: RunningApp): Promise<ConnectionFacts> {
  const reply = await app.call<ConnectionFacts>("connection.save", CONNECTION);
  if (!reply.ok) throw new Error(reply.fault.sentence);
  return reply.value;
}

const keptIn = (folder: string): string => readFileSync(join(folder, "connections.json"), "utf8");

/** Every file of the app's folder, for the canary. */
function everything(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

function expectNoCanary(text: string): void {
  for (const form of [CANARY, Buffer.from(CANARY).toString("base64").slice(0, -2), "canary-app-id"]) {
    expect(text).not.toContain(form);
  }
}

describe("case 61: no keychain", () => {
  test.each([
    ["Linux with basic_text", { keychain: "basic_text" }],
    ["Linux without any", { keychain: "absent" }],
    ["macOS without any", { keychain: "absent", platform: "darwin" }],
  ] as const)("%s: SECRET_UNPROTECTED, kept in memory only", async (_, told) => {
    const app = await withLedger(told);
    expect(await saved(app)).toMatchObject({
      kept: "memory",
      fault: { code: "SECRET_UNPROTECTED" },
      has: { secretKey: true },
    });
    expectNoCanary(everything(app.folder));
    expect(JSON.parse(keptIn(app.folder))).not.toMatchObject({ protected: expect.any(String) });
    expect((await app.act("seen")).breaches).toEqual([]);
  });
});

test("cases 52 and 62: keeps only the keychain's ciphertext, returns none of it, and keeps it when it cannot be decrypted", async () => {
  const userData = temporaryFolder();
  const app = await withLedger({ userData, keychain: "works" });
  expect(await saved(app)).toMatchObject({
    kept: "keychain",
    fault: null,
    has: { secretKey: true, password: false },
  });
  const before = keptIn(userData);
  expect(before).toContain('"protected"');
  expectNoCanary(everything(userData));
  for (const method of ["app.describe", "ledger.current", "connection.read", "jobs.list", "ledger.recent"]) {
    const reply = await app.call(method);
    expect(reply.ok).toBe(true);
    expectNoCanary(JSON.stringify(reply));
  }
  expectNoCanary(JSON.stringify(await app.act("heard")));
  expect((await app.act("seen")).breaches).toEqual([]);
  await app.act("quit");
  await app.exit;

  const later = await withLedger({ userData, keychain: "changed" });
  expect(await later.call<ConnectionFacts>("connection.read")).toMatchObject({
    ok: true,
    value: { fault: { code: "SECRET_UNREADABLE" }, has: { secretKey: false } },
  });
  expect(keptIn(userData)).toBe(before);
});
