/** The page's end of the socket, at a real host over real sockets; only the browser around it is the test's. */
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket as Socket, WebSocketServer } from "ws";
import { decodeMessage, encodeMessage } from "../../src/ipc/codec.ts";
import type { MethodName } from "../../src/ipc/contract.ts";
import { type FromHost, MAX_FRAME_BYTES, type ToHost } from "../../src/ipc/socket.ts";
import {
  SocketBridge,
  type SocketEnvironment,
  keptSession,
  takeTokenFromAddress,
} from "../../src/renderer/bridge/open-bridge.ts";
import { type TestHost, hostFetch, startTestHost, tokenOf } from "../helpers/host.ts";

/** As a tab's, empty at first. */
function storage(): Pick<Storage, "getItem" | "setItem" | "removeItem"> & {
  readonly held: Map<string, string>;
} {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  };
}

interface Tab {
  readonly bridge: SocketBridge;
  readonly sockets: Socket[];
  readonly lost: (string | null)[];
}

/** A tab of a browser at this host. */
function tab(
  origin: string,
  token: string | null,
  kept = storage(),
  knock: SocketEnvironment["knock"] = async () => null,
): Tab {
  const sockets: Socket[] = [];
  const bridge = new SocketBridge({
    connect: () => {
      const { host, port } = new URL(origin);
      const socket = new Socket(`ws://127.0.0.1:${port}/bridge`, { origin, headers: { Host: host } });
      sockets.push(socket);
      socket.on("error", () => {});
      return socket as unknown as WebSocket;
    },
    fetch: async (path, init) =>
      hostFetch(`${origin}${path}`, {
        ...(init as object),
        headers: { ...Object.fromEntries(new Headers(init.headers)), Origin: origin },
      }) as unknown as Promise<Response>,
    session: keptSession(() => kept),
    knock,
    token,
  });
  const lost: (string | null)[] = [];
  bridge.onLost((fault) => lost.push(fault?.code ?? null));
  onTestFinished(() => {
    // Without a session it does not try again.
    kept.held.clear();
    for (const socket of sockets) socket.terminate();
  });
  return { bridge, sockets, lost };
}

const enter = (host: TestHost, kept = storage()) => tab(host.origin, tokenOf(host.newAddress()), kept);
/** The small backend knows methods of its own. */
const call = async ({ bridge }: Tab, method: string, input: unknown) =>
  bridge.call(method as MethodName, input);
const faultCode = { fault: { code: expect.any(String) as string } };

test("answers calls made before it is connected by their number, however the replies come", async () => {
  const host = await startTestHost();
  const one = enter(host);
  const inputs = [1, { a: Float64Array.of(Number.NaN) }, "third"];
  const replies = await Promise.all(inputs.map((input) => call(one, "echo", input)));
  expect(replies).toStrictEqual(inputs.map((value) => ({ ok: true, value })));
  expect(await call(one, "protect", null)).toMatchObject({
    ok: false,
    fault: { code: "SECRET_UNPROTECTED" },
  });
  expect(one.lost).toEqual([]);
});

test("keeps the token out of addresses and the session only in this tab's storage, and a reload uses it", async () => {
  const host = await startTestHost();
  const kept = storage();
  const token = tokenOf(host.newAddress());
  const one = tab(host.origin, token, kept);
  await call(one, "echo", 1);
  expect([...kept.held.keys()]).toEqual(["tieout.session"]);
  expect([...kept.held.values()]).not.toContain(token);
  expect(await call(tab(host.origin, null, kept), "echo", 2)).toEqual({ ok: true, value: 2 });
  // The same address opened again in this tab is used up, and not needed.
  expect(await call(tab(host.origin, token, kept), "echo", 3)).toEqual({ ok: true, value: 3 });
  expect(await call(tab(host.origin, token), "echo", 4)).toMatchObject({ fault: { code: "SESSION_ENDED" } });

  const history: unknown[] = [];
  const address = { hash: `#token=${token}`, pathname: "/", search: "" };
  const replaceState = (...given: unknown[]) => void history.push(given);
  expect(takeTokenFromAddress(address, { replaceState })).toBe(token);
  expect(takeTokenFromAddress(address, { replaceState }, "#/wallet")).toBe(token);
  expect(history).toEqual([
    [null, "", "/"],
    [null, "", "/#/wallet"],
  ]);
  expect(takeTokenFromAddress({ ...address, hash: "#/wallet" }, { replaceState })).toBeNull();
  expect(history).toHaveLength(2);
});

