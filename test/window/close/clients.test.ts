/** A practice's ledgers on one page: what waits and for whom, a key to each, and the close of all with its errors. */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { prepareMonth } from "../../../src/main/services/close/close.ts";
import { violations } from "../../helpers/window/axe.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { beganReview } from "../../helpers/ledgers/began-review.ts";
import { IN_ELECTRON } from "../../helpers/window/electron-window.ts";
import {
  press,
  pressSequence,
  tabTo,
  waitForFocus,
  withoutPointer,
} from "../../helpers/window/window-keys.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import { atPlace, fillSandbox } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

/** After the sandbox's last month. */
const NOVEMBER = Date.UTC(2026, 10, 1);
const CONTEXT = { now: () => NOVEMBER, appVersion: "test" };
const AUGUST = "2026-08" as Month;

/** An app's folder that knows two of three ledgers, which lie where a browser keeps its own. */
async function practice(): Promise<string> {
  const home = temporaryFolder();
  const ledgers = join(home, "ledgers");
  mkdirSync(ledgers);
  const path = (name: string) => join(ledgers, `${name}.tieout`);
  const [harbour, quay] = [path("Harbour"), path("Quay")];
  copyFileSync(await ledgerOf({ entries: 300 }, NOVEMBER), harbour);
  copyFileSync(harbour, quay);
  writeFileSync(path("Broken"), "no ledger");
  await beganReview(harbour, AUGUST);
  await prepareMonth({ ledger: quay, month: AUGUST, by: "Ada Obi", override: "As it stands" }, CONTEXT);
  const recent = [harbour, quay].map((one) => ({ path: one, openedAtMs: NOVEMBER }));
  writeFileSync(join(home, "recent.json"), JSON.stringify({ ledgers: recent }));
  writeFileSync(join(home, "clients.json"), JSON.stringify({ folder: ledgers, shows: "recent" }));
  return home;
}

const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("button", { name: `Open ${name}` }) });

test("all clients are the first page: what waits for whom, each a key away, and all of them closed with their errors", async () => {
  const { url } = await startHost(null, await practice());
  const page = await openWindow(url);
  await withoutPointer(page);
  await page.getByRole("heading", { level: 1, name: "All clients" }).waitFor();
  const harbour = rowOf(page, "Harbour");
  await harbour.getByText(/^Decisions on \d+ errors$/u).waitFor();
  await harbour.getByText("Ada Obi").waitFor();
  await harbour
    .getByTitle(
      /No conclusion yet: errors wait for a decision; so far entries and payments prove [^.]+, not the stated /u,
    )
    .waitFor();
  // What is not known is blank, and its reason is read out.
  await harbour.getByTitle("No due date is chosen").waitFor();
  const words = await page.getByRole("table").innerText();
  expect(words).not.toMatch(/Not known|Nobody named|No date|Never pulled/u);
  await rowOf(page, "Quay").getByText("Somebody other than Ada Obi").waitFor();
  await page.getByText("2 ledgers: 2 waiting.").waitFor();
  expect(await violations(page)).toEqual([]);

  // A due date that is long past.
  await press(page, page.getByRole("button", { name: /^No due date/u }));
  await page.getByRole("option", { name: "Day 10 of the next month" }).waitFor();
  await page.keyboard.type("Day 10");
  await page.keyboard.press("Enter");
  await rowOf(page, "Quay").getByText("overdue").waitFor();
  await rowOf(page, "Quay").getByText("2026-09-10").waitFor();

  // To the ledger, at its month, where its errors wait; and back.
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("j");
  const first = await page.evaluate(() => document.activeElement?.textContent ?? "");
  await page.keyboard.press(first === "Harbour" ? "k" : "j");
  if (first !== "Harbour") await waitForFocus(page.getByRole("button", { name: "Open Harbour" }));
  await page.keyboard.press("Enter");
  await atPlace(page, "Exceptions");
  expect(new URL(page.url()).hash).toContain("month=2026-08");
  await pressSequence(page, "g", "h");
  await atPlace(page, "All clients");
  await rowOf(page, "Harbour").waitFor();

  // The folder, where one ledger cannot be read.
  await press(page, page.getByRole("button", { name: /^Recent ledgers/u }));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("row").filter({ hasText: "LEDGER_FOREIGN" }).waitFor();
  await page.getByText("3 ledgers: 2 waiting, 2 of them overdue, 1 not readable.").waitFor();
  await press(page, page.getByRole("button", { name: "Close all…" }));
  const dialog = page.getByRole("dialog", { name: "Close all clients" });
  await tabTo(page, dialog.getByRole("switch", { name: /^Pull first/u }));
  await page.keyboard.press("Space");
  expect(await violations(page)).toEqual([]);
  await press(page, dialog.getByRole("button", { name: "Close all" }));
  await dialog.waitFor({ state: "hidden" });
  const lines = page.getByRole("list", { name: "Ledgers" }).getByRole("listitem");
  await page
    .getByText(/^3 ledgers: .* 1 failed\.$/u)
    .first()
    .waitFor({ timeout: 60_000 });
  expect(await lines.count()).toBe(3);
  await lines.filter({ hasText: "Broken" }).getByText("LEDGER_FOREIGN").waitFor();
  // The one that is open in this window is closed as well.
  await lines
    .filter({ hasText: "Harbour" })
    .getByText(/Wrote Harbour 2026-08\.xlsx\.$/u)
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await page
    .getByRole("button", { name: IN_ELECTRON ? "Show in folder" : "Download workbooks" })
    .first()
    .waitFor();
});

test("a client that cannot be opened does not lead the ledger that is filled instead to its month", async () => {
  const home = await practice();
  const { url } = await startHost(null, home);
  const page = await openWindow(url);
  await rowOf(page, "Quay").getByText("Somebody other than Ada Obi").waitFor();
  writeFileSync(join(home, "ledgers", "Quay.tieout"), "no ledger");
  await page.getByRole("button", { name: "Open Quay" }).click();
  await page.getByRole("alert").filter({ hasText: "LEDGER_FOREIGN" }).waitFor();
  await fillSandbox(page);
  await atPlace(page, "Overview");
  expect(new URL(page.url()).hash).not.toContain("month=");
});
