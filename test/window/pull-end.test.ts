/** How a pull ends that changed a signed month, while what it changed is not known yet. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { violations } from "../helpers/window/axe.ts";
import { waitForFocus } from "../helpers/window/window-keys.ts";
import { fillSandbox, goTo, goToClose, monthStands, takeStep } from "../helpers/window/window-steps.ts";
import { holdBack } from "../helpers/window/window-wire.ts";
import { newContext, startHost, useBrowser, watch } from "../helpers/window/window.ts";

useBrowser();

const TOLD =
  /^! August 2026: Signed by Ben Eze on [\d-]+: closing NGN [\d,]+ and [\d,]+ in no stated currency\. Since then: \d+ changes, closing .+\./u;

/** A window on a sandbox with a month that two people signed; what changed since is told once the wire lets it through. */
async function signedMonth() {
  const { url } = await startHost();
  const page = await (await newContext({ reducedMotion: "reduce" })).newPage();
  watch(page);
  const wire = await holdBack(page, "close.changed");
  wire.letThrough();
  await page.goto(url);
  await fillSandbox(page);
  await goToClose(page);
  await takeStep(page, "p", "Prepared by", "Ada Obi");
  await monthStands(page, /Waits for a second person/u).waitFor();
  await takeStep(page, "s", "Reviewed and signed off by", "Ben Eze");
  await monthStands(page, /^Signed off by Ben Eze/u).waitFor();
  return { page, wire };
}

async function choose(page: Page, item: RegExp): Promise<void> {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("a pull ends once it says which signed months it changed, and no place reports it earlier", async () => {
  const { page, wire } = await signedMonth();
  await choose(page, /^Advance sandbox one month/u);
  await page.getByText("The sandbox advanced one month").waitFor();
  wire.hold();
  await choose(page, /^Pull everything again/u);
  const dialog = page.getByRole("dialog", { name: "Pull" });
  await dialog.getByText(/^[\d,]+ new entries/u).waitFor({ timeout: 60_000 });
  await dialog.getByText("Looking for changes to signed months…").waitFor();
  await expect.poll(wire.waiting).toBeGreaterThan(0);
  const done = dialog.getByRole("button", { name: "Done" });
  const changed = dialog.getByRole("list", { name: "Closed months that it changed" });
  expect(await done.isEnabled()).toBe(false);
  expect(await changed.count()).toBe(0);
  expect(await violations(page)).toEqual([]);

  // Whoever does not wait finds it in its place, whole or not at all.
  await page.keyboard.press("Escape");
  await goTo(page, "Overview");
  await page.getByRole("columnheader", { name: "NGN, as signed" }).waitFor();
  expect(await page.getByRole("link", { name: "Show changes" }).count()).toBe(0);
  wire.letThrough();
  const banner = page.getByRole("note", { name: "Signed months that changed" });
  await banner.waitFor();
  expect(await banner.textContent()).toMatch(TOLD);

  await page.getByRole("contentinfo").getByRole("button", { name: "Details" }).click();
  await changed.waitFor();
  expect(await changed.textContent()).toMatch(TOLD);
  expect(await dialog.getByRole("button", { name: /^Pull/u }).count()).toBe(0);
  await waitForFocus(done);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  // The dialog said it: no page says it again.
  expect(await page.getByRole("contentinfo").getByRole("button").count()).toBe(0);
});
