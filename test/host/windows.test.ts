/** The host's socket: who comes in, what is heard, what closes it. */
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { TestWindow, admitted, startTestHost, tokenOf } from "../helpers/host.ts";

test("calls are answered by their number, typed arrays and NaN as they are", async () => {
  const host = await startTestHost();
  const { window } = await admitted(host);
  const value = { columns: Float64Array.of(1, Number.NaN), latest: Number.NaN, text: "<script>" };
  window.say({ is: "call", id: 7, method: "echo", input: value });
  window.say({ is: "call", id: 8, method: "echo", input: null });
  expect(await window.next("reply")).toStrictEqual({ is: "reply", id: 7, reply: { ok: true, value } });
  expect(await window.next("reply")).toMatchObject({ id: 8, reply: { ok: true, value: null } });
});

test("a reply that cannot be carried is a defect, and the call does not hang", async () => {
  const { window } = await admitted(await startTestHost());
  expect(await window.call("undeclared", null)).toMatchObject({ ok: false, fault: { code: "DEFECT" } });
});

test("case 67: a token used twice, expired or made up is refused as unauthorized", async () => {
  let elapsedMs = 0;
  const host = await startTestHost({ elapsedMs: () => elapsedMs });
  const attempt = async (token: string | null, session: string | null = null) => {
    const window = await new TestWindow(host.origin).opened();
    window.say({ is: "hello", token, session });
    return Promise.race([window.closed, window.next("welcome").then(({ session: given }) => given)]);
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

test("a token that a session made needless is still good for another window", async () => {
  const host = await startTestHost();
  const { session } = await admitted(host);
  const token = tokenOf(host.newAddress());
  const again = await new TestWindow(host.origin).opened();
  again.say({ is: "hello", token, session });
  expect((await again.next("welcome")).session).toBe(session);
  const other = await new TestWindow(host.origin).opened();
  other.say({ is: "hello", token, session: null });
  expect((await other.next("welcome")).session).not.toBe(session);
});

test("before it is admitted nothing but the first message is heard", async () => {
  const host = await startTestHost();
  const hello = { is: "hello", token: tokenOf(host.newAddress()), session: null } as const;
  const first = await new TestWindow(host.origin).opened();
  first.say({ is: "call", id: 1, method: "echo", input: 1 });
  first.say(hello);
  expect(await first.closed).toBe(4401);
  for (const wrong of ["hello", Buffer.from([1, 2, 3]), Buffer.alloc(1_000_000)]) {
    const window = await new TestWindow(host.origin).opened();
    window.socket.send(wrong);
    window.say(hello);
    expect(await window.closed).toBe(4401);
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

test("one that says nothing is not waited for, and not many are let wait", { timeout: 20_000 }, async () => {
  const host = await startTestHost();
  const waiting = await Promise.all(
    Array.from({ length: 33 }, async () => new TestWindow(host.origin).opened()),
  );
  const begun = performance.now();
  expect(await Promise.race(waiting.map(({ closed }) => closed))).toBe(4401);
  expect(performance.now() - begun).toBeLessThan(5000);
  expect(await Promise.all(waiting.map(({ closed }) => closed))).toEqual(waiting.map(() => 4401));
  await admitted(host);
});

test("case 70: a frame that is too large is refused with 1009, and nothing of it is called", async () => {
  const host = await startTestHost();
  const { window } = await admitted(host);
  window.say({ is: "call", id: 1, method: "echo", input: "x".repeat(15_000_000) });
  expect(await window.next("reply")).toMatchObject({ reply: { ok: true } });
  window.say({ is: "call", id: 2, method: "echo", input: "x".repeat(20_000_000) });
  expect(await window.closed).toBe(1009);
  expect(host.backend.calls).toHaveLength(1);
  // In pieces it is no smaller, and who has not come in yet is told the same.
  const { window: second } = await admitted(host);
  for (let piece = 0; piece < 20; piece += 1) second.socket.send(Buffer.alloc(1_000_000), { fin: false });
  expect(await second.closed).toBe(1009);
  const stranger = await new TestWindow(host.origin).opened();
  stranger.socket.send(Buffer.alloc(20_000_000));
  expect(await stranger.closed).toBe(1009);
});

test("what is no message of the bridge closes the socket, and the others stay", async () => {
  const host = await startTestHost();
  const { window: other } = await admitted(host);
  for (const wrong of [
    "text",
    Buffer.from([0]),
    { is: "hello", token: null, session: null },
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

test("several windows: each hears every event, and only its own replies; one asks in another", async () => {
  const host = await startTestHost();
  const { window: one } = await admitted(host);
  one.say({ is: "invite", id: 1 });
  const { reply } = await one.next("reply");
  const address = (reply as { value: string }).value;
  expect(address).toMatch(new RegExp(`^${host.origin}/#token=[\\w-]{43}$`, "u"));
  const two = await new TestWindow(host.origin).opened();
  two.say({ is: "hello", token: tokenOf(address), session: null });
  await two.next("welcome");
  expect(await one.call("tell", null)).toMatchObject({ ok: true });
  const event = { is: "event", message: { event: "ledger.changed", value: null } };
  expect([await one.next("event"), await two.next("event")]).toEqual([event, event]);
  expect(two.heard).toEqual([]);
  one.socket.close();
  await one.closed;
  expect(await two.call("tell", null)).toMatchObject({ ok: true });
});

test("when it stops every window is told, the port is free and nothing is left behind, even by one that does not answer", async () => {
  const before = new Set(readdirSync(tmpdir()));
  const host = await startTestHost();
  const { window } = await admitted(host);
  const { window: deaf } = await admitted(host);
  deaf.socket.pause();
  const begun = performance.now();
  await Promise.all([host.stop(), host.stop()]);
  expect(performance.now() - begun).toBeLessThan(3000);
  expect(await window.closed).toBe(1001);
  const refused = new WebSocket(`${host.origin.replace("http", "ws")}/bridge`);
  expect(await new Promise((resolve) => refused.once("error", resolve))).toMatchObject({
    code: "ECONNREFUSED",
  });
  await setTimeout(10);
  // Other programs have folders of their own there.
  const left = readdirSync(tmpdir()).filter((name) => name.startsWith(`tieout-host-${process.pid}-`));
  expect(left.filter((name) => !before.has(name))).toEqual([]);
});
