/** The page as both hosts give it out. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PAGE_HEADERS, loadPage, pageWithNonce, policyFor } from "../../../src/main/backend/page.ts";
import { temporaryFolder } from "../../helpers/cli.ts";

const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tieout</title></head><body></body></html>`;

function builtPage(html = HTML): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), html);
  writeFileSync(join(folder, "assets/index-1.js"), "export {};");
  writeFileSync(join(folder, "assets/inter.woff2"), "w");
  writeFileSync(join(folder, "assets/notes.txt"), "not of the page");
  return folder;
}

test("case 59: knows files by name, and finds nothing else, whatever the path", () => {
  const folder = builtPage();
  const outside = join(temporaryFolder(), "outside.js");
  writeFileSync(outside, "secret");
  symlinkSync(outside, join(folder, "assets/link.js"));
  const page = loadPage(folder);
  expect([...page.keys()].toSorted()).toEqual(["/assets/index-1.js", "/assets/inter.woff2", "/index.html"]);
  expect(page.get("/assets/index-1.js")?.type).toBe("text/javascript; charset=utf-8");
  expect(page.get("/assets/inter.woff2")?.type).toBe("font/woff2");
  for (const path of ["/assets/../index.html", "//index.html", "/%69ndex.html", "/assets", "__proto__", ""]) {
    expect(page.get(path)).toBeUndefined();
  }
});

test("makes a new nonce for each load, once in the page and in the policy", () => {
  const page = loadPage(builtPage());
  const [one, two] = [pageWithNonce(page), pageWithNonce(page)];
  expect(one.nonce).toMatch(/^[\w+/]{24}$/u);
  expect(one.nonce).not.toBe(two.nonce);
  expect(one.html).toBe(HTML.replace("<head>", `<head><meta property="csp-nonce" nonce="${one.nonce}">`));
  expect(policyFor({ nonce: one.nonce })).toContain(`style-src 'self' 'nonce-${one.nonce}';`);
});

test("case 58: the policy allows the host's own files and nothing inline, evaluated or remote", () => {
  expect(policyFor({ nonce: "n0", connect: ["ws://127.0.0.1:4711"] })).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-n0'; img-src 'self' data:; font-src 'self'; connect-src 'self' ws://127.0.0.1:4711; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(policyFor({ nonce: null })).toContain("style-src 'self'; img-src");
  expect(policyFor({ nonce: null })).toContain("connect-src 'self'; worker-src");
});

test("case 60: grants no permission", () => {
  expect(PAGE_HEADERS["Permissions-Policy"]?.split(", ").every((each) => each.endsWith("=()"))).toBe(true);
  for (const feature of ["camera", "microphone", "geolocation", "usb", "serial", "clipboard-read"]) {
    expect(PAGE_HEADERS["Permissions-Policy"]).toContain(`${feature}=()`);
  }
});

test("reports a missing or incomplete page", () => {
  const empty = temporaryFolder();
  expect(() => loadPage(empty)).toThrow(
    expect.objectContaining({
      code: "FILE_UNREADABLE",
      message: "The window's page is not built, or incomplete",
    }),
  );
  expect(() => loadPage(join(empty, "missing"))).toThrow(
    expect.objectContaining({ code: "FILE_UNREADABLE", message: "The window's page cannot be read: ENOENT" }),
  );
});
