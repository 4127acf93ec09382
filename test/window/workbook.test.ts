/** The workbook that comes back: compared with the ledger cell by cell, and its review imported, each line shown before. */
import type { Month } from "../../src/core/review/close/close.ts";
import { listPoints, replyToPoint } from "../../src/main/services/review/points.ts";
import { prepareMonth } from "../../src/main/services/close/close.ts";
import { raiseAll } from "../helpers/ledgers/raised-ledger.ts";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { monthDays } from "../../src/core/time.ts";
import { exportLedger } from "../../src/main/services/export/export.ts";
import { decide, readReview } from "../../src/main/services/review/review.ts";
import { useShared } from "../helpers/at-end.ts";
import { violations } from "../helpers/window/axe.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { textCell, typeOver } from "../helpers/workbook/edited-workbook.ts";
import { CONTEXT, ledgerToReview, otherLedger } from "../helpers/ledgers/review-ledger.ts";
import { press, tabTo, waitForFocus, withoutPointer } from "../helpers/window/window-keys.ts";
import { IN_ELECTRON } from "../helpers/window/electron-window.ts";
import { chooseFiles, dropFiles } from "../helpers/window/window-files.ts";
import { goTo, goToClose, monthStands, verdictOf } from "../helpers/window/window-steps.ts";
import { homeWith, newContext, openWindow, startHost, useBrowser, watch } from "../helpers/window/window.ts";
import { columnsAt, readTable, readXlsx, rowOf } from "../helpers/workbook/xlsx.ts";

useBrowser();

const OCTOBER = monthDays("2026-10");
const OCTOBER_MONTH = "2026-10" as Month;

/** A ledger with four exceptions, and October of it as a workbook. */
async function exportedLedger(
  ledger?: string,
): Promise<{ readonly ledger: string; readonly workbook: string }> {
  ledger ??= await ledgerToReview();
  const workbook = join(dirname(ledger), "October.xlsx");
  await exportLedger({ ledger, period: OCTOBER, options: {}, format: "xlsx", out: workbook }, CONTEXT);
  return { ledger, workbook };
}

/** What somebody types beside a finding, by its rule. */
type Typed = Readonly<Record<string, { readonly tick?: string; readonly note?: string }>>;

/** The workbook as its reviewer hands it back. */
async function reviewed(workbook: string, typed: Typed, by = "Grace Ade"): Promise<string> {
  const { sheets } = await readXlsx(workbook);
  const [sheet, lead] = [sheets.get("Exceptions"), sheets.get("Lead")];
  if (sheet === undefined || lead === undefined) throw new Error("a sheet is missing");
  const header = rowOf(sheet, "No.");
  const columns = columnsAt(sheet, header);
  const cells: Record<string, string> = {};
  const signature = `B${rowOf(lead, "Reviewed by")}`;
  cells[`Lead!${signature}`] = textCell(signature, by);
  const rules = readTable(sheet, header, sheet.rows - header).map((row) => row["Rule"]);
  for (const [rule, { tick, note }] of Object.entries(typed)) {
    const row = header + 1 + rules.indexOf(rule);
    const [at, beside] = [
      `${columns.get("Reviewer's tick")}${row}`,
      `${columns.get("Reviewer's note")}${row}`,
    ];
    if (tick !== undefined) cells[`Exceptions!${at}`] = textCell(at, tick);
    if (note !== undefined) cells[`Exceptions!${beside}`] = textCell(beside, note);
  }
  return typeOver(workbook, cells);
}

/** Where the workbook states the first balance. */
async function balanceCell(workbook: string): Promise<string> {
  const sheet = (await readXlsx(workbook)).sheets.get("Wallet");
  if (sheet === undefined) throw new Error("there is no Wallet");
  const header = rowOf(sheet, "walletID");
  // Below the row that it opens with.
  return `${columnsAt(sheet, header).get("Stated balance")}${header + 2}`;
}

/** The workbook with another first balance typed over it. */
async function withBalance(workbook: string, balance: number): Promise<string> {
  return typeOver(workbook, { [`Wallet!${await balanceCell(workbook)}`]: `<v>${balance}</v>` });
}

/** How October's findings stand, by rule and record, with who decided and why. */
function standing(ledger: string): Record<string, string> {
  const { findings } = readReview({ ledger, period: OCTOBER, options: {} }, CONTEXT);
  return Object.fromEntries(
    findings.map(({ finding, status, decision }) => [
      `${finding.rule} ${finding.walletID ?? finding.payID}`,
      decision === null ? status : `${status} by ${decision.by}: ${decision.note}`,
    ]),
  );
}

const proofOf = (page: Page) => page.getByRole("dialog", { name: "Compare a workbook with this ledger" });
const reviewOf = (page: Page) => page.getByRole("dialog", { name: "Import review" });

