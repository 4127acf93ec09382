/** Case 105: keys go to what is on screen, in order, whatever is being saved, checked or read meanwhile. */
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { useShared } from "../../helpers/at-end.ts";
import { waitForFocus } from "../../helpers/window/window-keys.ts";
import {
  accept,
  connectedAgain,
  current,
  decided,
  openQueue,
  pageOn,
} from "../../helpers/window/window-queue.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { goTo, goToQueue, orderByRecord } from "../../helpers/window/window-steps.ts";
import { type HeldWire, holdBack } from "../../helpers/window/window-wire.ts";
import { useBrowser } from "../../helpers/window/window.ts";

useBrowser();

const NOTES = Array.from({ length: 8 }, (_, at) => `noted ${at}`);

/** A window whose decisions can be held back. Tests decide on its first findings, one after the other. */
const shared = useShared(async () => {
  const ledger = await ledgerOf({ entries: 300 });
  const { page, url } = await pageOn(ledger);
  const wire = await holdBack(page, "review.decide", "review.undo");
  wire.letThrough();
  await openQueue(page, url);
  return { page, ledger, wire };
});

interface Queue {
  readonly page: Page;
  readonly wire: HeldWire;
  /** Fingerprints of those that were looked at. */
  readonly lines: readonly string[];
  /** Waits until so many more are decided than at first. */
  readonly reviewed: (more: number) => Promise<void>;
  /** What was decided since. */
  readonly decidedSince: () => ReturnType<typeof decided>;
}

/** The queue of that window at the first finding that is open, of which so many are looked at. */
async function queueAt(count: number): Promise<Queue> {
  const { page, ledger, wire } = shared();
  wire.letThrough();
  wire.slowDown(0);
  await page.keyboard.press("Escape");
  // Whoever leaves the queue and comes back finds all of it, at the first that is open.
  await goTo(page, "Settings");
  await goToQueue(page);
  await orderByRecord(page);
  const words = (await page.getByText(/^\d+ of \d+ reviewed/u).textContent()) ?? "";
  const before = Number.parseInt(words, 10);
  await page.locator(`.queue-current[aria-posinset='${before + 1}']`).waitFor();
  const lines: string[] = [];
  for (let line = 0; line < count; line += 1) {
    lines.push(await current(page));
    await page.keyboard.press("j");
  }
  // Back at once: each line on the way would show its finding.
  await page.locator(`[role=option][aria-posinset='${before + 1}']`).click();
  await page.getByRole("listbox", { name: "Exceptions" }).focus();
  expect(await current(page)).toBe(lines[0]);
  const written = decided(ledger).length;
  return {
    page,
    wire,
    lines,
    reviewed: (more) => page.getByText(new RegExp(`^${before + more} of \\d+ reviewed`, "u")).waitFor(),
    decidedSince: () => decided(ledger).slice(written),
  };
}

const goToIt = (banner: Locator) => banner.getByRole("button", { name: "Go to it" });

const noteOf = (page: Page) => page.getByRole("article").getByRole("textbox");

test("accepts eight findings in a row, at once or 150 ms apart, while main is slow to save", async () => {
  const { page, wire, lines, reviewed, decidedSince } = await queueAt(NOTES.length);
  wire.slowDown(400);
  for (const [at, note] of NOTES.entries()) {
    await accept(page, note);
    if (at >= NOTES.length / 2) await page.waitForTimeout(150);
  }
  await reviewed(NOTES.length);
  expect(decidedSince()).toEqual(
    NOTES.map((note, at) => ({ fingerprint: lines[at], status: "accepted", note })),
  );
});

test("typing while decisions wait goes into the form on screen, and they are written in order", async () => {
  const { page, wire, lines, reviewed, decidedSince } = await queueAt(3);
  wire.hold();
  await accept(page, "first");
  await accept(page, "second");
  expect(await current(page)).toBe(lines[2]);
  await page.keyboard.press("e");
  await page.keyboard.type("a third, not ");
  expect(decidedSince()).toEqual([]);
  expect(wire.waiting()).toBe(1);
  await expect.poll(() => page.getByRole("option", { name: /accepted.*saving/u }).count()).toBe(2);
  wire.letThrough();
  await reviewed(2);
  await page.keyboard.type("said yet");
  expect(await noteOf(page).inputValue()).toBe("a third, not said yet");
  await page.keyboard.press("Control+Enter");
  await reviewed(3);
  expect(decidedSince().map((one) => [one.fingerprint, one.note])).toEqual([
    [lines[0], "first"],
    [lines[1], "second"],
    [lines[2], "a third, not said yet"],
  ]);
});

