/** The queue by keys and pointer: what is filtered, selected, undone and matched, and what is refused. Case 106. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { importIntoLedger } from "../../src/main/services/pull/import.ts";
import { listLedgerDecisions } from "../../src/main/services/review/review.ts";
import { transactionsBody, walletBody } from "../helpers/bodies.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { OCTOBER_MS, sale, wallet } from "../helpers/records.ts";
import { holdWorker } from "../helpers/window-calls.ts";
import { tabTo, waitForFocus } from "../helpers/window-keys.ts";
import { goTo, verdictOf } from "../helpers/window-steps.ts";
import { newContext, openWindow, startHost, useBrowser, watch } from "../helpers/window.ts";

useBrowser();

const CONTEXT = { now: () => Date.UTC(2026, 10, 1), appVersion: "test" };
const DAY_MS = 86_400_000;

/** Seven exceptions: orphans ORPHAN-1 to ORPHAN-4, and payments PAY-20 to PAY-40 that never came. */
async function smallLedger(): Promise<string> {
  const folder = temporaryFolder();
  const ledger = join(folder, "queue.tieout");
  const entries = wallet([100, 7500, 900, 3000], (at) => ({
    payref: `ORPHAN-${at + 1}`,
    dateCreatedAtMs: OCTOBER_MS + (at + 1) * 4 * DAY_MS,
  }));
  const [walletPath, allPath] = [join(folder, "wallet.json"), join(folder, "all.json")];
  writeFileSync(walletPath, walletBody(entries));
  writeFileSync(allPath, transactionsBody([sale(20, 12_500), sale(30, 3000), sale(40, 900)]));
  const files = { wallet: [walletPath], transactions: [allPath], user: null, business: [] };
  await importIntoLedger({ ledger, files }, CONTEXT);
  return ledger;
}

/** The queue of a ledger, who decides being said, its list ready for keys. */
async function openQueue(ledger: string, page?: Page): Promise<Page> {
  const { url } = await startHost(ledger);
  const opened = page ?? (await openWindow(url, { reducedMotion: "reduce" }));
  if (page !== undefined) await page.goto(url);
  await verdictOf(opened);
  await goTo(opened, "Settings");
  await opened.getByLabel("Your name").fill("Ada Obi");
  await opened.keyboard.press("Enter");
  await goTo(opened, "Exceptions");
  await opened.getByRole("article").waitFor();
  await listOf(opened).focus();
  return opened;
}

const listOf = (page: Page) => page.getByRole("listbox", { name: "Exceptions" });
const line = (page: Page, name: RegExp) => listOf(page).getByRole("option", { name });
const detail = (page: Page, name: RegExp) => page.getByRole("article", { name });
const decided = (ledger: string) =>
  listLedgerDecisions(ledger).map(({ status, note, undoes, finding }) => [
    undoes === null ? status : `undoes ${undoes}`,
    finding.payref,
    note,
  ]);

async function decide(page: Page, key: string, note: string): Promise<void> {
  await page.keyboard.press(key);
  await page.keyboard.type(note);
  await page.keyboard.press("Control+Enter");
}

test("a search that excludes the finding closes its detail, and the next key acts on what is shown", async () => {
  const ledger = await smallLedger();
  const slow = await (await newContext()).newPage();
  watch(slow);
  const asks = await holdWorker(slow, "exceptions");
  const page = await openQueue(ledger, slow);
  await line(page, /ORPHAN-1/u).click();
  await detail(page, /ORPHAN-1/u).waitFor();
  await page.keyboard.press("/");
  await asks.hold();
  await page.keyboard.type("orphan-3");
  await page.keyboard.press("Enter");
  await page.keyboard.press("a");
  await page.keyboard.type("typed at once");
  await expect.poll(asks.waiting).toBeGreaterThan(0);
  await asks.letThrough();
  await detail(page, /ORPHAN-3/u).waitFor();
  await expect.poll(() => listOf(page).getByRole("option").count()).toBe(1);
  await expect.poll(() => page.getByRole("article").count()).toBe(1);
  // The key came before the finding: it was refused and said so, and so was what was typed with it.
  await page.getByText("The list is changing").first().waitFor();
  expect(
    await detail(page, /ORPHAN-3/u)
      .getByRole("textbox")
      .count(),
  ).toBe(0);
  await page.waitForTimeout(700);
  await decide(page, "a", "on the third");
  await page.getByText("1 of 7 reviewed").waitFor();
  expect(decided(ledger)).toEqual([["accepted", "ORPHAN-3", "on the third"]]);
  await page.keyboard.press("/");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("orphan");
  await page.keyboard.press("Escape");
  await waitForFocus(listOf(page));
  await expect.poll(() => listOf(page).getByRole("option").count()).toBe(4);
  await detail(page, /ORPHAN-3/u).waitFor();
});

