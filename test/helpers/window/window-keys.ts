/** The window without a pointer: going to a control by Tab as people do, and noticing when the focus is lost. */
import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { atEnd } from "../at-end.ts";

/** More stops than any place has. */
const MOST_STOPS = 200;

/** Presses Tab until a control has the focus, once it takes it: not while it is disabled. Fails when Tab never comes to it. */
export async function tabTo(page: Page, control: Locator, key = "Tab"): Promise<void> {
  await control.first().waitFor();
  await expect.poll(async () => control.first().isEnabled(), { timeout: 60_000 }).toBe(true);
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if ((stop === 0 || (await mayHaveFocus(page))) && (await isReached(control))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not come to ${String(control)}; the focus is on ${await focusedElement(page)}`);
}

/** What a page that is tabbed through keeps. */
interface InPage {
  /** The control that Tab is to come to. */
  aimed?: readonly Element[];
}

/** Whether a control has the focus. Its elements are kept in the page: finding them by their name at each stop takes longest. */
async function isReached(control: Locator): Promise<boolean> {
  return control.evaluateAll((elements) => {
    (globalThis as InPage).aimed = elements;
    return elements.some((element) => element.contains(document.activeElement));
  });
}

/** Whether one of the kept elements has the focus, or one is gone, so that the control may be another element by now. */
async function mayHaveFocus(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { aimed = [] } = globalThis as InPage;
    const isWhole = aimed.length > 0 && aimed.every(({ isConnected }) => isConnected);
    return !isWhole || aimed.some((element) => element.contains(document.activeElement));
  });
}

/** Goes to a control by Tab and presses a key on it. */
export async function press(page: Page, control: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/**
 * Presses the two keys of a sequence. Both are sent at once: the second counts within a time after the first only, and on a busy machine
 * the browser may take that long to say that it has the first.
 */
export async function pressSequence(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

/** Whether a control, or what is in it, has the focus; of several controls any. */
export async function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluateAll((elements) =>
    elements.some((element) => element.contains(document.activeElement)),
  );
}

/** Waits until a control, or what is in it, has the focus. */
export async function waitForFocus(control: Locator): Promise<void> {
  const where = async () => ((await hasFocus(control)) ? "there" : focusedElement(control.page()));
  await expect.poll(where).toBe("there");
}

/** The beginning of what has the focus, as markup. */
async function focusedElement(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160) ?? "nothing");
}

/**
 * From now on the page notes every pointer, and whenever the focus, once somewhere, is nowhere for longer than it takes to draw
 * what comes next. Either fails the test at its end.
 */
export async function withoutPointer(page: Page): Promise<void> {
  const wrong: string[] = [];
  await page.exposeFunction("noteWrong", (what: string) => wrong.push(what));
  const observe = () => {
    const note = (what: string) =>
      (globalThis as unknown as { noteWrong: (what: string) => void }).noteWrong(what);
    let last: string | null = null;
    let nowhere = 0;
    document.addEventListener("pointerdown", () => note("a pointer was pressed"), true);
    // By frames, as a person sees it: a busy machine draws late, and what gives the focus back waits for a frame, too. Not by each
    // frame: a page that nothing moves in draws none.
    const look = () => {
      setTimeout(() => requestAnimationFrame(look), 60);
      const { activeElement } = document;
      if (activeElement !== null && activeElement !== document.body) {
        last = activeElement.outerHTML.slice(0, 200);
        nowhere = 0;
      } else if (last !== null && (nowhere += 1) === 5) note(`the focus is lost, it was on ${last}`);
    };
    requestAnimationFrame(look);
  };
  await page.addInitScript(observe);
  await page.evaluate(observe);
  atEnd(() => {
    expect(wrong).toEqual([]);
  });
}
