/** Saved responses dropped on the window: what each holds is guessed, all go in as one pull, and bad ones say what is wrong. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generateWorld } from "../../sandbox/generate/generate-world.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { walletBody } from "../helpers/bodies.ts";
import { HOUR_MS, OCTOBER_MS, wallet } from "../helpers/records.ts";
import { importRecords, newLedgerPath, signMonth } from "../helpers/ledgers/signing.ts";
import { readRemarks } from "../../src/main/ledger/trail/pull.ts";
import { readLedger } from "../../src/main/services/shared/use-ledger.ts";
import { readPulls } from "../../src/main/services/pull/set-aside.ts";
import { violations } from "../helpers/window/axe.ts";
import { dropFiles } from "../helpers/window/window-files.ts";
import { goTo, verdictOf } from "../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../helpers/window/window.ts";
import { saveWorld } from "../helpers/ledgers/world-check.ts";

useBrowser();

test("an import that changes a signed month says so before it is kept and when it ends, and can be set aside", async () => {
  const ledger = newLedgerPath();
  const entries = wallet([100, 20, 30], (at) => ({ dateCreatedAtMs: OCTOBER_MS + at * HOUR_MS }));
  await importRecords(ledger, entries);
  await signMonth(ledger, "2026-10");
  const path = join(temporaryFolder(), "wallet.json");
  const restated = entries.map((one) => (one.walletID === 3 ? { ...one, debit: 31 } : one));
  writeFileSync(path, walletBody(restated));
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await dropFiles(page, [path]);
  const dialog = page.getByRole("dialog", { name: "Import saved responses" });
  await dialog.getByRole("textbox", { name: "Provided by" }).fill("Bola Ade, by e-mail");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await dialog.getByText("Nothing was imported yet.").waitFor();
  await dialog.getByText("It would be pull 2: 0 new entries, 1 changed.").waitFor();
  await dialog.getByText("1 record of October 2026, which is signed off, would change.").waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Import it" }).click();
  const told = dialog.getByRole("list", { name: "Closed months that it changed" });
  await expect
    .poll(() => told.textContent())
    .toMatch(
      /October 2026: Signed by Ben Uche on 2026-12-01: closing 150\. Since then: 1 change, closing unchanged\./u,
    );
  await dialog.getByRole("button", { name: "Done" }).click();
  expect(readLedger(ledger, readRemarks)(2).providedBy).toBe("Bola Ade, by e-mail");

  await goTo(page, "History");
  await page.getByRole("button", { name: "Set pull 1 aside…" }).waitFor();
  await page.getByRole("button", { name: "Set pull 2 aside…" }).click();
  const aside = page.getByRole("dialog", { name: "Set pull 2 aside" });
  await aside.getByRole("textbox", { name: "Set aside by" }).fill("Ada Obi");
  await aside.getByRole("textbox", { name: "Why" }).fill("The wrong file");
  expect(await violations(page)).toEqual([]);
  await aside.getByRole("button", { name: /^Set aside/u }).click();
  await aside.waitFor({ state: "hidden" });
  await page.getByText("Pull 2 was set aside.").waitFor();
  await page.getByRole("button", { name: "Put pull 2 back…" }).waitFor();
  // The only pull that counts stays.
  await expect.poll(() => page.getByRole("button", { name: "Set pull 1 aside…" }).count()).toBe(0);
  expect(readPulls(ledger).pulls.map(({ aside: by }) => by?.note ?? null)).toEqual([null, "The wrong file"]);
  await goTo(page, "Overview");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => page.getByText("changed 1 record of October 2026").count()).toBe(0);
});

test("refuses a file that is not JSON by name and one that is not a response with file, record and field, and fills a new ledger from responses, each recognised by its content", async () => {
  const { url } = await startHost();
  const page = await openWindow(url);
  await page.getByRole("button", { name: "Fill the sandbox" }).waitFor();
  const bank = join(temporaryFolder(), "bank.csv");
  writeFileSync(bank, "date,amount\n2026-10-01,5\n");
  await dropFiles(page, [bank]);
  const dialog = page.getByRole("dialog", { name: "Import saved responses" });
  await dialog.getByText("bank.csv is not JSON; save the service's response.").waitFor();
  expect(await dialog.getByRole("button", { name: "Import into a new ledger…" }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  const folder = temporaryFolder();
  const saved = saveWorld(
    generateWorld({ entries: 400, seed: 3, faults: "default", convention: "asset" }),
    folder,
  );
  const [path = ""] = saved.wallet;
  const wrong = join(folder, "wrong.json");
  writeFileSync(wrong, readFileSync(path, "utf8").replace(/"balance":\s*\d+/u, '"balance":1.5'));
  await dropFiles(page, [wrong]);
  await dialog.getByRole("button", { name: "Import into a new ledger…" }).click();
  await dialog.getByText("PAYLOAD_AMOUNT").waitFor();
  await dialog.getByText(/1\.5/u).first().waitFor();
  await dialog
    .getByText(/wrong\.json/u)
    .first()
    .waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await page.getByText("No ledger opened yet").isVisible()).toBe(true);
  await dialog.waitFor({ state: "hidden" });

  await dropFiles(page, [...saved.wallet, ...saved.transactions]);
  await dialog.getByRole("button", { name: /Wallet history/iu }).waitFor();
  await dialog
    .getByRole("button", { name: /Transactions/iu })
    .first()
    .waitFor();
  await dialog.getByRole("button", { name: "Import into a new ledger…" }).click();
  await dialog
    .getByText(/new entries/u)
    .first()
    .waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  expect(await verdictOf(page)).toContain("August 2026");
});
