/** Stretches: rows that are listed in another order than they were applied, or that state later balances. */
import type { RowStretch } from "../result/findings.ts";
import { fittingOrder } from "./fitting-order.ts";
import type { ChainLinks } from "./links.ts";

const FEWEST_ROWS = 2;
const MOST_ROWS = 6;

export interface FoundStretch {
  readonly cause: "out-of-sequence" | "read-late";
  /** The places of its first row and of the row after it: its links are those of all of them. */
  readonly first: number;
  readonly after: number;
  readonly stretch: RowStretch;
}

/**
 * The stretches of a wallet, oldest first.
 *
 * @param breaks the places of its chain-breaks, ascending
 * @param end the place after its last
 */
export function stretchesOf(links: ChainLinks, breaks: readonly number[], end: number): FoundStretch[] {
  const found: FoundStretch[] = [];
  for (const place of breaks) {
    if (place <= (found.at(-1)?.after ?? -1)) continue;
    const stretch = stretchFrom(links, place, end);
    if (stretch !== null) found.push(stretch);
  }
  return found;
}

/** The shortest stretch whose first link is the broken one of a place. */
function stretchFrom(links: ChainLinks, first: number, end: number): FoundStretch | null {
  const last = Math.min(end - 1, first + MOST_ROWS);
  const before = links.balanceAt(first - 1);
  let balance = before + links.movementAt(first);
  for (let after = first + 1; after <= last; after += 1) {
    if (!links.isSeen(after) || links.isPending(after)) return null;
    balance += links.movementAt(after);
    if (after - first < FEWEST_ROWS || links.balanceAt(after) !== balance) continue;
    const places = Array.from({ length: after - first }, (_, row) => first + row);
    const fit = fittingOrder(
      before,
      places.map((place) => links.movementAt(place)),
      places.map((place) => links.balanceAt(place)),
    );
    if (fit === null) continue;
    const walletIDs = places.map((place) => links.walletIDAt(place));
    const order = fit.order.map((row) => walletIDs[row] as number);
    return {
      cause: fit.isExact ? "out-of-sequence" : "read-late",
      first,
      after,
      stretch: { walletIDs, order },
    };
  }
  return null;
}
