/** Matching by hand in real ledgers: what the next check makes of it, what reopens it, what is refused, what stays proven. */
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { checkDocument } from "../../../../src/core/reconcile/check-document.ts";
import type { Transaction } from "../../../../src/core/records/transaction.ts";
import { walkLinks } from "../../../../src/main/ledger/file/audit.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { judgementsId, readJudgements } from "../../../../src/main/ledger/acts/judgements.ts";
import { openForReading } from "../../../../src/main/ledger/file/open.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { CheckMemory } from "../../../../src/main/services/shared/check-memory.ts";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import {
  type MatchRequest,
  decideMatch,
  listMatches,
  undoMatch,
} from "../../../../src/main/services/review/match.ts";
import { readLedgerFacts } from "../../../../src/main/services/shared/ledger-facts.ts";
import { openSnapshot } from "../../../../src/main/services/check/snapshot.ts";
import { found, sale, wallet } from "../../../helpers/records.ts";
import { CONTEXT, importRecords, newLedgerPath } from "../../../helpers/ledgers/signing.ts";
import { failing, tamper } from "../../ledger/made.ts";
import { listActs } from "../../../../src/main/ledger/trail/acts.ts";
import { NO_HUMAN_INPUT } from "../../../helpers/columns.ts";

/** Two orphans of 60 and 40, a third that settles nothing, and payments of 100, 60, 40 in naira and 40 in cedi. */
const ENTRIES = wallet([60, 40, 7], (at) => ({ payref: ["X", "Y", "PAY-9"][at] ?? "" }));
const SALES = [sale(1, 100), sale(2, 60), sale(3, 40), sale(4, 40, { currency: "GHS" })];

async function ledgerOf(
  entries: readonly Entry[] = ENTRIES,
  transactions: readonly Transaction[] = SALES,
): Promise<string> {
  const ledger = newLedgerPath();
  await importRecords(ledger, entries, transactions);
  return ledger;
}

function asked(
  ledger: string,
  walletIDs: readonly number[],
  payIDs: readonly number[],
  fields: Partial<MatchRequest> = {},
): MatchRequest {
  return { ledger, walletIDs, payIDs, note: "Paid in two parts.", by: "Ada Obi", ...fields };
}

function humanOf(ledger: string) {
  const db = openForReading(ledger);
  try {
    return { human: readJudgements(db), id: judgementsId(db), rows: listActs(db, "match").length };
  } finally {
    closeLedger(db);
  }
}

async function checked(ledger: string, memory?: CheckMemory) {
  const request = { source: { ledger }, period: null, options: {}, save: false };
  const context = memory === undefined ? CONTEXT : { ...CONTEXT, memory };
  return (await checkRecords(request, context)).result;
}

function asText(result: Parameters<typeof checkDocument>[0]): string {
  return JSON.stringify(checkDocument(result, "info"));
}

test("a match changes the next check, undoing it restores the check byte for byte, and both stay in the trail", async () => {
  const ledger = await ledgerOf();
  const before = await checked(ledger);
  const match = await decideMatch(asked(ledger, [2, 1, 2], [1]), CONTEXT);
  expect(match).toEqual({
    id: 1,
    state: "in-force",
    note: "Paid in two parts.",
    by: "Ada Obi",
    atMs: CONTEXT.now(),
    undone: null,
    entries: [
      { walletID: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/u) as string },
      { walletID: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/u) as string },
    ],
    transactions: [{ payID: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/u) as string }],
    changes: [],
  });
  expect(humanOf(ledger).human.matches).toEqual([{ id: 1, walletIDs: [1, 2], payIDs: [1] }]);
  const during = await checked(ledger);
  expect(found(during)).toEqual(expect.arrayContaining(["matched-by-hand 1", "settled-by-hand payID 1"]));
  for (const one of ["orphan-payref 1", "orphan-payref 2", "in-transit payID 1"]) {
    expect(found(before)).toContain(one);
    expect(found(during)).not.toContain(one);
  }

  const undone = await undoMatch({ ledger, id: 1, note: "", by: "Ben Uche" }, CONTEXT);
  expect(undone).toMatchObject({
    id: 1,
    state: "undone",
    by: "Ada Obi",
    undone: { by: "Ben Uche", note: "" },
  });
  expect(asText(await checked(ledger))).toBe(asText(before));
  expect(listMatches(ledger)).toEqual([undone]);
  const db = openForReading(ledger);
  const links = [...walkLinks(db)].filter(({ kind }) => kind === "match");
  closeLedger(db);
  expect(links.map(({ payload }) => JSON.parse(payload) as unknown)).toMatchObject([
    { match: 1, by: "Ada Obi", undoes: null, note: "Paid in two parts." },
    { match: 2, by: "Ben Uche", undoes: 1, note: "" },
  ]);
  expect(await verifyLedger(ledger, null)).toMatchObject({ ok: true });
});

