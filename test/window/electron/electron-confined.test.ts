/** What the page is not let do, tried from inside it in Electron itself. */
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startApp } from "../../helpers/window/electron-journey.ts";

/** A place outside, which counts who comes. */
async function outside(): Promise<{ readonly port: number; readonly visits: () => number }> {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as { readonly port: number }).port, visits: () => visits };
}

test("the page's policy blocks scripts, eval and every way out, and nothing leaves", async (context) => {
  const { page } = await startApp(context);
  const { port, visits } = await outside();
  const found = await page.evaluate(async (at) => {
    const broken = new Set<string>();
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
      broken.add(effectiveDirective);
    });
    const ran = globalThis as unknown as { inline?: boolean; evaluated?: boolean };
    const add = (tag: string, fields: object) => {
      document.body.append(Object.assign(document.createElement(tag), fields));
    };
    const url = `http://127.0.0.1:${at}/`;
    add("script", { textContent: "globalThis.inline = true" });
    add("script", { src: `${url}script.js` });
    add("img", { src: `${url}image.png` });
    add("iframe", { src: url });
    add("link", { rel: "stylesheet", href: `${url}style.css` });
    add("object", { data: url });
    add("video", { src: `${url}video` });
    const form = Object.assign(document.createElement("form"), { action: url, method: "post" });
    document.body.append(form);
    form.submit();
    // What the debugger evaluates is free of the policy; what runs a moment later is not.
    const evaluated = await new Promise((resolve) => {
      setTimeout(() => {
        try {
          // oxlint-disable-next-line no-eval -- it must be refused
          (0, eval)("globalThis.evaluated = true");
          resolve("ran");
        } catch (error) {
          resolve((error as Error).name);
        }
      }, 0);
    });
    const tried = await Promise.all(
      [url, `ws://127.0.0.1:${at}/`].map(async (address) =>
        address.startsWith("ws")
          ? new Promise((resolve) => {
              try {
                new WebSocket(address).addEventListener("error", () => resolve("refused"));
              } catch {
                resolve("refused");
              }
            })
          : fetch(address).then(
              () => "answered",
              () => "refused",
            ),
      ),
    );
    navigator.sendBeacon(`${url}beacon`, "x");
    try {
      const blob = new Blob(["fetch('/')"], { type: "text/javascript" });
      new Worker(URL.createObjectURL(blob)).terminate();
    } catch {
      // Refused at once.
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    return { broken: [...broken].toSorted(), evaluated, tried, ran: [ran.inline, ran.evaluated] };
  }, port);
  expect(found).toEqual({
    broken: expect.arrayContaining([
      "connect-src",
      "form-action",
      "frame-src",
      "img-src",
      "media-src",
      "object-src",
      "script-src",
      "script-src-elem",
      "style-src-elem",
      "worker-src",
    ]) as unknown,
    evaluated: "EvalError",
    tried: ["refused", "refused"],
    ran: [undefined, undefined],
  });
  expect(visits()).toBe(0);
});

test("the page's scheme serves its own files and nothing else, however the path is written", async (context) => {
  const { app, page } = await startApp(context);
  const paths = [
    "/../package.json",
    "/%2e%2e/package.json",
    "/..%2fpackage.json",
    "/..%5cpackage.json",
    "//etc/passwd",
    "/index.html%00.js",
    "/assets/",
    "/main/index.js",
  ];
  const statuses = await page.evaluate(
    async (asked) => Promise.all(asked.map(async (path) => (await fetch(`app://tieout${path}`)).status)),
    paths,
  );
  expect(statuses).toEqual(paths.map(() => 404));
  expect(await page.evaluate(async () => (await fetch("app://tieout/", { method: "POST" })).status)).toBe(
    405,
  );
  // Nor another host of the scheme, also where no policy of a page stands in between.
  const fromMain = await app.evaluate(async ({ net }) =>
    Promise.all(
      ["app://other/index.html", "app://tieout/%2e%2e/package.json"].map(async (url) => {
        try {
          return (await net.fetch(url)).status;
        } catch {
          return "refused";
        }
      }),
    ),
  );
  expect(fromMain).toEqual([404, 404]);
});

