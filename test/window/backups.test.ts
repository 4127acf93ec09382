/** Backups: made, offered for what is damaged, and brought back; filters kept under names; going to another client's ledger. */
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { violations } from "../helpers/window/axe.ts";
import { tieout } from "../helpers/cli.ts";
import { press, pressSequence, waitForFocus, withoutPointer } from "../helpers/window/window-keys.ts";
import { filledLedger, ledgerOf, startService } from "../helpers/window/window-service.ts";
import { goTo, verdictOf } from "../helpers/window/window-steps.ts";
import { homeWith, openWindow, startHost, useBrowser } from "../helpers/window/window.ts";

useBrowser();

/** A window on a ledger that is filled already, and backed up when a test asks for it. */
async function openLedger(): Promise<{ readonly page: Page; readonly ledger: string }> {
  const ledger = await ledgerOf({ entries: 300 });
  const { url } = await startHost(ledger, homeWith({ backups: { every: "never", keep: 14 } }));
  const page = await openWindow(url);
  await verdictOf(page);
  return { page, ledger };
}

const backupsIn = (page: Page) =>
  page.getByRole("table", { name: "Backups of this ledger" }).getByRole("row");

/** In Settings, and waits until there are so many, the row of titles aside. */
async function backUpNow(page: Page, wanted: number): Promise<void> {
  await page.getByRole("button", { name: "Back up now" }).click();
  await expect.poll(async () => backupsIn(page).count(), { timeout: 20_000 }).toBe(wanted + 1);
}

function keptBeside(ledger: string): string[] {
  return readdirSync(dirname(ledger)).filter((name) => name.startsWith("wallet before restore "));
}

test("case 42: restores a damaged ledger from a backup beside it, and keeps the damaged file", async () => {
  const { page, ledger } = await openLedger();
  const verdict = await verdictOf(page);
  await goTo(page, "Settings");
  await backUpNow(page, 1);
  await page.getByText(/^Last backup/u).waitFor();
  await page
    .getByText(/^The ledger is backed up: .+ The copy verifies\. The rows of 1 pull agree with its stored/u)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Close ledger" }).click();
  const damaged = readFileSync(ledger).fill(0xff, 100, 20_000);
  writeFileSync(ledger, damaged);

  await page.getByRole("button", { name: /^Open wallet\.tieout/u }).click();
  const fault = page.getByRole("alert").filter({ hasText: "LEDGER_CORRUPT" });
  await fault.getByRole("button", { name: /^Restore the backup of/u }).click();
  const dialog = page.getByRole("alertdialog", { name: /^Restore the backup of/u });
  await dialog.getByText(/Pulls, decisions and signatures made after/u).waitFor();
  await dialog.getByText("wallet before restore").waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Restore" }).click();

  expect(await verdictOf(page)).toBe(verdict);
  await page
    .getByText(/The ledger was restored from/u)
    .first()
    .waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  const [kept = ""] = keptBeside(ledger);
  expect(readFileSync(join(dirname(ledger), kept)).equals(damaged)).toBe(true);
  expect((await tieout(["verify", ledger])).status).toBe(0);
  await goTo(page, "History");
  await page
    .getByText(/restore/iu)
    .first()
    .waitFor();
});

test("makes and restores a backup in Settings by keyboard, and keeps later decisions only in the file it set aside", async () => {
  const { page, ledger } = await openLedger();
  await withoutPointer(page);
  const [, head = ""] = /audit trail: ([0-9a-f]{64})/u.exec((await tieout(["verify", ledger])).stdout) ?? [];
  await page.keyboard.press("Control+,");
  await press(page, page.getByRole("button", { name: "Back up now" }));
  await expect.poll(async () => backupsIn(page).count(), { timeout: 20_000 }).toBe(2);
  expect(await violations(page)).toEqual([]);
  await pressSequence(page, "g", "e");
  await page.getByRole("listbox", { name: "Exceptions" }).waitFor();
  await waitForFocus(page.getByRole("heading", { level: 1, name: "Exceptions" }));
  await page.keyboard.press("Shift+J");
  const detail = page.getByRole("article");
  await detail.getByRole("heading", { level: 2 }).first().waitFor();
  await page.keyboard.press("e");
  await waitForFocus(detail.getByRole("textbox"));
  await page.keyboard.type("Posted twice");
  await page.keyboard.press("Control+Enter");
  await waitForFocus(page.getByRole("textbox", { name: "Your name" }));
  await page.keyboard.type("Ada Obi");
  await page.keyboard.press("Enter");
  await page.getByText(/^1 of \d+ reviewed/u).waitFor();
  await page.keyboard.press("Control+,");
  await press(page, page.getByRole("button", { name: /^Restore the backup of/u }));
  const dialog = page.getByRole("alertdialog");
  await waitForFocus(dialog);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await press(page, page.getByRole("button", { name: /^Restore the backup of/u }));
  await press(page, dialog.getByRole("button", { name: "Restore" }));
  await page
    .getByText(/The ledger was restored from/u)
    .first()
    .waitFor();
  await goToByKeys(page, "o", "Overview");
  await verdictOf(page);
  await goToByKeys(page, "e", "Exceptions");
  await page.getByText(/^0 of \d+ reviewed/u).waitFor();
  // An export from before still belongs to it, and the decision is in the file that is kept.
  expect((await tieout(["verify", ledger, "--head", head])).status).toBe(0);
  const [kept = ""] = keptBeside(ledger);
  expect((await tieout(["verify", join(dirname(ledger), kept)])).stdout).toContain("1 decision,");
});

