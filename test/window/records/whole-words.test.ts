/** What people choose by and decide on can be read whole, in small windows too. */
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { useShared } from "../../helpers/at-end.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { goTo, openFirstRow, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

const SIZES = [
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1600, height: 1000 },
];

/** The words of those that are wider than their room. */
async function cutIn(locator: Locator): Promise<string[]> {
  return locator.evaluateAll((all) =>
    all
      .filter((one) => one.scrollWidth > one.clientWidth)
      .map((one) => `${one.textContent} (${one.clientWidth} of ${one.scrollWidth})`),
  );
}

/** Waits until the window was drawn at its new size. */
async function resize(page: Page, size: (typeof SIZES)[number]): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    async () =>
      new Promise((drawn) => {
        requestAnimationFrame(() => requestAnimationFrame(drawn));
      }),
  );
}

const shared = useShared(async () => {
  const { url } = await startHost(await ledgerOf({ entries: 300 }));
  const page = await openWindow(url);
  await verdictOf(page);
  return page;
});

test("never cuts filters of the queue, its rules or its records", async () => {
  const page = shared();
  await goTo(page, "Exceptions");
  await page
    .getByRole("option", { name: /Chain break/u })
    .first()
    .click();
  for (const size of SIZES) {
    await resize(page, size);
    const bar = page.getByRole("group", { name: "Filters of the queue" });
    await expect.poll(() => bar.locator(".select-value").count()).toBe(4);
    await expect.poll(() => cutIn(bar.locator(".select-value"))).toEqual([]);
    await expect.poll(() => cutIn(page.locator(".queue .queue-rule"))).toEqual([]);
    await expect.poll(() => cutIn(page.locator(".queue .queue-subject"))).toEqual([]);
    await expect.poll(() => cutIn(page.locator(".queue .queue-status"))).toEqual([]);
  }
});

test("shows payrefs in full in Match", async () => {
  const page = shared();
  await goTo(page, "Exceptions");
  await page
    .getByRole("option", { name: /Orphan payref/u })
    .first()
    .click();
  await page.getByRole("listbox", { name: "Exceptions" }).focus();
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog", { name: "Match by hand" });
  await dialog.getByRole("region", { name: "Transactions" }).getByRole("option").first().waitFor();
  for (const size of SIZES) {
    await resize(page, size);
    await expect.poll(() => dialog.locator(".match-words").count()).toBeGreaterThan(0);
    await expect.poll(async () => cutIn(dialog.locator(".match-words"))).toEqual([]);
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
});

test.each([
  ["Wallet", ["inflow", "outflow", "stated"]],
  ["Transactions", ["expected", "settled", "difference"]],
])(
  "shows columns of %s in full, those that are compared beside a detail too, and the review's where it has room",
  async (place, compared) => {
    const page = shared();
    await goTo(page, place);
    await page.getByRole("gridcell").first().waitFor();
    for (const size of SIZES) {
      await resize(page, size);
      await expectWholeColumns(page);
    }
    await openFirstRow(page);
    await page.getByRole("complementary").waitFor();
    for (const size of SIZES) {
      await resize(page, size);
      await expectWholeColumns(page);
      await expect
        .poll(async () => {
          const shown = await page
            .locator(".ag-header-cell")
            .evaluateAll((all) => all.map((one) => one.getAttribute("col-id")));
          // In half a screen the cell that has the focus keeps its column, and takes the room of one of them.
          return size.width < 1280 ? [] : compared.filter((column) => !shown.includes(column));
        })
        .toEqual([]);
      await expect
        .poll(() =>
          cutIn(page.locator('.ag-cell[col-id="status"] .mark, .ag-cell[col-id="status"] .mark span')),
        )
        .toEqual([]);
    }
  },
);

/** What scrolls the rows lies over them in some systems. */
const SCROLLBAR = 16;

/** Every column ends within the grid and before its scrollbar, so that none is half a figure or half a word. */
async function expectWholeColumns(page: Page): Promise<void> {
  const grid = page.locator(".grid-frame");
  const outside = async () => {
    const right = await grid.evaluate((frame) => frame.getBoundingClientRect().right);
    const headers = await page
      .locator(".ag-header-cell")
      .evaluateAll((all) =>
        all.map((one) => ({ id: one.getAttribute("col-id"), right: one.getBoundingClientRect().right })),
      );
    return headers.filter((one) => one.right > right + 1 - SCROLLBAR);
  };
  await expect.poll(outside).toEqual([]);
}
