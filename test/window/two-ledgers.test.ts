/** Two clients one after the other in one window: nothing that it shows of the second is of the first. */
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { Entry } from "../../src/core/records/entry.ts";
import type { Transaction } from "../../src/core/records/transaction.ts";
import { importIntoLedger } from "../../src/main/services/import/import.ts";
import { monthDays } from "../../src/core/time.ts";
import { decide, readReview } from "../../src/main/services/review/review.ts";
import { transactionsBody, walletBody } from "../helpers/bodies.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { HOUR_MS, OCTOBER_MS, oneTime, sale, wallet } from "../helpers/records.ts";
import { pressSequence } from "../helpers/window/window-keys.ts";
import { atPlace, verdictOf } from "../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../helpers/window/window.ts";

useBrowser();

const CONTEXT = { now: () => Date.UTC(2026, 10, 2), appVersion: "test" };

/** A client's wallet: the same ids in each, other amounts, words and counts. */
function entriesOf(client: string, length: number, off: number): Entry[] {
  const movements = Array.from({ length }, (_, at) => 1000 + at);
  return wallet(movements, (at) => ({
    description: `${client}: rent ${at}`,
    payref: at === 4 ? "" : `PAY-${at}`,
  })).map((one) => ({
    ...one,
    balance: one.walletID >= 3 ? one.balance + off : one.balance,
  }));
}

function paymentsOf(client: string, length: number, amount: number): Transaction[] {
  return Array.from({ length }, (_, at) => {
    const payref = `PAY-${at}`;
    return sale(at + 1, amount + at, {
      payref,
      detail: oneTime({ payref, amount: amount + at, itemname: `${client} goods` }),
      customer: { userID: 9, name: `Customer of ${client}`, phone: "+2348000000000", extra: null },
      dateCreatedAtMs: OCTOBER_MS + at * HOUR_MS,
    });
  });
}

async function importInto(ledger: string, entries: Entry[], payments: Transaction[], atMs: number) {
  const folder = temporaryFolder();
  const files = { wallet: join(folder, "wallet.json"), transactions: join(folder, "transactions.json") };
  writeFileSync(files.wallet, walletBody(entries));
  writeFileSync(files.transactions, transactionsBody(payments));
  const request = { wallet: [files.wallet], transactions: [files.transactions], user: null, business: [] };
  await importIntoLedger({ ledger, files: request }, { ...CONTEXT, now: () => atMs });
}

/** Three ledgers: two clients of the same ids, and a copy of the first that went on by itself. */
async function threeLedgers(): Promise<{ readonly home: string; readonly first: string }> {
  const home = temporaryFolder();
  const path = (name: string) => join(home, `${name}.tieout`);
  const [harbour, quay, copy] = [path("Harbour"), path("Quay"), path("Copy")];
  const [one, later] = [Date.UTC(2026, 10, 2), Date.UTC(2026, 10, 3)];
  await importInto(harbour, entriesOf("Harbour", 30, 7), paymentsOf("Harbour", 24, 1000), one);
  await importInto(quay, entriesOf("Quay", 20, 11), paymentsOf("Quay", 16, 2000), one);
  copyFileSync(harbour, copy);
  await importInto(copy, entriesOf("Copied", 28, 13), paymentsOf("Copied", 20, 3000), later);
  await raiseFirst(harbour, "Asked by Harbour");
  await raiseFirst(copy, "Asked by Copied");
  const recent = [harbour, quay, copy].map((ledger) => ({ path: ledger, openedAtMs: one }));
  writeFileSync(join(home, "recent.json"), JSON.stringify({ ledgers: recent }));
  return { home, first: harbour };
}

async function raiseFirst(ledger: string, note: string): Promise<void> {
  const request = { ledger, period: monthDays("2026-10"), options: {} };
  const [first] = readReview(request, CONTEXT).findings;
  const items = first === undefined ? [] : [{ fingerprint: first.finding.fingerprint }];
  await decide({ ...request, items, status: "raised", note, by: "Ada Obi" }, CONTEXT);
}

/** What a person can read, once it has come to rest: what is asked of the worker comes in turn. */
async function textOf(page: Page): Promise<string> {
  let before = "";
  let times = 0;
  await expect
    .poll(
      async () => {
        const now = await textOfNextFrame(page);
        times = now === before && !/Reading|Checking|Opening…/u.test(now) ? times + 1 : 0;
        before = now;
        return times;
      },
      { interval: 50 },
    )
    .toBeGreaterThan(4);
  return before;
}

/** A page gives its columns room frame by frame: where none is drawn for a while it only seems to be at rest. */
async function textOfNextFrame(page: Page): Promise<string> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    return document.body.innerText;
  });
}

