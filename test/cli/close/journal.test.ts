/** `tieout journal`: what a month is posted as, released once, the same to the byte; later changes are a reversal and a successor. */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ExcelJS from "exceljs";
import { beforeEach, describe, expect, test } from "vitest";
import { JOURNAL_PROGRAMS } from "../../../src/core/review/file/journal.ts";
import { temporaryFolder, tieout } from "../../helpers/cli.ts";
import { done, refused } from "../../helpers/ended.ts";
import { readQbo, readSageUk, readSageUs, readXero } from "../../helpers/journals.ts";
import { importRecords, newLedgerPath } from "../../helpers/ledgers/signing.ts";
import { rewriteTrail } from "../../helpers/ledgers/rewritten-trail.ts";
import { DAY_MS } from "../../../src/core/time.ts";
import { OCTOBER_MS, milestone, sale, task, wallet } from "../../helpers/records.ts";
import { contentsOf } from "../../main/ledger/made.ts";

const SAID = ["--by", "Ada Obi", "--note", "As agreed"] as const;
const OCTOBER = ["--month", "2026-10"] as const;

/** The last: the orphan, which is corrected later. */
const PAYREFS = ["PAY-1", "", "", "PAY-2", "PAY-3", "GHOST"];
const ACTIONS = ["API", "TOPUP", "WITHDRAWAL", "API", "API", "API"];

/** A sale, a top-up, a withdrawal, a sale settled short, a purchase, an orphan; the balance moves by 9 without an entry. */
function records(ghost: number) {
  const entries = wallet([970, 500, -700, 280, -120, ghost], (at) => ({
    payref: PAYREFS[at] ?? "",
    action: ACTIONS[at] ?? null,
    dateCreatedAtMs: OCTOBER_MS + (at < 3 ? 1 : at + 1) * DAY_MS,
  })).map((one, at) => (at < 3 ? one : { ...one, balance: one.balance + 9 }));
  const fees = (scrowfee: number, taxfee: number) => ({ scrowfee, taxfee });
  const transactions = [
    sale(1, 1000, { ...fees(20, 10), payableamount: 1030 }),
    sale(2, 300, { ...fees(6, 3), payableamount: 309 }),
    sale(3, 120, { traderStatus: "buyer" }),
  ];
  return { entries, transactions };
}

let [ledger, folder] = ["", ""];
beforeEach(async () => {
  ledger = newLedgerPath();
  folder = temporaryFolder();
  const { entries, transactions } = records(40);
  await importRecords(ledger, entries, transactions);
});

const inLedger = async (command: string, ...args: readonly string[]) => done(command, ledger, ...args);

async function noJournal(...args: readonly string[]): Promise<string> {
  const rows = contentsOf(ledger);
  const sentence = await refused("journal", ledger, ...OCTOBER, ...args);
  expect(contentsOf(ledger)).toBe(rows);
  return sentence;
}

const ACCOUNTS = {
  wallet: "1200",
  sales: "4000",
  purchases: "5000",
  "escrow-fees": "7100",
  tax: "2200",
  bank: "1000",
  suspense: "9998",
  "suspense/balance-break": "9999",
};

async function setBooks(): Promise<void> {
  const accounts = Object.entries(ACCOUNTS).flatMap(([purpose, account]) => [
    "--account",
    `${purpose}=${account}`,
  ]);
  await inLedger("accounts", ...accounts, ...SAID);
  await inLedger("actions", "--set", "WITHDRAWAL=withdrawal", "--set", "TOPUP=top-up", ...SAID);
}

const file = (name: string) => join(folder, name);
const released = (program: string, name: string, ...more: readonly string[]) =>
  inLedger("journal", ...OCTOBER, "--for", program, "--out", file(name), "--by", "Ada Obi", ...more);
const textOf = (name: string) => readFileSync(file(name), "utf8");

/** Σ by account, in minor units. */
function sumsOf(entries: ReturnType<typeof readQbo>): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { account, amount } of entries.flatMap(({ lines }) => lines))
    sums[account] = (sums[account] ?? 0) + amount;
  return sums;
}

/** From 0 to 979; the sale settled short stands in suspense with what is missing. */
const POSTED = {
  1200: 979,
  4000: -1300,
  5000: 120,
  7100: 26,
  2200: 13,
  1000: 200,
  9998: -40 + 11,
  9999: -9,
};

