/** From the first key to a prepared August of the sandbox, with each finding or group shown before it is decided. */
import { expect, test } from "vitest";
import { tieout } from "../../helpers/cli.ts";
import { hasFocus, pressSequence, waitForFocus } from "../../helpers/window/window-keys.ts";
import { decided } from "../../helpers/window/window-queue.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { atPlace, monthStands, verdictOf } from "../../helpers/window/window-steps.ts";
import { homeWith, openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

/** After the sandbox's last month. */
const NOVEMBER = Date.UTC(2026, 10, 1);
const ERRORS = 45;
const MOST_KEYS = 60;

test("decides the errors of August one cause after the other and prepares it, with at most 60 keys", async () => {
  const ledger = await ledgerOf({ entries: 5000, seed: 1 }, NOVEMBER);
  const { url } = await startHost(ledger, homeWith({ reviewer: "Ada Obi" }));
  const page = await openWindow(url);
  let keys = 0;
  const press = async (...pressed: readonly string[]) => {
    for (const key of pressed) {
      await page.keyboard.press(key);
      keys += 1;
    }
  };
  await verdictOf(page);
  const review = page.getByRole("link", { name: `Review ${ERRORS} errors` });
  const skip = page.getByRole("button", { name: "Skip to content" });
  // It comes after the verdict where decisions are read later than records.
  await review.waitFor();
  // A window that was open before its ledger was has the focus past the list of places already.
  while (!(await hasFocus(review))) {
    await press("Tab");
    if (await hasFocus(skip)) await press("Enter");
  }
  await press("Enter");
  await page.getByRole("article").waitFor();
  await press(".");
  await page.getByText("Nothing was decided before").first().waitFor();
  await press("e");
  await waitForFocus(page.getByRole("article").getByRole("textbox"));
  await press(...Array.from("Ticket 7"), "Control+Enter");
  const current = page.locator(".queue-current");
  const isOpen = async () => /open/u.test((await current.textContent()) ?? "");
  const written = () => decided(ledger).length;
  await expect.poll(written).toBe(1);
  /**
   * Once on a line that waits, or after the last: a line may show its decision a moment before the next one is current. Keys are far
   * ahead of what is written by then, and how long all of that takes depends on the machine: each decision is waited for by itself.
   */
  const isNext = async () => {
    for (let before = written(); before < ERRORS; before = written()) {
      const isFurther = async () => (await isOpen()) || written() > before;
      await expect.poll(isFurther, { interval: 100 }).toBe(true);
      if (await isOpen()) return true;
    }
    return false;
  };
  while (await isNext()) {
    const shown = await current.getAttribute("aria-posinset");
    await page.getByRole("article").waitFor();
    await press(".");
    // The next one, or decided where it was the last.
    await page.waitForFunction((was) => {
      const line = document.querySelector(".queue-current");
      return line?.getAttribute("aria-posinset") !== was || !/open/u.test(line?.textContent ?? "");
    }, shown);
  }
  await page.getByText(new RegExp(`^${ERRORS} of 57 reviewed`, "u")).waitFor();
  const decisions = decided(ledger);
  expect(decisions).toHaveLength(ERRORS);
  expect(decisions.every(({ status, note }) => status === "explained" && note === "Ticket 7")).toBe(true);
  await pressSequence(page, "g", "c");
  keys += 2;
  await atPlace(page, "Close");
  await page.getByRole("button", { name: "Prepare as Ada Obi" }).waitFor();
  await press("p");
  await monthStands(page, /^Prepared by Ada Obi/u).waitFor();
  console.log(`${keys} keys`);
  expect(keys).toBeLessThanOrEqual(MOST_KEYS);
  expect((await tieout(["verify", ledger])).status).toBe(0);
});
