/** Grids give room to what is read: empty columns fold, a detail leaves descriptions in sight, and paper breaks no line in four. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { useShared } from "../../helpers/at-end.ts";
import { importRecords, newLedgerPath } from "../../helpers/ledgers/signing.ts";
import { OCTOBER_MS, wallet } from "../../helpers/records.ts";
import { IN_ELECTRON } from "../../helpers/window/electron-window.ts";
import { picture } from "../../helpers/window/window-pictures.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { goTo, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

/** After the sandbox's last month, in which no column is empty. */
const NOVEMBER = Date.UTC(2026, 10, 1);

const shared = useShared(async () => {
  const { url } = await startHost(await ledgerOf({ entries: 5000, seed: 1 }, NOVEMBER));
  const page = await openWindow(url);
  await verdictOf(page);
  return page;
});

const titles = async (page: Page) =>
  page.locator(".ag-header-cell").evaluateAll((all) => all.map((one) => one.getAttribute("col-id")));

/** How much of the rows' width no column takes, beside the bar by which they scroll. */
async function unusedPixels(page: Page): Promise<number> {
  return page.locator(".ag-root").evaluate((grid) => {
    const ends = [...grid.querySelectorAll(".ag-header-cell")].map(
      (one) => one.getBoundingClientRect().right,
    );
    return grid.getBoundingClientRect().right - 16 - Math.max(...ends);
  });
}

/** How many pixels 22 letters of a column's own words take, and how many its cells have for them. */
async function roomOf(page: Page, column: string): Promise<{ letters: number; room: number }> {
  return page
    .locator(`.ag-cell[col-id="${column}"]`)
    .first()
    .evaluate((cell) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(cell);
      const pen = document.createElement("canvas").getContext("2d");
      if (pen === null) throw new Error("nothing to measure with");
      pen.font = font;
      return {
        letters: pen.measureText("Payment for Toyota Cor").width,
        room: cell.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight),
      };
    });
}

