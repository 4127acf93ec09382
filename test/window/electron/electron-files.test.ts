/** Native dialogs' answers, files dropped with their paths, and a second start that hands its ledger over. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ElectronApplication } from "playwright";
import { expect, test } from "vitest";
import { transactionsBody, walletBody } from "../../helpers/bodies.ts";
import { temporaryFolder, tieout } from "../../helpers/cli.ts";
import { answerBoxes, boxesOf, startApp, startWithLedger } from "../../helpers/window/electron-journey.ts";
import { ELECTRON_RUNTIME, electronMain } from "../../helpers/window/electron-window.ts";
import { sale } from "../../helpers/records.ts";
import { raiseAll } from "../../helpers/ledgers/raised-ledger.ts";
import { paragraphsOf } from "../../helpers/workbook/letter-paragraphs.ts";
import type { Month } from "../../../src/core/review/close/close.ts";
import { CONTEXT, brokenWallet, ledgerToReview, otherLedger } from "../../helpers/ledgers/review-ledger.ts";
import { dropFiles } from "../../helpers/window/window-files.ts";
import { goTo, goToClose, unfold, verdictOf } from "../../helpers/window/window-steps.ts";

/** What the native dialogs answer from now on, one after the other; then they are cancelled. */
async function answerDialogs(
  app: ElectronApplication,
  answers: { readonly open?: readonly string[][]; readonly save?: readonly string[] },
): Promise<void> {
  await app.evaluate(({ dialog }, { open = [], save = [] }) => {
    const asked = globalThis as unknown as { asked: string[] };
    asked.asked = [];
    const [opening, saving] = [[...open], [...save]];
    dialog.showOpenDialog = async (...given: readonly unknown[]) => {
      asked.asked.push((given.at(-1) as { readonly title: string }).title);
      const filePaths = opening.shift() ?? [];
      return Promise.resolve({ canceled: filePaths.length === 0, filePaths });
    };
    dialog.showSaveDialog = async (...given: readonly unknown[]) => {
      asked.asked.push((given.at(-1) as { readonly title: string }).title);
      const filePath = saving.shift() ?? "";
      return Promise.resolve({ canceled: filePath === "", filePath });
    };
  }, answers);
}

const askedOf = async (app: ElectronApplication) =>
  app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);

const titleOf = async (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle());

async function chooseMenu(app: ElectronApplication, id: string): Promise<void> {
  await app.evaluate(({ Menu, BrowserWindow }, wanted) => {
    Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(undefined, BrowserWindow.getAllWindows()[0]);
  }, id);
}

test("opens a ledger from the dialog, and keeps the open one when the dialog is cancelled", async (context) => {
  const first = await ledgerToReview();
  const second = join(temporaryFolder(), "second.tieout");
  writeFileSync(second, readFileSync(await otherLedger()));
  const { app, page } = await startWithLedger(context, first);
  await expect.poll(() => titleOf(app)).toMatch(/^wallet/u);
  await answerDialogs(app, { open: [[], [second]] });
  await chooseMenu(app, "open");
  await expect.poll(() => askedOf(app)).toEqual(["Open a ledger"]);
  expect(await titleOf(app)).toMatch(/^wallet/u);
  await chooseMenu(app, "open");
  await expect.poll(() => titleOf(app)).toMatch(/^second/u);
  await verdictOf(page);
});

test("writes a backup where the dialog says, with its ending, and asks again when that name exists", async (context) => {
  const ledger = await ledgerToReview();
  const folder = temporaryFolder();
  const there = join(folder, "kept.tieout");
  writeFileSync(there, "somebody's");
  const { app, page } = await startWithLedger(context, ledger);
  await answerDialogs(app, { save: [join(folder, "kept"), join(folder, "other")] });
  await chooseMenu(app, "back-up");
  await expect.poll(() => existsSync(join(folder, "other.tieout")), { timeout: 20_000 }).toBe(true);
  expect(await askedOf(app)).toEqual(["Back up to", "Back up to"]);
  expect(readFileSync(there, "utf8")).toBe("somebody's");
  await page
    .getByText(/other\.tieout/u)
    .first()
    .waitFor();
  expect((await tieout(["verify", join(folder, "other.tieout")])).status).toBe(0);
});

