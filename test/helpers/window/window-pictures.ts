/** Pictures of the window in both themes, where somebody asks for them by EVIDENCE_PICTURES. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { THEMES } from "../../window/journeys.ts";
import { LOOK } from "./window-look.ts";

export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["EVIDENCE_PICTURES"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: LOOK.theme });
}
