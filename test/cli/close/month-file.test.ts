import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { listFiles } from "../../../src/main/ledger/acts/month-file.ts";
import { reopenMonth } from "../../../src/main/services/close/close.ts";
import { readStatement } from "../../../src/main/services/close/moments.ts";
import { readLedger } from "../../../src/main/services/shared/use-ledger.ts";
import { temporaryFolder, tieout } from "../../helpers/cli.ts";
import { done, refused } from "../../helpers/ended.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../../helpers/records.ts";
import { readXlsx, recalculate, rowOf } from "../../helpers/workbook/xlsx.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../helpers/ledgers/signing.ts";

const DAY_MS = 24 * HOUR_MS;
const BY = ["--by", "Ada Obi"] as const;
/** Stands for a text that is too long. */
const LONG = "LONG";
const OCTOBER = ["--month", "2026-10"] as const;

/** October moves in 1,200 and out 50, November in 1,350. */
let ledger = "";
beforeEach(async () => {
  ledger = newLedgerPath();
  const entries = wallet([1000, 200, -50, 1350], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at === 3 ? 40 : at + 1) * DAY_MS,
  }));
  await importRecords(ledger, entries, [sale(9, 90)]);
});

const did = async (command: string, ...args: readonly string[]) => done(command, ledger, ...args);
const didNot = async (command: string, ...args: readonly string[]) => refused(command, ledger, ...args);

const versionOf = async () => (JSON.parse(await did("file", "--json")) as { version: number }).version;

test("states purpose, policy, procedures, materiality and checklist, written once, each change a version", async () => {
  expect(await did("file")).toMatch(
    /^Purpose {7}not written\nPolicy {8}not written\nProcedures {4}not written\nMateriality {3}not set\nFluctuations {2}not set\nChecklist\n {4}1 {2}Everything pulled[^\n]+\n/u,
  );
  expect(await versionOf()).toBe(0);
  await did("settings", "--decimals", "2");
  const texts = ["--purpose", "Prove the balance", "--policy", "Monthly,\nby two people"];
  const set = await did(
    "file",
    ...texts,
    "--materiality",
    "5000",
    "--step",
    "Balance confirmed",
    "--step",
    "All read",
    ...BY,
  );
  expect(set).toBe(
    [
      "Purpose       Prove the balance",
      "Policy        Monthly,",
      "              by two people",
      "Procedures    not written",
      "Materiality   50.00 in no stated currency",
      "Fluctuations  not set",
      "Checklist",
      "    7  Balance confirmed",
      "    8  All read",
      "",
    ].join("\n"),
  );
  // The same again is no change; a text that was there before keeps its number.
  await did("file", ...texts, ...BY);
  expect(await versionOf()).toBe(1);
  const again = ["--step", "All read", "--step", "Everything pulled, earlier months included"];
  expect(await did("file", ...again, ...BY)).toMatch(/\n {4}8 {2}All read\n {4}1 {2}Everything pulled/u);
  expect(await did("verify")).toContain("The ledger is intact");
});