test("a notice's Undo undoes what it names, whatever else was decided or undone since", async () => {
  const ledger = await smallLedger();
  const page = await openQueue(ledger);
  await decide(page, "r", "ticket 1");
  await page.getByText("1 of 7 reviewed").waitFor();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("a");
  await waitForFocus(page.getByRole("dialog").getByRole("textbox"));
  await page.keyboard.type("both");
  await page.keyboard.press("Control+Enter");
  const notice = page.getByRole("alertdialog").filter({ hasText: "Accepted 2 findings" });
  await notice.waitFor();
  await decide(page, "e", "by itself");
  await page.getByText("4 of 7 reviewed").waitFor();
  await notice.getByRole("button", { name: "Undo" }).click();
  await page.getByText("2 of 7 reviewed").waitFor();
  expect(decided(ledger).slice(4)).toEqual([
    ["undoes 2", expect.anything(), ""],
    ["undoes 3", expect.anything(), ""],
  ]);
  await listOf(page).focus();
  await page.keyboard.press("Shift+U");
  await page.getByText("4 of 7 reviewed").waitFor();
  await page.keyboard.press("u");
  await page.getByText("2 of 7 reviewed").waitFor();
  expect(listLedgerDecisions(ledger)).toHaveLength(10);
});

test("a notice's Undo does nothing when that is already undone", async () => {
  const ledger = await smallLedger();
  const page = await openQueue(ledger);
  await decide(page, "r", "ticket 1");
  await page.keyboard.press("Control+a");
  await page.getByText("7 selected").waitFor();
  await page.keyboard.press("o");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: /7 findings/u }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await page.getByText("2 selected").waitFor();
  await page.keyboard.press("a");
  await waitForFocus(dialog.getByRole("textbox"));
  await page.keyboard.type("both");
  await page.keyboard.press("Control+Enter");
  const notice = page.getByRole("alertdialog").filter({ hasText: "Accepted 2 findings" });
  await notice.waitFor();
  await page.keyboard.press("u");
  await page.getByText("1 of 7 reviewed").waitFor();
  const count = listLedgerDecisions(ledger).length;
  await notice.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Nothing to undo").waitFor();
  expect(listLedgerDecisions(ledger)).toHaveLength(count);
});

test("selects lines by dragging, and drops from the selection what a filter hides", async () => {
  const page = await openQueue(await smallLedger());
  const [from, to] = [
    await line(page, /ORPHAN-1/u).boundingBox(),
    await line(page, /ORPHAN-3/u).boundingBox(),
  ];
  await page.mouse.move(from!.x + 200, from!.y + 10);
  await page.mouse.down();
  await page.mouse.move(from!.x + 200, from!.y + 30, { steps: 4 });
  await page.mouse.move(to!.x + 200, to!.y + 10, { steps: 6 });
  await page.mouse.up();
  const selection = page.getByRole("region", { name: "Selection" });
  await selection.getByText("3 selected").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("orphan-2");
  await page.keyboard.press("Enter");
  await selection.getByText("1 selected").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("pay-20");
  await page.keyboard.press("Enter");
  await expect.poll(() => selection.count()).toBe(0);
});

test("Home, End and Page keys move through the queue, and sorting by amount puts the largest first, orphans by their movement", async () => {
  const page = await openQueue(await smallLedger());
  const at = async () => listOf(page).locator(".queue-current").getAttribute("aria-posinset");
  await page.keyboard.press("End");
  await expect.poll(at).toBe("7");
  await page.keyboard.press("Home");
  await expect.poll(at).toBe("1");
  await page.keyboard.press("PageDown");
  await expect.poll(at).toBe("7");
  await page.keyboard.press("PageUp");
  await expect.poll(at).toBe("1");
  await page.getByRole("button", { name: /Order/u }).click();
  await page.getByRole("option", { name: "By amount" }).click();
  await expect.poll(async () => listOf(page).getByRole("option").first().textContent()).toContain("PAY-20");
  await detail(page, /PAY-20/u).waitFor();
  const names = await listOf(page).getByRole("option").allTextContents();
  const amounts = names.map((name) => /PAY-\d+|ORPHAN-\d/u.exec(name)?.[0]);
  expect(amounts.indexOf("ORPHAN-2")).toBe(1);
  expect(amounts.at(-1)).toBe("ORPHAN-1");
});

