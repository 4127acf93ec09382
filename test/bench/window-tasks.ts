/**
 * `node test/bench/window-tasks.ts [ENTRIES] [--rounds N]`: what the page's thread does longest in one piece, milliseconds of its
 * CPU time by the browser's own trace, in the built host and a real browser: while a ledger is opened and checked, on coming to the
 * Wallet for the first time, while the scrollbar is dragged from end to end, and for one decision. 200,000 entries unless told otherwise.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright";
import { launchBrowser } from "../helpers/window/browser.ts";
import { longestTasks } from "../helpers/window/window-tasks.ts";
import { printMeasure } from "./parts/measure.ts";
import { importedLedger, withWindow } from "./parts/opened-window.ts";

const { values, positionals } = parseArgs({
  options: { rounds: { type: "string", default: "3" } },
  allowPositionals: true,
});
const ENTRIES = Number(positionals[0] ?? 200_000);
const MARK_MS = 50;

const folder = mkdtempSync(join(tmpdir(), "tieout-window-tasks-"));
const home = join(folder, "home");
const env = { ...process.env, TIEOUT_HOME: home };
const longest = new Map<string, number[]>();
const browser = await launchBrowser();
try {
  const ledger = importedLedger(folder, ENTRIES);
  for (let round = 0; round < Number(values.rounds); round += 1) {
    // Nothing is kept of the ledger yet.
    rmSync(home, { recursive: true, force: true });
    await withWindow({ chromium: browser, ledger, env }, work);
  }
  for (const [name, found] of longest) {
    const ms = found.toSorted((a, b) => a - b)[found.length >> 1] ?? Number.NaN;
    const measure = `longest task of the page: ${name}`;
    printMeasure({ measure, entries: ENTRIES, ms, ratio: ms / MARK_MS, mark: 1 });
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

async function work(page: Page): Promise<void> {
  const since = await longestTasks(page);
  const note = async (name: string) => longest.set(name, [...(longest.get(name) ?? []), await since()]);
  await page.locator(".overview[aria-busy=false] .verdict-lead").waitFor();
  await note("opening and checking");
  // Until texts are there that only people read.
  await page.waitForTimeout(5000);
  await note("at rest after it");
  await page.evaluate(() => (location.hash = "#/wallet?all"));
  await page.locator(".ag-row:not(.grid-unread) [col-id=walletID]").first().waitFor();
  await page.waitForTimeout(500);
  await note("coming to the Wallet");
  const bar = await page.evaluateHandle(scrollbar);
  await since();
  await bar.evaluate(drag);
  await note("dragging the scrollbar");
  await decide(page, note);
}

/** Runs in the page. @returns what scrolls the rows */
function scrollbar(): Element {
  const hidden = (element: Element) => element.scrollHeight - element.clientHeight;
  const scrolling = [...document.querySelectorAll(".ag-root *")]
    .filter((element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowY))
    .toSorted((a, b) => hidden(b) - hidden(a));
  const [bar] = scrolling;
  if (bar === undefined) throw new Error("nothing scrolls");
  return bar;
}

/** Runs in the page: from end to end and back, a step in each frame. */
async function drag(bar: Element): Promise<void> {
  const hidden = bar.scrollHeight - bar.clientHeight;
  for (let step = 0; step <= 240; step += 1) {
    bar.scrollTop = (hidden * (120 - Math.abs(120 - step))) / 120;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

async function decide(page: Page, note: (name: string) => Promise<unknown>): Promise<void> {
  await page.evaluate(() => (location.hash = "#/settings?all"));
  await page.getByLabel("Your name").fill("Ada Obi");
  await page.keyboard.press("Enter");
  await page.evaluate(() => (location.hash = "#/exceptions?all"));
  await page.getByRole("article").waitFor();
  await page.waitForTimeout(1000);
  await note("coming to the exceptions");
  await page.getByRole("listbox", { name: "Exceptions" }).focus();
  await page.keyboard.press("a");
  await page.keyboard.type("Seen.");
  await page.keyboard.press("Control+Enter");
  await page.waitForTimeout(1000);
  await note("one decision");
}
