/** What people do in the window again and again, in their own words. */
import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { pressSequence } from "./window-keys.ts";

/** The places of a ledger, each with the key that leads there after G. */
export const LEDGER_PLACES = [
  ["o", "Overview"],
  ["w", "Wallet"],
  ["t", "Transactions"],
  ["e", "Exceptions"],
  ["f", "The check"],
  ["c", "Close"],
  ["y", "The year"],
  ["a", "History"],
  ["s", "Settings"],
] as const;

/** Fills the window from the sandbox and waits until its Overview says how the wallet stands. */
export async function fillSandbox(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Fill the sandbox" }).click();
  await verdictOf(page);
}

/** What is left to resolve, in large type. */
export async function verdictOf(page: Page): Promise<string> {
  const verdict = page
    .getByRole("heading", { level: 1 })
    .filter({ hasText: / to resolve$| the stated balance | ties out| does not | opens | has no entries/ });
  try {
    await verdict.waitFor({ timeout: 60_000 });
  } catch (error) {
    throw new Error(`no verdict; the window shows: ${await shownText(page)}`, { cause: error });
  }
  return (await verdict.textContent()) ?? "";
}

/** What a person would read, to find out why a test waits in vain. */
async function shownText(page: Page): Promise<string> {
  const text = page.locator("body").innerText({ timeout: 5000 });
  return text.catch((error: unknown) => `nothing, its page does not answer (${String(error)})`);
}

/** Goes to a place by the rail; to what opens from Settings by it. */
export async function goTo(page: Page, place: string): Promise<void> {
  if (place === "The check") {
    await goTo(page, "Settings");
    await atPlace(page, place);
    return;
  }
  if (place === "History") {
    await goTo(page, "Settings");
    await page.getByRole("main").getByRole("link", { name: place }).first().click();
    await atPlace(page, place);
    return;
  }
  await page
    .getByRole("navigation", { name: "Pages" })
    .getByRole("link", { name: new RegExp(`^${place}`, "u") })
    .click();
  await atPlace(page, place);
}

/** Waits until a place is there, with its records. */
export async function atPlace(page: Page, place: string): Promise<void> {
  if (place === "Overview") {
    await verdictOf(page);
    return;
  }
  if (place === "The year") {
    const year = page.getByRole("article", { name: place });
    await year.getByRole("table", { name: "Twelve months" }).first().waitFor();
    return;
  }
  if (place === "The check") {
    await page.getByRole("region", { name: place }).getByRole("table").waitFor();
    return;
  }
  await page.getByRole("heading", { level: 1, name: place }).waitFor();
}

/** Goes to the queue and waits until the finding that keys act on is on screen. @returns the list, which has the focus */
export async function goToQueue(page: Page): Promise<Locator> {
  await goTo(page, "Exceptions");
  await page.getByRole("article").waitFor();
  const list = page.getByRole("listbox", { name: "Exceptions" });
  await list.focus();
  return list;
}

/**
 * Puts the queue in the order of the records, line by line: in the usual order the amounts decide, and what one cause explains is
 * decided together. The list has the focus.
 */
export async function orderByRecord(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Order/u }).click();
  await page.getByRole("option", { name: "By record" }).click();
  await page.waitForFunction(() => /exceptions\/[0-9a-f]+.*order=record/u.test(location.hash));
  const list = page.getByRole("listbox", { name: "Exceptions" });
  await list.locator(".queue-current").waitFor();
  // Until its finding is read, keys that act on it are refused.
  await page.getByRole("article").waitFor();
  await list.focus();
}

/** Answers who decides, where nobody has said so yet. */
export async function sayWhoDecides(page: Page, name = "Ada Obi"): Promise<void> {
  const question = page.getByRole("dialog", { name: "Who decides?" });
  await question.getByRole("textbox", { name: "Your name" }).fill(name);
  await page.keyboard.press("Enter");
}

/** In Wallet or Transactions: only what is flagged, and of it the first break in full, or the first row where flags have no room. */
export async function openFirstRow(page: Page): Promise<void> {
  await page.getByRole("gridcell").first().waitFor();
  const flagged = page.getByRole("switch", { name: "Only flagged" });
  if (!(await flagged.isChecked())) {
    // While they are counted nothing stands there.
    const counts = page.locator(".grid-counts").filter({ hasText: /\d/u });
    const all = (await counts.textContent()) ?? "";
    await page.keyboard.press("f");
    await counts.filter({ hasNotText: new RegExp(`^${all}$`, "u") }).waitFor();
  }
  const hasFlags = (await page.getByRole("columnheader", { name: /^Flags/u }).count()) > 0;
  await page
    .getByRole("gridcell", hasFlags ? { name: /Chain break|Amount mismatch/u } : {})
    .first()
    .click();
  await page.keyboard.press("Enter");
}

/** Goes to Close by its keys and waits until its month was looked at. */
export async function goToClose(page: Page): Promise<void> {
  await pressSequence(page, "g", "c");
  await atPlace(page, "Close");
  await page.getByRole("heading", { name: "Three-way proof" }).waitFor();
}

/** How the month on Close stands, in the words under its name. */
export function monthStands(page: Page, words: RegExp): Locator {
  return page.locator(".month-lead > .quiet, .fold-line .note").getByText(words);
}

/** Unfolds a line of Close, where it is folded. @returns what it holds, with its line */
export async function unfold(page: Page, title: string | RegExp): Promise<Locator> {
  const line = page.getByRole("article").getByRole("button", { name: title, exact: true });
  if ((await line.getAttribute("aria-expanded")) === "false") await line.press("Enter");
  return page.getByRole("region", { name: title, exact: true });
}

/** Points at something until what that shows is there: another window of the system may take the pointer away. */
export async function pointAt(target: Locator, shown: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await target.page().mouse.move(0, 0);
      await target.hover();
      return shown.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
}

/** Takes a step of the close, with a note where it asks for one. */
export async function takeStep(page: Page, key: string, label: string, name: string): Promise<void> {
  await page.keyboard.press(key);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: label }).fill(name);
  await dialog.getByRole("textbox", { name: /^Why|^Note/u }).fill("The provider answers later");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
}

/** A step of the close, as its line says it. */
export function stepOf(page: Page, title: string): Locator {
  const steps = page.getByRole("list", { name: "Steps of the close" });
  return steps.getByRole("region", { name: title, exact: true });
}

/** Prepares the month that Close shows, over what stands in its way. */
export async function prepareAllTheSame(page: Page, by: string): Promise<void> {
  await page.keyboard.press("p");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Prepared by" }).fill(by);
  await dialog.getByRole("textbox", { name: "Why it is prepared anyway" }).fill("The provider answers later");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await monthStands(page, /Waits for a second person/u).waitFor();
}
