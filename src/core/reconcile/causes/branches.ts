/** Branches of chains: rows that the newest balance does not go back to, because others overwrote them. */
import type { ChainScope } from "../../options.ts";
import { firstWhere } from "../../sorted.ts";
import { sameWallet } from "../chain/chains.ts";
import { type OverwritingRow, offMainLine } from "../chain/main-line.ts";
import type { CheckInput } from "../input.ts";
import type { CheckResult } from "../result/result.ts";

export interface Branch {
  /** Of its rows, ascending. */
  readonly walletIDs: readonly number[];
  /** What its rows moved in all, without its sign. */
  readonly amount: number;
}

type Outcomes = Pick<CheckResult["entryOutcomes"], "order" | "movement" | "overwriting">;

/** What each row's balance goes on from, by positions in the order of a check. */
export interface Lineage {
  readonly overwriting: readonly OverwritingRow[];
  /** Of the row that the balance goes on from; null for the oldest of a wallet. */
  readonly parentOf: (position: number) => number | null;
  /** Of the rows that are not met from the newest of a wallet by going from parent to parent, ascending. */
  readonly offMainLine: ReadonlySet<number>;
}

/** The lineage of all rows as at the check's end, in the time of a walk over the overwriting ones. */
export function lineageOf(
  { entries }: CheckInput,
  { order, overwriting }: Outcomes,
  scope: ChainScope,
): Lineage {
  const parents = new Map(overwriting.map(({ place, parent }) => [place, parent]));
  const isOldest = (position: number) =>
    position === 0 || !sameWallet(entries, scope, order[position - 1] as number, order[position] as number);
  return {
    overwriting,
    parentOf: (position) => parents.get(position) ?? (isOldest(position) ? null : position - 1),
    offMainLine: offMainLine(overwriting),
  };
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
  const { parentOf, offMainLine: off } = lineageOf(input, outcomes, scope);
  const branchAt = new Map<number, { readonly walletIDs: number[]; net: number }>();
  for (const position of off) {
    const joined = branchAt.get(parentOf(position) ?? -1);
    const branch = joined ?? { walletIDs: [], net: 0 };
    branchAt.set(position, branch);
    branch.walletIDs.push(input.entries.walletID[order[position] as number] as number);
    branch.net += movement[order[position] as number] as number;
  }
  return (position) => {
    const branch = branchAt.get(position - 1) ?? branchAt.get(position);
    if (branch === undefined) throw new Error("an overwritten break is of no branch");
    const { walletIDs, net } = branch;
    return { walletIDs, amount: Math.min(Math.abs(net), Number.MAX_SAFE_INTEGER) };
  };
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
export function forkAround(
  { overwriting, parentOf, offMainLine: off }: Lineage,
  position: number,
): ForkedRow[] {
  let [from, to] = [position, position];
  let isForked = false;
  for (let at = firstWhere(overwriting, ({ place }) => place >= position); at < overwriting.length; at += 1) {
    const { place, parent } = overwriting[at] as OverwritingRow;
    if (place > to + MOST_BACK) break;
    if (parent > to) continue;
    if (place - Math.min(from, parent) >= MOST_FORKED) break;
    isForked = true;
    [from, to] = [Math.min(from, parent), place];
  }
  if (!isForked) return [];
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    position: from + index,
    goesOnFrom: parentOf(from + index),
    isOnMainLine: !off.has(from + index),
  }));
}
