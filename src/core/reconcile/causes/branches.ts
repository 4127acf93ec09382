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

/**
 * Finds the branches of all chains as at the check's end, in the time of two walks over their rows.
 *
 * @returns the branch that an overwritten break belongs to, by the position of its entry in the order
 */
export function branchFinder(
  input: CheckInput,
  outcomes: Outcomes,
  scope: ChainScope,
): (position: number) => Branch {
  const { order, movement } = outcomes;
  const parents = parentsOf(input, outcomes, scope);
  const isOnMainLine = mainLines(input, order, parents, scope);
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

/** By position: that of the row from which its balance goes on; NONE for the oldest of a wallet. */
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

/** By position: 1 for the rows met from the newest of a wallet by going from parent to parent. */
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
