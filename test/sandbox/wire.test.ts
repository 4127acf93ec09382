/** The faults of a wire, made by the sandbox and met by the real client: numbers are those of the list of faults. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { formatError } from "../../src/core/errors.ts";
import { type ClientSettings, ServiceClient } from "../../src/main/api/http/client.ts";
import { readEntries, readTransactions } from "../../src/main/api/records.ts";
import { Credentials } from "../../src/main/api/http/secret.ts";
import { pullIntoLedger } from "../../src/main/services/pull/pull.ts";
import { verifyLedgerFile } from "../../src/main/services/verify/verify.ts";
import { credentialsOf } from "../../sandbox/login.ts";
import type { Sandbox } from "../../sandbox/serve-world.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { Loopback, answer } from "../helpers/loopback.ts";
import { failureOf } from "../helpers/workbook/saved-files.ts";
import { askRaw, serve, switchWire } from "./asking.ts";
import { handmadeWorld } from "./handmade.ts";

const world = handmadeWorld(12);

type Call = "login" | "user" | "business" | "wallet" | "transactions";

function clientOf(sandbox: Sandbox, settings: Partial<ClientSettings> = {}): ServiceClient {
  const client = new ServiceClient({
    baseUrl: sandbox.baseUrl,
    credentials: new Credentials(sandbox),
    patience: { random: () => 0, sleep: () => Promise.resolve() },
    caps: { listBytes: 1_000_000 },
    ...settings,
  });
  onTestFinished(() => client.dispose());
  return client;
}

/** A call to its end: lists are read to their last record. */
async function call(client: ServiceClient, name: Call): Promise<unknown> {
  if (name === "login") return (await client.login()).record;
  if (name === "user") return (await client.fetchUser()).record;
  if (name === "business") return (await client.fetchBusiness()).record;
  if (name === "wallet") return [...readEntries(await client.downloadWallet(null))].flat();
  return [...readTransactions(await client.downloadTransactions())].flat();
}

async function met(rules: unknown, name: Call, settings: Partial<ClientSettings> = {}) {
  const sandbox = await serve(world);
  expect((await switchWire(sandbox, { rules })).status).toBe(200);
  const failure = await failureOf(call(clientOf(sandbox, settings), name));
  const shown = inspect(failure, { depth: 9, showHidden: true }) + formatError(failure);
  for (const secret of secretsOf(sandbox)) expect(shown).not.toContain(secret);
  return { sandbox, code: failure.code, message: failure.message, facts: failure.facts };
}

/** Key, password and token, plain and in the forms they travel in. */
function secretsOf({ secretKey, password }: Sandbox): string[] {
  return [secretKey, password, credentialsOf(1).token, `${secretKey}:`].flatMap((secret) => [
    secret,
    Buffer.from(secret).toString("base64"),
  ]);
}

/** So that what never ends is given up soon. */
const impatient = { timing: { headersMs: 100, bodyMs: 100, listDeadlineMs: 1000, recordDeadlineMs: 1000 } };

const LISTS_AND_RECORDS: readonly Call[] = ["user", "business", "wallet", "transactions"];

