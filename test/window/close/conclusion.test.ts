/** The conclusion of a month stands in the words of its Lead before it is signed, and as signed after; one sentence says what changed since. */
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { changeSettings } from "../../../src/main/services/backup/settings.ts";
import { readStatement } from "../../../src/main/services/close/moments.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../helpers/ledgers/signing.ts";
import { HOUR_MS, OCTOBER_MS, wallet } from "../../helpers/records.ts";
import { violations } from "../../helpers/window/axe.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { goTo, goToClose, unfold, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

const AUGUST = "2026-08" as Month;
const OCTOBER = "2026-10" as Month;
/** After the sandbox's last month. */
const NOVEMBER = Date.UTC(2026, 10, 1);

const ifSigned = (on: Page | Locator) => on.getByRole("region", { name: "Conclusion if signed now" });

/** What the window says as conclusion: its sentence, then why, and within which limits. */
async function concluded(region: Locator): Promise<{ sentence: string; lines: string[] }> {
  await region.getByText(/^Conclusion .*:/u).waitFor();
  const sentence = (await region.locator("p").first().textContent()) ?? "";
  return { sentence, lines: await region.getByRole("listitem").allTextContents() };
}

function stated(ledger: string, title: string, signer?: string | null) {
  const { sentence, reasons, limits } = readStatement({ ledger, month: AUGUST, signer }, CONTEXT);
  return { sentence: `${title}: ${sentence}`, lines: [...reasons, ...limits] };
}

test("shows the conclusion and its reasons before the signature, on Close and in both dialogs, and the button says what it signs", async () => {
  const ledger = await ledgerOf({ entries: 300 }, NOVEMBER);
  const page = await openWindow((await startHost(ledger)).url);
  await verdictOf(page);
  await goToClose(page);
  const open = await concluded(ifSigned(page));
  expect(open).toEqual(stated(ledger, "Conclusion if signed now", null));
  expect(open.sentence).toMatch(/^Conclusion if signed now: Qualified: /u);
  expect(open.lines).toContain("Not met: No error was overridden when the month was prepared.");
  expect(open.lines).toContain("6 of 6 steps are not done.");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("p");
  const dialog = page.getByRole("dialog");
  expect(await concluded(ifSigned(dialog))).toEqual(open);
  await dialog.getByRole("textbox", { name: "Prepared by" }).fill("Ada Obi");
  await dialog.getByRole("textbox", { name: "Why it is prepared anyway" }).fill("Known");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: /^Sign as qualified…/u }).waitFor();
  await page.keyboard.press("s");
  const expected = stated(ledger, "Conclusion if signed now", "Ben Eze");
  await dialog.getByRole("textbox", { name: "Reviewed and signed off by" }).fill("Ben Eze");
  await expect.poll(async () => concluded(ifSigned(dialog))).toEqual(expected);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: /^Sign as qualified/u }).click();
  await dialog.waitFor({ state: "hidden" });

  const asSigned = page.getByRole("region", { name: "Conclusion as signed" });
  expect(await concluded(asSigned)).toEqual(stated(ledger, "Conclusion as signed"));
  expect((await concluded(asSigned)).sentence.split(": ").slice(1)).toEqual(
    expected.sentence.split(": ").slice(1),
  );
});

test("names another time zone as the cause wherever a closing moved because of it, in one sentence", async () => {
  const ledger = newLedgerPath();
  const at = [0, 24, 48, 24 * 31 - 3];
  const entries = wallet([100, 20, 30, 7], (index) => ({
    dateCreatedAtMs: OCTOBER_MS + (at[index] ?? 0) * HOUR_MS,
  }));
  await importRecords(ledger, entries);
  await signMonth(ledger, OCTOBER);
  const settings = { timeZone: "Pacific/Auckland", by: "Ada Obi", note: "Where the client is" };
  await changeSettings(ledger, settings, CONTEXT);
  const page = await openWindow((await startHost(ledger)).url);
  await verdictOf(page);
  await goToClose(page);
  await page.getByRole("link", { name: /^October 2026/u }).click();
  const article = page.getByRole("article", { name: "October 2026" });
  // The day of the signature, in the zone of now.
  const sentence =
    "Signed by Ben Uche on 2026-12-01: closing 157. Since then: 1 change, closing now 150 (−7).";
  await article.getByText(sentence).waitFor();
  const cause = "Time zone: UTC → Pacific/Auckland, by Ada Obi";
  await (await unfold(page, "What changed")).getByText(cause).waitFor();
  expect(await article.textContent()).not.toContain("closing unchanged");
  expect(
    await page
      .getByRole("link", { name: /^October 2026/u })
      .first()
      .textContent(),
  ).toContain("changed since");
  expect(await violations(page)).toEqual([]);

  await goTo(page, "Overview");
  await page.getByRole("note", { name: "Signed months that changed" }).getByText(sentence).waitFor();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).not.toContain("As signed");
  await page.keyboard.press("h");
  const past = page.getByRole("region", { name: "Earlier state" });
  await past.getByText("Since then: 1 change, closing now 150 (−7).").waitFor();
  expect(await page.getByRole("note", { name: "Signed months that changed" }).count()).toBe(0);
  await past.getByRole("button", { name: "List what differs" }).click();
  await past.getByText(cause).waitFor();
});
