/** Every place and its dialogs in the least, the usual and the largest window, in both themes: nothing reaches beyond it, no button is cut. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { useShared } from "../helpers/at-end.ts";
import { violationsBesideColours } from "../helpers/window/axe.ts";
import { tooWide } from "../helpers/window/cut-amounts.ts";
import { pressSequence } from "../helpers/window/window-keys.ts";
import { picture } from "../helpers/window/window-pictures.ts";
import { ledgerOf } from "../helpers/window/window-service.ts";
import { LEDGER_PLACES, atPlace, goTo, goToClose, verdictOf } from "../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../helpers/window/window.ts";
import { SIZES, THEMES } from "./journeys.ts";

useBrowser();

const PLACES = [["h", "All clients"], ...LEDGER_PLACES] as const;

/** How each is opened from Close, and what its title begins with. */
const DIALOGS = [
  [["Control+k"], "Find"],
  [["?"], "All keys"],
  [["Control+e"], "Export"],
  [["g", "l"], "Ledgers"],
  [["p"], "Prepare"],
] as const;

/** After the sandbox's last month. */
const NOVEMBER = Date.UTC(2026, 10, 1);

const shared = useShared(async () => {
  const { url } = await startHost(await ledgerOf({ entries: 300 }, NOVEMBER));
  const page = await openWindow(url);
  await verdictOf(page);
  return page;
});

/** Looks in each window and theme, and leaves the usual window. */
async function lookAtAll(page: Page, what: string, found: Record<string, string[]>): Promise<void> {
  for (const size of [SIZES.least, SIZES.largest, SIZES.usual]) {
    await page.setViewportSize(size);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      const wrong = await tooWide(page);
      if (wrong.length > 0) found[`${what}, ${size.width}, ${colorScheme}`] = wrong;
    }
    await picture(page, `sizes-${what}-${size.width}`);
  }
}

test("no place reaches beyond the window or cuts a button, and axe finds nothing in the least of windows", async () => {
  const page = shared();
  const found: Record<string, string[]> = {};
  for (const [key, place] of PLACES) {
    await pressSequence(page, "g", key);
    await atPlace(page, place);
    if (place === "Wallet" || place === "Transactions") {
      await page.getByRole("gridcell").first().click();
      await page.getByRole("complementary").waitFor();
    }
    await lookAtAll(page, place, found);
    await page.setViewportSize(SIZES.least);
    const wrong = await violationsBesideColours(page);
    if (wrong.length > 0) found[`${place}, axe`] = wrong;
    await page.keyboard.press("Escape");
  }
  expect(found).toEqual({});
});

test("no dialog reaches beyond the window or cuts a button", async () => {
  const page = shared();
  const found: Record<string, string[]> = {};
  await goTo(page, "Overview");
  await goToClose(page);
  for (const [keys, title] of DIALOGS) {
    if (keys.length === 1) await page.keyboard.press(keys[0]);
    else await pressSequence(page, ...keys);
    const dialog = page.getByRole("dialog", { name: new RegExp(`^${title}`, "u") });
    await dialog.waitFor();
    await lookAtAll(page, title, found);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }
  expect(found).toEqual({});
});
