/**
 * `npm run pictures [-- FOLDER]`: takes pictures of every place, light and dark, in two sizes, as the built window shows them.
 * Without a folder it takes those that the README shows, and what the demo prints.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "playwright";
import { launchBrowser } from "../helpers/window/browser.ts";
import { pressSequence } from "../helpers/window/window-keys.ts";
import {
  atPlace,
  fillSandbox,
  goTo,
  goToClose,
  monthStands,
  openFirstRow,
  orderByRecord,
  unfold,
} from "../helpers/window/window-steps.ts";
import { takeDemo } from "./demo.ts";

const PROJECT = join(import.meta.dirname, "../..");
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const THEMES = ["light", "dark"] as const;
const PLACES = [
  "Overview",
  "Wallet",
  "Transactions",
  "Exceptions",
  "Close",
  "History",
  "Settings",
  "The check",
] as const;
type Place = (typeof PLACES)[number];

const SHOWN_IN = join(PROJECT, "docs/pictures");

/** The places that the README shows, before anything was decided. */
const SHOWN = [
  { place: "Overview", theme: "light" },
  { place: "Wallet", theme: "dark" },
  { place: "Exceptions", theme: "light" },
  { place: "The check", theme: "dark" },
] as const satisfies readonly { readonly place: Place; readonly theme: (typeof THEMES)[number] }[];

/** Taken just before a dialog is said yes to. */
type Taking = () => Promise<void>;
const NOTHING: Taking = async () => Promise.resolve();

const [folder] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), "tieout-pictures-"));
const host = spawn(process.execPath, [join(PROJECT, "out/main/cli.js"), "serve"], {
  env: { ...process.env, TIEOUT_HOME: home },
  stdio: ["ignore", "pipe", "inherit"],
});
const browser = await launchBrowser();
try {
  const [url] = (await once(createInterface({ input: host.stdout }), "line")) as [string];
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    locale: "en-GB",
  });
  await page.goto(url);
  if (folder !== undefined) await takeAll(page, folder);
  else {
    await takeShown(page);
    await takeDemo(join(PROJECT, "out/main/cli.js"), join(SHOWN_IN, "demo.svg"));
  }
} finally {
  await browser.close();
  host.kill();
  await once(host, "close");
  rmSync(home, { recursive: true, force: true });
}

/** What the README shows: the places, a match by hand, a month that is signed, and what a later pull changes of it. */
async function takeShown(page: Page): Promise<void> {
  const take = async (name: string, theme: (typeof THEMES)[number]) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(SHOWN_IN, `${name}.png`) });
  };
  await fillSandbox(page);
  await page.getByRole("button", { name: "Dismiss" }).click();
  for (const { place, theme } of SHOWN) {
    await page.emulateMedia({ colorScheme: theme });
    await show(page, place);
    await take(fileName(place), theme);
  }
  await matchByHand(page, () => take("match", "light"));
  await decideAll(page);
  await prepareMonth(page);
  await signMonth(page);
  await dismissNews(page);
  await page.getByText("Conclusion as signed: Qualified").waitFor();
  await take("close", "light");
  await restateMonth(page);
  await dismissNews(page);
  await page.getByRole("link", { name: /^August 2026/u }).click();
  await page.getByRole("heading", { name: "Three-way proof" }).waitFor();
  await unfold(page, "What changed");
  await page.getByRole("table", { name: "What was changed" }).waitFor();
  await take("restatements", "light");
  await showYear(page);
  await take("year", "dark");
}

async function takeAll(page: Page, into: string): Promise<void> {
  mkdirSync(resolve(into), { recursive: true });
  const take = async (name: string) => {
    for (const size of SIZES) {
      for (const theme of THEMES) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: theme });
        await page.waitForTimeout(300);
        await page.screenshot({ path: join(resolve(into), `${name}-${theme}-${size.width}.png`) });
      }
    }
  };
  await page.getByRole("button", { name: "Fill the sandbox" }).waitFor();
  await take("welcome");
  await fillSandbox(page);
  for (const place of PLACES) {
    await show(page, place);
    await take(fileName(place));
  }
  await matchByHand(page, () => take("match"));
  await take("exceptions-matched");
  await prepareMonth(page, () => take("close-prepare"));
  await signMonth(page, () => take("close-sign-off"));
  await take("close-signed");
  await restateMonth(page, () => take("pull-restates"));
  await page.getByRole("link", { name: /^August 2026/u }).click();
  await page.getByRole("heading", { name: "Three-way proof" }).waitFor();
  await unfold(page, "What changed");
  await page.getByRole("table", { name: "What was changed" }).waitFor();
  await take("close-restated");
  await page.getByRole("link", { name: "What later pulls changed" }).click();
  await page.getByRole("table", { name: "Every change that a later pull brought" }).waitFor();
  await take("restatements");
  await showYear(page);
  await take("year");
  await show(page, "Overview");
  await take("overview-restated");
  await show(page, "History");
  await page.keyboard.press("v");
  await page.getByRole("button", { name: "Verify again" }).waitFor();
  await take("history-verified");
}

