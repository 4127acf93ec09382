/** Case 105: keys go to what is on screen, in order, whatever is being saved, checked or read meanwhile. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, onTestFinished, test } from "vitest";
import { lockPath } from "../../src/main/ledger/lock.ts";
import { listDecisions } from "../../src/main/services/review.ts";
import { waitForFocus } from "../helpers/window-keys.ts";
import { filledLedger, startService } from "../helpers/window-service.ts";
import { goTo, verdictOf } from "../helpers/window-steps.ts";
import { holdBack, slowDown } from "../helpers/window-wire.ts";
import { newContext, startHost, useBrowser, watch } from "../helpers/window.ts";

useBrowser();

/** A page that is not opened yet, and where to open it. */
async function pageOn(
  ledger: string,
): Promise<{ readonly page: Page; readonly url: string; readonly home: string }> {
  const { url, home } = await startHost([ledger]);
  const page = await (await newContext()).newPage();
  watch(page);
  return { page, url, home };
}

/** Opens the queue, with its list ready for keys; who decides is said already. */
async function openQueue(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await verdictOf(page);
  await goTo(page, "Settings");
  await page.getByLabel("Your name").fill("Ada Obi");
  await page.keyboard.press("Enter");
  await goTo(page, "Exceptions");
  await page.getByRole("article").waitFor();
  await page.getByRole("listbox", { name: "Exceptions" }).focus();
}

async function filled(): Promise<string> {
  return filledLedger(await startService());
}

/** Accepts the finding on screen with a note. */
async function accept(page: Page, note: string): Promise<void> {
  await page.keyboard.press("a");
  await page.keyboard.type(note);
  await page.keyboard.press("Control+Enter");
}

const NOTES = ["noted 0", "noted 1", "noted 2", "noted 3"];

/** Fingerprints of the first lines of the queue. */
async function firstLines(page: Page, count: number): Promise<string[]> {
  const lines: string[] = [];
  for (let line = 0; line < count; line += 1) {
    lines.push(current(page));
    await page.keyboard.press("j");
  }
  await page.keyboard.press("Home");
  expect(current(page)).toBe(lines[0]);
  return lines;
}

function current(page: Page): string {
  return /\/exceptions\/(?<print>[0-9a-f]+)/u.exec(page.url())?.groups?.["print"] ?? page.url();
}

const decided = (ledger: string) =>
  listDecisions(ledger).map(({ fingerprint, status, note }) => ({ fingerprint, status, note }));

for (const pauseMs of [300, 0]) {
  test(`four findings are accepted one after the other, ${pauseMs} ms apart, while main is slow to save`, async () => {
    const ledger = await filled();
    const { page, url } = await pageOn(ledger);
    await slowDown(page, "review.decide", 900);
    await openQueue(page, url);
    const lines = await firstLines(page, 4);
    for (const note of NOTES) {
      await accept(page, note);
      await page.waitForTimeout(pauseMs);
    }
    await page.getByText(/^4 of \d+ reviewed/u).waitFor();
    expect(decided(ledger)).toEqual(
      NOTES.map((note, at) => ({ fingerprint: lines[at], status: "accepted", note })),
    );
  });
}

test("what is typed while decisions wait goes into the form on screen, and they are written in order", async () => {
  const ledger = await filled();
  const { page, url } = await pageOn(ledger);
  const wire = await holdBack(page, "review.decide");
  await openQueue(page, url);
  const lines = await firstLines(page, 3);
  await accept(page, "first");
  await accept(page, "second");
  expect(current(page)).toBe(lines[2]);
  await page.keyboard.press("e");
  await page.keyboard.type("a third, not ");
  expect(decided(ledger)).toEqual([]);
  expect(wire.waiting()).toBe(1);
  expect(await page.getByRole("option", { name: /accepted.*saving/u }).count()).toBe(2);
  wire.letThrough();
  await page.getByText(/^2 of \d+ reviewed/u).waitFor();
  await page.keyboard.type("said yet");
  const note = page.getByRole("article").getByRole("textbox");
  expect(await note.inputValue()).toBe("a third, not said yet");
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^3 of \d+ reviewed/u).waitFor();
  expect(decided(ledger).map((one) => [one.fingerprint, one.note])).toEqual([
    [lines[0], "first"],
    [lines[1], "second"],
    [lines[2], "a third, not said yet"],
  ]);
});

