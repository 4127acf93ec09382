/** What a person cannot read whole on a page, or not reach. */
import type { Page } from "playwright";

/**
 * Looks at every amount of seven digits and more that the page shows.
 *
 * @returns those of which a part is out of sight without a mark, with what cuts them
 */
export async function cutAmounts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const AMOUNT = /\d{1,3}(?:,\d{3}){2,}(?:\.\d+)?/gu;
    const found = new Set<string>();
    const nameOf = (element: Element) => `${element.tagName.toLowerCase()}.${element.className}`;
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest(".only-spoken, [aria-hidden=true] .only-spoken") === null;
    const isTransparent = (element: Element) => /, 0\)$|transparent/u.test(getComputedStyle(element).color);
    /** What hides a part of a box; null where all of it can be seen, if need be by scrolling down. */
    const cutBy = (box: DOMRect, from: Element): Element | null => {
      for (let at: Element | null = from; at !== null; at = at.parentElement) {
        const { overflowX, display } = getComputedStyle(at);
        if (display === "inline" || overflowX === "visible") continue;
        const { left, right } = at.getBoundingClientRect();
        // A grid is scrolled to its columns: of one that is partly in sight no figure may show.
        if (at.matches("[class*=viewport]")) {
          const isPartlyIn = box.right > left + 1 && box.left < right - 1;
          const isCut = box.right > right + 1 || box.left < left - 1;
          return isPartlyIn && isCut && !isTransparent(from) ? at : null;
        }
        const whole = at.querySelector("[role=grid]") === null;
        if (whole && (box.right > right + 1 || box.left < left - 1)) return at;
      }
      return box.right > innerWidth + 1 || box.left < -1 ? document.body : null;
    };
    /** A text, and what goes on after places where it may break. */
    const piecesFrom = (first: Node): Node[] => {
      const pieces = [first];
      for (let next = first.nextSibling; next !== null; next = next.nextSibling) {
        if (next.nodeType === Node.TEXT_NODE) pieces.push(next);
        else if (next.nodeName !== "WBR") break;
      }
      return pieces;
    };
    const put = (place: "setStart" | "setEnd", range: Range, pieces: Node[], at: number) => {
      let left = at;
      const node = pieces.find((piece) => {
        const length = piece.textContent?.length ?? 0;
        if (left <= length) return true;
        left -= length;
        return false;
      });
      if (node !== undefined) range[place](node, left);
    };
    const isOfOneBefore = ({ previousSibling }: Node) =>
      previousSibling?.nodeType === Node.TEXT_NODE || previousSibling?.nodeName === "WBR";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || isOfOneBefore(node) || !isShown(element)) continue;
      const pieces = piecesFrom(node);
      const text = pieces.map(({ textContent }) => textContent ?? "").join("");
      for (const match of text.matchAll(AMOUNT)) {
        const range = document.createRange();
        put("setStart", range, pieces, match.index);
        put("setEnd", range, pieces, match.index + match[0].length);
        for (const box of range.getClientRects()) {
          const by = cutBy(box, element);
          if (by === null) continue;
          const isMarked = getComputedStyle(by).textOverflow === "ellipsis" && by.contains(element);
          // With a mark the whole is there for whoever points at it.
          const isTold = isMarked && by.closest("[title]") !== null;
          if (!isTold) found.add(`${match[0]} in ${nameOf(element)} cut by ${nameOf(by)}`);
        }
      }
    }
    return [...found];
  });
}

/**
 * Labels of rows and columns of tables that are cut to less than a word.
 *
 * @returns their texts
 */
export async function cutLabels(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("main table th")]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .filter((element) => element.clientWidth < 60 && element.closest(".only-spoken") === null)
      .map((element) => element.textContent ?? ""),
  );
}

/** What reaches beyond the window or what holds it, and buttons whose words are cut. Tables in a frame scroll by themselves. */
export async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Columns and panes take their room in the frames after.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    const holders = [...document.querySelectorAll("html, main, .toolbar, .top-bar, .dialog, .dialog-foot")];
    const buttons = [...document.querySelectorAll("button.button:not(.brief)")];
    return [...holders, ...buttons]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map((one) => `${one.className || one.tagName}: ${one.textContent?.slice(0, 40)}`);
  });
}
