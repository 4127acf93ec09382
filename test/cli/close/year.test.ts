import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, tieout } from "../../helpers/cli.ts";
import { ledgerInCurrencies } from "../../helpers/ledgers/currency-ledger.ts";
import { HOUR_MS, OCTOBER_MS, wallet } from "../../helpers/records.ts";
import { importRecords, newLedgerPath, signMonth } from "../../helpers/ledgers/signing.ts";
import { type ReadWorkbook, cellAfter, readXlsx, recalculate, rowOf } from "../../helpers/workbook/xlsx.ts";

const DAY_MS = 24 * HOUR_MS;

/** October closes at 1,450.00 and is signed, November at 1,500.00 and is not. */
async function twoMonths() {
  const ledger = newLedgerPath();
  const entries = wallet([100_000, 20_000, -5000, 30_000, 5000], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at === 4 ? 40 : at) * DAY_MS,
  }));
  await importRecords(ledger, entries);
  await tieout(["settings", ledger, "--decimals", "2"]);
  await signMonth(ledger, "2026-10");
  return { ledger, entries };
}

/** A later pull adds 10.00 to an entry of October. */
async function restatedYear(): Promise<string> {
  const { ledger, entries } = await twoMonths();
  const changed = entries.map((one) =>
    one.walletID < 4
      ? one
      : { ...one, balance: one.balance + 1000, debit: one.debit + (one.walletID === 4 ? 1000 : 0) },
  );
  await importRecords(ledger, changed);
  return ledger;
}

function valueAt(workbook: ReadWorkbook, cell: string): unknown {
  return workbook.sheets.get("Year")?.cells.get(cell)?.value;
}

test("says which month does not open on the closing before, which signed closing changed, and what is not known", async () => {
  const ledger = await restatedYear();
  const { stdout, stderr, status } = await tieout(["year", ledger, "--to", "2026-12"]);
  expect([status, stderr]).toEqual([1, ""]);
  expect(stdout.split("\n").filter((line) => !line.includes("before the oldest record"))).toEqual([
    "January 2026 to December 2026",
    "November 2026 does not open on the closing of the month before. The signed closing of October 2026 changed since. 1 of 12 months signed off.",
    "The records begin in October 2026: its opening has nothing to be compared with.",
    "November 2026 has the newest record, and files do not say how far they reach: its figures may change.",
    "Nothing is known of December 2026: no file has a record of it.",
    "",
    "                   Opening   Inflows  Outflows  Breaks   Closing  Unresolved  Close",
    "  October 2026        0.00  1,500.00    −50.00    0.00  1,450.00        0.00  signed off, 1 change since: Ada Obi, then Ben Uche on 2026-12-01",
    "                  closing changed since by +10.00, to 1,460.00",
    "                  unresolved changed since by +10.00, to 10.00",
    "  November 2026   1,460.00     50.00      0.00    0.00  1,510.00       20.00  open, not over yet",
    "                  opens 10.00 above the closing of the month before, 1,450.00",
    "  December 2026                                                               after the newest records",
    "  The year            0.00  1,550.00    −50.00    0.00  1,510.00       20.00  does not foot: 10.00",
    "",
  ]);
});

test("prints raw amounts and RFC 3339 times as JSON", async () => {
  const ledger = await restatedYear();
  const { stdout, status } = await tieout(["year", ledger, "--to", "2026-11", "--json"]);
  expect(status).toBe(1);
  const year = JSON.parse(stdout);
  expect(year).toMatchObject({
    schema: "tieout.year/1",
    ties: false,
    timeZone: "UTC",
    decimals: 2,
    pull: { id: 2, source: "files", at: "2026-12-01T00:00:00.000Z" },
    totals: [
      { currency: null, opening: 0, inflow: 155_000, outflow: 5000, closing: 151_000, difference: 1000 },
    ],
  });
  expect(year.months).toHaveLength(12);
  expect(year.months.slice(9)).toMatchObject([
    { month: "2026-09", reach: "before-records", figures: [] },
    {
      month: "2026-10",
      state: "signed-off",
      prepared: { by: "Ada Obi" },
      signed: { by: "Ben Uche", at: "2026-12-01T00:00:00.000Z" },
      changes: 1,
      figures: [
        {
          before: null,
          closing: 145_000,
          closingNow: 146_000,
          restatedBy: 1000,
          movementsRestatedBy: 1000,
          carriedOff: null,
        },
      ],
    },
    {
      month: "2026-11",
      reach: "not-over",
      figures: [{ before: 145_000, opening: 146_000, carriedOff: 1000 }],
    },
  ]);
});

test("names movements that changed with the same closing, in terminal, JSON and workbook", async () => {
  const { ledger, entries } = await twoMonths();
  await importRecords(
    ledger,
    entries.map((one) => (one.walletID === 4 ? { ...one, debit: one.debit + 1000 } : one)),
  );
  const { stdout, status } = await tieout(["year", ledger, "--to", "2026-10"]);
  expect(status).toBe(1);
  expect(stdout).toContain("The movements of October 2026 changed since, with the same closing.");
  expect(stdout).toContain("movements changed since by +10.00\n");
  const json = JSON.parse((await tieout(["year", ledger, "--to", "2026-10", "--json"])).stdout);
  expect(json.months.at(-1).figures).toMatchObject([{ restatedBy: 0, movementsRestatedBy: 1000 }]);
  const out = join(temporaryFolder(), "year.xlsx");
  await tieout(["year", ledger, "--to", "2026-10", "--out", out]);
  const book = await readXlsx(out);
  expect(recalculate(book).differences).toEqual([]);
  const sheet = book.sheets.get("Year")!;
  expect([...sheet.cells.values()].map(({ value }) => value)).toContain(10);
  expect(valueAt(book, `A${rowOf(sheet, "Conclusion, and what is not known") + 1}`)).toContain(
    "The movements of October 2026 changed since",
  );
});

