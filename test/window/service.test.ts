/** Connecting to a service, and pulls that are cancelled, started again, or lose the host in the middle. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { Sandbox } from "../../sandbox/generate/generate-world.ts";
import { tieout } from "../helpers/cli.ts";
import { IN_ELECTRON } from "../helpers/window/electron-window.ts";
import { HOUR_MS, OCTOBER_MS, wallet } from "../helpers/records.ts";
import { CANARY, startService as startSmallService } from "../helpers/service.ts";
import { importRecords, newLedgerPath, signMonth } from "../helpers/ledgers/signing.ts";
import { typeCredentials } from "../helpers/window/window-connection.ts";
import { waitForFocus } from "../helpers/window/window-keys.ts";
import { filledLedger, setWire, startService } from "../helpers/window/window-service.ts";
import { verdictOf } from "../helpers/window/window-steps.ts";
import { openWindow, startHost, startHostProcess, useBrowser } from "../helpers/window/window.ts";

useBrowser();

test("refuses wrong credentials with what to do, fills a new ledger with right ones, leaves no secret in a file, and says request by request that a second pull found nothing new", async () => {
  const sandbox = await startService({ entries: 300 });
  const { url, home } = await startHost();
  const page = await openWindow(url);
  await page.getByRole("button", { name: "Connect…" }).click();
  await typeCredentials(page, { ...sandbox, secretKey: "no-such-key" });
  const dialog = page.getByRole("dialog");
  const kept = IN_ELECTRON ? /keychain/u : /Type them again after each start\.$/u;
  await dialog.getByText(kept).waitFor();
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await dialog.getByText(/LOGIN_REFUSED|AUTH_EXPIRED/u).waitFor();
  await dialog.getByRole("button", { name: "Pull into a new ledger…" }).click();
  // What the test of the connection says is still there: only a step that failed is the pull's own.
  const steps = dialog.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await steps.filter({ hasText: /failed/u }).waitFor();
  await dialog
    .getByText(/nothing was saved|nothing was changed/iu)
    .first()
    .waitFor();
  await dialog.getByRole("textbox", { name: "Secret key" }).fill(sandbox.secretKey);
  await dialog.getByRole("button", { name: "Pull into a new ledger…" }).click();
  await dialog
    .getByText(/new entries/u)
    .first()
    .waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  const verdict = await verdictOf(page);
  expect(verdict).toContain("August 2026");
  const written = filesUnder(home).map((path) => readFileSync(path, "latin1"));
  expect(written.length).toBeGreaterThan(0);
  for (const secret of [sandbox.secretKey, sandbox.password]) {
    for (const text of written) expect(text).not.toContain(secret);
  }
  await page.getByRole("banner").getByRole("button", { name: "Pull now" }).click();
  const again = page.getByRole("dialog", { name: "Pull" });
  await again.getByText(/^(?:0|No) new entries/u).waitFor();
  await waitForFocus(again.getByRole("button", { name: "Done" }));
  const said = await again.getByRole("list", { name: "Steps" }).getByRole("listitem").allTextContents();
  for (const asked of [/^✓Requesting .*wallet.*, done/iu, /^✓Requesting .*transactions.*, done/iu]) {
    expect(said.some((words) => asked.test(words))).toBe(true);
  }
  await again.getByRole("button", { name: "Done" }).click();
  expect(await verdictOf(page)).toBe(verdict);
});

test("a first pull that goes on without its dialog, and how it ends, can be looked at before any ledger is open", async () => {
  const sandbox = await startService({ entries: 300 });
  await setWire(sandbox, [{ fault: "hang", endpoint: "wallet" }]);
  const { url } = await startHost();
  const page = await openWindow(url);
  await page.getByRole("button", { name: "Connect…" }).click();
  await typeCredentials(page, sandbox);
  const connecting = page.getByRole("dialog", { name: "Connect to the service" });
  await connecting.getByRole("button", { name: "Pull into a new ledger…" }).click();
  await connecting
    .getByText(/^Requesting .*wallet/iu)
    .first()
    .waitFor();
  await page.keyboard.press("Escape");
  await connecting.waitFor({ state: "hidden" });
  const strip = page.getByRole("contentinfo");
  await strip.getByRole("button", { name: "Details" }).click();
  const dialog = page.getByRole("dialog", { name: "Pull" });
  await dialog.getByRole("button", { name: "Cancel pull" }).click();
  await dialog
    .getByText(/^Pull cancelled/u)
    .first()
    .waitFor();
  // There is nothing to pull into again.
  expect(await dialog.getByRole("button", { name: "Pull again" }).count()).toBe(0);
  await dialog.getByRole("button", { name: "Connection…" }).click();
  await connecting.getByRole("textbox", { name: "Base URL" }).waitFor();
});

/** Starts a pull and cancels it within the page: saving may take no longer than a call from here. */
async function cancelOnceItSaves(page: Page, start: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const look = () => {
      const dialog = document.querySelector('[role="dialog"]');
      if (!dialog?.textContent.includes("Saving entries")) return;
      observer.disconnect();
      [...dialog.querySelectorAll("button")].find((one) => one.textContent === "Cancel pull")?.click();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await start();
}

test("a pull cancelled while it saves keeps no records, and starting again keeps all", async () => {
  const sandbox = await startService({ entries: 20_000 });
  const { url, home } = await startHost();
  const page = await openWindow(url);
  await page.getByRole("button", { name: "Connect…" }).click();
  await typeCredentials(page, sandbox);
  const dialog = page.getByRole("dialog");
  const pull = dialog.getByRole("button", { name: "Pull into a new ledger…" });
  await cancelOnceItSaves(page, () => pull.click());
  await dialog.getByText(/^Pull cancelled\./u).waitFor();
  await pull.click();
  await dialog.getByText(/^[12]\d,\d{3} new entries/u).waitFor({ timeout: 60_000 });
  await dialog.getByRole("button", { name: "Done" }).click();
  await verdictOf(page);
  const ledger = filesUnder(home).find((path) => path.endsWith(".tieout")) ?? "";
  const { status, stdout } = await tieout(["verify", ledger]);
  expect(stdout).toMatch(/^The ledger is intact: /u);
  expect(status).toBe(0);
});

test("keeps nothing of a pull cancelled during a request, and names a service that dies during one", async () => {
  const sandbox = await startService({ entries: 300 });
  const { url } = await startHost(await filledLedger(sandbox));
  const page = await openWindow(url);
  const before = await verdictOf(page);
  await connect(page, sandbox);
  await pullThatHangs(page, sandbox, "wallet");
  const dialog = page.getByRole("dialog", { name: "Pull" });
  await dialog.getByRole("button", { name: "Cancel pull" }).click();
  await dialog
    .getByText(/cancelled/iu)
    .first()
    .waitFor();
  await setWire(sandbox, []);
  await dialog.getByRole("button", { name: "Pull again" }).click();
  await dialog.getByRole("button", { name: "Done" }).waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  expect(await verdictOf(page)).toBe(before);

  await pullThatHangs(page, sandbox, "transactions");
  await sandbox.stop();
  await dialog.getByText(/NET_[A-Z]+/u).waitFor({ timeout: 60_000 });
  await dialog
    .getByText(/nothing/iu)
    .first()
    .waitFor();
  // The main button of a failed pull is to pull again.
  const buttons = await dialog.getByRole("button").allTextContents();
  expect(buttons.slice(-2)).toEqual(["Close", "Pull again"]);
  await waitForFocus(dialog.getByRole("button", { name: "Pull again" }));
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await dialog.waitFor({ state: "hidden" });
  expect(await verdictOf(page)).toBe(before);
});

// Electron has no host apart from its window.
test.skipIf(IN_ELECTRON)(
  "a host that dies during a pull loses nothing: the window says so, and the ledger verifies",
  async () => {
    const sandbox = await startService({ entries: 300 });
    const ledger = await filledLedger(sandbox);
    const host = await startHostProcess(ledger);
    const page = await openWindow(host.url);
    await verdictOf(page);
    await connect(page, sandbox);
    await setWire(sandbox, [{ fault: "hang", endpoint: "transactions" }]);
    await page.getByRole("banner").getByRole("button", { name: "Pull now" }).click();
    await page
      .getByText(/transactions/u)
      .first()
      .waitFor();
    await host.stop("SIGKILL");
    await page.getByText("HOST_LOST").first().waitFor();
    const { status, stdout } = await tieout(["verify", ledger]);
    expect(stdout).toMatch(/^The ledger is intact: /u);
    expect(status).toBe(0);
    const second = await startHost(ledger);
    const again = await openWindow(second.url);
    expect(await verdictOf(again)).toContain("August 2026");
  },
);

test('"Save and pull" into an open ledger lists the signed months that it changed', async () => {
  const ledger = newLedgerPath();
  const entries = wallet([100, 20, 30], (at) => ({ dateCreatedAtMs: OCTOBER_MS + at * HOUR_MS }));
  await importRecords(ledger, entries);
  await signMonth(ledger, "2026-10");
  const changed = entries.map((one) => (one.walletID === 3 ? { ...one, debit: 31 } : one));
  const { baseUrl } = await startSmallService({ entries: changed, transactions: [] });
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await page.getByRole("banner").getByRole("button", { name: "Pull now" }).click();
  await typeCredentials(page, { ...CANARY, baseUrl });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save and pull" }).click();
  await expect
    .poll(() => dialog.getByRole("list", { name: "Closed months that it changed" }).textContent())
    .toMatch(
      /October 2026: Signed by Ben Uche on 2026-12-01: closing 150\. Since then: 1 change, closing unchanged\./u,
    );
});

test("a pull that would make everything vanish is kept once somebody accepts it, with a name and a reason", async () => {
  const ledger = newLedgerPath();
  await importRecords(ledger, wallet([100, 50]));
  const { baseUrl, requests, records } = await startSmallService({
    entries: wallet([100, 50]),
    transactions: [],
  });
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await page.getByRole("banner").getByRole("button", { name: "Pull now" }).click();
  await typeCredentials(page, { ...CANARY, baseUrl });
  await page.getByRole("dialog").getByRole("button", { name: "Save and pull" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  records.entries = [];
  await page.getByRole("banner").getByRole("button", { name: "Pull now" }).click();
  const pull = page.getByRole("dialog", { name: "Pull" });
  await pull.getByText(/asked twice.*all 2 entries would vanish/u).waitFor();
  await pull.getByRole("button", { name: "Accept that they vanished…" }).click();
  const dialog = page.getByRole("dialog", { name: "Accept that they vanished" });
  await dialog.getByRole("textbox", { name: "Accepted by" }).fill("Ada Obi");
  await dialog.getByRole("button", { name: "Accept and pull" }).click();
  await dialog.getByText("Enter a reason to accept that they vanished").waitFor();
  await dialog.getByText("Up to 2 entries that it no longer lists").waitFor();
  requests.length = 0;
  await dialog.getByRole("textbox", { name: "Why" }).fill("The provider closed the wallet");
  await dialog.getByRole("button", { name: "Accept and pull" }).click();
  await pull.getByText(/2 vanished/u).waitFor();
  await pull.getByText(/vanished, as Ada Obi accepted/u).waitFor();
  expect(requests.filter((one) => one.includes("/wallet/history"))).toHaveLength(3);
});

/** Pulls, and waits until the pull waits for an answer that does not come. */
async function pullThatHangs(
  page: Page,
  sandbox: Sandbox,
  endpoint: "wallet" | "transactions",
): Promise<void> {
  await setWire(sandbox, [{ fault: "hang", endpoint }]);
  await page.getByRole("banner").getByRole("button", { name: "Pull now" }).click();
  await page
    .getByRole("dialog", { name: "Pull" })
    .getByText(new RegExp(`^Requesting .*${endpoint}`, "iu"))
    .first()
    .waitFor();
}

/** Sets the connection up in Settings; the first pull proves it. */
async function connect(page: Page, sandbox: Sandbox): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "Pull now" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Base URL" }).waitFor();
  await typeCredentials(page, sandbox);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save and pull" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name));
}
