/**
 * `node test/bench/window.ts [ENTRIES] [--rounds N]`: what somebody in the window waits for, in the built host and a real browser,
 * against `tieout check LEDGER --json` of the same ledger as a whole process. 200,000 entries unless told otherwise.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright";
import { launchBrowser } from "../helpers/window/browser.ts";
import { filesIn, monthBeforeNewest, writeGenerated } from "./parts/generated.ts";
import { printMeasure } from "./parts/measure.ts";
import { CLI, withWindow } from "./parts/opened-window.ts";

const { values, positionals } = parseArgs({
  options: { rounds: { type: "string", default: "3" } },
  allowPositionals: true,
});
const ENTRIES = Number(positionals[0] ?? 200_000);
/** What is measured against the check, and how much of it is allowed. */
const MARKS = {
  "open: to the verdict": 1.1,
  "open: to the first rows of the Wallet": 1,
  "open again, unchanged: to the verdict": 0.375,
  "the month before": 0.15,
  "another month": 0.15,
  "what-if option": 0.15,
  "sort the Wallet": 0.15,
  "filter the Wallet": 0.15,
} as const;
type Measure = keyof typeof MARKS;
/** Two frames: the one in which the key comes, and the one that shows what it did. */
const DECISION_MARK_MS = 34;

const VERDICT = ".overview[aria-busy=false] .verdict-lead";
const READ_CELL = ".ag-row:not(.grid-unread) [col-id=walletID]";
/** Rows are there before they are checked, and say so. */
const CHECKED_ROWS = `.records-place:not(:has([role=progressbar])) ${READ_CELL}`;

const folder = mkdtempSync(join(tmpdir(), "tieout-window-bench-"));
const ledger = join(folder, "wallet.tieout");
const env = { ...process.env, TIEOUT_HOME: join(folder, "home") };
const times = new Map<Measure, number[]>();
const checks: number[] = [];
const decisions: number[] = [];
/** By round: how soon the first rows of the Wallet are there, as a part of the time until they are checked. */
const unchecked: number[] = [];
const browser = await launchBrowser();
try {
  writeGenerated(folder, ENTRIES);
  const { wallet, transactions } = filesIn(folder);
  runCli("import", ledger, "--wallet", wallet, "--transactions", transactions);
  for (let round = 0; round < Number(values.rounds); round += 1) await measureRound(browser);
  const checkMs = middle(checks);
  for (const [measure, mark] of Object.entries(MARKS)) {
    const ms = middle(times.get(measure as Measure) ?? []);
    printMeasure({ measure, entries: ENTRIES, ms, checkMs, ratio: ms / checkMs, mark });
  }
  const early = "open: to the first rows of the Wallet, against those rows checked";
  printMeasure({ measure: early, entries: ENTRIES, ratio: middle(unchecked), mark: 1 });
  const ms = middle(decisions);
  const decision = "one decision, from the key to the next finding";
  printMeasure({ measure: decision, entries: ENTRIES, ms, ratio: ms / DECISION_MARK_MS, mark: 1 });
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

/** @returns milliseconds of the whole process */
function runCli(...args: readonly string[]): number {
  const begunMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    env,
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  // 1 says that there are findings.
  if (status !== 0 && status !== 1) throw new Error(stderr);
  return performance.now() - begunMs;
}

function middle(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
}

async function measureRound(chromium: Browser): Promise<void> {
  checks.push(runCli("check", ledger, "--json"));
  // Nothing is kept of the ledger yet.
  rmSync(join(folder, "home"), { recursive: true, force: true });
  await withWindow({ chromium, ledger, env }, async (page) => {
    note("open: to the verdict", await shownAfterMs(page, VERDICT));
    // Until texts that only people read are there, too, and the months around the one that is shown are checked.
    await page.waitForTimeout(4000);
    await measureWork(page);
  });
  await withWindow({ chromium, ledger, env }, async (page) => {
    await shownAfterMs(page, VERDICT);
    // Until it is kept for the next opening.
    await page.waitForTimeout(2000);
  });
  await withWindow({ chromium, ledger, env }, async (page) =>
    note("open again, unchanged: to the verdict", await shownAfterMs(page, VERDICT)),
  );
  rmSync(join(folder, "home"), { recursive: true, force: true });
  await withWindow({ chromium, ledger, env }, async (page) => {
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: /^Wallet/u })
      .click();
    const rowsMs = await shownAfterMs(page, READ_CELL);
    note("open: to the first rows of the Wallet", rowsMs);
    unchecked.push(rowsMs / (await shownAfterMs(page, CHECKED_ROWS)));
  });
}

