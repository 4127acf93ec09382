/** The wire between a page and main, made slow, held back or cut, so that what happens meanwhile can be looked at. */
import type { Page, WebSocketRoute } from "playwright";

/** Messages to main that name a method arrive late, in their order. Call it before the page is opened. @param ms how late */
export async function slowDown(page: Page, method: string, ms: number): Promise<void> {
  await page.routeWebSocket(/^ws:/u, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!message.includes(method)) server.send(message);
      else setTimeout(() => server.send(message), ms);
    });
  });
}

export interface HeldWire {
  /** Messages that wait. */
  readonly waiting: () => number;
  /** Lets those that wait and all after them through. */
  readonly letThrough: () => void;
  /** Has them wait again from now on. */
  readonly hold: () => void;
  /** Cuts the connection; what waits never arrives. */
  readonly cut: () => void;
}

/** Messages to main that name a method wait until they are let through. Call it before the page is opened. */
export async function holdBack(page: Page, method: string): Promise<HeldWire> {
  const held: (() => void)[] = [];
  const sockets = new Set<WebSocketRoute>();
  let isHolding = true;
  await page.routeWebSocket(/^ws:/u, (socket) => {
    sockets.add(socket);
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (isHolding && message.includes(method)) held.push(() => server.send(message));
      else server.send(message);
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
    cut: () => {
      empty();
      isHolding = false;
      for (const socket of sockets) void socket.close({ code: 3001 });
      sockets.clear();
    },
  };
}