test("what a month is posted as is shown with its accounts; nothing is written", async () => {
  await setBooks();
  const rows = contentsOf(ledger);
  const shown = await inLedger("journal", ...OCTOBER);
  expect(shown).toMatch(/^October 2026 in no stated currency: 4 entries, \d+ lines, /u);
  expect(shown).toContain("From 0 to 979, the closing of sheet A1\n");
  for (const line of [
    / 979 {2}wallet +1200\n/u,
    /−1,300 {2}sales +4000\n/u,
    / −500 {2}top-ups +1000\n/u,
    / 700 {2}withdrawals +1000\n/u,
  ])
    expect(shown).toMatch(line);
  expect(shown).toMatch(/−40 {2}suspense\/orphan-payref +9998\n/u);
  expect(shown).toMatch(/−9 {2}suspense\/balance-break +9999\n/u);
  expect(shown).toContain("On suspense: 3 causes\n");
  expect(contentsOf(ledger)).toBe(rows);
});

test("what has an amount and no account is named in one sentence", async () => {
  expect(await noJournal()).toMatch(
    /^ACCOUNTS_MISSING: October 2026 in no stated currency has amounts for wallet, [^\n]*sales[^\n]*, and no account is set for these\. /u,
  );
  await setBooks();
  await inLedger("accounts", "--account", "tax=", ...SAID);
  expect(await noJournal()).toMatch(
    /^ACCOUNTS_MISSING: October 2026 in no stated currency has amounts for tax, and no account is set for that\. /u,
  );
});

test("an action that nobody classified waits on suspense", async () => {
  await setBooks();
  await inLedger("actions", "--unset", "TOPUP", ...SAID);
  expect(await inLedger("journal", ...OCTOBER)).toMatch(/ −500 {2}suspense\/not-classified +9998\n/u);
});

test("what came of a paid milestone before a task of it was complete is settled over, and not unpaid", async () => {
  const { entries, transactions } = records(40);
  const early = { ...entries.at(-1)!, walletID: 7, payref: "PAY-4", debit: 60, balance: 1039 };
  const tasks = [task(60, { isComplete: 0, dateCompletedAtMs: null })];
  const inTasks = sale(4, 60, { cycle: "milestone", detail: milestone({ payref: "PAY-4", tasks }) });
  await importRecords(ledger, [...entries, early], [...transactions, inTasks]);
  await setBooks();
  const shown = await inLedger("journal", ...OCTOBER);
  expect(shown).toMatch(/ −60 {2}suspense\/over +9998\n/u);
  expect(shown).not.toContain("not-paid");
  await importRecords(ledger, [...entries, early], [...transactions, { ...inTasks, datePaidAtMs: null }]);
  expect(await inLedger("journal", ...OCTOBER)).toMatch(/ −60 {2}suspense\/not-paid +9998\n/u);
});

test("what was explained or accepted no longer waits on suspense", async () => {
  await setBooks();
  await inLedger("accounts", "--account", "differences=6900", ...SAID);
  await inLedger(
    "review",
    ...OCTOBER,
    "--rule",
    "chain-break",
    "--status",
    "accepted",
    "--note",
    "Below trivial",
    "--by",
    "Ada Obi",
  );
  expect(await inLedger("journal", ...OCTOBER)).toMatch(/−9 {2}differences +6900\n/u);
});

