import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { serveWorld } from "../../sandbox/serve-world.ts";
import { ask, headersOf, serve, within } from "./asking.ts";
import { handmadeWorld } from "./handmade.ts";

const world = handmadeWorld(12);

test("reports a port in use in one sentence", async () => {
  const sandbox = await serve(world);
  const port = Number(new URL(sandbox.baseUrl).port);
  await expect(serveWorld(world, { seed: 1, port })).rejects.toMatchObject({
    code: "PORT_UNAVAILABLE",
    message: `Another program already uses port ${port} of 127.0.0.1.`,
  });
});

test("listens on no address but 127.0.0.1", async () => {
  const sandbox = await serve(world);
  const elsewhere = { ...sandbox, baseUrl: sandbox.baseUrl.replace("127.0.0.1", "127.0.0.2") };
  await expect(ask(elsewhere, "/user/fetch")).rejects.toThrow("connect");
});

test("waits the latency before each response", async () => {
  const sandbox = await serve(world, { latencyMs: 120 });
  const startedMs = performance.now();
  await ask(sandbox, "/user/fetch");
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(119);
});

test("stopping ends open and waiting requests, and frees the port", async () => {
  const sandbox = await serveWorld(world, { seed: 1, latencyMs: 600_000 });
  const waiting = ask(sandbox, "/user/fetch").then(
    () => "answered",
    () => "ended",
  );
  const socket = connect(Number(new URL(sandbox.baseUrl).port), "127.0.0.1");
  await once(socket, "connect");
  const closed = new Promise((resolve) => {
    socket.on("error", () => undefined).on("close", resolve);
  });
  const startedMs = performance.now();
  await sandbox.stop();
  expect(await waiting).toBe("ended");
  await closed;
  // The answer itself would have waited for ten minutes.
  expect(performance.now() - startedMs).toBeLessThan(30_000);
  await expect(ask(sandbox, "/user/fetch")).rejects.toThrow("ECONNREFUSED");
});

test("makes a list as it is read: where the reader waits, so does the service", async () => {
  let made = 0;
  const count = 200_000;
  const entries = new Proxy(Array<(typeof world.entries)[number]>(count).fill(world.entries[0]!), {
    get: (list, key, receiver) => {
      if (key !== "length") made += 1;
      return Reflect.get(list, key, receiver) as unknown;
    },
  });
  const sandbox = await serve({ ...world, entries });
  const socket = connect(Number(new URL(sandbox.baseUrl).port), "127.0.0.1");
  const head = Object.entries(headersOf(sandbox)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET /sandbox/index/wallet/history HTTP/1.1\r\nHost: 127.0.0.1\r\n${head.join("")}\r\n`);
  await once(socket, "readable");
  await new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(count / 3);
  socket.destroy();
  const whole = await ask(sandbox, "/wallet/history");
  expect((within(whole.text, "data", "histories") as unknown[]).length).toBe(count);
});
