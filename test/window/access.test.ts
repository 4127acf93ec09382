/** Every place in both themes, its dialogs and its states: axe finds nothing, and nothing is lost when it is zoomed in. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { useShared } from "../helpers/at-end.ts";
import {
  colourViolations,
  colourViolationsInLight,
  violations,
  violationsBesideColours,
} from "../helpers/window/axe.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { chooseFiles } from "../helpers/window/window-files.ts";
import { pressSequence, waitForFocus } from "../helpers/window/window-keys.ts";
import { LOOK } from "../helpers/window/window-look.ts";
import { ledgerOf } from "../helpers/window/window-service.ts";
import { LEDGER_PLACES, atPlace, goTo, verdictOf } from "../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../helpers/window/window.ts";

useBrowser();

/** What a person's settings make of the colours. Forced ones are the system's own, light as they are dark. */
const LOOKS = [
  ["high contrast", { contrast: "more", forcedColors: "none" }, colourViolations],
  ["forced colours", { contrast: "no-preference", forcedColors: "active" }, colourViolationsInLight],
] as const;

/** Tables show a dozen rows in it: what axe finds in one it finds in all. */
const LOW = { width: 1280, height: 540 };

/** A window on a ledger with one of each break. Tests decide nothing in it. */
const shared = useShared(async () => {
  const { url } = await startHost(await ledgerOf({ entries: 300 }));
  const page = await openWindow(url);
  await verdictOf(page);
  return page;
});

/** That window at its Overview, as wide and in such colours as it was opened. */
async function overview(): Promise<Page> {
  const page = shared();
  const { theme, size } = LOOK;
  await page.emulateMedia({ colorScheme: theme, contrast: "no-preference", forcedColors: "none" });
  await page.setViewportSize(size);
  await page.keyboard.press("Escape");
  await goTo(page, "Overview");
  return page;
}

/** What axe finds by what was looked at, and looks. */
function looking(page: Page) {
  const found: Record<string, string[]> = {};
  const look = async (what: string) => {
    const wrong = await violations(page);
    if (wrong.length > 0) found[what] = wrong;
  };
  return { found, look };
}

/** How many pixels it is wider than the window. A place scrolls by itself, and only what is a table in it may do so to the side. */
async function pixelsOver(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll("html, main")].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    ),
  );
}

test.each(LEDGER_PLACES)(
  "axe finds nothing in the place at g %s, %s, whatever the look, and it is not wider than the window",
  async (key, place) => {
    const page = await overview();
    await page.setViewportSize(LOW);
    const found: Record<string, string[]> = {};
    const look = async (what: string, wrong: readonly string[]) => {
      const over = await pixelsOver(page);
      const all = over > 0 ? [...wrong, `${over} pixels wider than the window`] : wrong;
      if (all.length > 0) found[what] = [...all];
    };
    await pressSequence(page, "g", key);
    await atPlace(page, place);
    if (place === "Wallet" || place === "Transactions") {
      await page.getByRole("gridcell").first().click();
      await page.keyboard.press("Enter");
      await page.getByRole("complementary").waitFor();
    }
    await look(place, await violations(page));
    for (const [name, media, find] of LOOKS) {
      await page.emulateMedia(media);
      await look(name, await find(page));
    }
    await page.emulateMedia({ contrast: "no-preference", forcedColors: "none" });
    await page.keyboard.press("Escape");
    // A window of 1280 at 200 %. It changes no colours.
    await page.setViewportSize({ width: 640, height: 400 });
    await look("200 % zoom", await violationsBesideColours(page));
    expect(found).toEqual({});
  },
);

test("axe finds nothing in the list of all keys", async () => {
  const page = await overview();
  await page.setViewportSize(LOW);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "All keys" }).waitFor();
  const found = await violations(page);
  await page.keyboard.press("Escape");
  expect(found).toEqual([]);
});

