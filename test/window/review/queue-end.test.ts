/** The queue from its first line to its end: the cause first, one row of buttons, and what is next once all is decided. */
import { expect, test } from "vitest";
import { violations } from "../../helpers/window/axe.ts";
import { savedFile } from "../../helpers/window/window-files.ts";
import { waitForFocus } from "../../helpers/window/window-keys.ts";
import { picture } from "../../helpers/window/window-pictures.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { ledgerOfOrphans } from "../../helpers/window/window-queue.ts";
import { atPlace, goToClose, goToQueue, unfold, verdictOf } from "../../helpers/window/window-steps.ts";
import { homeWith, openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

test("names the cause of each finding first, also of one that is explained alone, and the rule beside it", async () => {
  const { url } = await startHost(await ledgerOf({ entries: 300 }));
  const page = await openWindow(url);
  await verdictOf(page);
  await goToQueue(page);
  const line = page.getByRole("option", { name: /Chain break/u }).first();
  await line.click();
  const said = (await line.locator(".queue-rule").innerText()).split("\n");
  expect(said[0]).not.toContain("Chain break");
  expect(said.join(" ")).toContain("Chain break");
  const detail = page.getByRole("article", { name: /^Chain break/u });
  await detail.getByRole("heading", { level: 2, name: said[0]!.trim(), exact: true }).waitFor();
  await detail.getByText(/^Chain break\. /u).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, "queue-causes");
});

test("has one row of buttons, says what is next when all is decided, and so does the key that repeats", async () => {
  const ledger = await ledgerOfOrphans([3000, 900]);
  const { url } = await startHost(ledger, homeWith({ reviewer: "Ada Obi" }));
  const page = await openWindow(url);
  await verdictOf(page);
  const dialog = page.getByRole("dialog");

  await goToClose(page);
  const offered = (await unfold(page, "Letter")).getByRole("button", { name: "Write letter…" });
  // The step itself offers none while nothing is raised.
  await offered.click();
  await page.getByText("Nothing is raised in October 2026").first().waitFor();
  expect(await dialog.count()).toBe(0);

  const list = await goToQueue(page);
  await page.keyboard.press("Control+a");
  await page.getByText("5 selected").waitFor();
  await page.getByRole("button", { name: /^Raise 5/u }).waitFor();
  expect(await page.getByRole("button", { name: /^Raise/u }).count()).toBe(1);
  await page.keyboard.press("r");
  await waitForFocus(dialog.getByRole("textbox"));
  await page.keyboard.type("Ticket 7");
  await page.keyboard.press("Control+Enter");
  const end = page.getByRole("region", { name: "All decided" });
  await end.getByText("All 5 decided.").waitFor();
  await end.getByText("5 raised, in no letter.").waitFor();
  await end.getByRole("link", { name: /^Prepare October 2026/u }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, "queue-end");
  await list.focus();
  await page.keyboard.press(".");
  const told = page.getByRole("alertdialog").filter({ hasText: "All 5 decided" });
  await told.getByText(/5 raised, in no letter\. Prepare October 2026 on Close\./u).waitFor();

  await page.keyboard.press("w");
  await dialog.getByRole("heading", { name: "Write a letter about October 2026" }).waitFor();
  // The letter is shown before it is written: what it asks, how much of it, and to whom.
  const preview = dialog.getByRole("region", { name: "Preview" });
  await preview.getByText(/^3 questions about 5 findings, 16,400 .*in total$/u).waitFor();
  await preview.getByText("Questions about the wallet: October 2026").waitFor();
  await preview.getByText(/^Letter 1 of October 2026\. Our reference is 2026-10\/1\./u).waitFor();
  // What one cause explains is one question.
  const both = preview.getByRole("listitem").filter({ hasText: "ORPHAN-1" });
  expect(await both.filter({ hasText: "PAY-30" }).count()).toBe(1);
  expect(await preview.getByText(/Ticket 7/u).count()).toBe(0);
  await dialog.getByRole("textbox", { name: "To", exact: true }).fill("Escrow Ltd");
  await preview.getByText(/^3 questions about 5 findings, .* in total, to Escrow Ltd$/u).waitFor();
  await dialog.getByText(/5 raised, in no letter/u).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, "letter-preview");
  await savedFile(page, () => dialog.getByRole("button", { name: /^Write letter/u }).click());
  await dialog.waitFor({ state: "hidden" });
  await atPlace(page, "Close");
  // Enter opens what it is pressed on, though the place has an Enter of its own.
  const letters = await unfold(page, "Letter");
  await letters.getByText("Questions of Letter 1 of October 2026").first().focus();
  await page.keyboard.press("Enter");
  await letters.getByRole("table", { name: "Questions of Letter 1 of October 2026" }).waitFor();
});
