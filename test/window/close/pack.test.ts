/** A signed month is packed from Ctrl+K into one file that is verified without its ledger. */
import { expect, test } from "vitest";
import { verifyPack } from "../../../src/main/services/export/verify-pack.ts";
import { CONTEXT } from "../../helpers/ledgers/signing.ts";
import { restatedLedger } from "../../helpers/ledgers/restated-ledger.ts";
import { IN_ELECTRON } from "../../helpers/window/electron-window.ts";
import { goToClose, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

// In its own window the system asks where to.
test.skipIf(IN_ELECTRON)("is packed while it is signed, and not offered before", async () => {
  const { url } = await startHost(await restatedLedger());
  const page = await openWindow(url);
  await verdictOf(page);
  await goToClose(page);
  const find = async () => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("pack the signed month");
  };
  const action = page.getByRole("option", { name: /Pack the signed month for an auditor/u });
  await find();
  await expect.poll(() => action.count()).toBe(0);
  await page.keyboard.press("Escape");

  for (const month of ["November", "October"]) {
    await page.keyboard.press("[");
    await page.getByRole("button", { name: `Period: ${month} 2026` }).waitFor();
  }
  await page.getByRole("article", { name: "October 2026" }).waitFor();
  await find();
  await action.waitFor();
  const fetched = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const said = page.getByRole("status").filter({ hasText: "The export is ready" });
  await expect.poll(() => said.textContent()).toContain("wallet 2026-10.tieout-proof.zip");
  await said.getByRole("button").first().click();
  const path = await (await fetched).path();
  const { ok, month } = await verifyPack(path, null, CONTEXT);
  expect({ ok, month }).toEqual({ ok: true, month: "2026-10" });
});
