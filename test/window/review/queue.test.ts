/** The queue by keys and pointer: what is filtered, selected, undone and matched, and what is refused. Case 106. */
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { listLedgerDecisions } from "../../../src/main/services/review/review.ts";
import { useShared } from "../../helpers/at-end.ts";
import { holdWorker } from "../../helpers/window/window-calls.ts";
import { tabTo, waitForFocus } from "../../helpers/window/window-keys.ts";
import { ledgerOfOrphans } from "../../helpers/window/window-queue.ts";
import { goTo, goToQueue, orderByRecord, verdictOf } from "../../helpers/window/window-steps.ts";
import { enter, pageFor, startHost, useBrowser, watch } from "../../helpers/window/window.ts";

useBrowser();

const shared = useShared(async () => {
  // Seven exceptions.
  const ledger = await ledgerOfOrphans([100, 7500, 900, 3000]);
  const { url } = await startHost(ledger);
  const page = await pageFor(url);
  watch(page);
  const asks = await holdWorker(page, ["exceptions"]);
  await enter(page, url);
  await verdictOf(page);
  await goTo(page, "Settings");
  await page.getByLabel("Your name").fill("Ada Obi");
  await page.keyboard.press("Enter");
  await goToQueue(page);
  return { page, ledger, asks };
});

/** The queue that tests share at its first line, all of it open again, its list ready for keys. */
async function openQueue(): Promise<ReturnType<typeof shared>> {
  const { page } = shared();
  await page.keyboard.press("Escape");
  await comeBack(page);
  const progress = page.getByText(/^\d of \d reviewed/u);
  for (let words = await progress.textContent(); words !== "0 of 7 reviewed";) {
    await page.keyboard.press("u");
    // A key that comes while the list still changes does nothing, and is pressed again.
    const changed = progress.filter({ hasNotText: words ?? "" });
    await changed.waitFor({ timeout: 5000 }).catch(() => {});
    words = await progress.textContent();
  }
  // What was undone comes on screen only where nobody went on.
  await comeBack(page);
  await page.keyboard.press("Home");
  await firstLine(page).waitFor();
  return shared();
}

/** Whoever leaves the queue and comes back finds it without filters; here by record, whatever the usual order is. */
async function comeBack(page: Page): Promise<void> {
  await goTo(page, "Settings");
  await goToQueue(page);
  await orderByRecord(page);
}

/**
 * Presses a key until something is shown. While the list still changes a key does nothing, and Tieout says to press it again: after
 * a pause, since what follows at once is refused with it.
 */
async function pressUntil(page: Page, key: string, shown: Locator): Promise<void> {
  const isShown = async () => {
    await page.keyboard.press(key);
    return shown.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isShown).toBe(true);
}

const listOf = (page: Page) => page.getByRole("listbox", { name: "Exceptions" });
/** The line that keys act on, where it is the first. */
const firstLine = (page: Page) => listOf(page).locator(".queue-current[aria-posinset='1']");
const line = (page: Page, name: RegExp) => listOf(page).getByRole("option", { name });
const detail = (page: Page, name: RegExp) => page.getByRole("article", { name });
async function decide(page: Page, key: string, note: string): Promise<void> {
  await page.keyboard.press(key);
  await page.keyboard.type(note);
  await page.keyboard.press("Control+Enter");
}

test("a search that excludes the finding closes its detail, and the next key acts on what is shown", async () => {
  const { page, ledger, asks } = await openQueue();
  const before = listLedgerDecisions(ledger).length;
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
  // Whoever types on without a pause means the same.
  await page.waitForTimeout(700);
  await decide(page, "a", "on the third");
  await page.getByText("1 of 7 reviewed").waitFor();
  expect(listLedgerDecisions(ledger).slice(before)).toMatchObject([
    { status: "accepted", finding: { payref: "ORPHAN-3" }, note: "on the third", undoes: null },
  ]);
  await page.keyboard.press("/");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("orphan");
  await page.keyboard.press("Escape");
  await waitForFocus(listOf(page));
  await expect.poll(() => listOf(page).getByRole("option").count()).toBe(4);
  await detail(page, /ORPHAN-3/u).waitFor();
});