test("a storage that the browser blocks only costs the reload", async () => {
  const host = await startTestHost();
  const blocked = keptSession(() => {
    throw new Error("blocked");
  });
  blocked.write("s");
  expect(blocked.read()).toBe("s");
  blocked.write(null);
  expect(blocked.read()).toBeNull();
  expect(await call(enter(host), "echo", 1)).toEqual({ ok: true, value: 1 });
});

test("without token, session or another tab it ends at once, and a new address in the same tab connects it", async () => {
  const host = await startTestHost();
  const one = tab(host.origin, null);
  expect(await call(one, "echo", 1)).toMatchObject({
    ok: false,
    fault: {
      code: "SESSION_ENDED",
      remedy: "Open the address that `tieout serve` prints. Each works once, within a minute.",
    },
  });
  expect([one.sockets.length, one.lost]).toEqual([0, ["SESSION_ENDED"]]);
  one.bridge.enterWith("used up");
  expect(await call(one, "echo", 1)).toMatchObject(faultCode);
  one.bridge.enterWith(tokenOf(host.newAddress()));
  expect(await call(one, "echo", 1)).toEqual({ ok: true, value: 1 });
  expect(one.lost).toEqual(["SESSION_ENDED", null]);
});

test("a second tab gets in through an open one", async () => {
  const host = await startTestHost();
  const one = enter(host);
  const knock = async () => tokenOf((await one.bridge.invite()) ?? "");
  await call(one, "echo", 1);
  const two = tab(host.origin, null, storage(), knock);
  expect(await call(two, "echo", 2)).toEqual({ ok: true, value: 2 });
  const heard: unknown[] = [];
  two.bridge.listen((message) => heard.push(message));
  await call(one, "tell", null);
  await call(two, "echo", 3);
  expect(heard).toEqual([{ event: "ledger.changed", value: null }]);
});

test("after a lost connection, calls under way fail and are not sent again, and it reconnects", async () => {
  const host = await startTestHost();
  const one = enter(host);
  await call(one, "echo", "before");
  const underWay = call(one, "echo", "x".repeat(1_000_000));
  await Promise.resolve();
  one.sockets[0]?.terminate();
  expect(await underWay).toMatchObject({ ok: false, fault: { code: "HOST_LOST" } });
  expect(await call(one, "echo", "while lost")).toMatchObject({ fault: { code: "HOST_LOST" } });
  while (one.lost.at(-1) !== null) await setTimeout(20);
  expect(one.lost).toEqual(["HOST_LOST", null]);
  expect(await call(one, "echo", "after")).toEqual({ ok: true, value: "after" });
  const sent = host.backend.calls.map(([, input]) => input);
  expect(sent.filter((input) => input === "before" || input === "after")).toEqual(["before", "after"]);
  expect(sent).not.toContain("while lost");
  expect(sent.length).toBeLessThanOrEqual(3);
});

test("case 94: keeps its session when an unproven host says that it ended", async () => {
  const host = await startTestHost();
  const kept = storage();
  kept.setItem("tieout.session", "A".repeat(43));
  const one = tab(host.origin, null, kept);
  expect(await call(one, "echo", 1)).toMatchObject({ fault: { code: "SESSION_ENDED" } });
  expect([...kept.held.values()]).toEqual(["A".repeat(43)]);
  const tried = one.sockets.length;
  await setTimeout(700);
  expect(one.sockets).toHaveLength(tried);
  one.bridge.enterWith(tokenOf(host.newAddress()));
  expect(await call(one, "echo", 2)).toEqual({ ok: true, value: 2 });
  expect(one.lost).toEqual(["SESSION_ENDED", null]);
});

test("an expired session does not stop it from getting in through another tab", async () => {
  const host = await startTestHost();
  const one = enter(host);
  await call(one, "echo", 1);
  const kept = storage();
  kept.setItem("tieout.session", "A".repeat(43));
  const knock = async () => tokenOf((await one.bridge.invite()) ?? "");
  expect(await call(tab(host.origin, null, kept, knock), "echo", 2)).toEqual({ ok: true, value: 2 });
});

