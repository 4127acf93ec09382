/** What is read of a kept run's document, and that nothing else passes for one. */
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import type { ComparedCheck } from "../../../src/core/reconcile/same-conclusion.ts";
import { type ReadableLedger, closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { openForReading, openForWriting } from "../../../src/main/ledger/file/open.ts";
import { type RunDocument, findRunDocument, saveRun } from "../../../src/main/ledger/acts/run.ts";
import {
  keptCheckOf,
  raisedOf,
  raisesOneOf,
  readSignatures,
  runFindingsOf,
  runQuestionOf,
  usedConventionOf,
} from "../../../src/main/ledger/acts/run-document.ts";
import { ACTS } from "../../../src/schema/acts.ts";
import { checkRecords } from "../../../src/main/services/check/check.ts";
import { documentOf } from "../../helpers/ledgers/kept-runs.ts";
import { NOTHING_FROZEN, closeStep } from "../../helpers/ledgers/closing.ts";
import { CONTEXT, importRecords, newLedgerPath } from "../../helpers/ledgers/signing.ts";
import { sale, wallet } from "../../helpers/records.ts";
import { failing } from "./made.ts";

/** What a reader reads of the run of this document, kept in a ledger. */
async function readingOf<T>(document: string, read: (document: RunDocument) => T): Promise<T> {
  const path = newLedgerPath();
  await importRecords(path, []);
  const db = await openForWriting(path);
  try {
    return read(findRunDocument(db, saveRun(db, { atMs: 1, document })) as RunDocument);
  } finally {
    closeLedger(db);
  }
}

test("its findings come one by one, as the check found them, beside its question and its counts", async () => {
  const path = newLedgerPath();
  const entries = wallet([1000, 200, -50, 300], (at) => (at === 2 ? { balance: 7 } : {}));
  await importRecords(path, entries, [sale(1, 200), sale(2, 90)]);
  const source = { ledger: path };
  const { result } = await checkRecords({ source, period: null, options: {}, save: true }, CONTEXT);
  const db = openForReading(path);
  const kept = JSON.parse(documentOf(db, 1)) as ComparedCheck & {
    readonly findings: readonly { readonly fingerprint: string }[];
  };
  const fingerprints = kept.findings.map(({ fingerprint }) => fingerprint);
  expect(new Set(fingerprints).size).toBeGreaterThan(1);
  const document = findRunDocument(db, 1) as RunDocument;
  expect([...runFindingsOf(document)]).toEqual(kept.findings);
  expect([...keptCheckOf(document).findings]).toEqual(kept.findings);
  expect(keptCheckOf(document)).toMatchObject({ counts: kept.counts, wallets: kept.wallets });
  expect(runQuestionOf(document)).toMatchObject({ period: null, options: result.options });
  expect(usedConventionOf(document)).toBe(result.convention.used);
  const [first = ""] = fingerprints;
  const other = "0".repeat(64);
  expect(raisedOf(document, new Set([other, first]))).toEqual(new Set([first]));
  expect([first, other].map((one) => raisesOneOf(document, new Set([one])))).toEqual([true, false]);
  // No other run was kept.
  expect([0, 2].map((id) => findRunDocument(db, id))).toEqual([null, null]);
  closeLedger(db);
});

test.each([
  ["without findings", '{"schema":"tieout.check/1"}'],
  ["with something after its findings", '{"findings":[],"period":null}'],
  ["with findings that are no list", '{"findings":{}}'],
  ["with a finding that is none", '{"findings":[{"rule":"chain-break"}]}'],
  ["that is no JSON", "{findings"],
])("a document %s has none", async (_, document) => {
  await expect(readingOf(document, (run) => [...runFindingsOf(run)])).rejects.toEqual(
    failing("AUDIT_MISMATCH"),
  );
});

test("a document without a question is no check's, and says no convention", async () => {
  const document = '{"schema":"tieout.check/1","findings":[]}';
  for (const read of [runQuestionOf, keptCheckOf])
    await expect(readingOf(document, read)).rejects.toEqual(failing("AUDIT_MISMATCH"));
  expect(await readingOf(document, usedConventionOf)).toBeUndefined();
  expect(await readingOf(document, (run) => [...runFindingsOf(run)])).toEqual([]);
});

test("signatures go by the convention of their run, and a ledger that lacks what they need says what it lacks", async () => {
  const path = newLedgerPath();
  await importRecords(path, []);
  const db = await openForWriting(path);
  const signed = (ledger: ReadableLedger, frozen: object) => () =>
    readSignatures(ledger, [
      closeStep({ id: 1, step: "sign-off", frozen: { ...NOTHING_FROZEN, ...frozen } }),
    ]);
  const bank = saveRun(db, { atMs: 1, document: '{"convention":{"used":"bank"}}' });
  const conventions = [bank + 1, bank].map((runId) => signed(db, { runId })()[0]?.convention);
  expect(conventions).toEqual(["asset", "bank"]);
  const corrupt = (message: string, facts: object) =>
    expect.objectContaining({ code: "LEDGER_CORRUPT", message, facts }) as Error;
  expect(signed(db, { options: null })).toThrow(
    corrupt(ACTS.close.differs, { file: path, record: ACTS.close.table }),
  );
  closeLedger(db);
  const empty = new Database(":memory:") as unknown as ReadableLedger;
  expect(signed(empty, {})).toThrow(corrupt("The ledger cannot be read completely", { file: ":memory:" }));
});
