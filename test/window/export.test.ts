/** The workbook through the window: written with progress, downloaded, and read back beside what the window says. */
import ExcelJS from "exceljs";
import { expect, test } from "vitest";
import { LEFT_TO_VERIFY_IN_WINDOW } from "../../src/core/words/proof.ts";
import { verifyPack } from "../../src/main/services/export/verify-pack.ts";
import { violations } from "../helpers/window/axe.ts";
import { readXlsx } from "../helpers/workbook/xlsx.ts";
import { ledgerToReview } from "../helpers/ledgers/review-ledger.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../helpers/records.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../helpers/ledgers/signing.ts";
import { writtenFile } from "../helpers/window/window-files.ts";
import { ledgerOf } from "../helpers/window/window-service.ts";
import { fillSandbox, goToClose, monthStands, takeStep, verdictOf } from "../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../helpers/window/window.ts";

useBrowser();

test("offers the months that Close lists, also those without entries", async () => {
  const ledger = newLedgerPath();
  const october = wallet([100, 20], (at) => ({ dateCreatedAtMs: OCTOBER_MS + at * HOUR_MS }));
  const created = OCTOBER_MS + 70 * 24 * HOUR_MS;
  await importRecords(ledger, october, [sale(1, 200, { dateCreatedAtMs: created })], {
    ...CONTEXT,
    now: () => created + HOUR_MS,
  });
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("button", { name: "Period" }).click();
  const listed = page.getByRole("listbox").getByRole("option");
  await expect
    .poll(() => listed.allTextContents())
    .toEqual(["December 2026", "November 2026", "October 2026", "The whole history"]);
});

test("writes and downloads the month's workbook, with the window's own verdict", async () => {
  const ledger = await ledgerOf({ entries: 300 });
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await page.locator("main details summary").click();
  const verdict = await page.locator("main details dd").first().innerText();
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("button", { name: "Export…" }).click();
  await dialog.getByText(/^The export is ready/u).waitFor();
  await dialog.getByText(LEFT_TO_VERIFY_IN_WINDOW).waitFor();
  await dialog.getByText("17 of 17 steps").waitFor();
  const { name, path } = await writtenFile(page, dialog);
  expect(name).toMatch(/2026-08\.xlsx$/u);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  const texts: string[] = [];
  for (const sheet of workbook.worksheets.slice(0, 1)) {
    sheet.eachRow((row) => row.eachCell((cell) => texts.push(cell.text)));
  }
  const [sentence = ""] = /August 2026:? [^;.]*/u.exec(verdict) ?? [];
  expect(sentence).not.toBe("");
  expect(texts.some((text) => text.includes(sentence))).toBe(true);
});

test("packs a signed month from Ctrl+K, and names the head that the pack verifies to", async () => {
  const ledger = await ledgerToReview();
  await signMonth(ledger, "2026-10");
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await goToClose(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("month's evidence");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Pack the evidence of October 2026" });
  expect(await violations(page)).toEqual([]);
  await dialog.getByText("Leave out names").click();
  await dialog.getByRole("button", { name: "Pack…" }).click();
  const strip = page.locator(".job-strip").filter({ hasText: "Head that holds it" });
  const [head] = /[0-9a-f]{64}/u.exec(await strip.innerText()) ?? [];
  const { name, path } = await writtenFile(page, strip);
  expect(name).toBe("October 2026.tieout-proof.zip");
  expect(await verifyPack(path, head ?? null, CONTEXT)).toMatchObject({
    ok: true,
    head: { hash: head },
    withheld: ["names"],
  });
});

test("pulls anew from Ctrl+K, compares it with what was signed, and writes the page to sign", async () => {
  const { url } = await startHost();
  const page = await openWindow(url);
  await fillSandbox(page);
  await goToClose(page);
  for (const [key, label, name, stands] of [
    ["p", "Prepared by", "Ada Obi", /Waits for a second person/u],
    ["s", "Reviewed and signed off by", "Ben Eze", /^Signed off by Ben Eze/u],
  ] as const) {
    await takeStep(page, key, label, name);
    await monthStands(page, stands).waitFor();
  }
  await page.keyboard.press("Control+k");
  await page.keyboard.type("compare with what was signed");
  await page.keyboard.press("Enter");
  const strip = page.locator(".job-strip").filter({ hasText: "was signed on" });
  const words = await strip.innerText();
  expect(words).toMatch(/was signed on [\d,]+ records, all of them identical in this pull\./u);
  expect(words).toMatch(/The pull is in .*Sandbox \d{4}-\d\d, own pull\.tieout\./u);
  const { name, path } = await writtenFile(page, strip);
  expect(name).toMatch(/, own pull\.xlsx$/u);
  const { sheets } = await readXlsx(path);
  const texts = Array.from(sheets.get("Own pull")?.cells.values() ?? [], ({ value }) => String(value));
  expect(texts.some((text) => text.includes("the auditor's own pull, compared with what was signed"))).toBe(
    true,
  );
});
