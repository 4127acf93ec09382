/** Case 105: keys go to what is on screen, in order, whatever is being saved, checked or read meanwhile. */
import { once } from "node:events";
import { expect, test } from "vitest";
import { waitForFocus } from "../helpers/window-keys.ts";
import {
  accept,
  connectedAgain,
  current,
  decided,
  firstLines,
  lockInstead,
  openQueue,
  pageOn,
} from "../helpers/window-queue.ts";
import { ledgerOf } from "../helpers/window-service.ts";
import { holdBack, slowDown } from "../helpers/window-wire.ts";
import { useBrowser } from "../helpers/window.ts";

useBrowser();

const NOTES = Array.from({ length: 8 }, (_, at) => `noted ${at}`);

test("accepts eight findings in a row, at once or 150 ms apart, while main is slow to save", async () => {
  const ledger = await ledgerOf();
  const { page, url } = await pageOn(ledger);
  await slowDown(page, "review.decide", 400);
  await openQueue(page, url);
  const lines = await firstLines(page, NOTES.length);
  for (const [at, note] of NOTES.entries()) {
    await accept(page, note);
    if (at >= NOTES.length / 2) await page.waitForTimeout(150);
  }
  await page.getByText(new RegExp(`^${NOTES.length} of \\d+ reviewed`, "u")).waitFor();
  expect(decided(ledger)).toEqual(
    NOTES.map((note, at) => ({ fingerprint: lines[at], status: "accepted", note })),
  );
});

test("typing while decisions wait goes into the form on screen, and they are written in order", async () => {
  const ledger = await ledgerOf();
  const { page, url } = await pageOn(ledger);
  const wire = await holdBack(page, "review.decide");
  await openQueue(page, url);
  const lines = await firstLines(page, 3);
  await accept(page, "first");
  await accept(page, "second");
  expect(await current(page)).toBe(lines[2]);
  await page.keyboard.press("e");
  await page.keyboard.type("a third, not ");
  expect(decided(ledger)).toEqual([]);
  expect(wire.waiting()).toBe(1);
  await expect.poll(() => page.getByRole("option", { name: /accepted.*saving/u }).count()).toBe(2);
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

test("typing stays in its note while the check runs again and the list changes", async () => {
  const ledger = await ledgerOf();
  const { page, url } = await pageOn(ledger);
  const wire = await holdBack(page, "review.decide");
  await openQueue(page, url);
  await page.getByRole("button", { name: /Status/u }).click();
  await page.getByRole("option", { name: /^Undecided/u }).click();
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

test("a late undo does not move anyone away from the note being typed", async () => {
  const ledger = await ledgerOf();
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
  expect(await current(page)).toBe(lines[1]);
  expect(await page.getByRole("article").getByRole("textbox").inputValue()).toBe("on the second");
});

test("marks what could not be saved, links to it, and restores its note in the form", async () => {
  const ledger = await ledgerOf();
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
  expect(await current(page)).toBe(lines[1]);
  expect(await page.getByRole("article").getByRole("textbox").inputValue()).toBe("another");
  await page.getByRole("option", { name: /Not saved/u }).waitFor();
  expect(decided(ledger)).toEqual([]);
  await banner.getByRole("button", { name: "Go to it" }).click();
  await expect.poll(() => current(page)).toBe(lines[0]);
  const note = page.getByRole("article").getByRole("textbox");
  expect(await note.inputValue()).toBe("lost on the way");
  await connectedAgain(page);
  await note.focus();
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^1 of \d+ reviewed/u).waitFor();
  await banner.waitFor({ state: "detached" });
  expect(decided(ledger)).toEqual([{ fingerprint: lines[0], status: "accepted", note: "lost on the way" }]);
});

test("a decision refused because another window has the ledger returns to its finding with the typed text", async () => {
  const ledger = await ledgerOf();
  const { page, url } = await pageOn(ledger);
  await openQueue(page, url);
  const lines = await firstLines(page, 2);
  const other = await lockInstead(ledger);
  await accept(page, "while another had it");
  const banner = page.getByRole("alert").filter({ hasText: "Not saved: accept" });
  await banner.getByText("LEDGER_LOCKED").waitFor();
  expect(await current(page)).toBe(lines[1]);
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

test("case 54: asks before leaving the page during a save, and then shows whether it was saved", async () => {
  const ledger = await ledgerOf();
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

test("a bulk decision that could not be saved returns selected, with its note", async () => {
  const ledger = await ledgerOf();
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
  await connectedAgain(page);
  await dialog.getByRole("textbox").focus();
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^2 of \d+ reviewed/u).waitFor();
  expect(decided(ledger).map(({ note }) => note)).toEqual(["under the limit", "under the limit"]);
});