/** Goes to the year, up to the month before the one that begins. */
async function showYear(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await pressSequence(page, "g", "y");
  await atPlace(page, "The year");
}

/** Ties an entry whose payref is one letter off to the payment that it was meant for. */
async function matchByHand(page: Page, take: Taking = NOTHING): Promise<void> {
  await show(page, "Exceptions");
  // By cause it stands where no line is drawn yet.
  await orderByRecord(page);
  await page
    .getByRole("option", { name: /Orphan payref.*PYT44E0X1BD7/u })
    .first()
    .click();
  await page.getByRole("article", { name: /^Orphan payref.*PYT44E0X1BD7/u }).waitFor();
  await page.getByRole("listbox", { name: "Exceptions" }).focus();
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog", { name: "Match by hand" });
  const transactions = dialog.getByRole("region", { name: "Transactions" });
  await transactions.getByRole("option").first().click();
  await dialog.getByText("The entries equal the expected amount.").waitFor();
  // The other entries of its day.
  await dialog.getByRole("textbox", { name: "Search entries" }).fill("2026-08-09");
  await page.waitForTimeout(600);
  await dialog
    .getByRole("textbox", { name: "Why they belong together" })
    .fill("A 7 for an F in the payref, ticket 4711");
  await take();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Who decides?" }).getByRole("textbox").fill("Ada Obi");
  await page.keyboard.press("Enter");
  await page.getByText(/^Matched walletID/u).waitFor();
}

/** What is left of the queue is raised with the provider at once. */
async function decideAll(page: Page): Promise<void> {
  await show(page, "Exceptions");
  await page.getByRole("listbox", { name: "Exceptions" }).focus();
  await page.keyboard.press("Control+a");
  await page.getByRole("option", { selected: true }).first().waitFor();
  await page.keyboard.press("r");
  await page.getByRole("dialog").getByRole("textbox").fill("Raised with the provider, ticket 4712");
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^(\d+) of \1 reviewed/u).waitFor();
}

async function prepareMonth(page: Page, take: Taking = NOTHING): Promise<void> {
  const dialog = page.getByRole("dialog");
  await goToClose(page);
  await page.keyboard.press("p");
  const prepared = monthStands(page, /Waits for a second person/u);
  // With every error decided, and a name that is known, it is one key.
  await dialog.or(prepared).first().waitFor();
  if (await dialog.isVisible()) {
    await dialog.getByRole("textbox", { name: "Prepared by" }).fill("Ada Obi");
    const why = dialog.getByRole("textbox", { name: "Why it is prepared anyway" });
    await why.fill("Raised with the provider, ticket 4712; it answers by Friday");
    await take();
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "hidden" });
  }
  await prepared.waitFor();
}

async function signMonth(page: Page, take: Taking = NOTHING): Promise<void> {
  const dialog = page.getByRole("dialog");
  await page.keyboard.press("s");
  await dialog.getByRole("textbox", { name: "Reviewed and signed off by" }).fill("Ben Cole");
  await take();
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await monthStands(page, /^Signed off by Ben Cole/u).waitFor();
}

/** A later pull that changes the month which is signed. */
async function restateMonth(page: Page, take: Taking = NOTHING): Promise<void> {
  const dialog = page.getByRole("dialog");
  for (const item of [/^Advance sandbox one month/u, /^Pull everything again/u]) {
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await page.waitForTimeout(1500);
  }
  await dialog.getByRole("list", { name: "Closed months that it changed" }).waitFor();
  await take();
  await dialog.getByRole("button", { name: "Done" }).click();
}

/** Puts away what the window says in passing. */
async function dismissNews(page: Page): Promise<void> {
  const news = page.getByRole("alertdialog").getByRole("button", { name: /^(?:Dismiss|Close)/u });
  while ((await news.count()) > 0) await news.first().click();
  const strip = page.getByRole("contentinfo").getByRole("button", { name: "Dismiss" });
  if ((await strip.count()) > 0) await strip.click();
}

/** Goes to a place, and in those with a list to its first flagged row. */
async function show(page: Page, place: Place): Promise<void> {
  await goTo(page, place);
  if (place === "Wallet" || place === "Transactions") await openFirstRow(page);
  if (place === "Exceptions")
    await page
      .getByRole("option", { name: /Chain break/u })
      .first()
      .click();
  if (place === "The check")
    await page.locator("label").filter({ hasText: "One balance per business" }).click();
  await page.waitForTimeout(700);
}

function fileName(place: Place): string {
  return place.toLowerCase().replaceAll(" ", "-");
}
