/**
 * The page as both hosts give it to a browser: known files by name, a nonce of its own for each load, and one
 * policy. A path that is asked for is only ever looked up in the map, never resolved, so that no trick in it
 * leads anywhere.
 */
import { randomBytes } from "node:crypto";
import { type Dirent, readFileSync, readdirSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { TieoutError } from "../../core/errors.ts";

interface PageFile {
  readonly body: Uint8Array;
  /** As in a Content-Type header. */
  readonly type: string;
}

/** Files by the path they are asked for, e.g. `/assets/index-abc.js`. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** The file that is the page itself; it is only given out with a nonce in it. */
export const PAGE_PATH = "/index.html";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Reads the built page, without kinds that a page has no use for. @throws TieoutError FILE_UNREADABLE */
export function loadPage(folder: string): PageFiles {
  const page = new Map<string, PageFile>();
  for (const file of filesIn(folder)) {
    const type = TYPES[extname(file)];
    if (type === undefined) continue;
    page.set(`/${relative(folder, file).split(sep).join("/")}`, { body: readFileSync(file), type });
  }
  pageText(page, folder);
  return page;
}

/** Folder by folder: inside an installed program's archive a recursive listing is not to be relied on. */
function filesIn(folder: string): string[] {
  let found: Dirent[];
  try {
    found = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? "unknown";
    throw new TieoutError(
      "FILE_UNREADABLE",
      `The window's page cannot be read: ${why}`,
      { file: folder },
      error,
    );
  }
  return found.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}

const HEAD = /<head>/iu;

function pageText(page: PageFiles, folder?: string): string {
  const text = new TextDecoder().decode(page.get(PAGE_PATH)?.body);
  if (HEAD.test(text)) return text;
  const facts = folder === undefined ? {} : { file: folder };
  throw new TieoutError("FILE_UNREADABLE", "The window's page is not built, or incomplete", facts);
}

/**
 * The page for one load, with a nonce that nobody can guess where libraries look for it before they add a
 * `<style>`.
 *
 * @returns the HTML and the nonce, which the policy of the same answer must name
 */
export function pageWithNonce(page: PageFiles): { readonly html: string; readonly nonce: string } {
  const nonce = randomBytes(18).toString("base64");
  const meta = `<meta property="csp-nonce" nonce="${nonce}">`;
  return { html: pageText(page).replace(HEAD, (head) => `${head}${meta}`), nonce };
}

/** What one answer's policy depends on. */
interface PolicySettings {
  /** Of the page that this answer carries; null for all other files. */
  readonly nonce: string | null;
  /** Where it may connect to besides where it came from, e.g. `ws://127.0.0.1:4711`. */
  readonly connect?: readonly string[];
}

/** The Content-Security-Policy. A worker obeys that of its own file, so every file is given out with one. */
export function policyFor({ nonce, connect = [] }: PolicySettings): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === null ? "" : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(" "),
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const DENIED = [
  "accelerometer",
  "autoplay",
  "camera",
  "clipboard-read",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "usb",
  "window-management",
  "xr-spatial-tracking",
];

/** What each answer says besides its policy: nothing is guessed, kept, shared or permitted, but copying. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": DENIED.map((feature) => `${feature}=()`).join(", "),
  "Cache-Control": "no-store",
};
