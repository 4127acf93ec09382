/** Opening a ledger that has not changed shows at once what was shown of it before, and its check comes after. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { violations } from "../helpers/window/axe.ts";
import { ledgerOf } from "../helpers/window/window-service.ts";
import { goTo, verdictOf } from "../helpers/window/window-steps.ts";
import { conclusionKept, openWindow, startHost, useBrowser } from "../helpers/window/window.ts";

useBrowser();

/** Holds the check back: the page's thread for it never answers. */
function withoutCheck(): void {
  globalThis.Worker = class extends EventTarget {
    postMessage(): void {}
    terminate(): void {}
  } as unknown as typeof Worker;
}

/** Another tab of the same browser, which never gets its check. */
async function tabWithoutCheck(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.addInitScript(withoutCheck);
  await tab.goto(new URL("/", page.url()).href);
  return tab;
}

test("an unchanged ledger shows its conclusion before it is checked, a changed one does not", async () => {
  const { url, home } = await startHost(await ledgerOf({ entries: 300 }));
  const page = await openWindow(url);
  const verdict = await verdictOf(page);
  await conclusionKept(home);
  const tab = await tabWithoutCheck(page);
  await tab.locator(".overview[aria-busy=false] .verdict-lead").waitFor();
  expect(await verdictOf(tab)).toBe(verdict);
  expect(await violations(tab)).toEqual([]);
  await tab.getByRole("link", { name: /^Exceptions/u }).click();
  await tab.getByRole("listbox", { name: "Exceptions" }).waitFor();

  await goTo(page, "Settings");
  const decimals = page.getByRole("textbox", { name: "Decimals" });
  await decimals.fill("2");
  await decimals.press("Enter");
  await page.getByText("12,345.67").waitFor();
  await page.close();
  const other = await tabWithoutCheck(tab);
  await other.getByText("Reading the ledger").first().waitFor();
  expect(await other.locator(".verdict-lead").count()).toBe(0);
});
