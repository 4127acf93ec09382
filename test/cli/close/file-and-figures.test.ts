/** What people state in a month's file beside what its figures and its evidence say. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { insertAttachment, listAttachments } from "../../../src/main/ledger/acts/attachment.ts";
import { openForWriting } from "../../../src/main/ledger/file/open.ts";
import { readMonth } from "../../../src/main/services/close/moments.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { done, refused } from "../../helpers/ended.ts";
import { ledgerInCurrencies } from "../../helpers/ledgers/currency-ledger.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../helpers/ledgers/signing.ts";
import { HOUR_MS, OCTOBER_MS, wallet } from "../../helpers/records.ts";
import { readXlsx, rowOf } from "../../helpers/workbook/xlsx.ts";

const BY = ["--by", "Ada Obi"] as const;
const OCTOBER = ["--month", "2026-10"] as const;
const ENTERED = "not confirmed, though Ada Obi entered it";
const WITHDRAWN = "evidence 1 was withdrawn by Cy Dee: Forged paper";

let ledger = "";

const did = async (command: string, ...args: readonly string[]) => done(command, ledger, ...args);
const didNot = async (command: string, ...args: readonly string[]) => refused(command, ledger, ...args);

/** A cell of column B on the Lead of October's workbook, beside a name. */
async function leadSheet() {
  const out = join(temporaryFolder(), "October.xlsx");
  await did("export", ...OCTOBER, "--out", out);
  return (await readXlsx(out)).sheets.get("Lead")!;
}

async function lead(name: string): Promise<unknown> {
  const sheet = await leadSheet();
  return sheet.cells.get(`B${rowOf(sheet, name)}`)?.value;
}

/** What the Lead says of the source of the only wallet's confirmation. */
async function confirmedFrom(): Promise<unknown> {
  const sheet = await leadSheet();
  return sheet.cells.get(`I${rowOf(sheet, "Confirmed by the provider") + 1}`)?.value;
}

describe("materiality", () => {
  beforeEach(async () => {
    ledger = await ledgerInCurrencies();
  });

  test("is an amount of each currency, and a number alone is refused where there are several", async () => {
    expect(await didNot("file", "--materiality", "100000", ...BY)).toMatch(
      /^FILE_INVALID: The ledger has several currencies: NGN, GHS\. Give the materiality of each by itself, such as NGN=100000\. /u,
    );
    expect(await didNot("file", "--performance", "GHS=5", ...BY)).toMatch(
      /^FILE_INVALID: Set the materiality of GHS first/u,
    );
    expect(await didNot("file", "--materiality", "NGN=5", "--trivial", "NGN=6", ...BY)).toMatch(
      /^FILE_INVALID: What is clearly trivial in NGN is not an amount up to its materiality/u,
    );
    const naira = ["--materiality", "NGN=9000", "--performance", "NGN=7000", "--trivial", "NGN=100"];
    await did("file", ...naira, "--basis", "5% of inflows", ...BY);
    const both = await did("file", "--materiality", "GHS=40", ...BY);
    expect(both).toContain(
      "Materiality   NGN 9,000, performance materiality 7,000, clearly trivial 100. Basis: 5% of inflows\n              GHS 40\n",
    );
    expect(await did("file", "--materiality", "GHS=none", ...BY)).not.toContain("GHS");
    expect(await did("verify")).toContain("The ledger is intact");
  });

  test("of one currency leaves another one without: what is unresolved in it qualifies the conclusion", async () => {
    await did("review", ...OCTOBER, "--rule", "all", "--status", "raised", "--note", "Ticket 1", ...BY);
    // A currency is the ledger's, in whatever case it is typed.
    await did("file", "--materiality", "ngn=100000", ...BY);
    expect(await did("file")).toContain("NGN 100,000");
    const out = join(temporaryFolder(), "October.xlsx");
    await did("export", ...OCTOBER, "--out", out);
    const sheet = (await readXlsx(out)).sheets.get("Lead")!;
    const texts = Array.from(sheet.cells.values(), ({ value }) => String(value));
    expect(texts.filter((text) => text.startsWith("Preliminary, not signed off. Qualified: "))).toHaveLength(
      1,
    );
  });

  test("above the larger of closing balance and inflows is refused where a month is named, and at its preparation", async () => {
    expect(await didNot("file", ...OCTOBER, "--materiality", "NGN=50000000", ...BY)).toMatch(
      /^FILE_INVALID: The materiality of NGN 50,000,000 is above [\d,]+, the larger of closing balance and inflows of October 2026/u,
    );
    await did("file", "--materiality", "NGN=50000000", ...BY);
    expect(await didNot("prepare", ...OCTOBER, ...BY, "--override", "Discussed")).toMatch(
      /^CLOSE_REFUSED: October 2026 cannot be prepared: the materiality of NGN 50,000,000 is above [^\n]+tieout file --materiality/u,
    );
    await did("file", ...OCTOBER, "--materiality", "NGN=100", ...BY);
    await did("prepare", ...OCTOBER, ...BY, "--override", "Discussed");
  });

  test("says with its basis who set it, and whether that was before the findings were known", async () => {
    await did("file", "--materiality", "NGN=9000", "--basis", "5% of inflows", ...BY);
    expect(await lead("Materiality")).toMatch(
      /^NGN 9,000\. Basis: 5% of inflows\. Set by Ada Obi on 20[-\d]+ \(link 3\), after the findings of the month were known\.$/u,
    );
  });
});

