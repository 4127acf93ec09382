/** The host as a real browser sees it: the built page, the real app behind it, and pages of others beside it. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Host, serveApp } from "../../src/main/backend/server/serve.ts";
import { launchBrowser } from "../helpers/window/browser.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { tokenOf } from "../helpers/host.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser({ isLasting: false });
});
afterAll(() => browser.close());

async function startHost(port = 0): Promise<Host> {
  const host = await serveApp({
    pageFolder: resolve("out/renderer"),
    dataFolder: temporaryFolder(),
    appVersion: "0.0.0",
    now: Date.now,
    port,
    ledger: null,
  });
  onTestFinished(() => host.stop());
  return host;
}

/** Somebody else's page on this machine, and what was asked of it. */
async function startOther(
  html = "<!doctype html><title>other</title>",
): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.setHeader("Content-Type", "text/html").end(html);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function newContext() {
  const context = await browser.newContext();
  context.setDefaultTimeout(20_000);
  onTestFinished(() => context.close());
  return context;
}

/** What the page said went wrong. */
function complaints(page: Page): string[] {
  const said: string[] = [];
  page.on("pageerror", (error) => said.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") said.push(message.text());
  });
  return said;
}

const welcome = (page: Page) => page.getByRole("heading", { name: "Tieout" }).first().waitFor();
const ended = (page: Page) => page.getByText("SESSION_ENDED").first().waitFor();
const sessionIn = (page: Page) => page.evaluate(() => sessionStorage.getItem("tieout.session"));

test("the printed address admits one window and is stored nowhere, and a reload needs none", async () => {
  const host = await startHost();
  const context = await newContext();
  const page = await context.newPage();
  const wrong = complaints(page);
  const address = host.newAddress();
  await page.goto(address);
  await welcome(page);
  const session = await sessionIn(page);
  expect(session).toMatch(/^[\w-]{43}$/u);
  expect(page.url()).not.toContain("token");
  await page.reload();
  await welcome(page);
  expect(await sessionIn(page)).toBe(session);
  await page.goto("about:blank");
  await page.goBack();
  await welcome(page);
  expect(page.url()).not.toContain("token");
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(wrong).toEqual([]);
});

test.runIf(IS_EXHAUSTIVE)(
  "a second tab of the same browser gets in through the first; another browser needs its own address",
  async () => {
    const host = await startHost();
    const context = await newContext();
    const first = await context.newPage();
    await first.goto(host.newAddress());
    await welcome(first);
    const second = await context.newPage();
    await second.goto(host.origin);
    await welcome(second);
    expect(await sessionIn(second)).not.toBe(await sessionIn(first));

    const stranger = await (await newContext()).newPage();
    const address = host.newAddress();
    await stranger.goto(host.origin);
    await ended(stranger);
    // Entered in the same tab: the browser loads nothing then.
    await stranger.goto(address);
    await stranger.waitForFunction(() => sessionStorage.getItem("tieout.session") !== null);
    expect(stranger.url()).not.toContain("token");
    const used = await (await newContext()).newPage();
    await used.goto(address);
    await ended(used);
  },
);

test.runIf(IS_EXHAUSTIVE)(
  "case 68: a page on another local port has no authority over a window open in the same browser",
  async () => {
    const host = await startHost();
    const other = await startOther();
    const context = await newContext();
    const own = await context.newPage();
    await own.goto(host.newAddress());
    await welcome(own);
    const token = tokenOf(host.newAddress());
    const session = await sessionIn(own);

    const page = await context.newPage();
    await page.goto(other.origin);
    const tried = await page.evaluate(
      async ({ origin, known }) => {
        const socket = new WebSocket(`${origin.replace("http", "ws")}/bridge`);
        const socketSaid = await new Promise((tell) => {
          socket.addEventListener("open", () => tell("open"));
          socket.addEventListener("close", () => tell("refused"));
        });
        const asked = async (path: string, init: RequestInit) =>
          fetch(`${origin}${path}`, init).then(
            ({ type }) => type,
            () => "refused",
          );
        const channel = new BroadcastChannel("tieout.tabs");
        const heard = new Promise((tell) => {
          channel.addEventListener("message", () => tell("answered"));
          setTimeout(() => tell("nothing"), 2000);
        });
        channel.postMessage({ is: "knock", id: "x" });
        return {
          socket: socketSaid,
          page: await asked("/", {}),
          upload: await asked("/files", {
            method: "POST",
            headers: { Authorization: `Bearer ${known}`, "Content-Type": "application/octet-stream" },
            body: "x",
          }),
          form: await asked("/files", {
            method: "POST",
            mode: "no-cors",
            body: new URLSearchParams({ a: "b" }),
          }),
          session: sessionStorage.getItem("tieout.session"),
          channel: await heard,
        };
      },
      { origin: host.origin, known: session },
    );
    expect(tried).toEqual({
      socket: "refused",
      page: "refused",
      upload: "refused",
      // Sent, as a browser lets every form be; it was answered with 415, which that page cannot even see.
      form: "refused",
      session: null,
      channel: "nothing",
    });

    // It can neither show the window inside itself nor reach into one that it opens.
    const framed = await page.evaluate(async (origin) => {
      const frame = document.createElement("iframe");
      frame.src = origin;
      document.body.append(frame);
      await new Promise((loaded) => frame.addEventListener("load", loaded));
      return frame.contentDocument === null;
    }, host.origin);
    expect(framed).toBe(true);
    expect(page.frames().map((frame) => frame.url())).not.toContain(`${host.origin}/`);
    const [opened] = await Promise.all([
      context.waitForEvent("page"),
      page.evaluate((address) => {
        (globalThis as { opened?: Window | null }).opened = open(address);
      }, `${host.origin}/#token=${token}`),
    ]);
    await welcome(opened);
    expect(await page.evaluate(() => (globalThis as { opened?: Window | null }).opened?.closed)).toBe(true);
    expect(await opened.evaluate(() => globalThis.opener as unknown)).toBeNull();
  },
);

