/** A small ledger whose withdrawals and top-ups stand on a bank's statement in every way. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addStatements } from "../../../src/main/services/review/bank-statements.ts";
import { DAY_MS } from "../../../src/core/time.ts";
import { temporaryFolder } from "../cli.ts";
import { OCTOBER_MS, wallet } from "../records.ts";
import { copiedLedger } from "./copied-ledger.ts";
import { CONTEXT, importRecords, newLedgerPath } from "./signing.ts";

/** Of October 2026: a top-up, one line; two parts; either of two lines; short by a fee; two that never came. */
const MOVEMENTS = [100, -1, -3, -5, -10, -7, -7];

const STATEMENT = [
  "Date,Narration,Debit,Credit",
  "2026-09-20,Before,,1.00",
  "2026-10-02,Topped up,100.00,",
  "2026-10-04,NIP PAYOUT 4,,1.00",
  "2026-10-06,NIP PAYOUT 6,,1.20",
  "2026-10-07,NIP PAYOUT 7,,1.80",
  "2026-10-08,NIP PAYOUT 8,,5.00",
  "2026-10-09,NIP PAYOUT 9,,5.00",
  "2026-10-10,NIP PAYOUT 10,,9.90",
  "2026-10-31,After,,9.00",
].join("\n");

/** @returns the path of the statement, which is a file beside the ledger's */
export function bankStatementFile(): string {
  const path = join(temporaryFolder(), "October.csv");
  writeFileSync(path, STATEMENT);
  return path;
}

/** @param isKept whether the statement is in it */
export async function ledgerWithBank(isKept: boolean): Promise<string> {
  return copiedLedger(`bank, ${isKept}`, async () => makeWithBank(isKept));
}

async function makeWithBank(isKept: boolean): Promise<string> {
  const ledger = newLedgerPath();
  const entries = wallet(MOVEMENTS, (at) => ({ dateCreatedAtMs: OCTOBER_MS + (1 + 2 * at) * DAY_MS }));
  await importRecords(ledger, entries, []);
  if (!isKept) return ledger;
  const said = { by: "Ada Obi", note: "" };
  await addStatements(
    { ledger, files: [bankStatementFile()], account: "GTBank current", hints: {}, ...said },
    CONTEXT,
  );
  return ledger;
}
