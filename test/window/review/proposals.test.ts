/** What was decided in October, proposed in November: shown with where it comes from, accepted by a key, undone, and never by itself. */
import { expect, test } from "vitest";
import { violations } from "../../helpers/window/axe.ts";
import { tieout } from "../../helpers/cli.ts";
import { standingLedger } from "../../helpers/ledgers/standing-ledger.ts";
import { waitForFocus } from "../../helpers/window/window-keys.ts";
import { decided } from "../../helpers/window/window-queue.ts";
import { goTo, goToQueue, orderByRecord, verdictOf } from "../../helpers/window/window-steps.ts";
import { homeWith, openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

test("proposes what was decided on findings alike, and a person accepts one or all of them by a key", async () => {
  const ledger = await standingLedger();
  const { url } = await startHost(ledger, homeWith({ reviewer: "Ben Cole" }));
  const page = await openWindow(url);
  await verdictOf(page);
  await goToQueue(page);
  await orderByRecord(page);
  const lines = page.getByRole("listbox", { name: "Exceptions" }).getByRole("option");
  const proposal = page.getByRole("region", { name: "Proposal" });
  const article = page.getByRole("article");
  await expect.poll(async () => (await lines.filter({ hasText: "proposal" }).all()).length).toBe(4);

  await page.keyboard.press("Home");
  await article.filter({ hasText: "walletID 6" }).first().waitFor();
  await proposal.getByText("Fee of the provider.").waitFor();
  await proposal
    .getByText(
      /^Decision 1 by Ada Obi, .*, on October 2026; 1 of 1 earlier decision has this note\. Same as then: action API, difference 9\.$/u,
    )
    .waitFor();
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Accept it for all alike").waitFor();
  await page.keyboard.press("Escape");

  // What is not known is said.
  await page.keyboard.press("j");
  await page.getByText("Nothing is proposed. No earlier decision is on a finding like it.").waitFor();
  await page.keyboard.press("p");
  await page.getByText("Nothing is proposed here").first().waitFor();
  expect(decided(ledger)).toHaveLength(3);

  // One differs by the same amount, the other by the same share: first it is shown which they are.
  await page.keyboard.press("Home");
  await proposal.waitFor();
  const dialog = page.getByRole("dialog");
  await page.keyboard.press("Shift+P");
  await dialog.getByRole("heading", { name: "Accept the proposal — 2 findings" }).waitFor();
  await waitForFocus(dialog.getByRole("button", { name: "Accept 2" }));
  expect(await dialog.getByRole("row").allTextContents()).toEqual([
    "RuleRecordDifference",
    expect.stringContaining("walletID 6"),
    expect.stringContaining("walletID 8"),
  ]);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(decided(ledger)).toHaveLength(3);
  await page.keyboard.press("p");
  await page.getByText("2 of 8 reviewed").waitFor();
  const note = "As in decision 1 (October 2026): Fee of the provider.";
  expect(decided(ledger).slice(3)).toMatchObject([{ status: "explained", note }]);

  // Alike to the amount, by one rule: accepted at once, and it is said how many they were.
  await page.keyboard.press("End");
  await proposal.getByText("Ticket 47").waitFor();
  await proposal.getByRole("button", { name: /^Accept all 2 alike [^…]*$/u }).waitFor();
  await page.keyboard.press("Shift+P");
  await page.getByText("4 of 8 reviewed").waitFor();
  await page
    .getByText(/Raised 2 findings/u)
    .first()
    .waitFor();
  expect(decided(ledger).slice(4)).toMatchObject(
    Array.from({ length: 2 }, () => ({
      status: "raised",
      note: "As in decision 3 (October 2026): Ticket 47",
    })),
  );

  // As any decision, they are undone at once, and proposed again.
  await page.keyboard.press("u");
  await page.getByText("2 of 8 reviewed").waitFor();
  await page.keyboard.press("End");
  await proposal.getByText("Ticket 47").waitFor();

  // A note is chosen from earlier ones, and kept as a template.
  await page.keyboard.press("r");
  const written = article.getByRole("textbox");
  await waitForFocus(written);
  await page.keyboard.press("Alt+ArrowDown");
  const menu = page.getByRole("menu", { name: "Earlier notes" });
  const choices = menu.getByRole("menuitem");
  await waitForFocus(choices.first());
  expect(await choices.allTextContents()).toEqual([
    "Fee of the provider.2 times",
    "Ticket 47",
    "Under 10.",
    "Keep as a templateWrite a note first.",
  ]);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await waitForFocus(written);
  expect(await written.inputValue()).toBe("Ticket 47");
  await page.keyboard.press("End");
  await page.keyboard.type(", asked again");
  await page.keyboard.press("Alt+ArrowDown");
  await waitForFocus(choices.first());
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByText("Kept as a template").waitFor();
  await waitForFocus(written);
  await page.keyboard.press("Control+Enter");
  await page.getByText("3 of 8 reviewed").waitFor();
  expect(decided(ledger).at(-1)).toMatchObject({ status: "raised", note: "Ticket 47, asked again" });
  await goTo(page, "Settings");
  await page.getByRole("button", { name: "Delete Ticket 47, asked again" }).click();
  await page.getByText("None yet. Write a note").waitFor();
  expect((await tieout(["verify", ledger])).status).toBe(0);
});
