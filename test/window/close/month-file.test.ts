/** The month's file through the window: what it states, ticks by name, a confirmed balance with evidence, what moved, and its end at sign-off. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { attachFiles } from "../../../src/main/services/review/attach.ts";
import {
  confirmBalance,
  explainFluctuation,
  readMonthFile,
} from "../../../src/main/services/close/month-file.ts";
import { takePullStep } from "../../../src/main/services/pull/set-aside.ts";
import { violations } from "../../helpers/window/axe.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale, wallet } from "../../helpers/records.ts";
import { CONTEXT, importRecords, newLedgerPath } from "../../helpers/ledgers/signing.ts";
import { waitForFocus } from "../../helpers/window/window-keys.ts";
import { picture } from "../../helpers/window/window-pictures.ts";
import { goToClose, monthStands, unfold, verdictOf } from "../../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";

useBrowser();

const OCTOBER = "2026-10" as Month;

test("is written once, ticked by name, confirmed with evidence and explained, and closed by the signature", async () => {
  const ledger = newLedgerPath();
  const entries = wallet([1000, 200, -50], (at) => ({ dateCreatedAtMs: OCTOBER_MS + at * HOUR_MS }));
  await importRecords(ledger, entries, [sale(9, 90)]);
  const statement = join(temporaryFolder(), "statement.pdf");
  writeFileSync(statement, "%PDF-1.7");
  const subject = { kind: "month", month: OCTOBER } as const;
  await attachFiles({ ledger, files: [{ path: statement }], subject, note: "", by: "Ada Obi" }, CONTEXT);
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await goToClose(page);
  const part = await unfold(page, "Checklist");
  const dialog = page.getByRole("dialog");
  await part.getByText(/^3 of 6 steps done; next: /u).waitFor();
  await part.getByText(/are not written yet/u).waitFor();

  await part.getByRole("button", { name: "Edit file…" }).click();
  await dialog.getByRole("textbox", { name: "Purpose" }).fill("Prove the escrow balance");
  await dialog.getByRole("textbox", { name: "Materiality" }).fill("lots");
  await dialog.getByRole("textbox", { name: /moved by this amount/u }).fill("100");
  await dialog.getByRole("textbox", { name: /percentage/u }).fill("10");
  await dialog
    .getByRole("textbox", { name: "Checklist" })
    .fill("Everything pulled\n\nClosing balance confirmed with the provider");
  await dialog.getByRole("textbox", { name: "Changed by" }).fill("Ada Obi");
  await page.keyboard.press("Enter");
  await dialog.getByText(/“lots” is not an amount/u).waitFor();
  await dialog.getByRole("textbox", { name: "Materiality" }).fill("50,000");
  await dialog.getByRole("button", { name: /^Save/u }).click();
  await dialog.getByText(/50,000 in no stated currency is above 1,200/u).waitFor();
  await dialog.getByRole("textbox", { name: "Materiality" }).fill("1,000");
  await dialog.getByRole("textbox", { name: "Basis" }).fill("The inflows");
  expect(await violations(page)).toEqual([]);
  await picture(page, "terms");
  await dialog.getByRole("button", { name: /^Save/u }).click();
  await dialog.waitFor({ state: "hidden" });
  await part.getByText("Prove the escrow balance").waitFor();
  await part.getByText(/^0 of 2 steps done/u).waitFor();

  // The name is kept: a tick is one click.
  await part.getByRole("button", { name: "Tick: Everything pulled" }).last().click();
  await part.getByText(/^1 of 2 steps done/u).waitFor();
  const against = "not so: 1 of 1 closing balance is not confirmed";
  await part.getByText(`(${against})`).waitFor();
  await part
    .getByRole("button", { name: /^Tick: Closing balance/u })
    .first()
    .click();
  await dialog.getByText(`The figures say: ${against}.`).waitFor();
  await dialog.getByRole("button", { name: /^Tick/u }).click();
  await dialog.getByText(/Write why the step is done all the same/u).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  const step = part.getByRole("listitem").filter({ hasText: "Everything pulled" });
  await expect.poll(() => step.textContent()).toMatch(/done.*by Ada Obi, 20/u);

  const confirmed = await unfold(page, "Balance confirmed");
  await confirmed
    .getByRole("button", { name: /^Differs…: User 1/u })
    .first()
    .click();
  await waitForFocus(dialog.getByRole("textbox", { name: /^Balance/u }));
  await page.keyboard.press("Enter");
  await dialog.getByText(/Type the balance that the provider states/u).waitFor();
  await dialog.getByRole("textbox", { name: /^Balance/u }).fill("1,151");
  await dialog.getByRole("button", { name: /Evidence/u }).click();
  await page.getByRole("option", { name: "1: statement.pdf" }).click();
  await dialog.getByRole("button", { name: /^Confirm/u }).click();
  await dialog.waitFor({ state: "hidden" });
  const balances = confirmed.getByRole("table", { name: /^Closing balances/u });
  await expect.poll(() => balances.textContent()).toMatch(/1,1501,1511evidence 1 by Ada Obi/u);

  const compared = await unfold(page, "Compared with September 2026");
  const moved = compared.getByRole("table", { name: "Compared with the month before" });
  await expect.poll(() => moved.getByText("needs a note").count()).toBe(2);
  await moved.getByRole("button", { name: /^Explain .*: In$/u }).click();
  await dialog.getByRole("textbox", { name: "Why it moved" }).fill("The first month");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => moved.getByText("needs a note").count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  await part.scrollIntoViewIfNeeded();
  await picture(page, "file");

  await page.keyboard.press("p");
  await dialog
    .getByRole("listitem")
    .filter({ hasText: "The provider's balance of User 1 differs by 1." })
    .waitFor();
  const points = await dialog.getByRole("listitem").allTextContents();
  expect(points).toEqual(
    expect.arrayContaining([
      "1 of 2 steps is not done.",
      "The provider's balance of User 1 differs by 1.",
      "1 figure moved and has no note.",
    ]),
  );
  await dialog.getByRole("textbox", { name: "Why it is prepared anyway" }).fill("As it stands");
  await dialog.getByRole("button", { name: /^Prepare anyway/u }).click();
  await dialog.waitFor({ state: "hidden" });
  await monthStands(page, /^Prepared by/u).waitFor();
  await page.keyboard.press("s");
  await dialog.getByRole("textbox", { name: "Reviewed and signed off by" }).fill("Ben Eze");
  await dialog.getByRole("button", { name: /^Sign (?:off|as qualified)/u }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect
    .poll(() => page.getByRole("button", { name: /^Tick|^Change|^Explain|^Same/u }).count(), {
      timeout: 20_000,
    })
    .toBe(0);
  const { steps, terms, balances: stated } = readMonthFile({ ledger, month: OCTOBER }, CONTEXT);
  expect(steps.map(({ tick }) => tick?.by)).toEqual(["Ada Obi", undefined]);
  expect(terms).toMatchObject({
    materiality: [{ currency: null, amount: 1000, performance: null, trivial: null, basis: "The inflows" }],
    fluctuation: { amount: 100, percent: 10 },
  });
  expect(stated).toMatchObject([{ confirmation: { balance: 1151, difference: 1, evidence: 1 } }]);
});

test("shows a note on a figure that moved afterwards, and what it was written of", async () => {
  const ledger = newLedgerPath();
  const entries = (...moves: readonly number[]) =>
    wallet(moves, (at) => ({ dateCreatedAtMs: OCTOBER_MS + at * HOUR_MS }));
  await importRecords(ledger, entries(1000, 200, -50));
  const said = { note: "The first month", by: "Ada Obi" };
  await explainFluctuation({ ledger, month: OCTOBER, wallet: null, figure: "inflow", ...said }, CONTEXT);
  await importRecords(ledger, entries(1000, 200, -50, 110));
  const { url } = await startHost(ledger);
  const page = await openWindow(url);
  await verdictOf(page);
  await goToClose(page);
  await unfold(page, "Compared with September 2026");
  const moved = page.getByRole("table", { name: "Compared with the month before" });
  await expect
    .poll(() => moved.textContent())
    .toMatch(/by Ada Obi, [^:]+:\d\d.*: The first month lapsed: written of 1,200; the figure is now 1,310/u);
});

test("a confirmation of a wallet that left the month is taken back where it is shown, with a name and a reason", async () => {
  const ledger = newLedgerPath();
  const ours = wallet([1000, 200], (at) => ({ dateCreatedAtMs: OCTOBER_MS + at * HOUR_MS }));
  await importRecords(ledger, ours);
  const theirs = entry(90, { userID: 2, debit: 500, balance: 500, dateCreatedAtMs: OCTOBER_MS + HOUR_MS });
  await importRecords(ledger, [...ours, theirs]);
  const said = { by: "Ada Obi", note: "" };
  const of = { ledger, month: OCTOBER, source: "Statement 4", evidence: null };
  const walletOf = (userID: number) => ({ userID, businessID: null, currency: null });
  await confirmBalance({ ...of, wallet: walletOf(1), balance: 1200, ...said }, CONTEXT);
  await confirmBalance({ ...of, wallet: walletOf(2), balance: 500, ...said }, CONTEXT);
  await takePullStep({ ledger, pullId: 2, step: "set-aside", by: "Ada Obi", note: "Another's" }, CONTEXT);
  const page = await openWindow((await startHost(ledger)).url);
  await verdictOf(page);
  await goToClose(page);
  const part = await unfold(page, "Compared with September 2026");
  const words =
    "User 2 has no figures this month; kept: the provider confirms 500 (Statement 4; entered by Ada Obi).";
  await part.getByText(words).waitFor();
  await part.getByRole("button", { name: "Take back…" }).click();
  const dialog = page.getByRole("dialog", { name: "Take back the confirmation of User 2" });
  await dialog.getByText(words).waitFor();
  await dialog.getByRole("textbox", { name: "Taken back by" }).fill("Ada Obi");
  await dialog.getByRole("button", { name: /^Take back/u }).click();
  await dialog.getByText(/Write why the confirmation is taken back/u).waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Why" }).fill("Of another client");
  await dialog.getByRole("button", { name: /^Take back/u }).click();
  await dialog.waitFor({ state: "hidden" });
  await part.getByText(words).waitFor({ state: "detached" });
  const { kept, balances } = readMonthFile({ ledger, month: OCTOBER }, CONTEXT);
  expect(kept).toEqual([]);
  // That of the wallet that is there stays.
  expect(balances).toMatchObject([{ wallet: { userID: 1 }, confirmation: { balance: 1200 } }]);
});
