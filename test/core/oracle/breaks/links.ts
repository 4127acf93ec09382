/** What is wrong with one link of a wallet. */
import { type Wallet, differenceAt, movementOf } from "../wallets.ts";
import { type World, seenIn } from "../world.ts";

type LinkState = "holds" | "chain-break" | "pending-entry" | "history-gap";

/** @param k the place of the link's newer row, > 0 */
export function linkState(world: World, wallet: Wallet, k: number): LinkState {
  const entry = wallet.entries[k]!;
  const convention = world.convention.used;
  const difference = differenceAt(wallet, k, convention);
  if (difference === 0n) return "holds";
  if (!isSeen(world, wallet, k)) return "history-gap";
  if (entry.isApproved === 0 && difference === -movementOf(entry, convention)) return "pending-entry";
  return "chain-break";
}

/** Whether the pulls have seen all that lies between the link's two rows. */
export function isSeen(world: World, wallet: Wallet, k: number): boolean {
  return seenIn(world.given)(wallet.entries[k - 1]!, wallet.entries[k]!);
}

/** The movements of rows from one place to another, both inclusive. */
export function movedBetween(world: World, wallet: Wallet, from: number, to: number): bigint {
  const rows = wallet.entries.slice(from, to + 1);
  return rows.reduce((sum, row) => sum + movementOf(row, world.convention.used), 0n);
}
