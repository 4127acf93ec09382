/** Incidents as they are told: what several of them share. */
import type { Posting } from "../generate/posting.ts";
import type { Account } from "../generate/wallet.ts";
import type { Incident, LostMovement } from "../world.ts";

/** An entry that a request wrote while others ran. */
export interface RunRow {
  readonly posting: Posting;
  readonly movement: number;
  readonly account: Account;
}

/** The rows of each wallet, in their order. */
export function byWallet<Row extends RunRow>(rows: readonly Row[]): Row[][] {
  return [...Map.groupBy(rows, ({ account }) => account).values()];
}

export function postingsOf(rows: readonly RunRow[]): Posting[] {
  return rows.map(({ posting }) => posting);
}

/** `451, 452` */
export function walletIDWords(postings: readonly Posting[]): string {
  return postings.map(({ walletID }) => walletID).join(", ");
}

/** A movement that was lost; its posting has an id only if it came as far as that. */
export function lostMovement(
  { walletID, payment }: Posting,
  amount: number,
  isInBalance: boolean,
): LostMovement {
  return { walletID: walletID === 0 ? null : walletID, payID: payment?.payID ?? null, amount, isInBalance };
}

/**
 * An incident of postings that were written, or lost.
 *
 * @param facts what is not said is nothing; the amount is the sum of what was lost
 */
export function incident(
  kind: Incident["kind"],
  postings: readonly Posting[],
  facts: Pick<Incident, "told"> & Partial<Incident>,
): Incident {
  const payIDs = postings.flatMap(({ payment }) => (payment === null ? [] : [payment.payID]));
  return {
    kind,
    businessID: postings[0]?.businessID ?? 0,
    walletIDs: ascending(postings.filter(({ index }) => index !== -1).map(({ walletID }) => walletID)),
    payIDs: ascending(new Set(payIDs)),
    parents: [],
    applied: [],
    readAfter: [],
    lost: [],
    amount: (facts.lost ?? []).reduce((sum, { amount }) => sum + amount, 0),
    ...facts,
  };
}

function ascending(ids: Iterable<number>): number[] {
  return [...ids].toSorted((a, b) => a - b);
}
