/** A later pull changes what a month was signed to close at: told everywhere, carried into the next month, and signed again. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { violations } from "../../helpers/window/axe.ts";
import { tieout } from "../../helpers/cli.ts";
import { connectTo, goOnAMonth, pullEverything } from "../../helpers/window/window-connection.ts";
import { writtenFile } from "../../helpers/window/window-files.ts";
import { startService } from "../../helpers/window/window-service.ts";
import {
  goTo,
  goToClose,
  monthStands,
  unfold,
  prepareAllTheSame,
} from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";
import { readTable, readXlsx, rowOf } from "../../helpers/workbook/xlsx.ts";

useBrowser();

/** One break, so that the month is prepared over something; then one entry that moves the closing, and one that does not. */
const FAULTS = { "misstated-balance": 1, "closing-changed": 1, "entry-changed": 1 };
/** What the sandbox adds to the month's last entry, and so to its closing. */
const MORE = 1000;

const dialogOf = (page: Page) => page.getByRole("dialog");

test("reports in numbers a later pull that changes a signed closing, raises an error in the next month, and has the month signed again", async () => {
  const sandbox = await startService({ entries: 300, faults: FAULTS });
  const { url, home } = await startHost();
  const page = await openWindow(url);
  await connectTo(page, sandbox);
  await goToClose(page);
  await prepareAllTheSame(page, "Ada Obi");
  await signOff(page, "Ben Eze");
  await unfold(page, "Figures");
  const figures = page.getByRole("table", { name: "Figures of each wallet" });
  const signedCells = await figures.locator("tbody tr").first().getByRole("cell").allTextContents();
  const signed = numberOf(signedCells.at(-1));
  const now = signed + MORE;

  await goOnAMonth(sandbox);
  await pullEverything(page);
  const changed = new RegExp(
    `August 2026: Signed by Ben Eze on [-\\d]+: closing ${said(signed)}\\. Since then: \\d changes, closing now ${said(now)} \\(\\+${said(MORE)}\\)\\.`,
    "u",
  );
  const atEnd = dialogOf(page).getByRole("list", { name: "Closed months that it changed" });
  await atEnd.waitFor({ timeout: 60_000 });
  await expect.poll(() => atEnd.textContent()).toMatch(changed);
  await dialogOf(page).getByRole("button", { name: "Done" }).click();

  await goTo(page, "Overview");
  const banner = page.getByRole("note", { name: "Signed months that changed" });
  await expect.poll(() => banner.textContent()).toMatch(changed);
  await page.getByRole("button", { name: "Go to September 2026" }).click();
  const headline = page.getByRole("heading", { level: 1 });
  await headline.filter({ hasText: /September 2026: [\d,]+ NGN to resolve$/u }).waitFor();
  await page.locator("main details summary").click();
  await page
    .getByText(`September 2026 opens ${said(MORE)} NGN higher than was signed before.`)
    .first()
    .waitFor();
  // What changed of August is said in full where August is.
  await expect.poll(() => banner.textContent()).toBe("! Signed months that changed since: August 2026");
  await banner.getByRole("link", { name: "August 2026" }).click();

  // Its signature stands, and beside it what the ledger says now.
  await monthStands(page, /^Signed by Ben Eze/u).waitFor();
  await unfold(page, "What changed");
  await unfold(page, "Figures");
  await expectRow(page.getByRole("table", { name: "Signed and current closings" }), [
    said(signed),
    said(now),
    `+${said(MORE)}`,
  ]);
  const changes = page.getByRole("table", { name: "What was changed" });
  const moved = changes.getByRole("row").filter({ hasText: "Stated balance" });
  expect(await fieldsOf(moved)).toEqual([
    ["Stated balance", said(signed), said(now)],
    ["Debit", expect.any(String), expect.any(String)],
  ]);
  await expect
    .poll(async () => (await moved.getByRole("cell").allTextContents()).slice(-2))
    .toEqual([`+${said(MORE)}`, `+${said(MORE)}`]);
  const reworded = changes.getByRole("row").filter({ hasText: "Adjusted by support" });
  await expect
    .poll(async () => (await reworded.getByRole("cell").allTextContents()).slice(-2))
    .toEqual(["–", "–"]);
  const lines = figures.locator("tbody tr");
  await expect.poll(() => lines.first().getByRole("cell").allTextContents()).toEqual(signedCells);
  // What is read aloud only, far below, is nothing that a focus could scroll the whole window to.
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
  expect(numberOf((await lines.nth(1).getByRole("cell").allTextContents()).at(-1))).toBe(now);
  expect(await violations(page)).toEqual([]);

  // The month after opens at another balance than was signed.
  await page.getByRole("link", { name: /^September 2026/u }).click();
  await page.getByRole("article", { name: "September 2026" }).waitFor();
  await page
    .getByText(`opens at ${said(now)}, but the month before was signed to close at ${said(signed)}`)
    .first()
    .waitFor();
  await goTo(page, "Exceptions");
  await page.getByRole("listbox", { name: "Exceptions" }).getByRole("option").first().waitFor();
  await page.getByRole("option", { name: /Opening not carried/iu }).click();
  await page
    .getByText(
      `The period opens at ${said(now)} where the one before was signed to close at ${said(signed)}: a difference of ${said(MORE)}.`,
    )
    .first()
    .waitFor();
  expect(await violations(page)).toEqual([]);

  // The terminal and the workbook say the same.
  const ledger = ledgerIn(home);
  const { stdout } = await tieout(["restatements", ledger, "--month", "2026-08"]);
  expect(stdout).toMatch(/^ {2}changed {5}walletID \d+: August 2026, by pull 2 of /mu);
  expect(stdout).toMatch(
    new RegExp(
      `: signed to close at ${said(signed)} NGN, now closes at ${said(now)} NGN \\(\\+1,000\\)$`,
      "mu",
    ),
  );
  expect(await restatedInWorkbook(page)).toMatchObject({
    "Signed month": "August 2026",
    "Signed by": "Ben Eze",
    "Closing as signed": signed,
    "Closing now": now,
    Difference: MORE,
    "The same": false,
  });

  // Reopened with a reason, prepared and signed again: nothing is left to tell.
  await goToClose(page);
  await page.getByRole("link", { name: /^August 2026/u }).click();
  await monthStands(page, /^Signed by/u).waitFor();
  await reopen(page, "Ben Eze", "The provider corrected the last top-up");
  await monthStands(page, /^Reopened by Ben Eze/u).waitFor();
  expect(await violations(page)).toEqual([]);
  await prepareAllTheSame(page, "Ada Obi");
  await signOff(page, "Chi Ume");
  await unfold(page, "Figures");
  const again = await figures.locator("tbody tr").first().getByRole("cell").allTextContents();
  expect(numberOf(again.at(-1))).toBe(now);
  const history = await unfold(page, "History");
  const superseded = history.getByRole("listitem").filter({ hasText: "Signed off by Ben Eze" });
  expect(await superseded.textContent()).toMatch(
    /superseded: reopened by Ben Eze, .* because “The provider corrected the last top-up”/u,
  );
  await page.getByRole("link", { name: /^September 2026/u }).click();
  await page.getByRole("article", { name: "September 2026" }).waitFor();
  await page
    .getByText(/was signed to close at/u)
    .first()
    .waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "Three-way proof" }).waitFor();
  await goTo(page, "Overview");
  await page.getByRole("note", { name: "Signed months that changed" }).waitFor({ state: "hidden" });
  expect((await tieout(["verify", ledger])).status).toBe(0);
}, 240_000);

