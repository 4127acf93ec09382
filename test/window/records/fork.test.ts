/** A balance that goes on from another row than the one before: the record shows what goes on from what, and what is lost. */
import { expect, test } from "vitest";
import { importRecords, newLedgerPath } from "../../helpers/ledgers/signing.ts";
import { OCTOBER_MS, entry } from "../../helpers/records.ts";
import { violations } from "../../helpers/window/axe.ts";
import { verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

/** A row that moves an amount from a balance, a second after the one before. */
function row(walletID: number, from: number, movement: number) {
  const [debit, credit] = movement > 0 ? [movement, 0] : [0, -movement];
  const dateCreatedAtMs = OCTOBER_MS + walletID * 1000;
  return entry(walletID, { debit, credit, balance: from + movement, dateCreatedAtMs });
}

test("the record of an overwritten row, and of the one that overwrote it, draws the fork", async () => {
  const ledger = newLedgerPath();
  const rows = [
    row(1, 0, 12_345_000),
    row(2, 12_345_000, 70),
    row(3, 12_345_070, -300),
    row(4, 12_345_070, 50),
    row(5, 12_345_120, 10),
  ];
  await importRecords(ledger, rows);
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await page.evaluate(() => (location.hash = "#/wallet/3"));
  const fork = page.getByRole("table", { name: "Which row each balance goes on from" });
  await fork.waitFor();
  const lines = await fork.getByRole("row").allInnerTexts();
  expect(lines[0]).toMatch(/Main line$/u);
  expect(lines.slice(1).map((line) => line.split(/\s+/u))).toEqual([
    ["2", "1", "+70", "12,345,070", "yes"],
    ["3", "2", "−300", "12,344,770", "no"],
    ["4", "2", "+50", "12,345,120", "yes"],
  ]);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 1024, height: 768 });
  const hidden = fork.locator("..").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect(hidden).resolves.toBe(0);
  await fork.getByRole("link", { name: "4" }).click();
  await page
    .getByText("No balance that leads to the newest one holds that amount.", { exact: false })
    .first()
    .waitFor();
  await fork.waitFor();
  await fork.getByRole("link", { name: "2" }).click();
  await expect.poll(() => fork.count()).toBe(1);
});
