/** Finds the way to main: Electron's preload put it into the page, or a browser host served the page. */
import { PRELOADED, type Preloaded } from "../ipc/bridge.ts";
import { SOCKET_PATH } from "../ipc/socket.ts";
import type { Bridge } from "./bridge.ts";
import { electronBridge } from "./electron-bridge.ts";
import { keptSession, onTokenInAddress, takeTokenFromAddress } from "./entrance.ts";
import { SocketBridge } from "./socket-bridge.ts";
import { answerKnocks, knock } from "./tabs.ts";

/** Opens it, once for the page, before anything reads the address: a token in it is taken out. */
export function openBridge(): Bridge {
  const preloaded = (globalThis as { readonly [PRELOADED]?: Preloaded })[PRELOADED];
  return preloaded === undefined ? openSocket() : electronBridge(preloaded);
}

function openSocket(): Bridge {
  const bridge = new SocketBridge({
    connect: () => new WebSocket(`ws://${location.host}${SOCKET_PATH}`),
    fetch: (path, init) => fetch(path, init),
    session: keptSession(() => sessionStorage),
    knock,
    token: takeTokenFromAddress(location, history),
  });
  onTokenInAddress((token) => bridge.enterWith(token));
  answerKnocks(() => bridge.invite());
  return bridge;
}
