/** What is said of decisions that were not saved, truly in each case, and how nothing of them is lost. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { violations } from "../../helpers/window/axe.ts";
import { IN_ELECTRON } from "../../helpers/window/electron-window.ts";
import {
  accept,
  current,
  decided,
  firstLines,
  lockInstead,
  openQueue,
  pageOn,
} from "../../helpers/window/window-queue.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { goToQueue } from "../../helpers/window/window-steps.ts";
import { pageFor, startHostProcess, useBrowser, watch } from "../../helpers/window/window.ts";

useBrowser();

const noteOf = (page: Page) => page.getByRole("article").getByRole("textbox");
const banners = (page: Page) => page.getByRole("alert").filter({ hasText: "Not saved: " });

test("a decision refused because another window has the ledger returns with its text, after a reload too, until it is saved; more than three are gone through one after the other", async () => {
  const ledger = await ledgerOf({ entries: 300 });
  const { page, url } = await pageOn(ledger);
  await openQueue(page, url);
  const [refused, ...lines] = await firstLines(page, 6);
  const first = await lockInstead(ledger);
  await accept(page, "while another had it");
  const banner = banners(page).filter({ hasText: "LEDGER_LOCKED" });
  await banner.waitFor();
  expect(await current(page)).toBe(lines[0]);
  await page.getByRole("option", { name: /Not saved/u }).waitFor();
  expect(decided(ledger)).toEqual([]);
  await page.reload();
  await banner.waitFor({ timeout: 60_000 });
  await expect.poll(() => banner.count()).toBe(1);
  await page.getByRole("option", { name: /Not saved/u }).waitFor();
  await banner.getByRole("button", { name: "Go to it" }).click();
  await expect.poll(() => current(page)).toBe(refused);
  expect(await noteOf(page).inputValue()).toBe("while another had it");
  expect(await banner.textContent()).toContain("Your note is back in its form.");
  expect(decided(ledger)).toEqual([]);
  await endOf(first);
  await noteOf(page).focus();
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^1 of \d+ reviewed/u).waitFor();
  await banner.waitFor({ state: "detached" });
  const saved = { fingerprint: refused, status: "accepted", note: "while another had it" };
  expect(decided(ledger)).toEqual([saved]);
  expect(await banners(page).count()).toBe(0);

  await goToQueue(page);
  await expect.poll(() => current(page)).toBe(lines[0]);
  const second = await lockInstead(ledger);
  for (const at of lines.keys()) await accept(page, `noted ${at}`);
  await page.getByText("2 more decisions not saved.").waitFor();
  await expect.poll(() => banners(page).count()).toBe(3);
  expect(await violations(page)).toEqual([]);
  const next = page.getByRole("button", { name: "Go to the next" });
  for (const at of [3, 4, 3]) {
    await next.click();
    await expect.poll(() => current(page)).toBe(lines[at]);
    await expect.poll(() => noteOf(page).inputValue()).toBe(`noted ${at}`);
  }
  expect(decided(ledger)).toEqual([saved]);
  await endOf(second);
  await noteOf(page).focus();
  await page.keyboard.press("Control+Enter");
  await page.getByText("1 more decision not saved.").waitFor();
  await next.click();
  await expect.poll(() => current(page)).toBe(lines[4]);
  await noteOf(page).focus();
  await page.keyboard.press("Control+Enter");
  await next.waitFor({ state: "detached" });
  await expect.poll(() => banners(page).count()).toBe(3);
  await expect
    .poll(() => decided(ledger).map(({ fingerprint, note }) => [fingerprint, note]))
    .toEqual([
      [refused, "while another had it"],
      [lines[3], "noted 3"],
      [lines[4], "noted 4"],
    ]);
});

/** Ends the process that has the ledger. */
async function endOf(other: ChildProcess): Promise<void> {
  other.kill("SIGKILL");
  await once(other, "exit");
}

test.skipIf(IN_ELECTRON)(
  "while Tieout is away says when to save again, and mentions a kept note only where there is one; notes are copied",
  async () => {
    const ledger = await ledgerOf({ entries: 300 });
    const host = await startHostProcess(ledger);
    const page = await pageFor(host.url);
    watch(page);
    await openQueue(page, host.url);
    const [first, second] = await firstLines(page, 2);
    await accept(page, "to be opened again");
    await page.getByText(/^1 of \d+ reviewed/u).waitFor();
    await host.stop("SIGKILL");
    await page.getByText("The connection to Tieout is lost.", { exact: true }).waitFor();

    await page.keyboard.press("k");
    await expect.poll(() => current(page)).toBe(first);
    await page.keyboard.press("o");
    await page.keyboard.press("Control+Enter");
    const reopened = banners(page).filter({ hasText: "Not saved: back to open" });
    await reopened.waitFor();
    const when =
      "The connection broke before this was saved. Save it again once this window is connected again.";
    expect(await reopened.getByRole("paragraph").textContent()).toMatch(sentences(`${when} HOST_LOST`));
    await page.getByText("Unsaved decisions are only in this tab. Keep it open.", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Copy the notes" }).count()).toBe(0);

    // Back to open, a finding stays on screen.
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await expect.poll(() => current(page)).toBe(second);
    await accept(page, "lost on the way");
    const accepted = banners(page).filter({ hasText: "Not saved: accept" });
    await accepted.waitFor();
    const words = `${when} Your note is back in its form. HOST_LOST`;
    expect(await accepted.getByRole("paragraph").textContent()).toMatch(sentences(words));
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Copy the notes" }).click();
    await page.getByText("Copied", { exact: true }).waitFor();
    const about = (await accepted.locator("bdi").textContent()) ?? "";
    await accepted.getByRole("button", { name: "Go to it" }).click();
    await expect.poll(() => noteOf(page).inputValue()).toBe("lost on the way");
    await noteOf(page).fill("");
    await noteOf(page).focus();
    await page.keyboard.press("Control+v");
    expect(await noteOf(page).inputValue()).toBe(`Accept ${about}: lost on the way`);
    // Whoever clears the form is not told that the note is in it.
    await noteOf(page).fill("");
    await expect
      .poll(() => accepted.getByRole("paragraph").textContent())
      .toMatch(sentences(`${when} HOST_LOST`));
  },
);

/** A banner that says these sentences after what was not saved. */
function sentences(words: string): RegExp {
  return new RegExp(`^Not saved: [^.]+\\. ${words.replaceAll(".", "\\.")}$`, "u");
}
