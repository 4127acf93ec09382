/** Asking a sandbox over a real socket, without the client: what a test sends is what it wrote. */
import { onTestFinished } from "vitest";
import { request } from "undici";
import { type Sandbox, type ServeSettings, serveWorld } from "../../sandbox/serve-world.ts";
import type { World } from "../../sandbox/world.ts";

/** 2026-11-21T08:30:00Z. */
export const NOW_MS = Date.UTC(2026, 10, 21, 8, 30);

/** Serves a world at a fixed time until the test ends. */
export async function serve(world: World, settings: Partial<ServeSettings> = {}): Promise<Sandbox> {
  const sandbox = await serveWorld(world, { seed: 1, now: () => NOW_MS, ...settings });
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

/** The three headers that every request carries. */
export function headersOf({ secretKey, appId }: Sandbox): Record<string, string> {
  return { "Content-Type": "application/json", Authorization: secretKey, Appid: appId };
}

export interface Asked {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface Asking {
  readonly method?: "GET" | "POST" | "HEAD" | "PUT";
  /** In place of the three headers. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** @param path from the root on */
export async function askRaw(sandbox: Sandbox, path: string, asking: Asking = {}): Promise<Asked> {
  const { method = "GET", headers = headersOf(sandbox), body } = asking;
  const answer = await request(`${sandbox.baseUrl}${path}`, { method, headers, body: body ?? null });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

/** @param path under the prefix */
export async function ask(sandbox: Sandbox, path: string, asking: Asking = {}): Promise<Asked> {
  return askRaw(sandbox, `/sandbox/index${path}`, asking);
}

export async function logIn(sandbox: Sandbox, body: unknown): Promise<Asked> {
  const text = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return ask(sandbox, "/user/auth/login", { method: "POST", body: text });
}

/** Switches wire faults; `{}` switches them off. */
export async function switchWire(sandbox: Sandbox, plan: unknown): Promise<Asked> {
  return askRaw(sandbox, "/__sandbox/wire", { method: "POST", headers: {}, body: JSON.stringify(plan) });
}

/** What stands at a path inside an answer's JSON. */
export function within(text: string, ...path: readonly (string | number)[]): unknown {
  let value: unknown = JSON.parse(text);
  for (const key of path) value = (value as Record<string | number, unknown>)[key];
  return value;
}
