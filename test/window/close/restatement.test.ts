/** A later pull changes a month that two people signed: it is told, shown before and after, and the trail still holds. */
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { violations } from "../../helpers/window/axe.ts";
import { connectTo, goOnAMonth, pullEverything } from "../../helpers/window/window-connection.ts";
import { startService } from "../../helpers/window/window-service.ts";
import { LOOK } from "../../helpers/window/window-look.ts";
import { goTo, goToClose, monthStands, unfold } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";
import { SIZES } from "../journeys.ts";

useBrowser();

const dialogOf = (page: Page) => page.getByRole("dialog");

/** Prepares and signs the month that Close shows, as two people. */
async function closeMonth(page: Page): Promise<void> {
  await page.keyboard.press("p");
  const dialog = dialogOf(page);
  await dialog.getByRole("textbox", { name: "Prepared by" }).fill("Ada Obi");
  await dialog.getByRole("textbox", { name: "Why it is prepared anyway" }).fill("The provider answers later");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await monthStands(page, /Waits for a second person/u).waitFor();
  await page.keyboard.press("s");
  await dialog.getByRole("textbox", { name: "Reviewed and signed off by" }).fill("Ben Eze");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await monthStands(page, /^Signed off by Ben Eze/u).waitFor();
}

test("reports a later pull that changes a signed month at its end and on the Overview, field by field", async () => {
  const sandbox = await startService({ entries: 300 });
  const { url } = await startHost();
  const page = await openWindow(url);
  await connectTo(page, sandbox);
  await goToClose(page);
  await closeMonth(page);
  const atSigning = await signedFigures(page);
  expect(atSigning.heads).toEqual(["Line", "as signed"]);
  await goTo(page, "Overview");
  // Now is shown: nothing on the page is headed by another moment.
  await page.getByRole("heading", { level: 1, name: /^Overview: August 2026/u }).waitFor();
  await goToClose(page);
  await unfold(page, "Figures");
  const figures = page.getByRole("table", { name: "Figures of each wallet" });
  const signed = await figures.locator("tbody tr").first().getByRole("cell").allTextContents();

  await goOnAMonth(sandbox);
  await pullEverything(page);
  const told =
    /August 2026: (?<sentence>Signed by Ben Eze on \d{4}-\d{2}-\d{2}: closing .+\. Since then: \d+ changes, closing .+\.)/u;
  const atEnd = dialogOf(page).getByRole("list", { name: "Closed months that it changed" });
  await atEnd.waitFor({ timeout: 60_000 });
  await expect.poll(() => atEnd.textContent()).toMatch(told);
  const sentence = told.exec((await atEnd.textContent()) ?? "")?.groups?.["sentence"] ?? "";
  expect(await violations(page)).toEqual([]);
  await dialogOf(page).getByRole("button", { name: "Done" }).click();

  await goTo(page, "Overview");
  // The page stays on the month that it was on, and offers the one that the pull brought.
  await page.getByRole("button", { name: "Period: August 2026" }).waitFor();
  await page.getByRole("button", { name: "Go to September 2026" }).waitFor();
  const roll = page.getByRole("region", { name: "Roll-forward" }).getByRole("table").first();
  // A currency whose figures are what was signed has one column.
  await expect
    .poll(() => roll.getByRole("columnheader").allTextContents())
    .toEqual(["Line", "NGN, as signed", "NGN, now", "No currency stated"]);
  const room = page.locator(".roll .table-frame").first();
  expect(await room.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  const inflows = await roll
    .getByRole("row", { name: /^Inflows/u })
    .getByRole("cell")
    .allTextContents();
  expect(inflows[0]).toBe(signed[1]);
  expect(inflows[1]).not.toBe(signed[1]);
  const banner = page.getByRole("note", { name: "Signed months that changed" });
  await expect.poll(() => banner.textContent()).toContain(sentence);
  expect(await violations(page)).toEqual([]);
  await banner.getByRole("link", { name: "Show changes" }).click();

  // One sentence says who signed, and what came since.
  await monthStands(page, /^Signed by Ben Eze/u).waitFor();
  expect(await monthStands(page, /^Signed off/u).count()).toBe(0);
  const close = page.getByRole("article", { name: "August 2026" });
  await page.getByRole("heading", { name: "Three-way proof" }).waitFor();
  // One screen in the usual window, as any month; in a smaller one it scrolls.
  await page.setViewportSize(SIZES.usual);
  await expect
    .poll(() => close.evaluate((one) => one.scrollHeight - one.clientHeight))
    .toBeLessThanOrEqual(0);
  await page.setViewportSize(LOOK.size);
  await unfold(page, "What changed");
  const changes = page.getByRole("table", { name: "What was changed" });
  const raised = changes.getByRole("row").filter({ hasText: "Debit" }).first();
  const [before, after] = [
    await raised.locator("del").last().textContent(),
    await raised.locator("ins").last().textContent(),
  ];
  expect(after).toMatch(/^\d{1,3}(?:,\d{3})+$/u);
  expect(numberOf(after) - numberOf(before)).toBe(1000);
  // What it does to the movements of the signed month.
  expect(await raised.getByRole("cell").nth(-2).textContent()).toBe("+1,000");
  await changes.getByText("Vanished: not in the pull").waitFor();
  await expectPlainValues(changes);
  await page.getByRole("heading", { name: "Three-way proof" }).waitFor();
  await unfold(page, "Figures");
  await unfold(page, "Outstanding items");
  const lines = figures.locator("tbody tr");
  expect(await lines.first().getByRole("rowheader").textContent()).toContain("as signed");
  await expect.poll(() => lines.first().getByRole("cell").allTextContents()).toEqual(signed);
  expect(await lines.nth(1).getByRole("cell").allTextContents()).not.toEqual(signed);
  // The proof and the counts stay those that were signed, with the amounts of now in a column of their own.
  const atPull = await signedFigures(page);
  expect(atPull.heads).toEqual(["Line", "as signed", "now"]);
  expect(atPull.proof).toEqual(atSigning.proof);
  expect(atPull.counts).toContain("as signed");
  expect(atPull.counts.replaceAll(/ \(now [^)]+\)/gu, "")).toBe(atSigning.counts);
  await page.getByText("The list of items shows them as they are now.").waitFor();

  await page.getByRole("link", { name: "What later pulls changed" }).click();
  await page.getByRole("heading", { level: 2, name: /^Later pulls made \d+ changes/u }).waitFor();
  await page.getByText(/of them touch a month that is signed/u).waitFor();
  const inAll = page.getByRole("region", { name: "Signed closings" });
  await inAll.getByText("Every wallet still has its signed closing.").waitFor();
  // What changed of each month its own page says.
  expect(await page.getByRole("article").textContent()).not.toContain(sentence);
  expect(await violations(page)).toEqual([]);
  const row = page.getByRole("table", { name: "Every change that a later pull brought" });
  await expectPlainValues(row);
  await page.setViewportSize({ width: 1024, height: 768 });
  const raisedHere = row
    .locator(".restated-fields li")
    .filter({ hasText: /^Debit/u })
    .first();
  // Then and now on one line.
  expect((await raisedHere.boundingBox())!.height).toBeLessThan(30);
  await page.setViewportSize(LOOK.size);
  const link = row.getByRole("link", { name: /^walletID \d+/u }).first();
  const name = (await link.textContent()) ?? "";
  await link.click();
  await page.getByRole("heading", { level: 1, name: "Wallet" }).waitFor();
  await page.getByRole("complementary", { name }).waitFor();

  // Wherever a month is chosen, it says so as in the list of Close.
  await page.getByRole("button", { name: /^Period/u }).click();
  const inHeader = page.getByRole("option", { name: "August 2026" });
  await expect.poll(() => inHeader.textContent()).toMatch(/signed off.*changed since/u);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("August 2026");
  const finding = page.getByRole("dialog", { name: "Find" });
  await finding.getByText("2026-08, signed off, changed since").waitFor();
  await page.keyboard.press("Enter");
  await finding.waitFor({ state: "hidden" });

  await verifyTrail(page);
  expect(await violations(page)).toEqual([]);
}, 240_000);

