/** The host's socket: who comes in, what is heard, what closes it. */
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { Handshake } from "../../src/renderer/bridge/open-bridge.ts";
import { TestWindow, admitted, startTestHost, tokenOf } from "../helpers/host.ts";

test("answers calls by their number, with typed arrays and NaN intact", async () => {
  const host = await startTestHost();
  const { window } = await admitted(host);
  const value = { columns: Float64Array.of(1, Number.NaN), latest: Number.NaN, text: "<script>" };
  window.say({ is: "call", id: 7, method: "echo", input: value });
  window.say({ is: "call", id: 8, method: "echo", input: null });
  expect(await window.next("reply")).toStrictEqual({ is: "reply", id: 7, reply: { ok: true, value } });
  expect(await window.next("reply")).toMatchObject({ id: 8, reply: { ok: true, value: null } });
});

test("gets ready what the first window will wait for", async () => {
  const { backend } = await startTestHost();
  expect(backend.isWarm()).toBe(true);
});

test("reports a reply that cannot be sent as a defect, and the call ends", async () => {
  const { window } = await admitted(await startTestHost());
  expect(await window.call("undeclared", null)).toMatchObject({ ok: false, fault: { code: "DEFECT" } });
});

test("case 67: refuses a token used twice, expired or made up as unauthorized", async () => {
  let elapsedMs = 0;
  const host = await startTestHost({ elapsedMs: () => elapsedMs });
  const attempt = async (token: string | null, session: string | null = null) => {
    const window = await new TestWindow(host.origin).opened();
    return Promise.race([window.closed, window.enter({ token, session }).then((entered) => entered.session)]);
  };
  const token = tokenOf(host.newAddress());
  const session = await attempt(token);
  expect(session).toMatch(/^[\w-]{43}$/u);
  expect(await attempt(token)).toBe(4401);

  const late = tokenOf(host.newAddress());
  elapsedMs += 60_000;
  expect(await attempt(late)).toBe(4401);
  elapsedMs -= 30_000;
  expect(await attempt(late)).toBe(4401);
  const inTime = tokenOf(host.newAddress());
  elapsedMs += 59_999;
  expect(await attempt(inTime)).toMatch(/^[\w-]{43}$/u);

  expect(await attempt("A".repeat(43))).toBe(4401);
  expect(await attempt(null, "A".repeat(43))).toBe(4401);
  expect(await attempt(null)).toBe(4401);
  expect(await attempt("")).toBe(4401);
  // A reload brings its session; a token is not a session, and a session is no token.
  elapsedMs += 1e9;
  expect(await attempt(null, session as string)).toBe(session);
  expect(await attempt("used up", session as string)).toBe(session);
  expect(await attempt(session as string)).toBe(4401);
  expect(await attempt(null, tokenOf(host.newAddress()))).toBe(4401);
});

test("keeps a token that a session made unnecessary good for another window", async () => {
  const host = await startTestHost();
  const { session } = await admitted(host);
  const token = tokenOf(host.newAddress());
  const again = await new TestWindow(host.origin).opened();
  expect((await again.enter({ token, session })).session).toBe(session);
  const other = await new TestWindow(host.origin).opened();
  expect((await other.enter({ token })).session).not.toBe(session);
});

test("before it admits a window reads only the first message", async () => {
  const host = await startTestHost();
  const token = tokenOf(host.newAddress());
  const hello = await new Handshake({ token, session: null }).hello();
  const first = await new TestWindow(host.origin).opened();
  first.say({ is: "call", id: 1, method: "echo", input: 1 });
  first.say(hello);
  expect(await first.closed).toBe(4401);
  for (const [wrong, code] of [
    ["hello", 4401],
    [Buffer.from([1, 2, 3]), 4401],
    [Buffer.alloc(1_000_000), 1009],
  ] as const) {
    const window = await new TestWindow(host.origin).opened();
    window.socket.send(wrong);
    window.say(hello);
    expect(await window.closed).toBe(code);
    expect(window.heard).toEqual([]);
  }
  expect(host.backend.calls).toEqual([]);
  // And no event reaches one that waits.
  const waiting = await new TestWindow(host.origin).opened();
  const { window } = await admitted(host);
  await window.call("tell", null);
  await window.next("event");
  expect(waiting.heard).toEqual([]);
});

