/** What lets the page in: the token of the address it was opened with, later the session it got for it. */
import { TOKEN_MARK } from "../../ipc/socket.ts";

/** Holds across reloads of this tab, and in no other. */
const KEPT_AS = "tieout.session";

export interface KeptSession {
  readonly read: () => string | null;
  readonly write: (session: string | null) => void;
}

/**
 * A session kept in a storage; where that is blocked it lasts until the next reload.
 *
 * @param storageOf throws where the browser blocks it
 */
export function keptSession(
  storageOf: () => Pick<Storage, "getItem" | "setItem" | "removeItem">,
): KeptSession {
  let held: string | null = null;
  return {
    read: () => {
      try {
        return storageOf().getItem(KEPT_AS) ?? held;
      } catch {
        return held;
      }
    },
    write: (session) => {
      held = session;
      try {
        if (session === null) storageOf().removeItem(KEPT_AS);
        else storageOf().setItem(KEPT_AS, session);
      } catch {
        // The page works without.
      }
    },
  };
}

/**
 * Takes the token out of the address, so that no history, bookmark or screenshot keeps it.
 *
 * @param before the fragment that the address gets instead
 */
export function takeTokenFromAddress(
  address: Pick<Location, "hash" | "pathname" | "search">,
  history: Pick<History, "replaceState">,
  before = "",
): string | null {
  if (!address.hash.startsWith(TOKEN_MARK)) return null;
  const token = address.hash.slice(TOKEN_MARK.length);
  history.replaceState(null, "", `${address.pathname}${address.search}${before}`);
  return token;
}

export function onTokenInAddress(enter: (token: string) => void): void {
  addEventListener("hashchange", ({ oldURL }) => {
    const token = takeTokenFromAddress(location, history, new URL(oldURL).hash);
    if (token !== null) enter(token);
  });
}
