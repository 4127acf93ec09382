/** Case 55: texts that would be markup, commands or tricks of direction are shown as the letters they are. */
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importIntoLedger } from "../../src/main/services/import/import.ts";
import { transactionsBody, walletBody } from "../helpers/bodies.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { sale, wallet } from "../helpers/records.ts";
import { goTo, verdictOf } from "../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../helpers/window/window.ts";

useBrowser();

const HOSTILE = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>'; DROP TABLE entry;-- \u202Eevil\u202C =cmd|' /C calc'!A1`;

test("case 55: shows markup, SQL, formulas and direction marks literally in every field, and runs none", async () => {
  const ledger = await hostileLedger();
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  for (const place of ["Wallet", "Transactions", "Exceptions", "History"]) {
    await goTo(page, place);
    if (place !== "History") await page.getByText("<img src=x", { exact: false }).first().waitFor();
    expect(await page.locator("img[src=x]").count()).toBe(0);
    expect(await page.title()).not.toContain("owned");
  }
});

async function hostileLedger(): Promise<string> {
  const folder = temporaryFolder();
  const entries = wallet([1000, 500, -200]).map((one, at) => ({
    ...one,
    description: HOSTILE,
    action: HOSTILE,
    sessionID: HOSTILE,
    payref: at === 1 ? HOSTILE : "",
    balance: at === 2 ? one.balance + 7 : one.balance,
  }));
  const transactions = [
    sale(1, 500, {
      payref: HOSTILE,
      label: HOSTILE,
      customer: { userID: 2, name: HOSTILE, phone: HOSTILE, extra: null },
    }),
  ];
  const paths = { wallet: join(folder, "wallet.json"), transactions: join(folder, "all.json") };
  writeFileSync(paths.wallet, walletBody(entries));
  writeFileSync(paths.transactions, transactionsBody(transactions));
  const ledger = join(folder, "hostile.tieout");
  await importIntoLedger(
    {
      ledger,
      files: { wallet: [paths.wallet], transactions: [paths.transactions], user: null, business: [] },
    },
    { now: () => Date.UTC(2026, 10, 1), appVersion: "test" },
  );
  return ledger;
}
