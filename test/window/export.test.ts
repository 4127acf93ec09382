/** The workbook through the window: written with progress, downloaded, and read back beside what the window says. */
import ExcelJS from "exceljs";
import { expect, test } from "vitest";
import { filledLedger, startService } from "../helpers/window-service.ts";
import { verdictOf } from "../helpers/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../helpers/window.ts";

useBrowser();

test("the month's workbook is written and downloaded, and says what the window says", async () => {
  const ledger = await filledLedger(await startService());
  const { url } = await startHost([ledger]);
  const page = await openWindow(url);
  const verdict = await verdictOf(page);
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("button", { name: "Export…" }).click();
  await dialog.getByText(/^The export is written/u).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: /download/iu }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/2026-08\.xlsx$/u);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(await download.path());
  const texts: string[] = [];
  for (const sheet of workbook.worksheets.slice(0, 1)) {
    sheet.eachRow((row) => row.eachCell((cell) => texts.push(cell.text)));
  }
  const [sentence = ""] = /August 2026:? [^;.]*/u.exec(verdict) ?? [];
  expect(sentence).not.toBe("");
  expect(texts.some((text) => text.includes(sentence))).toBe(true);
});
