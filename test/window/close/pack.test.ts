/** A signed month is packed from Ctrl+K into one file that is verified without its ledger. */
import { expect, test } from "vitest";
import { verifyPack } from "../../../src/main/services/export/verify-pack.ts";
import { CONTEXT } from "../../helpers/ledgers/signing.ts";
import { restatedLedger } from "../../helpers/ledgers/restated-ledger.ts";
import { goToClose, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

test("is packed from Close, and the file that is downloaded proves the month", async () => {
  const { url } = await startHost(await restatedLedger());
  const page = await openWindow(url);
  await verdictOf(page);
  for (const month of ["November", "October"]) {
    await page.keyboard.press("[");
    await page.getByRole("button", { name: `Period: ${month} 2026` }).waitFor();
  }
  await goToClose(page);
  await page.getByRole("article", { name: "October 2026" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("pack the signed month");
  await page.getByRole("option", { name: /Pack the signed month for an auditor/u }).waitFor();
  await page.keyboard.press("Enter");
  const said = page.getByRole("status").filter({ hasText: "The export is ready" });
  await expect.poll(() => said.textContent()).toContain("wallet 2026-10.tieout-proof.zip");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    said.getByRole("button", { name: /download/iu }).click(),
  ]);
  const path = await download.path();
  const { ok, month } = await verifyPack(path, null, CONTEXT);
  expect({ ok, month }).toEqual({ ok: true, month: "2026-10" });
});
