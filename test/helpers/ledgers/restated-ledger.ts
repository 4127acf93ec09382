/** A signed October that a later pull changed, with one entry in each of the two months after. */
import { HOUR_MS, OCTOBER_MS, wallet } from "../records.ts";
import { copiedLedger } from "./copied-ledger.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "./signing.ts";

const DAY_MS = 24 * HOUR_MS;
/** When all records were there. */
export const AFTERWARDS = { ...CONTEXT, now: () => OCTOBER_MS + 66 * DAY_MS };

/** @returns the path of a copy */
export async function restatedLedger(): Promise<string> {
  return copiedLedger("restated", makeRestated);
}

async function makeRestated(): Promise<string> {
  const ledger = newLedgerPath();
  const entries = wallet([1000, 200, -50, 300, 50, 70], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at === 5 ? 65 : at === 4 ? 40 : at) * DAY_MS,
  }));
  await importRecords(ledger, entries, null, AFTERWARDS);
  await signMonth(ledger, "2026-10");
  const changed = entries.map((one) =>
    one.walletID < 4
      ? one
      : { ...one, balance: one.balance + 10, debit: one.debit + (one.walletID === 4 ? 10 : 0) },
  );
  await importRecords(ledger, changed, null, AFTERWARDS);
  return ledger;
}
