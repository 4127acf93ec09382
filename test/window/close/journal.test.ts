/** A month's journal through the window, by keyboard: refused where an account is missing, released, and the same again. */
import type { Page } from "playwright";
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
import { type Host, openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

/** A window on the month. */
async function closeOf({ url }: Pick<Host, "url">): Promise<Page> {
  const page = await openWindow(url);
  await verdictOf(page);
  await goToClose(page);
  return page;
}

/** Asks for the journal, and says who releases it. */
async function ask(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.keyboard.type("month's journal");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("textbox", { name: "Released by" }).fill("Ada Obi");
}

test("is released for a program, and says when it is the same again", async () => {
  const ledger = await ledgerToReview();
  const host = await startHost(ledger);
  const before = await closeOf(host);
  await ask(before);
  expect(await violations(before)).toEqual([]);
  await picture(before, "journal");
  await before.keyboard.press("Enter");
  const refused = before.getByRole("dialog");
  await refused.getByText(/has amounts for wallet, .* and no account is set for these/u).waitFor();
  await before.keyboard.press("Escape");
  await refused.waitFor({ state: "hidden" });
  await before.context().close();
  await host.stop();

  const given = ACCOUNT_PURPOSES.map((purpose, at) => ({ purpose, currency: null, account: `${1000 + at}` }));
  await changeAccounts({ ledger, given, by: "Ada Obi", note: "The chart" }, CONTEXT);
  const page = await closeOf(await startHost(ledger));
  const dialog = page.getByRole("dialog");
  await ask(page);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Journal 2026-10/1 is released").waitFor();
  await ask(page);
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
