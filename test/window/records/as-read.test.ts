/** The Wallet while its entries are checked for the first time: rows as they were read, and what is missing of them. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { type HeldCalls, holdWorker } from "../../helpers/window/window-calls.ts";
import { openFile } from "../../helpers/window/window-files.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { goTo } from "../../helpers/window/window-steps.ts";
import { enter, pageFor, startHost, useBrowser, watch } from "../../helpers/window/window.ts";

useBrowser();

/** The Wallet while its ledger is checked for the first time, which goes on only when it is let. */
async function openWhileChecked(): Promise<{ readonly page: Page; readonly runs: HeldCalls }> {
  const { url } = await startHost();
  const page = await pageFor(url, { reducedMotion: "reduce" });
  watch(page);
  const runs = await holdWorker(page, ["run", "decided", "review"], true);
  await enter(page, url);
  // Opened once the page is prepared: Electron's page is there as soon as its app is.
  await openFile(page, await ledgerOf());
  await goTo(page, "Wallet");
  await cellsOf(page, "walletID").first().waitFor();
  return { page, runs };
}

/** Cells of rows that were read. */
const cellsOf = (page: Page, column: string) => page.locator(`.ag-row:not(.grid-unread) [col-id=${column}]`);

test("entries are on screen before the check ends, and whoever is on one stays on it when it is checked", async () => {
  const { page, runs } = await openWhileChecked();
  const cells = (column: string) => cellsOf(page, column);
  // Not all of these have room in the least of windows.
  const ofCheck = ["inflow", "outflow", "difference", "flags", "status"].map((column) =>
    cells(column).allTextContents(),
  );
  expect(new Set((await Promise.all(ofCheck)).flat())).toEqual(new Set(["…"]));
  const stated = await cells("stated").allTextContents();
  expect(stated.every((text) => /\d/u.test(text))).toBe(true);
  await page.getByText(/^\d+ entries$/u).waitFor();
  await page.getByRole("switch", { name: /^Only \w+ \d{4}$/u }).waitFor();
  await page.getByText("Checking…").waitFor();
  expect(await page.getByRole("progressbar", { name: "Checking" }).count()).toBe(1);

  // What only a check can tell is not shown before.
  await page.keyboard.press("f");
  await page.locator(".grid-cover").getByText("Checking…").waitFor();
  await page.keyboard.press("f");
  await page.locator(".grid-cover").waitFor({ state: "detached" });

  const fifth = page.locator("[row-index='4'] [col-id=walletID]");
  await fifth.filter({ hasText: /\d/u }).focus();
  const id = await fifth.textContent();
  await page.keyboard.press("Control+c");
  await page.getByText("The rows are being checked. Copy again.").waitFor();
  await runs.letThrough();
  await page.getByText("Checking…").waitFor({ state: "detached" });
  await expect.poll(async () => (await cells("status").allTextContents()).includes("…")).toBe(false);
  await expect
    .poll(async () => (await cells("inflow").allTextContents()).some((text) => /\d/u.test(text)))
    .toBe(true);
  expect(await fifth.textContent()).toBe(id);
  expect(await fifth.evaluate((cell) => cell === document.activeElement)).toBe(true);
  expect(await cells("stated").allTextContents()).toEqual(stated);
});

test("who sorts, filters and searches while entries are checked finds them again by going back", async () => {
  const { page, runs } = await openWhileChecked();
  const cover = page.locator(".grid-cover");
  const header = page.getByRole("columnheader", { name: /^Description/u });
  const search = page.getByRole("searchbox", { name: "Search in entries" });
  const stated = await cellsOf(page, "stated").allTextContents();
  for (let round = 0; round < 3; round += 1) {
    await header.click();
    await cover.waitFor();
    await header.click();
    await header.click();
    await cover.waitFor({ state: "detached" });
    await search.fill(`${round}`);
    await cover.waitFor();
    await search.fill("");
    await cover.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.keyboard.press("f");
    await cover.waitFor();
    await page.keyboard.press("f");
    await cover.waitFor({ state: "detached" });
  }
  await expect.poll(async () => cellsOf(page, "stated").allTextContents()).toEqual(stated);
  await page.getByText(/^\d+ entries$/u).waitFor();

  await header.click();
  await runs.letThrough();
  await cover.waitFor({ state: "detached" });
  const described = cellsOf(page, "description");
  await expect
    .poll(async () => (await described.allTextContents()).filter(Boolean).length)
    .toBeGreaterThan(1);
  const texts = await described.allTextContents();
  expect(texts).not.toContain("…");
  expect(texts).toEqual(texts.toSorted());
});

test("what is not checked yet is neither printed nor exported", async () => {
  const { page, runs } = await openWhileChecked();
  const out = [
    page.getByRole("button", { name: "Print…" }),
    page.getByRole("button", { name: "Export rows…" }),
  ];
  for (const button of out) expect(await button.isDisabled()).toBe(true);
  await runs.letThrough();
  for (const button of out) await expect.poll(async () => button.isEnabled()).toBe(true);
});

test("columns of amounts keep their widths when another period is asked for while the first is checked", async () => {
  const { page, runs } = await openWhileChecked();
  const widthOf = async () => (await page.locator(".ag-header-cell[col-id=stated]").boundingBox())?.width;
  const before = await widthOf();
  await page.evaluate(() => {
    const widths = new Set<number>();
    Object.assign(globalThis, { widths });
    const look = () => {
      const header = document.querySelector(".ag-header-cell[col-id=stated]");
      if (header !== null) widths.add(header.getBoundingClientRect().width);
      requestAnimationFrame(look);
    };
    look();
  });
  const ask = (hash: string) => page.evaluate((to) => location.assign(to), hash);
  await ask("#/wallet?month=2020-01");
  await page.getByText("No entries match").waitFor();
  await ask("#/wallet?all");
  await cellsOf(page, "walletID").first().waitFor();
  await runs.letThrough();
  await page.getByText("Checking…").waitFor({ state: "detached" });
  expect(await page.evaluate(() => [...(globalThis as unknown as { widths: Set<number> }).widths])).toEqual([
    before,
  ]);
});
