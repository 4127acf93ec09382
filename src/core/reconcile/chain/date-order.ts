/** How many links would break if entries were taken in the order of their dates. */
import type { CheckState } from "../check-state.ts";
import { breaks } from "./convention.ts";

/**
 * The links that break in chains by dateCreated, then walletID; as everywhere, those across a gap between pulls
 * do not count.
 *
 * @param byWalletID the links that break in the order in use: the same where the dates of each chain ascend
 */
export function breaksByDate(state: CheckState, byWalletID: number): number {
  const { chains } = state;
  const isInOrder = chains.end.every((end, wallet) =>
    datesAscend(state, chains.start[wallet] as number, end),
  );
  if (isInOrder) return byWalletID;
  let broken = 0;
  for (let wallet = 0; wallet < chains.end.length; wallet += 1) {
    broken += brokenByDate(state, chains.start[wallet] as number, chains.end[wallet] as number);
  }
  return broken;
}

function datesAscend({ chains, input: { entries } }: CheckState, start: number, end: number): boolean {
  const dateAt = (place: number) => entries.dateCreatedAtMs[chains.order[place] as number] as number;
  for (let place = start + 1; place < end; place += 1) {
    if (dateAt(place) < dateAt(place - 1)) return false;
  }
  return true;
}

function brokenByDate({ chains, input, movement, covered }: CheckState, start: number, end: number): number {
  const { entries } = input;
  const { walletID, dateCreatedAtMs } = entries;
  // A list, not a column: its sort takes little time where few dates are out of order.
  const rows = Array.from(chains.order.subarray(start, end));
  rows.sort(
    (a, b) =>
      (dateCreatedAtMs[a] as number) - (dateCreatedAtMs[b] as number) ||
      (walletID[a] as number) - (walletID[b] as number),
  );
  let broken = 0;
  for (let at = 1; at < rows.length; at += 1) {
    const [older, newer] = [rows[at - 1] as number, rows[at] as number];
    const [a, b] = [walletID[older] as number, walletID[newer] as number];
    if (covered(Math.min(a, b), Math.max(a, b)) && breaks(entries, older, newer, movement[newer] as number)) {
      broken += 1;
    }
  }
  return broken;
}
