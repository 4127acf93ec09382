/** Every place in both themes: axe finds nothing, and all of them are reached by keyboard alone. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { filledLedger, startService } from "../helpers/window-service.ts";
import { atPlace, verdictOf } from "../helpers/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../helpers/window.ts";

useBrowser();

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const PLACES = [
  ["o", "Overview"],
  ["w", "Wallet"],
  ["t", "Transactions"],
  ["e", "Exceptions"],
  ["f", "What if"],
  ["a", "Activity"],
  ["s", "Settings"],
] as const;

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

test.each(["light", "dark"] as const)(
  "axe finds nothing in any place, %s",
  async (colorScheme) => {
    const ledger = await filledLedger(await startService());
    const { url } = await startHost([ledger]);
    const page = await openWindow(url, { colorScheme, reducedMotion: "reduce" });
    await verdictOf(page);
    const found: Record<string, string[]> = {};
    for (const [key, place] of PLACES) {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await atPlace(page, place);
      if (place === "Wallet" || place === "Transactions") {
        await page.getByRole("gridcell").first().waitFor();
        await page.keyboard.press("Enter");
      }
      const wrong = await violations(page);
      if (wrong.length > 0) found[place] = wrong;
    }
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "All keys" }).waitFor();
    const wrong = await violations(page);
    if (wrong.length > 0) found["All keys"] = wrong;
    expect(found).toEqual({});
  },
  180_000,
);

test("axe finds nothing on Welcome and in its dialogs", async () => {
  const { url } = await startHost();
  const page = await openWindow(url, { reducedMotion: "reduce" });
  await page.getByRole("button", { name: "Fill the window" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Connect…" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Base URL" }).waitFor();
  expect(await violations(page)).toEqual([]);
});
