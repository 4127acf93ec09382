/** Notices and dialogs: what was said before waits behind a dialog, what answers it stands within it, and reasons are in view. */
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { violations } from "../../helpers/window/axe.ts";
import { IN_ELECTRON } from "../../helpers/window/electron-window.ts";
import { writtenFile } from "../../helpers/window/window-files.ts";
import { hasFocus, waitForFocus } from "../../helpers/window/window-keys.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { goTo, goToClose, monthStands, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

/** After the sandbox's last month. */
const NOVEMBER = Date.UTC(2026, 10, 1);

const dialogOf = (page: Page) => page.getByRole("dialog");
const noticeOf = (page: Page, words: string) => page.getByRole("alertdialog").filter({ hasText: words });
const note = (page: Page) => dialogOf(page).getByRole("textbox", { name: "Why it is prepared anyway" });

/** A window on a ledger with errors to decide on. */
async function openSmall(viewport = { width: 1280, height: 800 }): Promise<Page> {
  const ledger = await ledgerOf({ entries: 300 }, NOVEMBER);
  const { url } = await startHost(ledger);
  const page = await openWindow(url, { viewport });
  await verdictOf(page);
  return page;
}

/** Decides on two findings at once. @returns the notice of it, with Undo; its time does not run while the pointer is on it */
async function decideOnTwo(page: Page): Promise<Locator> {
  await goTo(page, "Settings");
  await page.getByLabel("Your name").fill("Ada Obi");
  await page.keyboard.press("Enter");
  await goTo(page, "Exceptions");
  const list = page.getByRole("listbox", { name: "Exceptions" });
  await list.getByRole("option").first().waitFor();
  await list.focus();
  await page.getByRole("article").waitFor();
  await page.keyboard.press("x");
  await page.getByText("1 selected").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await page.getByText("2 selected").waitFor();
  await page.keyboard.press("a");
  await waitForFocus(dialogOf(page).getByRole("textbox"));
  await page.keyboard.type("Agreed with the provider");
  await page.keyboard.press("Control+Enter");
  const notice = noticeOf(page, "Accepted 2 findings");
  await notice.hover();
  return notice;
}

/** Which of these controls lie under something else where one would press them. */
async function covered(controls: Locator): Promise<readonly string[]> {
  return controls.evaluateAll((all) =>
    all.flatMap((control) => {
      control.scrollIntoView({ block: "nearest" });
      const { left, top, width, height } = control.getBoundingClientRect();
      const points = [0.05, 0.5, 0.95].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
      const isClear = points.every(([x, y]) =>
        control.contains(document.elementFromPoint(left + width * x, top + height * y)),
      );
      return isClear ? [] : [control.outerHTML.slice(0, 120)];
    }),
  );
}

test("a notice that was pressed and is gone leaves the focus where it is, whichever comes and goes after it", async () => {
  const page = await openSmall();
  const notice = await decideOnTwo(page);
  await notice.getByRole("button", { name: "Undo" }).click();
  const undone = noticeOf(page, "Undone on 2 findings");
  await undone.waitFor();
  await waitForFocus(page.getByRole("listbox", { name: "Exceptions" }));
  await page.keyboard.press("Shift+U");
  const redone = noticeOf(page, "Accepted 2 findings");
  await redone.waitFor();
  await page.keyboard.press("/");
  const search = page.getByRole("textbox", { name: "Search exceptions" });
  await waitForFocus(search);
  // While the pointer is on one no time runs.
  await page.mouse.move(0, 0);
  await undone.waitFor({ state: "hidden" });
  await redone.waitFor({ state: "hidden" });
  expect(await hasFocus(search)).toBe(true);
});

test("a notice covers nothing of a dialog, waits until it closes, and is withdrawn by preparing the month; the dialog suggests the last name, selected, so that typing replaces it", async () => {
  const page = await openSmall();
  const notice = await decideOnTwo(page);
  await goToClose(page);
  await notice.waitFor();
  for (const width of [1280, 1024]) {
    // So low that the dialog fills the window.
    await page.setViewportSize({ width, height: 560 });
    // Its time does not run while the pointer is on it.
    await notice.hover();
    await page.keyboard.press("p");
    await note(page).waitFor();
    // A dialog is shown a frame after it is there.
    await expect.poll(() => covered(dialogOf(page).locator("input, textarea, button"))).toEqual([]);
    expect(await notice.count()).toBe(0);
    await page.keyboard.press("Escape");
    await dialogOf(page).waitFor({ state: "hidden" });
    await notice.getByRole("button", { name: "Undo" }).waitFor();
  }
  await page.keyboard.press("p");
  const name = dialogOf(page).getByRole("textbox", { name: "Prepared by" });
  await waitForFocus(name);
  expect(await name.inputValue()).toBe("Ada Obi");
  expect(await selectedIn(name)).toBe("Ada Obi");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type("Ben Eze");
  expect(await name.inputValue()).toBe("Ben Eze");
  await note(page).fill("The provider answers later");
  await page.keyboard.press("Control+Enter");
  await dialogOf(page).waitFor({ state: "hidden" });
  await noticeOf(page, "August 2026 is prepared").waitFor();
  // Its Undo would change what was prepared.
  expect(await notice.count()).toBe(0);
  await monthStands(page, /Waits for a second person/u).waitFor();
  // The window's reviewer is another person than the preparer, and may sign.
  await page.keyboard.press("s");
  const signer = dialogOf(page).getByRole("textbox", { name: "Reviewed and signed off by" });
  await waitForFocus(signer);
  expect(await selectedIn(signer)).toBe("Ada Obi");
  await page.keyboard.press("Control+Enter");
  await monthStands(page, /^Signed off by Ada Obi/u).waitFor();
});