test("ties out while nothing changed, up to the newest month that is over", async () => {
  const { ledger } = await twoMonths();
  const { stdout, status } = await tieout(["year", ledger]);
  expect(status).toBe(0);
  expect(stdout).toContain("November 2025 to October 2026\n");
  expect(stdout).toContain(
    "Every month opens on the closing of the month before. No signed figure changed since.",
  );
});

test("writes one sheet whose formulas work out to what it shows, and whose verdict falls with a typed figure", async () => {
  const ledger = await restatedYear();
  const out = join(temporaryFolder(), "year.xlsx");
  const write = ["year", ledger, "--to", "2026-11", "--out", out];
  expect((await tieout(write)).stderr).toBe(`Wrote ${out}.\n`);
  const first = readFileSync(out);
  const again = await tieout(write);
  expect([again.status, again.stderr]).toEqual([2, expect.stringContaining("EXPORT_TARGET")]);
  await tieout([...write, "--replace"]);
  expect(readFileSync(out).equals(first)).toBe(true);

  const book = await readXlsx(out);
  expect([...book.sheets.keys()]).toEqual(["Year"]);
  const { formulas, differences } = recalculate(book);
  expect(differences).toEqual([]);
  expect(formulas).toBe(18);
  const sheet = book.sheets.get("Year")!;
  const conclusion = rowOf(sheet, "Conclusion, and what is not known") + 1;
  expect(valueAt(book, `A${conclusion}`)).toMatch(/^November 2026 does not open/u);
  const total = rowOf(sheet, "The year");
  const typed = { [`Year!E${total - 1}`]: 1450 };
  expect(cellAfter(book, typed, "Year", `A${conclusion}`)).toMatch(/^Not proven/u);
  // Month, state, entries, closing before, opening, opens on it, movements, closing.
  expect("ABCDEFGHIJ".split("").map((letter) => valueAt(book, `${letter}${total}`))).toEqual([
    "The year",
    "does not foot",
    5,
    null,
    0,
    false,
    1550,
    50,
    0,
    1500,
  ]);
});

test("shows what a signed month comes to under the options of now, and counts decisions and options among its changes", async () => {
  const { ledger } = await twoMonths();
  const asked = ["year", ledger, "--to", "2026-10"];
  expect((await tieout(asked)).stdout).toContain("No signed figure changed since.");
  const other = ["--time-zone", "Pacific/Honolulu", "--by", "Ada Obi", "--note", "As agreed"];
  await tieout(["settings", ledger, ...other]);
  const { stdout, status } = await tieout(asked);
  expect(status).toBe(1);
  // The first entry counts in September now.
  expect(stdout).toContain("The movements of October 2026 changed since, with the same closing.");
  expect(stdout).toContain("movements changed since by −1,000.00\n");
  expect(stdout).toContain("signed off, 1 change since");
  const { months } = JSON.parse((await tieout([...asked, "--json"])).stdout) as {
    readonly months: readonly { readonly changes: number }[];
  };
  expect(months.at(-1)).toMatchObject({ changes: 1 });
});

test("its verdict falls when what is unresolved now is typed over", async () => {
  const { ledger } = await twoMonths();
  const out = join(temporaryFolder(), "year.xlsx");
  await tieout(["year", ledger, "--to", "2026-10", "--out", out]);
  const book = await readXlsx(out);
  expect(recalculate(book).differences).toEqual([]);
  const sheet = book.sheets.get("Year")!;
  const conclusion = `A${rowOf(sheet, "Conclusion, and what is not known") + 1}`;
  expect(cellAfter(book, {}, "Year", conclusion)).toMatch(/^Every month opens/u);
  const header = [...sheet.cells].find(([, { value }]) => value === "Unresolved now")![0];
  const rows = [...sheet.cells].flatMap(([at, { value }]) => (value === "October 2026" ? [at.slice(1)] : []));
  const typed = `${header.replace(/\d+$/u, "")}${rows.at(-1)}`;
  expect(sheet.cells.get(typed)?.value).toBe(0);
  expect(cellAfter(book, { [`Year!${typed}`]: 5 }, "Year", conclusion)).toMatch(/^Not proven/u);
});

test("states each currency by itself", async () => {
  const ledger = await ledgerInCurrencies();
  const { stdout } = await tieout(["year", ledger, "--to", "2026-10", "--json"]);
  const { totals } = JSON.parse(stdout);
  expect(totals.map(({ currency }: { currency: string | null }) => currency)).toEqual(["NGN", "GHS", null]);
  const text = await tieout(["year", ledger, "--to", "2026-10"]);
  for (const head of ["  NGN ", "  GHS ", "  No currency stated "])
    expect(text.stdout).toContain(`\n${head}`);
});

test("needs a file for --replace, and a month for --to", async () => {
  const ledger = newLedgerPath();
  await importRecords(ledger, wallet([1]));
  expect((await tieout(["year", ledger, "--replace"])).stderr).toContain("--replace needs --out.");
  expect((await tieout(["year", ledger, "--to", "2026"])).stderr).toContain(
    '--to takes a month such as 2026-10, not "2026".',
  );
});
