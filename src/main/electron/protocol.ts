/** The page's own scheme (checklist 18: never `file:`), which serves the built page read at the start. */
import { type Session, protocol } from "electron";
import { PAGE_HEADERS, PAGE_PATH, type PageFiles, pageWithNonce, policyFor } from "../backend/page.ts";

const SCHEME = "app";

/** Where the page comes from, and the only place from which main is called. */
export const ORIGIN = `${SCHEME}://tieout`;

/** What a window loads. */
export const PAGE_ADDRESS = `${ORIGIN}/`;

/** Gives the scheme an origin, before the app is ready: else `'self'`, workers and storage mean nothing. */
export function claimScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

export function servePage(session: Session, page: PageFiles): void {
  session.protocol.handle(SCHEME, (request) => answer(page, request));
}

/**
 * The address is compared as it was written: nothing is decoded or resolved, so every trick is merely
 * unknown. Electron hands over the hash, too: a page that is loaded again names its place there.
 */
function answer(page: PageFiles, { method, url }: Request): Response {
  if (method !== "GET" && method !== "HEAD") return reply(405, "", "text/plain");
  if (!url.startsWith(PAGE_ADDRESS)) return reply(404, "", "text/plain");
  const [path = ""] = url.slice(ORIGIN.length).split("#", 1);
  if (path === "/" || path === PAGE_PATH) {
    const { html, nonce } = pageWithNonce(page);
    return reply(200, html, "text/html; charset=utf-8", nonce);
  }
  const file = page.get(path);
  return file === undefined
    ? reply(404, "", "text/plain")
    : reply(200, Uint8Array.from(file.body), file.type);
}

function reply(
  status: number,
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
  nonce: string | null = null,
): Response {
  const headers = { ...PAGE_HEADERS, "Content-Type": type, "Content-Security-Policy": policyFor({ nonce }) };
  return new Response(body, { status, headers });
}