describe("a release", () => {
  test("is read by each program as the same entries, and is a link with the file's hash", async () => {
    await setBooks();
    const said = await released("qbo", "qbo.csv");
    expect(said).toContain("Released 2026-10/1 for QuickBooks Online: qbo.csv");
    await released("sage50", "sage50.csv");
    await released("sage50-us", "GENERAL.CSV");
    await released("xero", "xero.csv", "--tax-rate", "Tax Exempt");
    await released("excel", "journal.xlsx");
    await released("hledger", "wallet.journal");
    const all = [
      readQbo(textOf("qbo.csv"), 0),
      readSageUk(textOf("sage50.csv"), 0),
      readSageUs(textOf("GENERAL.CSV"), 0),
      readXero(textOf("xero.csv"), 0, "Tax Exempt"),
    ];
    for (const entries of all) {
      expect(sumsOf(entries)).toEqual(POSTED);
      expect(entries.map(({ day }) => day)).toEqual(
        ["2026-10-02", "2026-10-05", "2026-10-06", "2026-10-07"].slice(0, entries.length),
      );
      expect(entries[0]?.number).toMatch(/^202610-1-01/u);
    }
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(file("journal.xlsx"));
    const sheet = workbook.getWorksheet("Journal");
    expect(sheet?.getRow(1).values).toEqual([
      undefined,
      "Date",
      "Voucher number",
      "Account",
      "Debit",
      "Credit",
      "Narration",
    ]);
    expect(sheet?.getCell("A2").value).toEqual(new Date("2026-10-02"));
    expect(sheet?.getCell("D2").value).toBe(1470);
    const { releases } = JSON.parse(await inLedger("journal", ...OCTOBER, "--json")) as {
      releases: { files: { program: string }[] }[];
    };
    expect(releases).toHaveLength(1);
    expect(releases[0]?.files.map(({ program }) => program).toSorted()).toEqual(
      [...JOURNAL_PROGRAMS].toSorted(),
    );
    expect(await tieout(["verify", ledger])).toMatchObject({ status: 0 });
  });

  test.each(JOURNAL_PROGRAMS)(
    "of %s is the same to the byte when it is written again, and no new link",
    async (program) => {
      await setBooks();
      const more = program === "xero" ? ["--tax-rate", "Tax Exempt"] : [];
      await released(program, "one", ...more);
      const rows = contentsOf(ledger);
      expect(await released(program, "other", ...more)).toContain("Wrote 2026-10/1 again as it was released");
      expect(await released(program, "one", ...more)).toContain("Wrote 2026-10/1 again");
      expect(readFileSync(file("other"))).toEqual(readFileSync(file("one")));
      expect(contentsOf(ledger)).toBe(rows);
      appendFileSync(file("one"), "\n");
      expect(await noJournal("--for", program, "--out", file("one"), "--by", "Ada Obi", ...more)).toMatch(
        /^EXPORT_TARGET: /u,
      );
    },
  );

  test("of a month that changed is refused without a reason, and is a reversal and a successor with one", async () => {
    await setBooks();
    await released("qbo", "first.csv");
    const { entries, transactions } = records(60);
    await importRecords(ledger, entries, transactions);
    expect(await inLedger("journal", ...OCTOBER)).toContain(
      "It would be posted otherwise now than it was released.\n",
    );
    expect(await noJournal("--for", "qbo", "--out", file("second.csv"), "--by", "Ada Obi")).toMatch(
      /^JOURNAL_REFUSED: October 2026 was released as 2026-10\/1 and would be posted otherwise now\./u,
    );
    const said = await released("qbo", "second.csv", "--note", "The provider corrected entry 6");
    expect(said).toContain("Release 2026-10/2, takes back 2026-10/1\n");
    const first = sumsOf(readQbo(textOf("first.csv"), 0));
    const second = readQbo(textOf("second.csv"), 0);
    const net = sumsOf(second);
    for (const [account, sum] of Object.entries(net)) net[account] = sum + (first[account] ?? 0);
    expect(net).toEqual({ ...POSTED, 1200: 999, 9998: POSTED[9998] - 20 });
    expect(second.map(({ number }) => number)).toEqual([...new Set(second.map(({ number }) => number))]);
    // Both files together post the month once.
    expect(await tieout(["verify", ledger])).toMatchObject({ status: 0 });
    // The trail admits no third that posts the same, and none that takes back another.
    rewriteTrail(ledger, (payload, kind) =>
      kind === "books"
        ? (JSON.parse(JSON.stringify(payload).replace('"reverses":1', '"reverses":null')) as typeof payload)
        : payload,
    );
    expect((await tieout(["verify", ledger])).stdout).toContain(
      "Release 2026-10/2 does not take back the one before it",
    );
  });

  test("by month is one entry on its last day", async () => {
    await setBooks();
    await released("sage50-us", "GENERAL.CSV", "--each", "month");
    const entries = readSageUs(textOf("GENERAL.CSV"), 0);
    expect(entries.map(({ day }) => day)).toEqual(["2026-10-31"]);
    expect(sumsOf(entries)).toEqual(POSTED);
  });

  test("needs a program, a place, a name, and for Xero its tax rate", async () => {
    await setBooks();
    expect(await noJournal("--for", "qbo", "--out", file("a.csv"))).toMatch(
      /^USAGE: Releasing a journal needs --by NAME/u,
    );
    expect(await noJournal("--by", "Ada Obi", "--for", "qbo")).toMatch(/^USAGE: .*--out PATH/u);
    expect(await noJournal("--by", "Ada Obi", "--for", "xero", "--out", file("a.csv"))).toMatch(
      /^USAGE: Xero asks for the name of a tax rate/u,
    );
    expect(
      await noJournal("--by", "Ada Obi", "--for", "qbo", "--tax-rate", "No Tax", "--out", file("a.csv")),
    ).toMatch(/^USAGE: Only Xero/u);
    expect(await noJournal("--by", "Ada Obi", "--for", "qbo", "--out", ledger)).toMatch(
      /^EXPORT_TARGET: This is the ledger itself/u,
    );
    expect(await noJournal("--currency", "GHS")).toMatch(
      /^JOURNAL_REFUSED: October 2026 has no wallet in GHS, but in no stated currency/u,
    );
    expect(await noJournal("--by", " ", "--for", "qbo", "--out", file("a.csv"))).toMatch(
      /^DECISION_INVALID: Releasing a journal needs a name/u,
    );
  });
});
