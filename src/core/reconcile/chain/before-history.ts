/** The start of a history that opens with a balance: payments before it have no visible entry. */
import type { ChainScope } from "../../options.ts";
import type { Chains } from "../input/chains.ts";
import type { CheckInput } from "../input/input.ts";
import type { CheckState } from "./check-state.ts";

/** Of each chain not opening at zero, by `chainKey`: dateCreated of its oldest entry, milliseconds UTC. */
export type OldestOfOpen = ReadonlyMap<number | string, number>;

/** @param chains of the scope, be it the one in use or not */
export function oldestOfOpen(
  { movement, input: { entries } }: Pick<CheckState, "movement" | "input">,
  chains: Chains,
  scope: ChainScope,
): OldestOfOpen {
  const oldest = new Map<number | string, number>();
  for (let wallet = 0; wallet < chains.end.length; wallet += 1) {
    const start = chains.start[wallet] as number;
    if (start === chains.end[wallet]) continue;
    const row = chains.order[start] as number;
    if (entries.balance[row] !== movement[row])
      oldest.set(chainKey(entries, row, scope), entries.dateCreatedAtMs[row] as number);
  }
  return oldest;
}

/** The time of the oldest entry of a transaction's chain; undefined where it opens at zero, or is missing. */
export function oldestSeen(state: CheckState, oldest: OldestOfOpen, row: number): number | undefined {
  if (oldest.size === 0) return undefined;
  return oldest.get(chainKey(state.input.transactions, row, state.options.chainScope));
}

type Owners = Pick<CheckInput["transactions"], "userID" | "businessID">;

/** The key of a record's chain: its user, or its user's business. */
function chainKey({ userID, businessID }: Owners, row: number, scope: ChainScope): number | string {
  return scope === "user" ? (userID[row] as number) : `${userID[row]} ${businessID[row]}`;
}
