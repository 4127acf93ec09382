/** The stand-in's session: the handlers that must be there before a window loads, and its protocol. */
import { EventEmitter } from "node:events";
import { breach, onlyBeforeReady, onlyWhenReady } from "./rules.ts";

type Answer<T> = (value: T) => void;
type Handler = (request: Request) => Response | Promise<Response>;

const privileged = new Map<string, Readonly<Record<string, boolean>>>();
const served = new Map<string, Handler>();
let isClaimed = false;

export const protocol = {
  registerSchemesAsPrivileged(
    schemes: readonly { readonly scheme: string; readonly privileges?: Readonly<Record<string, boolean>> }[],
  ): void {
    onlyBeforeReady("protocol.registerSchemesAsPrivileged");
    if (isClaimed) breach("protocol.registerSchemesAsPrivileged can be called only once");
    isClaimed = true;
    for (const { scheme, privileges = {} } of schemes) {
      if (privileges["bypassCSP"]) breach(`${scheme} may not bypass the policy`);
      privileged.set(scheme, privileges);
    }
  },
  handle(scheme: string, handler: Handler): void {
    onlyWhenReady("protocol.handle");
    if (served.has(scheme)) breach(`${scheme} is served already`);
    served.set(scheme, handler);
  },
};

type PermissionRequest = (contents: unknown, permission: string, answer: Answer<boolean>) => void;
type BeforeRequest = (
  details: { readonly url: string },
  answer: Answer<{ readonly cancel?: boolean }>,
) => void;

class StandInSession extends EventEmitter {
  readonly protocol = protocol;
  permissionRequest: PermissionRequest | null = null;
  permissionCheck: ((contents: unknown, permission: string) => boolean) | null = null;
  devicePermission: ((details: unknown) => boolean) | null = null;
  beforeRequest: BeforeRequest | null = null;
  isSpellChecked = true;
  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest): void => {
      this.beforeRequest = listener;
    },
  };
  setPermissionRequestHandler(handler: PermissionRequest): void {
    this.permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: (contents: unknown, permission: string) => boolean): void {
    this.permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: (details: unknown) => boolean): void {
    this.devicePermission = handler;
  }
  setSpellCheckerEnabled(isEnabled: boolean): void {
    this.isSpellChecked = isEnabled;
  }
}

const defaultSession = new StandInSession();

export const session = {
  get defaultSession(): StandInSession {
    onlyWhenReady("session.defaultSession");
    return defaultSession;
  },
};

/** Everything that has to stand before a page is loaded. */
export function requireGuards(): void {
  const { permissionRequest, permissionCheck, devicePermission, beforeRequest } = defaultSession;
  if (permissionRequest === null) breach("a page is loaded before the permission request handler is set");
  if (permissionCheck === null) breach("a page is loaded before the permission check handler is set");
  if (devicePermission === null) breach("a page is loaded before the device permission handler is set");
  if (beforeRequest === null) breach("a page is loaded before requests are looked at");
  if (defaultSession.listenerCount("will-download") === 0)
    breach("a page is loaded before downloads are refused");
  if (defaultSession.isSpellChecked) breach("a page is loaded while dictionaries would be fetched");
}

/** Whether the session lets a request out at all. */
export function isCancelled(url: string): boolean {
  let cancelled = false;
  defaultSession.beforeRequest?.({ url }, ({ cancel }) => (cancelled = cancel === true));
  return cancelled;
}

/** A request of a page, as the network service would carry it. */
export async function request(url: string, method = "GET"): Promise<Response> {
  if (isCancelled(url)) throw new Error("net::ERR_BLOCKED_BY_CLIENT");
  const scheme = url.slice(0, url.indexOf(":"));
  const handler = served.get(scheme);
  if (handler === undefined) return breach(`nobody serves ${url}`);
  if (privileged.get(scheme)?.["standard"] !== true) breach(`${scheme} is not standard: it has no origin`);
  if (privileged.get(scheme)?.["secure"] !== true) breach(`${scheme} is not secure`);
  // Node's Request takes no address of a scheme that it does not know as its own, and would normalise it.
  return handler({ url, method } as Request);
}
