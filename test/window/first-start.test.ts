/** First start: nothing set up, one click, and a wallet with broken rows; reload keeps the place. */
import { expect, test } from "vitest";
import { IN_ELECTRON } from "../helpers/window/electron-window.ts";
import { ledgerOf } from "../helpers/window/window-service.ts";
import { atPlace, fillSandbox, verdictOf } from "../helpers/window/window-steps.ts";
import { newContext, openWindow, startHost, startHostProcess, useBrowser } from "../helpers/window/window.ts";

useBrowser();

test("without any ledger shows three ways to start, and one click fills it with a wallet that does not tie out", async () => {
  const { url } = await startHostProcess();
  const page = await openWindow(url);
  for (const door of ["Try it with the sandbox", "Connect to the service", "Import saved responses"]) {
    await page.getByRole("heading", { name: door }).waitFor();
  }
  await fillSandbox(page);
  const verdict = page.getByRole("heading", { level: 1 });
  await verdict
    .filter({
      hasText: /August 2026: [\d,]+ NGN .*to resolve$/u,
    })
    .waitFor();
  expect(await page.title()).toMatch(
    /^Sandbox.* – August 2026: [\d,]+ NGN .*to resolve – Overview – Tieout$/u,
  );
  await expect.poll(() => page.getByText(/[\d,]+ new entries/u).count()).toBeGreaterThan(0);
  await page.getByRole("rowheader", { name: /^of which balances that do not follow \(\d+\)$/u }).waitFor();
  await page.getByRole("rowheader", { name: /^of which not in the balance yet \(\d+\)$/u }).waitFor();
  const notice = page.getByRole("contentinfo").getByRole("button", { name: "Dismiss" });
  await notice.waitFor({ state: "hidden", timeout: 20_000 });
});

test.skipIf(IN_ELECTRON)(
  "a reload keeps place, period and row, and a new tab with a used token gets nothing",
  async () => {
    const { url } = await startHost(await ledgerOf({ entries: 300 }));
    const page = await openWindow(url);
    await verdictOf(page);
    await page.getByRole("button", { name: /^Period/u }).click();
    await page.getByRole("option", { name: "July 2026" }).click();
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: /Exceptions/u })
      .click();
    await atPlace(page, "Exceptions");
    const lines = page.getByRole("listbox", { name: "Exceptions" });
    await lines.getByRole("option").nth(2).click();
    const chosen = await page.getByRole("article").getAttribute("aria-label");
    const address = page.url();
    expect(address).not.toContain("token");
    await page.reload();
    await atPlace(page, "Exceptions");
    await page.getByRole("article", { name: chosen ?? "" }).waitFor();
    expect(page.url()).toBe(address);
    await page.getByRole("button", { name: "Period: July 2026" }).waitFor();
    const stranger = await (await newContext()).newPage();
    await stranger.goto(url);
    await stranger.getByText("SESSION_ENDED").waitFor();
    await stranger
      .getByText("Stop Tieout and start it again. It then opens a new window or prints a new address.")
      .waitFor();
    expect(await stranger.getByRole("button").count()).toBe(0);
  },
);
