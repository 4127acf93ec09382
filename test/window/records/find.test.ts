/** Ctrl+K from anywhere: a record, a page, a period or an action by a few words, by keyboard alone. */
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { violations } from "../../helpers/window/axe.ts";
import { useShared } from "../../helpers/at-end.ts";
import { importRecords, newLedgerPath } from "../../helpers/ledgers/signing.ts";
import { wallet } from "../../helpers/records.ts";
import { waitForFocus } from "../../helpers/window/window-keys.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { atPlace, goTo, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

const shared = useShared(async () => {
  const { url } = await startHost(await ledgerOf({ entries: 600 }));
  const page = await openWindow(url);
  await verdictOf(page);
  return page;
});

const found = (page: Page) => page.getByRole("dialog", { name: "Find" });
const choices = (page: Page) => found(page).getByRole("menuitem");
/** The record whose detail is open. */
const detail = (page: Page, name: RegExp) => page.getByRole("complementary", { name });

/** Opens it, types, and presses Enter at once: what is not looked up yet is waited for. */
async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await waitForFocus(found(page).getByRole("searchbox"));
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await found(page).waitFor({ state: "hidden" });
}

test("has six pages under the ledger's name, and all clients above it", async () => {
  const rail = shared().getByRole("navigation", { name: "Pages" });
  const titles = await rail
    .locator("a, button")
    .evaluateAll((all) => all.map((one) => one.getAttribute("title")));
  expect(titles).toEqual([
    "All clients",
    expect.stringMatching(/Other ledgers$/u),
    "Overview",
    "Wallet",
    "Transactions",
    "Exceptions",
    "Close",
    "Settings",
  ]);
});

