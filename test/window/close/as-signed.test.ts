/** A signed month is shown as it was signed, as a later pull left it, and now; what differs is marked, and nothing can be changed then. */
import { IN_ELECTRON } from "../../helpers/window/electron-window.ts";
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { formatAmount } from "../../../src/core/money.ts";
import { monthDays } from "../../../src/core/time.ts";
import { monthsChangedSince } from "../../../src/main/services/close/differences.ts";
import { listMonths } from "../../../src/main/services/close/months.ts";
import { decideMatch } from "../../../src/main/services/review/match.ts";
import { decide, readReview } from "../../../src/main/services/review/review.ts";
import { generateWorld } from "../../../sandbox/generate/generate-world.ts";
import { violations } from "../../helpers/window/axe.ts";
import { importRecords, newLedgerPath, signMonth } from "../../helpers/ledgers/signing.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet as walletOf } from "../../helpers/records.ts";
import {
  press,
  pressSequence,
  tabTo,
  waitForFocus,
  withoutPointer,
} from "../../helpers/window/window-keys.ts";
import { atPlace, goTo, monthStands, unfold, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";
import { CONTEXT, importWorld, worldLedger } from "../../helpers/ledgers/world-ledger.ts";

useBrowser();

const TITLE = "As signed 2026-12-01 by Ben Uche";

/** August signed; then one of its exceptions is decided, and an import changes it. */
async function restatedLedger(): Promise<string> {
  const world = generateWorld({ entries: 300, seed: 5, convention: "asset", faults: "default" });
  const ledger = await worldLedger(world);
  await signMonth(ledger, world.month);
  const period = monthDays(world.month);
  const { findings } = readReview({ ledger, period, options: {} }, CONTEXT);
  const items = findings.slice(0, 1).map(({ finding: { fingerprint } }) => ({ fingerprint }));
  const decision = { status: "accepted", note: "Agreed", by: "Ada Obi" } as const;
  await decide({ ledger, period, options: {}, items, ...decision }, CONTEXT);
  await importWorld(ledger, world.advance());
  return ledger;
}

const switchOf = (page: Page) => page.getByRole("button", { name: /Shown as of/u });
const bannerOf = (page: Page) => page.getByRole("region", { name: "Earlier state" });
const listOf = (page: Page, title: RegExp): Locator =>
  bannerOf(page).locator(".since-line").filter({ hasText: title }).getByRole("link").first();

/** Chooses a moment by keys. */
async function chooseMoment(page: Page, name: string | RegExp): Promise<void> {
  await press(page, switchOf(page));
  const option = page.getByRole("option", { name });
  await option.waitFor();
  for (
    let step = 0;
    step < 5 && !(await option.evaluate((one) => one === document.activeElement));
    step += 1
  ) {
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
}

test("shows each place as signed, marks what is different now, and changes nothing", async () => {
  const ledger = await restatedLedger();
  const signed = listMonths(ledger)
    .find(({ month }) => month === ("2026-08" as Month))
    ?.steps.at(-1);
  const [wallet] = signed?.frozen?.wallets ?? [];
  const page = await openWindow((await startHost(ledger)).url);
  await withoutPointer(page);
  await verdictOf(page);
  await page.getByRole("button", { name: "Period: September 2026" }).waitFor();
  expect(await switchOf(page).count()).toBe(0);
  await page.keyboard.press("[");
  await switchOf(page).waitFor();
  expect(await bannerOf(page).count()).toBe(0);

  await page.keyboard.press("h");
  await bannerOf(page).getByText(TITLE).waitFor();
  await bannerOf(page)
    .getByText(/The check is the one that was signed\. Since then: \d+ changes, closing .+\./u)
    .waitFor();
  expect(await page.title()).toContain(`Overview – ${TITLE}`);
  const heading = page.getByRole("heading", { level: 1, name: /August 2026/u });
  await heading.waitFor();
  const roll = page.getByRole("region", { name: "Roll-forward" }).getByRole("table").first();
  await expect
    .poll(() => roll.getByRole("columnheader").allTextContents())
    .toEqual(["Line", "NGN, as signed", "NGN, now", "No currency stated"]);
  const inflows = await roll
    .getByRole("row", { name: /^Inflows/u })
    .getByRole("cell")
    .allTextContents();
  expect(inflows[0]).toBe(`+${formatAmount(wallet?.inflow ?? 0)}`);
  expect(inflows[1]).not.toBe(inflows[0]);
  expect(await page.locator(".print-note").first().textContent()).toContain(`${TITLE}, not as of now`);
  await expect.poll(() => page.getByRole("button", { name: "Pull now" }).first().isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Export" }).isDisabled()).toBe(true);
  await page.keyboard.press("Control+e");
  await page.getByText("This is an earlier state").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  // What is disabled is not done by Enter, not even where nothing else is found.
  const find = page.getByRole("dialog", { name: "Find" });
  await page.keyboard.press("Control+k");
  await waitForFocus(find.getByRole("searchbox"));
  await page.keyboard.type("saved responses");
  await page.keyboard.press("Enter");
  // Longer than looking up takes.
  await page.waitForTimeout(600);
  expect(await find.getByRole("menuitem", { name: "Import saved responses" }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await find.waitFor({ state: "hidden" });

  await press(page, bannerOf(page).getByRole("button", { name: "List what differs" }));
  expect(await violations(page)).toEqual([]);
  await press(page, listOf(page, /^Entries changed/u));
  await atPlace(page, "Wallet");
  await page.getByRole("complementary", { name: /^walletID \d+$/u }).waitFor();
  await page
    .locator(".ag-row-selected, .grid-current")
    .getByRole("gridcell", { name: "changed" })
    .first()
    .waitFor();
  await page.getByRole("complementary").getByText("It changed since.").waitFor();
  expect(await violations(page)).toEqual([]);

  await press(page, listOf(page, /^Findings that are gone now/u));
  await atPlace(page, "Exceptions");
  const current = page.locator(".queue-current");
  await current.getByText("not found now").waitFor();
  await press(page, listOf(page, /^Findings with another status now/u));
  await current.getByText("other status now").waitFor();
  await current.getByText("open").waitFor();
  await page.getByRole("article").getByText("This is an earlier state").waitFor();
  const list = page.getByRole("listbox", { name: "Exceptions" });
  await list.focus();
  await page.keyboard.press("a");
  await page.keyboard.press("Control+z");
  expect(await page.getByRole("textbox", { name: /Note/u }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);

  await page.reload();
  await bannerOf(page).getByText(TITLE).waitFor();
  await pressSequence(page, "g", "c");
  await monthStands(page, /^Signed (?:off )?by Ben Uche/u).waitFor();
  await page.getByRole("button", { name: "Figures" }).waitFor();
  expect(await page.getByRole("button", { name: "Reopen…" }).count()).toBe(0);
  await page.keyboard.press("o");
  await page.keyboard.press("e");
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await violations(page)).toEqual([]);

  await chooseMoment(page, /^After import 2/u);
  await bannerOf(page).getByText("Since then: nothing changed.").waitFor();
  await unfold(page, "Figures");
  const figures = page.getByRole("table", { name: "Figures of each wallet" });
  await expect.poll(() => figures.textContent()).toContain("after import 2");
  await tabTo(page, bannerOf(page).getByRole("button", { name: "Back to now" }));
  await page.keyboard.press("Enter");
  await bannerOf(page).waitFor({ state: "detached" });
  await page.keyboard.press("h");
  await bannerOf(page).getByText(TITLE).waitFor();
  await page.keyboard.press("]");
  await page.getByRole("button", { name: "Period: September 2026" }).waitFor();
  await bannerOf(page).waitFor({ state: "detached" });
  await expect.poll(() => page.url()).not.toContain("asof");
  expect(await switchOf(page).count()).toBe(0);
  // Nothing was decided, closed or exported.
  const { findings } = readReview({ ledger, period: monthDays("2026-08"), options: {} }, CONTEXT);
  expect(findings.filter(({ decision }) => decision !== null)).toHaveLength(1);
}, 240_000);

// A window of Electron holds its ledger, so that nobody writes to it from outside.
test.skipIf(IN_ELECTRON)(
  "a signed month that only an earlier month's match changes is marked wherever months are listed",
  async () => {
    const before = OCTOBER_MS - 240 * HOUR_MS;
    const ledger = newLedgerPath();
    const entries = walletOf([50, 100], (at) => ({
      payref: at === 0 ? "" : "PAY-2",
      dateCreatedAtMs: at === 0 ? before : OCTOBER_MS,
    }));
    const sales = [50, 100].map((amount, at) => {
      const paidAtMs = at === 0 ? before : OCTOBER_MS;
      return sale(at + 1, amount, {
        payref: `PAY-${at + 1}`,
        dateCreatedAtMs: paidAtMs,
        datePaidAtMs: paidAtMs,
      });
    });
    await importRecords(ledger, entries, sales);
    await signMonth(ledger, "2026-10");
    const { url } = await startHost(ledger);
    const page = await openWindow(url);
    await verdictOf(page);
    await page.evaluate(() => {
      location.hash = "#/close?month=2026-10";
    });
    const months = page.getByRole("navigation", { name: "Months" });
    const october = months.getByRole("link", { name: /^October 2026/u });
    await october.waitFor();
    expect(await october.textContent()).not.toContain("changed since");
    await decideMatch({ ledger, walletIDs: [1], payIDs: [1], note: "Seen", by: "Ada Obi" }, CONTEXT);
    expect(monthsChangedSince(ledger)).toEqual({ changed: [], doubtful: ["2026-10"] });
    await page.reload();
    await months.getByRole("link", { name: /^October 2026.*changed since/u }).waitFor();
    await page.getByRole("link", { name: /^Signed off.*changed since/iu }).waitFor();
    await goTo(page, "Overview");
    const banner = page.getByRole("note", { name: "Signed months that changed" });
    await banner.getByText(/October 2026/u).waitFor();
  },
);
