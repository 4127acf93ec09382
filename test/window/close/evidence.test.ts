/** Evidence through the window: attached by key and by drop to a month, a finding and a match; downloaded, withdrawn, refused. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decideMatch } from "../../../src/main/services/review/match.ts";
import { listEvidence } from "../../../src/main/services/review/attach.ts";
import { violations } from "../../helpers/window/axe.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { CONTEXT, ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";
import { IN_ELECTRON } from "../../helpers/window/electron-window.ts";
import { chooseFiles, dropFiles, savedFile } from "../../helpers/window/window-files.ts";
import { pressSequence, waitForFocus } from "../../helpers/window/window-keys.ts";
import { picture } from "../../helpers/window/window-pictures.ts";
import { goTo, goToClose, unfold, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

/** A file with a text in it. @returns its path */
function fileOf(name: string, text: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

test("a month's statement is attached by key, downloaded as it was, and withdrawn with a reason", async () => {
  const ledger = await ledgerToReview();
  const statement = fileOf("statement October.pdf", "%PDF-1.7 closing 1,464");
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  // Listened for in time: a key is quicker than the browser hears of it.
  page.on("filechooser", () => undefined);
  await verdictOf(page);
  await goToClose(page);
  const region = await unfold(page, "Evidence");
  await region.getByText("Nothing is attached.").waitFor();
  expect(await chooseFiles(page, () => page.keyboard.press("t"), statement)).toBe(true);
  const dialog = page.getByRole("dialog");
  await waitForFocus(dialog.getByRole("textbox", { name: "Attached by" }));
  await dialog.getByRole("button", { name: /^Attach/u }).click();
  await dialog.getByText("Enter your name to take this step.").waitFor();
  await dialog.getByRole("textbox", { name: "Attached by" }).fill("Ada Obi");
  await dialog.getByRole("textbox", { name: /^What it shows/u }).fill("Closing balance, from the provider");
  expect(await violations(page)).toEqual([]);
  await picture(page, "attach");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  const line = region.getByRole("listitem").filter({ hasText: "statement October.pdf" });
  await expect
    .poll(() => line.textContent())
    .toMatch(/22 bytes.*evidence 1.*by Ada Obi, .*: Closing balance, from the provider$/u);
  // A browser downloads whatever it is: it opens nothing.
  expect(await line.getByRole("button", { name: /^Open/u }).count()).toBe(IN_ELECTRON ? 1 : 0);
  const get = line.getByRole("button", { name: /^(?:Download|Save as…) statement October\.pdf$/u });
  const got = await savedFile(page, () => get.click());
  expect(got.name).toBe("statement October.pdf");
  expect(readFileSync(got.path)).toEqual(readFileSync(statement));

  // The same file again is refused where it was asked for, and what was typed stays.
  await dropFiles(page, [fileOf("copy.pdf", "%PDF-1.7 closing 1,464")]);
  await dialog.getByRole("textbox", { name: "Attached by" }).waitFor();
  expect(await dialog.getByRole("textbox", { name: "Attached by" }).inputValue()).toBe("Ada Obi");
  await page.keyboard.press("Control+Enter");
  await dialog.getByText(/This file is already attached there, as evidence 1/u).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  await line.getByRole("button", { name: /^Withdraw/u }).click();
  await dialog.getByRole("textbox", { name: "Why" }).fill("Another customer's");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => line.textContent()).toMatch(/Withdrawn by Ada Obi, .*: Another customer's$/u);
  expect(await line.getByRole("button", { name: /^Withdraw/u }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await picture(page, "month");
  await pressSequence(page, "g", "a");
  await page.getByText("Evidence 1 was withdrawn: statement October.pdf (22 bytes).").waitFor();
  expect(listEvidence(ledger)).toMatchObject([{ id: 1, withdrawn: { by: "Ada Obi" } }]);
});

test("a mail dropped on the window goes to the finding shown, one dropped on a match to the match", async () => {
  const ledger = await ledgerToReview();
  const match = { ledger, walletIDs: [1], payIDs: [9], note: "Same money", by: "Ada Obi" };
  await decideMatch(match, CONTEXT);
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await goTo(page, "Exceptions");
  const dialog = page.getByRole("dialog");
  const shown = page.getByRole("article").first();
  await shown.getByText("Nothing is attached.").waitFor();
  await dropFiles(page, [fileOf("answer.eml", "From: provider")]);
  const title = await dialog.getByRole("heading").textContent();
  expect(title).toBe(`Attach to ${await shown.getAttribute("aria-label")}`);
  await dialog.getByRole("textbox", { name: "Attached by" }).fill("Ada Obi");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await shown.getByRole("listitem").filter({ hasText: "answer.eml" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, "finding");

  // On what takes evidence, also what would be imported elsewhere.
  await page.goto(`${page.url().split("#")[0]}#wallet/1`);
  const card = page.getByRole("article", { name: "Match 1" });
  await card.getByRole("button", { name: "Attach evidence…" }).waitFor();
  await dropFiles(
    page,
    [fileOf("receipt.json", "{}")],
    "article[aria-label='Match 1'] >> text=Attach evidence…",
  );
  await expect.poll(() => dialog.getByRole("heading").textContent()).toBe("Attach to match 1");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await card.getByRole("listitem").filter({ hasText: "receipt.json" }).waitFor();
  await picture(page, "match");
  expect(listEvidence(ledger)).toMatchObject([
    { name: "answer.eml", subject: { kind: "finding" } },
    { name: "receipt.json", subject: { kind: "match", match: 1 } },
  ]);
});
