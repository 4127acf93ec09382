/** A month is prepared by one person and signed by another, stands, and is reopened with a reason that everybody sees. */
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { violations } from "../../helpers/window/axe.ts";
import { tieout } from "../../helpers/cli.ts";
import { IN_ELECTRON } from "../../helpers/window/electron-window.ts";
import {
  press,
  pressSequence,
  tabTo,
  waitForFocus,
  withoutPointer,
} from "../../helpers/window/window-keys.ts";
import { ledgerInCurrencies } from "../../helpers/ledgers/currency-ledger.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import {
  atPlace,
  goTo,
  goToClose,
  monthStands,
  sayWhoDecides,
  unfold,
  verdictOf,
  prepareAllTheSame,
  stepOf,
} from "../../helpers/window/window-steps.ts";
import { newContext, openWindow, startHost, useBrowser, watch } from "../../helpers/window/window.ts";

useBrowser();

/** After the sandbox's last month. */
const NOVEMBER = Date.UTC(2026, 10, 1);

async function smallLedger(): Promise<string> {
  return ledgerOf({ entries: 300 }, NOVEMBER);
}

const primaries = async (page: Page) => page.locator("main .button-primary").allInnerTexts();
const dialogOf = (page: Page) => page.getByRole("dialog");

/** Decides on every error of the month that Close shows, all at once. */
async function decideAllErrors(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Decide them" }).click();
  await page.getByRole("heading", { level: 1, name: "Exceptions" }).waitFor();
  const list = page.getByRole("listbox", { name: "Exceptions" });
  await page.getByRole("article").waitFor();
  await list.focus();
  await page.keyboard.press("Control+a");
  await page.getByText(/^\d+ selected/u).waitFor();
  await page.keyboard.press("a");
  await dialogOf(page)
    .getByRole("heading", { name: /^Accept — / })
    .waitFor();
  await waitForFocus(dialogOf(page).getByRole("textbox"));
  await page.keyboard.type("Agreed with the provider, mail of today");
  await page.keyboard.press("Control+Enter");
  await sayWhoDecides(page);
  await page.getByRole("dialog", { name: "Who decides?" }).waitFor({ state: "hidden" });
  await list.getByRole("option").first().waitFor({ state: "hidden" });
}

/** Signs the month that Close shows as prepared. */
async function signOff(page: Page, by: string): Promise<void> {
  await page.keyboard.press("s");
  await dialogOf(page).getByRole("textbox", { name: "Reviewed and signed off by" }).fill(by);
  await page.keyboard.press("Control+Enter");
}

