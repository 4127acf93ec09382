/** Adding a bank's statement in the window: it shows how the file is read before anything is kept; a bad file is refused in place. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listBank } from "../../../src/main/services/review/bank-statements.ts";
import { violations } from "../../helpers/window/axe.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { bankStatementFile, ledgerWithBank } from "../../helpers/ledgers/bank-ledger.ts";
import { chooseFiles } from "../../helpers/window/window-files.ts";
import { waitForFocus } from "../../helpers/window/window-keys.ts";
import { picture } from "../../helpers/window/window-pictures.ts";
import { goToClose, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

test("a statement is added from the list of commands, once it is seen how it is read; the step Bank appears with it", async () => {
  const ledger = await ledgerWithBank(false);
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  page.on("filechooser", () => undefined);
  await verdictOf(page);
  await goToClose(page);
  const steps = page.getByRole("list", { name: "Steps of the close" });
  await steps.getByRole("heading", { name: "Pulled" }).waitFor();
  expect(await steps.getByRole("heading", { name: "Bank" }).count()).toBe(0);
  const dialog = page.getByRole("dialog", { name: "Add a bank's statement" });
  const choose = async (file: string) => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("bank's statement");
    await chooseFiles(page, () => page.keyboard.press("Enter"), file);
  };
  const bad = join(temporaryFolder(), "bad.csv");
  writeFileSync(bad, "Name,Phone\nAda,1\n");
  await choose(bad);
  await dialog.getByText(/It has no row of titles/u).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  await choose(bankStatementFile());
  await dialog.getByText(/Text, separated by commas; titles in row 1; year first in dates/u).waitFor();
  await dialog.getByText(/9 lines/u).waitFor();
  expect(listBank(ledger).accounts).toEqual([]);
  await waitForFocus(dialog.getByRole("textbox", { name: /^Bank account/u }));
  expect(await violations(page)).toEqual([]);
  await picture(page, "bank-add");
  await page.keyboard.type("GTBank current");
  await dialog.getByRole("textbox", { name: "Added by" }).fill("Ada Obi");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await steps.getByText(/3 found and not accepted/u).waitFor();
  expect(listBank(ledger).accounts).toMatchObject([
    { account: "GTBank current", files: [{ by: "Ada Obi" }] },
  ]);
});
