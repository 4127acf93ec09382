/** The lines of a bank's statement by the place where they stand. */
import { expect, test } from "vitest";
import { lineFinder, readKeptBank } from "../../../src/main/ledger/acts/bank-books.ts";
import { closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { openForReading } from "../../../src/main/ledger/file/open.ts";
import { ledgerWithBank } from "../../helpers/ledgers/bank-ledger.ts";

test("a line of a kept statement is found where it stands, and none where there is none", async () => {
  const db = openForReading(await ledgerWithBank(true));
  const kept = readKeptBank(db);
  const [account] = kept?.accounts ?? [];
  const lines = account?.joined.lines ?? [];
  expect(lines.map(({ amount }) => amount)).toContain(120);
  const find = kept === null ? () => null : lineFinder(kept);
  expect(lines.map((line) => find(line)?.line)).toEqual(lines);
  expect(new Set(lines.map((line) => find(line)?.sha256)).size).toBe(lines.length);
  expect(lines.slice(0, 1).map((line) => find({ ...line, evidence: line.evidence + 9 }))).toEqual([null]);
  closeLedger(db);
});

test("a ledger without statements has no lines", async () => {
  const db = openForReading(await ledgerWithBank(false));
  expect(readKeptBank(db)).toBeNull();
  closeLedger(db);
});
