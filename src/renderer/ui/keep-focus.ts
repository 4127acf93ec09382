/**
 * The focus stays in the window: a browser drops it when what has it goes away or cannot be used any more,
 * and whoever works by keyboard would begin again at the window's top. Then the nearest that can take it
 * does.
 */
import { PLACE_TITLE_ID } from "./place-header.tsx";

/**
 * Whoever moves the focus on purpose, as a place that is arrived at and a dialog that shuts, does so within
 * this, milliseconds.
 */
const PATIENCE_MS = 60;

const FOCUSABLE =
  "a[href], button:enabled, input:enabled, textarea:enabled, select:enabled, [tabindex]:not(:disabled)";
const DIALOG = ".dialog";
/** Beyond these nothing is near. */
const LANDMARK = `main, header, footer, nav, ${DIALOG}`;

/** Begins to watch over the focus, for as long as the page is there. */
export function keepFocus(): void {
  /**
   * What had the focus last, then what it was in, from the inside out; nobody's after a click beside all
   * controls.
   */
  let path: readonly HTMLElement[] = [];
  let timer: number | null = null;
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement) path = pathOf(target);
    if (timer !== null) window.clearTimeout(timer);
    timer = null;
  });
  document.addEventListener("pointerdown", () => (path = []), true);
  new MutationObserver(() => {
    // One wait, however much goes on changing: a page that is being filled would put it off again and again.
    if (timer !== null || path.length === 0 || !isLost()) return;
    // Whoever gives it back, a popover that shuts say, does so with the next frame, which a busy machine may
    // draw late.
    timer = window.setTimeout(() => {
      window.requestAnimationFrame(() => {
        timer = null;
        if (isLost()) focusNear(path);
      });
    }, PATIENCE_MS);
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled"],
  });
}

/**
 * Gives the focus to what comes next in a dialog, where it rests on the dialog itself because nothing was
 * there to press.
 */
export function focusNext(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.matches(DIALOG)) focusWithin(activeElement);
}

function pathOf(target: HTMLElement): readonly HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let at: HTMLElement | null = target; at !== null && at !== document.body; at = at.parentElement)
    path.push(at);
  return path;
}

/** A browser leaves the focus on what was disabled until it draws again. */
function isLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.matches(":disabled");
}

/**
 * Gives the focus back to what had it, to the best beside it, or to what is in front: a dialog, else the
 * place.
 */
function focusNear(path: readonly HTMLElement[]): void {
  const dialog = [...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1) ?? null;
  const front = dialog ?? document.querySelector("main");
  for (const [at, element] of path.entries()) {
    if (!element.isConnected || (dialog !== null && !dialog.contains(element))) continue;
    if (at === 0 ? takesFocus(element) : focusWithin(element)) return;
    if (element.matches(LANDMARK)) break;
  }
  if (front === null || focusWithin(front)) return;
  // A place that is still being loaded; once it is left, it is no stop any more.
  front.tabIndex = -1;
  front.addEventListener("blur", () => front.removeAttribute("tabindex"), { once: true });
  takesFocus(front);
}

/**
 * The place's title before all else in a place, what most will want next in a dialog, and otherwise what
 * comes first.
 */
function focusWithin(element: HTMLElement): boolean {
  const first = element.querySelector<HTMLElement>(`#${PLACE_TITLE_ID}, .button-primary:enabled`);
  if (first !== null && takesFocus(first)) return true;
  return [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].some((one) => takesFocus(one));
}

/** Whether an element could be given the focus; what is not shown cannot. */
function takesFocus(element: HTMLElement): boolean {
  element.focus({ preventScroll: true });
  return document.activeElement === element && !element.matches(":disabled");
}
