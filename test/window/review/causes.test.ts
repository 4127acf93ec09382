/** The queue by cause: what one event explains stands together and is decided at once, each finding for itself in the trail. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { useShared } from "../../helpers/at-end.ts";
import { violations } from "../../helpers/window/axe.ts";
import { waitForFocus } from "../../helpers/window/window-keys.ts";
import { current, decided, ledgerOfOrphans } from "../../helpers/window/window-queue.ts";
import { goTo, goToQueue, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

const shared = useShared(async () => {
  // Both orphans equal a payment: mistyped payrefs.
  const ledger = await ledgerOfOrphans([3000, 900]);
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await goTo(page, "Settings");
  await page.getByLabel("Your name").fill("Ada Obi");
  await page.keyboard.press("Enter");
  await goToQueue(page);
  return { page, ledger };
});

const lines = (page: Page) => page.getByRole("listbox", { name: "Exceptions" }).getByRole("option");

test("keeps together what one cause explains, decides all of it by one key and one note, undoes it at once, and says how much is left to resolve", async () => {
  const { page, ledger } = shared();
  await page.getByText(": 16,400 to resolve").waitFor();
  await page.getByRole("link", { name: "Undecided 16,400 in (5)" }).waitFor();
  const heads = page.locator(".queue-head");
  await expect.poll(() => heads.allInnerTexts()).toHaveLength(2);
  expect(await heads.first().innerText()).toMatch(/Mistyped payref\s*2 findings\s*3,000/u);
  const names = await lines(page).allTextContents();
  expect(names.map((name) => /PAY-\d+|ORPHAN-\d/u.exec(name)?.[0])).toEqual([
    "PAY-20",
    "ORPHAN-1",
    "PAY-30",
    "ORPHAN-2",
    "PAY-40",
  ]);
  expect(names[1]).toMatch(/Mistyped payref\s+Orphan payref/u);
  // What ranks a finding that states no difference.
  expect(names[1]).toMatch(/at stake\s.*3,000/u);
  expect(names[2]).not.toContain("at stake");

  await page.keyboard.press("j");
  await page.getByText("One cause explains 2 findings").waitFor();
  expect(await violations(page)).toEqual([]);
  const dialog = page.getByRole("dialog");
  await page.keyboard.press("a");
  await dialog.getByRole("heading", { name: "Accept — 2 findings" }).waitFor();
  await waitForFocus(dialog.getByRole("textbox"));
  // Whoever gives up has nothing selected.
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByText("2 selected").count()).toBe(0);
  await page.keyboard.press("a");
  await waitForFocus(dialog.getByRole("textbox"));
  await page.keyboard.type("Typed by hand");
  await page.keyboard.press("Control+Enter");
  await page.getByText("2 of 5 reviewed").waitFor();
  await page.getByText(": 13,400 to resolve").waitFor();
  await page.getByRole("link", { name: "Undecided 13,400 in (3)" }).waitFor();
  await page.getByRole("link", { name: "Accepted 3,000 in (2)" }).waitFor();
  const written = decided(ledger);
  expect(written).toMatchObject([
    { status: "accepted", note: "Typed by hand" },
    { status: "accepted", note: "Typed by hand" },
  ]);
  // On to the next that waits, past the other line of the same cause.
  await page.getByRole("article", { name: /ORPHAN-2/u }).waitFor();
  expect(written.map(({ fingerprint }) => fingerprint)).not.toContain(await current(page));
  await page.keyboard.press("u");
  await page.getByText(": 16,400 to resolve").waitFor();
});

test("a line that is selected is decided alone, and takes nothing else of its cause with it", async () => {
  const { page, ledger } = shared();
  await page.keyboard.press("End");
  await page.getByRole("article", { name: /PAY-40/u }).waitFor();
  await page.keyboard.press("x");
  await page.getByText("1 selected").waitFor();
  await page.keyboard.press("e");
  await waitForFocus(page.getByRole("dialog").getByRole("textbox"));
  await page.keyboard.type("Alone");
  await page.keyboard.press("Control+Enter");
  await page.getByText("1 of 5 reviewed").waitFor();
  expect(decided(ledger).at(-1)).toMatchObject({ status: "explained", note: "Alone" });
  await page.keyboard.press("u");
  await page.getByText("0 of 5 reviewed").waitFor();
});
