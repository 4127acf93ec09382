/**
 * `node test/bench/window.ts [ENTRIES] [--rounds N]`: what somebody in the window waits for, in the built host and a real browser,
 * against `tieout check LEDGER --json` of the same ledger as a whole process. 200,000 entries unless told otherwise.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import type { Browser, Locator, Page } from "playwright";
import { launchBrowser } from "../helpers/browser.ts";
import { filesIn, writeGenerated } from "./generated.ts";
import { printMeasure } from "./measure.ts";

const { values, positionals } = parseArgs({
  options: { rounds: { type: "string", default: "3" } },
  allowPositionals: true,
});
const ENTRIES = Number(positionals[0] ?? 200_000);
const CLI = join(import.meta.dirname, "../../bin/tieout.js");
/** What is measured against the check, and how much of it is allowed. */
const MARKS = {
  "open: to the verdict": 1.5,
  "open: to the first rows of the Wallet": 1,
  "open again, unchanged: to the verdict": 0.375,
  "another month": 0.15,
  "what-if option": 0.15,
  "sort the Wallet": 0.15,
  "filter the Wallet": 0.15,
} as const;
type Measure = keyof typeof MARKS;
/** Two frames: the one in which the key comes, and the one that shows what it did. */
const DECISION_MARK_MS = 34;

const folder = mkdtempSync(join(tmpdir(), "tieout-window-bench-"));
const ledger = join(folder, "wallet.tieout");
const env = { ...process.env, TIEOUT_HOME: join(folder, "home") };
const times = new Map<Measure, number[]>();
const checks: number[] = [];
const decisions: number[] = [];
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
  // Another pull would make another ledger; a copy that nobody has opened yet is as good.
  rmSync(join(folder, "home"), { recursive: true, force: true });
  await withWindow(chromium, async (page) => {
    await timed("open: to the verdict", () => verdictShown(page));
    await measureWork(page);
  });
  await withWindow(chromium, async (page) => {
    await verdictShown(page);
    // Until it is kept for the next opening.
    await page.waitForTimeout(2000);
  });
  await withWindow(chromium, (page) =>
    timed("open again, unchanged: to the verdict", () => verdictShown(page)),
  );
  rmSync(join(folder, "home"), { recursive: true, force: true });
  await withWindow(chromium, async (page) => {
    await timed("open: to the first rows of the Wallet", async () => {
      await page
        .getByRole("navigation", { name: "Pages" })
        .getByRole("link", { name: /^Wallet/u })
        .click();
      await firstRead(page).waitFor();
    });
  });
}

async function timed(measure: Measure, work: () => Promise<unknown>): Promise<void> {
  const begunMs = performance.now();
  await work();
  times.set(measure, [...(times.get(measure) ?? []), performance.now() - begunMs]);
}

/** A host and a page of its own, which is asked for right before the work. */
async function withWindow(chromium: Browser, work: (page: Page) => Promise<void>): Promise<void> {
  const host = spawn(process.execPath, [CLI, "serve", ledger], { env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [url] = (await once(createInterface({ input: host.stdout }), "line")) as [string];
    const context = await chromium.newContext({ reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(url, { waitUntil: "commit" });
    await work(page);
    await context.close();
  } finally {
    await end(host);
  }
}

async function end(host: ChildProcess): Promise<void> {
  const ended = once(host, "close");
  host.kill();
  await ended;
}

async function verdictShown(page: Page): Promise<void> {
  await page.locator(".overview[aria-busy=false] .verdict-lead").waitFor();
}

/** The walletID of the first row that has been read. */
function firstRead(page: Page): Locator {
  return page.locator("[role=gridcell][col-id=walletID]").filter({ hasText: /\d/u }).first();
}

async function measureWork(page: Page): Promise<void> {
  await measureChange(page, "another month", "#/overview?month=2021-03", ".verdict-lead");
  await measureChange(page, "another month", "#/overview?month=2021-04", ".verdict-lead");
  await measureWhatIf(page);
  await measureWallet(page);
  await measureDecisions(page);
}

/** Goes to an address and waits until a text there is another one, and nothing is under way. */
async function measureChange(page: Page, measure: Measure, hash: string, text: string): Promise<void> {
  await timed(measure, () =>
    page.evaluate(
      async ([to, shown]) => {
        const said = () => document.querySelector(shown)?.textContent ?? "";
        const before = said();
        location.hash = to;
        while (said() === before || document.querySelector("[aria-busy=true]") !== null)
          await new Promise((resolve) => requestAnimationFrame(resolve));
      },
      [hash, text] as const,
    ),
  );
}

async function measureWhatIf(page: Page): Promise<void> {
  await page.evaluate(() => (location.hash = "#/what-if?month=2021-04"));
  const comparison = page.locator(".comparison[aria-busy=false]");
  await comparison.waitFor();
  const tolerance = page.getByLabel(/Tolerance/u).first();
  await tolerance.fill("100");
  await timed("what-if option", async () => {
    await tolerance.press("Enter");
    await comparison.waitFor();
  });
}

async function measureWallet(page: Page): Promise<void> {
  await page.evaluate(() => (location.hash = "#/wallet?all"));
  await page.locator(".grid-counts").filter({ hasText: /\d/u }).waitFor();
  await firstRead(page).waitFor();
  const first = () => firstRead(page).textContent();
  const before = await first();
  await timed("sort the Wallet", async () => {
    await page
      .getByRole("columnheader", { name: /Stated/u })
      .first()
      .click();
    while ((await first()) === before) await page.waitForTimeout(4);
  });
  await page.keyboard.press("/");
  await timed("filter the Wallet", async () => {
    await page.keyboard.insertText("LOST-PAY-3");
    await page.locator(".grid-counts").filter({ hasText: / of /u }).waitFor();
  });
}

async function measureDecisions(page: Page): Promise<void> {
  await page.evaluate(() => (location.hash = "#/settings?all"));
  await page.getByLabel("Your name").fill("Ada Obi");
  await page.keyboard.press("Enter");
  await page.evaluate(() => (location.hash = "#/exceptions?all"));
  await page.getByRole("article").waitFor();
  await page.getByRole("listbox", { name: "Exceptions" }).focus();
  for (let at = 0; at < 5; at += 1) {
    const taken = page.evaluate(async () => {
      const said = () => document.querySelector("article")?.textContent ?? "";
      const pressed = new Promise<number>((resolve) => {
        const take = (event: KeyboardEvent) => {
          if (event.key !== "Enter") return;
          document.removeEventListener("keydown", take, true);
          resolve(performance.now());
        };
        document.addEventListener("keydown", take, true);
      });
      const begunMs = await pressed;
      const before = said();
      while (said() === before || said() === "")
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - begunMs;
    });
    await page.keyboard.press("a");
    await page.keyboard.type(`Seen ${at}.`);
    await page.keyboard.press("Control+Enter");
    decisions.push(await taken);
    await page.getByRole("listbox", { name: "Exceptions" }).focus();
  }
}
