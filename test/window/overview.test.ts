/** The Overview's chart and what a place is on paper. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, onTestFinished, test } from "vitest";
import { filledLedger, startService } from "../helpers/window-service.ts";
import { goTo, goToClose, verdictOf } from "../helpers/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../helpers/window.ts";

useBrowser();

test("dragging over the balance shows that part larger, and Reset, Escape or a double click all of it again", async () => {
  const page = await overview();
  const reset = page.getByRole("button", { name: "Reset" });
  await drag(page);
  await reset.waitFor();
  await reset.click();
  await reset.waitFor({ state: "hidden" });
  await drag(page);
  await reset.waitFor();
  await page.keyboard.press("Escape");
  await reset.waitFor({ state: "hidden" });
  await drag(page);
  await reset.waitFor();
  const { x, y } = await middleOf(page);
  await page.mouse.dblclick(x, y);
  await reset.waitFor({ state: "hidden" });
  // No box is left behind, and one has not gone elsewhere.
  expect(await page.locator(".u-select").evaluate((box) => box.clientWidth)).toBe(0);
  await verdictOf(page);
});

test("the Overview says which way the balance is off, and its button goes on with the review", async () => {
  const page = await overview();
  await page.getByText(/^The stated balance is [\d,]+ NGN too (?:high|low).*, at \d+ rows?\. /u).waitFor();
  await page.getByRole("button", { name: /^Review [\d,]+ errors$/u }).click();
  await page.getByRole("heading", { level: 1, name: "Exceptions" }).waitFor();
  expect(page.url()).toContain("severity=error");
});

test("a long place is printed on several pages, without what is around it, and in light colours", async () => {
  const page = await overview({ colorScheme: "dark" });
  await goToClose(page);
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("navigation", { name: "Places" }).isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "Pull now" }).isVisible()).toBe(false);
  const cut = await page.locator(".close-month").evaluate((month) => {
    const bottom = month.getBoundingClientRect().bottom;
    const clipping: string[] = [];
    for (let at = month.parentElement; at !== null && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowY !== "visible" && at.getBoundingClientRect().bottom < bottom - 1)
        clipping.push(at.className);
    }
    return clipping;
  });
  expect(cut).toEqual([]);
  expect(await pagesOf(page)).toBeGreaterThan(1);
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.locator("html[data-theme=light]").waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.locator("html[data-theme=dark]").waitFor();
  await page.emulateMedia({ media: null });
  await goTo(page, "Wallet");
  await page.getByRole("gridcell").first().waitFor();
  await page.emulateMedia({ media: "print" });
  await page
    .getByText(/^Only the rows in sight are printed, of [\d,]+ rows\. Export the workbook/u)
    .waitFor();
});

async function overview(options: { readonly colorScheme?: "dark" } = {}): Promise<Page> {
  const { url } = await startHost([await filledLedger(await startService())]);
  const page = await openWindow(url, { reducedMotion: "reduce", ...options });
  await verdictOf(page);
  await page.locator(".u-over").waitFor();
  return page;
}

async function middleOf(
  page: Page,
): Promise<{ readonly x: number; readonly y: number; readonly width: number }> {
  const box = await page.locator(".u-over").boundingBox();
  if (box === null) throw new Error("there is no chart");
  return { x: box.x + box.width / 2, y: box.y + box.height / 3, width: box.width };
}

async function drag(page: Page): Promise<void> {
  const { x, y, width } = await middleOf(page);
  await page.mouse.move(x - width / 8, y);
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.move(x + width / 8, y, { steps: 4 });
  await page.mouse.up();
}

/** How many pages a place takes on paper. */
async function pagesOf(page: Page): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "tieout-paper-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const pdf = await page.pdf({ format: "A4", path: join(folder, "page.pdf") });
  return [...pdf.toString("latin1").matchAll(/\/Type\s*\/Page\b/gu)].length;
}
