/** Branches of chains: rows that the newest balance does not go back to, because others overwrote them. */
import type { ChainScope } from "../../options.ts";
import { sameWallet } from "../chain/chains.ts";
import type { CheckInput } from "../input.ts";
import type { CheckResult } from "../result/result.ts";

export interface Branch {
  /** Of its rows, ascending. */
  readonly walletIDs: readonly number[];
  /** What its rows moved in all, without its sign. */
  readonly amount: number;
}

/** Rows of the chains by their positions in the order of a check. */
type Outcomes = Pick<CheckResult["entryOutcomes"], "order" | "movement" | "continuesFrom">;

const NONE = -1;

/** What each row's balance goes on from, by positions in the order of a check. */
export interface Lineage {
  /** The position of the row that the balance goes on from; −1 for the oldest of a wallet. */
  readonly parents: Int32Array;
  /** 1 for the rows met from the newest of a wallet by going from parent to parent. */
  readonly isOnMainLine: Uint8Array;
}

/** The lineage of all rows as at the check's end, in the time of two walks over them. */
export function lineageOf(input: CheckInput, outcomes: Outcomes, scope: ChainScope): Lineage {
  const parents = parentsOf(input, outcomes, scope);
  return { parents, isOnMainLine: mainLines(input, outcomes.order, parents, scope) };
}

/**
 * Finds the branches of all chains as at the check's end.
 *
 * @returns the branch that an overwritten break belongs to, by the position of its entry in the order
 */
export function branchFinder(
  input: CheckInput,
  outcomes: Outcomes,
  scope: ChainScope,
): (position: number) => Branch {
  const { order, movement } = outcomes;
  const { parents, isOnMainLine } = lineageOf(input, outcomes, scope);
  const branchAt = new Int32Array(order.length).fill(NONE);
  const branches: { walletIDs: number[]; net: number }[] = [];
  for (let at = 0; at < order.length; at += 1) {
    if (isOnMainLine[at] === 1) continue;
    const parent = parents[at] as number;
    const joined = parent === NONE ? NONE : (branchAt[parent] as number);
    if (joined === NONE) branches.push({ walletIDs: [], net: 0 });
    const number = joined === NONE ? branches.length - 1 : joined;
    branchAt[at] = number;
    const branch = branches[number] as (typeof branches)[number];
    branch.walletIDs.push(input.entries.walletID[order[at] as number] as number);
    branch.net += movement[order[at] as number] as number;
  }
  return (position) => {
    const before = branchAt[position - 1] as number;
    const { walletIDs, net } = branches[
      before === NONE ? (branchAt[position] as number) : before
    ] as (typeof branches)[number];
    return { walletIDs, amount: Math.min(Math.abs(net), Number.MAX_SAFE_INTEGER) };
  };
}

function parentsOf(
  { entries }: CheckInput,
  { order, continuesFrom }: Outcomes,
  scope: ChainScope,
): Int32Array {
  const { walletID } = entries;
  const parents = new Int32Array(order.length).fill(NONE);
  for (let at = 1; at < order.length; at += 1) {
    const row = order[at] as number;
    if (!sameWallet(entries, scope, order[at - 1] as number, row)) continue;
    const from = continuesFrom.get(walletID[row] as number);
    parents[at] =
      from === undefined ? at - 1 : placeBefore(at, (place) => walletID[order[place] as number] === from);
  }
  return parents;
}

/** The nearest place before another that is looked for. */
function placeBefore(at: number, isWanted: (place: number) => boolean): number {
  let place = at - 1;
  while (!isWanted(place)) place -= 1;
  return place;
}

function mainLines(
  { entries }: CheckInput,
  order: Int32Array,
  parents: Int32Array,
  scope: ChainScope,
): Uint8Array {
  const isOn = new Uint8Array(order.length);
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const newer = order[at + 1];
    if (newer === undefined || !sameWallet(entries, scope, order[at] as number, newer)) isOn[at] = 1;
    if (isOn[at] === 1 && parents[at] !== NONE) isOn[parents[at] as number] = 1;
  }
  return isOn;
}

/** A row of a fork, by positions in the order of a check. */
export interface ForkedRow {
  readonly position: number;
  /** null for the oldest of a wallet. */
  readonly goesOnFrom: number | null;
  readonly isOnMainLine: boolean;
}

/** Rows of one fork that are shown. */
const MOST_FORKED = 40;
/** A row goes on from one at most so many before it. */
const MOST_BACK = 13;

/** The rows of the forks that a row is in, oldest first, from the one they begin at; none where it is in none. */
export function forkAround({ parents, isOnMainLine }: Lineage, position: number): ForkedRow[] {
  let [from, to] = [position, position];
  let isForked = false;
  for (let at = position; at < Math.min(parents.length, to + MOST_BACK + 1); at += 1) {
    const parent = parents[at] as number;
    // The next wallet begins.
    if (parent === NONE && at > position) break;
    if (parent === NONE || parent === at - 1 || parent > to) continue;
    if (at - Math.min(from, parent) >= MOST_FORKED) break;
    isForked = true;
    [from, to] = [Math.min(from, parent), at];
  }
  if (!isForked) return [];
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const parent = parents[from + index] as number;
    return {
      position: from + index,
      goesOnFrom: parent === NONE ? null : parent,
      isOnMainLine: isOnMainLine[from + index] === 1,
    };
  });
}
