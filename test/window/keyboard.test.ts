/** Every journey without a pointer: each control is come to by Tab or by its own key, and the focus is never lost. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { generateWorld } from "../../sandbox/generate/generate-world.ts";
import { temporaryFolder, tieout } from "../helpers/cli.ts";
import { useShared } from "../helpers/at-end.ts";
import { credentialFields } from "../helpers/window/window-connection.ts";
import { chooseFiles, writtenFile } from "../helpers/window/window-files.ts";
import { press, pressSequence, tabTo, waitForFocus, withoutPointer } from "../helpers/window/window-keys.ts";
import { ledgerOf, setWire, startService } from "../helpers/window/window-service.ts";
import { atPlace, verdictOf } from "../helpers/window/window-steps.ts";
import { drawLate, openWindow, startHost, useBrowser } from "../helpers/window/window.ts";
import { saveWorld } from "../helpers/ledgers/world-check.ts";

useBrowser();

/** A window that is used by keyboard alone. */
async function openByKeys(url: string): Promise<Page> {
  const page = await openWindow(url);
  await withoutPointer(page);
  return page;
}

/** A window on a ledger that is filled already, which most tests share. */
const filled = useShared(async () => {
  const ledger = await ledgerOf({ entries: 300 });
  const { url } = await startHost(ledger);
  const page = await openByKeys(url);
  await verdictOf(page);
  return { page, ledger };
});

/** That window at its Overview. */
async function openLedger(): Promise<{ readonly page: Page; readonly ledger: string }> {
  const { page, ledger } = filled();
  await keys(page, "Escape");
  await pressSequence(page, "g", "o");
  await verdictOf(page);
  return { page, ledger };
}

/** Presses keys one after the other. */
async function keys(page: Page, ...pressed: readonly string[]): Promise<void> {
  for (const key of pressed) await page.keyboard.press(key);
}

/** Moves in a list that was opened, once it has the focus, and chooses. */
async function chooseBy(page: Page, ...moves: readonly string[]): Promise<void> {
  await waitForFocus(page.getByRole("option"));
  await keys(page, ...moves, "Enter");
}

test("fills the window from the sandbox, chooses the period, and shows all keys", async () => {
  const { url } = await startHost();
  const page = await openByKeys(url);
  await press(page, page.getByRole("button", { name: "Fill the sandbox" }));
  await verdictOf(page);
  await waitForFocus(page.getByRole("heading", { level: 1 }));
  const period = page.getByRole("button", { name: /^Period/u });
  await press(page, period);
  await chooseBy(page, "ArrowDown");
  await waitForFocus(page.getByRole("button", { name: "Period: July 2026" }));
  await keys(page, "Enter", "Escape");
  await waitForFocus(period);
  await keys(page, "[");
  await page.getByRole("button", { name: "Period: June 2026" }).waitFor();
  await keys(page, "]");
  await page.getByRole("button", { name: "Period: July 2026" }).waitFor();
  await keys(page, "]");
  await page.getByRole("button", { name: "Period: August 2026" }).waitFor();
  // Months that are over since then are open, too.
  expect(await page.getByRole("button", { name: "Next month" }).isDisabled()).toBe(false);
  await keys(page, "?");
  const dialog = page.getByRole("dialog", { name: "All keys" });
  await waitForFocus(dialog);
  await dialog.getByText("Previous month").waitFor();
  await keys(page, "Escape");
  await dialog.waitFor({ state: "hidden" });
  await waitForFocus(period);
  const exceptions = page.getByRole("link", { name: /^Exceptions/u });
  // Going back is the shorter way: the longer one was gone before.
  await tabTo(page, exceptions, "Shift+Tab");
  await keys(page, "Enter");
  await atPlace(page, "Exceptions");
  await waitForFocus(page.getByRole("heading", { level: 1, name: "Exceptions" }));
});