function note(measure: Measure, ms: number): void {
  times.set(measure, [...(times.get(measure) ?? []), ms]);
}

/** How long after the page was asked for it shows something; asked in the page, at each frame. */
async function shownAfterMs(page: Page, selector: string): Promise<number> {
  return page.evaluate(async (shown) => {
    while (document.querySelector(shown) === null)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now();
  }, selector);
}

/**
 * How long it takes until a text is another one, from the press, input, Enter or change of address on that an act brings.
 *
 * @param isWhole whether nothing may be under way either
 */
async function changeAfterMs(
  page: Page,
  selector: string,
  act: () => Promise<void>,
  { isWhole = true } = {},
): Promise<number> {
  // In place before the act: what is asked of the page later may come after the input.
  const begun = await page.evaluateHandle((shown) => {
    const before = document.querySelector(shown)?.textContent ?? "";
    const atMs = new Promise<number>((resolve) => {
      const take = (event: Event) => {
        if (!(event instanceof KeyboardEvent) || event.key === "Enter") resolve(performance.now());
      };
      for (const kind of ["hashchange", "click", "input", "keydown"]) addEventListener(kind, take, true);
    });
    return { before, atMs };
  }, selector);
  await act();
  return begun.evaluate(
    async ({ before, atMs }, [shown, whole]) => {
      const begunMs = await atMs;
      const said = () => document.querySelector(shown)?.textContent ?? "";
      const isBusy = () => whole && document.querySelector("[aria-busy=true]") !== null;
      while (said() === before || said() === "" || isBusy())
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - begunMs;
    },
    [selector, isWhole] as const,
  );
}

async function measureWork(page: Page): Promise<void> {
  const show = (month: string) =>
    changeAfterMs(page, ".verdict-lead", () => go(page, `overview?month=${month}`));
  note("the month before", await show(monthBeforeNewest(ENTRIES)));
  for (const month of ["2021-03", "2021-04"]) note("another month", await show(month));
  await measureWhatIf(page);
  await measureWallet(page);
  await measureDecisions(page);
}

async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => (location.hash = `#/${to}`), address);
}

async function measureWhatIf(page: Page): Promise<void> {
  await go(page, "settings/check?month=2021-04");
  await page.locator(".check-settings .busy[aria-busy=false]").waitFor();
  const option = page.locator("label").filter({ hasText: "One balance per business" });
  const act = () => option.click({ force: true });
  note("what-if option", await changeAfterMs(page, ".check-settings .busy", act));
}

async function measureWallet(page: Page): Promise<void> {
  await go(page, "wallet?all");
  await page.locator(READ_CELL).first().waitFor();
  const header = page.getByRole("columnheader", { name: /Stated/u }).first();
  note("sort the Wallet", await changeAfterMs(page, READ_CELL, () => header.click()));
  await page.keyboard.press("/");
  const type = () => page.keyboard.insertText("LOST-PAY-3");
  note("filter the Wallet", await changeAfterMs(page, ".grid-counts", type));
}

async function measureDecisions(page: Page): Promise<void> {
  await go(page, "settings?all");
  await page.getByLabel("Your name").fill("Ada Obi");
  await page.keyboard.press("Enter");
  await go(page, "exceptions?all");
  await page.getByRole("article").waitFor();
  for (let at = 0; at < 5; at += 1) {
    await page.getByRole("listbox", { name: "Exceptions" }).focus();
    await page.keyboard.press("a");
    await page.keyboard.type(`Seen ${at}.`);
    const decide = () => page.keyboard.press("Control+Enter");
    decisions.push(await changeAfterMs(page, "article", decide, { isWhole: false }));
  }
}
