/** The queue while what it shows changes: nobody is taken away from the list or a note, and no key meets what nobody has seen. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { decide, listLedgerDecisions, readReview } from "../../../src/main/services/review/review.ts";
import { useShared } from "../../helpers/at-end.ts";
import { transactionsBody, walletBody } from "../../helpers/bodies.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { OCTOBER_MS, sale, wallet } from "../../helpers/records.ts";
import { connectTo } from "../../helpers/window/window-connection.ts";
import { type HeldCalls, holdWorker } from "../../helpers/window/window-calls.ts";
import { pressSequence, waitForFocus } from "../../helpers/window/window-keys.ts";
import { decided, ledgerOfOrphans } from "../../helpers/window/window-queue.ts";
import { startService } from "../../helpers/window/window-service.ts";
import { IN_ELECTRON } from "../../helpers/window/electron-window.ts";
import { goTo, goToQueue, orderByRecord, verdictOf } from "../../helpers/window/window-steps.ts";
import { holdBack } from "../../helpers/window/window-wire.ts";
import { enter, homeWith, pageFor, startHost, useBrowser, watch } from "../../helpers/window/window.ts";

useBrowser();

const CONTEXT = { now: () => Date.UTC(2026, 10, 1), appVersion: "test" };

const listOf = (page: Page) => page.getByRole("listbox", { name: "Exceptions" });
const articleOf = (page: Page, name = /./u) => page.getByRole("article", { name });
const noteOf = (page: Page) => articleOf(page).getByRole("textbox");
const periodOf = (page: Page) => page.getByRole("button", { name: /^Period: / });

/** So many entries without their sale, ORPHAN-1 and on, and payID 40, which is the third's by its amount. */
async function orphans(count: number): Promise<string> {
  const folder = temporaryFolder();
  const ledger = join(folder, "queue.tieout");
  const movements = Array.from({ length: count }, (_, at) => (at === 2 ? 900 : 1000 + at));
  const entries = wallet(movements, (at) => ({
    payref: `ORPHAN-${at + 1}`,
    dateCreatedAtMs: OCTOBER_MS + (at + 1) * 3_600_000,
  }));
  const [walletPath, allPath] = [join(folder, "wallet.json"), join(folder, "all.json")];
  writeFileSync(walletPath, walletBody(entries));
  writeFileSync(allPath, transactionsBody([sale(40, 900)]));
  const files = { wallet: [walletPath], transactions: [allPath], user: null, business: [] };
  await importIntoLedger({ ledger, files }, CONTEXT);
  return ledger;
}

/** Opens the queue, who decides being said, its list ready for keys. */
async function openQueue(page: Page, url: string): Promise<void> {
  await enter(page, url);
  await verdictOf(page);
  await goTo(page, "Settings");
  await page.getByLabel("Your name").fill("Ada Obi");
  await page.keyboard.press("Enter");
  await goTo(page, "Exceptions");
  await articleOf(page).waitFor();
  await orderByRecord(page);
}

const shared = useShared(async () => {
  const { url } = await startHost();
  const page = await pageFor(url);
  watch(page);
  const runs = await holdWorker(page, ["run"]);
  await enter(page, url);
  await connectTo(page, await startService({ entries: 300 }));
  return { page, runs };
});

/** A queue whose checks are held after its ledger was pulled again. */
async function queueAfterPull(): Promise<{ readonly page: Page; readonly runs: HeldCalls }> {
  const { page, runs } = shared();
  await goTo(page, "Exceptions");
  await articleOf(page).waitFor();
  await runs.hold();
  await pressSequence(page, "g", "p");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Done" }).waitFor();
  await expect.poll(runs.waiting, { timeout: 20_000 }).toBeGreaterThan(0);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  return { page, runs };
}

/** Notes from now on whenever the list or the note is away, and where else the focus goes. */
async function watchQueue(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const noted = new Set<string>();
    Object.assign(globalThis, { noted });
    new MutationObserver(() => {
      if (document.querySelector("[role=listbox][aria-label=Exceptions]") === null) noted.add("no list");
      if (document.querySelector("article textarea") === null) noted.add("no note");
    }).observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", ({ target }) => {
      if (!(target as Element).matches("article textarea, [role=listbox]"))
        noted.add(`the focus on ${(target as Element).outerHTML.slice(0, 80)}`);
    });
  });
  return () => page.evaluate(() => [...(globalThis as unknown as { noted: Set<string> }).noted]);
}

