/** What must hold whatever is pressed and whatever goes away meanwhile. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { useShared } from "../helpers/at-end.ts";
import { tieout } from "../helpers/cli.ts";
import { IN_ELECTRON } from "../helpers/window/electron-window.ts";
import { ledgerOf } from "../helpers/window/window-service.ts";
import { goTo, goToQueue, sayWhoDecides, verdictOf } from "../helpers/window/window-steps.ts";
import {
  enter,
  newContext,
  openWindow,
  pageFor,
  startHost,
  useBrowser,
  watch,
} from "../helpers/window/window.ts";

useBrowser();

const shared = useShared(async () => {
  const ledger = await ledgerOf({ entries: 300 });
  const { url, home } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  return { page, ledger, home };
});

/** The window that tests share, which leave nothing decided, at its Overview. */
async function overview(): Promise<Page> {
  const { page } = shared();
  await page.keyboard.press("Escape");
  await goTo(page, "Overview");
  return page;
}

test.skipIf(IN_ELECTRON)(
  "leaves the window as it was under a banner when main goes away again just as it is called anew",
  async () => {
    const ledger = await ledgerOf({ entries: 300 });
    const { url } = await startHost(ledger);
    const page = await (await newContext()).newPage();
    watch(page);
    let connections = 0;
    let isBack = false;
    let cut = () => {};
    await page.routeWebSocket(/^ws:/u, (socket) => {
      connections += 1;
      const isSecond = connections === 2;
      const close = () => void socket.close({ code: 3001 });
      if (connections > 2 && !isBack) {
        close();
        return;
      }
      cut = close;
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        // The second is lost in the middle of a call.
        if (isSecond && message.includes("ledger.current")) close();
        else server.send(message);
      });
    });
    await page.goto(url);
    const verdict = await verdictOf(page);
    cut();
    await expect.poll(() => connections, { timeout: 20_000 }).toBeGreaterThan(2);
    await page.getByRole("alert").filter({ hasText: "HOST_LOST" }).waitFor();
    expect(await verdictOf(page)).toBe(verdict);
    isBack = true;
    await page.getByRole("alert").filter({ hasText: "HOST_LOST" }).waitFor({ state: "detached" });
    expect(await verdictOf(page)).toBe(verdict);
  },
);

test("repeats a movement while its key is held down, and anything else once", async () => {
  const page = await overview();
  const list = await goToQueue(page);
  // Pressed anew while it is down, it repeats.
  const hold = async (key: string, times: number) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.down(key);
    await page.keyboard.up(key);
  };
  await hold("x", 4);
  await list.getByRole("option", { selected: true }).first().waitFor();
  expect(await list.getByRole("option", { selected: true }).getAttribute("aria-posinset")).toBe("1");
  await hold("j", 4);
  await list.locator(".queue-current[aria-posinset='5']").waitFor();
});

test("undoes a decision from another place, says so, and stays there", async () => {
  const { ledger, home } = shared();
  const page = await overview();
  await goToQueue(page);
  await page.keyboard.press("e");
  await page.keyboard.type("Posted twice");
  await page.keyboard.press("Control+Enter");
  await sayWhoDecides(page);
  await page.getByText(/^1 of \d+ reviewed/u).waitFor();
  await goTo(page, "Settings");
  // Nobody is named any more: who undoes is asked for wherever that is.
  await page.getByLabel("Your name").fill("");
  await page.keyboard.press("Enter");
  await expect.poll(() => readFileSync(join(home, "preferences.json"), "utf8")).toMatch(/"reviewer":\s*""/u);
  await goTo(page, "Overview");
  const before = page.url();
  await page.keyboard.press("Control+z");
  await sayWhoDecides(page, "Ben Eze");
  await page.getByText(/: undone: open again$/u).waitFor();
  expect(page.url()).toBe(before);
  const { stdout } = await tieout(["review", ledger, "--json"]);
  expect(stdout).not.toContain('"status":"explained"');
});

test("says so when a place cannot be loaded, and shows the others", async () => {
  const { url } = await startHost(await ledgerOf({ entries: 300 }));
  // Not watched: the browser itself logs what it could not load.
  const page = await pageFor(url);
  await page.route(/settings-place/u, (request) => request.abort());
  await enter(page, url);
  await verdictOf(page);
  await page
    .getByRole("navigation", { name: "Pages" })
    .getByRole("link", { name: /^Settings/u })
    .click();
  await page.getByRole("heading", { level: 1, name: "This page cannot be shown" }).waitFor();
  await goTo(page, "Close");
  expect(await page.getByText("This page cannot be shown").count()).toBe(0);
});

test("two steps back are two months, however long the first check takes", async () => {
  const page = await overview();
  const period = page.getByRole("button", { name: /^Period: / });
  const months = await page.evaluate(async () => {
    const named = () => document.querySelector(".period-button")?.textContent ?? "";
    const seen = [named()];
    for (let step = 0; step < 2; step += 1) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "[", bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 0));
      seen.push(named());
    }
    return seen;
  });
  expect(new Set(months).size).toBe(3);
  await page
    .getByRole("heading", { level: 1 })
    .filter({ hasText: `${months[2]} ` })
    .waitFor();
  expect(await period.textContent()).toBe(months[2]);
});

test("in a small or zoomed window still shows what a line is about, and more than one line", async () => {
  const page = await overview();
  await page.setViewportSize({ width: 900, height: 600 });
  await goTo(page, "Exceptions");
  const list = page.getByRole("listbox", { name: "Exceptions" });
  await list.getByRole("option").first().waitFor();
  const isCut = () =>
    list
      .locator(".queue-rule")
      .evaluateAll((all) => all.some((one) => one.scrollWidth > one.clientWidth + 1));
  expect(await isCut()).toBe(false);
  await page.setViewportSize({ width: 640, height: 400 });
  // How far the review is stands beside the buttons or above them, never under them.
  const words = await page.locator(".review-progress").boundingBox();
  const undo = await page.getByRole("button", { name: /^Undo/u }).boundingBox();
  const isClear = words!.y + words!.height <= undo!.y || words!.x + words!.width <= undo!.x;
  expect(isClear).toBe(true);
  await expect.poll(async () => (await list.boundingBox())?.height ?? 0).toBeGreaterThan(92);
  expect(await isCut()).toBe(false);
});

test("a ledger without entries says so in its places, and offers nothing that leads nowhere", async () => {
  const ledger = await ledgerOf({ entries: 0, faults: "none" });
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await page.getByRole("heading", { level: 1 }).filter({ hasText: "there is nothing to tie out" }).waitFor();
  await page.getByText("No wallet has entries to roll forward.").waitFor();
  expect(await page.getByRole("rowheader", { name: /^Opening/u }).count()).toBe(0);
  await goTo(page, "Exceptions");
  await page.getByText(/^No rule found an error or a warning in the whole history/u).waitFor();
  expect(await page.getByRole("button", { name: "Show the whole history" }).count()).toBe(0);
  expect(await page.getByRole("toolbar", { name: "Moving and selecting" }).count()).toBe(0);
  await goTo(page, "The check");
  await page.getByRole("textbox", { name: "Tolerance" }).fill("-5");
  await page.getByText("Type a whole amount, 0 or more.").waitFor();
  expect(await page.getByText("Differences up to this are ignored").count()).toBe(0);
});
