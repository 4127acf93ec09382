/** What if: other options beside the ledger's, nothing kept until one says so, then kept for terminal and window alike. */
import { expect, test } from "vitest";
import { tieout } from "../helpers/cli.ts";
import { filledLedger, startService } from "../helpers/window-service.ts";
import { goTo, verdictOf } from "../helpers/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../helpers/window.ts";

useBrowser();

test("another convention is tried, changes nothing until it is used, and then holds for the command line, too", async () => {
  const ledger = await filledLedger(await startService());
  const { url } = await startHost([ledger]);
  const page = await openWindow(url);
  const before = await verdictOf(page);
  await goTo(page, "What if");
  await page.getByRole("radio", { name: /A credit raises the balance/u }).click({ force: true });
  await page
    .getByRole("row", { name: /Chain break/u })
    .getByText(/^[\d,]{3,}$/u)
    .first()
    .waitFor();
  expect((await check(ledger)).convention).toMatchObject({ used: "asset", source: "detected" });
  await goTo(page, "Overview");
  expect(await verdictOf(page)).toBe(before);
  await page.goBack();
  await page.getByRole("button", { name: /Use these/u }).click();
  await goTo(page, "Overview");
  await page
    .getByRole("heading", { level: 1 })
    .filter({ hasNotText: before.slice(0, 40) })
    .waitFor();
  expect((await check(ledger)).convention).toMatchObject({ used: "bank", source: "given" });
});

async function check(ledger: string): Promise<{ readonly convention: object }> {
  const { stdout } = await tieout(["check", ledger, "--month", "2026-08", "--json"]);
  return JSON.parse(stdout) as { readonly convention: object };
}
