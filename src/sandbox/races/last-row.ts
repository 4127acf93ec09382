/**
 * A service without a column for the balance: a request reads the last row's balance, adds to it and inserts the sum. What another
 * request inserted in between is overwritten.
 */
import { askedMovement } from "../generate/wallet.ts";
import type { Incident } from "../world.ts";
import type { BalanceKeeping } from "./at-once.ts";
import { type RunRow, byWallet, walletIDWords, incident, lostMovement, postingsOf } from "./incident.ts";

interface ReadRow extends RunRow {
  /** The row whose balance was read; null in an empty wallet. */
  readonly parent: number | null;
  /** The row that was last when this one was inserted. */
  readonly before: number | null;
}

export const LAST_ROW: BalanceKeeping<ReadRow> = {
  *statements(run, posting) {
    const account = run.wallet.accountOf(posting.businessID);
    const { balance, lastWalletID: parent } = account;
    const movement = askedMovement(posting, account);
    yield "work";
    const before = account.lastWalletID;
    account.balance = balance + movement;
    run.wallet.insert(posting, movement, account.balance, run.nowMs);
    run.rows.push({ posting, movement, account, parent, before });
  },
  incidentsOf: (rows) => byWallet(rows).flatMap(lostUpdates),
};

/** One incident for each branch of rows that the last row does not go back to. */
function lostUpdates(rows: readonly ReadRow[]): Incident[] {
  const rowOf = new Map(rows.map((row) => [row.posting.walletID, row]));
  const known = (walletID: number | null) => (walletID === null ? undefined : rowOf.get(walletID));
  const kept = new Set<ReadRow>();
  for (let row = rows.at(-1); row !== undefined; row = known(row.parent)) kept.add(row);

  /** Each lost row with the first row of its branch. */
  const rootOf = new Map<ReadRow, ReadRow>();
  for (const row of rows) {
    const parent = known(row.parent);
    if (!kept.has(row)) rootOf.set(row, (parent === undefined ? undefined : rootOf.get(parent)) ?? row);
  }
  return [...Map.groupBy(rootOf.keys(), (row) => rootOf.get(row))].map(([root, lost]) => {
    const stale = rows.filter((row) => {
      const before = known(row.before);
      const branch = before === undefined || kept.has(before) ? rootOf.get(row) : rootOf.get(before);
      return row.parent !== row.before && branch === root;
    });
    const parents = stale.flatMap(({ posting: { walletID }, parent }) =>
      parent === null ? [] : [{ walletID, parent }],
    );
    const went = parents.map(({ walletID, parent }) => `${walletID} goes on from ${parent}`).join(", ");
    return incident("lost-update", postingsOf(lost), {
      told: `What walletID ${walletIDWords(postingsOf(lost))} moved is lost: ${went}`,
      parents,
      lost: lost.map(({ posting, movement }) => lostMovement(posting, movement, false)),
    });
  });
}
