/** Prints a page of HTML as PDF, by a browser of the Chromium family without a window. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { withoutOurs } from "../../../core/system/environment.ts";
import { TieoutError } from "../../../core/errors.ts";
import { settled } from "./settled-pdf.ts";
import { BrowserPipe } from "./browser-pipe.ts";

/** Printing thousands of rows takes a browser some seconds. */
export const PATIENCE_MS = 120_000;

export interface Printing {
  /** The browser's path. */
  readonly browser: string;
  /** A private folder for what the browser keeps. */
  readonly folder: string;
  /** Written into the PDF in place of the clock's time, milliseconds UTC. */
  readonly atMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * @param page the HTML file
 * @returns the PDF; the same page gives the same bytes with the same browser
 * @throws TieoutError PRINT_FAILED, CANCELLED
 */
export async function printPdf(page: string, { browser, folder, atMs, signal }: Printing): Promise<Buffer> {
  const given = [
    "--headless",
    "--disable-gpu",
    "--disable-extensions",
    "--disable-background-networking",
    "--no-first-run",
    "--no-default-browser-check",
    "--remote-debugging-pipe",
    `--user-data-dir=${folder}`,
    // Chromium's own sandbox refuses root. The page runs nothing and fetches nothing.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ];
  const stopped = AbortSignal.any([
    AbortSignal.timeout(PATIENCE_MS),
    ...(signal === undefined ? [] : [signal]),
  ]);
  const child = spawn(browser, given, {
    // The browser reads from the fourth and writes to the fifth.
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    env: withoutOurs(process.env),
    signal: stopped,
    killSignal: "SIGKILL",
  });
  const ended = once(child, "close");
  const failed = ended.then(() => {
    throw new Error("the browser ended");
  });
  try {
    const pipe = new BrowserPipe(child.stdio[3] as Writable, child.stdio[4] as Readable);
    return settled(await Promise.race([printThrough(pipe, page), failed]), atMs);
  } catch (error) {
    if (signal?.aborted === true) throw new TieoutError("CANCELLED", "The export was cancelled", {}, error);
    throw new TieoutError("PRINT_FAILED", "The browser did not print the binder", { file: browser }, error);
  } finally {
    child.kill("SIGKILL");
    await ended.catch(() => {});
  }
}

/** Asked of the page that was navigated to: an event of loading could be that of the empty page before it. */
const WHEN_LOADED = `new Promise((resolve) => {
  if (document.readyState === "complete") resolve();
  else addEventListener("load", () => resolve());
})`;

async function printThrough(pipe: BrowserPipe, page: string): Promise<Buffer> {
  const { targetId } = await pipe.ask("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await pipe.ask("Target.attachToTarget", { targetId, flatten: true });
  const ask = async (method: string, params = {}) => pipe.ask(method, params, String(sessionId));
  await ask("Page.navigate", { url: pathToFileURL(page).href });
  await ask("Runtime.evaluate", { expression: WHEN_LOADED, awaitPromise: true });
  const { data } = await ask("Page.printToPDF", { printBackground: true, preferCSSPageSize: true });
  return Buffer.from(String(data), "base64");
}