const PAGES = [
  ["Overview", "overview"],
  ["Wallet", "wallet"],
  ["Wallet", "wallet/3"],
  ["Wallet", "wallet/25"],
  ["Wallet", "wallet/999"],
  ["Transactions", "transactions"],
  ["Transactions", "transactions/4"],
  ["Transactions", "transactions/999"],
  ["Exceptions", "exceptions"],
  ["Close", "close"],
  ["The year", "close/year"],
  ["History", "settings/history"],
  ["The check", "settings/check"],
] as const;

/** Every page with a record of it in full, the candidates of a match, and what Ctrl+K finds. */
async function everythingIn(page: Page): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [place, at] of PAGES) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/${at}?month=2026-10`);
    await atPlace(page, place);
    if (at === "overview")
      await page
        .getByRole("region", { name: /^Exceptions, / })
        .first()
        .waitFor();
    texts[at] = await textOf(page);
  }
  await page.evaluate(() => {
    location.hash = "#/wallet/5?month=2026-10";
  });
  await page
    .getByRole("button", { name: /^Match/u })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Match by hand" });
  await dialog.getByRole("listbox").first().waitFor();
  texts["match"] = await textOf(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("rent 3");
  await page
    .getByRole("menuitem", { name: /walletID/u })
    .first()
    .waitFor();
  texts["find"] = await textOf(page);
  // What was typed, then the dialog.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Find" }).waitFor({ state: "hidden" });
  return texts;
}

async function everythingReloaded(page: Page): Promise<Record<string, string>> {
  await page.reload();
  await atPlace(page, "Wallet");
  return everythingIn(page);
}

async function open(page: Page, name: string): Promise<void> {
  await pressSequence(page, "g", "l");
  await page
    .getByRole("dialog", { name: "Ledgers" })
    .getByRole("menuitem", { name: new RegExp(`^${name}`, "u") })
    .click();
  await expect.poll(() => page.title()).toContain(name);
  await verdictOf(page);
}

test("a client opened after another shows on every page what a reload or the first opening shows, also where its ids, or all of its ledger, are the same", async () => {
  const { home, first } = await threeLedgers();
  const { url } = await startHost(first, home);
  const page = await openWindow(url);
  await verdictOf(page);
  const ofHarbour = await everythingIn(page);
  expect(ofHarbour["transactions/4"]).toContain("Customer of Harbour");
  for (const [name, word] of [
    ["Quay", "Quay"],
    ["Harbour", "Harbour"],
    ["Copy", "Copied"],
  ] as const) {
    await open(page, name);
    const shown = await everythingIn(page);
    expect(shown).toEqual(name === "Harbour" ? ofHarbour : await everythingReloaded(page));
    expect(shown["transactions/4"]).toContain(`Customer of ${word}`);
    const strangers = ["Harbour", "Quay", "Copied"].filter((other) => other !== word);
    // The copy has its versions of before.
    if (word === "Copied") strangers.shift();
    for (const text of Object.values(shown)) for (const other of strangers) expect(text).not.toContain(other);
  }
}, 400_000);

test("a column that grows with the window still does in the next client's ledger", async () => {
  const { home, first } = await threeLedgers();
  const { url } = await startHost(first, home);
  const page = await openWindow(url);
  const description = async () => {
    await page.evaluate(() => {
      location.hash = "#/wallet?month=2026-10";
    });
    await atPlace(page, "Wallet");
    await textOf(page);
    return (await page.locator('.ag-header-cell[col-id="description"]').boundingBox())?.width;
  };
  const [wide, narrow] = [
    { width: 1920, height: 1080 },
    { width: 1700, height: 1080 },
  ];
  await page.setViewportSize(wide);
  await verdictOf(page);
  const before = await description();
  await page.setViewportSize(narrow);
  expect(await description()).toBeLessThan(before ?? 0);
  expect(await page.evaluate(() => sessionStorage.getItem("tieout.columns.entries"))).toBeNull();
  await open(page, "Quay");
  await page.setViewportSize(wide);
  expect(await description()).toBe(before);
  // Also where the width of another column was set: that one keeps it, and it alone.
  const stated = page.locator('.ag-header-cell[col-id="stated"]');
  const set = await stated.boundingBox();
  const edge = page.locator('.ag-header-cell[col-id="stated"] .ag-header-cell-resize');
  const { x = 0, y = 0, width = 0, height = 0 } = (await edge.boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 30, y + height / 2, { steps: 5 });
  await page.mouse.up();
  const kept = () => page.evaluate(() => sessionStorage.getItem("tieout.columns.entries") ?? "");
  await expect.poll(kept).toContain('"stated","width"');
  expect((await kept()).match(/"width"/gu)).toHaveLength(1);
  await open(page, "Harbour");
  expect(await description()).toBe((before ?? 0) - 30);
  expect((await stated.boundingBox())?.width).toBe((set?.width ?? 0) + 30);
  await page.setViewportSize(narrow);
  expect(await description()).toBeLessThan((before ?? 0) - 30);
}, 60_000);