test("backs up an open ledger by itself, and shows in Settings when", async () => {
  const ledger = await ledgerOf({ entries: 300 });
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await goTo(page, "Settings");
  await page
    .getByText("No backup of this ledger yet.")
    .or(page.getByText(/^Last backup/u))
    .waitFor();
  await page.getByText(/^Last backup \d{4}-\d{2}-\d{2} \d{2}:\d{2}\./u).waitFor();
  expect(readdirSync(join(dirname(ledger), "wallet backups"))).toHaveLength(1);
  // It is no job: nothing is said at the window's foot.
  expect(await page.getByRole("contentinfo").textContent()).toBe("");
});

async function goToByKeys(page: Page, key: string, place: string): Promise<void> {
  await pressSequence(page, "g", key);
  await page.getByRole("heading", { level: 1, name: place }).waitFor();
}

test("keeps filters under a name across a reload, and reports one that cannot be read without applying it", async () => {
  const ledger = await ledgerOf({ entries: 300 });
  const home = homeWith({ filters: [{ place: "wallet", name: "From long ago", query: "in.colour=red" }] });
  const { url } = await startHost(ledger, home);
  const page = await openWindow(url);
  await verdictOf(page);
  await withoutPointer(page);
  await goToByKeys(page, "w", "Wallet");
  await page.getByRole("gridcell").first().waitFor();
  // While they are counted nothing stands there.
  const counts = async (): Promise<string> => (await page.locator(".grid-counts").textContent()) ?? "";
  const counted = async (before: string): Promise<string> => {
    await expect.poll(async () => !["", before].includes(await counts())).toBe(true);
    return counts();
  };
  const all = await counted("");
  await page.keyboard.press("f");
  const flagged = await counted(all);
  await page.keyboard.press("v");
  const saved = page.getByRole("dialog", { name: "Saved filters" });
  await saved.getByText("unreadable, not applied").waitFor();
  expect(await saved.getByRole("button", { name: "Apply From long ago" }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await press(page, saved.getByLabel("Save current filters as"), "B");
  await page.keyboard.type("reaks");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Saved: Breaks" }).waitFor();

  await page.keyboard.press("Escape");
  await saved.waitFor({ state: "hidden" });
  await page.goto(`${page.url().split("#")[0] ?? ""}#/wallet`);
  await page.reload();
  await page.getByRole("gridcell").first().waitFor();
  await page.getByRole("button", { name: "Saved filters" }).waitFor();
  await expect.poll(counts).toBe(all);
  await page.keyboard.press("v");
  await press(page, saved.getByRole("button", { name: "Apply Breaks" }));
  await saved.waitFor({ state: "hidden" });
  await expect.poll(counts).toBe(flagged);
  expect(await page.getByRole("switch", { name: "Only flagged" }).isChecked()).toBe(true);

  await page.keyboard.press("v");
  for (const name of ["Delete Breaks", "Delete From long ago"]) {
    const button = saved.getByRole("button", { name });
    await press(page, button);
    // It had the focus, which the dialog takes a frame later.
    await button.waitFor({ state: "detached" });
    await waitForFocus(saved);
  }
  await saved.getByText(/^None yet/u).waitFor();
  await page.keyboard.press("Escape");
  await saved.waitFor({ state: "hidden" });
  await expect
    .poll(() => JSON.parse(readFileSync(join(home, "preferences.json"), "utf8")) as unknown)
    .toMatchObject({ filters: [] });
  // Those of the queue are its own.
  await goToByKeys(page, "e", "Exceptions");
  await page.keyboard.press("v");
  await saved.getByText(/^None yet/u).waitFor();
});

test("opens no other ledger while a job runs and says why, and then finds another client's ledger by typing, by keyboard alone", async () => {
  const sandbox = await startService({ entries: 300 });
  const first = await filledLedger(sandbox, "Adeyemi Stores.tieout");
  const second = await filledLedger(sandbox, "Bakare & Sons.tieout");
  const home = mkdtempSync(join(tmpdir(), "tieout-window-"));
  const recent = { ledgers: [{ path: second, openedAtMs: Date.UTC(2026, 9, 1) }] };
  writeFileSync(join(home, "recent.json"), JSON.stringify(recent));
  const { url } = await startHost(first, home);
  const page = await openWindow(url);
  await verdictOf(page);
  await page.goto(`${page.url().split("#")[0] ?? ""}#/welcome`);
  await page.getByRole("button", { name: /How much/u }).click();
  await page.getByRole("option", { name: "50,000 entries" }).click();
  await page.getByRole("button", { name: "Fill the sandbox" }).click();
  await page.getByRole("button", { name: "Cancel" }).first().waitFor();
  await pressSequence(page, "g", "l");
  const dialog = page.getByRole("dialog", { name: "Ledgers" });
  await dialog.getByText(/^Sandbox is running\. Let it finish or cancel it/u).waitFor();
  expect(await dialog.getByRole("menuitem").first().getAttribute("aria-disabled")).toBe("true");
  expect(await dialog.getByRole("button", { name: /^Open another/u }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Cancel" }).first().click();
  await page
    .getByText(/^Sandbox cancelled/u)
    .first()
    .waitFor();

  await goTo(page, "Overview");
  await withoutPointer(page);
  await pressSequence(page, "g", "l");
  await waitForFocus(dialog.getByRole("searchbox"));
  await expect.poll(() => dialog.getByRole("menuitem").count()).toBe(2);
  await dialog.getByRole("menuitem", { name: /Adeyemi Stores.*open now/u }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type("bakare");
  await expect.poll(async () => dialog.getByRole("menuitem").count()).toBe(1);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: /^Bakare & Sons/u }).waitFor();
  await verdictOf(page);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "All keys" }).getByText("Go to another ledger").waitFor();
});
