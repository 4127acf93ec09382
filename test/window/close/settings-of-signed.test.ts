/** Settings of a ledger with a signed month through the window: asked with what they move, a name and a reason. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { showSettings } from "../../../src/main/services/backup/settings.ts";
import { confirmBalance } from "../../../src/main/services/close/month-file.ts";
import { attachFiles, withdrawEvidence } from "../../../src/main/services/review/attach.ts";
import { temporaryFolder, tieout } from "../../helpers/cli.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../helpers/ledgers/signing.ts";
import { HOUR_MS, OCTOBER_MS, wallet } from "../../helpers/records.ts";
import { violations } from "../../helpers/window/axe.ts";
import { goTo, goToClose, unfold, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

const OCTOBER = "2026-10" as Month;

async function october(): Promise<string> {
  const ledger = newLedgerPath();
  const entries = wallet([123_456, 200, -50], (at) => ({ dateCreatedAtMs: OCTOBER_MS + at * HOUR_MS }));
  await importRecords(ledger, entries);
  return ledger;
}

test("are changed once what they move is shown, and a signed month keeps its decimals", async () => {
  const ledger = await october();
  await signMonth(ledger, OCTOBER);
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await goTo(page, "Settings");
  const dialog = page.getByRole("dialog");
  const decimals = page.getByRole("textbox", { name: "Decimals" });
  await decimals.fill("2");
  await decimals.press("Enter");
  await dialog.getByText(/keep the decimals they were prepared with/u).waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Changed by" }).fill("Ada Obi");
  await dialog.getByRole("button", { name: /^Change decimals/u }).click();
  await dialog.getByText(/Enter a reason to change the decimals/u).waitFor();
  expect(showSettings(ledger).decimals).toBe(0);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("In naira and kobo");
  await dialog.getByRole("button", { name: /^Change decimals/u }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => showSettings(ledger).decimals).toBe(2);
  await goTo(page, "Close");
  const article = page.getByRole("article", { name: "October 2026" });
  await article.getByText("123,606").first().waitFor();
  expect(await article.textContent()).not.toContain("1,236.06");
  const { stdout } = await tieout(["verify", ledger]);
  expect(stdout).toContain("The ledger is intact");
});

test("a time zone that is typed in full and entered is the ledger's", async () => {
  const ledger = await october();
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await goTo(page, "Settings");
  const zone = page.getByRole("combobox", { name: "Time zone" });
  await zone.fill("pacific/auckland");
  await zone.press("Enter");
  await expect.poll(() => showSettings(ledger).timeZone).toBe("Pacific/Auckland");
  await expect.poll(() => zone.inputValue()).toBe("Pacific/Auckland");
});

test("a confirmation whose evidence was withdrawn is shown as not confirmed, with who withdrew it and why", async () => {
  const ledger = await october();
  const paper = join(temporaryFolder(), "answer.txt");
  writeFileSync(paper, "The balance is 123,606");
  const subject = { kind: "month", month: OCTOBER } as const;
  await attachFiles({ ledger, files: [{ path: paper }], subject, note: "", by: "Ada Obi" }, CONTEXT);
  const said = { wallet: null, balance: 123_606, source: "", evidence: 1, by: "Ada Obi", note: "" };
  await confirmBalance({ ledger, month: OCTOBER, ...said }, CONTEXT);
  await withdrawEvidence({ ledger, id: 1, note: "Forged paper", by: "Cy Dee" }, CONTEXT);
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await goToClose(page);
  const withdrawn = "evidence 1 was withdrawn by Cy Dee: Forged paper";
  const balances = await unfold(page, "Balance confirmed");
  await balances.getByText(`not confirmed, though Ada Obi entered it: ${withdrawn}`).waitFor();
  await page.keyboard.press("p");
  const dialog = page.getByRole("dialog");
  await expect
    .poll(() => dialog.getByRole("listitem").allTextContents())
    .toContainEqual(expect.stringMatching(`^[Tt]he confirmation of User 1 lapsed: ${withdrawn}\\.?$`));
});
