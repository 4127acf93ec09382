/** Every answer of the sandbox is one that the description allows, and that the client's schemas accept. */
import { describe, expect, onTestFinished, test } from "vitest";
import type { z } from "zod";
import {
  businessEnvelope,
  loginEnvelope,
  transactionsEnvelope,
  userEnvelope,
  walletHistoryEnvelope,
} from "../../src/main/api/schemas.ts";
import { generateWorld, type Sandbox, startSandbox } from "../../sandbox/generate/generate-world.ts";
import { type Asking, NOW_MS, ask, askRaw, headersOf, serve } from "./asking.ts";
import { complaints, schemaOf } from "./description.ts";
import { handmadeWorld } from "./handmade.ts";

const PREFIX = "/sandbox/index";

const SUCCESSES: Readonly<Record<string, z.ZodType>> = {
  "/user/auth/login": loginEnvelope,
  "/user/fetch": userEnvelope,
  "/user/fetch/single": userEnvelope,
  "/business/fetch": businessEnvelope,
  "/wallet/history": walletHistoryEnvelope,
  "/wallet/history?limit=3": walletHistoryEnvelope,
  "/transaction/fetch/all": transactionsEnvelope,
};

/** Asks, holds the answer against the description, and returns status and body. */
async function held(sandbox: Sandbox, path: string, asking: Asking = {}) {
  const answer = await askRaw(sandbox, `${PREFIX}${path}`, asking);
  const [route = ""] = path.split("?");
  const schema = schemaOf(`${PREFIX}${route}`, (asking.method ?? "GET").toLowerCase(), answer.status);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  const body = JSON.parse(answer.text) as unknown;
  expect({ path, complaints: complaints(schema ?? "none", body) }).toEqual({ path, complaints: [] });
  return { status: answer.status, body, schema };
}

/** Asks for all there is, and returns what is no success by the client's schemas. */
async function refusedSuccesses(sandbox: Sandbox): Promise<string[]> {
  const { phone, password } = sandbox;
  const refused: string[] = [];
  for (const [path, zod] of Object.entries(SUCCESSES)) {
    const login = path.endsWith("login");
    const asking = login ? { method: "POST" as const, body: JSON.stringify({ phone, password }) } : {};
    const { body } = await held(sandbox, path, asking);
    const { error } = zod.safeParse(body);
    if (error !== undefined) refused.push(`${path}: ${error.message}`);
  }
  return refused;
}

test("a world made by hand: empty, small and a month on", async () => {
  const world = handmadeWorld(20);
  for (const one of [handmadeWorld(0), world, world.advance()]) {
    expect(await refusedSuccesses(await serve(one))).toEqual([]);
  }
});

describe("worlds from seeds, now and a month on", () => {
  const plans = [1, 2, 3].flatMap((seed) =>
    (["none", "default"] as const).map((faults) => ({ seed, faults, entries: 250 * seed })),
  );

  test.each(plans)("seed $seed, faults $faults", async ({ seed, faults, entries }) => {
    const convention = seed % 2 === 0 ? "bank" : "asset";
    const world = generateWorld({ seed, faults, entries, convention });
    for (const one of [world, world.advance()]) {
      expect(await refusedSuccesses(await serve(one, { seed }))).toEqual([]);
    }
  });

  test("the same arguments give the same bytes, truth included, and another seed gives others", async () => {
    const settings = { entries: 300, faults: "default", now: () => NOW_MS } as const;
    const [one, same, other] = [
      await startSandbox({ ...settings, seed: 5 }),
      await startSandbox({ ...settings, seed: 5 }),
      await startSandbox({ ...settings, seed: 6 }),
    ];
    onTestFinished(async () => {
      for (const sandbox of [one, same, other]) await sandbox.stop();
    });
    const advance = { method: "POST" as const };
    for (let months = 0; months < 2; months += 1) {
      for (const path of ["/user/fetch", "/business/fetch", "/wallet/history", "/transaction/fetch/all"]) {
        const { text } = await ask(one, path);
        expect((await ask(same, path)).text).toBe(text);
        expect((await ask(other, path)).text).not.toBe(text);
      }
      expect((await askRaw(same, "/__sandbox/faults")).text).toBe(
        (await askRaw(one, "/__sandbox/faults")).text,
      );
      const before = one.lastMonth;
      for (const sandbox of [one, same, other]) await askRaw(sandbox, "/__sandbox/advance", advance);
      expect(one.lastMonth > before).toBe(true);
      expect(same.lastMonth).toBe(one.lastMonth);
    }
  });
});

describe("every refusal has the documented envelope", () => {
  test("of the headers, on every path", async () => {
    const sandbox = await serve(handmadeWorld(3));
    const right = headersOf(sandbox);
    const { "Content-Type": _type, ...noType } = right;
    const { Authorization: _key, ...noKey } = right;
    for (const path of Object.keys(SUCCESSES)) {
      const method = path.endsWith("login") ? ("POST" as const) : ("GET" as const);
      const statuses: number[] = [];
      for (const headers of [noType, noKey, { ...right, Appid: "wrong" }]) {
        const { status, body, schema } = await held(sandbox, path, { method, headers });
        statuses.push(status);
        expect([schema, (body as { status: number }).status]).toEqual(["ErrorEnvelope", status]);
      }
      expect([path, statuses]).toEqual([path, [400, 401, 401]]);
    }
  });

  test("of a query, and of an unknown method", async () => {
    const sandbox = await serve(handmadeWorld(3));
    const login = async (body: string) =>
      (await held(sandbox, "/user/auth/login", { method: "POST", body })).status;
    expect((await held(sandbox, "/wallet/history?limit=0")).status).toBe(422);
    expect(await login("{")).toBe(400);
    expect(await login('{"phone":5,"password":"x"}')).toBe(422);
    const wrong = JSON.stringify({ phone: sandbox.phone, password: "x" });
    for (let tries = 0; tries < 10; tries += 1) expect(await login(wrong)).toBe(401);
    expect(await login(wrong)).toBe(429);
  });
});