test("two people close a month: refused while errors are undecided and for one's own work, then signed, and reopened with a reason", async () => {
  const ledger = await smallLedger();
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await goToClose(page);
  await stepOf(page, "Exceptions")
    .getByText(/^\d+ errors .*undecided$/u)
    .waitFor();
  // What would be refused is not what one is led to.
  expect(await primaries(page)).toEqual(["Decide them"]);

  // Nobody has decided yet: without a note nothing is prepared.
  await page.keyboard.press("p");
  const dialog = dialogOf(page);
  await dialog.getByText(/errors are undecided/u).waitFor();
  await dialog.getByRole("textbox", { name: "Prepared by" }).fill("Ada Obi");
  await dialog.getByRole("button", { name: "Prepare anyway" }).click();
  await dialog.getByText(/write a note that says why/u).waitFor();
  await waitForFocus(dialog.getByRole("textbox", { name: "Why it is prepared anyway" }));
  expect(await violations(page)).toEqual([]);
  expect(await stateOf(ledger)).toBe("open");
  // From within its fields, too.
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  await decideAllErrors(page);
  await goToClose(page);
  // With nothing in the way and a name that is known, it is one key.
  await stepOf(page, "Prepare").getByText("ready", { exact: true }).waitFor();
  expect(await primaries(page)).toEqual(["Same"]);
  await page.keyboard.press("p");
  await monthStands(page, /^Prepared by Ada Obi\. Waits for a second person/u).waitFor();
  await page.getByRole("alertdialog").filter({ hasText: "August 2026 is prepared" }).waitFor();

  // Whoever prepared does not sign, however the name is typed.
  await page.keyboard.press("s");
  const signer = dialog.getByRole("textbox", { name: "Reviewed and signed off by" });
  expect(await signer.inputValue()).toBe("");
  await signer.fill(" ada  OBI ");
  await dialog.getByText("Ada Obi prepared August 2026, so another person must sign it off.").waitFor();
  await page.keyboard.press("Control+Enter");
  expect(await stateOf(ledger)).toBe("prepared");
  expect(await violations(page)).toEqual([]);
  await signer.fill("Ben Eze");
  await dialog.getByRole("textbox", { name: /^Note/u }).fill("Compared with the bank");
  await dialog.getByRole("button", { name: /^Sign (?:off|as qualified)/u }).click();
  await monthStands(page, /^Signed off by Ben Eze/u).waitFor();
  expect(await stateOf(ledger)).toBe("signed-off");
  await unfold(page, "Figures");
  const asSigned = await cellsOf(page.getByRole("table", { name: "Figures of each wallet" }));
  expect(asSigned.length).toBeGreaterThan(0);
  expect(asSigned.every(([wallet]) => wallet?.endsWith(", as signed"))).toBe(true);
  expect(await violations(page)).toEqual([]);
  expect(await stepOf(page, "Prepare").textContent()).toContain("by Ada Obi");
  expect(await stepOf(page, "Sign").textContent()).toContain("by Ben Eze");

  // Every place says so.
  await goTo(page, "Overview");
  await page.getByRole("link", { name: /^signed off/u }).waitFor();
  await goTo(page, "Exceptions");
  await page.getByText(/do not change what was signed/u).waitFor();
  await goToClose(page);

  await page.keyboard.press("o");
  await dialog.getByRole("textbox", { name: "Reopened by" }).fill("Ada Obi");
  await dialog.getByRole("button", { name: "Reopen" }).click();
  await dialog.getByText(/Enter a reason to reopen the month/u).waitFor();
  expect(await stateOf(ledger)).toBe("signed-off");
  await dialog.getByRole("textbox", { name: "Why" }).fill("A late invoice");
  await page.keyboard.press("Control+Enter");
  await monthStands(page, /^Reopened by Ada Obi/u).waitFor();
  const history = await unfold(page, "History");
  const signature = history.getByRole("listitem").filter({ hasText: "Signed off by Ben Eze" });
  expect(await signature.textContent()).toMatch(
    /superseded: reopened by Ada Obi, .* because “A late invoice”/u,
  );
  await signature.getByText("Compared with the bank").waitFor();
  await signature.getByText(/^Figures as signed/u).click();
  const kept = await cellsOf(signature.getByRole("table"));
  expect(kept.map(([wallet, ...figures]) => [`${wallet}, as signed`, ...figures])).toEqual(asSigned);
  expect((await tieout(["verify", ledger])).status).toBe(0);
});

test.skipIf(IN_ELECTRON)(
  "a signature in one window appears in the other, which cannot sign again",
  async () => {
    const ledger = await smallLedger();
    const { url } = await startHost(ledger);
    const context = await newContext();
    const first = await context.newPage();
    watch(first);
    await first.goto(url);
    await verdictOf(first);
    await goToClose(first);
    const second = await context.newPage();
    watch(second);
    await second.goto(first.url());
    await stepOf(second, "Exceptions")
      .getByText(/errors .*undecided$/u)
      .waitFor();
    await prepareAllTheSame(first, "Ada Obi");
    await monthStands(second, /^Prepared by Ada Obi/u).waitFor();
    // Both ask; the first stands.
    await second.keyboard.press("s");
    await dialogOf(second).getByRole("textbox", { name: "Reviewed and signed off by" }).fill("Chi Ume");
    await signOff(first, "Ben Eze");
    await monthStands(second, /^Signed off by Ben Eze/u).waitFor({ state: "attached" });
    await second.keyboard.press("Control+Enter");
    await dialogOf(second).getByRole("alert").filter({ hasText: "CLOSE_STATE" }).waitFor();
    expect(await dialogOf(second).getByRole("textbox").first().inputValue()).toBe("Chi Ume");
    expect(await stateOf(ledger)).toBe("signed-off");
  },
);