test("the page may navigate nowhere, open nothing and embed nothing", async (context) => {
  const { app, page } = await startApp(context);
  const { port, visits } = await outside();
  const url = `http://127.0.0.1:${port}/`;
  const home = page.url();
  const opened = await page.evaluate((address) => {
    const blank = Object.assign(document.createElement("a"), { href: address, target: "_blank" });
    document.body.append(blank);
    blank.click();
    document.body.append(Object.assign(document.createElement("webview"), { src: address }));
    return [window.open(address), window.open("about:blank"), window.open("app://tieout/")];
  }, url);
  expect(opened).toEqual([null, null, null]);
  for (const address of [url, "file:///etc/passwd", "data:text/html,hello", "app://other/"]) {
    // Not by an answer of the page: where it did go, there would be none.
    await page.evaluate((to) => {
      setTimeout(() => {
        globalThis.location.href = to;
      }, 0);
    }, address);
    await page.evaluate(
      async () =>
        new Promise((resolve) => {
          setTimeout(resolve, 150);
        }),
    );
    expect(page.url()).toBe(home);
  }
  expect(await app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(1);
  expect(visits()).toBe(0);
});

test("a response that redirects is not followed", async (context) => {
  const { app, page } = await startApp(context);
  const { port, visits } = await outside();
  const url = `http://127.0.0.1:${port}/`;
  await app.evaluate(async ({ BrowserWindow, session }, to) => {
    session.defaultSession.protocol.unhandle("app");
    session.defaultSession.protocol.handle(
      "app",
      () => new Response(null, { status: 302, headers: { location: to } }),
    );
    await BrowserWindow.getAllWindows()[0]
      ?.loadURL("app://tieout/")
      .catch(() => undefined);
  }, url);
  expect(page.url()).not.toContain("127.0.0.1");
  expect(visits()).toBe(0);
});

test("denies every permission, both when checked and when requested", async (context) => {
  const { app, page } = await startApp(context);
  const found = await page.evaluate(async () => {
    const names = [
      "accelerometer",
      "background-sync",
      "camera",
      "clipboard-read",
      "geolocation",
      "gyroscope",
      "idle-detection",
      "local-fonts",
      "magnetometer",
      "microphone",
      "midi",
      "notifications",
      "payment-handler",
      "persistent-storage",
      "screen-wake-lock",
      "storage-access",
      "window-management",
    ];
    const states = await Promise.all(
      names.map(async (name) =>
        navigator.permissions.query({ name: name as PermissionName }).then(
          ({ state }) => `${name} ${state}`,
          () => `${name} unknown`,
        ),
      ),
    );
    const outcome = async (work: () => Promise<unknown>) => {
      try {
        await work();
        return "given";
      } catch {
        return "refused";
      }
    };
    const buses = navigator as unknown as Record<string, Record<string, (given: object) => Promise<unknown>>>;
    // Where the system has no such bus there is nobody to ask; no device is as good as a refusal.
    const device = async (bus: string, method: string, given: object) => {
      const chosen = await buses[bus]?.[method]?.(given);
      if (chosen === undefined || (Array.isArray(chosen) && chosen.length === 0)) throw new Error("none");
    };
    const asked = await Promise.all([
      outcome(async () => navigator.mediaDevices.getUserMedia({ audio: true })),
      outcome(async () => navigator.mediaDevices.getDisplayMedia({ video: true })),
      outcome(
        async () =>
          new Promise((resolve, reject) => {
            navigator.geolocation.getCurrentPosition(resolve, reject);
          }),
      ),
      outcome(async () => navigator.clipboard.readText()),
      outcome(async () => navigator.requestMIDIAccess()),
      outcome(async () => device("usb", "requestDevice", { filters: [] })),
      outcome(async () => device("hid", "requestDevice", { filters: [] })),
      outcome(async () => device("serial", "requestPort", {})),
      outcome(async () => device("bluetooth", "requestDevice", { acceptAllDevices: true })),
    ]);
    return { states, asked, notified: await Notification.requestPermission() };
  });
  expect(found.states.filter((state) => !/ (?:denied|unknown)$/u.test(state))).toEqual([]);
  expect(found.asked).toEqual(found.asked.map(() => "refused"));
  expect(found.notified).toBe("denied");
  expect(await app.evaluate(({ session }) => session.defaultSession.isSpellCheckerEnabled())).toBe(false);
});