test("connects a service, cancels a pull and starts it again", async () => {
  const sandbox = await startService({ entries: 300 });
  const { url } = await startHost();
  const page = await openByKeys(url);
  await press(page, page.getByRole("button", { name: "Connect…" }));
  const dialog = page.getByRole("dialog");
  for (const [name, value] of credentialFields({ ...sandbox, secretKey: "no-such-key" })) {
    await tabTo(page, dialog.getByRole("textbox", { name }));
    await page.keyboard.type(value);
  }
  await press(page, dialog.getByRole("button", { name: "Test connection" }));
  await dialog.getByText(/LOGIN_REFUSED|AUTH_EXPIRED/u).waitFor();
  await tabTo(page, dialog.getByRole("textbox", { name: "Secret key" }), "Shift+Tab");
  await page.keyboard.type(sandbox.secretKey);
  await press(page, dialog.getByRole("button", { name: "Test connection" }));
  await dialog.getByText(/^✓ Connected as/u).waitFor();
  await press(page, dialog.getByRole("button", { name: "Pull into a new ledger…" }));
  await press(page, dialog.getByRole("button", { name: "Done" }));
  await verdictOf(page);
  await waitForFocus(page.getByRole("heading", { level: 1 }));

  await setWire(sandbox, [{ fault: "hang", endpoint: "wallet" }]);
  await pressSequence(page, "g", "p");
  const pull = page.getByRole("dialog", { name: "Pull" });
  await pull
    .getByText(/^Requesting .*wallet/iu)
    .first()
    .waitFor();
  await press(page, pull.getByRole("button", { name: "Cancel pull" }));
  await pull.getByText(/^Pull cancelled\./u).waitFor();
  await setWire(sandbox, []);
  await press(page, pull.getByRole("button", { name: "Pull again" }));
  await press(page, pull.getByRole("button", { name: "Done" }));
  await pull.waitFor({ state: "hidden" });
  await waitForFocus(page.getByRole("heading", { level: 1 }));
  expect(await verdictOf(page)).toContain("August 2026");
});

test("chooses saved responses, sets what they hold, and imports them; choosing a period then returns the focus to its button, however slow the machine is", async () => {
  const saved = saveWorld(
    generateWorld({ entries: 400, seed: 3, faults: "default", convention: "asset" }),
    temporaryFolder(),
  );
  const { url } = await startHost();
  const page = await openByKeys(url);
  const ask = page.getByRole("button", { name: "Choose files…" });
  await chooseFiles(page, () => press(page, ask), ...saved.wallet, ...saved.transactions);
  const dialog = page.getByRole("dialog", { name: "Import saved responses" });
  const kind = dialog.getByRole("button", { name: /Wallet history/u });
  await press(page, kind);
  await chooseBy(page, "ArrowDown");
  await kind.waitFor({ state: "hidden" });
  // The list gives the focus back to its button.
  await waitForFocus(dialog.getByRole("button"));
  await keys(page, "Enter");
  await chooseBy(page, "ArrowUp");
  await kind.waitFor();
  await press(page, dialog.getByRole("button", { name: "Import into a new ledger…" }));
  await press(page, dialog.getByRole("button", { name: "Done" }));
  expect(await verdictOf(page)).toContain("August 2026");
  await waitForFocus(page.getByRole("heading", { level: 1 }));

  await page.evaluate(drawLate, 200);
  await tabTo(page, page.getByRole("button", { name: "Period: August 2026" }), "Shift+Tab");
  await keys(page, "Enter");
  await chooseBy(page, "ArrowDown");
  const chosen = page.getByRole("button", { name: "Period: July 2026" });
  await waitForFocus(chosen);
  // And it stays there, however much later the check of the month is drawn.
  await page.getByRole("heading", { level: 1 }).filter({ hasText: "July 2026" }).waitFor();
  expect(await chosen.evaluate((button) => button === document.activeElement)).toBe(true);
});