test("case 94: silent sockets wait by the hundred, and one with a session gets in", async () => {
  const host = await startTestHost();
  const { session } = await admitted(host);
  const waiting = await Promise.all(
    Array.from({ length: 300 }, async () => new TestWindow(host.origin).opened()),
  );
  const again = await new TestWindow(host.origin).opened();
  expect((await again.enter({ session })).session).toBe(session);
  // The longest waiting made room, and may try again: nobody says that their session ended.
  const gone = waiting.slice(0, 300 - 128);
  expect(new Set(await Promise.all(gone.map(({ closed }) => closed)))).toEqual(new Set([1013]));
  expect(waiting.slice(-100).map(({ socket }) => socket.readyState)).toEqual(
    Array.from({ length: 100 }, () => WebSocket.OPEN),
  );
}, 30_000);

test("does not wait for a silent one", async () => {
  const host = await startTestHost();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const waiting = await new TestWindow(host.origin).opened();
  vi.advanceTimersByTime(9999);
  expect(waiting.socket.readyState).toBe(WebSocket.OPEN);
  vi.advanceTimersByTime(1);
  expect(await waiting.closed).toBe(4401);
  await admitted(host);
});

test("case 94: keeps nothing that sockets send before they are admitted", async () => {
  const host = await startTestHost();
  const upgrade = `GET /bridge HTTP/1.1\r\nHost: ${host.name}:${host.port}\r\nOrigin: ${host.origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
  // A hello that is none, then 15 MB of one frame without its end; all sockets send the same bytes, which this process holds once.
  const noHello = Buffer.from([0x82, 0x81, 0, 0, 0, 0, 7]);
  const frame = Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 0xf0, 0, 1, 0, 0, 0, 0]);
  const payload = Buffer.alloc(15 * 1024 * 1024);
  const before = process.memoryUsage().external;
  let peak = before;
  const looking = setInterval(() => (peak = Math.max(peak, process.memoryUsage().external)), 10);
  const sockets = Array.from({ length: 60 }, (_, at) => {
    const socket = connect(host.port, "127.0.0.1").on("error", () => {});
    socket.write(upgrade);
    if (at % 2 === 0) socket.write(noHello);
    socket.write(frame);
    socket.write(payload);
    return new Promise((closed) => {
      socket.resume().once("close", closed);
    });
  });
  await Promise.all(sockets);
  clearInterval(looking);
  expect(peak - before).toBeLessThan(100 * 1024 * 1024);
  await admitted(host);
}, 60_000);

test("refuses a window that cannot prove what it names, and the token stays good for its owner", async () => {
  const host = await startTestHost();
  const token = tokenOf(host.newAddress());
  const hello = await new Handshake({ token, session: null }).hello();
  const thief = await new TestWindow(host.origin).opened();
  thief.say(hello);
  const challenge = await thief.next("challenge");
  // The host's own proof, said back to it, proves nothing.
  thief.say({ is: "prove", proof: challenge.proof });
  expect(await thief.closed).toBe(4401);
  const owner = await new TestWindow(host.origin).opened();
  expect((await owner.enter({ token })).session).toMatch(/^[\w-]{43}$/u);
  expect(JSON.stringify([hello, challenge])).not.toContain(token);
});

test("admits one of twenty windows that prove one token at once", async () => {
  const host = await startTestHost();
  const token = tokenOf(host.newAddress());
  const entered = await Promise.allSettled(
    Array.from({ length: 20 }, async () => (await new TestWindow(host.origin).opened()).enter({ token })),
  );
  expect(entered.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("case 70: refuses a frame that is too large with 1009, and calls nothing in it", async () => {
  const host = await startTestHost();
  const { window } = await admitted(host);
  window.say({ is: "call", id: 1, method: "echo", input: "x".repeat(15_000_000) });
  expect(await window.next("reply")).toMatchObject({ reply: { ok: true } });
  window.say({ is: "call", id: 2, method: "echo", input: "x".repeat(20_000_000) });
  expect(await window.closed).toBe(1009);
  expect(host.backend.calls).toHaveLength(1);
  // In pieces it is no smaller; who has not come in yet may send far less.
  const { window: second } = await admitted(host);
  for (let piece = 0; piece < 20; piece += 1) second.socket.send(Buffer.alloc(1_000_000), { fin: false });
  expect(await second.closed).toBe(1009);
  const stranger = await new TestWindow(host.origin).opened();
  stranger.socket.send(Buffer.alloc(20_000_000));
  expect(await stranger.closed).toBe(1009);
});

test("closes a socket that sends no message of the bridge, and keeps the others", async () => {
  const host = await startTestHost();
  const { window: other } = await admitted(host);
  for (const wrong of [
    "text",
    Buffer.from([0]),
    { is: "hello", token: null, session: null, nonce: "A".repeat(43) },
    { is: "prove", proof: "A".repeat(43) },
    { is: "call", id: -1, method: "echo", input: null },
    { is: "call", id: 1, method: "echo", input: null, more: 1 },
    { is: "else", id: 1 },
  ]) {
    const { window } = await admitted(host);
    if (typeof wrong === "string" || Buffer.isBuffer(wrong)) window.socket.send(wrong);
    else window.say(wrong as never);
    expect(await window.closed).toBe(1007);
  }
  expect(await other.call("echo", 1)).toEqual({ ok: true, value: 1 });
  expect(host.backend.calls).toEqual([["echo", 1]]);
});

test("sends events to every window, and replies only to the caller; a dialog opens in the one that asked", async () => {
  const host = await startTestHost();
  const { window: one } = await admitted(host);
  one.say({ is: "invite", id: 1 });
  const { reply } = await one.next("reply");
  const address = (reply as { value: string }).value;
  expect(address).toMatch(new RegExp(`^${host.origin}/#token=[\\w-]{43}$`, "u"));
  const two = await new TestWindow(host.origin).opened();
  await two.enter({ token: tokenOf(address) });
  expect(await one.call("tell", null)).toMatchObject({ ok: true });
  const event = { is: "event", message: { event: "ledger.changed", value: null } };
  expect([await one.next("event"), await two.next("event")]).toEqual([event, event]);
  expect(two.heard).toEqual([]);
  one.socket.close();
  await one.closed;
  expect(await two.call("tell", null)).toMatchObject({ ok: true });
});

test("when it stops it informs every window, frees the port and leaves nothing behind, even with an unresponsive one", async () => {
  const before = new Set(readdirSync(tmpdir()));
  const host = await startTestHost();
  const { window } = await admitted(host);
  const { window: deaf } = await admitted(host);
  deaf.socket.pause();
  const begun = performance.now();
  await Promise.all([host.stop(), host.stop()]);
  expect(performance.now() - begun).toBeLessThan(3000);
  expect(await window.closed).toBe(1001);
  const refused = new WebSocket(`ws://127.0.0.1:${host.port}/bridge`);
  expect(await new Promise((resolve) => refused.once("error", resolve))).toMatchObject({
    code: "ECONNREFUSED",
  });
  await setTimeout(10);
  // Other programs have folders of their own there.
  const left = readdirSync(tmpdir()).filter((name) => name.startsWith(`tieout-host-${process.pid}-`));
  expect(left.filter((name) => !before.has(name))).toEqual([]);
});
