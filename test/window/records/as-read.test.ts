/** The Wallet while its entries are checked for the first time: rows as they were read, and what is missing of them. */
import { expect, test } from "vitest";
import { holdWorker } from "../../helpers/window/window-calls.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { goTo } from "../../helpers/window/window-steps.ts";
import { newContext, startHost, useBrowser, watch } from "../../helpers/window/window.ts";

useBrowser();

test("entries are on screen before the check ends, and whoever is on one stays on it when it is checked", async () => {
  const { url } = await startHost(await ledgerOf());
  const page = await (await newContext({ reducedMotion: "reduce" })).newPage();
  watch(page);
  const runs = await holdWorker(page, ["run", "decided", "review"], true);
  await page.goto(url);
  await goTo(page, "Wallet");
  const cells = (column: string) => page.locator(`.ag-row:not(.grid-unread) [col-id=${column}]`);
  await cells("walletID").first().waitFor();
  const ofCheck = ["inflow", "outflow", "difference", "flags", "status"];
  for (const column of ofCheck)
    expect(new Set(await cells(column).allTextContents())).toEqual(new Set(["…"]));
  const stated = await cells("stated").allTextContents();
  expect(stated.every((text) => /\d/u.test(text))).toBe(true);
  await page.getByText(/^\d+ entries$/u).waitFor();
  await page.getByRole("switch", { name: /^Only \w+ \d{4}$/u }).waitFor();
  await page.getByText("Checking …").waitFor();
  expect(await page.getByRole("progressbar", { name: "Checking" }).count()).toBe(1);

  // What only a check can tell is not shown before.
  await page.keyboard.press("f");
  await page.locator(".grid-cover").getByText("Checking …").waitFor();
  await page.keyboard.press("f");
  await page.locator(".grid-cover").waitFor({ state: "detached" });

  const fifth = page.locator("[row-index='4'] [col-id=walletID]");
  await fifth.filter({ hasText: /\d/u }).focus();
  const id = await fifth.textContent();
  await page.keyboard.press("Control+c");
  await page.getByText("The rows are being checked. Copy again.").waitFor();
  await runs.letThrough();
  await page.getByText("Checking …").waitFor({ state: "detached" });
  await expect.poll(async () => (await cells("status").allTextContents()).includes("…")).toBe(false);
  await expect
    .poll(async () => (await cells("inflow").allTextContents()).some((text) => /\d/u.test(text)))
    .toBe(true);
  expect(await fifth.textContent()).toBe(id);
  expect(await fifth.evaluate((cell) => cell === document.activeElement)).toBe(true);
  expect(await cells("stated").allTextContents()).toEqual(stated);
});