test("typing stays in its note while the check runs again and the list changes", async () => {
  const { page, wire, lines, reviewed, decidedSince } = await queueAt(3);
  await page.getByRole("button", { name: /Status/u }).click();
  await page.getByRole("option", { name: /^Undecided/u }).click();
  await expect.poll(() => page.locator(".queue-current").getAttribute("aria-posinset")).toBe("1");
  await page.getByRole("listbox", { name: "Exceptions" }).focus();
  wire.hold();
  await accept(page, "first");
  await accept(page, "second");
  await page.keyboard.press("a");
  await page.keyboard.type("before ");
  // Each of these leaves the list as it is saved, so that the third comes to stand in the first place.
  wire.letThrough();
  await expect.poll(() => page.locator(".queue-current").getAttribute("aria-posinset")).toBe("1");
  await page.keyboard.type("and after");
  await page.keyboard.press("Control+Enter");
  await reviewed(3);
  expect(decidedSince().map(({ fingerprint, note }) => [fingerprint, note])).toEqual([
    [lines[0], "first"],
    [lines[1], "second"],
    [lines[2], "before and after"],
  ]);
});

test("a late undo does not move anyone away from the note being typed", async () => {
  const { page, wire, lines, reviewed } = await queueAt(2);
  await accept(page, "to be undone");
  await reviewed(1);
  wire.hold();
  await page.keyboard.press("u");
  await page.keyboard.press("a");
  await page.keyboard.type("on the ");
  wire.letThrough();
  await reviewed(0);
  await page.keyboard.type("second");
  expect(await current(page)).toBe(lines[1]);
  expect(await noteOf(page).inputValue()).toBe("on the second");
  await noteOf(page).fill("");
});

test("marks what could not be saved, links to it, and restores its note in the form", async () => {
  const { page, wire, lines, reviewed, decidedSince } = await queueAt(2);
  wire.hold();
  await accept(page, "lost on the way");
  await page.keyboard.press("e");
  await page.keyboard.type("another");
  wire.cut();
  const banner = page.getByRole("alert").filter({ hasText: "Not saved: accept" });
  await banner.getByText("HOST_LOST").waitFor();
  expect(await current(page)).toBe(lines[1]);
  expect(await noteOf(page).inputValue()).toBe("another");
  await page.getByRole("option", { name: /Not saved/u }).waitFor();
  expect(decidedSince()).toEqual([]);
  const buttonWas = await goToIt(banner).boundingBox();
  await goToIt(banner).click();
  await expect.poll(() => current(page)).toBe(lines[0]);
  expect(await noteOf(page).inputValue()).toBe("lost on the way");
  await connectedAgain(page);
  // Its words are others now; who is about to press the button still meets it.
  expect(await goToIt(banner).boundingBox()).toEqual(buttonWas);
  // The way to it led to the queue in its usual order.
  await orderByRecord(page);
  await noteOf(page).focus();
  await page.keyboard.press("Control+Enter");
  await reviewed(1);
  await banner.waitFor({ state: "detached" });
  expect(decidedSince()).toEqual([{ fingerprint: lines[0], status: "accepted", note: "lost on the way" }]);
  await expect.poll(() => noteOf(page).inputValue()).toBe("another");
  await noteOf(page).fill("");
});

test("case 54: asks before leaving the page during a save, and then shows whether it was saved", async () => {
  const { page, wire, lines, reviewed, decidedSince } = await queueAt(1);
  wire.hold();
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
  await goToIt(banner).click();
  await expect.poll(() => current(page)).toBe(lines[0]);
  expect(await noteOf(page).inputValue()).toBe("on its way");
  expect(decidedSince()).toEqual([]);
  wire.letThrough();
  await noteOf(page).focus();
  await page.keyboard.press("Control+Enter");
  await reviewed(1);
  // Nothing is pending: nobody is asked.
  await page.reload();
  await reviewed(1);
  expect(await banner.count()).toBe(0);
});

test("a bulk decision that could not be saved returns selected, with its note", async () => {
  const { page, wire, reviewed, decidedSince } = await queueAt(2);
  wire.hold();
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
  expect(await noteOf(page).inputValue()).toBe("typed on");
  await goToIt(banner).click();
  await dialog.getByRole("heading", { name: /Accept — 2 findings/u }).waitFor();
  expect(await dialog.getByRole("textbox").inputValue()).toBe("under the limit");
  await connectedAgain(page);
  await dialog.getByRole("textbox").focus();
  await page.keyboard.press("Control+Enter");
  await reviewed(2);
  expect(decidedSince().map(({ note }) => note)).toEqual(["under the limit", "under the limit"]);
});
