/**
 * `node test/bench/window-memory.ts [ENTRIES]`: the memory of the built host and of the page's process in a real browser, together,
 * at their peaks: a ledger of a million entries unless told otherwise is opened, sorted, searched and scrolled to its end.
 * Reads /proc, so it runs on Linux only.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { launchBrowser } from "../helpers/window/browser.ts";
import { printMeasure } from "./parts/measure.ts";
import { importedLedger, withWindow } from "./parts/opened-window.ts";

const ENTRIES = Number(process.argv[2] ?? 1_000_000);
const MARK_MB = 700;
/** On busy cores a million entries take minutes, which changes nothing about their memory. */
const PATIENCE_MS = 300_000;

const folder = mkdtempSync(join(tmpdir(), "tieout-window-memory-"));
const env = { ...process.env, TIEOUT_HOME: join(folder, "home") };
const browser = await launchBrowser();
try {
  const ledger = importedLedger(folder, ENTRIES);
  await withWindow({ chromium: browser, ledger, env }, async (page, { pid }) => {
    page.setDefaultTimeout(PATIENCE_MS);
    await workIn(page);
    const hostMb = peakMbOf(pid ?? NaN);
    const pageMb = Math.max(...(await pageProcesses(browser)).map(peakMbOf));
    const peakMb = hostMb + pageMb;
    const measure = "peak memory of window and host";
    printMeasure({ measure, entries: ENTRIES, hostMb, pageMb, peakMb, ratio: peakMb / MARK_MB, mark: 1 });
  });
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

async function workIn(page: Page): Promise<void> {
  await page.locator(".overview[aria-busy=false] .verdict-lead").waitFor();
  await page.evaluate(() => (location.hash = "#/wallet?all"));
  await page.locator(".ag-row:not(.grid-unread) [col-id=walletID]").first().waitFor();
  await page
    .getByRole("columnheader", { name: /Stated/u })
    .first()
    .click();
  await page.keyboard.press("/");
  await page.keyboard.insertText("LOST-PAY-3");
  await page.waitForTimeout(3000);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.locator("[col-id=walletID].ag-cell").first().focus();
  await page.keyboard.press("Control+End");
  await page.waitForTimeout(3000);
}

/** The processes that pages run in. */
async function pageProcesses(of: Browser): Promise<number[]> {
  const session = await of.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
}

/** The most that a process has held, MB. */
function peakMbOf(pid: number): number {
  const [, kb = "NaN"] = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1024;
}