/** What Close shows of a signed month as signed. */
async function signedFigures(page: Page) {
  const part = await unfold(page, "Three-way proof");
  const empties = part.getByRole("button", { name: /empty line/u, expanded: false });
  while ((await empties.count()) > 0) await empties.first().click();
  const figures = await unfold(page, "Figures");
  const table = page.getByRole("table", { name: "Three-way proof of the closing balance" }).first();
  const lines = table.locator("tbody tr");
  return {
    heads: await table.locator("thead th").allTextContents(),
    proof: await lines.evaluateAll((rows) => rows.map((row) => row.querySelector("td")?.textContent ?? "")),
    counts: (await figures.locator("p").filter({ hasText: "decided" }).textContent()) ?? "",
  };
}

/** Fields under their labels, times on the ledger's clock, and words where there is nothing. */
async function expectPlainValues(changes: Locator): Promise<void> {
  const fields = await changes.locator(".restated-fields li").allInnerTexts();
  expect(fields.length).toBeGreaterThan(0);
  expect(fields.filter((words) => /null|_|fee\.|data\.|datePaid|dateCreated|\dT\d\d:/u.test(words))).toEqual(
    [],
  );
}

/** In History, by its key; then only what closed months is listed. */
async function verifyTrail(page: Page): Promise<void> {
  await goTo(page, "Settings");
  await page.getByText("Show audit data").click();
  await goTo(page, "History");
  await page.keyboard.press("v");
  await page
    .getByRole("main")
    .getByText("The ledger is intact.", { exact: true })
    .waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: /copy the head of the audit trail/iu }).waitFor();
  await page.getByRole("button", { name: /Show$/u }).click();
  await page.getByRole("option", { name: "Month close" }).click();
  await page.getByText("August 2026 was signed off", { exact: false }).waitFor();
  const kinds = await page.getByRole("main").locator("td.history-kind").allTextContents();
  expect(new Set(kinds)).toEqual(new Set(["Close"]));
}

/** An amount as it is shown. */
function numberOf(words: string | null): number {
  return Number((words ?? "").replaceAll(",", ""));
}
