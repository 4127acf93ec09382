/** What the page cannot do, asked of the built app. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { builtFolder } from "../../helpers/built.ts";
import { appOfFile, startApp } from "./app.ts";

const app = appOfFile();

/** As the browser resolves what the page names. */
function addressOf(reference = ""): string {
  return `app://tieout${new URL(reference, "http://page/").pathname}`;
}

describe("case 56: the window cannot be led away", () => {
  test("prevents navigation, redirects, frames, embedded browsers and dropped files", async () => {
    const running = app();
    const elsewhere = [
      "https://example.com/",
      "app://tieout/assets/index.js",
      "app://tieout/index.html",
      "app://tieout/?x=1",
      "app://tieout.example.com/",
      "app://other/#/wallet",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "data:text/html,x",
      "about:blank",
    ];
    const isPrevented = async (name: string, url: string, isMainFrame = true): Promise<boolean> =>
      running.act("onContents", name, { url, isMainFrame });
    for (const url of elsewhere) {
      expect({ url, is: await isPrevented("will-navigate", url) }).toEqual({ url, is: true });
      expect({ url, is: await isPrevented("will-redirect", url) }).toEqual({ url, is: true });
    }
    // The page itself may be loaded again, in its window and nowhere else.
    for (const url of ["app://tieout/", "app://tieout/#/wallet?month=2026-10"]) {
      expect(await isPrevented("will-navigate", url)).toBe(false);
      expect(await isPrevented("will-redirect", url)).toBe(true);
      expect(await isPrevented("will-frame-navigate", url, false)).toBe(true);
    }
    expect(
      await running.act("onContents", "will-attach-webview", {}, {}, { src: "https://example.com" }),
    ).toBe(true);
    expect(await running.act("onSession", "will-download")).toBe(true);
    expect((await running.act("window")).count).toBe(1);
  });

  test("opens nothing for window.open", async () => {
    const running = app();
    for (const url of ["https://example.com/", "about:blank", "app://tieout/", "data:text/html,x"]) {
      expect(await running.act("windowOpen", url)).toEqual({ action: "deny" });
    }
    expect((await running.act("window")).count).toBe(1);
  });
});

test("case 57: passes no address to the system, since the page links to nothing outside", async () => {
  const running = app();
  const addresses = [
    "https://example.com/",
    "http://example.com/",
    "file:///bin/sh",
    "smb://server/share",
    "ms-msdt:/id",
    "javascript:1",
    "mailto:somebody@example.com",
    "https://user:password@example.com/",
  ];
  for (const url of addresses) {
    await running.act("windowOpen", url);
    await running.act("onContents", "will-navigate", { url });
  }
  expect((await running.act("seen")).openedOutside).toEqual([]);
});

describe("case 58: the page runs its own files and reaches nothing else", () => {
  test("cancels a request for anything else before it leaves", async () => {
    const running = app();
    const outside = [
      "https://example.com/x.js",
      "http://127.0.0.1:80/",
      "ws://127.0.0.1/",
      "file:///etc/passwd",
      "blob:https://example.com/1",
      "ftp://example.com/",
      "app://other/index.html",
      "app://tieout.example.com/",
      "app://tieout",
      "devtools-x://devtools/",
    ];
    for (const url of outside) {
      expect({ url, isCancelled: await running.act("isCancelled", url) }).toEqual({ url, isCancelled: true });
    }
  });

  test("lets its own requests through, and developer tools only where they exist", async () => {
    const running = app();
    expect(await running.act("isCancelled", "app://tieout/assets/index.js")).toBe(false);
    expect(await running.act("isCancelled", "devtools://devtools/bundled/inspector.html")).toBe(false);
    const packaged = await startApp({ isPackaged: true, argv: ["/opt/tieout"] });
    expect(await packaged.act("isCancelled", "devtools://devtools/bundled/inspector.html")).toBe(true);
    expect((await running.act("seen")).peers).toBe("disable_non_proxied_udp");
  });

  test("sends the policy with every response, the page with a new nonce for each load", async () => {
    const running = app();
    const page = await running.act("fetch", "app://tieout/");
    const again = await running.act("fetch", "app://tieout/index.html");
    const script = await running.act("fetch", addressOf(/src="([^"]+)"/u.exec(page.text)?.[1]));
    const reloaded = await running.act("fetch", "app://tieout/#/exceptions");
    const missing = await running.act("fetch", "app://tieout/nothing.js");
    expect(reloaded).toMatchObject({ status: 200, text: expect.stringContaining("<html") as unknown });
    for (const { headers } of [page, again, script, missing]) {
      const policy = headers["content-security-policy"] ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toMatch(/unsafe|\*|https?:/u);
      expect(headers["x-content-type-options"]).toBe("nosniff");
    }
    const nonceOf = (text: string) => /property="csp-nonce" nonce="([^"]{20,})"/u.exec(text)?.[1];
    const [first, second] = [nonceOf(page.text), nonceOf(again.text)];
    expect(first).toBeDefined();
    expect(second).not.toBe(first);
    expect(page.headers["content-security-policy"]).toContain(`'nonce-${first}'`);
    expect(script).toMatchObject({
      status: 200,
      headers: { "content-type": "text/javascript; charset=utf-8" },
    });
  });

  test("has no inline script or style in the page", async () => {
    const html = readFileSync(join(await builtFolder(), "renderer/index.html"), "utf8");
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son[a-z]+=|\sstyle=|javascript:/iu);
  });
});

