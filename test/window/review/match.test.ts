/** Matching by hand: both sides side by side, the arithmetic written out, undone, reopened, and refused in place. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { decideMatch, listMatches } from "../../../src/main/services/review/match.ts";
import { violations } from "../../helpers/window/axe.ts";
import { transactionsBody, walletBody } from "../../helpers/bodies.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { IN_ELECTRON } from "../../helpers/window/electron-window.ts";
import { OCTOBER_MS, sale, wallet } from "../../helpers/records.ts";
import { press, tabTo, waitForFocus, withoutPointer } from "../../helpers/window/window-keys.ts";
import {
  goTo,
  goToQueue,
  orderByRecord,
  sayWhoDecides,
  verdictOf,
} from "../../helpers/window/window-steps.ts";
import { newContext, openWindow, startHost, useBrowser, watch } from "../../helpers/window/window.ts";

useBrowser();

const CONTEXT = { now: () => Date.UTC(2026, 10, 1), appVersion: "test" };
const DAY_MS = 86_400_000;

/** Payrefs of the entries, by walletID from 1 on: two halves of payID 20, one that ties, a misread PAY-40, one that is short. */
const PAYREFS = ["HALF-1", "HALF-2", "PAY-30", "PAY-4O", "OTHER-5"];
const MOVEMENTS = [7500, 5000, 3000, 900, 1000];

/** Imports them; `extra` moves the last entry's description, as a later answer of the service would. */
async function importRecords(ledger: string, extra: string | null = null): Promise<void> {
  const folder = temporaryFolder();
  const entries = wallet(MOVEMENTS, (at) => ({
    payref: PAYREFS[at] ?? "",
    dateCreatedAtMs: OCTOBER_MS + (at + 1) * 4 * DAY_MS,
    ...(at === 3 && extra !== null ? { description: extra } : {}),
  }));
  const sales = [sale(20, 12_500), sale(30, 3000), sale(40, 900), sale(50, 1500)];
  const [walletPath, allPath] = [join(folder, "wallet.json"), join(folder, "all.json")];
  writeFileSync(walletPath, walletBody(entries));
  writeFileSync(allPath, transactionsBody(sales));
  const files = { wallet: [walletPath], transactions: [allPath], user: null, business: [] };
  await importIntoLedger({ ledger, files }, CONTEXT);
}

async function smallLedger(): Promise<string> {
  const ledger = join(temporaryFolder(), "match.tieout");
  await importRecords(ledger);
  return ledger;
}

/** A window at the queue of a ledger. */
async function openQueue(ledger: string): Promise<Page> {
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await goToQueue(page);
  await orderByRecord(page);
  return page;
}

