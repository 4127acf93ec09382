/** The queue of exceptions in a window, ready for keys, and what its host or another one does meanwhile. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect } from "vitest";
import { lockPath } from "../../../src/main/ledger/file/lock.ts";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { listLedgerDecisions } from "../../../src/main/services/review/review.ts";
import { atEnd } from "../at-end.ts";
import { transactionsBody, walletBody } from "../bodies.ts";
import { temporaryFolder } from "../cli.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../records.ts";
import { CONTEXT } from "../ledgers/review-ledger.ts";
import { goTo, verdictOf } from "./window-steps.ts";
import { enter, pageFor, startHost, watch } from "./window.ts";

/** A page that is not opened yet, and where to open it. */
export async function pageOn(ledger: string): Promise<{ readonly page: Page; readonly url: string }> {
  const { url } = await startHost(ledger);
  const page = await pageFor(url);
  watch(page);
  return { page, url };
}

/** Opens the queue, with its list ready for keys; who decides is said already. */
export async function openQueue(page: Page, url: string): Promise<void> {
  await enter(page, url);
  await verdictOf(page);
  await goTo(page, "Settings");
  await page.getByLabel("Your name").fill("Ada Obi");
  await page.keyboard.press("Enter");
  await goTo(page, "Exceptions");
  await page.getByRole("article").waitFor();
  await page.getByRole("listbox", { name: "Exceptions" }).focus();
}

/** Accepts the finding on screen with a note. */
export async function accept(page: Page, note: string): Promise<void> {
  await page.keyboard.press("a");
  await page.keyboard.type(note);
  await page.keyboard.press("Control+Enter");
}

/** Waits until a page that lost its connection has it again; what is saved before that fails. */
export async function connectedAgain(page: Page): Promise<void> {
  await page.getByText("The connection to Tieout is lost.").waitFor({ state: "detached" });
}

/** Fingerprints of the first lines of the queue. */
export async function firstLines(page: Page, count: number): Promise<string[]> {
  const lines: string[] = [];
  for (let line = 0; line < count; line += 1) {
    lines.push(await current(page));
    await page.keyboard.press("j");
  }
  await page.keyboard.press("Home");
  expect(await current(page)).toBe(lines[0]);
  return lines;
}

/** The fingerprint of the finding on screen. */
export async function current(page: Page): Promise<string> {
  // Asked of the page, which answers once it is done with the keys before.
  const hash = await page.evaluate(() => location.hash);
  return /\/exceptions\/(?<print>[0-9a-f]+)/u.exec(hash)?.groups?.["print"] ?? hash;
}

/** What was decided in a ledger, in that order. */
export const decided = (ledger: string) =>
  listLedgerDecisions(ledger).map(({ fingerprint, status, note }) => ({ fingerprint, status, note }));

/** Another process takes the ledger, whose lock somebody removed from beneath the window. */
export async function lockInstead(ledger: string): Promise<ChildProcess> {
  rmSync(lockPath(ledger));
  const child = join(import.meta.dirname, "../children/ledgers/locking-child.ts");
  const other = spawn(process.execPath, [child, ledger], { stdio: ["pipe", "pipe", "inherit"] });
  atEnd(() => void other.kill("SIGKILL"));
  const [said] = (await once(other.stdout, "data")) as [Buffer];
  expect(said.toString()).toBe("held\n");
  return other;
}

/**
 * A ledger of orphans, an entry each in turn, and of payments of 12,500, 3,000 and 900 that never came: PAY-20, PAY-30 and PAY-40.
 *
 * @param movements of ORPHAN-1 and so on
 */
export async function ledgerOfOrphans(movements: readonly number[]): Promise<string> {
  const folder = temporaryFolder();
  const ledger = join(folder, "orphans.tieout");
  const entries = wallet(movements, (at) => ({
    payref: `ORPHAN-${at + 1}`,
    dateCreatedAtMs: OCTOBER_MS + (at + 1) * 4 * 24 * HOUR_MS,
  }));
  const [walletPath, allPath] = [join(folder, "wallet.json"), join(folder, "all.json")];
  writeFileSync(walletPath, walletBody(entries));
  writeFileSync(allPath, transactionsBody([sale(20, 12_500), sale(30, 3000), sale(40, 900)]));
  const files = { wallet: [walletPath], transactions: [allPath], user: null, business: [] };
  await importIntoLedger({ ledger, files }, CONTEXT);
  return ledger;
}
