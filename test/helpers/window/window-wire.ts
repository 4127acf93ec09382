/** The wire between a page and main, made slow, held back or cut, so that what happens meanwhile can be looked at. */
import type { Page, WebSocketRoute } from "playwright";

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
