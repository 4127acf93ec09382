/** The order of dates: how many links would break in it, and from which row each balance follows. */
import { oncePer } from "../../once-per.ts";
import { type CheckState, breaks } from "./check-state.ts";

interface OrderByDate {
  /** The links that break in chains by dateCreated, then walletID; as everywhere, those across a gap between pulls do not count. */
  readonly breaks: number;
  /** By row: the row before it in that order, where it follows from that one; itself where it opens a chain at zero; else −1. */
  readonly olderOf: Int32Array;
}

/** null where the dates of each chain ascend: the order in use is the same. */
export const dateOrder = oncePer((state: CheckState): OrderByDate | null => {
  const { start, end } = state.chains;
  if (end.every((last, wallet) => datesAscend(state, start[wallet] as number, last))) return null;
  const olderOf = new Int32Array(state.movement.length).fill(-1);
  let broken = 0;
  for (let wallet = 0; wallet < end.length; wallet += 1) {
    broken += followByDate(state, start[wallet] as number, end[wallet] as number, olderOf);
  }
  return { breaks: broken, olderOf };
});

function datesAscend({ chains, input: { entries } }: CheckState, start: number, end: number): boolean {
  const dateAt = (place: number) => entries.dateCreatedAtMs[chains.order[place] as number] as number;
  for (let place = start + 1; place < end; place += 1) {
    if (dateAt(place) < dateAt(place - 1)) return false;
  }
  return true;
}

/** Fills `olderOf` for one chain, where fewer of its links break in that order. @returns its links that break */
function followByDate(
  { chains, input, movement, covered }: CheckState,
  start: number,
  end: number,
  olderOf: Int32Array,
): number {
  const { entries } = input;
  const { walletID, dateCreatedAtMs } = entries;
  /** @param take is given each row whose link does not break, and the row before it */
  const brokenIn = (rows: ArrayLike<number>, take: (newer: number, older: number) => void = () => {}) => {
    let broken = 0;
    for (let at = 1; at < rows.length; at += 1) {
      const [older, newer] = [rows[at - 1] as number, rows[at] as number];
      const [a, b] = [walletID[older] as number, walletID[newer] as number];
      if (!covered(Math.min(a, b), Math.max(a, b))) continue;
      if (breaks(entries, older, newer, movement[newer] as number)) broken += 1;
      else take(newer, older);
    }
    return broken;
  };
  const own = chains.order.subarray(start, end);
  // A list, not a column: its sort takes little time where few dates are out of order.
  const byDate = Array.from(own).toSorted(
    (a, b) =>
      (dateCreatedAtMs[a] as number) - (dateCreatedAtMs[b] as number) ||
      (walletID[a] as number) - (walletID[b] as number),
  );
  const broken = brokenIn(byDate);
  if (broken >= brokenIn(own)) return broken;
  const first = byDate[0] as number;
  if (entries.balance[first] === movement[first]) olderOf[first] = first;
  return brokenIn(byDate, (newer, older) => {
    olderOf[newer] = older;
  });
}
