/** Close in one screen: how long it is, which button is green, and how many clicks and keys a month takes. */
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { violations } from "../../helpers/window/axe.ts";
import { tieout } from "../../helpers/cli.ts";
import { waitForFocus } from "../../helpers/window/window-keys.ts";
import { picture } from "../../helpers/window/window-pictures.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import {
  goTo,
  goToClose,
  fillSandbox,
  monthStands,
  unfold,
  verdictOf,
  stepOf,
} from "../../helpers/window/window-steps.ts";
import { homeWith, openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

/** After the sandbox's last month. */
const NOVEMBER = Date.UTC(2026, 10, 1);
const MOST_WORDS = 250;
/** Every exception at once. */
const RAISED = ["--rule", "all", "--status", "raised", "--note", "Ticket 4711", "--by", "Ada Obi"];
const FOLDS = [
  "Letter",
  "Balance confirmed",
  "Checklist",
  "Figures",
  "Three-way proof",
  "Outstanding items",
  "Compared with July 2026",
  "Evidence",
];

const primaries = async (page: Page) => page.locator("main .button-primary").allInnerTexts();

/** What a person sees of a place in words: signs, and what is only read aloud, are none. */
async function shownWords(place: Locator): Promise<readonly string[]> {
  const text = await place.evaluate((one) => {
    const spoken = [...one.querySelectorAll<HTMLElement>(".only-spoken")];
    for (const hidden of spoken) hidden.style.display = "none";
    const shown = (one as HTMLElement).innerText;
    for (const hidden of spoken) hidden.style.display = "";
    return shown;
  });
  return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** How much higher what the month says is than what shows it. */
async function scrolledBy(page: Page): Promise<number> {
  return page
    .getByRole("article", { name: "August 2026" })
    .evaluate((one) => one.scrollHeight - one.clientHeight);
}

test("August of the default sandbox is one screen of at most 250 words, and takes at most 8 clicks from its records to its signature", async () => {
  const page = await openWindow((await startHost(null)).url);
  await page.setViewportSize({ width: 1280, height: 800 });
  let clicks = 0;
  const click = async (control: Locator) => {
    await control.click();
    clicks += 1;
  };
  await fillSandbox(page);
  await page.getByRole("contentinfo").getByRole("button", { name: "Dismiss" }).click();
  await goToClose(page);
  const words = await shownWords(page.locator("main"));
  console.log(`${words.length} words with the list of months`);
  expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
  expect(await scrolledBy(page)).toBeLessThanOrEqual(0);
  expect(await primaries(page)).toEqual(["Decide them"]);
  expect(await violations(page)).toEqual([]);
  await picture(page, "close-open");

  await goTo(page, "Overview");
  await click(page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /^Exceptions/u }));
  await page.getByRole("article").waitFor();
  await click(page.getByRole("button", { name: /^Select all/u }));
  await page.getByText(/^\d+ selected/u).waitFor();
  await click(page.getByRole("region", { name: "Decision" }).getByRole("button", { name: /^Raise \d+/u }));
  const dialog = page.getByRole("dialog");
  await waitForFocus(dialog.getByRole("textbox"));
  await page.keyboard.type("Ticket 4711");
  await click(dialog.getByRole("button", { name: /^Raise/u }));
  const who = page.getByRole("dialog", { name: "Who decides?" });
  await who.getByRole("textbox", { name: "Your name" }).fill("Ada Obi");
  await page.keyboard.press("Enter");
  await who.waitFor({ state: "hidden" });
  await click(page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /^Close/u }));
  await stepOf(page, "Prepare").getByText("ready", { exact: true }).waitFor();
  // What is raised is in no letter yet: that comes first, and does not stand in the way.
  expect(await primaries(page)).toEqual(["Write letter…\nw"]);
  await click(page.getByRole("button", { name: "Prepare as Ada Obi" }));
  await monthStands(page, /^Prepared by Ada Obi/u).waitFor();
  expect(await scrolledBy(page)).toBeLessThanOrEqual(0);
  await goTo(page, "Overview");
  await page.getByText("All 57 exceptions are decided: only the provider is awaited.").waitFor();
  const overview = page.locator("main");
  expect(await overview.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0);
  // What is prepared is not offered to be prepared.
  await goTo(page, "Exceptions");
  const end = page.getByRole("region", { name: "All decided" });
  await end.getByRole("link", { name: /^Go to Close/u }).waitFor();
  await goToClose(page);
  await click(page.getByRole("button", { name: "Sign as qualified…" }));
  await waitForFocus(dialog.getByRole("textbox", { name: "Reviewed and signed off by" }));
  await page.keyboard.type("Ben Cole");
  await click(dialog.getByRole("button", { name: /^Sign as qualified/u }));
  await monthStands(page, /^Signed off by Ben Cole/u).waitFor();
  console.log(`${clicks} clicks`);
  expect(clicks).toBeLessThanOrEqual(8);
  expect(await scrolledBy(page)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
  await picture(page, "close-signed");
}, 240_000);

