/** From the Overview to the broken row, why it broke, and what is decided about it: by keyboard, in bulk, in two tabs. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { decide, readReview } from "../../../src/main/services/review/review.ts";
import { violations } from "../../helpers/window/axe.ts";
import { walletBody } from "../../helpers/bodies.ts";
import { temporaryFolder, tieout } from "../../helpers/cli.ts";
import { IN_ELECTRON } from "../../helpers/window/electron-window.ts";
import { wallet } from "../../helpers/records.ts";
import { waitForFocus } from "../../helpers/window/window-keys.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { goTo, goToQueue, sayWhoDecides, verdictOf } from "../../helpers/window/window-steps.ts";
import { newContext, openWindow, startHost, useBrowser, watch } from "../../helpers/window/window.ts";

useBrowser();

const CONTEXT = { now: () => Date.UTC(2026, 10, 1), appVersion: "test" };

test("finds the broken row from the Overview, explains, undoes and redoes by keyboard, then accepts many at once, as the command line shows it", async () => {
  const ledger = await ledgerOf({ entries: 300 });
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await page.getByRole("link", { name: "Chain break" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Exceptions" }).waitFor();
  const detail = page.getByRole("article", { name: /^Chain break/u });
  await detail.getByRole("heading", { name: "The numbers" }).waitFor();
  await detail
    .getByText(/walletID \d+/u)
    .first()
    .waitFor();
  const of = await detail.getAttribute("aria-label");
  await page.getByRole("listbox", { name: "Exceptions" }).focus();
  await page.keyboard.press("e");
  await page.keyboard.type("Posted twice by the provider, ticket 4711");
  await page.keyboard.press("Control+Enter");
  await sayWhoDecides(page);
  await page.getByText(/^1 of \d+ reviewed/u).waitFor();
  await page.getByRole("option", { name: /explained/u }).waitFor();
  const decided = await review(ledger);
  expect(decided.filter(({ status }) => status === "explained")).toHaveLength(1);
  expect(of).toContain("Chain break");
  await page.getByRole("listbox", { name: "Exceptions" }).focus();
  await page.keyboard.press("u");
  await page.getByText(/^0 of \d+ reviewed/u).waitFor();
  expect((await review(ledger)).every(({ status }) => status === "open")).toBe(true);
  await page.keyboard.press("Shift+U");
  await page.getByText(/^1 of \d+ reviewed/u).waitFor();
  const redone = (await review(ledger)).find(({ status }) => status === "explained");
  expect(redone?.decision?.note).toBe("Posted twice by the provider, ticket 4711");
  expect(redone?.decision?.by).toBe("Ada Obi");

  // The queue of all rules.
  await goTo(page, "Overview");
  await goToQueue(page);
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await page.getByText("3 selected").waitFor();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: /Accept — 3 findings/u }).waitFor();
  // Differences of unlike kinds are never added up: what is at stake is said instead.
  await dialog.getByText(/^NGN [\d,]+ at stake, each event counted once$/u).waitFor();
  expect(await page.getByText(/Σ of differences|without a difference/u).count()).toBe(0);
  await waitForFocus(dialog.getByRole("textbox"));
  await page.keyboard.type("Under the firm's limit");
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^4 of \d+ reviewed/u).waitFor();
  expect((await review(ledger)).filter(({ status }) => status === "accepted")).toHaveLength(3);
});

test.skipIf(IN_ELECTRON)(
  "case 39: of two tabs that decide one finding the first wins, and the second shows that decision",
  async () => {
    const ledger = await ledgerOf({ entries: 300 });
    const { url } = await startHost(ledger);
    const context = await newContext();
    const first = await context.newPage();
    watch(first);
    await first.goto(url);
    await verdictOf(first);
    await goTo(first, "Exceptions");
    const second = await context.newPage();
    watch(second);
    // A tab more gets in by the one that is in.
    await second.goto(first.url());
    await second.getByRole("article").waitFor();
    const name = (await first.getByRole("article").getAttribute("aria-label")) ?? "";
    await second.getByRole("article", { name }).waitFor();
    for (const page of [first, second]) {
      await page.getByRole("listbox", { name: "Exceptions" }).focus();
      await page.keyboard.press("e");
      await page.keyboard.type(page === first ? "First" : "Second");
    }
    await first.keyboard.press("Control+Enter");
    await sayWhoDecides(first);
    await first.getByText(/^1 of \d+ reviewed/u).waitFor();
    await second.getByText(/Already decided/u).waitFor();
    await second
      .getByText(/by Ada Obi/u)
      .first()
      .waitFor();
    const explained = (await review(ledger)).filter(({ status }) => status === "explained");
    expect(explained.map(({ decision }) => decision?.note)).toEqual(["First"]);
  },
);

test("a decision whose numbers changed shows as reopened, with both numbers", async () => {
  const ledger = join(temporaryFolder(), "reopened.tieout");
  await importBalance(ledger, 7);
  const request = { ledger, period: null, options: {} };
  const [found] = readReview(request, CONTEXT).findings;
  const items = [{ fingerprint: found?.finding.fingerprint ?? "" }];
  await decide({ ...request, items, status: "explained", note: "Ticket 4711", by: "Ada Obi" }, CONTEXT);
  await importBalance(ledger, 9);
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await goTo(page, "Exceptions");
  await page.getByRole("option", { name: /Chain break.*reopened/u }).click();
  const detail = page.getByRole("article", { name: /^Chain break/u });
  await detail.getByText("Explained by Ada Obi").waitFor();
  const numbers = detail.getByRole("table", { name: "The numbers then and now" });
  const difference = numbers.getByRole("row", { name: /^Difference/u });
  await expect.poll(() => difference.getByRole("cell").allTextContents()).toEqual(["+7", "+9"]);
  expect(await violations(page)).toEqual([]);
});

test("a decision whose records changed shows as reopened, field by field, until it is decided again", async () => {
  const ledger = join(temporaryFolder(), "reopened.tieout");
  await importBalance(ledger, 7);
  const request = { ledger, period: null, options: {} };
  const [found] = readReview(request, CONTEXT).findings;
  const items = [{ fingerprint: found?.finding.fingerprint ?? "" }];
  await decide({ ...request, items, status: "explained", note: "Ticket 4711", by: "Ada Obi" }, CONTEXT);
  await importBalance(ledger, 7, "Corrected by support");
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await goTo(page, "Exceptions");
  await page.getByRole("option", { name: /Chain break.*reopened/u }).click();
  const detail = page.getByRole("article", { name: /^Chain break/u });
  await detail.getByText("on different contents of its records,").waitFor();
  expect(await detail.getByRole("table", { name: "The numbers then and now" }).count()).toBe(0);
  await detail.getByText("Its records then and now:").waitFor();
  await detail.getByText("walletID 2", { exact: true }).first().waitFor();
  const description = detail.getByRole("row", { name: /^description/iu }).first();
  await expect
    .poll(() => description.getByRole("cell").allTextContents())
    .toEqual(["Entry 2", "Corrected by support"]);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("listbox", { name: "Exceptions" }).focus();
  await page.keyboard.press("e");
  await page.keyboard.type("Support says why");
  await page.keyboard.press("Control+Enter");
  await sayWhoDecides(page);
  await page.getByRole("option", { name: /Chain break.*explained/u }).waitFor();
});

/** Imports a wallet whose last balance is off by so much, and whose entry before it is described so. */
async function importBalance(ledger: string, off: number, description = "Entry 2"): Promise<void> {
  const entries = wallet([1000, 500, -200]).map((one, at) => ({
    ...one,
    description: at === 1 ? description : one.description,
    balance: at === 2 ? one.balance + off : one.balance,
  }));
  const path = join(temporaryFolder(), "wallet.json");
  writeFileSync(path, walletBody(entries));
  const files = { wallet: [path], transactions: [], user: null, business: [] };
  await importIntoLedger({ ledger, files }, CONTEXT);
}

interface Reviewed {
  readonly status: string;
  readonly decision: { readonly note: string; readonly by: string } | null;
}

/** What the command line says of the month's exceptions; reading is no writing, so the window's hold stands in nobody's way. */
async function review(ledger: string): Promise<readonly Reviewed[]> {
  const { stdout } = await tieout(["review", ledger, "--month", "2026-08", "--json"]);
  return (JSON.parse(stdout) as { readonly exceptions: readonly Reviewed[] }).exceptions;
}
