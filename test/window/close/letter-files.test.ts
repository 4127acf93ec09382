/** A letter to the provider is written and downloaded through the window, and its answer comes with a file. */
import { hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { listEvidence } from "../../../src/main/services/review/attach.ts";
import { readLetters } from "../../../src/main/services/review/letter-standing.ts";
import { violations } from "../../helpers/window/axe.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { paragraphsOf } from "../../helpers/workbook/letter-paragraphs.ts";
import { raiseAll } from "../../helpers/ledgers/raised-ledger.ts";
import { CONTEXT, ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";
import { chooseFiles, savedFile } from "../../helpers/window/window-files.ts";
import { goToClose, unfold, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

test("a letter is downloaded under its reference, as its hash in the ledger says, and answered with a file", async () => {
  const ledger = await ledgerToReview();
  await raiseAll(ledger, "2026-10" as Month, CONTEXT);
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await goToClose(page);
  const part = await unfold(page, "Letter");
  const dialog = page.getByRole("dialog");
  await part.getByText("No letter of this month is recorded.").waitFor();
  expect(await part.getByRole("button", { name: "Write another letter…" }).count()).toBe(0);
  await part.getByRole("button", { name: "Write letter…" }).click();
  await dialog.getByRole("textbox", { name: "Written by" }).fill("Ada Obi");
  expect(await violations(page)).toEqual([]);
  // From whichever of its fields: the last one here.
  await dialog.getByRole("textbox", { name: "Reply by" }).focus();
  const { name, path } = await savedFile(page, () => page.keyboard.press("Control+Enter"));
  expect(name).toBe("Questions 2026-10.docx");
  expect(paragraphsOf(path)).toContain(
    "Letter 1 of October 2026. Our reference is 2026-10/1. Please state it in your answer.",
  );
  await part.getByText("not sent").first().waitFor();
  const [written] = readLetters({ ledger }, CONTEXT).letters;
  expect(written?.letter).toMatchObject({
    ref: "2026-10/1",
    file: "Questions 2026-10.docx",
    sha256: hash("sha256", readFileSync(path)),
  });

  // It cannot have been sent before it was written.
  const today = new Date().toISOString().slice(0, 10);
  await part.getByRole("button", { name: "Record sending…", exact: true }).click();
  await dialog.getByRole("textbox", { name: "Sent on" }).fill(today);
  await dialog.getByRole("textbox", { name: "Sent to" }).fill("Escrow Ltd");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await part.getByRole("button", { name: /^Record answer/u }).click();
  await dialog.getByRole("textbox", { name: "Date of the answer" }).fill(today);
  await dialog.getByRole("textbox", { name: "What the answer says" }).fill("Their mail");
  const answer = join(temporaryFolder(), "answer.eml");
  writeFileSync(answer, "We look into it");
  await chooseFiles(page, () => dialog.getByRole("button", { name: "Add file…" }).click(), answer);
  await dialog.getByText("answer.eml").waitFor();
  await dialog.getByRole("textbox", { name: "What the answer says" }).press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await part.getByText(`Answered ${today} (evidence 1)`).waitFor();
  expect(listEvidence(ledger)).toMatchObject([
    { id: 1, name: "answer.eml", note: "Answer to Letter 1 of October 2026", subject: { kind: "month" } },
  ]);
});
