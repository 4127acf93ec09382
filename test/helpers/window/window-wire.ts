/** The wire between a page and main, made slow, held back or cut, so that what happens meanwhile can be looked at. */
import type { Page, WebSocketRoute } from "playwright";
import { decodeMessage, encodeMessage } from "../../../src/ipc/codec.ts";
import type { FromHost, ToHost } from "../../../src/ipc/socket.ts";

export interface HeldWire {
  /** Messages that wait. */
  readonly waiting: () => number;
  /** Lets those that wait and all after them through. */
  readonly letThrough: () => void;
  /** Has them wait again from now on. */
  readonly hold: () => void;
  /** From now on they arrive so many milliseconds late, in their order. */
  readonly slowDown: (ms: number) => void;
  /** Cuts the connection; what waits never arrives. */
  readonly cut: () => void;
}

/** Messages to main that name one of these methods wait until they are let through. Call it before the page is opened. */
export async function holdBack(page: Page, ...methods: readonly string[]): Promise<HeldWire> {
  const held: (() => void)[] = [];
  const sockets = new Set<WebSocketRoute>();
  let isHolding = true;
  let lateMs = 0;
  await page.routeWebSocket(/^ws:/u, (socket) => {
    sockets.add(socket);
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const send = () => server.send(message);
      if (!methods.some((method) => message.includes(method))) send();
      else if (isHolding) held.push(send);
      else if (lateMs > 0) setTimeout(send, lateMs);
      else send();
    });
  });
  const empty = () => held.splice(0);
  return {
    waiting: () => held.length,
    letThrough: () => {
      isHolding = false;
      for (const send of empty()) send();
    },
    hold: () => {
      isHolding = true;
    },
    slowDown: (ms) => {
      lateMs = ms;
    },
    cut: () => {
      empty();
      isHolding = false;
      for (const socket of sockets) void socket.close({ code: 3001 });
      sockets.clear();
    },
  };
}

/**
 * Messages from main wait until they are let through, one right after the other. Call it before the page is opened.
 *
 * @param isHeld told which method a reply answers; null of anything else
 * @param asHeard what arrives instead of what waited
 */
export async function holdNews(
  page: Page,
  isHeld: (message: FromHost, method: string | null) => boolean,
  asHeard?: (message: FromHost) => FromHost,
): Promise<Pick<HeldWire, "waiting" | "letThrough" | "hold">> {
  const held: (() => void)[] = [];
  const asked = new Map<number, string>();
  let isHolding = false;
  await page.routeWebSocket(/^ws:/u, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const said = read(message) as ToHost;
      if (said.is === "call") asked.set(said.id, said.method);
      server.send(message);
    });
    server.onMessage((message) => {
      const said = read(message) as FromHost;
      const send = () => socket.send(message);
      const method = said.is === "reply" ? (asked.get(said.id) ?? null) : null;
      const heard = asHeard === undefined ? message : Buffer.from(encodeMessage(asHeard(said)));
      if (isHolding && isHeld(said, method)) held.push(() => socket.send(heard));
      else send();
    });
  });
  return {
    waiting: () => held.length,
    letThrough: () => {
      isHolding = false;
      for (const send of held.splice(0)) send();
    },
    hold: () => {
      isHolding = true;
    },
  };
}

function read(message: string | Buffer): unknown {
  return decodeMessage(new Uint8Array(Buffer.from(message as Buffer)));
}