test("puts the rows that are selected, only those that match, on the system's clipboard, and the cell of one", async (context) => {
  const { app, page } = await startWithLedger(context, await ledgerToReview());
  const held = async () => app.evaluate(({ clipboard }) => clipboard.readText());
  await goTo(page, "Wallet");
  const cells = page.locator("[role=gridcell][col-id=walletID]").filter({ hasText: /\d/u });
  await cells.first().waitFor();
  const all = await cells.count();
  await page.keyboard.press("f");
  expect(all).toBeGreaterThan(3);
  await expect.poll(() => cells.count()).toBe(3);
  const ids = await cells.allTextContents();
  await cells.first().click();
  await page.keyboard.press("Control+a");
  await page.getByText(/rows? selected/u).waitFor();
  const titles = await page.locator(".grid-host").getByRole("columnheader").allInnerTexts();
  await page.keyboard.press("Control+c");
  const at = titles.indexOf("walletID");
  await expect
    .poll(async () => (await held()).split(/\r?\n/u).map((line) => line.split("\t")[at]))
    .toEqual(ids);
  await page.getByRole("button", { name: "Copy with titles" }).click();
  await expect.poll(async () => (await held()).split(/\r?\n/u)[0]).toBe(titles.join("\t"));
  await page.getByRole("button", { name: "Clear" }).click();
  await cells.first().focus();
  await page.keyboard.press("Control+c");
  await expect.poll(held).toBe(ids[0]);
});

