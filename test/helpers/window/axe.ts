/** What axe finds wrong in a page, in light and in dark. */
import axe from "axe-core";
import type { Page } from "playwright";
import { LOOK, USUAL_WAIT_MS } from "./window-look.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that a theme's colours can break. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

const ALL: axe.RunOptions = { runOnly: { type: "tag", values: TAGS } };
const COLOURS: axe.RunOptions = { runOnly: { type: "rule", values: COLOUR_RULES } };
const BESIDE_COLOURS: axe.RunOptions = {
  ...ALL,
  rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
};

/** How long a page that a journey leaves may go on reading, milliseconds: some are held back for good. */
const PATIENCE_MS = 3000;

interface InPage {
  readonly run: (
    within: { readonly exclude: readonly string[] },
    options: axe.RunOptions,
  ) => Promise<axe.AxeResults>;
}

/**
 * WCAG 2.2 AA and axe's best practices, in light; in dark the rules about colours, since nothing else differs there. Leaves the page in
 * the theme of its journey.
 *
 * @returns each violation with the elements concerned
 */
export async function violations(page: Page): Promise<string[]> {
  return violationsOf(page, ALL);
}

/** As `violations`, but only what colours can break, for a look that changes nothing else. */
export async function colourViolations(page: Page): Promise<string[]> {
  return violationsOf(page, COLOURS);
}

/** As `colourViolations`, but in light alone. */
export async function colourViolationsInLight(page: Page): Promise<string[]> {
  await untilShown(page);
  return violationsIn(page, "light", COLOURS);
}

/** As `violations`, but without what colours can break, for a look whose colours were seen before. */
export async function violationsBesideColours(page: Page): Promise<string[]> {
  await untilShown(page);
  return violationsIn(page, null, BESIDE_COLOURS);
}

/** As `violations`, but in the page's own theme, and as it stands: what is still being read is faint, and its colours are not judged. */
export async function violationsAsLeft(page: Page): Promise<string[]> {
  const isShown = await untilShown(page, PATIENCE_MS).then(
    () => true,
    () => false,
  );
  return violationsIn(page, null, isShown ? ALL : BESIDE_COLOURS);
}

async function violationsOf(page: Page, inLight: axe.RunOptions): Promise<string[]> {
  await untilShown(page);
  const wrong = await violationsIn(page, "light", inLight);
  const inDark = await violationsIn(page, "dark", COLOURS);
  await page.emulateMedia({ colorScheme: LOOK.theme });
  return [...wrong, ...inDark.map((one) => `dark: ${one}`)];
}

/** Waits until all is drawn as it stays. */
async function untilShown(page: Page, timeout = USUAL_WAIT_MS): Promise<void> {
  // What is still being read is shown faint.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached", timeout });
  // A dialog is shown a frame after it is there, and what is around it is hidden by then.
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].every((dialog) =>
        dialog.checkVisibility({ opacityProperty: true }),
      ),
    undefined,
    { timeout },
  );
}

/** @param colorScheme null leaves the page's own */
async function violationsIn(
  page: Page,
  colorScheme: "light" | "dark" | null,
  rules: axe.RunOptions,
): Promise<string[]> {
  if (colorScheme !== null) await page.emulateMedia({ colorScheme });
  // Kept in the page until it is loaded anew.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    // The page hears of the scheme, and draws by it, in the frames after.
    const frame = async () => new Promise((drawn) => requestAnimationFrame(drawn));
    await frame();
    await frame();
    const fading = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const { axe: inPage } = globalThis as unknown as { readonly axe: InPage };
    // What was just read aloud there may name what is gone by now.
    const within = { exclude: ["[data-live-announcer]"] };
    const { violations: found } = await inPage.run(within, {
      resultTypes: ["violations"],
      ...options,
      iframes: false,
      // Elements are named by their markup, and no rule of these looks into style sheets.
      selectors: false,
      preload: false,
    });
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
  }, rules);
}
