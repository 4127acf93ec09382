/** Checks on every request before it is handled: its sender's address, its Host and its Origin. */
import type { IncomingMessage } from "node:http";
import { SOCKET_PATH, UPLOAD_TYPE } from "../ipc/socket.ts";

/** A response that is given instead of what was asked for. */
interface GuardRefusal {
  readonly status: 403 | 404 | 415 | 421;
  readonly sentence: string;
}

/**
 * Only this machine's own browser, at the address that was printed, gets past: a name that somebody else's
 * DNS points here has another Host, and a page of another port, or of an earlier host at this one, has
 * another Origin.
 *
 * @param name the host's own
 * @returns null when it may go on
 */
export function refusalOf(request: IncomingMessage, name: string): GuardRefusal | null {
  const { socket, method, headers } = request;
  if (!isLoopback(socket.remoteAddress))
    return { status: 403, sentence: "Tieout serves only this computer." };
  const host = ownHost(request, name);
  if (host === null) return { status: 421, sentence: "Tieout does not serve this address." };
  const isOwnPage = headers.origin === `http://${host}`;
  if (headers.upgrade !== undefined) {
    if (!isOwnPage) return { status: 403, sentence: "Only Tieout's own page may connect." };
    return request.url === SOCKET_PATH ? null : { status: 404, sentence: "Page not found." };
  }
  if (method !== "POST") return null;
  if (headers["content-type"] !== UPLOAD_TYPE)
    return { status: 415, sentence: `Only ${UPLOAD_TYPE} is accepted.` };
  return isOwnPage ? null : { status: 403, sentence: "Only Tieout's own page may upload files." };
}

/** @param address as the socket reports it */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && (address === "::1" || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/u.test(address));
}

/** @returns the host that the request names when it is ours, named once and to the letter; else null */
function ownHost({ socket, url, headers, rawHeaders }: IncomingMessage, name: string): string | null {
  // A request line with a whole address in it would overrule the header.
  if (url?.startsWith("/") !== true) return null;
  const headerNames = rawHeaders.filter((_, index) => index % 2 === 0);
  if (headerNames.filter((one) => one.toLowerCase() === "host").length !== 1) return null;
  // As a browser names it; it leaves port 80 out.
  const { host } = new URL(`http://${name}:${socket.localPort ?? 0}`);
  return host === headers.host ? host : null;
}
