import { expect, test } from "vitest";
import { pullSentence } from "../../../../src/main/services/import/pull-report.ts";

const counts = (inserted: number, changed = 0, vanished = 0, repeated = 0) => ({
  received: 5000,
  inserted,
  changed,
  vanished,
  repeated,
});
const REPORT = { pullId: 2, ledgerCreated: false, entries: null, transactions: null, notes: [] };

test.each([
  [{ entries: counts(1204, 2, 1) }, "1,204 new entries, 2 changed since the last pull, 1 vanished."],
  [
    { entries: counts(1, 0, 0, 3), transactions: counts(0, 1) },
    "1 new entry, 3 duplicates ignored; no new transactions, 1 changed since the last pull.",
  ],
  [{ entries: counts(0) }, "No new entries."],
  [{ transactions: counts(1) }, "1 new transaction."],
  [{}, "No records received."],
])("%o", (parts, sentence) => {
  expect(pullSentence({ ...REPORT, ...parts })).toBe(sentence);
});