test("reaches the broken row from the Overview, explains, undoes and redoes, then accepts three at once", async () => {
  const { page, ledger } = await openLedger();
  await press(page, page.getByRole("link", { name: "Chain break" }));
  await page.getByRole("heading", { level: 1, name: "Exceptions" }).waitFor();
  const detail = page.getByRole("article", { name: /^Chain break/u });
  await detail.getByRole("heading", { name: "The numbers" }).waitFor();
  await keys(page, "Enter");
  await waitForFocus(detail.getByRole("heading", { level: 2 }));
  await keys(page, "e");
  await waitForFocus(detail.getByRole("textbox"));
  await page.keyboard.type("Posted twice");
  await keys(page, "Control+Enter");
  await waitForFocus(page.getByRole("textbox", { name: "Your name" }));
  await page.keyboard.type("Ada Obi");
  await keys(page, "Enter");
  await page.getByText(/^1 of \d+ reviewed/u).waitFor();
  const list = page.getByRole("listbox", { name: "Exceptions" });
  await waitForFocus(list);
  await keys(page, "u");
  await page.getByText(/^0 of \d+ reviewed/u).waitFor();
  await keys(page, "Shift+U");
  await page.getByText(/^1 of \d+ reviewed/u).waitFor();

  await keys(page, "/");
  await waitForFocus(page.getByRole("textbox", { name: "Search exceptions" }));
  await keys(page, "Escape");
  await waitForFocus(list);
  await keys(page, "Shift+J", "x", "j", "j", "Shift+X");
  await page.getByText("3 selected").waitFor();
  await keys(page, "a");
  await page
    .getByRole("dialog")
    .getByRole("heading", { name: /Accept — 3 findings/u })
    .waitFor();
  await waitForFocus(page.getByRole("dialog").getByRole("textbox"));
  await page.keyboard.type("Under the firm's limit");
  await keys(page, "Control+Enter");
  await page.getByText(/^4 of \d+ reviewed/u).waitFor();
  await waitForFocus(list);
  expect(await statuses(ledger)).toEqual({ explained: 1, accepted: 3 });
});

test("tries other options by arrows, and applies them with Ctrl+Enter", async () => {
  const { page, ledger } = await openLedger();
  await pressSequence(page, "g", "f");
  await atPlace(page, "The check");
  await waitForFocus(page.getByRole("heading", { level: 2, name: "The check" }));
  await tabTo(page, page.getByRole("radiogroup", { name: "Convention" }).getByRole("radio"));
  await keys(page, "ArrowDown", "ArrowDown");
  await page.getByRole("radio", { name: /A credit raises the balance/u, checked: true }).waitFor();
  await keys(page, "Control+Enter");
  await waitForFocus(page.getByRole("textbox", { name: "Changed by" }));
  await page.keyboard.type("Ada Obi");
  await tabTo(page, page.getByRole("textbox", { name: "Reason" }));
  await page.keyboard.type("The provider says so");
  await keys(page, "Control+Enter");
  await page.getByText("These are the ledger's options").waitFor();
  const { stdout } = await tieout(["check", ledger, "--month", "2026-08", "--json"]);
  expect((JSON.parse(stdout) as { convention: object }).convention).toMatchObject({ used: "bank" });
  await keys(page, "b");
  await pressSequence(page, "g", "o");
  await verdictOf(page);
});

test("exports and downloads the workbook", async () => {
  const { page } = await openLedger();
  await keys(page, "Control+e");
  const dialog = page.getByRole("dialog", { name: "Export" });
  await waitForFocus(dialog);
  await press(page, dialog.getByRole("button", { name: "Export…" }));
  await dialog.getByText(/^The export is ready/u).waitFor();
  const { name } = await writtenFile(page, dialog, (button) => press(page, button));
  expect(name).toMatch(/2026-08\.xlsx$/u);
  await press(page, dialog.getByRole("button", { name: "Done" }));
  await dialog.waitFor({ state: "hidden" });
  await waitForFocus(page.getByRole("heading", { level: 1 }));
});

