/** Ledgers that cannot be opened as they should: each is a state of the window that says what happened and what to do. */
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { temporaryFolder, tieout } from "../helpers/cli.ts";
import { openFile } from "../helpers/window/window-files.ts";
import { ledgerOf } from "../helpers/window/window-service.ts";
import { goTo, verdictOf } from "../helpers/window/window-steps.ts";
import { openWindow, startHost, startHostProcess, useBrowser } from "../helpers/window/window.ts";

useBrowser();

test("explains why a damaged, foreign, newer or empty ledger cannot be opened, and leaves the file unchanged", async () => {
  const whole = await ledgerOf({ entries: 300 });
  const folder = temporaryFolder();
  const bytes = readFileSync(whole);
  const cut = join(folder, "cut.tieout");
  writeFileSync(cut, bytes.subarray(0, Math.floor(bytes.length / 2)));
  const foreign = join(folder, "foreign.tieout");
  writeFileSync(foreign, "PK\u0003\u0004 this is another program's file".padEnd(4096, " "));
  const future = join(folder, "future.tieout");
  copyFileSync(whole, future);
  const db = new Database(future);
  db.pragma("user_version = 99");
  db.close();
  const empty = join(folder, "empty.tieout");
  writeFileSync(empty, "");
  const { url } = await startHost();
  const page = await openWindow(url);
  const cases = [
    [cut, "LEDGER_CORRUPT"],
    [foreign, "LEDGER_FOREIGN"],
    [future, "LEDGER_FROM_FUTURE"],
    [empty, "LEDGER_EMPTY"],
  ] as const;
  for (const [path, code] of cases) {
    const before = readFileSync(path);
    await openFile(page, path);
    const fault = page.getByRole("alert").filter({ hasText: code });
    await fault.waitFor();
    await fault.getByText("What to do").waitFor();
    // Another copy is offered for what is damaged, and nothing that deletes for any.
    if (code === "LEDGER_CORRUPT") await fault.getByRole("button", { name: "Open another copy…" }).waitFor();
    expect(await fault.getByRole("button", { name: /delete|remove|erase/iu }).count()).toBe(0);
    expect(readFileSync(path).equals(before)).toBe(true);
  }
});

test("case 41: shows and checks a read-only ledger, and explains why it cannot write", async () => {
  const ledger = await ledgerOf({ entries: 300 });
  chmodSync(ledger, 0o444);
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  expect(await verdictOf(page)).toContain("August 2026");
  await page
    .getByText(/LEDGER_READONLY|read-only|for reading/iu)
    .first()
    .waitFor();
  expect(await page.getByRole("banner").getByRole("button", { name: "Pull now" }).isDisabled()).toBe(true);
  await goTo(page, "Wallet");
  await page.getByRole("row").nth(2).waitFor();
});

test("case 36: while a window has the ledger open the command line reads but does not write", async () => {
  const ledger = await ledgerOf({ entries: 300 });
  const host = await startHostProcess(ledger);
  const page = await openWindow(host.url);
  await verdictOf(page);
  const refused = await tieout(["settings", ledger, "--decimals", "2"]);
  expect(refused.stderr).toMatch(/^LEDGER_LOCKED: /u);
  expect(refused.status).toBe(2);
  expect((await tieout(["check", ledger, "--json"])).status).toBe(1);
  await host.stop();
  expect((await tieout(["settings", ledger, "--decimals", "2"])).status).toBe(0);
});
