/** Accepting a bank's lines in real ledgers: what the check makes of it, what reopens it, what is refused, what stays proven. */
import { hash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { keptLinesText } from "../../../../src/core/bank/kept-lines.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { walkLinks } from "../../../../src/main/ledger/file/audit.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openForReading } from "../../../../src/main/ledger/file/open.ts";
import { checkLedger } from "../../../../src/main/services/check/check.ts";
import { insertFiles, withdrawEvidence } from "../../../../src/main/services/review/attach.ts";
import { type AcceptedChoice, acceptTies } from "../../../../src/main/services/review/bank-accept.ts";
import { addStatements } from "../../../../src/main/services/review/bank-statements.ts";
import { tieBank } from "../../../../src/main/services/review/bank-ties.ts";
import { decideMatch, listMatches, undoMatch } from "../../../../src/main/services/review/match.ts";
import { insertAct } from "../../../../src/main/ledger/trail/acts.ts";
import { writeLedger } from "../../../../src/main/services/shared/use-ledger.ts";
import { listMonthsSince } from "../../../../src/main/services/close/months.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { signMonth, CONTEXT, importRecords, newLedgerPath } from "../../../helpers/ledgers/signing.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { OCTOBER_MS, sale, wallet } from "../../../helpers/records.ts";
import { DAY_MS } from "../../../../src/core/time.ts";

const MONTH = "2026-10" as Month;
const ADA = { by: "Ada Obi", note: "Checked with the bank" };

/** A top-up, then withdrawals: one line; two parts; either of two lines; short by a fee; of one amount with a later one. */
const MOVEMENTS = [100, -1, -3, -5, -10, -7, -7];
const ENTRIES = dated(wallet(MOVEMENTS));
const LINES = [
  "2026-09-20,Before,,1.00",
  "2026-10-02,Topped up,100.00,",
  "2026-10-04,NIP PAYOUT,,1.00",
  "2026-10-06,NIP PAYOUT,,1.20",
  "2026-10-07,NIP PAYOUT,,1.80",
  "2026-10-08,NIP PAYOUT,,5.00",
  "2026-10-09,NIP PAYOUT,,5.00",
  "2026-10-10,NIP PAYOUT,,9.90",
  "2026-10-31,After,,9.00",
];

function dated(entries: readonly Entry[]): Entry[] {
  return entries.map((one, at) => ({ ...one, dateCreatedAtMs: OCTOBER_MS + (1 + 2 * at) * DAY_MS }));
}

let ledger = "";
beforeEach(async () => {
  ledger = newLedgerPath();
  await importRecords(ledger, ENTRIES, [sale(1, 100)]);
  await addLines(LINES);
});

async function addLines(lines: readonly string[]): Promise<void> {
  const path = join(temporaryFolder(), "bank.csv");
  writeFileSync(path, ["Date,Narration,Debit,Credit", ...lines].join("\n"));
  await addStatements({ ledger, files: [path], account: "GTBank", hints: {}, ...ADA }, CONTEXT);
}

async function accept(choice: AcceptedChoice) {
  return acceptTies({ ledger, choice, ...ADA }, CONTEXT);
}

function states(): Record<number, string> {
  const { answers } = tieBank({ ledger, month: MONTH }, CONTEXT);
  return Object.fromEntries((answers ?? []).map(({ movement, state }) => [movement.walletID, state]));
}

function supports() {
  const db = openForReading(ledger);
  try {
    const { input, result } = checkLedger(db, { period: null, options: {} }, CONTEXT);
    return (result.bank?.answers ?? []).flatMap(({ row, support }) => {
      if (support === null) return [];
      const { match, lines, difference, classed } = support;
      const walletID = input.entries.walletID[row];
      return [{ walletID, match, lines: lines.map(({ at }) => at), difference, classed }];
    });
  } finally {
    closeLedger(db);
  }
}

async function isProven() {
  const { ok, problems } = await verifyLedgerFile(ledger, null, CONTEXT);
  expect(problems).toEqual([]);
  return ok;
}

const OCTOBER = { by: "month", month: MONTH, kind: null } as const;

