/** Two windows of one host: what a window hears late, or draws late, is of the ledger that it was said of. */
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { TieoutError } from "../../src/core/errors.ts";
import { faultOf } from "../../src/ipc/envelope.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { chooseFiles, dropFiles } from "../helpers/window/window-files.ts";
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

/** Has the first window hear of another ledger, and that something was refused, when it is told to. */
const holdRefusals = (first: Page) =>
  holdNews(
    first,
    (said) =>
      (said.is === "event" && said.message.event === "ledger.changed") ||
      (said.is === "reply" && !said.reply.ok),
  );

/** Lets both through while the window is too busy to draw what it hears first before it hears the rest. */
async function letThroughAtOnce(page: Page, wire: Awaited<ReturnType<typeof holdRefusals>>): Promise<void> {
  await expect.poll(wire.waiting).toBeGreaterThan(1);
  await page.evaluate(() => {
    setTimeout(() => {
      const endMs = performance.now() + 1000;
      while (performance.now() < endMs);
    });
  });
  wire.letThrough();
}

const refusalOf = (page: Page) =>
  page.getByRole("alertdialog").filter({ hasText: "Another ledger is open now" });

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

/** Two windows, in which a ledger was left by the other one while its decision was on the way. */
async function leaveWhileDeciding() {
  const { page, other, wire } = await twoWindows(holdCalls("review.decide"));
  await goToQueue(page);
  wire.hold();
  await explain(page);
  await expect.poll(wire.waiting).toBe(1);
  await openClient(other, "Bakare");
  await expect.poll(() => page.title()).toContain("Bakare");
  return { page, wire };
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
  // Its list of ledgers goes with the ledger that it was opened over.
  await expect.poll(() => other.title()).toContain("Bakare");
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
  const { page, other, wire } = await twoWindows(holdRefusals);
  await goTo(page, "Settings");
  wire.hold();
  await openClient(other, "Bakare");
  const decimals = page.getByRole("textbox", { name: "Decimals" });
  await decimals.fill("3");
  await decimals.press("Enter");
  await letThroughAtOnce(page, wire);
  await expect.poll(() => page.title()).toContain("Bakare");
  await refusalOf(page)
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
  const { page, wire } = await leaveWhileDeciding();
  wire.letThrough();
  await refusalOf(page).waitFor();
  await openClient(page, "Adeyemi");
  await page
    .getByRole("alert")
    .filter({ hasText: /^Not saved: explain/u })
    .waitFor();
  expect(await refusalOf(page).count()).toBe(0);
});

test("that a decision was not saved is said over the other ledger though it is heard with the news of that one", async () => {
  const { page, other, wire } = await twoWindows(holdRefusals);
  await goToQueue(page);
  wire.hold();
  await openClient(other, "Bakare");
  await explain(page);
  await letThroughAtOnce(page, wire);
  await expect.poll(() => page.title()).toContain("Bakare");
  await refusalOf(page).waitFor();
});

async function prepare(page: Page): Promise<void> {
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Prepare/u })
    .waitFor();
  await page.keyboard.press("p");
  const dialog = page.getByRole("dialog", { name: /^Prepare/u });
  await dialog.getByRole("textbox", { name: "Prepared by" }).fill("Ada Obi");
  await dialog.getByRole("textbox", { name: /^Why|^Note/u }).fill("The provider answers later");
  await page.keyboard.press("Control+Enter");
}

test("that a step was not taken, as another ledger is open by then, is said over that one", async () => {
  const { page, other, wire } = await twoWindows(holdCalls("close.prepare"));
  await goTo(page, "Close");
  wire.hold();
  await prepare(page);
  await expect.poll(wire.waiting).toBe(1);
  await openClient(other, "Bakare");
  await expect.poll(() => page.title()).toContain("Bakare");
  wire.letThrough();
  await refusalOf(page).waitFor();
});

test("that a step was not taken is said over the other ledger though it is heard with the news of that one", async () => {
  const { page, other, wire } = await twoWindows(holdRefusals);
  await goTo(page, "Close");
  wire.hold();
  await openClient(other, "Bakare");
  await prepare(page);
  await letThroughAtOnce(page, wire);
  await expect.poll(() => page.title()).toContain("Bakare");
  await refusalOf(page).waitFor();
});

test("a dialog that imports into the open ledger is shut once another is open: nobody imports into that one unasked", async () => {
  const { page, other } = await twoWindows(async () => Promise.resolve());
  const file = join(temporaryFolder(), "wallet.json");
  writeFileSync(file, "[]");
  await dropFiles(page, [file]);
  const dialog = page.getByRole("dialog", { name: "Import saved responses" });
  await dialog.getByRole("button", { name: /^Adeyemi/u }).waitFor();
  await openClient(other, "Bakare");
  await expect.poll(() => page.title()).toContain("Bakare");
  await dialog.waitFor({ state: "hidden" });
});