test("writes the rows of a grid where the dialog says, chooses columns, and opens the menu of a row", async (context) => {
  const folder = temporaryFolder();
  const { app, page } = await startWithLedger(context, await ledgerToReview());
  await answerDialogs(app, { save: [join(folder, "rows")] });
  await goTo(page, "Wallet");
  const ids = page.locator("[role=gridcell][col-id=walletID]").filter({ hasText: /\d/u });
  await ids.first().waitFor();
  await page.keyboard.press("c");
  const chooser = page.getByRole("dialog", { name: "Columns" });
  await chooser.getByRole("checkbox", { name: /^Review/u }).press("Space");
  await expect.poll(() => page.getByRole("columnheader", { name: "Review" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await chooser.waitFor({ state: "hidden" });
  const titles = await page.getByRole("columnheader").allInnerTexts();
  await page.keyboard.press("Control+Shift+E");
  await page.getByText(/^\d+ rows? exported$/u).waitFor();
  expect(await askedOf(app)).toEqual(["Save the rows as"]);
  const lines = readFileSync(join(folder, "rows.csv"), "utf8").split("\r\n");
  expect(lines[0]).toBe(`\uFEFF${titles.join(",")}`);
  expect(lines).toHaveLength((await ids.count()) + 2);
  await ids.first().focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Open the detail" }).press("Enter");
  await page.getByRole("complementary", { name: /^walletID/u }).waitFor();
});

test("writes a letter where the dialog says, with its ending, and records nothing when it is cancelled", async (context) => {
  const ledger = await ledgerToReview();
  await raiseAll(ledger, "2026-10" as Month, CONTEXT);
  const folder = temporaryFolder();
  const { app, page } = await startWithLedger(context, ledger);
  await answerDialogs(app, { save: ["", join(folder, "questions")] });
  await goToClose(page);
  const part = await unfold(page, "Letter");
  await part.getByRole("button", { name: "Write letter…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Written by" }).fill("Ada Obi");
  await page.keyboard.press("Enter");
  await dialog.getByText(/No place was chosen/u).waitFor();
  await part.getByText("No letter of this month is recorded.").waitFor();
  await dialog.getByRole("textbox", { name: "Written by" }).press("Enter");
  await part.getByText("Letter 1 of October 2026", { exact: true }).waitFor();
  expect(await askedOf(app)).toEqual(["Save the letter as", "Save the letter as"]);
  expect(paragraphsOf(join(folder, "questions.docx")).join("\n")).toContain("Our reference is 2026-10/1.");
});

test("opens a dropped ledger where it is, and imports dropped responses", async (context) => {
  const folder = temporaryFolder();
  const wallet = join(folder, "wallet.json");
  const transactions = join(folder, "transactions.json");
  writeFileSync(wallet, walletBody(brokenWallet(9, 5)));
  writeFileSync(transactions, transactionsBody([sale(9, 90)]));
  const { app, page } = await startApp(context);
  await page.getByRole("button", { name: "Fill the sandbox" }).waitFor();
  await dropFiles(page, [await ledgerToReview()]);
  await expect.poll(() => titleOf(app)).toMatch(/^wallet/u);
  await verdictOf(page);
  await dropFiles(page, [wallet, transactions]);
  const dialog = page.getByRole("dialog", { name: "Import saved responses" });
  await dialog.getByRole("button", { name: /Wallet history/iu }).waitFor();
});

test("attaches files from the dialog and by drop, opens a private copy with the system's viewer, and saves where the dialog says", async (context) => {
  const folder = temporaryFolder();
  const [statement, program] = [join(folder, "statement.pdf"), join(folder, "tool.exe")];
  writeFileSync(statement, "%PDF-1.7 closing");
  writeFileSync(program, "MZ");
  const out = join(temporaryFolder(), "copy of it");
  const { app, page } = await startWithLedger(context, await ledgerToReview());
  await app.evaluate(({ shell }) => {
    const viewed = globalThis as unknown as { viewed: string[] };
    viewed.viewed = [];
    shell.openPath = async (path) => Promise.resolve(String(viewed.viewed.push(path)).slice(1));
  });
  await answerDialogs(app, { open: [[statement]], save: [out] });
  await goToClose(page);
  await unfold(page, "Evidence");
  await page.keyboard.press("t");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Attached by" }).fill("Ada Obi");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await dropFiles(page, [program]);
  await dialog.getByRole("textbox", { name: "Attached by" }).waitFor();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Save as… tool.exe" }).waitFor();
  expect(await page.getByRole("button", { name: "Open tool.exe" }).count()).toBe(0);
  await page.getByRole("button", { name: "Open statement.pdf" }).click();
  const viewedOf = () => app.evaluate(() => (globalThis as unknown as { viewed: string[] }).viewed);
  await expect.poll(viewedOf).toEqual([expect.stringMatching(/tieout-opened-\d+-\w+\/evidence 1\.pdf$/u)]);
  const [viewed = ""] = await viewedOf();
  expect(readFileSync(viewed, "utf8")).toBe("%PDF-1.7 closing");
  await page.getByRole("button", { name: "Save as… tool.exe" }).click();
  await expect.poll(() => existsSync(out)).toBe(true);
  expect(readFileSync(out, "utf8")).toBe("MZ");
  expect(await askedOf(app)).toEqual(["Attach evidence", "Save the evidence as"]);
});

test("a second start passes its ledger to the first, which shows it and comes to the front, and exits 0", async (context) => {
  const { app, page, home } = await startWithLedger(context, await ledgerToReview());
  const second = join(temporaryFolder(), "second.tieout");
  writeFileSync(second, readFileSync(await otherLedger()));
  await app.evaluate(({ BrowserWindow }) => {
    const focused = globalThis as unknown as { focused: number };
    focused.focused = 0;
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) return;
    const focus = window.focus.bind(window);
    window.focus = () => {
      focused.focused += 1;
      focus();
    };
  });
  expect(await startAgain(home, second)).toEqual([0, null]);
  await expect.poll(() => titleOf(app)).toMatch(/^second/u);
  await verdictOf(page);
  expect(await app.evaluate(() => (globalThis as unknown as { focused: number }).focused)).toBe(1);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  // What it hands over and cannot be opened is said by the first.
  await answerBoxes(app, 0);
  expect(await startAgain(home, join(home, "absent.tieout"))).toEqual([0, null]);
  await expect.poll(() => boxesOf(app)).toEqual([expect.stringContaining("LEDGER_NOT_FOUND")]);
  expect(await titleOf(app)).toMatch(/^second/u);
});

async function startAgain(home: string, ledger: string): Promise<unknown[]> {
  const args = ["--no-sandbox", await electronMain(), ledger];
  const child = spawn(ELECTRON_RUNTIME ?? "", args, {
    env: { ...process.env, TIEOUT_HOME: home },
    stdio: "ignore",
  });
  return once(child, "exit");
}

test("prints a binder by itself, without any browser, where the dialog says", async (context) => {
  const folder = temporaryFolder();
  const { app, page } = await startWithLedger(context, await ledgerToReview());
  await answerDialogs(app, { save: [join(folder, "binder")] });
  await chooseMenu(app, "export");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /Format/u }).click();
  await page.getByRole("option", { name: /Binder as PDF/u }).click();
  await dialog.getByRole("button", { name: "Export…" }).click();
  await dialog.getByText(/^The export is ready: binder\.pdf/u).waitFor({ timeout: 60_000 });
  expect(await askedOf(app)).toEqual(["Export the binder to"]);
  const pdf = readFileSync(join(folder, "binder.pdf")).toString("latin1");
  expect(pdf.startsWith("%PDF-")).toBe(true);
  expect(pdf.match(/\/Type ?\/Page\b/gu)?.length).toBeGreaterThan(3);
});
