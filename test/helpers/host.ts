/** A browser host with a small backend of the test's own, and clients that may say whatever they like. */
import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { basename, join } from "node:path";
import { Agent, type RequestInit, type Response, fetch } from "undici";
import { WebSocket } from "ws";
import { type Host, type HostSettings, serveApp } from "../../src/main/backend/server/serve.ts";
import { decodeMessage, encodeMessage } from "../../src/ipc/codec.ts";
import { type Envelope, faultOf } from "../../src/ipc/envelope.ts";
import { SIGNED, type FromHost, type ToHost } from "../../src/ipc/socket.ts";
import type { Backend, BackendSettings } from "../../src/main/backend/backend.ts";
import type { SavePurpose } from "../../src/main/backend/calls/desk.ts";
import { Handshake, type EntranceSecrets, pageMac } from "../../src/renderer/bridge/open-bridge.ts";
import { atEnd } from "./at-end.ts";
import { temporaryFolder } from "./cli.ts";

export interface SmallBackend extends Backend {
  readonly calls: [string, unknown][];
  readonly paths: Map<string, string>;
  /** Whether the host asked for what its first window will wait for. */
  readonly isWarm: () => boolean;
}

/** A backend that answers `echo` with its input, `check.read` with a column, gives handles, and saves where the platform says. */
export function smallBackend(parts: BackendSettings): SmallBackend {
  const paths = new Map<string, string>();
  let isWarm = false;
  const calls: [string, unknown][] = [];
  const handleOf = (path: string) => {
    const handle = randomUUID();
    paths.set(handle, path);
    return { handle, name: basename(path), where: "there" };
  };
  const answer = async (method: string, input: unknown): Promise<unknown> => {
    if (method === "echo") return input;
    if (method === "check.read") return { of: input, column: Float64Array.of(1, Number.NaN) };
    if (method === "tell") parts.send({ event: "ledger.changed", value: null });
    if (method === "undeclared") return new Map();
    if (method === "reveal") await parts.platform.reveal("/any");
    if (method === "open") return parts.platform.chooseToOpen("answers");
    if (method === "protect") return parts.platform.secrets.protect("canary");
    if (method === "save") {
      const { purpose, name } = input as { purpose: SavePurpose; name: string };
      const path = await parts.platform.chooseToSave(purpose, name);
      return path === null ? null : handleOf(path);
    }
    return null;
  };
  return {
    calls,
    paths,
    call: async (method: string, input: unknown): Promise<Envelope<unknown>> => {
      calls.push([method, input]);
      try {
        return { ok: true, value: await answer(method, input) };
      } catch (error) {
        return { ok: false, fault: faultOf(error) };
      }
    },
    warmUp: () => {
      isWarm = true;
    },
    isWarm: () => isWarm,
    take: async (taken: readonly string[]) => ({ ok: true, value: taken.map(handleOf) }),
    pathOf: (handle: string) => paths.get(handle) ?? null,
    openPath: async () => ({ ok: false, fault: faultOf(new Error("the small backend has no ledger")) }),
    isBusy: () => false,
    close: async () => {},
  };
}

export interface TestHost extends Host {
  readonly name: string;
  readonly port: number;
  readonly backend: SmallBackend;
  readonly dataFolder: string;
}

/** A built page of three files. */
export function smallPage(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><html><head><title>Tieout</title></head></html>");
  writeFileSync(join(folder, "assets/index-1.js"), "export {};");
  writeFileSync(join(folder, "assets/index-1.css"), "body {}");
  return folder;
}

/** Stops when the test ends. */
export async function startTestHost(settings: Partial<HostSettings> = {}): Promise<TestHost> {
  const dataFolder = temporaryFolder();
  let backend: SmallBackend | null = null;
  const host = await serveApp({
    startBackend: async (parts) => (backend = smallBackend(parts)),
    pageFolder: smallPage(),
    dataFolder,
    appVersion: "0.0.0",
    now: () => 0,
    port: 0,
    ledger: null,
    ...settings,
  });
  atEnd(() => host.stop());
  if (backend === null) throw new Error("the host started no backend");
  const { hostname: name, port } = new URL(host.origin);
  return { ...host, backend, dataFolder, name, port: Number(port) };
}