test("a notice's Undo undoes what it names, whatever else was decided or undone since, and nothing when that is already undone", async () => {
  const { page, ledger } = await openQueue();
  const before = listLedgerDecisions(ledger).length;
  const decidedSince = () => listLedgerDecisions(ledger).slice(before);
  await decide(page, "r", "ticket 1");
  await page.getByText("1 of 7 reviewed").waitFor();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog");
  await waitForFocus(dialog.getByRole("textbox"));
  await page.keyboard.type("both");
  await page.keyboard.press("Control+Enter");
  const notice = page.getByRole("alertdialog").filter({ hasText: "Accepted 2 findings" });
  // Pointed at it stays, however slow the machine is.
  await notice.hover();
  await decide(page, "e", "by itself");
  await page.getByText("4 of 7 reviewed").waitFor();
  await notice.getByRole("button", { name: "Undo" }).click();
  await page.getByText("2 of 7 reviewed").waitFor();
  const [, first, second] = decidedSince();
  expect(decidedSince().slice(4)).toMatchObject([
    { undoes: first?.id, note: "" },
    { undoes: second?.id, note: "" },
  ]);
  await listOf(page).focus();
  await page.keyboard.press("Shift+U");
  await page.getByText("4 of 7 reviewed").waitFor();
  await page.keyboard.press("u");
  await page.getByText("2 of 7 reviewed").waitFor();
  expect(decidedSince()).toHaveLength(10);

  await page.keyboard.press("Control+a");
  await page.getByText("7 selected").waitFor();
  await page.keyboard.press("o");
  await dialog.getByRole("heading", { name: /7 findings/u }).waitFor();
  await page.keyboard.press("Escape");
  await waitForFocus(listOf(page));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  await firstLine(page).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await page.getByText("2 selected").waitFor();
  await page.keyboard.press("a");
  await waitForFocus(dialog.getByRole("textbox"));
  await page.keyboard.type("both");
  await page.keyboard.press("Control+Enter");
  await notice.hover();
  await page.getByText("4 of 7 reviewed").waitFor();
  await page.keyboard.press("u");
  await page.getByText("2 of 7 reviewed").waitFor();
  const count = decidedSince().length;
  await notice.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Nothing to undo").waitFor();
  expect(decidedSince()).toHaveLength(count);
});

test("selects lines by dragging, and drops from the selection what a filter hides", async () => {
  const { page } = await openQueue();
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
  await searchFor(page, "orphan-2");
  await selection.getByText("1 selected").waitFor();
  await searchFor(page, "pay-20");
  await expect.poll(() => selection.count()).toBe(0);
});

/** By keys alone; the list, which Enter goes to, may be another by then. */
async function searchFor(page: Page, text: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Search exceptions" });
  await page.keyboard.press("/");
  await waitForFocus(field);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await waitForFocus(listOf(page));
  expect(await field.inputValue()).toBe(text);
}

test("Home, End and Page keys move through the queue, and sorting by amount puts the largest first, orphans by their movement", async () => {
  const { page } = await openQueue();
  const at = async () => listOf(page).locator(".queue-current").getAttribute("aria-posinset");
  await page.keyboard.press("End");
  await expect.poll(at).toBe("7");
  await page.keyboard.press("Home");
  await expect.poll(at).toBe("1");
  await pressUntil(page, "PageDown", listOf(page).locator(".queue-current[aria-posinset='7']"));
  await pressUntil(page, "PageUp", firstLine(page));
  await page.getByRole("button", { name: /Order/u }).click();
  await page.getByRole("option", { name: "By amount at stake" }).click();
  await expect.poll(async () => listOf(page).getByRole("option").first().textContent()).toContain("PAY-20");
  await detail(page, /PAY-20/u).waitFor();
  const names = await listOf(page).getByRole("option").allTextContents();
  const amounts = names.map((name) => /PAY-\d+|ORPHAN-\d/u.exec(name)?.[0]);
  expect(amounts.indexOf("ORPHAN-2")).toBe(1);
  expect(amounts.at(-1)).toBe("ORPHAN-1");
});

test("whoever is on a button below the list when that empties is on what stands in its place", async () => {
  const { page } = await openQueue();
  const bar = page.getByRole("toolbar", { name: "Moving and selecting" });
  await bar.getByRole("button", { name: /^Next undecided/u }).focus();
  await page.evaluate(() => (location.hash = `${location.hash.split("?")[0]}?q=nothing`));
  await expect.poll(() => bar.count()).toBe(0);
  await waitForFocus(page.getByRole("button", { name: "Show all" }));
});

test("a match says what it solved and moves on; Enter in a list presses the button, Space chooses", async () => {
  const { page } = await openQueue();
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
  await pressUntil(page, "Shift+J", page.getByRole("article"));
});

test("says when everything is decided, and where to go next", async () => {
  const { page } = await openQueue();
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
  await page.getByText("Nothing here is undecided").waitFor();
  await page.getByRole("region", { name: "All decided" }).getByText("All 7 decided.").waitFor();
  await page.getByRole("button", { name: "Show all" }).waitFor();
});

test("never shows one period's figures under another's name", async () => {
  const { page } = await openQueue();
  // Every state that is drawn is looked at: the period's name with the lines and the detail under it.
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    const look = () => {
      requestAnimationFrame(look);
      const period = document.querySelector(".period-button")?.textContent ?? "";
      const count =
        document.querySelector("[role=option][aria-setsize]")?.getAttribute("aria-setsize") ?? "none";
      if (period !== "") seen.add(`${period}: ${count}`);
    };
    requestAnimationFrame(look);
  });
  const months = async () => page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
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