test("lists pages and what can be done here, and goes to a page by the beginning of its name", async () => {
  const page = shared();
  await page.keyboard.press("Control+k");
  await waitForFocus(found(page).getByRole("searchbox"));
  await choices(page).filter({ hasText: "Transactions" }).first().waitFor();
  await choices(page).filter({ hasText: "Pull everything again" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await found(page).waitFor({ state: "hidden" });
  await find(page, "wal");
  await atPlace(page, "Wallet");
});

test("goes to a record by its number, payref, amount or customer, whatever page one is on", async () => {
  const page = shared();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("one-time");
  const any = choices(page)
    .filter({ hasText: /^payID/u })
    .filter({ hasText: /[1-9],\d{3}$/u });
  const [payID = "", customer = "", payref = "", amount = ""] = (
    /^payID (\d+)[\d-]{10}(.+) (\S+?)(−?[\d,]+)$/u.exec((await any.first().textContent()) ?? "") ?? []
  ).slice(1);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await find(page, payID);
  await detail(page, new RegExp(`^payID ${payID}$`, "u")).waitFor();
  for (const words of [payref.toLowerCase(), amount, customer]) {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(words);
    await choices(page)
      .filter({ hasText: words === customer ? customer : `payID ${payID}` })
      .first()
      .waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await found(page).waitFor({ state: "hidden" });
  }
  await page.keyboard.press("Control+k");
  await page.keyboard.type("a");
  const entry = choices(page)
    .filter({ hasText: /^walletID/u })
    .first();
  expect(await violations(page)).toEqual([]);
  const walletID = /walletID (\d+?)\d{4}-/u.exec((await entry.textContent()) ?? "")?.[1];
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await find(page, walletID ?? "");
  await detail(page, new RegExp(`^walletID ${walletID}$`, "u")).waitFor();
});

test("Enter right after figures that a month has, too, goes to a record", async () => {
  const page = shared();
  await find(page, "overview");
  await atPlace(page, "Overview");
  await find(page, "2");
  await expect.poll(() => detail(page, /^(?:walletID|payID) \d+$/u).count()).toBe(1);
});

test("shows all that match in their grid, and does an action of the place beneath as its key would", async () => {
  const page = shared();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("a");
  const all = choices(page).filter({ hasText: /^Show all [\d,]+ entries$/u });
  await all.waitFor();
  const count = /[\d,]+/u.exec((await all.textContent()) ?? "")?.[0] ?? "";
  await all.click();
  await atPlace(page, "Wallet");
  await expect
    .poll(() => page.locator(".grid-counts").textContent())
    .toMatch(new RegExp(`^${count}(?: of [\\d,]+)? entries$`, "u"));
  await find(page, "quick search");
  await waitForFocus(page.getByRole("searchbox", { name: "Search in entries" }));
  await find(page, "all keys");
  await page.getByRole("dialog", { name: "All keys" }).getByText("Find anything").waitFor();
  await page.keyboard.press("Escape");
  await find(page, "the whole history");
  await page.getByRole("button", { name: "Period: The whole history" }).waitFor();
});

test("does what another place can do, going there first, and offers what was chosen before first", async () => {
  const page = shared();
  await goTo(page, "Overview");
  await find(page, "set my name");
  await waitForFocus(page.getByRole("textbox", { name: "Your name" }));
  await page.keyboard.press("Escape");
  await find(page, "explain");
  await atPlace(page, "Exceptions");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await page.keyboard.press("Escape");
  await find(page, "checklist, materiality");
  await page.getByRole("dialog", { name: "Edit the months' file" }).waitFor();
  await page.keyboard.press("Escape");
  await find(page, "history");
  await atPlace(page, "History");
  const rightOf = async (one: Locator) => one.evaluate((box) => box.getBoundingClientRect().right);
  expect(await rightOf(page.getByRole("button", { name: /^Verify ledger/u }))).toBeCloseTo(
    await rightOf(page.getByRole("main").getByRole("table")),
  );
  await find(page, "options of the check");
  await waitForFocus(page.getByRole("heading", { level: 2, name: "The check" }));
  await goTo(page, "Overview");
  await find(page, "reopen the month");
  await page.getByText("“Reopen the month…” cannot be done now").waitFor();
  await page.keyboard.press("Control+k");
  await waitForFocus(found(page).getByRole("searchbox"));
  expect((await choices(page).allTextContents()).slice(0, 3)).toEqual([
    expect.stringMatching(/^Reopen the month/u),
    expect.stringMatching(/^Options of the check/u),
    expect.stringMatching(/^History/u),
  ]);
  await page.keyboard.press("Escape");
  await found(page).waitFor({ state: "hidden" });
});

test("shows fingerprints, hashes and commands only where somebody wants to see them", async () => {
  const page = shared();
  await goTo(page, "Exceptions");
  await page.getByRole("article").waitFor();
  const copy = page.getByRole("button", { name: "Copy the fingerprint" });
  expect(await copy.count()).toBe(0);
  await find(page, "show audit data");
  await copy.waitFor();
  await page.getByRole("button", { name: "Copy the command" }).waitFor();
  await goTo(page, "History");
  await page.getByRole("columnheader", { name: "Hash" }).waitFor();
  await find(page, "hide audit data");
  await page.getByRole("columnheader", { name: "Hash" }).waitFor({ state: "hidden" });
});

test("offers the same months as the header and Close, and says nothing of one under another's name", async () => {
  const page = shared();
  // Pulled in a later month than that of the newest record.
  await page.evaluate(() => {
    location.hash = "#/close?month=2026-08";
  });
  const inClose = page.getByRole("navigation", { name: "Months" }).getByRole("link");
  await inClose.first().waitFor();
  const names = (await inClose.locator(".month-name").allTextContents()).slice(0, 3);
  await page.getByRole("button", { name: /^Period/u }).click();
  const inHeader = page.getByRole("listbox", { name: "Months" }).getByRole("option");
  expect((await inHeader.locator(".fill").allTextContents()).slice(1, 4)).toEqual(names);
  await page.keyboard.press("Escape");
  const newest = names[0] ?? "";
  expect(newest).not.toBe("August 2026");
  await find(page, newest);
  await page.getByRole("button", { name: `Period: ${newest}` }).waitFor();
  // Once its records are read, it leads with its errors: "2 errors of November 2026 are undecided."
  const leads = page.getByRole("heading", { level: 2, name: new RegExp(names.join("|"), "u") });
  await leads.filter({ hasText: newest }).waitFor();
  await page.evaluate(() => {
    location.hash = "#/close?month=2031-05";
  });
  await page.getByText("The ledger has no May 2031 yet").waitFor();
  expect(await leads.count()).toBe(0);
});

test("finds a record that vanished, in Find and by its grid's search, and opens what the ledger holds of it", async () => {
  const ledger = newLedgerPath();
  const entries = wallet([1000, 500, -200, 70]).map((one) => ({ ...one, payref: `PAY-${one.walletID}` }));
  await importRecords(ledger, entries);
  await importRecords(
    ledger,
    entries.filter(({ walletID }) => walletID !== 2),
  );
  const page = await openWindow((await startHost(ledger)).url);
  await verdictOf(page);
  await page.keyboard.press("Control+k");
  await waitForFocus(found(page).getByRole("searchbox"));
  await page.keyboard.type("pay-2");
  await choices(page).filter({ hasText: "walletID 2" }).filter({ hasText: "vanished, pull 2" }).waitFor();
  expect(await found(page).getByText("Nothing matches.").count()).toBe(0);
  await page.keyboard.press("Enter");
  await detail(page, /^walletID 2$/u)
    .getByText("PAY-2")
    .first()
    .waitFor();
  await page.getByRole("searchbox", { name: "Search in entries" }).fill("pay-2");
  await page.getByText("1 vanished entry also matches: walletID 2, gone since pull 2.").waitFor();
  await page.getByRole("searchbox", { name: "Search in entries" }).fill("");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Close detail" }).click();
  await detail(page, /^walletID 2$/u).waitFor({ state: "hidden" });
  await page.keyboard.press("j");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await detail(page, /^walletID 2$/u)
    .getByText(/^Vanished: pull 2 is the first without this entry/u)
    .waitFor();
  await goTo(page, "Exceptions");
  await page
    .getByRole("option", { name: /vanished/iu })
    .first()
    .click();
  await page.getByRole("article").getByText("PAY-2").first().waitFor();
  expect(await page.getByText("The ledger no longer has its record").count()).toBe(0);
});