describe("a later pull", () => {
  const change = (fields: Partial<Transaction>) =>
    SALES.map((one) => (one.payID === 2 ? { ...one, ...fields } : one));

  test("that changes nothing leaves the match in force", async () => {
    const ledger = await ledgerOf();
    await decideMatch(asked(ledger, [1], [2]), CONTEXT);
    await importRecords(ledger, ENTRIES, SALES);
    expect(listMatches(ledger)).toMatchObject([{ state: "in-force", changes: [] }]);
    expect(humanOf(ledger).human.matches).toHaveLength(1);
  });

  test("that changes a record reopens the match with before and after, and confirming it puts it in force", async () => {
    const ledger = await ledgerOf();
    await decideMatch(asked(ledger, [1], [2]), CONTEXT);
    await importRecords(ledger, ENTRIES, change({ isFlagged: 1, label: "Other" }));
    expect(humanOf(ledger).human).toEqual(NO_HUMAN_INPUT);
    expect(listMatches(ledger)).toMatchObject([
      {
        state: "reopened",
        changes: [
          { walletID: null, payID: 2, field: "is_flagged", before: 0, after: 1 },
          { walletID: null, payID: 2, field: "transaction.name", before: "One-time", after: "Other" },
        ],
      },
    ]);
    const result = await checked(ledger);
    expect(found(result)).toEqual(expect.arrayContaining(["orphan-payref 1", "in-transit payID 2"]));
    await importRecords(ledger, ENTRIES, SALES);
    expect(listMatches(ledger)).toMatchObject([{ state: "in-force", changes: [] }]);
  });

  test("that no longer has a record reopens the match, too", async () => {
    const ledger = await ledgerOf();
    await decideMatch(asked(ledger, [1], [2]), CONTEXT);
    await importRecords(
      ledger,
      ENTRIES,
      SALES.filter(({ payID }) => payID !== 2),
    );
    expect(humanOf(ledger).human).toEqual(NO_HUMAN_INPUT);
    expect(listMatches(ledger)).toMatchObject([
      {
        state: "reopened",
        changes: [{ payID: 2, field: "(whole record)", before: { payID: 2 }, after: null }],
      },
    ]);
  });

  test("is followed without reading the records again where only decisions changed", async () => {
    const ledger = await ledgerOf();
    const memory = new CheckMemory();
    const first = await checked(ledger, memory);
    const columns = openSnapshot(ledger, memory).records?.input.entries;
    const facts = readLedgerFacts(ledger);
    await decideMatch(asked(ledger, [1], [2]), CONTEXT);
    const snapshot = openSnapshot(ledger, memory);
    expect(snapshot.records?.input.entries).toBe(columns);
    expect(snapshot.head.human.matches).toHaveLength(1);
    expect(readLedgerFacts(ledger).human).not.toBe(facts.human);
    const matched = await checked(ledger, memory);
    expect(asText(matched)).toBe(asText(await checked(ledger)));
    expect(asText(matched)).not.toBe(asText(first));
    // Nothing decided meanwhile: the same result is given, not made again.
    expect(await checked(ledger, memory)).toBe(matched);
    await undoMatch({ ledger, id: 1, note: "", by: "Ada" }, CONTEXT);
    expect(asText(await checked(ledger, memory))).toBe(asText(first));
  });
});