/** Goes down the queue to a line by its key. */
async function moveTo(page: Page, name: RegExp): Promise<void> {
  const list = page.getByRole("listbox", { name: "Exceptions" });
  const placeOf = async (line: Locator) => Number(await line.getAttribute("aria-posinset"));
  const to = await placeOf(list.getByRole("option", { name }));
  for (let at = await placeOf(list.locator(".queue-current")); at < to; at += 1)
    await page.keyboard.press("j");
  await page.getByRole("article", { name }).waitFor();
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Match by hand" });

/** Goes to a line of the queue and opens the match from it. */
async function matchFrom(page: Page, line: RegExp): Promise<void> {
  await page.getByRole("option", { name: line }).click();
  await page.getByRole("article", { name: line }).waitFor();
  await page.getByRole("listbox", { name: "Exceptions" }).focus();
  await page.keyboard.press("m");
  await dialogOf(page).waitFor();
}

test("matches an orphan to its payment by keyboard alone, moves on, and undoing brings both back; u undoes match and decision, Shift+U redoes both", async () => {
  const ledger = await smallLedger();
  const page = await openQueue(ledger);
  await withoutPointer(page);
  await page.getByText("0 of 7 reviewed").waitFor();
  const list = page.getByRole("listbox", { name: "Exceptions" });
  await tabTo(page, list);
  await moveTo(page, /PAY-4O/u);
  await page.keyboard.press("m");
  const dialog = dialogOf(page);
  const transactions = dialog.getByRole("region", { name: "Transactions" });
  await waitForFocus(transactions.getByRole("option").first());
  const likeliest = (await transactions.getByRole("option").first().textContent()) ?? "";
  expect(likeliest).toContain("payID 40");
  expect(likeliest).toMatch(/same amount.*differs by one character/u);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Space");
  await transactions.getByRole("list", { name: "Chosen transactions" }).getByText("payID 40").waitFor();
  await dialog.getByText("The entries equal the expected amount.").waitFor();
  await page.keyboard.press("Escape");
  await waitForFocus(list);
  // What was chosen is kept until it is saved.
  await page.keyboard.press("m");
  await dialog.getByText("The entries equal the expected amount.").waitFor();
  const why = dialog.getByRole("textbox", { name: "Why they belong together" });
  await tabTo(page, why);
  await page.keyboard.press("Enter");
  await dialog.getByText(/Write a note that says why/u).waitFor();
  await page.keyboard.type("An O for a nought, ticket 4711");
  await page.keyboard.press("Enter");
  await sayWhoDecides(page);
  await page.getByText("Matched walletID 4 with payID 40").waitFor();
  await page.getByText("0 of 5 reviewed").waitFor();
  await page.getByRole("article", { name: /OTHER-5/u }).waitFor();
  expect(listMatches(ledger)).toMatchObject([
    {
      state: "in-force",
      note: "An O for a nought, ticket 4711",
      by: "Ada Obi",
      entries: [{ walletID: 4 }],
      transactions: [{ payID: 40 }],
    },
  ]);
  await page.keyboard.press("F6");
  await press(page, page.getByRole("alertdialog").getByRole("button", { name: "Undo" }));
  await page.getByText("0 of 7 reviewed").waitFor();
  await page.getByText("Match 1 undone").waitFor();
  expect(listMatches(ledger)).toMatchObject([{ state: "undone", undone: { by: "Ada Obi" } }]);

  await tabTo(page, list);
  await page.keyboard.press("Home");
  await list.locator(".queue-current[aria-posinset='1']").waitFor();
  await page.keyboard.press("a");
  await page.keyboard.type("Known to the client");
  await page.keyboard.press("Control+Enter");
  await page.getByText("1 of 7 reviewed").waitFor();
  await moveTo(page, /PAY-4O/u);
  await page.keyboard.press("m");
  await waitForFocus(transactions.getByRole("option").first());
  await page.keyboard.press("Space");
  await dialog.getByText("The entries equal the expected amount.").waitFor();
  await tabTo(page, why);
  await page.keyboard.type("An O for a nought");
  await page.keyboard.press("Enter");
  await page.getByText("1 of 5 reviewed").waitFor();
  // Without the one from before.
  const states = () =>
    listMatches(ledger)
      .slice(0, -1)
      .map(({ state }) => state);
  expect(states()).toEqual(["in-force"]);
  await page.keyboard.press("u");
  // Its number counts the undoing before it.
  await page.getByText("Match 3 undone").waitFor();
  await page.getByText("1 of 7 reviewed").waitFor();
  expect(states()).toEqual(["undone"]);
  await page.keyboard.press("u");
  await page.getByText("0 of 7 reviewed").waitFor();
  await page.keyboard.press("Shift+U");
  await page.getByText("1 of 7 reviewed").waitFor();
  await page.keyboard.press("Shift+U");
  await page.getByText("1 of 5 reviewed").waitFor();
  expect(states()).toEqual(["in-force", "undone"]);
});

test("warns of a difference that stays in the queue, writes out the sum of two entries, and each record shows who matched it and why; axe finds nothing", async () => {
  const ledger = await smallLedger();
  const page = await openQueue(ledger);
  const found: Record<string, string[]> = {};
  const look = async (what: string) => {
    const wrong = await violations(page);
    if (wrong.length > 0) found[what] = wrong;
  };
  await page.getByRole("link", { name: "Manual matches" }).click();
  await page.getByText("No manual matches").waitFor();
  await look("no matches");
  await page.getByRole("link", { name: "Queue" }).click();
  await matchFrom(page, /OTHER-5/u);
  const dialog = dialogOf(page);
  const transactions = dialog.getByRole("region", { name: "Transactions" });
  await transactions.getByRole("option").first().waitFor();
  await look("the dialog");
  const searched = transactions.getByRole("textbox", { name: "Search transactions" });
  await searched.fill("PAY-30");
  await transactions.getByRole("option").filter({ hasText: "nothing to settle" }).waitFor();
  await searched.fill("");
  await transactions.getByRole("option", { name: /PAY-50/u }).click();
  const arithmetic = dialog.getByRole("region", { name: "The arithmetic" });
  await arithmetic.getByText("−500 will remain as an amount mismatch on payID 50.").waitFor();
  const why = dialog.getByRole("textbox", { name: "Why they belong together" });
  await why.fill("Short by the bank's fee");
  await look("both sides chosen");
  await page.keyboard.press("Enter");
  await sayWhoDecides(page);
  await page.getByText("Matched walletID 5 with payID 50").waitFor();
  await page.getByRole("option", { name: /Amount mismatch.*payID 50.*−500/u }).waitFor();
  await page.getByText("0 of 6 reviewed").waitFor();
  expect(listMatches(ledger)).toHaveLength(1);

  await matchFrom(page, /PAY-20/u);
  const entries = dialog.getByRole("region", { name: "Entries" });
  await entries.getByRole("option", { name: /HALF-1/u }).click();
  await arithmetic.getByText("−5,000 will remain as an amount mismatch on payID 20.").waitFor();
  await entries.getByRole("textbox", { name: "Search entries" }).fill("5,000");
  await entries.getByRole("option", { name: /HALF-2/u }).waitFor();
  await expect.poll(() => entries.getByRole("option").count()).toBe(1);
  await entries.getByRole("option", { name: /HALF-2/u }).click();
  await arithmetic.getByText("7,500 + 5,000 = 12,500").waitFor();
  await arithmetic.getByText("The entries equal the expected amount.").waitFor();
  await entries.getByRole("button", { name: "Remove walletID 1" }).click();
  await arithmetic.getByText("−7,500 will remain as an amount mismatch on payID 20.").waitFor();
  // What a cause ties together is chosen with one press.
  const offer = dialog.getByText("Together they fit: walletID 1, 2 and payID 20 (12,500).");
  await offer.waitFor();
  await look("a group that is offered");
  await dialog.getByRole("button", { name: "Choose them all" }).click();
  await arithmetic.getByText("The entries equal the expected amount.").waitFor();
  await offer.waitFor({ state: "detached" });
  await why.fill("Paid in two halves");
  await page.keyboard.press("Enter");
  await page.getByText("Matched walletIDs 1 and 2 with payID 20").waitFor();
  await page.getByText("0 of 3 reviewed").waitFor();
  expect(listMatches(ledger)).toMatchObject([
    { entries: [{ walletID: 1 }, { walletID: 2 }], transactions: [{ payID: 20 }] },
    { entries: [{ walletID: 5 }], transactions: [{ payID: 50 }] },
  ]);
  await page.getByRole("link", { name: "Manual matches 2" }).click();
  const match = page.getByRole("article", { name: "Match 2" });
  await match.getByText("Paid in two halves").waitFor();
  await match.getByText(/Ada Obi/u).waitFor();
  await match.getByRole("button", { name: "Undo match…" }).click();
  const back = page.getByRole("dialog", { name: "Undo match 2" });
  await back.waitFor();
  await look("taking back");
  await page.keyboard.press("Escape");
  await match.getByRole("link", { name: "walletID 2" }).click();
  const entry = page.getByRole("complementary", { name: "walletID 2" });
  await entry.getByRole("article", { name: "Match 2" }).getByText("Paid in two halves").waitFor();
  await look("a matched entry");
  await entry.getByRole("link", { name: "payID 20" }).first().click();
  const payment = page.getByRole("complementary", { name: "payID 20" });
  await payment
    .getByRole("article", { name: "Match 2" })
    .getByRole("button", { name: "Undo match…" })
    .click();
  await back.getByRole("textbox").fill("The halves were another's");
  await page.keyboard.press("Enter");
  await payment.getByText(/The halves were another's/u).waitFor();
  await payment.getByRole("button", { name: "Match by hand…" }).waitFor();
  expect(listMatches(ledger)).toMatchObject([
    { state: "undone", undone: { note: "The halves were another's", by: "Ada Obi" } },
    { state: "in-force" },
  ]);
  expect(found).toEqual({});
});

test("a match whose record changed reopens with before and after, and is matched again or undone", async () => {
  const ledger = await smallLedger();
  const made = { walletIDs: [4], payIDs: [40], note: "An O for a nought", by: "Ada Obi" };
  await decideMatch({ ledger, ...made }, CONTEXT);
  await importRecords(ledger, "Corrected by the provider");
  const page = await openQueue(ledger);
  await page.getByRole("option", { name: /Orphan payref.*PAY-4O/u }).waitFor();
  await page.getByRole("link", { name: "Manual matches 1, 1 reopened" }).click();
  const match = page.getByRole("article", { name: "Match 1" });
  const changes = match.getByRole("table", { name: "Changed fields" });
  const row = changes.getByRole("row", { name: /^description/iu });
  await expect
    .poll(() => row.getByRole("cell").allTextContents())
    .toEqual(["Entry 4", "Corrected by the provider"]);
  expect(await violations(page)).toEqual([]);
  await match.getByRole("button", { name: "Match again…" }).click();
  const dialog = dialogOf(page);
  await dialog.getByText("The entries equal the expected amount.").waitFor();
  await dialog.getByRole("textbox", { name: "Why they belong together" }).fill("Still the same payment");
  await page.keyboard.press("Enter");
  await sayWhoDecides(page);
  // Its undoing is a link of its own, with a number of its own.
  await page.getByRole("article", { name: "Match 3" }).getByText("Still the same payment").waitFor();
  expect(listMatches(ledger)).toMatchObject([
    { id: 3, state: "in-force", note: "Still the same payment" },
    { id: 1, state: "undone" },
  ]);
});

test.skipIf(IN_ELECTRON)(
  "of two tabs that match one entry the first wins, and the second is told in place and keeps its choice",
  async () => {
    const ledger = await smallLedger();
    const { url } = await startHost(ledger);
    const context = await newContext();
    const [first, second] = [await context.newPage(), await context.newPage()];
    for (const page of [first, second]) {
      watch(page);
      // A tab more gets in by the one that is in.
      await page.goto(page === first ? url : new URL("#/overview", first.url()).href);
      await verdictOf(page);
      await goTo(page, "Exceptions");
      await matchFrom(page, /PAY-4O/u);
      const transactions = dialogOf(page).getByRole("region", { name: "Transactions" });
      await transactions.getByRole("option", { name: page === first ? /PAY-40/u : /PAY-50/u }).click();
      const why = page === first ? "First" : "Second";
      await dialogOf(page).getByRole("textbox", { name: "Why they belong together" }).fill(why);
    }
    await first.keyboard.press("Enter");
    await sayWhoDecides(first);
    await first.getByText("Matched walletID 4 with payID 40").waitFor();
    const dialog = dialogOf(second);
    await dialog.getByRole("button", { name: "Match Enter" }).click();
    await dialog.getByRole("alert").getByText("MATCH_CONFLICT").waitFor();
    await dialog.getByText(/Match 1 already has this record/u).waitFor();
    expect(await dialog.getByRole("textbox", { name: "Why they belong together" }).inputValue()).toBe(
      "Second",
    );
    expect(listMatches(ledger)).toHaveLength(1);
  },
);