test("a match says what it solved and moves on; Enter in a list presses the button, Space chooses", async () => {
  const page = await openQueue(await smallLedger());
  await line(page, /ORPHAN-3/u).click();
  await listOf(page).focus();
  await detail(page, /ORPHAN-3/u).waitFor();
  const matched = new URL(page.url()).hash;
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog", { name: "Match by hand" });
  const transactions = dialog.getByRole("region", { name: "Transactions" });
  await waitForFocus(transactions.getByRole("option").first());
  await page.keyboard.press("Enter");
  await dialog.getByText("Choose at least one transaction.").waitFor();
  await tabTo(page, transactions.getByRole("option"), "Shift+Tab");
  await page.keyboard.press("Space");
  await transactions.getByRole("list", { name: "Chosen transactions" }).getByText("payID 40").waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByText(/Write a note that says why/u).waitFor();
  await waitForFocus(dialog.getByRole("textbox", { name: "Why they belong together" }));
  expect(
    await transactions.getByRole("list", { name: "Chosen transactions" }).getByRole("listitem").count(),
  ).toBe(1);
  await page.keyboard.type("The same sale");
  await page.keyboard.press("Enter");
  await page.getByText("Matched walletID 3 with payID 40").first().waitFor();
  await page.getByText("0 of 5 reviewed").waitFor();
  await detail(page, /ORPHAN-[124]|PAY/u).waitFor();
  expect(await page.getByRole("article", { name: /ORPHAN-3/u }).count()).toBe(0);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, matched);
  await page.getByText("Solved", { exact: true }).waitFor();
  await page.getByText("Matched walletID 3 with payID 40.").waitFor();
  await page.keyboard.press("Shift+J");
  await page.getByRole("article").waitFor();
});

test("says when everything is decided, and where to go next", async () => {
  const page = await openQueue(await smallLedger());
  await page.getByRole("button", { name: /Status/u }).click();
  await page.getByRole("option", { name: /^Undecided/u }).click();
  await expect.poll(() => listOf(page).getByRole("option").count()).toBe(7);
  await listOf(page).focus();
  await page.keyboard.press("Control+a");
  await page.getByText("7 selected").waitFor();
  await page.keyboard.press("a");
  await waitForFocus(page.getByRole("dialog").getByRole("textbox"));
  await page.keyboard.type("All known");
  await page.keyboard.press("Control+Enter");
  await page.getByText("All exceptions are decided").waitFor();
  await page.getByRole("button", { name: "Show all" }).waitFor();
});

test("never shows one period's figures under another's name", async () => {
  const page = await (await newContext()).newPage();
  watch(page);
  // Every state that is drawn is looked at: the period's name with the lines and the detail under it.
  await page.addInitScript(() => {
    const seen = new Set<string>();
    (globalThis as unknown as { seen: Set<string> }).seen = seen;
    const look = () => {
      requestAnimationFrame(look);
      const period = document.querySelector(".period-button")?.textContent ?? "";
      const count =
        document.querySelector("[role=option][aria-setsize]")?.getAttribute("aria-setsize") ?? "none";
      if (period !== "") seen.add(`${period}: ${count}`);
    };
    requestAnimationFrame(look);
  });
  await openQueue(await smallLedger(), page);
  const months = async () => page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
  await page.evaluate(() => (globalThis as unknown as { seen: Set<string> }).seen.clear());
  await page.getByRole("button", { name: /^Period: / }).click();
  await page.getByRole("option", { name: /whole history/iu }).click();
  await page.getByRole("article").waitFor();
  await expect.poll(() => listOf(page).getByRole("option").count()).toBeGreaterThan(0);
  const counts = new Map<string, Set<string>>();
  for (const one of await months()) {
    const [period = "", count = ""] = one.split(": ");
    if (count !== "none") counts.set(period, (counts.get(period) ?? new Set()).add(count));
  }
  expect([...counts].filter(([, of]) => of.size > 1)).toEqual([]);
});
