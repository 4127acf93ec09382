/** Prints a page of HTML as PDF, by a browser of the Chromium family without a window. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { withoutOurs } from "../../../core/environment.ts";
import { TieoutError } from "../../../core/errors.ts";
import { BrowserPipe } from "./browser-pipe.ts";

/** Printing thousands of rows takes a browser some seconds. */
const PATIENCE_MS = 120_000;

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

/** When it was made and changed, as PDF 1.7 (7.9.4) writes a time. */
const DATES = /\/(CreationDate|ModDate) \(D:\d{14}(?:[+-]\d\d'\d\d'|Z)?\)/gu;
/** The names of table cells for screen readers. The browser numbers them as it happens to lay them out. */
const CELLS = /\(node\d{8}\)/gu;
/** All of them in order, each with where it lies. */
const INDEX = /\/Names \[((?:\(node\d{8}\) \d+ 0 R ?)+)\]/gu;

/** The first and the last of them. */
const LIMITS = /\/Limits \[\(node\d{8}\) \(node\d{8}\)\]/gu;

/**
 * The same PDF with the given time, its cells numbered in the order in which they lie in the file. All of this is
 * uncompressed, and keeps its length, because the file says where each piece begins.
 */
function settled(pdf: Buffer, atMs: number): Buffer {
  const digits = new Date(atMs).toISOString().replaceAll(/\D/gu, "").slice(0, 14);
  const names = new Map<string, string>();
  const text = pdf
    .toString("latin1")
    .replaceAll(DATES, (date, name: string) => {
      const zone = date.includes("'") ? "+00'00'" : date.endsWith("Z)") ? "Z" : "";
      return `/${name} (D:${digits}${zone})`;
    })
    .replaceAll(CELLS, (cell) => {
      const name = names.get(cell) ?? `(node${String(names.size + 1).padStart(8, "0")})`;
      names.set(cell, name);
      return name;
    })
    .replaceAll(INDEX, (_, index: string) => {
      const places = index.match(/\(node\d{8}\) \d+ 0 R/gu) ?? [];
      return `/Names [${places.toSorted().join(" ")}${index.endsWith(" ") ? " " : ""}]`;
    })
    .replaceAll(LIMITS, () => `/Limits [(node00000001) (node${String(names.size).padStart(8, "0")})]`);
  return Buffer.from(text, "latin1");
}
