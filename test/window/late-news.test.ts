/** Two windows of one host: what a window hears late, or draws late, is of the ledger that it was said of. */
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { temporaryFolder } from "../helpers/cli.ts";
import { pressSequence, waitForFocus } from "../helpers/window/window-keys.ts";
import { ledgerOf } from "../helpers/window/window-service.ts";
import { goTo, goToQueue, verdictOf } from "../helpers/window/window-steps.ts";
import { holdBack, holdNews } from "../helpers/window/window-wire.ts";
import { newContext, startHost, useBrowser, watch } from "../helpers/window/window.ts";

useBrowser();

/** Two windows on the first of three ledgers; what the first of them hears or says can be held back. */
async function twoWindows<Wire>(held: (page: Page) => Promise<Wire>) {
  const folder = temporaryFolder();
  const filled = await ledgerOf({ entries: 300 });
  const [first = "", ...others] = ["Adeyemi", "Bakare", "Chukwu"].map((name) => {
    const ledger = join(folder, `${name}.tieout`);
    copyFileSync(filled, ledger);
    return ledger;
  });
  const recent = { ledgers: others.map((path) => ({ path, openedAtMs: Date.UTC(2026, 9, 1) })) };
  writeFileSync(join(folder, "recent.json"), JSON.stringify(recent));
  const { url } = await startHost(first, folder);
  const page = await (await newContext()).newPage();
  watch(page);
  const wire = await held(page);
  await page.goto(url);
  await verdictOf(page);
  const other = await page.context().newPage();
  watch(other);
  await other.goto(new URL("/", page.url()).href);
  await verdictOf(other);
  return { page, other, wire };
}

const ledgersOf = (page: Page) => page.getByRole("dialog", { name: "Ledgers" });

async function openClient(page: Page, name: string): Promise<void> {
  await pressSequence(page, "g", "l");
  await ledgersOf(page)
    .getByRole("menuitem", { name: new RegExp(`^${name}`, "u") })
    .click();
  await expect.poll(() => page.title()).toContain(name);
}

async function explain(page: Page): Promise<void> {
  await page.keyboard.press("e");
  const words = page.getByRole("article").getByRole("textbox");
  await waitForFocus(words);
  await page.keyboard.type("Posted twice");
  await page.keyboard.press("Control+Enter");
  await waitForFocus(page.getByRole("textbox", { name: "Your name" }));
  await page.keyboard.type("Ada Obi");
  await page.keyboard.press("Enter");
}

/** Holds back what the first window asks by a method, once it is told to. */
const holdCalls = (method: string) => async (first: Page) => {
  const wire = await holdBack(first, method);
  wire.letThrough();
  return wire;
};

test("a window whose call opened a ledger shows the one that is open by the time it is answered", async () => {
  const { page, other, wire } = await twoWindows((first) =>
    holdNews(first, (_, method) => method === "ledger.open"),
  );
  wire.hold();
  await openClient(page, "Bakare");
  await expect.poll(wire.waiting).toBe(1);
  await openClient(other, "Chukwu");
  await expect.poll(() => page.title()).toContain("Chukwu");
  wire.letThrough();
  await pressSequence(page, "g", "l");
  // It is enabled again once the call is answered.
  await expect
    .poll(() =>
      ledgersOf(page)
        .getByRole("button", { name: /^Open another/u })
        .isEnabled(),
    )
    .toBe(true);
  await ledgersOf(page)
    .getByRole("menuitem", { name: /^Chukwu.*open now/u })
    .waitFor();
});

test("that nothing was written, as another ledger is open now, is read though it is said with the news of that ledger", async () => {
  const { page, other, wire } = await twoWindows((first) =>
    holdNews(
      first,
      (said) =>
        (said.is === "event" && said.message.event === "ledger.changed") ||
        (said.is === "reply" && !said.reply.ok),
    ),
  );
  await goTo(page, "Settings");
  wire.hold();
  await openClient(other, "Bakare");
  const decimals = page.getByRole("textbox", { name: "Decimals" });
  await decimals.fill("3");
  await decimals.press("Enter");
  await expect.poll(wire.waiting).toBeGreaterThan(1);
  // Too busy to draw what it hears first before it hears the rest.
  await page.evaluate(() => {
    setTimeout(() => {
      const endMs = performance.now() + 1000;
      while (performance.now() < endMs);
    });
  });
  wire.letThrough();
  await expect.poll(() => page.title()).toContain("Bakare");
  await page
    .getByRole("alertdialog")
    .filter({ hasText: "Another ledger is open now" })
    .getByText(/Nothing was written\./u)
    .waitFor();
});

test("what is read back late of a decision is of the ledger that is open by then, and never shown of the one it was taken in", async () => {
  const { page, other, wire } = await twoWindows(holdCalls("review.list"));
  await goToQueue(page);
  wire.hold();
  await explain(page);
  await expect.poll(wire.waiting).toBeGreaterThan(0);
  await openClient(other, "Bakare");
  await expect.poll(() => page.title()).toContain("Bakare");
  wire.letThrough();
  await verdictOf(page);
  wire.hold();
  await openClient(page, "Adeyemi");
  await goTo(page, "Wallet");
  // Once its rows are counted it is checked, and only what was decided is waited for.
  await expect.poll(() => page.locator(".grid-counts").textContent()).toMatch(/\d/u);
  await goTo(page, "Exceptions");
  const reviewed = page.getByText(/^\d+ of \d+ reviewed/u);
  const reading = page.getByRole("main").getByText("Reading the ledger…");
  await reviewed.or(reading).first().waitFor();
  expect(await reviewed.allTextContents()).toEqual([]);
  wire.letThrough();
  await expect.poll(() => reviewed.textContent()).toMatch(/^1 of/u);
});

test("a dialog that connects the open ledger is shut once another is open: what is typed there is of the first", async () => {
  const { page, other } = await twoWindows(async () => Promise.resolve());
  await page.getByRole("banner").getByRole("button", { name: "Pull now" }).click();
  const dialog = page.getByRole("dialog", { name: "Connection" });
  await dialog.getByRole("textbox", { name: "Base URL" }).fill("https://adeyemi.example");
  await openClient(other, "Bakare");
  await expect.poll(() => page.title()).toContain("Bakare");
  expect(await dialog.count()).toBe(0);
});

test("that a decision was not saved, as another ledger is open by then, is said over that one, and again in its own", async () => {
  const { page, other, wire } = await twoWindows(holdCalls("review.decide"));
  await goToQueue(page);
  wire.hold();
  await explain(page);
  await expect.poll(wire.waiting).toBe(1);
  await openClient(other, "Bakare");
  await expect.poll(() => page.title()).toContain("Bakare");
  wire.letThrough();
  const notice = page.getByRole("alertdialog").filter({ hasText: "Another ledger is open now" });
  await notice.waitFor();
  await openClient(page, "Adeyemi");
  await page
    .getByRole("alert")
    .filter({ hasText: /^Not saved: explain/u })
    .waitFor();
});