/** October moves in 1,200 and out 50; there is nothing to decide. */
async function cleanOctober(): Promise<void> {
  ledger = newLedgerPath();
  const entries = wallet([1000, 200, -50], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at + 1) * 24 * HOUR_MS,
  }));
  await importRecords(ledger, entries);
}

async function attach(): Promise<void> {
  const paper = join(temporaryFolder(), "answer.txt");
  writeFileSync(paper, "The balance is 1,150");
  await did("attach", paper, ...OCTOBER, ...BY);
}

async function confirmWithEvidence(): Promise<void> {
  await attach();
  await did("confirm", ...OCTOBER, "--balance", "1150", "--evidence", "1", ...BY);
}

const WITHDRAW = ["attach", "--withdraw", "1", "--note", "Forged paper", "--by", "Cy Dee"] as const;

test("a month before the oldest record cannot be prepared: its balance is only inferred", async () => {
  await cleanOctober();
  expect(await didNot("prepare", "--month", "2026-08", ...BY, "--override", "As it stands")).toMatch(
    /^CLOSE_STATE: August 2026 is before the oldest record, so nothing proves its closing/u,
  );
});

describe("a confirmation", () => {
  beforeEach(cleanOctober);

  test("lapses with its evidence: in the file, before preparing and on the Lead", async () => {
    await confirmWithEvidence();
    await did(...WITHDRAW);
    expect(await did("file", ...OCTOBER)).toContain(`User 1: closing 1,150, ${ENTERED}: ${WITHDRAWN}\n`);
    expect(await did("prepare", ...OCTOBER, ...BY, "--override", "As it stands")).toContain(
      `  The confirmation of User 1 lapsed: ${WITHDRAWN}.\n`,
    );
    expect(await did("sign-off", ...OCTOBER, "--by", "Ben Cole")).toContain(
      `  The confirmation of User 1 lapsed: ${WITHDRAWN}.\n`,
    );
    expect(await confirmedFrom()).toBe(`${ENTERED}: ${WITHDRAWN}`);
  });

  test("keeps its evidence once the month is signed, until it is reopened", async () => {
    await confirmWithEvidence();
    await signMonth(ledger, "2026-10");
    expect(await didNot(...WITHDRAW)).toMatch(
      /^CLOSE_STATE: October 2026 is signed off, and its file rests on this evidence\. Reopen the month first/u,
    );
    await did("reopen", ...OCTOBER, "--by", "Ben Cole", "--reason", "The paper is forged");
    await did(...WITHDRAW);
    expect(await did("verify")).toContain("The ledger is intact");
  });

  test("that lapsed after the signature, as older versions let it, shows as a change of the signed month", async () => {
    await confirmWithEvidence();
    await signMonth(ledger, "2026-10");
    const db = await openForWriting(ledger);
    const [attached] = listAttachments(db);
    const reversal = { ...attached!, note: "Forged paper", by: "Cy Dee", undoes: 1 };
    db.transaction(() => insertAttachment(db, reversal, () => [])).immediate();
    db.close();
    expect(await did("verify")).toContain("The ledger is intact");
    const lapsed = `the confirmation of User 1 lapsed: ${WITHDRAWN}`;
    expect(await did("months")).toContain(
      `Since then: 1 change, closing unchanged.\n           Decisions: ${lapsed}\n`,
    );
    const { changes } = readMonth({ ledger, month: "2026-10" as Month }, CONTEXT);
    expect(changes).toEqual([lapsed]);
    expect(await confirmedFrom()).toBe(`${ENTERED}: ${WITHDRAWN}`);
  });
});

