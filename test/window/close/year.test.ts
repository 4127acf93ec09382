/** Twelve months on one page: what does not follow, what changed since, who signed; each leads to its month. */
import { expect, test } from "vitest";
import { violations } from "../../helpers/window/axe.ts";
import { IN_ELECTRON } from "../../helpers/window/electron-window.ts";
import { HOUR_MS, OCTOBER_MS, wallet } from "../../helpers/records.ts";
import { cutAmounts } from "../../helpers/window/cut-amounts.ts";
import { AFTERWARDS, restatedLedger } from "../../helpers/ledgers/restated-ledger.ts";
import { importRecords, newLedgerPath } from "../../helpers/ledgers/signing.ts";
import { pressSequence } from "../../helpers/window/window-keys.ts";
import { picture } from "../../helpers/window/window-pictures.ts";
import { verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

test("is reached by g y, says what does not follow, and leads to each month", async () => {
  const ledger = await restatedLedger();
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await pressSequence(page, "g", "y");
  const year = page.getByRole("article", { name: "The year" });
  await year
    .getByRole("heading", {
      level: 2,
      name: /^November 2026 does not open on the closing of the month before/u,
    })
    .waitFor();
  await year.getByText("December 2025 to November 2026. 1 of 12 months signed off.").waitFor();
  const table = year.getByRole("table", { name: "Twelve months" });
  const rowOf = (name: string) =>
    table.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  const october = await rowOf("October 2026").textContent();
  expect(october).toContain("signed off, 1 change sinceAda Obi, then Ben Uche, 2026-12-01");
  expect(october).toContain("closing changed since by +10");
  expect(await rowOf("November 2026").textContent()).toContain("opens above the closing before by +10");
  expect(await rowOf("March 2026").textContent()).toContain("before the oldest record");
  await year
    .getByText("The records begin in October 2026: its opening has nothing to be compared with.")
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, "year");
  await page.emulateMedia({ media: "print" });
  const title = year.getByRole("heading", { name: "Roll-forward" });
  expect(await title.getByText("Roll-forward").isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });

  await year.getByRole("button", { name: /Twelve months to/u }).click();
  await page.getByRole("option", { name: "October 2026" }).click();
  await year.getByRole("heading", { level: 2, name: /^Every month opens on the closing/u }).waitFor();

  await table.getByRole("link", { name: "October 2026" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("article", { name: "October 2026" }).waitFor();
});

test("shows the year as signed, and then nothing that a later pull changed", async () => {
  const { url } = await startHost(await restatedLedger());
  const page = await openWindow(url);
  await verdictOf(page);
  for (const month of ["November", "October"]) {
    await page.keyboard.press("[");
    await page.getByRole("button", { name: `Period: ${month} 2026` }).waitFor();
  }
  await page.getByRole("button", { name: /Shown as of/u }).waitFor();
  await pressSequence(page, "g", "y");
  const year = page.getByRole("article", { name: "The year" });
  await year.getByRole("heading", { level: 2, name: /^November 2026 does not open/u }).waitFor();
  await page.keyboard.press("h");
  const banner = page.getByRole("region", { name: "Earlier state" });
  await banner.getByText("As signed 2026-12-01 by Ben Uche").waitFor();
  await year.getByRole("heading", { level: 2, name: /No signed figure changed since/u }).waitFor();
  const october = year
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: "October 2026" }) });
  const shown = await october.textContent();
  expect(shown).toContain("signed offAda Obi, then Ben Uche, 2026-12-01");
  expect(shown).not.toContain("changed since");
  expect(await page.getByRole("button", { name: "Save as workbook…" }).isDisabled()).toBe(true);
  expect(await violations(page)).toEqual([]);
  await picture(page, "year-as-signed");

  await page.keyboard.press("h");
  await expect.poll(() => banner.count()).toBe(0);
  await year.getByRole("heading", { level: 2, name: /^November 2026 does not open/u }).waitFor();
});

test("has room for amounts of eight digits in a window of 1024", async () => {
  const ledger = newLedgerPath();
  const amounts = [12_600_000, -12_500_000, 12_700_000, 12_400_000];
  const entries = wallet(amounts, (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at === 3 ? 65 : at * 10) * 24 * HOUR_MS,
  })).map((one, at) => (at >= 2 ? { ...one, balance: one.balance + 10_300_000 } : one));
  await importRecords(ledger, entries, null, AFTERWARDS);
  const page = await openWindow((await startHost(ledger)).url, { viewport: { width: 1024, height: 700 } });
  await verdictOf(page);
  await pressSequence(page, "g", "y");
  await page.getByRole("table", { name: "Twelve months" }).getByText("10,300,000").first().waitFor();
  expect(await cutAmounts(page)).toEqual([]);
});

// In its own window the system asks where to.
test.skipIf(IN_ELECTRON)("is saved as a workbook of one sheet", async () => {
  const { url } = await startHost(await restatedLedger());
  const page = await openWindow(url);
  await verdictOf(page);
  await pressSequence(page, "g", "y");
  await page.getByRole("button", { name: "Save as workbook…" }).click();
  const said = page.getByRole("status").filter({ hasText: "The export is ready" });
  await expect.poll(() => said.textContent()).toContain("wallet year to 2026-11.xlsx");
});