test("what is the only way is accepted at once, the rest one by one; each is a match, undone as any other, and proven", async () => {
  expect(states()).toEqual({
    1: "tied",
    2: "tied",
    3: "tied",
    4: "several",
    5: "perhaps",
    6: "missing",
    7: "missing",
  });
  const matches = await accept(OCTOBER);
  expect(matches).toMatchObject([
    {
      id: 1,
      state: "in-force",
      ...ADA,
      transactions: [],
      bank: {
        places: 2,
        difference: null,
        lines: [{ evidence: 1, at: 3, day: "2026-10-02", amount: -10_000 }],
      },
    },
    { id: 2, entries: [{ walletID: 2 }] },
    { id: 3, bank: { lines: [{ at: 5 }, { at: 6 }] } },
  ]);
  expect(listMatches(ledger)).toEqual(matches.toReversed());
  expect(await accept(OCTOBER)).toEqual([]);
  await accept({ by: "lines", walletIDs: [4], lines: [{ evidence: 1, at: 8 }], difference: null });
  await accept({ by: "lines", walletIDs: [5], lines: [{ evidence: 1, at: 9 }], difference: "fee" });
  expect(supports()).toEqual([
    { walletID: 1, match: 1, lines: [3], difference: 0, classed: null },
    { walletID: 2, match: 2, lines: [4], difference: 0, classed: null },
    { walletID: 3, match: 3, lines: [5, 6], difference: 0, classed: null },
    { walletID: 4, match: 4, lines: [8], difference: 0, classed: null },
    { walletID: 5, match: 5, lines: [9], difference: -10, classed: "fee" },
  ]);
  expect(states()).toEqual({
    1: "accepted",
    2: "accepted",
    3: "accepted",
    4: "accepted",
    5: "accepted",
    6: "missing",
    7: "missing",
  });
  expect(await undoMatch({ ledger, id: 2, note: "", by: "Ben Uche" }, CONTEXT)).toMatchObject({
    state: "undone",
    bank: { lines: [{ at: 4 }] },
  });
  expect(states()[2]).toBe("tied");
  const db = openForReading(ledger);
  const links = [...walkLinks(db)].filter(({ kind }) => kind === "match");
  closeLedger(db);
  expect(links.map(({ payload }) => JSON.parse(payload) as unknown)).toMatchObject([
    { match: 1, records: { bank: { lines: [{ at: 3 }] } } },
    { match: 2 },
    { match: 3 },
    { match: 4 },
    { match: 5, records: { bank: { difference: "fee" } } },
    { match: 6, undoes: 2, records: { bank: { lines: [{ at: 4 }] } } },
  ]);
  expect(await isProven()).toBe(true);
});

describe("what is accepted is reopened", () => {
  test("when a later pull changes an entry, until it says again what it said", async () => {
    await accept({ by: "entries", walletIDs: [2] });
    const changed = ENTRIES.map((one) => (one.walletID === 2 ? { ...one, description: "Another" } : one));
    await importRecords(ledger, changed, [sale(1, 100)]);
    expect(listMatches(ledger)).toMatchObject([{ state: "reopened", changes: [{ walletID: 2 }] }]);
    expect(states()[2]).toBe("tied");
    await expect(accept({ by: "entries", walletIDs: [2] })).rejects.toMatchObject({ code: "MATCH_CONFLICT" });
    await importRecords(ledger, ENTRIES, [sale(1, 100)]);
    expect(listMatches(ledger)).toMatchObject([{ state: "in-force", changes: [] }]);
    expect(states()[2]).toBe("accepted");
    expect(await isProven()).toBe(true);
  });

  test("when its statement is withdrawn, whoever has the line then", async () => {
    await accept({ by: "entries", walletIDs: [2] });
    await withdrawEvidence({ ledger, id: 1, ...ADA }, CONTEXT);
    expect(listMatches(ledger)).toMatchObject([
      {
        state: "reopened",
        changes: [
          { walletID: null, payID: null, line: "row 4 of evidence 1", field: "(whole record)", after: null },
        ],
      },
    ]);
    await addLines(LINES.slice(0, 4));
    expect(states()[2]).toBe("tied");
    expect(await isProven()).toBe(true);
  });

  test("but not by a statement that has the line, too, and begins earlier, nor by other decimals", async () => {
    await accept({ by: "entries", walletIDs: [2] });
    await addLines(["2026-09-01,Earlier,,3.00", ...LINES]);
    expect(supports()).toMatchObject([{ walletID: 2, lines: [5] }]);
    await expect(
      accept({ by: "lines", walletIDs: [6], lines: [{ evidence: 3, at: 5 }], difference: "fee" }),
    ).rejects.toMatchObject({ code: "MATCH_CONFLICT" });
    await changeSettings(ledger, { decimals: 3, ...ADA }, CONTEXT);
    expect(listMatches(ledger)).toMatchObject([{ state: "in-force" }]);
  });
});

