/** Fifteen digits and a sign, in every place: no amount is ever cut so that it reads as a shorter one. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { transactionsBody, walletBody } from "../../helpers/bodies.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { cutAmounts, cutLabels } from "../../helpers/window/cut-amounts.ts";
import { ledgerInCurrencies } from "../../helpers/ledgers/currency-ledger.ts";
import { threeCurrencies } from "../../helpers/ledgers/currency-world.ts";
import { OCTOBER_MS, sale, wallet } from "../../helpers/records.ts";
import { LEDGER_PLACES, atPlace, goToQueue, unfold, verdictOf } from "../../helpers/window/window-steps.ts";
import { wireUser } from "../../helpers/wire-records.ts";
import { pressSequence } from "../../helpers/window/window-keys.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

/** The last is a window of 1280 at 200 %. */
const WINDOWS = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 640, height: 400 },
] as const;

test("case 107: amounts of fifteen digits are legible in full in every place, however wide the window is", async () => {
  const { url } = await startHost(await longLedger());
  const page = await openWindow(url, { reducedMotion: "reduce" });
  await verdictOf(page);
  const found: Record<string, string[]> = {};
  const look = async (what: string) => {
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      const wrong = async () => [...(await cutAmounts(page)), ...(await cutLabels(page))];
      // A grid hides what is partly in sight a frame after its width changed.
      for (let left = 20; left > 0 && (await wrong()).length > 0; left -= 1) await page.waitForTimeout(50);
      const still = await wrong();
      if (still.length > 0) found[`${what}, ${size.width} wide`] = still;
    }
    await page.setViewportSize(WINDOWS[0]);
  };
  for (const [key, place] of LEDGER_PLACES) {
    await pressSequence(page, "g", key);
    await atPlace(page, place);
    await settle(page, place);
    await look(place);
    if (place === "The year") {
      const figures = page.locator(".year td a");
      // A figure is in pieces between which it may break, where there is no room.
      const lines = await figures.evaluateAll((all) =>
        all.map((link) => new Set(Array.from(link.getClientRects(), ({ top }) => Math.round(top))).size),
      );
      if (lines.some((count) => count !== 1)) found["The year, lines of each figure"] = lines.map(String);
    }
    if (place === "Wallet" || place === "Transactions") {
      await page.getByRole("gridcell").first().click();
      await page.keyboard.press("Enter");
      await page.getByRole("complementary").getByRole("table").first().waitFor();
      await look(`${place}, a record`);
      await page.keyboard.press("Escape");
    }
  }
  expect(found).toEqual({});
});

test("where there are several currencies, each difference of the wide queue stays on its line with its own", async () => {
  const world = threeCurrencies();
  const entries = world.entries.map((one) =>
    one.payref === "PAY-9" ? { ...one, balance: one.balance + 1_234_567_890 } : one,
  );
  const page = await openWindow((await startHost(await ledgerInCurrencies({ ...world, entries }))).url);
  await page.setViewportSize(WINDOWS[0]);
  await verdictOf(page);
  const list = await goToQueue(page);
  await expect.poll(() => list.getAttribute("class")).toContain("queue-wide");
  const shown = await list.getByRole("option").evaluateAll((lines) =>
    lines.map((line) => {
      const difference = line.querySelector(".queue-difference")!;
      const range = document.createRange();
      range.selectNodeContents(difference);
      const [own, all] = [range.getBoundingClientRect(), line.getBoundingClientRect()];
      const before = line.querySelector(".queue-subject")!.getBoundingClientRect();
      const after = line.querySelector(".queue-date")!.getBoundingClientRect();
      return {
        words: (difference as HTMLElement).innerText.replaceAll(/\s+/gu, " ").trim(),
        isWithin:
          own.width === 0 ||
          (own.top >= all.top &&
            own.bottom <= all.bottom &&
            own.left >= before.right &&
            own.right <= after.left),
      };
    }),
  );
  const words = shown.map((one) => one.words);
  expect(words).toContain("NGN +1,234,567,960");
  expect(words.some((one) => /at stake NGN [\d,]+$/u.test(one))).toBe(true);
  expect(words.filter((one) => /^NGN(?! [+−])/u.test(one))).toEqual([]);
  expect(shown.filter(({ isWithin }) => !isWithin)).toEqual([]);
});

test("where there are several currencies, each row of the grids names its own before amounts give way", async () => {
  const ledger = await ledgerInCurrencies(threeCurrencies(), wireUser({ userID: 1 }));
  const page = await openWindow((await startHost(ledger)).url);
  await page.setViewportSize(WINDOWS[2]);
  await verdictOf(page);
  const currencies = async (key: string) => {
    await pressSequence(page, "g", key);
    await page.locator(".ag-header-cell[col-id=currency]").waitFor();
    const cells = page.locator(".ag-row:not(.grid-unread) [col-id=currency]");
    await cells.first().waitFor();
    return cells.allInnerTexts();
  };
  expect(await currencies("w")).toEqual(["NGN", "GHS", "GHS", "", "NGN", "GHS"]);
  expect(await page.locator("main header").first().innerText()).not.toContain("Amounts in");
  await page.getByRole("gridcell", { name: "11", exact: true }).click();
  await page.keyboard.press("Enter");
  const sum = page.getByRole("table", { name: "The balance as a sum" });
  await sum.getByRole("columnheader", { name: "GHS" }).waitFor();
  await page.keyboard.press("Escape");
  expect(await currencies("t")).toEqual(["", "EUR", "NGN", "NGN", "GHS", "USD", "NGN"]);
});

/** Waits for what a place shows last. */
async function settle(page: Page, place: string): Promise<void> {
  if (place === "Overview") await page.locator(".balance-plot canvas").waitFor();
  if (place === "Wallet" || place === "Transactions") await page.getByRole("gridcell").first().waitFor();
  if (place === "Exceptions") await page.getByRole("table").first().waitFor();
  if (place === "The year") {
    await page.getByRole("button", { name: /Twelve months to/u }).click();
    await page.getByRole("option", { name: "October 2026" }).click();
    await page.locator(".year td a").first().waitFor();
  }
  if (place === "Close") {
    for (const title of ["Figures", "Three-way proof", "Outstanding items"]) await unfold(page, title);
  }
}

/** A wallet that closes at 254,843,230,000,111 and has breaks, payments and outstanding items of as many digits. */
async function longLedger(): Promise<string> {
  const folder = temporaryFolder();
  const movements = [
    254_843_230_000_111, 267_651_860_999_888, -134_512_345_678_901, 122_334_455_667_788, -255_473_970_877_775,
  ];
  const entries = wallet(movements, (at) => ({
    payref: at === 1 ? "PAY-2" : "",
    dateCreatedAtMs: OCTOBER_MS + at * 86_400_000,
  })).map((one, at) => ({ ...one, balance: at === 2 ? one.balance + 111_222_333_444_555 : one.balance }));
  const transactions = [
    sale(2, 267_651_860_999_999, { payref: "PAY-2" }),
    sale(3, 112_233_445_566_778, { payref: "PAY-3" }),
  ];
  const paths = { wallet: join(folder, "wallet.json"), transactions: join(folder, "all.json") };
  writeFileSync(paths.wallet, walletBody(entries));
  writeFileSync(paths.transactions, transactionsBody(transactions));
  const ledger = join(folder, "long.tieout");
  await importIntoLedger(
    {
      ledger,
      files: { wallet: [paths.wallet], transactions: [paths.transactions], user: null, business: [] },
    },
    { now: () => Date.UTC(2026, 10, 1), appVersion: "test" },
  );
  return ledger;
}