test("chooses, prepares and signs a month by keyboard alone, lists all keys, and shows a decision after preparing as drift that blocks the signature until it is prepared again", async () => {
  const ledger = await smallLedger();
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await withoutPointer(page);
  await verdictOf(page);
  await goToClose(page);
  await waitForFocus(page.getByRole("heading", { level: 1, name: "Close" }));
  await page.keyboard.press("j");
  await page.getByRole("article", { name: "July 2026" }).waitFor();
  await page.getByRole("button", { name: "Period: July 2026" }).waitFor();
  await page.keyboard.press("k");
  await page.getByRole("article", { name: "August 2026" }).waitFor();
  await page.keyboard.press("Enter");
  await waitForFocus(page.getByRole("heading", { level: 2, name: /August 2026/u }));
  await page.keyboard.press("?");
  const dialog = dialogOf(page);
  for (const words of ["Prepare the month…", "Next month in the list", "Go to Close"])
    await dialog.getByText(words, { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "Three-way proof" }).waitFor();
  await page.keyboard.press("p");
  await waitForFocus(dialog.getByRole("textbox", { name: "Prepared by" }));
  await page.keyboard.type("Ada Obi");
  await tabTo(page, dialog.getByRole("textbox", { name: "Why it is prepared anyway" }));
  await page.keyboard.type("The provider answers later");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await monthStands(page, /Waits for a second person/u).waitFor();

  await pressSequence(page, "g", "e");
  // Close has an article of its own.
  await atPlace(page, "Exceptions");
  await page.getByRole("article").waitFor();
  await page.keyboard.press("e");
  await page.keyboard.type("Ticket 4711");
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^1 of \d+ reviewed/u).waitFor();
  await goToClose(page);
  await stepOf(page, "Prepare")
    .getByText(/it differs from what was prepared: 1 exception has a different decision$/u)
    .waitFor();
  // What would be refused is not offered.
  await stepOf(page, "Prepare")
    .getByRole("button", { name: /^Prepare again/u })
    .waitFor();
  expect(await stepOf(page, "Sign").getByRole("button").count()).toBe(0);
  await page.keyboard.press("s");
  expect(await dialog.count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(await stateOf(ledger)).toBe("prepared");
  const signer = dialog.getByRole("textbox", { name: "Reviewed and signed off by" });
  await page.keyboard.press("o");
  await waitForFocus(dialog.getByRole("textbox", { name: "Reopened by" }));
  await dialog.getByRole("textbox", { name: "Reopened by" }).fill("Ada Obi");
  await dialog.getByRole("textbox", { name: "Why" }).fill("Ticket 4711");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await monthStands(page, /^Reopened by Ada Obi/u).waitFor();
  await prepareAllTheSame(page, "Ada Obi");

  await page.keyboard.press("s");
  await waitForFocus(signer);
  await page.keyboard.type("Ben Eze");
  await press(page, dialog.getByRole("button", { name: /^Sign as qualified/u }));
  await monthStands(page, /^Signed off by Ben Eze/u).waitFor();
  await press(page, page.getByRole("link", { name: /^July 2026/u }));
  await page.getByRole("article", { name: "July 2026" }).waitFor();
  expect(await stateOf(ledger)).toBe("signed-off");
});

test("proves each currency of a month by itself and never adds across currencies, light and dark, wide and narrow", async () => {
  const { url } = await startHost(await ledgerInCurrencies());
  const page = await openWindow(url);
  expect(await verdictOf(page)).toMatch(/: [\d,]+ [A-Z]{3} and [\d,]+ [A-Z]{3} .*to resolve$/u);
  const breaks = page.getByRole("row", { name: /^Break differences/u }).getByRole("cell");
  expect(new Set(await breaks.allTextContents())).toEqual(new Set(["−30", "+70", "–"]));
  await goToClose(page);
  await unfold(page, "Three-way proof");
  await page.getByText("Unclassified difference: nil.").nth(3).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 640, height: 400 });
  await stepOf(page, "Pulled")
    .getByText(/^The latest time in the records is/u)
    .waitFor();
  const over = await page.locator("main").evaluate((main) => main.scrollWidth - main.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
});

/** How August stands, as the command line says. */
async function stateOf(ledger: string): Promise<string | undefined> {
  const { stdout } = await tieout(["months", ledger, "--json"]);
  const { months } = JSON.parse(stdout) as { months: readonly { month: string; state: string }[] };
  return months.find(({ month }) => month === "2026-08")?.state;
}

/** The cells of a table's body, row by row. */
async function cellsOf(table: Locator): Promise<readonly (readonly string[])[]> {
  return table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
}
