/** `tieout bank`: how files are read is shown first; kept whole, read ever after as shown; a bad file keeps nothing. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ExcelJS from "exceljs";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "../../src/core/time.ts";
import { temporaryFolder, tieout } from "../helpers/cli.ts";
import { done, refused } from "../helpers/ended.ts";
import { CONTEXT, importRecords } from "../helpers/ledgers/signing.ts";
import { OCTOBER_MS, wallet } from "../helpers/records.ts";
import { readXlsx } from "../helpers/workbook/xlsx.ts";
import { ledgerToReview } from "../helpers/ledgers/review-ledger.ts";

const BY = ["--by", "Ada Obi"] as const;
const GTB = ["--account", "GTBank current"] as const;

const AUGUST = [
  "Account Number:,0123456789,Currency:,NGN",
  "Trans. Date,Narration,Debit,Credit,Balance",
  '01/08/2026,"NIP FROM ESCROW',
  'PAYOUT",,"250,000.00","1,250,000.00"',
  '13/08/2026,SUPPLIER,"49,947.50",,"1,200,052.50"',
].join("\n");
const SEPTEMBER = [
  "Trans. Date,Narration,Debit,Credit,Balance",
  '13/08/2026,SUPPLIER,"49,947.50",,"1,200,052.50"',
  '02/09/2026,FEE,52.50,,"1,199,000.00"',
].join("\n");

let [ledger, folder] = ["", ""];
beforeEach(async () => {
  ledger = await ledgerToReview();
  folder = temporaryFolder();
});

function file(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

async function refusedUnchanged(...args: readonly string[]): Promise<string> {
  const before = await done("evidence", ledger);
  const sentence = await refused(...args);
  expect(await done("evidence", ledger)).toBe(before);
  return sentence;
}

test("shows how a file is read, keeps it once somebody says so, lists it, proves it, and takes it back", async () => {
  const august = file("August.csv", AUGUST);
  const bytes = readFileSync(ledger);
  const shown = await done("bank", "add", ledger, august, ...GTB);
  expect(shown).toContain(
    "Text, separated by commas; titles in row 2; day first in dates; decimals after a point",
  );
  expect(shown).toContain('date from "Trans. Date", narration from "Narration", paid out from "Debit"');
  expect(shown).toContain(
    "2026-08-01 to 2026-08-13: 2 lines, from 1,000,000.00 to 1,200,052.50 NGN. Every balance follows.",
  );
  expect(shown).toContain("Nothing is kept.");
  expect(readFileSync(ledger)).toEqual(bytes);

  expect(await done("bank", "add", ledger, august, ...GTB, ...BY)).toMatch(/^evidence 1: August\.csv\n/u);
  expect(await refusedUnchanged("bank", "add", ledger, august, ...GTB, ...BY)).toMatch(
    /^EVIDENCE_INVALID: .*evidence 1/u,
  );
  expect(await done("bank", "add", ledger, file("September.csv", SEPTEMBER), ...GTB, ...BY)).toContain(
    "1 balance does not follow.",
  );
  const listed = await done("bank", "list", ledger);
  expect(listed).toContain("GTBank current, NGN: 3 lines in 2 files, 1 line in more than one file\n");
  expect(listed).toContain(
    "Row 3: the balance is 1,199,000.00 where 1,200,000.00 follows: −1,000.00 is on no line",
  );
  expect(await done("evidence", ledger)).toContain("August.csv (196 bytes) for bank account GTBank current");
  expect(await done("verify", ledger)).toContain(", 4 files of evidence, ");

  await done("attach", ledger, "--withdraw", "3", "--note", "Of another company", ...BY);
  const book = join(folder, "october.xlsx");
  await done("export", ledger, "--month", "2026-10", "--out", book);
  const said = [...(await readXlsx(book)).sheets.values()].flatMap(({ cells }) =>
    [...cells.values()].map(({ value }) => value),
  );
  expect(said).toContain("Attached to bank account GTBank current: August.csv (196 bytes).");
  const { accounts, schema } = JSON.parse(await done("bank", "list", ledger, "--json")) as {
    schema: string;
    accounts: { files: object[] }[];
  };
  expect(schema).toBe("tieout.bank/1");
  expect(accounts).toMatchObject([
    {
      account: "GTBank current",
      currency: "NGN",
      lines: 2,
      shared: 0,
      gaps: [],
      files: [{ evidence: 1, by: "Ada Obi" }],
    },
  ]);
});

test("a workbook's days and amounts are read as numbers, in either of its calendars, whatever stands above them", async () => {
  for (const date1904 of [false, true]) {
    const book = new ExcelJS.Workbook();
    book.properties.date1904 = date1904;
    const sheet = book.addWorksheet("Statement");
    sheet.addRow(["Moniepoint MFB"]);
    sheet.addRow([]);
    sheet.addRow(["Date", "Narration", "Debit", "Credit", "Running Balance"]);
    sheet.addRow([new Date(Date.UTC(2026, 7, 31)), "Payout", null, 250.1, 350.3]);
    sheet.addRow([new Date(Date.UTC(2026, 7, 30)), "EMTL", 50.2, null, 100.2]);
    const path = file(`${date1904}.xlsx`, Buffer.from(await book.xlsx.writeBuffer()));
    const shown = await done("bank", "add", ledger, path, "--account", "Moniepoint");
    expect(shown).toContain("Sheet Statement; titles in row 3;");
    expect(shown).toContain("newest line first");
    expect(shown).toContain(
      "2026-08-30 to 2026-08-31: 2 lines, from 150.40 to 350.30. Every balance follows.",
    );
  }
});

test("camt and MT940 are told by what is in them; a gap between files says how much moved", async () => {
  const camt = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
    <Acct><Id><IBAN>NG1</IBAN></Id></Acct><Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="NGN">1.00</Amt>
    <CdtDbtInd>CRDT</CdtDbtInd></Bal><Ntry><Amt Ccy="NGN">4.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2026-08-30</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`;
  const mt940 = ":20:1\n:25:NG1\n:60F:C260831NGN7,\n:61:2608310831C1,NTRFX\n:62F:C260831NGN8,\n-";
  const files = [file("a.xml", camt), file("b.sta", mt940)];
  expect(await done("bank", "add", ledger, ...files, "--account", "Ecobank", ...BY)).toContain("ISO 20022");
  expect(await done("bank", "list", ledger)).toContain(
    "Gap: from 2026-08-30 to 2026-08-31, between evidence 1 and 2, the balance moves by 2.00 that is on no statement",
  );
});

test("withdrawals and top-ups are listed with their lines, where that can be only one way", async () => {
  const path = join(folder, "cash.tieout");
  const moved = [1000, -300, 250, -120, -70, -70, -90];
  const entries = wallet(moved, (at) => ({
    payref: "",
    dateCreatedAtMs: OCTOBER_MS + (2 * at + 1) * DAY_MS,
  }));
  await importRecords(path, entries, [], CONTEXT, folder);
  const csv = [
    "Date,Narration,Debit,Credit,Balance",
    "2026-09-20,Before,,1.00,1.00",
    "2026-10-02,Topped up,10.00,,-9.00",
    "2026-10-04,NIP PAYOUT,,2.00,-7.00",
    "2026-10-05,NIP PAYOUT,,1.00,-6.00",
    "2026-10-06,Topped up,2.55,,-8.55",
    "2026-10-08,NIP PAYOUT,,1.20,-7.35",
    "2026-10-12,NIP PAYOUT,,0.70,-6.65",
    "2026-10-31,After,,9.00,2.35",
  ];
  await done("settings", path, "--decimals", "2", ...BY, "--note", "As the provider says");
  await done("bank", "add", path, file("o.csv", csv.join("\n")), ...GTB, ...BY);
  const [first = ""] = entries.map(({ walletID }) => String(walletID));
  const id = (after: number) => Number(first) + after;
  expect(await done("bank", "ties", path, "--month", "2026-10")).toBe(
    [
      "7 entries without a payref: 3 on the statements, in one way alone, 2 on them in more ways than one, 1 perhaps, less a fee, 1 on none of them.",
      `  walletID ${id(1)}, 2026-10-04, −3.00: 2026-10-04, evidence 1, row 4 "NIP PAYOUT" and 2026-10-05, evidence 1, row 5 "NIP PAYOUT"`,
      `  walletID ${id(2)}, 2026-10-06, 2.50: could be 2026-10-06, evidence 1, row 6 "Topped up", 0.05 apart`,
      `  walletID ${id(4)}, 2026-10-10, −0.70: could be 2026-10-12, evidence 1, row 8 "NIP PAYOUT", as another entry could`,
      `  walletID ${id(5)}, 2026-10-12, −0.70: could be 2026-10-12, evidence 1, row 8 "NIP PAYOUT", as another entry could`,
      `  walletID ${id(6)}, 2026-10-14, −0.90: on no line of the statements`,
      "",
    ].join("\n"),
  );
  const { answers } = JSON.parse(await done("bank", "ties", path, "--month", "2026-10", "--json")) as {
    answers: { state: string }[];
  };
  expect(answers.map(({ state }) => state)).toEqual([
    "tied",
    "tied",
    "perhaps",
    "tied",
    "several",
    "several",
    "missing",
  ]);
  expect(await done("bank", "ties", path, "--month", "2026-09")).toContain("need not support any");
});

describe("what cannot be read whole is refused in one sentence, and nothing is kept", () => {
  test.each<[string, string | Buffer, RegExp]>([
    [
      "a.csv",
      `${AUGUST}\n14/08/2026,X,1.2.3,,5`,
      /^BANK_STATEMENT_INVALID: Row 6, column Debit: "1\.2\.3".* \(a\.csv\)/u,
    ],
    ["a.csv", "Name,Phone\nAda,1\n", /^BANK_STATEMENT_INVALID: It has no row of titles/u],
    ["a.pdf", "%PDF-1.7", /^BANK_STATEMENT_INVALID: A PDF is not read/u],
    [
      "a.xls",
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      /^BANK_STATEMENT_INVALID: It is a workbook of Excel 97/u,
    ],
    ["a.xml", "<Document><a></b></Document>", /^BANK_STATEMENT_INVALID: It is not well-formed XML/u],
    ["a.xml", "<!DOCTYPE a><a/>", /^BANK_STATEMENT_INVALID: It has a document type of its own/u],
    ["a.xlsx", Buffer.from("PK\u0003\u0004", "latin1"), /^BANK_STATEMENT_INVALID: .*\(a\.xlsx\)/u],
    ["a.csv", "", /^EVIDENCE_INVALID: The file is empty/u],
  ])("%s %j", async (name, content, sentence) => {
    const good = file("good.csv", AUGUST);
    expect(await refusedUnchanged("bank", "add", ledger, good, file(name, content), ...GTB, ...BY)).toMatch(
      sentence,
    );
  });

  test("an account has one currency, and a name", async () => {
    await done("bank", "add", ledger, file("a.csv", AUGUST), ...GTB, ...BY);
    const cedis = file("b.csv", AUGUST.replace("NGN", "GHS"));
    expect(await refusedUnchanged("bank", "add", ledger, cedis, ...GTB, ...BY)).toMatch(
      /^BANK_STATEMENT_INVALID: It is in GHS, and the account's other statements are in NGN\..* \(b\.csv\)/u,
    );
    expect(await refusedUnchanged("bank", "add", ledger, cedis, "--account", " ", ...BY)).toMatch(
      /^DECISION_INVALID: /u,
    );
    expect((await tieout(["bank"])).stderr).toMatch(
      /^USAGE: Name what to do: tieout bank with one of add, list, ties, accept\./u,
    );
  });
});