// Electron shows the file where it was saved, and says nothing of it.
test.skipIf(IN_ELECTRON)(
  "shows a dialog's notice inside it, clear of its buttons, and beside the page once it closes",
  async () => {
    const page = await openSmall({ width: 1024, height: 768 });
    await page.keyboard.press("Control+e");
    const dialog = dialogOf(page);
    await dialog.getByRole("button", { name: "Export…" }).click();
    // On a busy machine the threads that check and write come late.
    await dialog.getByText(/^The export is ready/u).waitFor({ timeout: 60_000 });
    await writtenFile(page, dialog);
    const said = dialog.getByRole("alert").filter({ hasText: "downloaded" });
    await said.waitFor();
    await expect.poll(() => covered(dialog.locator("button"))).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await noticeOf(page, "downloaded").waitFor();
  },
);

test("refuses a name or note that is too long at its field, and reads the error aloud", async () => {
  // So low that the fields are below what the dialog shows.
  const page = await openSmall({ width: 1280, height: 480 });
  await goToClose(page);
  await page.keyboard.press("p");
  const name = dialogOf(page).getByRole("textbox", { name: "Prepared by" });
  await waitForFocus(name);
  await name.fill("A".repeat(201));
  await note(page).fill("The provider answers later");
  await name.focus();
  await page.keyboard.press("Control+Enter");
  await saidInView(page, "The name has 201 characters, more than the limit of 200.");
  await waitForFocus(name);
  // Scrolled away from and pressed again, it is there again.
  await dialogOf(page)
    .locator(".dialog-body")
    .evaluate((body) => body.scrollTo(0, 0));
  await page.keyboard.press("Control+Enter");
  await saidInView(page, "The name has 201 characters, more than the limit of 200.");
  await name.fill("Ada Obi");
  await note(page).fill("n".repeat(10_001));
  await name.focus();
  await page.keyboard.press("Control+Enter");
  await saidInView(page, "The note has 10,001 characters, more than the limit of 10,000.");
  await waitForFocus(note(page));
  expect(await violations(page)).toEqual([]);
  await note(page).fill("The provider answers later");
  await page.keyboard.press("Control+Enter");
  await monthStands(page, /Waits for a second person/u).waitFor();
  await page.keyboard.press("s");
  const signer = dialogOf(page).getByRole("textbox", { name: "Reviewed and signed off by" });
  await signer.fill("B".repeat(201));
  await page.keyboard.press("Control+Enter");
  await saidInView(page, "The name has 201 characters, more than the limit of 200.");
  await waitForFocus(signer);
});

test("in a window too narrow for the rail a notice takes room of its own below the page, and goes by itself", async () => {
  const page = await openSmall({ width: 800, height: 700 });
  await goToClose(page);
  await page.keyboard.press("w");
  const notice = noticeOf(page, "Nothing is raised in August 2026");
  await notice.waitFor();
  const { bottom, right } = await page.locator("#root").evaluate((root) => root.getBoundingClientRect());
  const box = (await notice.boundingBox())!;
  expect(box.y).toBeGreaterThanOrEqual(bottom);
  expect(box.y + box.height).toBeLessThanOrEqual(700);
  expect(right).toBe(800);
  expect(await violations(page)).toEqual([]);
  await notice.waitFor({ state: "hidden", timeout: 20_000 });
});

/** Waits until a reason is announced and lies whole within what a dialog shows. */
async function saidInView(page: Page, sentence: string): Promise<void> {
  const reason = dialogOf(page).getByRole("alert").filter({ hasText: sentence });
  await reason.waitFor();
  const isWhole = () =>
    reason.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const body = element.closest(".dialog-body")!.getBoundingClientRect();
      return top >= body.top && bottom <= body.bottom && bottom <= innerHeight;
    });
  await expect.poll(isWhole).toBe(true);
}

async function selectedIn(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    const { value, selectionStart, selectionEnd } = element as HTMLInputElement;
    return value.slice(selectionStart ?? 0, selectionEnd ?? 0);
  });
}