/** A ledger in which nothing is decided, its workbook and a window on it, for tests that leave them so. */
const shared = useShared(async () => {
  const { ledger, workbook } = await exportedLedger();
  const { url } = await startHost(ledger);
  const page = await openWindow(url, { reducedMotion: "reduce" });
  await verdictOf(page);
  return { ledger, workbook, page };
});

test("a workbook verifies as unchanged until a cell is edited, and then shows that cell before and after", async () => {
  const { workbook, page } = shared();
  await goTo(page, "History");
  const hold = page.getByRole("button", { name: "Compare a workbook with this ledger…" });
  await chooseFiles(page, () => hold.click(), workbook);
  const dialog = proofOf(page);
  await dialog
    .getByText(/^√ This workbook is unchanged since it was exported on 2026-11-02 00:00\.$/u)
    .waitFor();
  expect(await dialog.getByRole("table").count()).toBe(0);
  const edited = await withBalance(workbook, 13);
  await chooseFiles(page, () => dialog.getByRole("button", { name: "Another workbook…" }).click(), edited);
  await dialog.getByText(/^× 1 cell was edited since it was exported on 2026-11-02 00:00\.$/u).waitFor();
  const rows = dialog.getByRole("table", { name: "Edited cells" }).getByRole("row");
  await rows.nth(1).waitFor();
  const [header, edit, ...others] = await rows.all();
  expect(others).toEqual([]);
  expect(await header?.getByRole("columnheader").allTextContents()).toEqual([
    "Sheet",
    "Cell",
    "What",
    "How",
    "Exported",
    "Found",
  ]);
  expect(await edit?.locator("th, td").allTextContents()).toEqual([
    "Wallet",
    await balanceCell(workbook),
    "Stated balance",
    "typed over",
    "1,000",
    "13",
  ]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  // It said how it ended: nothing else says it again.
  expect(await page.getByRole("contentinfo").getByRole("button").count()).toBe(0);
});

test("refuses a workbook of another ledger, and a file that is not a workbook, in words and changes nothing", async () => {
  const { ledger, page } = shared();
  const other = await exportedLedger(await otherLedger());
  const broken = join(temporaryFolder(), "broken.xlsx");
  writeFileSync(broken, "no workbook");
  await page.keyboard.press("Escape");
  await goTo(page, "History");
  const hold = page.getByRole("button", { name: "Compare a workbook with this ledger…" });
  await chooseFiles(page, () => hold.click(), other.workbook);
  const dialog = proofOf(page);
  await dialog.getByText("The workbook is not from this ledger").waitFor();
  await dialog.getByText("WORKBOOK_FOREIGN").waitFor();
  expect(await violations(page)).toEqual([]);
  await chooseFiles(page, () => dialog.getByRole("button", { name: "Another workbook…" }).click(), broken);
  await dialog.getByText("IMPORT_FORMAT").waitFor();
  expect(standing(ledger)).toEqual(standing(other.ledger));
});

test("drops a reviewer's ticks and notes on the window, shows them line by line, imports by keyboard, and undoes", async () => {
  const { ledger, workbook } = await exportedLedger();
  const before = standing(ledger);
  const returned = await reviewed(workbook, {
    "chain-break": { tick: "✓", note: "Seen with the bank" },
    "no-movement": { note: "A test of theirs" },
    "paid-without-entry": { tick: "???", note: "What is this?" },
  });
  const { url } = await startHost(ledger);
  const page = await openWindow(url, { reducedMotion: "reduce" });
  await verdictOf(page);
  await goTo(page, "Exceptions");
  await page.getByRole("option").first().waitFor();
  await withoutPointer(page);
  await dropFiles(page, [returned]);
  const dialog = reviewOf(page);
  const lines = dialog.getByRole("row");
  await lines.first().waitFor();
  await expect.poll(() => lines.count()).toBe(3);
  await dialog.getByText(/any other note is a point to answer\./u).waitFor();
  const line = (rule: RegExp) => lines.filter({ hasText: rule });
  await line(/Chain break/u)
    .getByText("Accepted: Seen with the bank")
    .waitFor();
  await line(/Chain break/u)
    .getByText("open", { exact: true })
    .waitFor();
  expect(await line(/Chain break/u).getAttribute("aria-selected")).toBe("true");
  // A note without a tick decides nothing.
  await line(/No movement/u)
    .getByText("Point: A test of theirs")
    .waitFor();
  expect(await line(/No movement/u).getAttribute("aria-selected")).toBe("true");
  await line(/Paid without entry/u)
    .getByText(/tick is not understood/u)
    .waitFor();
  expect(standing(ledger)).toEqual(before);
  const grid = dialog.getByRole("grid");
  await tabTo(page, grid);
  await dialog.getByRole("button", { name: "Import 2 of 2" }).waitFor();
  await page.keyboard.press("Home");
  for (const rule of [/Paid without entry/u, /No movement/u]) {
    await page.keyboard.press("ArrowDown");
    await waitForFocus(line(rule));
    await page.keyboard.press("Space");
  }
  await dialog.getByRole("button", { name: "Import 1 of 2" }).waitFor();
  await page.keyboard.press("Space");
  expect(await line(/No movement/u).getAttribute("aria-selected")).toBe("true");
  expect(await line(/Paid without entry/u).getAttribute("aria-selected")).not.toBe("true");
  await dialog.getByRole("button", { name: "Import 2 of 2" }).waitFor();
  const by = dialog.getByRole("textbox", { name: "Reviewed by" });
  expect(await by.inputValue()).toBe("Grace Ade");
  await tabTo(page, by);
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Enter");
  await dialog.getByText(/needs the name/u).waitFor();
  await page.keyboard.type("Grace A. Ade");
  await page.keyboard.press("Enter");
  await page.getByText("Imported 1 decision and 1 point by Grace A. Ade").waitFor();
  await page.getByText("1 of 4 reviewed").waitFor();
  expect(standing(ledger)).toEqual({
    ...before,
    "chain-break 3": "accepted by Grace A. Ade: Seen with the bank",
  });
  expect(listPoints({ ledger, month: null })).toMatchObject([
    { by: "Grace A. Ade", note: "A test of theirs", finding: { rule: "no-movement" } },
  ]);
  await page.keyboard.press("F6");
  await press(page, page.getByRole("alertdialog").getByRole("button", { name: "Undo" }));
  const question = page.getByRole("dialog", { name: "Who decides?" });
  await question.getByRole("textbox").fill("Ada Obi");
  await page.keyboard.press("Enter");
  await page.getByText("0 of 4 reviewed").waitFor();
  expect(standing(ledger)).toEqual(before);
});

test.skipIf(IN_ELECTRON)(
  "shows what was decided since the workbook was read, to leave out or decide knowingly",
  async () => {
    const { ledger, workbook } = await exportedLedger();
    const returned = await reviewed(workbook, {
      "no-movement": { tick: "ok", note: "Fine" },
      "paid-without-entry": { tick: "raised", note: "Ticket 4711" },
    });
    const { url } = await startHost(ledger);
    const context = await newContext({ reducedMotion: "reduce" });
    const [first, second] = [await context.newPage(), await context.newPage()];
    watch(first);
    await first.goto(url);
    await verdictOf(first);
    await goTo(first, "Exceptions");
    await chooseFiles(first, () => first.getByRole("button", { name: "Import review…" }).click(), returned);
    await reviewOf(first).getByRole("button", { name: "Import 2 of 2" }).waitFor();
    watch(second);
    await second.goto(new URL("#/exceptions?rule=no-movement", first.url()).href);
    await second.getByRole("article", { name: /No movement/u }).waitFor();
    await second.getByRole("listbox", { name: "Exceptions" }).focus();
    await second.keyboard.press("e");
    await second.keyboard.type("A test booking");
    await second.keyboard.press("Control+Enter");
    await second.getByRole("dialog", { name: "Who decides?" }).getByRole("textbox").fill("Ada Obi");
    await second.keyboard.press("Enter");
    await second.getByText(/^1 of 4 reviewed/u).waitFor();
    const dialog = reviewOf(first);
    await dialog.getByText("Already decided.").waitFor();
    await dialog.getByRole("alert").getByText("A test booking").waitFor();
    await dialog.getByRole("button", { name: "Leave them out" }).click();
    await dialog.getByRole("button", { name: "Import 1 of 2" }).click();
    await first.getByText("Imported 1 decision by Grace Ade").waitFor();
    expect(standing(ledger)).toMatchObject({
      "no-movement 5": "explained by Ada Obi: A test booking",
      "paid-without-entry 9": "raised by Grace Ade: Ticket 4711",
    });
  },
);

test("shows decisions made after the export with each line, and does not overwrite them unseen", async () => {
  const { ledger, workbook } = await exportedLedger();
  const returned = await reviewed(workbook, { "no-movement": { tick: "ok", note: "Fine" } });
  const request = { ledger, period: OCTOBER, options: {} };
  const { findings } = readReview(request, CONTEXT);
  const items = findings
    .filter(({ finding }) => finding.rule === "no-movement")
    .map(({ finding }) => ({ fingerprint: finding.fingerprint }));
  await decide({ ...request, items, status: "raised", note: "Ticket 12", by: "Ada Obi" }, CONTEXT);
  const { url } = await startHost(ledger);
  const page = await openWindow(url, { reducedMotion: "reduce" });
  await verdictOf(page);
  await dropFiles(page, [returned]);
  const dialog = reviewOf(page);
  await dialog.getByText(/Ada Obi decided it since the export/u).waitFor();
  await dialog.getByRole("row").getByText("raised", { exact: true }).waitFor();
  expect(await dialog.getByRole("button", { name: "Import 0 of 1" }).isDisabled()).toBe(true);
  await dialog.getByRole("row").click();
  await dialog.getByRole("button", { name: "Import 1 of 1" }).click();
  await page.getByText("Imported 1 decision by Grace Ade").waitFor();
  expect(standing(ledger)["no-movement 5"]).toBe("accepted by Grace Ade: Fine");
});

test("axe finds nothing in a returned workbook", async () => {
  const { workbook, page } = shared();
  const returned = await reviewed(workbook, {
    "chain-break": { tick: "✓", note: "Seen" },
    "no-movement": { note: "A test of theirs" },
    "paid-without-entry": { tick: "???" },
  });
  await page.keyboard.press("Escape");
  const found: Record<string, string[]> = {};
  const look = async (what: string) => {
    const wrong = await violations(page);
    if (wrong.length > 0) found[what] = wrong;
  };
  await dropFiles(page, [returned]);
  await reviewOf(page).getByRole("row").first().waitFor();
  await look("proposals");
  await page.keyboard.press("Escape");
  await dropFiles(page, [workbook]);
  await reviewOf(page).getByText("There is nothing to import").waitFor();
  await look("nothing typed");
  await reviewOf(page).getByRole("button", { name: "Compare it with this ledger" }).click();
  await proofOf(page)
    .getByText(/^√ This workbook/u)
    .waitFor();
  await look("as it was exported");
  await page.keyboard.press("Escape");
  await goTo(page, "History");
  const hold = page.getByRole("button", { name: "Compare a workbook with this ledger…" });
  await chooseFiles(page, () => hold.click(), await withBalance(returned, 13));
  await proofOf(page).getByRole("table", { name: "Edited cells" }).waitFor();
  await look("edited");
  expect(found).toEqual({});
});

test("says which ledger to open when a workbook is dropped while none is open", async () => {
  const { workbook } = await exportedLedger();
  const { url } = await startHost();
  const page = await openWindow(url);
  await page.getByRole("button", { name: "Fill the sandbox" }).waitFor();
  await dropFiles(page, [workbook]);
  await page.getByText("First open the ledger that the workbook was exported from").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a reviewed workbook whose ticks agree is imported, and the month signed without a wrong turn; with a note it goes back first", async () => {
  const ledger = await ledgerToReview();
  await raiseAll(ledger, OCTOBER_MONTH, CONTEXT, "Ticket 4711");
  const month = { ledger, month: OCTOBER_MONTH };
  await prepareMonth({ ...month, by: "Ada Obi", override: "As it stands" }, CONTEXT);
  const { workbook } = await exportedLedger(ledger);
  const host = await startHost(ledger, homeWith({ reviewer: "Grace Ade" }));
  const page = await openWindow(host.url, { reducedMotion: "reduce" });
  await verdictOf(page);
  const take = async (typed: Typed, imported: string) => {
    await goTo(page, "Exceptions");
    const returned = await reviewed(workbook, typed);
    await chooseFiles(page, () => page.getByRole("button", { name: "Import review…" }).click(), returned);
    await reviewOf(page)
      .getByRole("button", { name: /^Import 1 of 1/u })
      .click();
    await page.getByText(`Imported ${imported} by Grace Ade`).waitFor();
    await goToClose(page);
    await page.getByRole("article", { name: "October 2026" }).waitFor();
  };
  const signIn = (window: Page) =>
    window
      .getByRole("list", { name: "Steps of the close" })
      .getByRole("region", { name: "Sign", exact: true });
  const sign = signIn(page);
  await take({ "chain-break": { tick: "✓" } }, "1 decision");
  await sign.getByRole("button", { name: /^Sign as /u }).waitFor();
  await take({ "no-movement": { note: "Which ticket?" } }, "1 point");
  await sign.getByText("once 1 review point is answered").waitFor();
  expect(await sign.getByRole("button").count()).toBe(1);
  await sign.getByRole("button", { name: /^Return to Ada Obi/u }).waitFor();
  await page.context().close();
  await host.stop();
  await replyToPoint({ ...month, point: 1, kind: "answered", by: "Ada Obi", text: "4711" }, CONTEXT);

  const { url } = await startHost(ledger, homeWith({ reviewer: "Grace Ade" }));
  const later = await openWindow(url, { reducedMotion: "reduce" });
  await verdictOf(later);
  await goToClose(later);
  await signIn(later)
    .getByRole("button", { name: /^Sign as /u })
    .click();
  await later
    .getByRole("dialog")
    .getByRole("button", { name: /^Sign as /u })
    .click();
  await monthStands(later, /^Signed off by Grace Ade/u).waitFor();
});
