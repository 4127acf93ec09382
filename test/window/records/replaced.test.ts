/** Rows that were asked for and are wanted no more, with a worker that answers late. */
import { expect, test } from "vitest";
import { holdWorker } from "../../helpers/window/window-calls.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { goTo, verdictOf } from "../../helpers/window/window-steps.ts";
import { enter, pageFor, startHost, useBrowser, watch } from "../../helpers/window/window.ts";

useBrowser();

test("rows come after any number of searches that were replaced before they were answered", async () => {
  const { url } = await startHost(await ledgerOf());
  const page = await pageFor(url, { reducedMotion: "reduce" });
  watch(page);
  const blocks = await holdWorker(page, ["entries"]);
  await enter(page, url);
  await verdictOf(page);
  await goTo(page, "Wallet");
  const search = page.getByRole("searchbox", { name: "Search in entries" });
  const ids = page.locator(".ag-row:not(.grid-unread) [col-id=walletID]");
  await ids.first().waitFor();
  const all = await ids.allTextContents();
  await blocks.hold();
  for (const words of ["a", "ab", "abc"]) {
    const before = await blocks.waiting();
    await search.fill(words);
    await expect.poll(blocks.waiting).toBeGreaterThan(before);
  }
  await search.fill("");
  await blocks.letThrough();
  await expect.poll(async () => ids.allTextContents()).toEqual(all);
});