test("case 58: nothing inline, evaluated, remote or embedded runs in the page, and no traffic leaves it", async () => {
  const host = await startHost();
  const other = await startOther();
  const page = await (await newContext()).newPage();
  await page.goto(host.newAddress());
  await welcome(page);
  const violated = await page.evaluate(async (origin) => {
    const found: string[] = [];
    document.addEventListener("securitypolicyviolation", (event) => found.push(event.effectiveDirective));
    const add = (tag: string, attributes: Record<string, string>, text = "") => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.textContent = text;
      document.body.append(element);
    };
    add("script", {}, "globalThis.ran = true");
    add("script", { src: `${origin}/script.js` });
    add("script", { src: "data:text/javascript,globalThis.ran=true" });
    add("img", { src: "x", onerror: "globalThis.ran = true" });
    add("img", { src: `${origin}/pixel.png` });
    add("iframe", { src: origin });
    add("object", { data: origin });
    add("link", { rel: "stylesheet", href: `${origin}/style.css` });
    add("style", {}, "body { display: none }");
    add("base", { href: origin });
    await fetch(origin).catch(() => {});
    navigator.sendBeacon(origin, "x");
    new WebSocket(origin.replace("http", "ws")).addEventListener("error", () => {});
    const form = document.createElement("form");
    form.action = origin;
    document.body.append(form);
    form.submit();
    await new Promise((wait) => setTimeout(wait, 500));
    return found.toSorted();
  }, other.origin);
  expect(new Set(violated)).toEqual(
    new Set([
      "base-uri",
      "connect-src",
      "form-action",
      "frame-src",
      "img-src",
      "object-src",
      "script-src-attr",
      "script-src-elem",
      "style-src-elem",
    ]),
  );
  expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
  expect(page.url().startsWith(host.origin)).toBe(true);
  expect(other.asked).toEqual([]);
});

test.runIf(IS_EXHAUSTIVE)(
  "an earlier server on the same port has no hold on the page, by a service worker or an open tab",
  async () => {
    const worker = `addEventListener("install", () => skipWaiting());
    addEventListener("activate", (event) => event.waitUntil(clients.claim()));
    addEventListener("fetch", (event) => event.respondWith(new Response("<title>taken</title>", {
      headers: { "Content-Type": "text/html" } })));`;
    const server = createServer((request, response) => {
      const isWorker = request.url === "/worker.js";
      response.setHeader("Content-Type", isWorker ? "text/javascript" : "text/html");
      response.end(isWorker ? worker : "<!doctype html><title>earlier</title>");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const context = await newContext();
    const stale = await Promise.all(
      ["127.0.0.1", "localhost"].map(async (name) => {
        const page = await context.newPage();
        await page.goto(`http://${name}:${port}/`);
        await page.evaluate(async () => {
          await navigator.serviceWorker.register("/worker.js");
          await navigator.serviceWorker.ready;
          const heard: unknown[] = [];
          Object.assign(globalThis, { heard });
          const channel = new BroadcastChannel("tieout.tabs");
          channel.addEventListener("message", ({ data }) => heard.push(data));
          setInterval(() => channel.postMessage({ is: "knock", id: "x" }), 50);
        });
        return page;
      }),
    );
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));

    const host = await startHost(port);
    expect(new URL(host.origin).port).toBe(String(port));
    const page = await context.newPage();
    await page.goto(host.newAddress());
    await welcome(page);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    await page.reload();
    await welcome(page);
    for (const one of stale) {
      expect(await one.evaluate(() => (globalThis as { heard?: unknown[] }).heard)).toEqual([]);
    }
  },
);
