/** A letter to the provider through the window, by keyboard: sent, answered, and what waits under its name. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { readLetters } from "../../../src/main/services/review/letter-standing.ts";
import { writeLetter } from "../../../src/main/services/review/letter.ts";
import { violations } from "../../helpers/window/axe.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { raiseAll } from "../../helpers/ledgers/raised-ledger.ts";
import { CONTEXT, ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";
import { waitForFocus } from "../../helpers/window/window-keys.ts";
import { picture } from "../../helpers/window/window-pictures.ts";
import { goToClose, goToQueue, unfold, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

/** Of the machine's clock: a letter is sent no sooner than it was written. */
const TODAY = new Date().toISOString().slice(0, 10);

useBrowser();

const OCTOBER = "2026-10" as Month;

test("is recorded as sent and answered, and its findings wait under its name", async () => {
  const ledger = await ledgerToReview();
  await raiseAll(ledger, OCTOBER, CONTEXT);
  const out = join(temporaryFolder(), "october.docx");
  await writeLetter({ ledger, month: OCTOBER, out, replace: false, by: "Ada Obi" }, CONTEXT);
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await goToClose(page);
  const part = await unfold(page, "Letter");
  const dialog = page.getByRole("dialog");
  const letter = part.getByRole("listitem", { name: "Letter 1 of October 2026" });
  await letter.getByText("not sent").waitFor();
  await letter.getByText("4 of 4 questions open").waitFor();

  await part.getByRole("button", { name: "Record sending of Letter 1 of October 2026" }).focus();
  await page.keyboard.press("Enter");
  await waitForFocus(dialog.getByRole("textbox", { name: "Sent on" }));
  await page.keyboard.type("20 November");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Escrow Ltd");
  await dialog.getByRole("textbox", { name: "Recorded by" }).fill("Ada Obi");
  await page.keyboard.press("Enter");
  await dialog.getByText(/Type the day as in 2026-09-03/u).waitFor();
  await dialog.getByRole("textbox", { name: "Sent on" }).fill(TODAY);
  expect(await violations(page)).toEqual([]);
  await picture(page, "letter-sent");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await letter.getByText(`sent ${TODAY} to Escrow Ltd, not answered`).waitFor();
  await letter.getByText(/4 of 4 questions wait, 0 cleared; /u).waitFor();

  await part.getByRole("button", { name: "Record answer to Letter 1 of October 2026" }).focus();
  await page.keyboard.press("Enter");
  await waitForFocus(dialog.getByRole("textbox", { name: "Date of the answer" }));
  await page.keyboard.type(TODAY);
  await page.keyboard.press("Enter");
  await dialog.getByText("Write what the answer says.").waitFor();
  await dialog.getByRole("textbox", { name: "What the answer says" }).fill("They look into it");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await letter.getByText(`sent ${TODAY} to Escrow Ltd, answered ${TODAY}`).waitFor();
  await letter.getByText("Questions of Letter 1 of October 2026").first().click();
  const questions = letter.getByRole("table", { name: "Questions of Letter 1 of October 2026" });
  await expect.poll(() => questions.getByText("open", { exact: true }).count()).toBe(4);
  expect(await violations(page)).toEqual([]);
  await unfold(page, "Outstanding items");
  const outstanding = page.getByRole("table", { name: "Outstanding items one by one" });
  await expect.poll(() => outstanding.textContent()).toMatch(/PAY-9paid, no entrywaits for 2026-10\/1/u);
  await letter.scrollIntoViewIfNeeded();
  await picture(page, "letters");

  const queue = await goToQueue(page);
  await expect.poll(() => queue.getByText("waits for 2026-10/1").count()).toBe(4);
  await page
    .getByRole("article")
    .getByText(
      /^Not cleared: Letter 1 of October 2026, question \d was answered \d{4}-\d\d-\d\d \(sent \d{4}-\d\d-\d\d to Escrow Ltd\); .*\.$/u,
    )
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, "letter-waits");
  expect(readLetters({ ledger }, CONTEXT).letters).toMatchObject([
    { letter: { answers: [{ by: "Ada Obi", note: "They look into it", evidence: null }] } },
  ]);
});
