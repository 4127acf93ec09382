/** `tieout books`: the general ledger's balance beside A1's closing; shown first, kept as evidence once somebody says so. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import ExcelJS from "exceljs";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder, tieout } from "../../helpers/cli.ts";
import { ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";
import { readXlsx, recalculate, rowOf } from "../../helpers/workbook/xlsx.ts";
import { contentsOf } from "../../main/ledger/made.ts";

const BY = ["--by", "Ada Obi"] as const;
const OCTOBER = ["--month", "2026-10"] as const;

/** October closes at 1,464. */
let [ledger, folder] = ["", ""];
beforeEach(async () => {
  ledger = await ledgerToReview();
  folder = temporaryFolder();
  await tieout(["accounts", ledger, "--account", "wallet=1200", ...BY, "--note", "The chart"]);
});

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const books = (...args: readonly string[]) => tieout(["books", ledger, ...args, ...OCTOBER]);

const CSV = "Marina Foods\nA/C,Name,Debit,Credit\n1100,Debtors,10,\n1200,Escrow wallet,1464.00,\n";

test("a trial balance that agrees is shown, kept, proven, and taken back", async () => {
  const path = file("tb.csv", CSV);
  const rows = contentsOf(ledger);
  const shown = await books(path);
  expect(shown).toMatchObject({ status: 0, stderr: "" });
  expect(shown.stdout).toBe(
    "October 2026 in no stated currency: sheet A1 closes at 1,464\n" +
      "The general ledger has 1,464 on 1200 (row 4 of tb.csv, Debit and Credit)\n" +
      "They agree.\n" +
      "Nothing is kept. If this is what the file says, run it again with --by NAME.\n",
  );
  expect(contentsOf(ledger)).toBe(rows);
  expect((await books(path, ...BY)).stdout).toContain("Kept as evidence 1.\n");
  expect((await books()).stdout).toContain("They agree.\nKept as evidence 1.\n");
  expect(await books(path, ...BY)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^EVIDENCE_INVALID: /u) as unknown,
  });
  const { stdout } = await tieout(["evidence", ledger, "--json"]);
  expect(stdout).toContain(createHash("sha256").update(CSV).digest("hex"));
  expect(await tieout(["verify", ledger])).toMatchObject({ status: 0 });
  await tieout(["attach", ledger, "--withdraw", "1", "--note", "Of another month", ...BY]);
  expect((await books()).stdout).toContain("no balance of the general ledger is kept");
});

test("one that differs says by how much, and ends with status 1; the newest that is kept counts", async () => {
  await books(file("one.csv", CSV), ...BY);
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet("Cover").addRow(["Marina Foods"]);
  const sheet = workbook.addWorksheet("TB");
  sheet.addRow(["Account", "Balance"]);
  sheet.addRow(["1200 - Escrow wallet", 1424]);
  const path = join(folder, "tb.xlsx");
  await workbook.xlsx.writeFile(path);
  expect(await books(path, ...BY)).toMatchObject({ status: 1 });
  const { status, stdout } = await books("--json");
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    schema: "tieout.books/1",
    closing: 1464,
    books: { balance: 1424, at: 2, file: "tb.xlsx", evidence: 2 },
  });
  expect((await books()).stdout).toContain("They differ by −40.\n");
});

test.each([
  ["Name,Balance\nEscrow,1\n", /^TRIAL_BALANCE_INVALID: No row is of the account 1200/u],
  [
    "A/C,Debit,Credit\n1200,1.5,\n",
    /^TRIAL_BALANCE_INVALID: Row 2, column Debit: "1\.5" is no amount with at most 0 decimals/u,
  ],
  ["%PDF-1.7\n", /^TRIAL_BALANCE_INVALID: A PDF is not read/u],
])("%j is refused, and nothing is kept", async (content, sentence) => {
  const rows = contentsOf(ledger);
  const run = await books(file("tb.csv", content), ...BY);
  expect(run).toMatchObject({ status: 2, stdout: "" });
  expect(run.stderr).toMatch(sentence);
  expect(contentsOf(ledger)).toBe(rows);
});

test("a wallet without an account is named", async () => {
  await tieout(["accounts", ledger, "--account", "wallet=", ...BY, "--note", "Not yet"]);
  const { stderr } = await books(file("tb.csv", CSV));
  expect(stderr).toMatch(
    /^ACCOUNTS_MISSING: The wallet in no stated currency has no account in the general ledger/u,
  );
});

test("sheet A2 has the balance as a leg of its own, by formula, where one is kept", async () => {
  await books(file("one.csv", CSV.replace("1464", "1424")), ...BY);
  const out = join(folder, "October.xlsx");
  expect(await tieout(["export", ledger, ...OCTOBER, "--out", out])).toMatchObject({ status: 0 });
  const book = await readXlsx(out);
  expect(recalculate(book).differences).toEqual([]);
  const sheet = book.sheets.get("Three-way")!;
  const row = rowOf(sheet, "Balance of 1200");
  expect(sheet.cells.get(`E${row - 1}`)).toMatchObject({
    value: 1464,
    formula: expect.stringContaining("Roll-forward") as unknown,
  });
  expect(sheet.cells.get(`E${row}`)).toMatchObject({ value: 1424, formula: null });
  expect(sheet.cells.get(`E${row + 1}`)).toMatchObject({ value: -40, formula: `E${row}-E${row - 1}` });
  expect(sheet.cells.get(`F${row + 1}`)?.value).toBe(false);
  expect(await tieout(["verify", ledger, "--workbook", out])).toMatchObject({ status: 0 });
});