test("a month's steps are ticked by name, its balance confirmed with its source, and what moved is explained", async () => {
  await did("file", "--fluctuation-amount", "100", "--fluctuation-percent", "10", ...BY);
  const october = await did("file", ...OCTOBER);
  expect(october).toMatch(
    /^As of now, after import 1, 2026-12-01\nOctober 2026: 2 of 6 steps done \(file version 1\)\n {2}open {4}1 {2}Everything/u,
  );
  expect(october).toContain("\nUser 1: closing 1,150, not confirmed\n");
  expect(october).toContain("\nUser 1: inflow 1,200, the month before 0, needs a note\n");
  expect(october).toContain("\nUser 1: outflow 50, the month before 0\n");
  expect(await did("tick", ...OCTOBER, "--step", "1", ...BY, "--note", "Twice")).toMatch(
    /\nOctober 2026: 3 of 6[^\n]+\n {2}done {4}1 {2}Everything[^\n]+\n +not so: 1 earlier month is not signed off\n +Ada Obi, 20[^\n]+: Twice\n/u,
  );
  expect(await didNot("tick", ...OCTOBER, "--step", "1", ...BY)).toMatch(
    /^FILE_INVALID: Ada Obi has already ticked step 1/u,
  );
  expect(await did("tick", ...OCTOBER, "--step", "1", "--undo", ...BY)).toMatch(/\nOctober 2026: 2 of 6/u);
  const confirmed = await did("confirm", ...OCTOBER, "--balance", "1151", "--source", "Statement", ...BY);
  expect(confirmed).toContain(
    "User 1: closing 1,150, the provider states 1,151, a difference of 1\n  Statement\n",
  );
  const statement = join(temporaryFolder(), "statement.pdf");
  writeFileSync(statement, "%PDF-1.7");
  await did("attach", statement, ...OCTOBER, ...BY);
  expect(await didNot("confirm", ...OCTOBER, "--balance", "1150", "--evidence", "2", ...BY)).toMatch(
    /^EVIDENCE_NOT_FOUND: /u,
  );
  expect(await did("confirm", ...OCTOBER, "--balance", "1150", "--evidence", "1", ...BY)).toContain(
    "User 1: closing 1,150, confirmed\n  evidence 1\n",
  );
  const why = ["--figure", "inflow", "--note", "The first month"];
  expect(await did("fluctuation", ...OCTOBER, ...why, ...BY)).toMatch(
    /inflow 1,200, the month before 0\n +Ada Obi, [^\n]+: The first month\n/u,
  );
  const { steps, balances, fluctuations } = JSON.parse(await did("file", ...OCTOBER, "--json")) as Record<
    string,
    unknown[]
  >;
  expect(steps?.[0]).toEqual({
    id: 1,
    text: expect.any(String) as string,
    tick: null,
    figures: { ok: false, words: "not so: 1 earlier month is not signed off" },
  });
  expect(balances).toMatchObject([
    { closing: 1150, confirmation: { balance: 1150, difference: 0, evidence: 1 } },
  ]);
  expect(fluctuations?.[0]).toMatchObject({ figure: "inflow", asks: true, note: { by: "Ada Obi" } });
  expect(await did("confirm", ...OCTOBER, "--undo", "--note", "Another wallet's", ...BY)).toContain(
    "not confirmed\n",
  );
  expect(await did("verify")).toContain("The ledger is intact");
});

test("the workbook's Lead has the checklist with who ticked it, and what moved with why; verify holds it to the ledger", async () => {
  await did("file", "--fluctuation-amount", "100", "--fluctuation-percent", "10", ...BY);
  await did("tick", ...OCTOBER, "--step", "1", ...BY, "--note", "All of it");
  await did("fluctuation", ...OCTOBER, "--figure", "inflow", "--note", "The first month", ...BY);
  const out = join(temporaryFolder(), "october.xlsx");
  await tieout(["export", ledger, ...OCTOBER, "--out", out]);
  const book = await readXlsx(out);
  const lead = book.sheets.get("Lead")!;
  const row = (at: number, letters: string) =>
    Array.from(letters, (letter) => lead.cells.get(`${letter}${at}`)?.value);
  const checklist = rowOf(lead, "Checklist");
  expect(row(checklist + 1, "ABI")).toEqual([
    "Everything pulled, earlier months included",
    "Ada Obi",
    "All of it",
  ]);
  expect(row(checklist + 2, "BI")).toEqual(["by the figures", null]);
  const moved = rowOf(lead, "Moved since the month before");
  expect(row(moved + 1, "ABCDEI")).toEqual(["Inflows", 0, 1200, 1200, "Ada Obi", "The first month"]);
  expect(row(moved + 2, "ABCDI")).toEqual(["Closing", 0, 1150, 1150, "not explained"]);
  expect(recalculate(book).differences).toEqual([]);
  expect((await tieout(["verify", "--workbook", out, ledger])).status).toBe(0);
});

test("a note on a figure that moved afterwards stays readable, and says what it was written of", async () => {
  await did("fluctuation", ...OCTOBER, "--figure", "inflow", "--note", "The first month", ...BY);
  const entries = wallet([1000, 200, -50, 1350], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at + 1) * DAY_MS,
  }));
  await importRecords(ledger, entries, [sale(9, 90)]);
  const lapsed = "lapsed: written of 1,200; the figure is now 2,550";
  expect(await did("file", ...OCTOBER)).toMatch(
    new RegExp(`inflow 2,550, [^\\n]+\\n +Ada Obi, [^\\n]+: The first month\\n +${lapsed}\\n`, "u"),
  );
  const { fluctuations } = JSON.parse(await did("file", ...OCTOBER, "--json")) as { fluctuations: object[] };
  const held = { by: "Ada Obi", note: "The first month", before: 0, now: 1200 };
  expect(fluctuations[0]).toMatchObject({ now: 2550, note: null, lapsed: held });
  const out = join(temporaryFolder(), "october.xlsx");
  await tieout(["export", ledger, ...OCTOBER, "--out", out]);
  const lead = (await readXlsx(out)).sheets.get("Lead")!;
  const moved = rowOf(lead, "Moved since the month before") + 1;
  expect(lead.cells.get(`I${moved}`)?.value).toBe(`The first month (${lapsed})`);
});