async function signOff(page: Page, by: string): Promise<void> {
  await page.keyboard.press("s");
  await dialogOf(page).getByRole("textbox", { name: "Reviewed and signed off by" }).fill(by);
  await page.keyboard.press("Control+Enter");
  await dialogOf(page).waitFor({ state: "hidden" });
  await monthStands(page, new RegExp(`^Signed off by ${by}`, "u")).waitFor();
}

async function reopen(page: Page, by: string, why: string): Promise<void> {
  await page.keyboard.press("o");
  const dialog = dialogOf(page);
  await dialog.getByRole("textbox", { name: "Reopened by" }).fill(by);
  await dialog.getByRole("textbox", { name: "Why" }).fill(why);
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
}

/** What C3 of the workbook of the month shown says of its signed closing. */
async function restatedInWorkbook(page: Page) {
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("button", { name: "Export…" }).click();
  const { path } = await writtenFile(page, dialog);
  const sheet = (await readXlsx(path)).sheets.get("Changes");
  if (sheet === undefined) throw new Error("the workbook has no sheet of changes");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  return readTable(sheet, rowOf(sheet, "Signed month"), 1)[0];
}

async function expectRow(table: Locator, cells: readonly string[]): Promise<void> {
  await expect
    .poll(() => table.locator("tbody tr").first().getByRole("cell").allTextContents())
    .toEqual(cells);
}

/** Each field of a change: its name, before and after. */
async function fieldsOf(row: Locator): Promise<(string | null)[][]> {
  const items = await row.getByRole("listitem").all();
  return Promise.all(
    items.map((item) =>
      Promise.all(
        [item.locator("span.quiet"), item.locator("del"), item.locator("ins")].map((one) =>
          one.textContent(),
        ),
      ),
    ),
  );
}

/** An amount as it is shown, without decimals. */
function said(amount: number): string {
  return amount.toLocaleString("en-US");
}

function numberOf(words: string | null | undefined): number {
  return Number((words ?? "").replaceAll(",", ""));
}

/** The one ledger that a window made in its folder. */
function ledgerIn(home: string): string {
  const found = readdirSync(home, { recursive: true, encoding: "utf8" }).find((name) =>
    name.endsWith(".tieout"),
  );
  return join(home, found ?? "");
}