test("in the wallet's grid arrows move, Enter opens a row, Escape returns to its cell, and a number jumps to its row", async () => {
  const { page } = await openLedger();
  await pressSequence(page, "g", "w");
  await atPlace(page, "Wallet");
  await waitForFocus(page.getByRole("heading", { level: 1, name: "Wallet" }));
  const grid = page.getByRole("grid");
  await page.getByRole("gridcell").first().waitFor();
  await tabTo(page, page.getByRole("gridcell"));
  await keys(page, "ArrowDown", "ArrowDown", "ArrowRight");
  const cell = await focusedCell(page);
  expect(cell.row).toBeGreaterThan(2);
  await keys(page, "Enter");
  const pane = page.getByRole("complementary", { name: /^walletID/u });
  await pane.waitFor();
  await keys(page, "Escape");
  await pane.waitFor({ state: "hidden" });
  expect(await focusedCell(page)).toEqual(cell);
  // From within the detail, too.
  for (const key of ["Enter", "Escape"]) {
    await keys(page, "Enter");
    await pane.waitFor();
    await tabTo(page, pane.getByRole("button", { name: "Close detail" }));
    await keys(page, key);
    await pane.waitFor({ state: "hidden" });
    await expect.poll(async () => focusedCell(page)).toEqual(cell);
  }
  const counted = async () => page.locator(".grid-counts").textContent();
  const all = await counted();
  await keys(page, "f");
  await page.getByRole("switch", { name: "Only flagged", checked: true }).waitFor();
  await expect.poll(counted).not.toBe(all);
  await keys(page, "f");
  await expect.poll(counted).toBe(all);
  await keys(page, "/");
  await waitForFocus(page.getByRole("searchbox", { name: "Search in entries" }));
  await page.keyboard.type("no such words");
  await page.getByText("No entries match").waitFor();
  await keys(page, "Escape");
  await page.getByText("No entries match").waitFor({ state: "hidden" });
  await tabTo(page, page.getByRole("gridcell"));
  await keys(page, "j");
  await waitForFocus(page.getByRole("textbox", { name: "Jump to walletID" }));
  const walletID = await someWalletID(page);
  await page.keyboard.type(walletID);
  await keys(page, "Enter");
  await waitForFocus(grid.getByRole("row").filter({ hasText: walletID }));
});

test("sets theme and time zone", async () => {
  const { page, ledger } = await openLedger();
  await pressSequence(page, "g", "s");
  await atPlace(page, "Settings");
  const theme = page.getByRole("button", { name: /Theme/u });
  await press(page, theme);
  await chooseBy(page, "ArrowDown", "ArrowDown");
  await page.locator("html[data-theme=dark]").waitFor();
  await waitForFocus(theme);
  await tabTo(page, page.getByRole("combobox", { name: "Time zone" }), "Shift+Tab");
  await keys(page, "Control+a");
  await page.keyboard.type("Africa/Lag");
  await page.getByRole("option", { name: /Lagos/u }).waitFor();
  await keys(page, "ArrowDown", "Enter");
  await expect
    .poll(async () => page.getByRole("combobox", { name: "Time zone" }).inputValue())
    .toBe("Africa/Lagos");
  const kept = async () => (await tieout(["settings", ledger])).stdout;
  await expect.poll(kept, { timeout: 20_000 }).toMatch(/^Time zone +Africa\/Lagos$/mu);
});

interface FocusedCell {
  readonly row: number;
  readonly column: string;
}

/** Where in the grid the focus is. */
async function focusedCell(page: Page): Promise<FocusedCell> {
  return page.evaluate(() => {
    const cell = document.activeElement;
    const row = cell?.closest("[aria-rowindex]")?.getAttribute("aria-rowindex");
    return { row: Number(row), column: cell?.getAttribute("col-id") ?? "" };
  });
}

/** The number of an entry some rows below the first. */
async function someWalletID(page: Page): Promise<string> {
  const words = await page.locator("[role=gridcell][col-id=walletID]").nth(8).textContent();
  return (words ?? "").trim();
}

/** How many exceptions have been decided how, as the command line says. */
async function statuses(ledger: string): Promise<Record<string, number>> {
  const { stdout } = await tieout(["review", ledger, "--month", "2026-08", "--json"]);
  const { exceptions } = JSON.parse(stdout) as { exceptions: readonly { status: string }[] };
  const counts: Record<string, number> = {};
  for (const { status } of exceptions) if (status !== "open") counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
