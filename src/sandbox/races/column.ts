/**
 * A service that keeps the balance in a column: a request adds to it, reads it and inserts what it read. No money is ever lost, but rows
 * come out of order and state the balance of a later moment.
 */
import { askedMovement } from "../generate/wallet.ts";
import type { Incident } from "../world.ts";
import type { BalanceKeeping } from "./at-once.ts";
import { type RunRow, byWallet, walletIDWords, incident, postingsOf } from "./incident.ts";

interface AddedRow extends RunRow {
  /** Its place among the movements of the run that reached the wallet, from 0. */
  readonly place: number;
  /** How many of them the balance that it states holds. */
  readonly read: number;
}

/** @param worksAfter the statement after which a request takes its time */
export function column(worksAfter: "add" | "read"): BalanceKeeping<AddedRow> {
  return {
    *statements(run, posting) {
      const account = run.wallet.accountOf(posting.businessID);
      const movement = askedMovement(posting, account);
      const place = run.added.get(account) ?? 0;
      account.balance += movement;
      run.added.set(account, place + 1);
      yield worksAfter === "add" ? "work" : "none";
      const { balance } = account;
      const read = run.added.get(account) ?? 0;
      yield worksAfter === "read" ? "work" : "none";
      run.wallet.insert(posting, movement, balance, run.nowMs);
      run.rows.push({ posting, movement, account, place, read });
    },
    incidentsOf: (rows) => byWallet(rows).flatMap(misplacedRows),
  };
}

/** One incident for each shortest stretch of rows whose balances are right again after it. */
function misplacedRows(rows: readonly AddedRow[]): Incident[] {
  const incidents: Incident[] = [];
  let from = 0;
  let held = 0;
  rows.forEach(({ read }, at) => {
    held = Math.max(held, read);
    if (held > at + 1) return;
    const stretch = rows.slice(from, at + 1);
    if (stretch.length > 1) incidents.push(misplaced(stretch));
    from = at + 1;
  });
  return incidents;
}

function misplaced(stretch: readonly AddedRow[]): Incident {
  const added = stretch.toSorted((a, b) => a.place - b.place);
  const applied = added.map(({ posting }) => posting.walletID);
  const first = added[0]?.place ?? 0;
  const readAfter = stretch
    .filter(({ place, read }) => read > place + 1)
    .map(({ posting: { walletID }, read }) => ({ walletID, last: applied[read - 1 - first] ?? walletID }));
  const isInOrder = applied.every((walletID, at) => walletID === stretch[at]?.posting.walletID);
  const late = readAfter.map(({ walletID, last }) => `${walletID} states the balance after ${last}`);
  const order = isInOrder ? [] : [`they were applied in the order ${applied.join(", ")}`];
  return incident(readAfter.length === 0 ? "out-of-sequence" : "late-read", postingsOf(stretch), {
    told: `walletID ${walletIDWords(postingsOf(stretch))}: ${[...order, ...late].join("; ")}`,
    applied: isInOrder ? [] : applied,
    readAfter,
  });
}