test("a month whose errors are decided takes at most 5 keys: to it, prepare, sign, a name, Enter", async () => {
  const ledger = await ledgerOf({ entries: 5000, seed: 1 }, NOVEMBER);
  for (const month of ["2026-08", "2026-09"])
    expect((await tieout(["review", ledger, "--month", month, ...RAISED])).status).toBe(0);
  const page = await openWindow((await startHost(ledger, homeWith({ reviewer: "Ada Obi" }))).url);
  await verdictOf(page);
  await goToClose(page);
  let keys = 0;
  const press = async (key: string) => {
    await page.keyboard.press(key);
    keys += 1;
  };
  await press("k");
  await page.getByRole("article", { name: "September 2026" }).waitFor();
  await stepOf(page, "Prepare").getByText("ready", { exact: true }).waitFor();
  await press("p");
  await monthStands(page, /^Prepared by Ada Obi/u).waitFor();
  await press("s");
  const signer = page.getByRole("textbox", { name: "Reviewed and signed off by" });
  await waitForFocus(signer);
  await page.keyboard.type("Ben Cole");
  keys += 1;
  await press("Enter");
  await monthStands(page, /^Signed off by Ben Cole/u).waitFor();
  console.log(`${keys} keys`);
  expect(keys).toBeLessThanOrEqual(5);
}, 240_000);

test("a complete month's file takes at most 10 clicks, and the green button leads through it; whatever is folded is one click away", async () => {
  const ledger = await ledgerOf({ entries: 5000, seed: 1 }, NOVEMBER);
  expect((await tieout(["review", ledger, "--month", "2026-08", ...RAISED])).status).toBe(0);
  const page = await openWindow((await startHost(ledger, homeWith({ reviewer: "Ada Obi" }))).url);
  await page.setViewportSize({ width: 1280, height: 800 });
  await verdictOf(page);
  await goToClose(page);
  let clicks = 0;
  const click = async (control: Locator) => {
    await control.click();
    clicks += 1;
  };
  const balance = stepOf(page, "Balance confirmed");
  const checklist = stepOf(page, "Checklist");
  await checklist.getByText(/^3 of 6 steps done/u).waitFor();
  await click(balance.getByRole("button", { name: "Same: User 48919, NGN" }));
  await click(balance.getByRole("button", { name: /^Same: User 302385/u }));
  await balance.getByText("2 balances confirmed").waitFor();
  // That step is worked out: nobody ticks it.
  await checklist.getByText(/^4 of 6 steps done; next: Everything pulled/u).waitFor();
  await click(checklist.getByRole("button", { name: /^Tick: Everything pulled/u }));
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^The figures say: not so: 13 earlier months are not signed off/u).waitFor();
  await dialog.getByRole("textbox", { name: "Why it is done all the same" }).fill("Closed on paper");
  await click(dialog.getByRole("button", { name: /^Tick/u }));
  await checklist.getByText(/^5 of 6 steps done; next: /u).waitFor();
  await click(checklist.getByRole("button", { name: /^Tick: /u }));
  await checklist.getByText("6 of 6 steps done").waitFor();
  console.log(`${clicks} clicks`);
  expect(clicks).toBeLessThanOrEqual(10);
  const { stdout } = await tieout(["file", ledger, "--month", "2026-08"]);
  expect(stdout).toContain("August 2026: 6 of 6 steps done");

  for (const title of FOLDS) await unfold(page, title);
  await page.getByRole("table", { name: /^Closing balances/u }).waitFor();
  await page
    .getByRole("button", { name: /^\d+ empty lines$/u })
    .first()
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 2600 });
  await picture(page, "close-unfolded");
}, 240_000);