test("a note goes on being typed where it was begun while the check runs again and the list changes", async () => {
  const ledger = await filled();
  const { page, url } = await pageOn(ledger);
  const wire = await holdBack(page, "review.decide");
  await openQueue(page, url);
  await page.getByRole("button", { name: /Status/u }).click();
  await page.getByRole("option", { name: /^Waiting/u }).click();
  await page.getByRole("listbox", { name: "Exceptions" }).focus();
  const lines = await firstLines(page, 3);
  await accept(page, "first");
  await accept(page, "second");
  await page.keyboard.press("a");
  await page.keyboard.type("before ");
  // Each of these leaves the list as it is saved, so that the third comes to stand in the first place.
  wire.letThrough();
  await expect
    .poll(async () => page.locator(".queue-current").getAttribute("aria-posinset"), { timeout: 20_000 })
    .toBe("1");
  await page.keyboard.type("and after");
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^3 of \d+ reviewed/u).waitFor();
  expect(decided(ledger).map(({ fingerprint, note }) => [fingerprint, note])).toEqual([
    [lines[0], "first"],
    [lines[1], "second"],
    [lines[2], "before and after"],
  ]);
});

test("an undoing that comes late takes nobody away from the note that is being typed", async () => {
  const ledger = await filled();
  const { page, url } = await pageOn(ledger);
  const wire = await holdBack(page, "review.undo");
  await openQueue(page, url);
  const lines = await firstLines(page, 2);
  await accept(page, "to be undone");
  await page.getByText(/^1 of \d+ reviewed/u).waitFor();
  await page.keyboard.press("u");
  await page.keyboard.press("a");
  await page.keyboard.type("on the ");
  wire.letThrough();
  await page.getByText(/^0 of \d+ reviewed/u).waitFor();
  await page.keyboard.type("second");
  expect(current(page)).toBe(lines[1]);
  expect(await page.getByRole("article").getByRole("textbox").inputValue()).toBe("on the second");
});

test("what could not be saved is marked, told with the way to it, and its note is back in its form", async () => {
  const ledger = await filled();
  const { page, url } = await pageOn(ledger);
  const wire = await holdBack(page, "review.decide");
  await openQueue(page, url);
  const lines = await firstLines(page, 2);
  await accept(page, "lost on the way");
  await page.keyboard.press("e");
  await page.keyboard.type("another");
  wire.cut();
  const banner = page.getByRole("alert").filter({ hasText: "Not saved: accept" });
  await banner.getByText("HOST_LOST").waitFor();
  expect(current(page)).toBe(lines[1]);
  expect(await page.getByRole("article").getByRole("textbox").inputValue()).toBe("another");
  await page.getByRole("option", { name: /Not saved/u }).waitFor();
  expect(decided(ledger)).toEqual([]);
  await banner.getByRole("button", { name: "Go to it" }).click();
  await expect.poll(() => current(page)).toBe(lines[0]);
  const note = page.getByRole("article").getByRole("textbox");
  expect(await note.inputValue()).toBe("lost on the way");
  await note.focus();
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^1 of \d+ reviewed/u).waitFor();
  await banner.waitFor({ state: "detached" });
  expect(decided(ledger)).toEqual([{ fingerprint: lines[0], status: "accepted", note: "lost on the way" }]);
});