describe("is refused, and nothing is kept", () => {
  test.each<[string, AcceptedChoice, string]>([
    ["one of several without its line", { by: "entries", walletIDs: [2, 4] }, "MATCH_INVALID"],
    ["what is short without its line", { by: "entries", walletIDs: [5] }, "MATCH_INVALID"],
    ["what never came", { by: "entries", walletIDs: [6] }, "MATCH_INVALID"],
    ["an entry that there is not", { by: "entries", walletIDs: [99] }, "MATCH_INVALID"],
    ["no entry", { by: "entries", walletIDs: [] }, "MATCH_INVALID"],
    [
      "a line that there is not",
      { by: "lines", walletIDs: [4], lines: [{ evidence: 1, at: 99 }], difference: null },
      "MATCH_INVALID",
    ],
    [
      "a line that goes the same way",
      { by: "lines", walletIDs: [4], lines: [{ evidence: 1, at: 3 }], difference: null },
      "MATCH_INVALID",
    ],
    [
      "a class of no difference",
      { by: "lines", walletIDs: [4], lines: [{ evidence: 1, at: 7 }], difference: "fee" },
      "MATCH_INVALID",
    ],
  ])("%s", async (_, choice, code) => {
    await expect(accept(choice)).rejects.toMatchObject({ code });
    expect(listMatches(ledger)).toEqual([]);
  });

  test("without a note or a name; an entry or a line of another match", async () => {
    const choice = { by: "entries", walletIDs: [2] } as const;
    for (const words of [{ note: " " }, { by: "" }])
      await expect(acceptTies({ ledger, choice, ...ADA, ...words }, CONTEXT)).rejects.toMatchObject({
        code: "DECISION_INVALID",
      });
    await decideMatch({ ledger, walletIDs: [2], payIDs: [1], ...ADA }, CONTEXT);
    await expect(accept(choice)).rejects.toMatchObject({ code: "MATCH_INVALID" });
    await accept({ by: "lines", walletIDs: [4], lines: [{ evidence: 1, at: 7 }], difference: null });
    await expect(
      accept({ by: "lines", walletIDs: [6], lines: [{ evidence: 1, at: 7 }], difference: null }),
    ).rejects.toMatchObject({ code: "MATCH_CONFLICT" });
  });

  test("the withdrawal of lines alone, and lines of a ledger without statements", async () => {
    await expect(withdrawEvidence({ ledger, id: 2, ...ADA }, CONTEXT)).rejects.toMatchObject({
      code: "EVIDENCE_INVALID",
    });
    await withdrawEvidence({ ledger, id: 1, ...ADA }, CONTEXT);
    await expect(accept({ by: "entries", walletIDs: [2] })).rejects.toMatchObject({ code: "MATCH_INVALID" });
  });
});

test("a signed month is performed again with what was accepted then, whatever was accepted since", async () => {
  await accept({ by: "entries", walletIDs: [2] });
  await signMonth(ledger, MONTH);
  await accept({ by: "entries", walletIDs: [3] });
  await addLines(["2026-09-01,Earlier,,3.00", ...LINES]);
  const { ok, problems, signedMonths } = await verifyLedgerFile(ledger, null, CONTEXT);
  expect({ ok, problems, performed: signedMonths?.performed }).toEqual({
    ok: true,
    problems: [],
    performed: 1,
  });
});

test("a statement that comes after a signature shows as what the month differs by", async () => {
  const other = newLedgerPath();
  await importRecords(other, ENTRIES, [sale(1, 100)]);
  await signMonth(other, MONTH);
  const changed = async () =>
    (await listMonthsSince(other, CONTEXT)).find(({ month }) => month === MONTH)?.changedSince?.sentence;
  const before = await changed();
  ledger = other;
  await addLines(LINES);
  expect(before).toBeUndefined();
  expect(await changed()).toBeDefined();
});

test("the proof finds a match with a line of what is no statement, and one whose line another has", async () => {
  const [made] = await accept({ by: "entries", walletIDs: [2] });
  const bank = made?.bank;
  if (made === undefined || bank === undefined) throw new Error("it was accepted");
  const lineOf = (evidence: number) => bank.lines.map((line) => ({ ...line, evidence }));
  await writeLedger(ledger, CONTEXT, (db) => {
    const said = { ...ADA, atMs: CONTEXT.now(), undoes: null };
    const [walletID] = ENTRIES.slice(5).map((one) => one.walletID);
    const entries = [{ walletID: walletID ?? 0, sha256: made.entries[0]?.sha256 ?? "" }];
    for (const evidence of [2, 1])
      insertAct(db, "match", {
        ...said,
        records: { entries, transactions: [], bank: { ...bank, lines: lineOf(evidence) } },
      });
  });
  const { problems } = await verifyLedgerFile(ledger, null, CONTEXT);
  expect(problems.map(({ sentence }) => sentence)).toEqual([
    "The match names row 4 of evidence 2, which is no bank's statement that counts",
    expect.stringMatching(/^Match \d already has /u),
  ]);
});

test("the proof finds lines that are not those of their file", async () => {
  const text = keptLinesText([
    { account: "", currency: null, opening: null, closing: null, lines: [], pending: 0 },
  ]);
  const content = Buffer.from(text, "utf8");
  const subject = { kind: "bank", account: "Other", reading: { format: "mt940", table: null } } as const;
  const file = (bytes: Buffer) => ({
    name: "other.sta",
    bytes: bytes.length,
    sha256: hash("sha256", bytes, "hex"),
    content: () => [bytes],
  });
  await writeLedger(ledger, CONTEXT, (db) => {
    const said = { by: "Ada Obi", note: "", atMs: CONTEXT.now() };
    const statement = insertFiles(db, [file(Buffer.from(":20:X", "utf8"))], { ...said, subject })[0]?.id ?? 0;
    insertFiles(db, [file(content)], { ...said, subject: { kind: "lines", statement, places: 2 } });
  });
  expect((await verifyLedgerFile(ledger, null, CONTEXT)).problems).toEqual([
    {
      code: "AUDIT_MISMATCH",
      sentence: "The lines of a bank's statement are not those of its file",
      where: "evidence 3",
    },
  ]);
});