describe("each fault has its code", () => {
  test.each<[string, unknown]>([
    ["2: no headers", { fault: "hang" }],
    ["2: a body that stops", { fault: "stall", afterBytes: 100 }],
    ["3: a byte at a time", { fault: "drip", everyMs: 20 }],
  ])("%s", async (_what, fault) => {
    const calls = LISTS_AND_RECORDS.map(async (name) => (await met([fault], name, impatient)).code);
    expect(await Promise.all(calls)).toEqual(LISTS_AND_RECORDS.map(() => "NET_TIMEOUT"));
  });

  test.each<[string, unknown, string]>([
    ["4: half an answer", { fault: "truncate", afterBytes: 100 }, "NET_TRUNCATED"],
    ["4: the last byte is missing", { fault: "truncate", afterBytes: 1e9 }, "NET_TRUNCATED"],
    ["4: a reset", { fault: "reset" }, "NET_TRUNCATED"],
    ["5: conflicting lengths", { fault: "conflicting-lengths" }, "NET_PROTOCOL"],
    ["5: a header of 100 KB", { fault: "long-header" }, "NET_PROTOCOL"],
    ["6: larger than the cap", { fault: "oversize" }, "NET_TOO_LARGE"],
    ["7: gzip that grows to 50 MB", { fault: "gzip-bomb" }, "NET_TOO_LARGE"],
    ["8: a redirect", { fault: "redirect" }, "NET_REDIRECT"],
    ["10: a service that is down", { fault: "status", status: 503 }, "SERVICE_ERROR"],
    ["12: asked too often", { fault: "status", status: 429, retryAfter: 0 }, "NET_RATE_LIMITED"],
    ["13: a key that has expired", { fault: "status", status: 401 }, "AUTH_EXPIRED"],
    ["14: a page", { fault: "html" }, "PAYLOAD_NOT_JSON"],
    ["17: bad UTF-8", { fault: "bad-utf8" }, "PAYLOAD_ENCODING"],
    ["19: nothing", { fault: "empty" }, "PAYLOAD_EMPTY"],
    ["20: a key that stands twice", { fault: "duplicate-key" }, "PAYLOAD_DUPLICATE_KEY"],
    ["22: list in list", { fault: "nested" }, "PAYLOAD_DEPTH"],
    ["28: another status inside", { fault: "inner-status", status: 418, message: "no tea" }, "SERVICE_ERROR"],
  ])("%s", async (_what, fault, code) => {
    const found = await Promise.all(LISTS_AND_RECORDS.map(async (name) => (await met([fault], name)).code));
    expect(found).toEqual(LISTS_AND_RECORDS.map(() => code));
  });

  test("8: the target of a redirect receives nothing, not even a login", async () => {
    const target = await Loopback.start((_request, socket) => answer(socket, 200, "{}"));
    onTestFinished(() => target.stop());
    for (const status of [301, 302, 303, 307, 308]) {
      const rules = [{ fault: "redirect", status, location: `${target.url}/stolen` }];
      expect((await met(rules, "login")).code).toBe("NET_REDIRECT");
      expect((await met(rules, "wallet")).code).toBe("NET_REDIRECT");
    }
    expect(target.connections).toBe(0);
  });

  test("10: 503, 503, 200 is one download", async () => {
    const sandbox = await serve(world);
    await switchWire(sandbox, { rules: [{ fault: "status", status: 503, times: 2 }] });
    expect(await call(clientOf(sandbox), "wallet")).toHaveLength(12);
  });

  test.each([
    [{ fault: "status", status: 500 }],
    [{ fault: "status", status: 503 }],
    [{ fault: "hang" }],
    [{ fault: "reset" }],
    [{ fault: "truncate", afterBytes: 100 }],
  ])("11: tries a login met by %j once", async (fault) => {
    const settings = fault.fault === "hang" ? impatient : {};
    // A second try would succeed.
    const { code, sandbox } = await met([{ ...fault, endpoint: "login", times: 1 }], "login", settings);
    expect(code).toBe("LOGIN_UNKNOWN");
    expect(await call(clientOf(sandbox), "login")).toMatchObject({ userID: 12 });
  });

  test("12: reports a long Retry-After without waiting", async () => {
    const rule = { fault: "status", status: 429, retryAfter: 86_400, times: 1 };
    expect((await met([rule], "wallet")).code).toBe("NET_RATE_LIMITED");
  });

  test("16: redacts the key and the password in what the service echoes", async () => {
    for (const authorization of ["key", "basic", "bearer"] as const) {
      const { code, message } = await met([{ fault: "echo" }], "login", { authorization });
      expect(code).toBe("LOGIN_REFUSED");
      expect(message).toContain("[redacted]");
    }
    expect((await met([{ fault: "echo" }], "wallet")).message).toContain("[redacted]");
  });

  test.each<[string, string[], string | undefined, string, string]>([
    ["21: past 2^53", ["balance"], "9007199254740993", "PAYLOAD_AMOUNT", "9007199254740993"],
    ["21: a fraction", ["balance"], "1.5", "PAYLOAD_AMOUNT", "1.5"],
    ["21: beyond all numbers", ["balance"], "1e400", "PAYLOAD_AMOUNT", "1e400"],
    ["21: text", ["balance"], '"12"', "PAYLOAD_AMOUNT", '"12"'],
    ["24: a field missing", ["is_bonus"], undefined, "PAYLOAD_SCHEMA", "is_bonus"],
    ["24: a list", ["description"], "[]", "PAYLOAD_SCHEMA", "description"],
    ["29: no such day", ["dateCreated"], '"Tue, 31 Feb 2026 08:30:00 +0000"', "PAYLOAD_DATE", "31 Feb"],
    ["29: another weekday", ["dateCreated"], '"Mon, 21 Nov 2026 08:30:00 +0000"', "PAYLOAD_DATE", "Mon"],
  ])("%s names record and field", async (_what, path, put, code, quoted) => {
    const found = await met([{ fault: "field", record: 3, path, put }], "wallet");
    expect(found).toMatchObject({ code, facts: { record: "walletID 9", field: path[0] } });
    expect(found.message).toContain(quoted);
  });

  test("wrong types: the first whole number of the record, or the named one", async () => {
    expect((await met([{ fault: "wrong-type" }], "wallet")).facts.field).toBe("walletID");
    const named = await met([{ fault: "wrong-type", key: "credit_balance" }], "wallet");
    expect(named).toMatchObject({ code: "PAYLOAD_AMOUNT", facts: { field: "credit_balance" } });
    const fee = { fault: "field", path: ["fee", "taxfee"], put: "null" };
    expect((await met([fee], "transactions")).facts).toMatchObject({
      record: "payID 6",
      field: "fee.taxfee",
    });
  });

  test.each<[string, string[], string]>([
    ["18: a lone surrogate and NUL", ["description"], String.raw`"\ud800 \u0000"`],
    ["23: __proto__", ["__proto__"], '{"balance":1}'],
    ["24: an unknown field", ["colour"], '"red"'],
    ["24: an unknown action", ["action"], '"TELEPORT"'],
  ])("keeps %s, and the amounts", async (_what, path, put) => {
    const sandbox = await serve(world);
    const right = (await call(clientOf(sandbox), "wallet")) as { balance: number }[];
    await switchWire(sandbox, { rules: [{ fault: "field", path, put }] });
    const read = (await call(clientOf(sandbox), "wallet")) as { balance: number }[];
    expect(read.map(({ balance }) => balance)).toEqual(right.map(({ balance }) => balance));
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  test("a delay alone changes only the time", async () => {
    const sandbox = await serve(world);
    await switchWire(sandbox, { rules: [{ fault: "delay", ms: 100 }] });
    const startedMs = performance.now();
    expect(await call(clientOf(sandbox), "user")).toMatchObject({ userID: 12 });
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(99);
  });
});

describe("a pull that meets a fault keeps nothing of itself and everything from before", () => {
  const context = { now: () => Date.UTC(2026, 10, 21), appVersion: "test" };

  async function pull(sandbox: Sandbox, ledger: string) {
    return pullIntoLedger(
      {
        ledger,
        service: { baseUrl: sandbox.baseUrl, pathPrefix: "/sandbox/index", authForm: "key" },
        credentials: sandbox,
        history: { kind: "full" },
      },
      context,
    );
  }

  test.each<[string, Record<string, unknown>]>([
    ["NET_PROTOCOL", { fault: "long-header" }],
    ["NET_REDIRECT", { fault: "redirect" }],
    ["NET_RATE_LIMITED", { fault: "status", status: 429, retryAfter: 86_400 }],
    ["AUTH_EXPIRED", { fault: "status", status: 401 }],
    ["SERVICE_ERROR", { fault: "status", status: 500 }],
    ["SERVICE_ERROR", { fault: "echo" }],
    ["SERVICE_ERROR", { fault: "inner-status" }],
    ["PAYLOAD_NOT_JSON", { fault: "html" }],
    ["PAYLOAD_ENCODING", { fault: "bad-utf8" }],
    ["PAYLOAD_EMPTY", { fault: "empty" }],
    ["PAYLOAD_DUPLICATE_KEY", { fault: "duplicate-key" }],
    ["PAYLOAD_DEPTH", { fault: "nested" }],
    ["PAYLOAD_AMOUNT", { fault: "wrong-type" }],
    ["PAYLOAD_SCHEMA", { fault: "field", path: ["payref"] }],
    ["NET_TRUNCATED", { fault: "truncate", afterBytes: 500 }],
  ])("%s by %j", async (code, fault) => {
    const sandbox = await serve(world);
    const folder = temporaryFolder();
    const ledger = join(folder, "wallet.tieout");
    await pull(sandbox, ledger);
    const before = await verifyLedgerFile(ledger, null, context);
    expect(before.ok).toBe(true);

    await askRaw(sandbox, "/__sandbox/advance", { method: "POST", headers: {} });
    await switchWire(sandbox, { rules: [{ ...fault, endpoint: "transactions" }] });
    expect((await failureOf(pull(sandbox, ledger))).code).toBe(code);
    expect(await verifyLedgerFile(ledger, null, context)).toEqual(before);

    await switchWire(sandbox, {});
    expect((await pull(sandbox, ledger)).entries).toMatchObject({ received: 15, inserted: 3 });
    expect(readdirSync(folder)).toEqual(["wallet.tieout"]);
    const kept = readFileSync(ledger, "latin1");
    for (const secret of secretsOf(sandbox)) expect(kept).not.toContain(secret);
  });
});
