/**
 * A record with what stands around it: the rows before and after, the transaction, what was found and
 * decided.
 */
import { rowOf } from "../../../core/sorted.ts";
import { forkAround, lineageOf } from "../../../core/reconcile/causes/branches.ts";
import { oncePer } from "../../../core/work/once-per.ts";
import type { EntryContext, ForkedEntry, TransactionContext, WalletRow } from "../protocol.ts";
import { type HeldCheck, reviewedOf } from "./held-check.ts";
import { transactionRow } from "./rows/transaction-table.ts";
import { walletRow } from "./rows/wallet-table.ts";

const NEIGHBOURS = 2;
const SHOWN_ENTRIES = 200;

/** @returns null when the ledger holds no such entry */
export function entryContext(held: HeldCheck, walletID: number): EntryContext | null {
  const row = rowOf(held.input.entries.walletID, walletID);
  if (row === -1) return null;
  const tied = held.result.entryOutcomes.transaction[row] as number;
  return {
    row: walletRow(held, row),
    before: neighbours(held, row, -1).toReversed(),
    after: neighbours(held, row, 1),
    findings: reviewedOf(held, held.index.entries, row),
    transaction: tied === -1 ? null : contextOf(held, tied),
    fork: forkOf(held, row),
  };
}

const lineage = oncePer(({ input, result }: HeldCheck) =>
  lineageOf(input, result.entryOutcomes, result.chainScope.used),
);

function forkOf(held: HeldCheck, row: number): ForkedEntry[] {
  const { order, overwriting } = held.result.entryOutcomes;
  if (overwriting.length === 0) return [];
  const rowAt = (position: number) => order[position] as number;
  const position = order.indexOf(row);
  // An entry after the check's end is in no chain of it.
  if (position === -1) return [];
  return forkAround(lineage(held), position).map(({ position: at, goesOnFrom, isOnMainLine }) => ({
    row: walletRow(held, rowAt(at)),
    goesOnFrom: goesOnFrom === null ? null : (held.input.entries.walletID[rowAt(goesOnFrom)] as number),
    isOnMainLine,
  }));
}

/** The nearest rows of the same wallet, the nearest first: rows ascend by walletID, and so does a chain. */
function neighbours(held: HeldCheck, row: number, step: 1 | -1): WalletRow[] {
  const { userID, businessID, length } = held.input.entries;
  const isBusiness = held.result.chainScope.used === "business";
  const found: WalletRow[] = [];
  for (let at = row + step; at >= 0 && at < length && found.length < NEIGHBOURS; at += step) {
    if (userID[at] !== userID[row] || (isBusiness && businessID[at] !== businessID[row])) continue;
    found.push(walletRow(held, at));
  }
  return found;
}

/** @returns null when the ledger holds no such transaction */
export function transactionContext(held: HeldCheck, payID: number): TransactionContext | null {
  const row = rowOf(held.input.transactions.payID, payID);
  return row === -1 ? null : contextOf(held, row);
}

function contextOf(held: HeldCheck, row: number): TransactionContext {
  const { order, transaction } = held.result.entryOutcomes;
  const entries: WalletRow[] = [];
  for (let at = 0; at < order.length && entries.length < SHOWN_ENTRIES; at += 1) {
    const entry = order[at] as number;
    if (transaction[entry] === row) entries.push(walletRow(held, entry));
  }
  return {
    row: transactionRow(held, row),
    entries,
    findings: reviewedOf(held, held.index.transactions, row),
  };
}
