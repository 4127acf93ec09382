/** A queue of more than a hundred: gone through kind by kind, all alike decided at once. */
import { expect, test } from "vitest";
import { waitForFocus } from "../../helpers/window/window-keys.ts";
import { IS_LEAST } from "../../helpers/window/window-look.ts";
import { decided, ledgerOfOrphans } from "../../helpers/window/window-queue.ts";
import { goTo, goToQueue, verdictOf } from "../../helpers/window/window-steps.ts";
import { homeWith, openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

test("above a hundred open the queue is by kind, and one decision covers all like the finding that still wait", async () => {
  const ledger = await ledgerOfOrphans(Array.from({ length: 103 }, (_, at) => 100 + at));
  const { url } = await startHost(ledger, homeWith({ reviewer: "Ada Obi" }));
  const page = await openWindow(url);
  await verdictOf(page);
  await goToQueue(page);
  const order = page.getByRole("button", { name: /Order/u });
  await expect.poll(() => order.textContent()).toMatch(/By kind/u);
  const heads = page.locator(".queue-head");
  const orphans = heads.filter({ hasText: "Orphan payref" });
  await orphans.getByText("103 findings").waitFor();
  // Σ of 100 to 202.
  await orphans.getByText("15,553").waitFor();
  // One by itself first: what is decided stays as it is.
  const line = page.getByRole("option", { name: /Orphan payref/u }).first();
  await line.click();
  await page.keyboard.press("e");
  await waitForFocus(page.getByRole("article").getByRole("textbox"));
  await page.keyboard.type("by itself");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => decided(ledger).length).toBe(1);
  await page.getByText(/^1 of \d+ reviewed/u).waitFor();
  await page.getByRole("listbox", { name: "Exceptions" }).focus();
  await page.keyboard.press("Shift+A");
  const selected = page.getByText("102 selected");
  await selected.waitFor();
  // Below the queue for whoever points, however narrow it is.
  await page.keyboard.press("Escape");
  await selected.waitFor({ state: "hidden" });
  const below = page.getByRole("toolbar", { name: "Moving and selecting" });
  await below.getByRole("button", { name: /^All like it/u }).click();
  await selected.waitFor();
  await page.keyboard.press("r");
  await waitForFocus(page.getByRole("dialog").getByRole("textbox"));
  await page.keyboard.type("Ticket 7");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => decided(ledger).length).toBe(103);
  expect(
    decided(ledger)
      .slice(1)
      .every(({ status, note }) => status === "raised" && note === "Ticket 7"),
  ).toBe(true);
  // Few are open now, and the queue stays as it was begun, also for whoever comes back.
  await goTo(page, "Settings");
  await goToQueue(page);
  expect(await order.textContent()).toMatch(/By kind/u);
  await orphans.click();
  // A narrower queue has no room for it in its heads.
  const inHead = orphans.getByText("Decide all like it");
  expect(await inHead.isVisible()).toBe(!IS_LEAST);
  if (!IS_LEAST) {
    await inHead.click();
    await page.getByText("Already decided").first().waitFor();
  }
  await order.click();
  await page.getByRole("option", { name: "By cause" }).click();
  await expect.poll(() => page.url()).toContain("order=cause");
  await expect.poll(() => order.textContent()).toMatch(/By cause/u);
  expect(await heads.filter({ hasText: "Orphan payref" }).count()).toBe(0);
});