describe("case 59: serves only known files, by their exact name", () => {
  test("serves nothing for tricks in the path, another host or other methods", async () => {
    const running = app();
    const paths = [
      "/../package.json",
      "/..%2fpackage.json",
      "/%2e%2e/index.html",
      "/%2e%2e/%2e%2e/etc/passwd",
      "/./index.html",
      "//index.html",
      "/assets/../index.html",
      "/assets/..\\index.html",
      "/assets",
      "/assets/",
      "/INDEX.HTML",
      "/index.html%00.js",
      "/index.html?x=1",
      "/index.html/",
      "/main/index.js",
      "/__proto__",
      "/constructor",
    ];
    for (const path of paths) {
      expect({ path, ...(await running.act("fetch", `app://tieout${path}`)) }).toMatchObject({
        path,
        status: 404,
        text: "",
      });
    }
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      expect(await running.act("fetch", "app://tieout/", method)).toMatchObject({ status: 405, text: "" });
    }
    expect(await running.act("fetch", "app://tieout/", "HEAD")).toMatchObject({ status: 200 });
    for (const host of [
      "app://other/index.html",
      "app://tieout:80/index.html",
      "app://tieout@other/index.html",
    ]) {
      await expect(running.act("fetch", host)).rejects.toThrow("ERR_BLOCKED_BY_CLIENT");
    }
  });

  test("serves every built file unchanged, with its type", async () => {
    const running = app();
    const folder = join(await builtFolder(), "renderer");
    const html = readFileSync(join(folder, "index.html"), "utf8");
    for (const [, path = ""] of html.matchAll(/(?:src|href)="([^"]+)"/gu)) {
      const answer = await running.act("fetch", addressOf(path));
      expect({ path, status: answer.status }).toEqual({ path, status: 200 });
      expect(answer.text).toBe(readFileSync(join(folder, path), "utf8"));
    }
  });
});

test("case 60: denies every permission and every device", async () => {
  const running = app();
  const permissions = [
    "clipboard-read",
    "clipboard-sanitized-write",
    "display-capture",
    "fileSystem",
    "fullscreen",
    "geolocation",
    "hid",
    "idle-detection",
    "local-network-access",
    "media",
    "mediaKeySystem",
    "midi",
    "notifications",
    "openExternal",
    "pointerLock",
    "serial",
    "storage-access",
    "usb",
    "window-management",
    "something new",
  ];
  for (const name of permissions) {
    expect({ name, ...(await running.act("permission", name)) }).toEqual({
      name,
      granted: false,
      checked: false,
    });
  }
  for (const type of ["hid", "serial", "usb"]) expect(await running.act("device", type)).toBe(false);
  expect(await running.act("bluetooth")).toEqual({ prevented: true, chosen: "" });
});

describe("actions within the machine", () => {
  test("shows a written file in the system's file manager", async () => {
    const running = await startApp();
    const path = join(running.folder, "ledger.tieout");
    await running.act("answer", path);
    const chosen = await running.call<{ readonly file: { readonly handle: string } }>("files.chooseToSave", {
      purpose: "ledger",
      suggestedName: "../../ledger",
    });
    if (!chosen.ok) throw new Error(chosen.fault.sentence);
    expect((await running.act("seen")).dialogs).toMatchObject([
      { kind: "showSaveDialog", options: { defaultPath: expect.stringMatching(/documents\/[^/]+$/u) } },
    ]);
    expect(JSON.stringify(chosen)).not.toContain(`${running.folder}/ledger`);
    expect(await running.call("files.reveal", { file: chosen.value.file.handle })).toEqual({
      ok: true,
      value: {},
    });
    await vi.waitFor(async () => expect((await running.act("seen")).revealed).toEqual([path]));
  });
});