/** Sends bytes as they are and gives all that comes back until the other side hangs up. */
export async function raw(port: number, text: string, address = "127.0.0.1"): Promise<string> {
  const socket = connect(port, address);
  let answer = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (answer += chunk));
  socket.write(text.replaceAll(/\r?\n/gu, "\r\n"));
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`nobody hung up after ${text}: ${answer}`)), 5000);
    socket.once("error", reject).once("close", () => {
      clearTimeout(late);
      resolve();
    });
  });
  return answer;
}

/** The status of a raw response. */
export const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/u.exec(answer)?.[1]);

/** Asks a host by its own name, which browsers know to be this machine and other programs may not. */
export async function hostFetch(address: string, init: RequestInit = {}): Promise<Response> {
  return fetch(address, { ...init, dispatcher: LOOPBACK });
}

const LOOPBACK = new Agent({
  connect: { lookup: (_name, _options, found) => found(null, [{ address: "127.0.0.1", family: 4 }]) },
});

export const tokenOf = (address: string) => new URL(address).hash.replace("#token=", "");

/** A window without a page: it says what it is told to. */
export class TestWindow {
  readonly socket: WebSocket;
  readonly heard: FromHost[] = [];
  /** Resolves with the code it was closed with. */
  readonly closed: Promise<number>;
  readonly #waiting: (() => void)[] = [];

  constructor(origin: string) {
    const { host, port } = new URL(origin);
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/bridge`, { origin, headers: { Host: host } });
    this.closed = new Promise((resolve) => {
      this.socket.once("close", resolve);
    });
    this.socket.on("error", () => {});
    this.socket.on("message", (frame: Buffer) => {
      this.heard.push(decodeMessage(frame) as FromHost);
      for (const wake of this.#waiting.splice(0)) wake();
    });
    atEnd(() => {
      this.socket.terminate();
    });
  }

  async opened(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.socket.once("open", () => resolve()).once("error", reject);
    });
    return this;
  }

  say(message: ToHost): void {
    this.socket.send(encodeMessage(message));
  }

  /** Waits for a message of this kind and takes it. */
  async next<K extends FromHost["is"]>(is: K): Promise<Extract<FromHost, { is: K }>> {
    for (;;) {
      const at = this.heard.findIndex((message) => message.is === is);
      if (at >= 0) return this.heard.splice(at, 1)[0] as Extract<FromHost, { is: K }>;
      await Promise.race([
        new Promise<void>((resolve) => this.#waiting.push(resolve)),
        this.closed.then((code) => {
          throw new Error(`closed with ${code} before ${is}`);
        }),
      ]);
    }
  }

  /** Comes in as the page does; rejects with the code where it is closed before. */
  async enter(secrets: Partial<EntranceSecrets>): Promise<Entered> {
    const handshake = new Handshake({ token: null, session: null, ...secrets });
    this.say(await handshake.hello());
    const proof = await handshake.answer(await this.next("challenge"));
    if (proof === null) throw new Error("the host did not prove who it is");
    this.say(proof);
    await this.next("welcome");
    const session = (await handshake.session()) ?? "";
    return { session, filesKey: await pageMac(session, SIGNED.files) };
  }

  async call(method: string, input: unknown): Promise<Envelope<unknown>> {
    this.say({ is: "call", id: 1, method, input });
    return (await this.next("reply")).reply;
  }
}

export interface Entered {
  readonly session: string;
  /** By what files are handed over and fetched. */
  readonly filesKey: string;
}

/** A window that came in by a token. */
export async function admitted(
  host: Pick<Host, "origin" | "newAddress">,
): Promise<Entered & { window: TestWindow }> {
  const window = await new TestWindow(host.origin).opened();
  return { window, ...(await window.enter({ token: tokenOf(host.newAddress()) })) };
}
