/** A message between the page and its worker that cannot be read: what waits ends with an error, and can be tried again. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { slowWorker } from "../../helpers/window/window-calls.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { goTo, verdictOf } from "../../helpers/window/window-steps.ts";
import { enter, pageFor, startHost, useBrowser, watch } from "../../helpers/window/window.ts";

useBrowser();

/** A page whose workers can be reached by its test. */
async function openWatched(): Promise<Page> {
  const { url } = await startHost(await ledgerOf({ entries: 300 }));
  const page = await pageFor(url, { reducedMotion: "reduce" });
  await page.addInitScript(() => {
    const workers: Worker[] = [];
    Object.assign(globalThis, { workers });
    globalThis.Worker = class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        workers.push(this);
      }
    };
  });
  await slowWorker(page, "entries", 1500);
  await enter(page, url);
  await verdictOf(page);
  return page;
}

/** Where the browser tells of it: on the worker as the page has it, or in the worker's own scope. */
const TOLD = {
  "an answer": async (page: Page) =>
    page.evaluate(() => {
      const { workers } = globalThis as unknown as { workers: Worker[] };
      workers.at(-1)?.dispatchEvent(new MessageEvent("messageerror"));
    }),
  "a call": async (page: Page) =>
    page
      .workers()
      .at(-1)
      ?.evaluate(() => void dispatchEvent(new MessageEvent("messageerror"))),
} as const;

test.each(["an answer", "a call"] as const)(
  "%s that cannot be read ends what waits for the worker",
  async (what) => {
    const page = await openWatched();
    if (what === "an answer") watch(page);
    await goTo(page, "Wallet");
    await TOLD[what](page);
    const fault = page.getByRole("alert").filter({ hasText: "DEFECT" });
    await expect.poll(() => fault.count(), { timeout: 20_000 }).toBe(1);
    await fault.getByRole("button", { name: "Try again" }).click();
    await fault.waitFor({ state: "detached" });
    await page.getByRole("gridcell").filter({ hasText: /\d/u }).first().waitFor();
  },
);