test("axe finds nothing on Welcome, in its dialogs, in a ledger that cannot be opened, or in Import", async () => {
  const folder = temporaryFolder();
  const foreign = join(folder, "foreign.tieout");
  writeFileSync(foreign, "another program's file".padEnd(4096, " "));
  const answer = join(folder, "wallet.json");
  writeFileSync(answer, "[]");
  const { url } = await startHost();
  const page = await openWindow(url);
  const { found, look } = looking(page);
  const choose = async (button: RegExp, path: string) =>
    chooseFiles(page, () => page.getByRole("button", { name: button }).first().click(), path);
  await page.getByRole("button", { name: "Fill the sandbox" }).waitFor();
  await look("Welcome");
  await page.getByRole("button", { name: "Connect…" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Base URL" }).waitFor();
  await look("Connect");
  await page.keyboard.press("Escape");
  await choose(/^Open a ledger/u, foreign);
  await page.getByRole("alert").filter({ hasText: "LEDGER_FOREIGN" }).waitFor();
  await look("a ledger that cannot be opened");
  await choose(/^Choose files/u, answer);
  const dialog = page.getByRole("dialog");
  await dialog.getByText("wallet.json").first().waitFor();
  await look("Import");
  expect(found).toEqual({});
});

// A pull that has ended is looked at in restatement.test.ts, and one under way in pull-end.test.ts.
test("axe finds nothing in Export, or while deciding", async () => {
  const page = await overview();
  const { found, look } = looking(page);
  const dialog = page.getByRole("dialog");
  await page.keyboard.press("Control+e");
  await dialog.getByRole("button", { name: "Export…" }).waitFor();
  await look("Export");
  await page.keyboard.press("Escape");
  await goTo(page, "Exceptions");
  await page.getByRole("article").waitFor();
  await page.keyboard.press("e");
  await page.getByRole("article").getByRole("textbox").waitFor();
  await look("a decision");
  await page.keyboard.press("Escape");
  await waitForFocus(page.getByRole("listbox", { name: "Exceptions" }));
  await page.keyboard.press("x");
  await page.getByRole("option", { selected: true }).waitFor();
  await page.keyboard.press("a");
  await dialog.getByRole("heading", { name: /Accept — 1 finding/u }).waitFor();
  await look("a decision on many");
  await page.keyboard.press("Escape");
  expect(found).toEqual({});
});

test("at 1024 pixels the chain around a broken row shows what each balance is and should be", async () => {
  const page = await overview();
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByRole("link", { name: "Chain break" }).first().click();
  const chain = page.getByRole("table", { name: "The entry, with those before and after it" });
  await chain.waitFor();
  const columns = await chain.getByRole("columnheader", { includeHidden: true }).allTextContents();
  expect(columns.slice(5)).toEqual(["Stated", "Expected"]);
  const seen = await chain.evaluate((table) => {
    const frame = table.closest("article")?.getBoundingClientRect() ?? new DOMRect();
    return [...table.querySelectorAll("tbody tr")].map((row) =>
      [5, 6].map((column) => {
        const cell = row.children[column] as HTMLElement;
        const text = document.createRange();
        text.selectNodeContents(cell);
        const { left, right, width } = text.getBoundingClientRect();
        const isWhole = width > 0 && left >= frame.left && right <= Math.min(frame.right, innerWidth);
        const scroll = cell.closest(".table-frame");
        const isScrolled = scroll !== null && scroll.scrollWidth > scroll.clientWidth;
        // Where the heads have no room, each figure has its name before it.
        const name = getComputedStyle(cell, "::before").content.replaceAll('"', "");
        return { name, isWhole: isWhole && !isScrolled && cell.checkVisibility() };
      }),
    );
  });
  expect(seen.length).toBeGreaterThan(1);
  for (const row of seen) {
    expect(row).toEqual([
      { name: "Stated", isWhole: true },
      { name: "Expected", isWhole: true },
    ]);
  }
});
