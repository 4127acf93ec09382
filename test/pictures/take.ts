/**
 * `npm run pictures [-- FOLDER]`: takes pictures of every place, light and dark, in two sizes, as the built window shows them.
 * Without a folder it takes the four that the README shows.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "playwright";
import { launchBrowser } from "../helpers/browser.ts";
import { atPlace, fillSandbox, goToClose, openFirstRow } from "../helpers/window-steps.ts";

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
  "What if",
  "Close",
  "Activity",
  "Settings",
] as const;
type Place = (typeof PLACES)[number];

/** What the README shows. */
const SHOWN = [
  { place: "Overview", theme: "light" },
  { place: "Wallet", theme: "dark" },
  { place: "Exceptions", theme: "light" },
  { place: "What if", theme: "dark" },
] as const satisfies readonly { readonly place: Place; readonly theme: (typeof THEMES)[number] }[];

const [folder] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), "tieout-pictures-"));
const host = spawn(process.execPath, [join(PROJECT, "out/main/cli.js"), "serve"], {
  env: { ...process.env, TIEOUT_HOME: home },
  stdio: ["ignore", "pipe", "inherit"],
});
const browser = await launchBrowser();
try {
  const [url] = (await once(createInterface({ input: host.stdout }), "line")) as [string];
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  await page.goto(url);
  if (folder !== undefined) await takeAll(page, folder);
  else await takeShown(page);
} finally {
  await browser.close();
  host.kill();
  await once(host, "close");
  rmSync(home, { recursive: true, force: true });
}

async function takeShown(page: Page): Promise<void> {
  await fillSandbox(page);
  await page.getByRole("button", { name: "Dismiss" }).click();
  for (const { place, theme } of SHOWN) {
    await page.emulateMedia({ colorScheme: theme });
    await show(page, place);
    await page.screenshot({ path: join(PROJECT, "docs/pictures", `${fileName(place)}.png`) });
  }
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
  await page.getByRole("button", { name: "Fill the window" }).waitFor();
  await take("welcome");
  await fillSandbox(page);
  for (const place of PLACES) {
    await show(page, place);
    await take(fileName(place));
  }
  await takeClosed(page, take);
}

/** A month on its way to being signed, and a later pull that changes it. */
async function takeClosed(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  const dialog = page.getByRole("dialog");
  await goToClose(page);
  await page.keyboard.press("p");
  await dialog.getByRole("textbox", { name: "Prepared by" }).fill("Ada Obi");
  await dialog
    .getByRole("textbox", { name: "Why it is prepared all the same" })
    .fill("The provider answers later");
  await take("close-prepare");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: /waits for a second person/u }).waitFor();
  await page.keyboard.press("s");
  await dialog.getByRole("textbox", { name: "Reviewed and signed off by" }).fill("Ben Eze");
  await take("close-sign-off");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: /is signed off by Ben Eze/u }).waitFor();
  await take("close-signed");
  for (const item of [/^Move the sandbox on a month/u, /^Pull everything again/u]) {
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await page.waitForTimeout(1500);
  }
  await dialog.getByRole("list", { name: "Signed months that it changed" }).waitFor();
  await take("pull-restates");
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: /^August 2026/u }).click();
  await page.getByRole("table", { name: "What was changed" }).waitFor();
  await page.getByRole("heading", { name: "Three-way proof" }).waitFor();
  await take("close-restated");
  await page.getByRole("link", { name: "What later pulls changed" }).click();
  await page.getByRole("table", { name: "Every change that a later pull brought" }).waitFor();
  await take("restatements");
  await show(page, "Overview");
  await take("overview-restated");
  await show(page, "Activity");
  await page.keyboard.press("v");
  await page.getByRole("button", { name: "Verify again" }).waitFor();
  await take("activity-verified");
}

/** Goes to a place, and in those with a list to its first flagged row. */
async function show(page: Page, place: Place): Promise<void> {
  await page
    .getByRole("navigation", { name: "Places" })
    .getByRole("link", { name: new RegExp(`^${place}`, "u") })
    .click();
  await atPlace(page, place);
  if (place === "Wallet" || place === "Transactions") await openFirstRow(page);
  if (place === "Exceptions")
    await page
      .getByRole("option", { name: /Chain break/u })
      .first()
      .click();
  if (place === "What if")
    await page.getByRole("radio", { name: /One balance per business/u }).click({ force: true });
  await page.waitForTimeout(700);
}

function fileName(place: Place): string {
  return place.toLowerCase().replaceAll(" ", "-");
}
