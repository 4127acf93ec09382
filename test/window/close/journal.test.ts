/** A month's journal through the window, by keyboard: refused where an account is missing, released, and the same again. */
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { ACCOUNT_PURPOSES } from "../../../src/core/review/file/books.ts";
import { changeAccounts } from "../../../src/main/services/close/accounts.ts";
import { readJournal } from "../../../src/main/services/export/journal.ts";
import { violations } from "../../helpers/window/axe.ts";
import { CONTEXT, ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";
import { waitForFocus } from "../../helpers/window/window-keys.ts";
import { picture } from "../../helpers/window/window-pictures.ts";
import { goToClose, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

test("is released for a program, and says when it is the same again", async () => {
  const ledger = await ledgerToReview();
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await goToClose(page);
  const dialog = page.getByRole("dialog");
  const open = async () => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("month's journal");
    await page.keyboard.press("Enter");
    await dialog.getByRole("textbox", { name: "Released by" }).fill("Ada Obi");
  };
  await open();
  expect(await violations(page)).toEqual([]);
  await picture(page, "journal");
  await page.keyboard.press("Enter");
  await dialog.getByText(/has amounts for wallet, .* and no account is set for these/u).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  const given = ACCOUNT_PURPOSES.map((purpose, at) => ({ purpose, currency: null, account: `${1000 + at}` }));
  await changeAccounts({ ledger, given, by: "Ada Obi", note: "The chart" }, CONTEXT);
  await open();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Journal 2026-10/1 is released").waitFor();
  await open();
  await dialog.getByRole("button", { name: /\bFor$/u }).focus();
  await page.keyboard.press("Enter");
  await waitForFocus(page.getByRole("option", { name: "QuickBooks Online" }));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox", { name: "Released by" }).focus();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  const { releases } = readJournal(
    { ledger, month: "2026-10" as Month, currency: undefined, each: null },
    CONTEXT,
  );
  expect(releases.map(({ files }) => files.map(({ program }) => program))).toEqual([["qbo", "sage50"]]);
});
