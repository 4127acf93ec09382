/** What axe finds wrong in a page. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** WCAG 2.2 AA and axe's best practices; each violation with the elements concerned. */
export async function violations(page: Page): Promise<string[]> {
  // Frames there are none; what passes needs no telling.
  const { violations: found } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"], runOnly: TAGS })
    .setLegacyMode(true)
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}