test("a signed month keeps the terms it was prepared under, and its file is closed until it is reopened", async () => {
  await did("file", "--purpose", "As before", "--materiality", "7", ...BY);
  await did("tick", ...OCTOBER, "--step", "2", ...BY);
  await did("confirm", ...OCTOBER, "--balance", "1150", "--source", "Statement", ...BY);
  await signMonth(ledger, "2026-10");
  await did("file", "--purpose", "Anew", "--step", "Only this", ...BY);
  expect(await did("file", ...OCTOBER)).toMatch(/\nOctober 2026: 3 of 6 steps done \(file version 1\)\n/u);
  expect(await did("file", "--month", "2026-11")).toMatch(
    /\nNovember 2026: 0 of 1 step done \(file version 2\)\n/u,
  );
  const out = join(temporaryFolder(), "October.xlsx");
  await did("export", ...OCTOBER, "--out", out);
  const lead = (await readXlsx(out)).sheets.get("Lead")!;
  const beside = (name: string) => lead.cells.get(`B${rowOf(lead, name)}`)?.value;
  expect(beside("Purpose")).toBe("As before");
  expect(beside("Materiality")).toMatch(
    /^7 in no stated currency\. No basis is given\. Set by Ada Obi on 20[-\d]+ \(link 3\), after the findings of the month were known\.$/u,
  );
  const limit = rowOf(lead, "Uncorrected misstatements");
  expect([lead.cells.get(`C${limit}`)?.value, lead.cells.get(`C${limit + 1}`)?.value]).toEqual([
    "Materiality",
    7,
  ]);
  const confirmed = rowOf(lead, "Confirmed by the provider") + 1;
  expect(Array.from("ABCDEFI", (letter) => lead.cells.get(`${letter}${confirmed}`)?.value)).toEqual([
    "User 1",
    1150,
    1150,
    0,
    true,
    "Ada Obi",
    "Statement",
  ]);
  expect(await didNot("tick", ...OCTOBER, "--step", "1", ...BY)).toMatch(
    /^CLOSE_STATE: October 2026 is signed off, and its file with it\. Reopen the month first/u,
  );
  expect(await did("verify")).toContain("1 signed month re-performed");
  await reopenMonth({ ledger, month: "2026-10" as Month, by: "Ada Obi", note: "Again" }, CONTEXT);
  expect(await did("tick", ...OCTOBER, "--step", "7", ...BY)).toMatch(
    /\nOctober 2026: 1 of 1 step done \(file version 2\)/u,
  );
  await signMonth(ledger, "2026-10");
  expect(await did("verify")).toContain("1 signed month re-performed");
});

test("what was entered of a wallet that left with a pull set aside is read in every place of the file, and counts again once it is back", async () => {
  const theirs = wallet([500], () => ({ walletID: 90, userID: 2, dateCreatedAtMs: OCTOBER_MS + DAY_MS }));
  const ours = wallet([1000, 200, -50, 1350], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at === 3 ? 40 : at + 1) * DAY_MS,
  }));
  await importRecords(ledger, [...ours, ...theirs], [sale(9, 90)]);
  const [first, second] = [
    ["--user", "1", "--balance", "1150", "--source", "Mail"],
    ["--user", "2", "--balance", "500", "--source", "Statement 4"],
  ];
  for (const one of [first, second]) await did("confirm", ...OCTOBER, ...(one ?? []), ...BY);
  expect(await did("file", ...OCTOBER)).not.toContain("kept");
  await did("set-aside", "--pull", "2", "--note", "Another client's", ...BY);
  const words =
    "User 2 has no figures this month; kept: the provider confirms 500 (Statement 4; entered by Ada Obi)";
  expect(await did("file", ...OCTOBER)).toContain(`${words}\n`);
  expect(JSON.parse(await did("file", ...OCTOBER, "--json"))).toMatchObject({
    kept: [
      {
        wallet: { userID: 2 },
        subject: { kind: "confirmation", balance: 500, source: "Statement 4" },
        by: "Ada Obi",
        withdrawn: null,
      },
    ],
  });
  expect(readStatement({ ledger, month: "2026-10" as Month }, CONTEXT).limits).toContain(`${words}.`);
  const out = join(temporaryFolder(), "october.xlsx");
  await did("export", ...OCTOBER, "--out", out);
  const lead = (await readXlsx(out)).sheets.get("Lead");
  expect([...(lead?.cells.values() ?? [])].map(({ value }) => value)).toContain(`${words}.`);
  await did("set-aside", "--pull", "2", "--put-back", "--note", "It is ours", ...BY);
  expect(await did("file", ...OCTOBER)).not.toContain("kept");
  // Of a wallet that is gone it can be taken back, by its name or as the only one that is confirmed.
  await did("set-aside", "--pull", "2", "--note", "Another client's", ...BY);
  const undo = ["--undo", "--note", "Another wallet's", ...BY] as const;
  await did("confirm", ...OCTOBER, "--user", "2", ...undo);
  expect(await did("file", ...OCTOBER)).not.toContain("kept");
  expect(await did("confirm", ...OCTOBER, ...undo)).toContain("User 1: closing 1,150, not confirmed");
  for (const more of [undo, ["--balance", "1", "--source", "Mail", ...BY]])
    expect(await didNot("confirm", ...OCTOBER, "--user", "2", ...more)).toMatch(
      /^FILE_INVALID: October 2026 has no such wallet/u,
    );
  expect(await did("verify")).toContain("The ledger is intact");
});

