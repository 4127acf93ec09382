/** The options of the check: others beside the ledger's, nothing kept until one says so, then kept for terminal and window alike. */
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { violations } from "../../helpers/window/axe.ts";
import { tieout } from "../../helpers/cli.ts";
import { cutAmounts } from "../../helpers/window/cut-amounts.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { goTo, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

test("warns about a basis that no payment agrees with, and trying another convention changes nothing until it is applied, and then applies to the command line, too", async () => {
  const ledger = await ledgerOf();
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  const before = await verdictOf(page);
  await goTo(page, "The check");
  const basis = page.getByRole("radiogroup", { name: "Settlement basis" });
  await basis
    .locator("label")
    .filter({ hasText: /\D0 payments$/u })
    .first()
    .click();
  const warning = /^No payment agrees with the basis .+ agree with “Charged/u;
  await page.getByText(warning).waitFor();
  await page.getByRole("button", { name: /Use these/u }).click();
  const dialog = page.getByRole("dialog", { name: /^Change the / });
  await dialog.getByText(warning).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: /^Back to the ledger's options/u }).click();
  await page.getByText(warning).waitFor({ state: "detached" });

  await page.locator("label").filter({ hasText: "A credit raises the balance" }).click();
  await page
    .getByRole("row", { name: /Chain break/u })
    .getByText(/^[\d,]{3,}$/u)
    .first()
    .waitFor();
  expect(await cutAmounts(page)).toEqual([]);
  expect((await check(ledger)).convention).toMatchObject({ used: "asset", source: "detected" });
  await goTo(page, "Overview");
  expect(await verdictOf(page)).toBe(before);
  await page.goBack();
  await page.getByRole("button", { name: /Use these/u }).click();
  const changes = dialog.getByRole("table", { name: "Settings that change" }).locator("tbody tr");
  await expect.poll(() => changes.allTextContents()).toEqual(["ConventionDetectA credit raises the balance"]);
  const worse = dialog
    .getByRole("row", { name: /^Chain break/u })
    .getByText(/^\+[\d,]+$/u)
    .locator("xpath=ancestor::td");
  await worse.waitFor();
  // More errors are never shown as if they were good.
  expect(await colourOf(worse)).toBe(await tokenOf(page, "--error"));
  const increase = page
    .getByRole("row", { name: /^Errors/u })
    .getByRole("cell")
    .last();
  expect(await colourOf(increase)).toBe(await tokenOf(page, "--error"));
  await dialog.getByRole("button", { name: "Change convention" }).click();
  await dialog.getByText("Enter a reason to change the convention.").waitFor();
  expect((await check(ledger)).convention).toMatchObject({ used: "asset", source: "detected" });
  await dialog.getByRole("textbox", { name: "Changed by" }).fill("Ada Obi");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The provider says so");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await goTo(page, "Overview");
  await page.getByRole("heading", { level: 1 }).filter({ hasNotText: before }).waitFor();
  expect((await check(ledger)).convention).toMatchObject({ used: "bank", source: "given" });
  await goTo(page, "History");
  const link = page.getByRole("row").filter({ hasText: "Convention: auto → bank." });
  await link.waitFor();
  expect(await link.textContent()).toContain("Ada Obi");
  expect(await link.textContent()).toContain("The provider says so");
  expect((await tieout(["verify", ledger])).status).toBe(0);
});

async function colourOf(element: Locator): Promise<string> {
  return element.evaluate((node) => getComputedStyle(node).color);
}

async function tokenOf(page: Page, name: string): Promise<string> {
  return page.evaluate((token) => {
    const probe = document.createElement("span");
    probe.style.color = `var(${token})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);
}

async function check(ledger: string): Promise<{ readonly convention: object }> {
  const { stdout } = await tieout(["check", ledger, "--month", "2026-08", "--json"]);
  return JSON.parse(stdout) as { readonly convention: object };
}