test("a dialog that imports into a new ledger stays whichever is open", async () => {
  const { page, other } = await twoWindows(async () => Promise.resolve());
  const file = join(temporaryFolder(), "wallet.json");
  writeFileSync(file, "[]");
  await dropFiles(page, [file]);
  const dialog = page.getByRole("dialog", { name: "Import saved responses" });
  await dialog.getByRole("button", { name: /^Adeyemi/u }).click();
  await page.getByRole("option", { name: "A new ledger" }).click();
  await openClient(other, "Bakare");
  await expect.poll(() => page.title()).toContain("Bakare");
  await dialog.getByRole("button", { name: /^A new ledger/u }).waitFor();
  expect(await dialog.getByRole("button", { name: "Import into a new ledger…" }).count()).toBe(1);
});

test("that no key was made, as another ledger is open by then, is said over that one", async () => {
  const { page, other, wire } = await twoWindows(holdCalls("keys.enrol"));
  await goTo(page, "Settings");
  wire.hold();
  await page.getByRole("textbox", { name: "Name to sign" }).fill("Ada Obi");
  await page.getByRole("button", { name: "Make a key for this name" }).click();
  await expect.poll(wire.waiting).toBe(1);
  await openClient(other, "Bakare");
  await expect.poll(() => page.title()).toContain("Bakare");
  wire.letThrough();
  await refusalOf(page).waitFor();
});

test("that a step was given up is said nowhere once its ledger is gone: whoever gave it up knows", async () => {
  const givenUp = faultOf(new TieoutError("CANCELLED", "No place was chosen"));
  const { page, other, wire } = await twoWindows((first) =>
    holdNews(
      first,
      (_, method) => method === "close.prepare",
      (said) => (said.is === "reply" ? { ...said, reply: { ok: false, fault: givenUp } } : said),
    ),
  );
  await goTo(page, "Close");
  wire.hold();
  await prepare(page);
  await expect.poll(wire.waiting).toBe(1);
  await openClient(other, "Bakare");
  await expect.poll(() => page.title()).toContain("Bakare");
  wire.letThrough();
  await saysNothing(page);
});

test("nothing is said of files that could not be looked at once nobody imports them", async () => {
  const { page, wire } = await twoWindows(holdCalls("import.look"));
  wire.hold();
  const file = join(temporaryFolder(), "wallet.json");
  writeFileSync(file, "[]");
  await dropFiles(page, [file]);
  const dialog = page.getByRole("dialog", { name: "Import saved responses" });
  await expect.poll(wire.waiting).toBe(1);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  wire.cut();
  await saysNothing(page);
});

test("why dropped files could not be looked at stays where somebody asks for more and chooses none", async () => {
  const unread = faultOf(new TieoutError("FILE_UNREADABLE", "The file cannot be read"));
  const { page, wire } = await twoWindows((first) =>
    holdNews(
      first,
      (_, method) => method === "import.look",
      (said) => (said.is === "reply" ? { ...said, reply: { ok: false, fault: unread } } : said),
    ),
  );
  wire.hold();
  const file = join(temporaryFolder(), "wallet.json");
  writeFileSync(file, "[]");
  await dropFiles(page, [file]);
  await expect.poll(wire.waiting).toBe(1);
  wire.letThrough();
  const dialog = page.getByRole("dialog", { name: "Import saved responses" });
  const fault = dialog.getByRole("alert").filter({ hasText: "The file cannot be read" });
  await fault.waitFor();
  await chooseFiles(page, () => dialog.getByRole("button", { name: "Add files…" }).click());
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await fault.count()).toBe(1);
});

test("a decision that the connection lost once another ledger was open is said to be unsaved as in its own", async () => {
  const { page, wire } = await leaveWhileDeciding();
  wire.cut();
  const said = page.getByRole("alertdialog").filter({ hasText: "Not saved" });
  await said.waitFor();
  expect(await said.textContent()).toContain(
    "The connection broke before this was saved. Save it again once this window is connected again.",
  );
});

/** What is said in passing stays for seconds: by the time that something else was done it would be there. */
async function saysNothing(page: Page): Promise<void> {
  await goTo(page, "Wallet");
  await page.getByRole("gridcell").first().waitFor();
  expect(await page.getByRole("alertdialog").allTextContents()).toEqual([]);
}