describe("a wallet of several", () => {
  beforeEach(async () => {
    ledger = await ledgerInCurrencies();
    await did("settings", "--chain-scope", "business", ...BY, "--note", "Each business by itself");
  });

  const SOURCE = ["--source", "Statement", ...BY] as const;

  test("needs no currency where user and business name one", async () => {
    const first = ["--user", "1", "--business", "71"] as const;
    expect(await did("confirm", ...OCTOBER, ...first, "--balance", "166710", ...SOURCE)).toContain(
      "User 1, business 71, NGN: closing 166,710, confirmed\n",
    );
    const moved = ["--user", "2", "--business", "72", "--figure", "inflow"] as const;
    expect(await did("fluctuation", ...OCTOBER, ...moved, "--note", "Fewer sales", ...BY)).toContain(
      "User 2, business 72, GHS: inflow 1,428, the month before 6,950\n             Ada Obi",
    );
  });

  test("is refused with those to choose from where there is none such", async () => {
    const other = ["--user", "1", "--business", "72"] as const;
    expect(await didNot("confirm", ...OCTOBER, ...other, "--balance", "5", ...SOURCE)).toMatch(
      /^FILE_INVALID: October 2026 has no such wallet\. Name one: User 1, business 71, NGN; User 2, business 72, GHS; User 3, business 73\. /u,
    );
    expect(await didNot("confirm", ...OCTOBER, "--balance", "5", ...SOURCE)).toMatch(
      /^FILE_INVALID: October 2026 has several wallets\. Name one: User 1, business 71, NGN; /u,
    );
  });

  test("counts once: unconfirmed and lapsed balances are one number in the file and at the preparation", async () => {
    const paper = join(temporaryFolder(), "answer.txt");
    writeFileSync(paper, "The balance is 166,710");
    await did("attach", paper, ...OCTOBER, ...BY);
    const first = ["--user", "1", "--balance", "166710", "--evidence", "1"] as const;
    await did("confirm", ...OCTOBER, ...first, ...BY);
    const two = "2 of 3 closing balances are not confirmed";
    expect(await did("file", ...OCTOBER)).toContain(`not so: ${two}\n`);
    await did(...WITHDRAW);
    const three = "3 of 3 closing balances are not confirmed";
    expect(await did("file", ...OCTOBER)).toContain(`not so: ${three}\n`);
    const prepared = await did("prepare", ...OCTOBER, ...BY, "--override", "As it stands");
    expect(prepared).toContain(`  ${three}.\n`);
    expect(prepared.match(/not confirmed/gu)).toHaveLength(1);
  });
});

describe("a tick", () => {
  beforeEach(cleanOctober);

  test("against the figures needs a reason, and shows them beside it", async () => {
    const fifth = ["tick", ...OCTOBER, "--step", "5", ...BY] as const;
    expect(await didNot(...fifth)).toMatch(
      /^DECISION_INVALID: Step 5 is not so: 1 of 1 closing balance is not confirmed\. Ticking it needs a note that says why/u,
    );
    expect(await did("tick", ...OCTOBER, "--step", "2", ...BY)).toMatch(
      /\n {2}done {4}2 {2}Balance breaks[^\n]+\n +no balance break\n/u,
    );
    expect(await did(...fifth, "--note", "By phone")).toMatch(
      /\n {2}done {4}5 [^\n]+\n +not so: 1 of 1 closing balance is not confirmed\n +Ada Obi, [^\n]+: By phone\n/u,
    );
  });

  test("that the figures contradict later says so", async () => {
    await did("confirm", ...OCTOBER, "--balance", "1150", "--source", "Statement", ...BY);
    await did("tick", ...OCTOBER, "--step", "5", ...BY);
    await did("confirm", ...OCTOBER, "--balance", "1", "--source", "Statement", ...BY);
    expect(await did("file", ...OCTOBER)).toMatch(
      /\n {2}done {4}5 [^\n]+\n +not so: the provider's balance differs by −1,149\n/u,
    );
    expect(await did("prepare", ...OCTOBER, ...BY, "--override", "As it stands")).toContain(
      "\n  Step 5 is ticked, but not so: the provider's balance differs by −1,149.\n",
    );
  });

  test("of a step with a text of its own is a person's word alone", async () => {
    await did("file", "--step", "Closing balance confirmed with the provider, by phone", ...BY);
    expect(await did("tick", ...OCTOBER, "--step", "7", ...BY)).not.toContain("not so");
  });
});

