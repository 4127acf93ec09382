/** The first start, and what the page has of Node's. */
import { describe, expect, test } from "vitest";
import { startApp } from "../../helpers/window/electron-journey.ts";
import { fillSandbox, verdictOf } from "../../helpers/window/window-steps.ts";

describe("in Electron", () => {
  test("the first start shows Welcome, and one click fills the window up to its verdict", async (context) => {
    const { app, page } = await startApp(context);
    expect(page.url()).toMatch(/^app:\/\/tieout\//u);
    await fillSandbox(page);
    expect(await verdictOf(page)).toContain("August 2026");
    const titles = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((one) => one.getTitle()),
    );
    expect(titles).toEqual([expect.stringMatching(/^Sandbox.* – Tieout$/u)]);
  });

  test("the page has no Node, and may neither navigate nor reach out", async (context) => {
    const { page } = await startApp(context);
    const found = await page.evaluate(async () => ({
      node: ["require", "process", "module", "Buffer"].filter((name) => name in globalThis),
      methods: typeof (globalThis as unknown as { tieout?: { methods?: unknown } }).tieout?.methods,
      fetched: await fetch("https://example.com/").then(
        () => "answered",
        () => "refused",
      ),
      permission: await navigator.permissions.query({ name: "geolocation" }).then(({ state }) => state),
    }));
    expect(found).toEqual({ node: [], methods: "object", fetched: "refused", permission: "denied" });
    await page.evaluate(() => {
      globalThis.location.href = "https://example.com/";
    });
    await page.waitForTimeout(500);
    expect(page.url()).toMatch(/^app:\/\/tieout\//u);
  });
});