/** A program that takes over a port, lets every socket in and keeps all that it hears; it answers as it is told. */
async function takeOver(port: number, replies: (hello: ToHost) => readonly FromHost[]): Promise<Buffer[]> {
  const heard: Buffer[] = [];
  const server = new WebSocketServer({ port, host: "127.0.0.1" });
  server.on("connection", (socket) => {
    socket.on("message", (frame: Buffer) => {
      heard.push(frame);
      const message = decodeMessage(frame) as ToHost;
      for (const reply of replies(message)) socket.send(encodeMessage(reply));
    });
  });
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  return heard;
}

test.each<[string, (hello: ToHost) => readonly FromHost[]]>([
  ["welcomes everybody", () => [{ is: "welcome" }]],
  [
    "makes up a proof",
    () => [
      { is: "challenge", by: "session", nonce: "A".repeat(43), proof: "A".repeat(43) },
      { is: "welcome" },
      { is: "event", message: { event: "ledger.changed", value: null } },
    ],
  ],
  [
    "asks for a token that there is not",
    () => [{ is: "challenge", by: "token", nonce: "A".repeat(43), proof: "A".repeat(43) }],
  ],
])(
  "case 95: a program that takes over the port and %s learns nothing but a name, and is not taken for the host",
  async (_, replies) => {
    const host = await startTestHost();
    const kept = storage();
    const one = enter(host, kept);
    const events: unknown[] = [];
    one.bridge.listen((message) => events.push(message));
    await call(one, "echo", 1);
    const session = kept.getItem("tieout.session") ?? "";
    await host.stop();
    const heard = await takeOver(host.port, replies);
    while (heard.length < 2) await setTimeout(10);
    expect(await call(one, "echo", "secret figures")).toMatchObject({ fault: { code: "HOST_LOST" } });
    expect(await one.bridge.take([new File(["secret records"], "wallet.json")])).toMatchObject({
      fault: { code: "HOST_LOST" },
    });
    const said = Buffer.concat(heard).toString("latin1");
    expect(said).not.toContain(session);
    expect(said).not.toContain("secret");
    for (const frame of heard) {
      expect(decodeMessage(frame)).toEqual({
        is: "hello",
        token: null,
        session: expect.stringMatching(/^[\w-]{43}$/u) as string,
        nonce: expect.stringMatching(/^[\w-]{43}$/u) as string,
      });
    }
    expect(events).toEqual([]);
    expect(kept.getItem("tieout.session")).toBe(session);
    expect(one.lost).toEqual(["HOST_LOST"]);
  },
);

test("refuses more calls at once than it can carry before the connection suffers", async () => {
  const host = await startTestHost();
  const one = enter(host);
  expect(await call(one, "echo", "x".repeat(MAX_FRAME_BYTES))).toMatchObject({
    fault: { code: "IPC_INVALID" },
  });
  expect(await call(one, "echo", 1)).toEqual({ ok: true, value: 1 });
  expect(one.lost).toEqual([]);
});

test("reads batches of records whole, and says so when the host is gone", async () => {
  const host = await startTestHost();
  const one = enter(host);
  const request = { snapshot: "a b", table: "entries", from: 0, count: 7 };
  expect(await call(one, "check.read", request)).toEqual({
    ok: true,
    value: { of: request, column: Float64Array.of(1, Number.NaN) },
  });
  await host.stop();
  expect(await call(one, "check.read", request)).toMatchObject({ fault: { code: "HOST_LOST" } });
});

test("uploads files one by one under their names, and downloads what was written", async () => {
  const host = await startTestHost();
  const one = enter(host);
  const files = [new File(["[1]"], "wallet „ä“ 💶.json"), new File([""], "empty.json")];
  const taken = await one.bridge.take(files);
  expect(taken).toMatchObject({ ok: true, value: [{ name: "wallet „ä“ 💶.json" }, { name: "empty.json" }] });
  const reply = (await call(one, "save", { purpose: "workbook", name: "October.xlsx" })) as {
    value: { handle: string };
  };
  await expect(one.bridge.fetchFile(reply.value.handle)).rejects.toMatchObject({
    fault: { code: "FILE_UNREADABLE" },
  });
  await host.stop();
  while (one.lost.length === 0) await setTimeout(10);
  expect(await one.bridge.take(files)).toMatchObject({ fault: { code: "HOST_LOST" } });
  await expect(one.bridge.fetchFile(reply.value.handle)).rejects.toMatchObject({
    fault: { code: "HOST_LOST" },
  });
});
