/** Rows that go on from an older row than the one before them. */
import { addAmounts } from "../../money.ts";
import type { RowsWithout } from "../result/findings.ts";
import type { ChainLinks } from "./links.ts";

/** How far back a row is looked for: so many rows before the one before. */
const MOST_BACK = 12;
/** Requests that read one balance at once are no further apart, milliseconds. */
const APART_MS = 600_000;

export interface Overwriting {
  /** The place of the row that the balance goes on from. */
  readonly parent: number;
  readonly continuesFrom: number;
  readonly without: RowsWithout;
}

/**
 * The nearest row before the one before whose balance a row goes on from.
 *
 * @param place of a chain-break
 * @param start of its wallet
 * @throws TieoutError SUM_OVERFLOW naming the wallet
 */
export function overwritingAt(links: ChainLinks, place: number, start: number): Overwriting | null {
  const { userID, dateCreatedAtMs } = links.state.input.entries;
  const [movement, balance] = [links.movementAt(place), links.balanceAt(place)];
  const atMs = dateCreatedAtMs[links.rowAt(place)] as number;
  let moved = 0;
  for (let parent = place - 2; parent >= Math.max(start, place - 1 - MOST_BACK); parent -= 1) {
    if (!links.isSeen(parent + 1)) return null;
    moved = addAmounts(
      moved,
      links.movementAt(parent + 1),
      () => `wallet of user ${userID[links.rowAt(place)]}`,
    );
    const afterMs = dateCreatedAtMs[links.rowAt(parent + 1)] as number;
    if (links.balanceAt(parent) + movement !== balance || Math.abs(atMs - afterMs) > APART_MS) continue;
    return {
      parent,
      continuesFrom: links.walletIDAt(parent),
      without: {
        from: links.walletIDAt(parent + 1),
        to: links.walletIDAt(place - 1),
        count: place - 1 - parent,
        movement: moved,
      },
    };
  }
  return null;
}