test("the check after a pull keeps list and note, and Escape returns to the list", async () => {
  const { page, runs } = await queueAfterPull();
  // What is shown is of the check before, and can be worked on.
  await listOf(page).focus();
  await page.keyboard.press("e");
  await waitForFocus(noteOf(page));
  const noted = await watchQueue(page);
  const period = await periodOf(page).textContent();
  await page.keyboard.type("before, ");
  await runs.letThrough();
  await listOf(page).and(page.locator("[aria-busy=false]")).waitFor();
  await page.keyboard.type("after");
  await page.keyboard.press("Escape");
  await waitForFocus(listOf(page));
  expect(await noteOf(page).inputValue()).toBe("before, after");
  expect(await periodOf(page).textContent()).toBe(period);
  expect(await noted()).toEqual([]);
});

test("Escape returns to the list during a check, and the list keeps the focus afterwards", async () => {
  const { page, runs } = await queueAfterPull();
  await listOf(page).focus();
  await page.keyboard.press("e");
  await waitForFocus(noteOf(page));
  const noted = await watchQueue(page);
  await page.keyboard.press("Escape");
  await waitForFocus(listOf(page));
  await runs.letThrough();
  await listOf(page).and(page.locator("[aria-busy=false]")).waitFor();
  await waitForFocus(listOf(page));
  expect(await noted()).toEqual([]);
});

test("a list that is replaced with its period gets the focus back", async () => {
  const { page, runs } = shared();
  await page.keyboard.press("Escape");
  await goToQueue(page);
  await runs.hold();
  await page.keyboard.press("[");
  await page.getByText("Checking…").first().waitFor();
  await waitForFocus(page.getByRole("heading", { level: 1 }));
  expect(await listOf(page).count()).toBe(0);
  await runs.letThrough();
  await waitForFocus(listOf(page));
  // Asked for while there is none, it takes the focus as soon as there is one.
  await runs.hold();
  await periodOf(page).click();
  await page.getByRole("option", { name: /whole history/iu }).click();
  await page.getByText("Checking…").first().waitFor();
  await waitForFocus(periodOf(page));
  await page.keyboard.press("Escape");
  await waitForFocus(page.getByRole("heading", { level: 1 }));
  await runs.letThrough();
  await waitForFocus(listOf(page));
});

test.skipIf(IN_ELECTRON)(
  "keys typed while a match is saved and its dialog closes do nothing, and say so",
  async () => {
    const ledger = await orphans(5);
    const { url } = await startHost(ledger);
    const page = await pageFor(url);
    watch(page);
    const wire = await holdBack(page, "match.decide");
    await openQueue(page, url);
    await listOf(page)
      .getByRole("option", { name: /ORPHAN-3/u })
      .click();
    await articleOf(page, /ORPHAN-3/u).waitFor();
    await page.keyboard.press("m");
    const dialog = page.getByRole("dialog", { name: "Match by hand" });
    await dialog.getByRole("region", { name: "Transactions" }).getByRole("option").first().click();
    const why = dialog.getByRole("textbox", { name: "Why they belong together" });
    await why.fill("The same sale");
    await page.keyboard.press("Enter");
    await expect.poll(wire.waiting).toBe(1);
    await page.keyboard.press("a");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.getByText("The match is being saved").first().waitFor();
    await waitForFocus(why);
    expect(await why.inputValue()).toBe("The same sale");
    // The page is busy in the second frame after the dialog has shut: what is pressed then comes late.
    const shut = page.waitForEvent("console", (message) => message.text() === "shut");
    await page.evaluate(() => {
      let frames = 0;
      const look = () => {
        if (document.querySelector("[role=dialog]") === null) frames += 1;
        if (frames < 2) {
          requestAnimationFrame(look);
          return;
        }
        console.debug("shut");
        const until = performance.now() + 1000;
        while (performance.now() < until);
      };
      requestAnimationFrame(look);
    });
    wire.letThrough();
    await shut;
    await Promise.all(["a", "n", "d"].map((key) => page.keyboard.press(key)));
    await page.getByText("Matched walletID 3 with payID 40").first().waitFor();
    await articleOf(page, /ORPHAN-[1245]/u).waitFor();
    await waitForFocus(listOf(page));
    expect(await noteOf(page).count()).toBe(0);
    expect(listLedgerDecisions(ledger)).toEqual([]);
  },
);

