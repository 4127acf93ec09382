/** What a journey leaves on screen is looked at when it ends, where a run asks for that. */
import type { Page } from "playwright";
import { type TestContext, expect } from "vitest";
import { SIZES } from "../../window/journeys.ts";
import { violationsAsLeft } from "./axe.ts";
import { tooWide } from "./cut-amounts.ts";
import { IS_LOOKED_AT } from "./window-look.ts";

/** Axe finds nothing in the pages that are still open, and nothing reaches beyond them. A journey that failed has said enough. */
export async function lookAtEnd(task: TestContext["task"], pages: Iterable<Page>): Promise<void> {
  if (!IS_LOOKED_AT || task.result?.state === "fail") return;
  const wrong: string[] = [];
  for (const page of pages) if (!page.isClosed()) wrong.push(...(await wrongIn(page)));
  expect(wrong).toEqual([]);
}

async function wrongIn(page: Page): Promise<string[]> {
  if (page.url() === "about:blank") return [];
  await page.emulateMedia({ media: null });
  const isWhole = (await page.evaluate(() => innerWidth)) >= SIZES.least.width;
  return [...(await violationsAsLeft(page)), ...(isWhole ? await tooWide(page) : [])];
}
