/** What became of pending entries that vanished: a service may approve one by listing it anew. */
import type { CheckState } from "../check-state.ts";
import { NO_PAYREF } from "../input.ts";
import { DAY_MS } from "../../time.ts";

/** Approvals take days; a later entry of the same payref and amounts is another one. */
const APPROVED_WITHIN_MS = 31 * DAY_MS;

/**
 * Likely successors of the entries that vanished before they were approved, by their walletIDs: the lowest
 * later walletID of the same wallet that is approved, with the same payref and amounts. None without a payref:
 * equal amounts alone say little.
 */
export function successorsOf({ input, exists }: CheckState): ReadonlyMap<number, number> {
  const { entries, payrefs, history } = input;
  const pending = history.entriesVanished
    .map(({ record }) => record)
    .filter(({ isApproved, payref }) => isApproved === 0 && payref !== "");
  const byAmounts = new Map(
    [...Map.groupBy(pending, ({ userID, credit, debit }) => `${userID} ${credit} ${debit}`)].map(
      ([amounts, own]) => [amounts, Map.groupBy(own, ({ payref }) => payref)],
    ),
  );
  const successors = new Map<number, number>();
  if (pending.length === 0) return successors;
  for (let row = 0; row < entries.length; row += 1) {
    const payref = entries.payref[row] as number;
    if (payref === NO_PAYREF || entries.unapproved[row] === 1 || exists[row] === 0) continue;
    const key = `${entries.userID[row]} ${entries.credit[row]} ${entries.debit[row]}`;
    for (const gone of byAmounts.get(key)?.get(payrefs.at(payref)) ?? []) {
      const walletID = entries.walletID[row] as number;
      const apart = Math.abs((entries.dateCreatedAtMs[row] as number) - gone.dateCreatedAtMs);
      const isLater = walletID > gone.walletID && apart <= APPROVED_WITHIN_MS;
      const known = successors.get(gone.walletID) ?? Infinity;
      if (isLater && walletID < known) successors.set(gone.walletID, walletID);
    }
  }
  return successors;
}