// Whichever cell opens the detail, which is the one that stays in any case.
test.each([
  ["Wallet", "description", "description"],
  ["Wallet", "dateCreatedAtMs", "description"],
  ["Wallet", "stated", "description"],
  ["Transactions", "customer", "customer"],
  ["Transactions", "payID", "customer"],
])(
  "%s, opened at its %s, leaves 22 letters to what is read, beside a detail too",
  async (place, opened, column) => {
    const page = shared();
    for (const [width, height] of [
      [1280, 800],
      [1024, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      await goTo(page, place);
      await page.locator(`.ag-cell[col-id="${column}"]`).first().waitFor();
      await picture(page, `room-${place}-${width}`);
      await page.locator(`.ag-cell[col-id="${opened}"]`).first().click();
      await page.getByRole("complementary").waitFor();
      await expect
        .poll(async () => {
          const { letters, room } = await roomOf(page, column);
          return room - letters;
        })
        .toBeGreaterThan(0);
      await expect.poll(() => unusedPixels(page)).toBeLessThan(40);
      await picture(page, `room-${place}-${width}-detail`);
      await page.keyboard.press("Escape");
      await page.getByRole("complementary").waitFor({ state: "hidden" });
      const { letters, room } = await roomOf(page, column);
      expect(room).toBeGreaterThan(letters);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  },
);

test("leaves what is expected blank where it is what is stated", async () => {
  const page = shared();
  await page.setViewportSize({ width: 1280, height: 800 });
  await goTo(page, "Wallet");
  await page.getByRole("gridcell").first().waitFor();
  const cells = page.locator(".ag-row[row-index='0'] .ag-cell");
  await expect.poll(() => cells.filter({ hasText: /^–$/u }).count()).toBe(1);
  expect(await page.locator(".ag-row[row-index='0'] [col-id=expected]").textContent()).toBe("");
  await page.keyboard.press("f");
  const broken = page.locator(".ag-row").filter({ has: page.locator(".grid-difference") });
  await broken.first().waitFor();
  expect(await broken.first().locator("[col-id=expected]").textContent()).toMatch(/\d/u);
  await page.keyboard.press("f");
});

// An Electron older than the one that the app is made for gives a printed table's columns other widths.
test.skipIf(IN_ELECTRON).each(["Wallet", "Transactions"])(
  "prints rows of %s upright, none of them in more than two lines",
  async (place) => {
    const page = shared();
    await page.evaluate(() => (window.print = () => {}));
    await goTo(page, place);
    await page.locator(".grid-counts").filter({ hasText: /\d/u }).waitFor();
    await page.getByRole("button", { name: "Print…", disabled: false }).waitFor();
    await page.keyboard.press("Control+p");
    await page.locator(".printed-rows tbody tr").first().waitFor({ state: "attached" });
    await page.emulateMedia({ media: "print" });
    // A4 upright within its margins.
    await page.setViewportSize({ width: 718, height: 1000 });
    const { tall, tallTexts, over } = await page.locator(".printed-rows table").evaluate((table) => {
      const heightOf = (cell: Element) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getBoundingClientRect().height / parseFloat(getComputedStyle(cell).lineHeight);
      };
      const higher = (cells: string, lines: number) =>
        [...table.querySelectorAll(cells)]
          .filter((cell) => heightOf(cell) > lines + 0.5)
          .map((cell) => cell.outerHTML);
      return {
        tall: higher("tbody td", 2),
        // Ids of payments are read by the letter.
        tallTexts: higher("tbody td.grid-text:not(.grid-read)", 1),
        over: document.documentElement.scrollWidth,
      };
    });
    await picture(page, `room-print-${place}`);
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    expect(tall).toEqual([]);
    expect(tallTexts).toEqual([]);
    expect(over).toBeLessThanOrEqual(718);
  },
);

test("folds columns that are empty in all rows, none more under a filter, says so where columns are chosen, and shows one that is", async () => {
  const ledger = newLedgerPath();
  await importRecords(
    ledger,
    wallet([1000, 500, -200, 70], (at) => ({ description: at === 0 ? "the first" : "another" })),
  );
  const page = await openWindow((await startHost(ledger)).url);
  await verdictOf(page);
  await goTo(page, "Wallet");
  await expect
    .poll(() => titles(page))
    .toEqual(["dateCreatedAtMs", "walletID", "description", "inflow", "outflow", "stated"]);
  const shown = await titles(page);
  await page.keyboard.press("/");
  // Nothing went out of the wallet with it.
  await page.keyboard.insertText("the first");
  await page.getByRole("group", { name: "Totals of the rows that match" }).getByText("Net 1,000").waitFor();
  expect(await titles(page)).toEqual(shown);
  await page.keyboard.press("Escape");
  await page.keyboard.press("c");
  const chooser = page.getByRole("dialog", { name: "Columns" });
  const flags = chooser.getByText(/^Flags empty in all rows: folded$/u);
  await flags.waitFor();
  await picture(page, "room-folded");
  await flags.click();
  await expect.poll(() => titles(page)).toContain("flags");
  await chooser.getByText(/^Flags empty in all rows$/u).waitFor();
});

test("of a figure's rows shows the columns that tell of them, also where the period's own rows have none", async () => {
  const ledger = newLedgerPath();
  const days = [-10, -9, 0, 1];
  const entries = wallet([1000, 500, 20, -30], (at) => ({
    payref: at === 1 ? "LOST-1" : "",
    dateCreatedAtMs: OCTOBER_MS + (days[at] ?? 0) * 86_400_000,
  }));
  await importRecords(ledger, entries);
  const page = await openWindow((await startHost(ledger)).url);
  await verdictOf(page);
  await goTo(page, "Wallet");
  await expect.poll(() => titles(page)).toContain("outflow");
  expect(await titles(page)).not.toContain("payref");
  await page.evaluate(() => (location.hash = `${location.hash.split("?")[0]}?in.figure=openOrphans.now%3A`));
  await expect.poll(() => titles(page)).toEqual(expect.arrayContaining(["payref", "flags", "status"]));
});
