/** The window as a person has it: the host that `tieout serve` starts, a real browser, a page in it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { atEnd } from "../at-end.ts";
import { lendThreads } from "./lent-threads.ts";
import { launchBrowser } from "./browser.ts";
import { builtFolder } from "../built.ts";
import { COMPILED } from "../cli.ts";
import { IN_ELECTRON, electronPage, startInElectron } from "./electron-window.ts";
import { lookAtEnd } from "./last-look.ts";
import { LOOK, USUAL_WAIT_MS } from "./window-look.ts";

export interface Host {
  /** One-time address; each is good for one window. */
  readonly url: string;
  /** Its folder for preferences, connections and new ledgers. */
  readonly home: string;
  readonly stop: () => Promise<void>;
}

/** A host in a process of its own. */
export interface HostProcess extends Host {
  readonly process: ChildProcess;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** Starts a host within the test's process, which is fast; it stops when the test ends. In Electron it is a process. */
export async function startHost(ledger: string | null = null, home = newHome()): Promise<Host> {
  if (IN_ELECTRON) return startHostProcess(ledger, { home });
  const { serveApp } = await import("../../../src/main/backend/server/serve.ts");
  const { createBackend } = await import("../../../src/main/backend/backend.ts");
  const host = await serveApp({
    pageFolder: join(await builtFolder(), "renderer"),
    dataFolder: home,
    appVersion: "test",
    now: () => Date.now(),
    port: 0,
    ledger,
    startBackend: async (parts) => createBackend({ ...parts, threads: lendThreads }),
  });
  atEnd(async () => {
    await host.stop();
    rmSync(home, { recursive: true, force: true });
  });
  return { url: host.newAddress(), home, stop: host.stop };
}

const PREFERENCES = { theme: "system", contrast: "system", reviewer: "" };

/** A folder for a host in which preferences were kept before. */
export function homeWith(preferences: object): string {
  const home = newHome();
  writeFileSync(join(home, "preferences.json"), JSON.stringify({ ...PREFERENCES, ...preferences }));
  return home;
}

const newHome = () => mkdtempSync(join(tmpdir(), "tieout-window-"));

/**
 * Starts a host as a user does, by the built command line; it stops when the test ends. For what kills it, or gives it a disk of its own.
 *
 * @param within what stands before its command, that gives it a disk of its own say
 */
export async function startHostProcess(
  ledger: string | null = null,
  { home = newHome(), within = [] }: { readonly home?: string; readonly within?: readonly string[] } = {},
): Promise<HostProcess> {
  const ledgers = ledger === null ? [] : [ledger];
  if (IN_ELECTRON) return startElectronHost(ledgers, home);
  const serve = [process.execPath, join(await builtFolder(), "main/cli.js"), "serve", ...ledgers];
  const [command = "", ...rest] = [...within, ...serve];
  const child = spawn(command, rest, {
    env: {
      PATH: process.env["PATH"],
      TZ: "UTC",
      TMPDIR: tmpdir(),
      TIEOUT_HOME: home,
      NODE_COMPILE_CACHE: COMPILED,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(child, "close");
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  atEnd(async () => {
    await stop();
    rmSync(home, { recursive: true, force: true });
  });
  const lines = createInterface({ input: child.stdout });
  const [url] = (await Promise.race([
    once(lines, "line"),
    ended.then(() => {
      throw new Error(`the host ended: ${said}`);
    }),
  ])) as [string];
  return { url, process: child, home, stop };
}

/** Waits until what a window shows is kept for the next opening. */
export async function conclusionKept(home: string): Promise<void> {
  while (!existsSync(join(home, "shown-checks.json"))) await wait(20);
}

async function startElectronHost(args: readonly string[], home: string): Promise<HostProcess> {
  const { url, app } = await startInElectron(args, home);
  const child = app.process();
  const stop = async (signal?: NodeJS.Signals) => {
    if (signal === undefined) return app.close();
    const ended = once(child, "close");
    child.kill(signal);
    await ended;
  };
  return { url, process: child, home, stop };
}

/** As on a busy machine, for whoever wants to know whether a journey depends on how fast frames are drawn: 120 say. */
const LATE_FRAMES_MS = Number(process.env["TIEOUT_LATE_FRAMES_MS"] ?? 0);

/** Runs in a page: from now on every frame is drawn so many milliseconds late. */
export function drawLate(ms: number): void {
  const draw = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (callback) => window.setTimeout(() => draw(callback), ms);
  globalThis.cancelAnimationFrame = (late) => globalThis.clearTimeout(late);
}

let browser: Browser | null = null;

/**
 * One browser for all files that a worker runs; it ends with the worker. Call it at the file's top.
 *
 * @param ofItsOwn whether the file has one to itself, for what a browser tells of all its pages at once
 */
export function useBrowser({ ofItsOwn = false } = {}): void {
  let shared: Browser | null = null;
  beforeAll(async () => {
    if (IN_ELECTRON) return;
    shared = browser;
    if (ofItsOwn || browser?.isConnected() !== true) browser = await launchBrowser({ isLasting: ofItsOwn });
  });
  afterAll(async () => {
    if (!ofItsOwn) return;
    await browser?.close();
    browser = shared;
  });
  afterEach(async ({ task }) => {
    await lookAtEnd(task, opened);
  });
}

/** Pages that a journey may leave. */
const opened = new Set<Page>();

/** A browser context of the test's own: nothing is shared with another one. */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  if (browser === null) throw new Error("call useBrowser() at the file's top");
  const { theme, size } = LOOK;
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    locale: "en-GB",
    timezoneId: "Asia/Tokyo",
    acceptDownloads: true,
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(USUAL_WAIT_MS);
  context.on("page", (page) => opened.add(page));
  if (LATE_FRAMES_MS > 0) await context.addInitScript(drawLate, LATE_FRAMES_MS);
  atEnd(() => context.close());
  return context;
}

/** Opens the host's page. A script error, or anything that the page's policy had to stop, fails the test at its end. */
export async function openWindow(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await pageFor(url, options);
  watch(page);
  if (!IN_ELECTRON) await page.goto(url);
  return page;
}

/** The host's page before it is opened, for what must be there by then; `enter` opens it. */
export async function pageFor(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = IN_ELECTRON ? await electronPage(url, options) : await (await newContext(options)).newPage();
  opened.add(page);
  return page;
}

/** Opens a page that was prepared. In Electron it is open as soon as its app is, and loaded anew. */
export async function enter(page: Page, url: string): Promise<void> {
  if (IN_ELECTRON) await page.reload();
  else await page.goto(url);
}

/** Fails the test at its end when the page says that something went wrong in it. */
export function watch(page: Page): void {
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(error.stack ?? error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/WebSocket|ERR_CONNECTION/u.test(message.text()))
      wrong.push(message.text());
  });
  atEnd(() => {
    expect(wrong).toEqual([]);
  });
}
