/** What a journey leaves on screen is looked at when it ends, where a run asks for that. */
import type { Page } from "playwright";
import { type TestContext, expect } from "vitest";
import { SIZES } from "../../window/journeys.ts";
import { violationsAsLeft } from "./axe.ts";
import { tooWide } from "./cut-amounts.ts";
import { IS_LOOKED_AT, currentLook, saidLook } from "./window-look.ts";

/** Axe finds nothing in the pages that are still open, and nothing reaches beyond them. Where the journey failed, it says in which look. */
export async function lookAtEnd(task: TestContext["task"], pages: Iterable<Page>): Promise<void> {
  const look = saidLook(currentLook());
  if (task.result?.state === "fail") console.error(`${task.name}: ${look}`);
  else if (IS_LOOKED_AT) {
    const wrong: string[] = [];
    for (const page of pages) if (!page.isClosed()) wrong.push(...(await wrongIn(page)));
    expect({ [look]: wrong }).toEqual({ [look]: [] });
  }
}

async function wrongIn(page: Page): Promise<string[]> {
  if (page.url() === "about:blank") return [];
  await page.emulateMedia({ media: null });
  const isWhole = (await page.evaluate(() => innerWidth)) >= SIZES.least.width;
  return [...(await violationsAsLeft(page)), ...(isWhole ? await tooWide(page) : [])];
}
