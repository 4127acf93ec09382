/** Servers on loopback that answer byte by byte what a test wants, however wrong. */
import { readFileSync } from "node:fs";
import { type AddressInfo, type Server, type Socket, createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";

/** One request as it came. */
export interface Received {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Counted from 1, over all connections. */
  readonly number: number;
}

export type Reply = (request: Received, socket: Socket) => void;

export class Loopback {
  readonly received: Received[] = [];
  connections = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #origin: string;
  #port = 0;

  constructor(server: Server, origin: string) {
    this.#server = server;
    this.#origin = origin;
  }

  /** Starts a server; `reply` is called for each whole request. */
  static async start(
    reply: Reply,
    tls?: { readonly key: string; readonly cert: string },
    host = "127.0.0.1",
  ): Promise<Loopback> {
    const server = tls === undefined ? createServer() : createTlsServer(tls);
    const loopback = new Loopback(server, `${tls === undefined ? "http" : "https"}://${host}`);
    server.on(tls === undefined ? "connection" : "secureConnection", (socket: Socket) => {
      loopback.#take(socket, reply);
    });
    server.on("tlsClientError", () => undefined);
    await new Promise<void>((resolve) => {
      server.listen(0, host, resolve);
    });
    loopback.#port = (server.address() as AddressInfo).port;
    return loopback;
  }

  /** Stays known when the server has stopped. */
  get url(): string {
    return `${this.#origin}:${this.#port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  #take(socket: Socket, reply: Reply): void {
    this.connections += 1;
    this.#sockets.add(socket);
    let pending = "";
    socket.on("error", () => undefined);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("data", (chunk) => {
      pending += chunk.toString("latin1");
      const end = pending.indexOf("\r\n\r\n");
      if (end === -1) return;
      const [start = "", ...lines] = pending.slice(0, end).split("\r\n");
      const headers = Object.fromEntries(
        lines.map((line) => [
          line.slice(0, line.indexOf(":")).toLowerCase(),
          line.slice(line.indexOf(":") + 1).trim(),
        ]),
      );
      const length = Number(headers["content-length"] ?? 0);
      const body = pending.slice(end + 4, end + 4 + length);
      if (body.length < length) return;
      pending = pending.slice(end + 4 + length);
      const [method = "", path = ""] = start.split(" ");
      const request = { method, path, headers, body, number: this.received.length + 1 };
      this.received.push(request);
      reply(request, socket);
    });
  }
}

/** Writes a whole answer. */
export function answer(
  socket: Socket,
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): void {
  const content = Buffer.from(body as Uint8Array);
  const lines = Object.entries({ "Content-Length": String(content.length), ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Said\r\n${head}\r\n`, "latin1"), content]));
}

/** A certificate for loopback that no one has vouched for. */
export const SELF_SIGNED = {
  key: readFileSync(new URL("../fixtures/tls/loopback-key.pem", import.meta.url), "utf8"),
  cert: readFileSync(new URL("../fixtures/tls/loopback-cert.pem", import.meta.url), "utf8"),
};