describe("refuses, and writes nothing", () => {
  test.each([
    ["no note", { note: " \n" }, "DECISION_INVALID", /needs a note/u],
    ["no name", { by: " " }, "DECISION_INVALID", /needs a name/u],
    ["no entry", { walletIDs: [] }, "MATCH_INVALID", /at least one entry/u],
    ["no transaction", { payIDs: [] }, "MATCH_INVALID", /at least one transaction/u],
    ["an entry that is not held", { walletIDs: [1, 77] }, "MATCH_INVALID", /no current record/u],
    ["a transaction that is not held", { payIDs: [88] }, "MATCH_INVALID", /no current record/u],
    ["two currencies", { payIDs: [3, 4] }, "MATCH_INVALID", /several currencies.*NGN and GHS/u],
  ] as const)("%s", async (_, fields, code, words) => {
    const ledger = await ledgerOf();
    const refused = decideMatch(asked(ledger, [1], [2], fields), CONTEXT);
    await expect(refused).rejects.toEqual(failing(code));
    await expect(refused).rejects.toThrow(words);
    expect(humanOf(ledger)).toEqual({ human: NO_HUMAN_INPUT, id: "0.0", rows: 0 });
  });

  test("names the record that the ledger does not have", async () => {
    const ledger = await ledgerOf();
    await expect(decideMatch(asked(ledger, [1], [2, 88]), CONTEXT)).rejects.toMatchObject({
      facts: { record: "payID 88" },
    });
  });

  test("refuses a record of another match, also a reopened one, until that is undone", async () => {
    const ledger = await ledgerOf();
    await decideMatch(asked(ledger, [1], [2]), CONTEXT);
    const refused = (walletIDs: readonly number[], payIDs: readonly number[], message: string) =>
      expect(decideMatch(asked(ledger, walletIDs, payIDs), CONTEXT)).rejects.toMatchObject({
        code: "MATCH_CONFLICT",
        message,
      });
    await refused([1, 2], [1], "Match 1 already has this record");
    await refused([2], [2, 3], "Match 1 already has this record");
    await importRecords(
      ledger,
      ENTRIES,
      SALES.filter(({ payID }) => payID !== 2),
    );
    await refused([1], [1], "Match 1 reopened and still holds this record. Undo it first");
    await undoMatch({ ledger, id: 1, note: "", by: "Ada" }, CONTEXT);
    expect(await decideMatch(asked(ledger, [1], [1]), CONTEXT)).toMatchObject({ id: 3, state: "in-force" });
  });

  test("refuses to undo what is not a match, or was undone already", async () => {
    const ledger = await ledgerOf();
    const undo = (id: number) => undoMatch({ ledger, id, note: "", by: "Ada" }, CONTEXT);
    await expect(undo(1)).rejects.toEqual(failing("MATCH_NOT_FOUND"));
    await decideMatch(asked(ledger, [1], [2]), CONTEXT);
    await undo(1);
    await expect(undo(1)).rejects.toEqual(failing("MATCH_CONFLICT"));
    await expect(undo(2)).rejects.toEqual(failing("MATCH_NOT_FOUND"));
    expect(humanOf(ledger).rows).toBe(2);
  });

  test("case 39: of two matches of the same record at once, the first wins", async () => {
    const ledger = await ledgerOf();
    const both = await Promise.allSettled([
      decideMatch(asked(ledger, [1], [2], { by: "Ada" }), CONTEXT),
      decideMatch(asked(ledger, [1], [3], { by: "Ben" }), CONTEXT),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const lost = both.find(({ status }) => status === "rejected");
    expect(lost).toMatchObject({ reason: { code: "MATCH_CONFLICT" } });
    expect(listMatches(ledger)).toHaveLength(1);
    expect(await verifyLedger(ledger, null)).toMatchObject({ ok: true });
  });
});

test.each([
  ["a note", "UPDATE manual_match SET note = 'Because.' WHERE id = 1"],
  ["a name", "UPDATE manual_match SET decided_by = 'Eve' WHERE id = 1"],
  [
    "its records",
    "UPDATE manual_match SET records = replace(records, '\"walletID\":1', '\"walletID\":3') WHERE id = 1",
  ],
  ["an undoing made a match", "UPDATE manual_match SET undoes = NULL WHERE id = 2"],
  ["an undoing taken away", "DELETE FROM manual_match WHERE id = 2"],
  [
    "a match that nobody made",
    "INSERT INTO manual_match SELECT 3, note, decided_by, at_ms, NULL, records FROM manual_match WHERE id = 1",
  ],
])("cases 45 and 80: verify finds what was done to matches with SQLite: %s", async (_, sql) => {
  const ledger = await ledgerOf();
  await decideMatch(asked(ledger, [1], [2]), CONTEXT);
  await undoMatch({ ledger, id: 1, note: "", by: "Ben" }, CONTEXT);
  tamper(ledger, sql);
  const { ok, problems } = await verifyLedger(ledger, null);
  expect(ok).toBe(false);
  expect(problems.map(({ code }) => code)).toContain("AUDIT_MISMATCH");
});

test.each([
  ["no JSON", "'{'"],
  ["no records", "'{}'"],
  ["other records", `'{"entries":[{"walletID":"1","sha256":"0"}],"transactions":null}'`],
])(
  "cases 45 and 80: no check uses a match whose records are %s, and the error names the match",
  async (_, records) => {
    const ledger = await ledgerOf();
    await decideMatch(asked(ledger, [1], [2]), CONTEXT);
    tamper(ledger, `UPDATE manual_match SET records = ${records} WHERE id = 1`);
    const told = { code: "AUDIT_MISMATCH", facts: { record: "manual_match 1" } };
    await expect(checked(ledger)).rejects.toMatchObject(told);
    expect(() => listMatches(ledger)).toThrow(failing("AUDIT_MISMATCH"));
    await expect(decideMatch(asked(ledger, [2], [3]), CONTEXT)).rejects.toMatchObject(told);
    expect((await verifyLedger(ledger, null)).problems).toMatchObject([
      { code: "AUDIT_MISMATCH", where: "manual_match 1" },
    ]);
  },
);

test("a match depends also on fields that the interface does not name", async () => {
  const odd = ENTRIES.map((one) => (one.walletID === 1 ? { ...one, extra: { channel: "ussd" } } : one));
  const ledger = await ledgerOf(odd);
  await decideMatch(asked(ledger, [1], [2]), CONTEXT);
  expect(humanOf(ledger).human.matches).toHaveLength(1);
  const other = odd.map((one) => (one.walletID === 1 ? { ...one, extra: { channel: "card" } } : one));
  await importRecords(ledger, other, SALES);
  expect(listMatches(ledger)).toMatchObject([
    { state: "reopened", changes: [{ walletID: 1, field: "channel", before: "ussd", after: "card" }] },
  ]);
});