test("a decision refused because another window has the ledger comes back to its finding, with what was typed", async () => {
  const ledger = await filled();
  const { page, url } = await pageOn(ledger);
  await openQueue(page, url);
  const lines = await firstLines(page, 2);
  const other = await lockInstead(ledger);
  await accept(page, "while another had it");
  const banner = page.getByRole("alert").filter({ hasText: "Not saved: accept" });
  await banner.getByText("LEDGER_LOCKED").waitFor();
  expect(current(page)).toBe(lines[1]);
  await page.getByRole("option", { name: /Not saved/u }).waitFor();
  expect(decided(ledger)).toEqual([]);
  await banner.getByRole("button", { name: "Go to it" }).click();
  await expect.poll(() => current(page)).toBe(lines[0]);
  const note = page.getByRole("article").getByRole("textbox");
  expect(await note.inputValue()).toBe("while another had it");
  other.kill("SIGKILL");
  await once(other, "exit");
  await note.focus();
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^1 of \d+ reviewed/u).waitFor();
  await banner.waitFor({ state: "detached" });
  expect(decided(ledger)).toEqual([
    { fingerprint: lines[0], status: "accepted", note: "while another had it" },
  ]);
});

/** Another process takes the ledger, whose lock somebody removed from beneath the window. */
async function lockInstead(ledger: string): Promise<ChildProcess> {
  rmSync(lockPath(ledger));
  const child = join(import.meta.dirname, "../helpers/locking-child.ts");
  const other = spawn(process.execPath, [child, ledger], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void other.kill("SIGKILL"));
  const [said] = (await once(other.stdout, "data")) as [Buffer];
  expect(said.toString()).toBe("held\n");
  return other;
}

test("case 54: whoever leaves the page in mid-save is asked first, and then finds it saved or told not to be", async () => {
  const ledger = await filled();
  const { page, url } = await pageOn(ledger);
  const wire = await holdBack(page, "review.decide");
  await openQueue(page, url);
  const lines = await firstLines(page, 1);
  await accept(page, "on its way");
  await expect.poll(wire.waiting).toBe(1);
  const asked = page.waitForEvent("dialog");
  const reloaded = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await reloaded;
  const banner = page.getByRole("alert").filter({ hasText: "Not saved: accept" });
  await banner.waitFor({ timeout: 60_000 });
  await banner.getByRole("button", { name: "Go to it" }).click();
  await expect.poll(() => current(page)).toBe(lines[0]);
  expect(await page.getByRole("article").getByRole("textbox").inputValue()).toBe("on its way");
  expect(decided(ledger)).toEqual([]);
  wire.letThrough();
  await page.getByRole("article").getByRole("textbox").focus();
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^1 of \d+ reviewed/u).waitFor();
  // Nothing is pending: nobody is asked.
  await page.reload();
  await page.getByText(/^1 of \d+ reviewed/u).waitFor();
  expect(await banner.count()).toBe(0);
});

test("a bulk decision that could not be saved comes back selected, with its note", async () => {
  const ledger = await filled();
  const { page, url } = await pageOn(ledger);
  const wire = await holdBack(page, "review.decide");
  await openQueue(page, url);
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await page.getByText("2 selected").waitFor();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog");
  await waitForFocus(dialog.getByRole("textbox"));
  await page.keyboard.type("under the limit");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.keyboard.press("e");
  await page.keyboard.type("typed on");
  wire.cut();
  const banner = page.getByRole("alert").filter({ hasText: "Not saved: accept 2 findings" });
  await banner.waitFor();
  expect(await page.getByRole("article").getByRole("textbox").inputValue()).toBe("typed on");
  await banner.getByRole("button", { name: "Go to it" }).click();
  await dialog.getByRole("heading", { name: /Accept — 2 findings/u }).waitFor();
  expect(await dialog.getByRole("textbox").inputValue()).toBe("under the limit");
  await dialog.getByRole("textbox").focus();
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^2 of \d+ reviewed/u).waitFor();
  expect(decided(ledger).map(({ note }) => note)).toEqual(["under the limit", "under the limit"]);
});
