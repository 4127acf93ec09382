/** Copies of one record that conflict: what each says, what is used and why, is on screen before anybody decides. */
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { changeSettings } from "../../src/main/services/backup/settings.ts";
import { violations } from "../helpers/window/axe.ts";
import { useShared } from "../helpers/at-end.ts";
import { cutAmounts, cutLabels } from "../helpers/window/cut-amounts.ts";
import { CONTEXT, importRecords, newLedgerPath } from "../helpers/ledgers/signing.ts";
import { sale, wallet } from "../helpers/records.ts";
import { goTo, verdictOf } from "../helpers/window/window-steps.ts";
import { openWindow, startHost, useBrowser } from "../helpers/window/window.ts";

useBrowser();

/** Entry 2 came twice and payment 4 three times, two of them alike; amounts have two decimals, days are those of Lagos. */
async function ledgerWithCopies(): Promise<string> {
  const ledger = newLedgerPath();
  const entries = wallet([100_000, 50_000, -20_000]);
  const [, second] = entries;
  if (second === undefined) throw new Error("there are three entries");
  const late = Date.parse("2026-10-01T23:30:00Z");
  const copy = {
    ...second,
    balance: 254_843_230_000_111,
    description: `${second.description}\u200B`,
    dateCreatedAtMs: late,
  };
  const payment = sale(4, 900);
  const other = { ...payment, chargedamount: 1250, payref: "PAY-4 " };
  await importRecords(ledger, [...entries, copy], [payment, other, other]);
  await changeSettings(ledger, { decimals: 2, timeZone: "Africa/Lagos" }, CONTEXT);
  return ledger;
}

const shared = useShared(async () => {
  const { url } = await startHost(await ledgerWithCopies());
  const page = await openWindow(url, { reducedMotion: "reduce" });
  await verdictOf(page);
  return page;
});

async function openFinding(page: Page, rule: string): Promise<Locator> {
  await goTo(page, "Exceptions");
  await page.getByRole("option", { name: new RegExp(rule, "u") }).click();
  const detail = page.getByRole("article", { name: new RegExp(`^${rule}`, "u") });
  await detail.getByRole("table", { name: "Fields in which the copies differ" }).waitFor();
  return detail;
}

/** A row of the copies' table: the field and what each copy says, as they are read. */
async function copiesOf(within: Locator): Promise<Record<string, string[]>> {
  const table = within.getByRole("table", { name: "Fields in which the copies differ" });
  await table.waitFor();
  const cells = await table
    .locator("tr")
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
  return Object.fromEntries(cells.map(([field = "", ...values]) => [field, values]));
}

test("shows both copies of an entry field by field, which one is used and why, in its finding and in the Wallet", async () => {
  const page = shared();
  const detail = await openFinding(page, "Conflicting entry");
  await detail.getByText(/^The check uses copy 1\. The rule picks the copy .* lowest SHA-256/u).waitFor();
  const copies = await copiesOf(detail);
  expect(Object.keys(copies)).toEqual(["Field", "Stated balance", "Created", "Description"]);
  expect(copies["Field"]).toEqual(["Copy 1, used", "Copy 2"]);
  const other = "≠Differs from the copy used: ";
  const inEither = [
    ["1,500.00", "2026-10-01 03:00", "Entry 2"],
    ["2,548,432,300,001.11", "2026-10-02 00:30", "Entry 2\u200B ! hidden signs: U+200B"],
  ];
  const said = [0, 1].map((at) =>
    Object.values(copies)
      .slice(1)
      .map((values) => values[at] ?? ""),
  );
  expect(said[1]?.every((text) => text.startsWith(other))).toBe(true);
  const plain = said.map((texts) => texts.map((text) => text.replace(other, "")));
  expect(plain[0]?.[0] === inEither[0]?.[0] ? plain : plain.toReversed()).toEqual(inEither);
  // The one said to be used is what the chain goes by.
  const chain = detail.getByRole("table", { name: "The entry, with those before and after it" });
  const stated = await chain.getByRole("row", { name: /Entry 2/u }).textContent();
  expect(stated).toContain(plain[0]?.[0]);
  // Part of the description that is another.
  await expect.poll(() => detail.locator("mark").count()).toBe(1);
  await goTo(page, "Wallet");
  await page
    .getByRole("gridcell", { name: /Conflicting entry/u })
    .first()
    .click();
  await page.keyboard.press("Enter");
  expect(await copiesOf(page.getByRole("complementary"))).toEqual(copies);
});

test("shows identical copies of a payment in one column", async () => {
  const page = shared();
  const copies = await copiesOf(await openFinding(page, "Conflicting transaction"));
  expect([
    ["Copies 1 and 2, used", "Copy 3"],
    ["Copy 1, used", "Copies 2 and 3"],
  ]).toContainEqual(copies["Field"]);
  expect(copies["Charged"]?.map((text) => text.replace(/^≠.*: /u, "")).toSorted()).toEqual(["12.50", "9.00"]);
});

test.each([
  ["at 1024 pixels", { width: 1024, height: 768 }],
  ["in a window of 1280 at 200 %", { width: 640, height: 400 }],
] as const)("the copies are legible in full and axe finds nothing, %s", async (_, size) => {
  const page = shared();
  await page.setViewportSize(size);
  const detail = await openFinding(page, "Conflicting entry");
  const table = detail.getByRole("table", { name: "Fields in which the copies differ" });
  await table.scrollIntoViewIfNeeded();
  expect(await violations(page)).toEqual([]);
  expect([...(await cutAmounts(page)), ...(await cutLabels(page))]).toEqual([]);
  const frame = await table.evaluate(({ parentElement }) => [
    parentElement?.scrollWidth,
    parentElement?.clientWidth,
  ]);
  expect(frame[0]).toBe(frame[1]);
});