describe("settings", () => {
  beforeEach(cleanOctober);

  test("change freely until a month is prepared, then with a name and a reason", async () => {
    await did("settings", "--decimals", "2");
    await did("prepare", ...OCTOBER, ...BY, "--override", "As it stands");
    expect(await didNot("settings", "--decimals", "0")).toMatch(
      /^DECISION_INVALID: October 2026 is with the reviewer\. Changing settings then needs a name and a reason/u,
    );
    expect(await did("settings", "--decimals", "0", ...BY, "--note", "Whole naira")).toMatch(
      /records it\.\nMonths that are prepared or signed off keep the decimals they were prepared with\.\n$/u,
    );
  });

  test("leave a signed month its decimals wherever it is shown", async () => {
    await did("file", "--materiality", "700", ...BY);
    await signMonth(ledger, "2026-10");
    await did("settings", "--decimals", "2", ...BY, "--note", "In naira and kobo");
    expect(await did("file", ...OCTOBER)).toContain("User 1: closing 1,150, ");
    expect(await lead("Materiality")).toMatch(/^700 in no stated currency/u);
    expect(await did("check", ...OCTOBER)).not.toContain("11.50");
    expect(await did("check")).not.toContain("1,150");
    const out = join(temporaryFolder(), "October.xlsx");
    expect(await didNot("export", ...OCTOBER, "--decimals", "2", "--out", out)).toMatch(
      /^CLOSE_STATE: October 2026 was prepared with 0 decimals and is exported with them/u,
    );
  });

  test("of the zone say how many entries they move between prepared and signed months", async () => {
    const late = wallet([1000], () => ({ dateCreatedAtMs: OCTOBER_MS + (30 * 24 + 20) * HOUR_MS }));
    ledger = newLedgerPath();
    await importRecords(ledger, late);
    await signMonth(ledger, "2026-10");
    const moves =
      "It moves 1 entry of October 2026, which is signed off: closing becomes 0 (−1,000).\nWhat was prepared or signed stays.";
    const zone = ["--time-zone", "Asia/Tokyo"];
    const before = await did("settings");
    expect(await did("settings", ...zone, "--dry-run")).toContain(moves);
    expect(await did("settings")).toBe(before);
    expect(await did("settings", ...zone, ...BY, "--note", "The office's")).toContain(`\n${moves}`);
    expect(await did("settings", "--tolerance", "5", "--dry-run")).toContain(
      "are checked with the new settings",
    );
  });
});

test("a letter whose answer was withdrawn as evidence says so", async () => {
  await cleanOctober();
  await importRecords(
    ledger,
    wallet([1000, 200, -50, 7], (at) => ({
      dateCreatedAtMs: OCTOBER_MS + (at + 1) * 24 * HOUR_MS,
      payref: at === 3 ? "LOST" : "",
    })),
  );
  await did("review", ...OCTOBER, "--rule", "all", "--status", "raised", "--note", "Ticket 1", ...BY);
  await did("letter", ...OCTOBER, "--out", join(temporaryFolder(), "letter.docx"), ...BY);
  const today = new Date().toISOString().slice(0, 10);
  await did("letter-sent", "2026-10/1", "--on", today, "--to", "Escrow Ltd", ...BY);
  await attach();
  const answer = ["2026-10/1", "--on", today, "--note", "Corrected"];
  await did("letter-answered", ...answer, "--evidence", "1", ...BY);
  expect(await did("letters")).toContain(`  Answered ${today} (evidence 1), recorded by Ada Obi`);
  await did(...WITHDRAW);
  const after = await did("letters");
  expect(after).toContain(`sent ${today} to Escrow Ltd, answered ${today}, but ${WITHDRAWN}\n`);
  expect(after).toContain(`  Answered ${today}, but ${WITHDRAWN}, recorded by Ada Obi`);
});