describe("refuses in one line that says why, and writes nothing", () => {
  test.each([
    [["file", "--purpose", "x"], /^USAGE: .*--by/u],
    [["file", ...BY], /^USAGE: .*what to change/u],
    [["file", ...OCTOBER, "--purpose", "x", ...BY], /^USAGE: .*not both/u],
    [["file", "--fluctuation-amount", "5", ...BY], /^USAGE: Give both/u],
    [["file", "--step", " ", ...BY], /^FILE_INVALID: A step of the checklist is one line/u],
    [["file", "--step", "a", "--step", "a", ...BY], /^FILE_INVALID: The checklist has a step twice/u],
    [["file", "--purpose", LONG, ...BY], /^DECISION_INVALID: /u],
    [
      ["tick", "--month", "2031-01", "--step", "1", ...BY],
      /^CLOSE_STATE: The ledger has no January 2031\. /u,
    ],
    [
      ["confirm", "--month", "2031-01", "--balance", "5", "--source", "s", ...BY],
      /^CLOSE_STATE: The ledger has no January 2031\. /u,
    ],
    [
      ["fluctuation", "--month", "2031-01", "--figure", "closing", "--note", "n", ...BY],
      /^CLOSE_STATE: The ledger has no January 2031\. /u,
    ],
    [["letter", "--month", "2031-01", "--out", "l.docx"], /^CLOSE_STATE: The ledger has no January 2031\. /u],
    [["tick", ...OCTOBER, "--step", "9", ...BY], /^FILE_INVALID: The checklist has no step 9/u],
    [["tick", ...OCTOBER, "--step", "1", "--undo", ...BY], /^FILE_INVALID: Step 1 is not ticked/u],
    [["tick", ...OCTOBER, "--step", "1", "--by", " "], /^DECISION_INVALID: /u],
    [["confirm", ...OCTOBER, ...BY], /^USAGE: Give either --balance or --undo/u],
    [
      ["confirm", ...OCTOBER, "--balance", "5", ...BY],
      /^FILE_INVALID: A confirmation needs its source, or evidence/u,
    ],
    [["confirm", ...OCTOBER, "--undo", ...BY], /^FILE_INVALID: This balance is not confirmed/u],
    [
      ["confirm", ...OCTOBER, "--balance", "5", "--source", "s", "--user", "2", ...BY],
      /^FILE_INVALID: October 2026 has no such wallet/u,
    ],
    [
      ["confirm", ...OCTOBER, "--balance", "5", "--source", "s", "--currency", "NGN", ...BY],
      /^USAGE: .*--user/u,
    ],
    [
      ["fluctuation", ...OCTOBER, "--figure", "inflow", "--note", " ", ...BY],
      /^DECISION_INVALID: A fluctuation needs a note/u,
    ],
  ] as const)("%j", async ([command, ...args], words) => {
    const typed = args.map((one) => (one === LONG ? "x".repeat(10_001) : one));
    expect(await didNot(command, ...typed)).toMatch(words);
    expect(await versionOf()).toBe(0);
    expect(readLedger(ledger, (db) => listFiles(db).marks)).toEqual([]);
  });
});