const selecting = useShared(async () => {
  const ledger = await orphans(320);
  const request = { ledger, period: null, options: {} };
  const { findings } = readReview(request, CONTEXT);
  // The next that waits is far from the first line, beyond those that are at hand.
  const items = findings.slice(0, 250).map(({ finding: { fingerprint } }) => ({ fingerprint }));
  await decide({ ...request, items, status: "explained", note: "Known", by: "Ada Obi" }, CONTEXT);
  const { url } = await startHost(ledger);
  const page = await pageFor(url);
  watch(page);
  const asks = await holdWorker(page, ["selectable"]);
  await openQueue(page, url);
  return { page, asks };
});

/** A queue whose selecting can be held, at the first line that waits. */
async function queueThatSelects(): Promise<ReturnType<typeof selecting>> {
  const { page } = selecting();
  await page.keyboard.press("Escape");
  await goTo(page, "Settings");
  await goToQueue(page);
  await orderByRecord(page);
  await lineOf(page, 251).waitFor();
  return selecting();
}

/** The line that keys act on, where it is the one of this number. */
const lineOf = (page: Page, line: number) => listOf(page).locator(`.queue-current[aria-posinset='${line}']`);

test("a key pressed while the next finding loads does nothing, and says so", async () => {
  const { page, asks } = await queueThatSelects();
  await page.keyboard.press("Home");
  await lineOf(page, 1).waitFor();
  await articleOf(page).waitFor();
  await asks.hold();
  await page.keyboard.press("Shift+J");
  await expect.poll(asks.waiting).toBeGreaterThan(0);
  await page.keyboard.press("a");
  await page.getByText("The list is changing").first().waitFor();
  await asks.letThrough();
  await lineOf(page, 251).waitFor();
  expect(await noteOf(page).count()).toBe(0);
});

test("a key pressed while lines are being selected decides none of them, and says so", async () => {
  const { page, asks } = await queueThatSelects();
  await asks.hold();
  await page.keyboard.press("Control+a");
  await expect.poll(asks.waiting).toBeGreaterThan(0);
  await page.keyboard.press("a");
  await page.getByText("Selecting the lines").first().waitFor();
  await asks.letThrough();
  await page.getByText(/^[1-9]\d* selected/u).waitFor();
  expect(await noteOf(page).count()).toBe(0);
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("lines that move up when the one above them leaves the queue are decided with their cause at once", async () => {
  // A payment alone, then two causes of two findings each.
  const ledger = await ledgerOfOrphans([3000, 900]);
  const { url } = await startHost(ledger, homeWith({ reviewer: "Ada Obi" }));
  const page = await pageFor(url);
  watch(page);
  const asks = await holdWorker(page, ["selectable"]);
  await enter(page, url);
  await verdictOf(page);
  await goToQueue(page);
  await page.getByRole("button", { name: /Status/u }).click();
  await page.getByRole("option", { name: /^Undecided/u }).click();
  await lineOf(page, 1).waitFor();
  await listOf(page).focus();
  await page.keyboard.press("e");
  await waitForFocus(noteOf(page));
  await page.keyboard.type("Known");
  // No answer of the worker says where the next one stands now.
  await asks.hold();
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => listOf(page).getByRole("option").count()).toBe(4);
  await page.keyboard.press(".");
  await expect.poll(() => listOf(page).getByRole("option").count()).toBe(2);
  expect(decided(ledger).map(({ note }) => note)).toEqual(["Known", "Known", "Known"]);
  await asks.letThrough();
});

test("whoever leaves the queue before a far line is read stays where they went", async () => {
  const { url } = await startHost(await orphans(250));
  const page = await pageFor(url);
  watch(page);
  const lines = await holdWorker(page, ["exceptions"]);
  await openQueue(page, url);
  await listOf(page).focus();
  await page.keyboard.press("Home");
  await lines.hold();
  await page.keyboard.press("End");
  await expect.poll(lines.waiting).toBeGreaterThan(0);
  await goTo(page, "History");
  const address = await page.evaluate(() => location.hash);
  await lines.letThrough();
  await page.getByRole("heading", { name: "History", level: 1 }).waitFor();
  expect(await addressAfter(page, address)).toBe(address);
});

/** The page's address once it has had time to change, or as soon as it has. */
async function addressAfter(page: Page, before: string): Promise<string> {
  await page.waitForFunction((hash) => location.hash !== hash, before, { timeout: 500 }).catch(() => {});
  return page.evaluate(() => location.hash);
}
